import ByteTools
import JournalFile
import Synchronization

/// An audit at the speed of a replay: all lines are replayed and verified by several threads. Then
/// the rules are asked of the lines that are not canonical samples, and of those whose samples may
/// break one, which columns tell (`ColumnAudit`); each is asked of the journal as it stood before
/// its line (`PastState`).
struct ParallelAudit: Sendable {
  /// About how much a thread reads at a time of the lines that are looked into.
  static let listedBytes: UInt64 = 1 << 18

  private let reader: JournalReader
  private let threads: Int
  private let starter: ThreadStarter
  private let partBytes: UInt64?

  /// An audit of the lines that a reader has.
  init(
    _ reader: JournalReader, threads: Int, from starter: ThreadStarter = .system,
    partBytes: UInt64? = nil
  ) {
    self.reader = reader
    self.threads = threads
    self.starter = starter
    self.partBytes = partBytes
  }

  /// What is wrong with lines and snapshots.
  struct Found: Sendable {
    var run: AuditRun
    var snapshots: [SnapshotFinding]
  }

  /// Lines in tables, and what came to light on the way.
  private struct Replayed: Sendable {
    var builder = TableBuilder()
    var head = Head()
    /// The numbers of the lines of which rows of samples do not tell all.
    var lines: [UInt32] = []
    var snapshots: SnapshotAudit
    var failure: (any Error)?

    mutating func take(_ lines: [UInt32], _ builder: inout TableBuilder, _ head: Head) {
      self.lines += lines
      do { try snapshots.compare(&builder, head) } catch { failure = failure ?? error }
    }
  }

  /// Looks into all lines up to the first bad one.
  ///
  /// - Throws: `JournalError`; what the system throws.
  func found(_ snapshots: SnapshotAudit) throws -> (found: Found, scan: JournalScan) {
    let (replayed, scan) = try replayed(snapshots)
    let head = replayed.head
    let past = JournalPast(replayed.builder)
    let suspects = ColumnAudit.lines(past, threads: threads, from: starter)
    let listed = try ListedLines(
      (replayed.lines + suspects).sortedOnce(), of: reader, past.tables.lines.starts, upTo: head,
      partBytes: partBytes ?? Self.listedBytes)
    let progress = Mutex((run: AuditRun(), state: PastState(past, before: 1)))
    try listed.forEach(on: threads, from: starter) { entry, offset in
      progress.withLock { progress in
        progress.state.move(to: entry.sequence)
        progress.run.take(entry, at: offset, given: progress.state)
        progress.state.take(entry.event)
      }
    }
    var run = progress.withLock { $0.run }
    run.finish(scan)
    return (Found(run: run, snapshots: replayed.snapshots.findings(scan)), scan)
  }

  // MARK: Replay

  /// All good lines. Where one is bad, one thread tells which, and those before it are read again.
  private func replayed(
    _ snapshots: SnapshotAudit
  ) throws -> (replayed: Replayed, scan: JournalScan) {
    if let whole = try replay(snapshots, upTo: nil) {
      // From the last line on, this finds out what follows.
      let scan = try scan(from: whole.head)
      if scan.head == whole.head { return (whole, scan) }
    }
    let scan = try scan(from: Head())
    guard let good = try replay(snapshots, upTo: scan.head.offset), good.head == scan.head else {
      throw JournalError.linesGone(path: reader.paths.events)
    }
    return (good, scan)
  }

  /// The lines up to a position, nil: all; nil where any of them is bad.
  private func replay(_ snapshots: SnapshotAudit, upTo end: UInt64?) throws -> Replayed? {
    let replayed = Mutex(Replayed(snapshots: snapshots))
    let watch = ParallelReplay.Watch(stops: snapshots.stops) { lines, builder, head in
      replayed.withLock { $0.take(lines, &builder, head) }
    }
    guard
      let (builder, head) = ParallelReplay.tables(
        of: reader, upTo: end, threads: threads, from: starter, verifyingChain: true,
        partBytes: partBytes ?? ParallelReplay.partBytes, watch: watch)
    else { return nil }
    var whole = replayed.withLock { replayed in
      defer { replayed = Replayed(snapshots: snapshots) }
      return replayed
    }
    if let failure = whole.failure { throw failure }
    (whole.builder, whole.head) = (builder, head)
    return whole
  }

  /// What a scan by one thread finds: the first bad line, and the first problem with it.
  private func scan(from head: Head) throws -> JournalScan {
    var last = (sequence: head.sequence, at: head.at)
    var builder = TableBuilder()
    // The rules name each erased line that nothing explains, and go on after it.
    return try reader.scan(from: head, verifyingChain: true, erasedMayLackVoucher: true) {
      line, offset in
      let entry = try LineCodec.decode(line)
      guard entry.sequence == last.sequence + 1 else {
        throw LineProblem.sequence(expected: last.sequence + 1)
      }
      guard entry.at >= last.at else { throw LineProblem.timeRanBack }
      try builder.apply(entry, at: offset)
      last = (entry.sequence, entry.at)
      return ScannedLine(sequence: entry.sequence, at: entry.at)
    }
  }
}
