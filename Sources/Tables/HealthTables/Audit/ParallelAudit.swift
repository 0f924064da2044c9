import ByteTools
import HealthEvents
import HealthModel
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

  /// Creates an audit of the lines that a reader has.
  init(
    _ reader: JournalReader, threads: Int, from starter: ThreadStarter = .system,
    partBytes: UInt64? = nil
  ) {
    self.reader = reader
    self.threads = threads
    self.starter = starter
    self.partBytes = partBytes
  }

  /// The problems with lines and snapshots.
  struct Found: Sendable {
    var run: AuditRun
    var snapshots: [SnapshotFinding]
  }

  /// Lines in tables, and what came to light on the way.
  private struct Replayed: Sendable {
    var builder = TableBuilder()
    var head = Head()
    /// The numbers of the lines that are not fully described by rows of samples.
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

  /// Replays all good lines. If one is bad, one thread finds out which, and the lines before it are
  /// read again.
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

  /// Replays the lines up to a position (nil: all); returns nil if any of them is bad.
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

  /// Scans the lines with one thread for the first bad line, and the first problem with it.
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

/// The chain alone, verified by several threads, each a part of the lines.
enum ParallelChain {
  /// About the most bytes that are verified after a signal asked the program to end.
  private static let partBytes: UInt64 = 1 << 26

  /// Returns the position after the last line, without its time; nil if any chain value is bad, and
  /// one thread has to find out which. An incomplete line at the end is left out.
  ///
  /// - Parameters:
  ///   - start: a position after a line that is taken for good.
  ///   - end: a position between lines; nil: after the last complete one.
  static func head(
    of reader: JournalReader, after start: Head = Head(), to end: UInt64? = nil, threads: Int,
    from starter: ThreadStarter = .system
  ) -> Head? {
    let bytes = (end ?? reader.linesEnd) - start.offset
    let parts = max(threads, Int(bytes / partBytes))
    guard let cuts = try? reader.cuts(from: start.offset, parts: parts, to: end),
      let parts = try? Threads.map(
        Array(0..<cuts.count - 1), on: threads, from: starter,
        { part in
          if Interruption.signal != nil { throw LineProblem.noChain }
          return try reader.verifyChain(from: cuts[part], to: cuts[part + 1])
        })
    else { return nil }
    if parts.contains(where: \.metErasure) {
      guard (try? reader.vouchesForErasures()) == true else { return nil }
    }
    var whole = start
    for (index, part) in parts.enumerated() {
      // The last line may be one that is not finished.
      guard part.head.offset == cuts[index + 1] || index == parts.count - 1 else { return nil }
      let before = whole.sequence
      whole = part.head
      whole.sequence += before
    }
    return whole
  }
}

/// Finds the lines whose samples may break a rule, by reading columns only.
///
/// It has no rules of its own: it checks the first sample of each type, unit, kind and origin that
/// a source saves against the rules themselves. The samples that follow can differ from that one in
/// what is checked here: the uuid, the span, and the decisions and origins of later lines. Beyond
/// that, samples of canonical lines differ only in value and metadata, which no rule of an audit
/// asks for. All other lines are checked one by one anyway.
struct ColumnAudit {
  /// The result of the rules for a sample.
  private struct Verdict {
    var type = UInt32.max
    /// The last line for which this holds.
    var through: UInt64 = 0
    var isGood = true
  }

  /// The number of buckets of the index that a thread processes at a time.
  private static let buckets = 512

  private let past: JournalPast
  private var decider = Decider()
  /// By the numbers of contexts, of quantities and of categories.
  private var verdicts: [Verdict]
  private var lines: [UInt32] = []

  private init(_ past: JournalPast) {
    self.past = past
    verdicts = Array(repeating: Verdict(), count: past.tables.vocabulary.contexts.all.count * 2)
  }

  /// Returns the numbers of the lines that must be examined.
  static func lines(_ past: JournalPast, threads: Int, from starter: ThreadStarter) -> [UInt32] {
    guard let index = past.tables.index.frozen else { preconditionFailure("no index") }
    let buckets = stride(from: 0, to: index.starts.count - 1, by: Self.buckets).map {
      $0..<min($0 + Self.buckets, index.starts.count - 1)
    }
    let works = past.tables.sampleTypes.map(Work.type) + buckets.map(Work.buckets)
    let found = Threads.map(works, on: threads, from: starter) { work -> [UInt32] in
      switch work {
      case .type(let number):
        var audit = ColumnAudit(past)
        audit.look(atType: number)
        return audit.lines
      case .buckets(let buckets):
        return index.likelyTwins(in: buckets).map { past.tables.sequence(at: $0) }
      }
    }
    return found.flatMap { $0 }
  }

  /// The work that a thread does at a time.
  private enum Work: Sendable {
    case type(Int)
    case buckets(Range<Int>)
  }

  private mutating func look(atType number: Int) {
    let columns = past.tables.columns(number)
    for row in 0..<columns.count {
      let line = columns.sequences[row]
      let isCategory = columns.flags[row].contains(.category)
      let index = Int(columns.contexts[row]) * 2 + (isCategory ? 1 : 0)
      if verdicts[index].type != UInt32(number) || verdicts[index].through < line {
        verdicts[index] = verdict(on: columns[row], number)
      }
      if !verdicts[index].isGood || columns.ends[row] < columns.starts[row] { lines.append(line) }
    }
  }

  /// Checks a sample like that of the row, apart from uuid, span, value and metadata, against the
  /// rules.
  private mutating func verdict(on row: SampleRow, _ number: Int) -> Verdict {
    let tables = past.tables
    let provenance = tables.provenances[Int(row.provenance)]
    let line = UInt64(row.sequence)
    let moment = Timestamp(instant: Instant(microseconds: 0), offsetMinutes: 0)
    let (type, span) = (tables.types.names[number], TimeSpan(at: moment))
    let content: Content =
      row.flags.contains(.category)
      ? .category(CategoryContent(type: type, span: span, value: .code(0)))
      : .quantity(
        QuantityContent(
          type: type, span: span, value: 0, unit: tables.units.names[Int(row.unit)]))
    var object = HealthObject(uuid: past.unusedUUID, content: content)
    if provenance.origin != 0 { object.origin = provenance.origin }
    let state = PastState(past, before: line)
    // Rows do not have the times of their lines. A right that ends may have ended by any of them,
    // so these lines are examined one by one.
    let fault = decider.fault(
      of: .save(Save(objects: [object])), by: tables.actors.names[Int(provenance.actor)],
      given: state, at: Instant(microseconds: .max))
    var verdict = Verdict(type: UInt32(number), through: past.decision(from: line) ?? .max)
    if let origin = state.unknownOrigin(of: object) {
      if origin >= line { verdict.through = min(verdict.through, origin) }
      verdict.isGood = false
    }
    if fault != nil { verdict.isGood = false }
    return verdict
  }
}

/// Some lines of a journal, read again in order: threads decode them ahead, and one after the other
/// is handed on.
struct ListedLines {
  /// The number of parts of a round for each thread: a round is held in memory, decoded.
  private static let partsPerThread = 4
  /// The number of bytes that are read at a time.
  private static let window = 1 << 16

  /// A part of the file.
  private struct Part: Sendable {
    /// The indices of the lines that are listed in it.
    var listed: Range<Int>
    /// The number of its first line.
    var first: UInt64
    /// The range of its bytes in the file.
    var bytes: Range<UInt64>
  }

  private let reader: JournalReader
  /// The numbers of the lines, ascending.
  private let numbers: [UInt32]
  private let parts: [Part]

  /// Creates the list of the lines with these numbers, which ascend and come before `head`.
  ///
  /// - Parameters:
  ///   - index: the offsets at which lines begin.
  ///   - partBytes: about how much a thread reads at a time.
  /// - Throws: the errors of reading the offsets of lines.
  init(
    _ numbers: [UInt32], of reader: JournalReader, _ index: LineIndex, upTo head: Head,
    partBytes: UInt64
  ) throws {
    self.reader = reader
    self.numbers = numbers
    var parts: [Part] = []
    for (position, number) in numbers.enumerated() {
      let (first, bytes) = try index.stretch(with: UInt64(number), upTo: head)
      if var last = parts.last, bytes.lowerBound <= last.bytes.upperBound,
        bytes.lowerBound < last.bytes.upperBound || last.bytes.count < Int(partBytes)
      {
        last.listed = last.listed.lowerBound..<position + 1
        last.bytes = last.bytes.lowerBound..<bytes.upperBound
        parts[parts.count - 1] = last
      } else {
        parts.append(Part(listed: position..<position + 1, first: first, bytes: bytes))
      }
    }
    self.parts = parts
  }

  /// Calls `body` with each of the lines and its offset in the file, one at a time.
  ///
  /// - Parameter threads: how many may decode lines.
  /// - Throws: `JournalError.linesGone` if other lines are there now; the errors of the system.
  func forEach(
    on threads: Int, from starter: ThreadStarter, _ body: @Sendable (Entry, UInt64) -> Void
  ) throws {
    let count = threads * Self.partsPerThread
    for start in stride(from: 0, to: parts.count, by: count) {
      let round = Array(parts[start..<min(start + count, parts.count)])
      try Threads.inOrder(round, on: threads, from: starter) {
        try decoded($0)
      } take: { lines in
        for line in lines { body(line.entry, line.offset) }
      }
    }
  }

  private func decoded(_ part: Part) throws -> [(entry: Entry, offset: UInt64)] {
    var lines: [(entry: Entry, offset: UInt64)] = []
    var wanted = numbers[part.listed]
    var number = part.first
    try reader.forEachLine(
      from: part.bytes.lowerBound, to: part.bytes.upperBound, window: Self.window
    ) { line, offset in
      defer { number += 1 }
      guard let next = wanted.first, number == UInt64(next) else { return true }
      wanted.removeFirst()
      let entry = try LineCodec.decode(line)
      guard entry.sequence == number else { return false }
      lines.append((entry, offset))
      return !wanted.isEmpty
    }
    guard lines.count == part.listed.count else {
      throw JournalError.linesGone(path: reader.paths.events)
    }
    return lines
  }
}
