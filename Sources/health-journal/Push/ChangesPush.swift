import HealthModel
import HealthProjections
import Journal
import JournalFile

/// A push of changes: from where the last one ended up to the journal's last line.
struct ChangesPush {
  let journal: ViewRequest
  let identity: BatchIdentity
  /// The most rows in a batch; a batch has whole lines only.
  let size: Int

  /// Sends what is new, batch by batch. The bounds of a batch are on the disk before it leaves, and
  /// the cursor moves when it has arrived.
  func run(_ outlet: inout PushOutlet, _ console: inout Console) throws {
    let file = try PushCursorFile(
      identity, to: outlet.target, outside: journal.folder, isLocked: !outlet.isDry)
    let batches = ChangeBatches(of: journal.journal, identity, size: size)
    var cursor = try file.read()
    try require(cursor)
    while cursor.anchor.sequence < journal.head.sequence {
      let lines = try nextLines(cursor, batches)
      let last = try journal.lineAnchor(lines.last)
      let parcel = try batches.parcel(lines, upTo: last)
      if parcel.rows > 0 {
        cursor.pending = lines
        if !outlet.isDry { try file.write(cursor) }
        let what = "what lines \(lines.first) to \(lines.last) changed"
        try deliver(parcel, what, cursor, file, &outlet, &console)
      }
      cursor = PushCursor(anchor: last)
      if !outlet.isDry { try file.write(cursor) }
    }
    try outlet.report(upTo: cursor.anchor.sequence, &console)
  }

  /// Sends the pending batch, and notes it where the other side will not take it.
  private func deliver(
    _ parcel: RowParcel, _ what: String, _ cursor: PushCursor, _ file: borrowing PushCursorFile,
    _ outlet: inout PushOutlet, _ console: inout Console
  ) throws {
    do {
      try outlet.deliver(parcel, what, &console)
    } catch let failure as Failure where failure.code == .refused {
      var refused = cursor
      refused.pending?.isRefused = true
      try file.write(refused)
      throw failure
    }
  }

  /// Refuses a cursor whose lines the journal does not have, as after a restore from an older copy.
  private func require(_ cursor: PushCursor) throws {
    for anchor in [cursor.anchor, cursor.pending?.known].compactMap({ $0 }) {
      try journal.require(anchor, toStartAnew: "give --cursor NAME")
    }
  }

  /// The pending batch, which may have been sent already; else the next new lines. A batch that was
  /// refused is made again from the same lines, and is the same batch unless `size` is another.
  private func nextLines(_ cursor: PushCursor, _ batches: ChangeBatches) throws -> BatchLines {
    if let pending = cursor.pending, !pending.isRefused { return pending }
    let known = try cursor.pending?.known ?? journal.lineAnchor(journal.head.sequence)
    return try batches.lines(after: cursor.anchor.sequence, known: known)
  }
}
