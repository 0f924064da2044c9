import HealthModel
import HealthProjections
import HealthTables
import JournalFile

/// A push of changes: from where the last one ended up to the journal's last line.
struct ChangesPush {
  let journal: ReplayedJournal
  let identity: PushIdentity
  /// At most so many rows in a batch, but whole lines.
  let size: Int

  /// Sends what is new, batch by batch. The bounds of a batch are on the disk before it leaves, and the
  /// cursor moves when it has arrived.
  func run(_ outlet: inout PushOutlet, _ console: inout Console) throws {
    let file = try PushCursorFile(
      identity, to: outlet.target, outside: journal.paths.folder, isLocked: !outlet.isDry)
    var cursor = try file.read()
    try require(cursor)
    while cursor.anchor.sequence < journal.head.sequence {
      let batch = try nextBatch(cursor)
      let last = try journal.lineAnchor(batch.last)
      let body = try PushParcel.body(try view(batch).table)
      if body.rows > 0 {
        cursor.pending = batch
        if !outlet.isDry { try file.write(cursor) }
        let what = "what lines \(batch.first) to \(batch.last) changed"
        let parcel = PushParcel(
          what: what, rows: body.rows, key: identity.key(batch, upTo: last), body: body.bytes)
        try deliver(parcel, cursor, file, &outlet, &console)
      }
      cursor = PushCursor(anchor: last)
      if !outlet.isDry { try file.write(cursor) }
    }
    try outlet.report(upTo: cursor.anchor.sequence, &console)
  }

  /// Sends the pending batch, and notes it where the other side will not take it.
  private func deliver(
    _ parcel: PushParcel, _ cursor: PushCursor, _ file: borrowing PushCursorFile,
    _ outlet: inout PushOutlet, _ console: inout Console
  ) throws {
    do {
      try outlet.deliver(parcel, &console)
    } catch let failure as Failure where failure.code == .refused {
      var refused = cursor
      refused.pending?.isRefused = true
      try file.write(refused)
      throw failure
    }
  }

  /// A cursor whose lines are not the journal's is of a journal that was restored from an older copy.
  private func require(_ cursor: PushCursor) throws {
    for anchor in [cursor.anchor, cursor.pending?.known].compactMap({ $0 }) {
      try journal.require(anchor, toStartAnew: "give --cursor NAME")
    }
  }

  /// The batch that may have left already; else what is new. One that was refused is made anew from the
  /// same lines: as long as nobody asks for fewer rows it is the same.
  private func nextBatch(_ cursor: PushCursor) throws -> PushCursor.Batch {
    if let pending = cursor.pending, !pending.isRefused { return pending }
    let known = try cursor.pending?.known ?? journal.lineAnchor(journal.head.sequence)
    let first = cursor.anchor.sequence + 1
    let whole = PushCursor.Batch(first: first, last: known.sequence, known: known)
    return PushCursor.Batch(first: first, last: try view(whole, limit: size).next, known: known)
  }

  /// The rows of a batch, as the journal was when the batch was made: the same each time it is sent.
  private func view(_ batch: PushCursor.Batch, limit: Int? = nil) throws -> ChangesView {
    var journal = journal
    if batch.known.sequence != journal.head.sequence {
      journal = try ReplayedJournal(
        journal.paths.folder, asOf: .sequence(batch.known.sequence)
      ).seen(by: identity.reader)
      Reading.note(journal)
    }
    var filter = ChangesView.Filter()
    filter.anchor = batch.first - 1
    filter.last = batch.last
    filter.types = identity.types
    filter.limit = limit
    return try ChangesView(of: journal, filter)
  }
}
