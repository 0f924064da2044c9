import HealthJournal
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
    while cursor.sequence < journal.head.sequence {
      let batch = try cursor.pending ?? newBatch(after: cursor.sequence)
      let body = try PushParcel.body(try table(batch))
      if body.rows > 0 {
        cursor.pending = batch
        if !outlet.isDry { try file.write(cursor) }
        let what = "what lines \(batch.first) to \(batch.last) changed"
        let parcel = PushParcel(
          what: what, rows: body.rows, key: identity.key(batch), body: body.bytes)
        try outlet.deliver(parcel, &console)
      }
      cursor = PushCursor(sequence: batch.last)
      if !outlet.isDry { try file.write(cursor) }
    }
    try outlet.report(upTo: cursor.sequence, &console)
  }

  /// A cursor beyond the journal's end is of a journal that was restored from an older copy.
  private func require(_ cursor: PushCursor) throws(Failure) {
    let known = cursor.pending?.known ?? cursor.sequence
    let last = journal.head.sequence
    guard known <= last else {
      throw .usage(
        "the other side has changes up to line \(known), but the journal's last line is \(last): it "
          + "was restored from an older copy. Begin anew with --cursor NAME")
    }
  }

  private func newBatch(after sequence: UInt64) throws -> PushCursor.Batch {
    var filter = ChangesView.Filter()
    filter.anchor = sequence
    filter.types = identity.types
    filter.limit = size
    let last = try ChangesView(of: journal, filter).next
    return PushCursor.Batch(first: sequence + 1, last: last, known: journal.head.sequence)
  }

  /// The rows of a batch, as the journal was when the batch was made: the same each time it is sent.
  private func table(_ batch: PushCursor.Batch) throws -> Table {
    var journal = journal
    if batch.known != journal.head.sequence {
      journal = try ReplayedJournal(journal.paths.folder, asOf: .sequence(batch.known))
    }
    var filter = ChangesView.Filter()
    filter.anchor = batch.first - 1
    filter.last = batch.last
    filter.types = identity.types
    return try ChangesView(of: journal, filter).table
  }
}
