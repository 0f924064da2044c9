import ByteTools
package import HealthEvents
package import HealthModel
package import JournalFile
import Synchronization

/// A journal that has been read: its tables, and the lines themselves for details.
package struct ReplayedJournal: Sendable {
  /// The live objects and what is in force.
  package private(set) var tables: HealthTables
  /// The position after the last line that was read.
  package let head: Head
  /// Bytes after the last line: in flight, or never acknowledged.
  package let unread: UInt64
  let reader: JournalReader
  private let kept: SnapshotFolder
  /// The objects that lines may name, for a reader that does not see everything; see
  /// `HealthTables.namedObjects`.
  private(set) var named: Memo<NamedObjects>?
  /// True if there may be lines after those that were read, because they were read as of a moment.
  let isPast: Bool
  /// The snapshot that is due, which the caller who wanted it writes; nil: none is.
  package private(set) var dueSnapshot: DueSnapshot?
  /// True if every chain value was computed and compared as it was read.
  package let isVerified: Bool
  private var removed = Memo<RemovedObjects>()

  /// A type of its own: a dictionary's costs a look-up in the runtime, at every start.
  private struct RemovedObjects: Sendable {
    var byUUID: [ObjectUUID: HealthTables.RemovedObject]
  }

  /// Reads the journal in a folder: the newest snapshot that is of use, and the lines after it.
  ///
  /// A new snapshot is due if those are many and all on the disk. It goes on from one that is
  /// sealed, or from the first line. Lines that a writer takes back meanwhile are not among what
  /// was read.
  ///
  /// - Parameters:
  ///   - asOf: up to where; what was recorded later is as if it had never been.
  ///   - verifyingChain: whether all lines are read and every chain value is computed and compared.
  ///   - fromFirstLine: whether all lines are read, and snapshots left alone.
  ///   - isForDecisions: whether only a snapshot is used that this user's programs have sealed.
  ///   - leavingSnapshot: whether the caller writes the snapshot that is due, at a better time.
  ///   - threads: how many threads may read lines at once, nil: one for each processor; the result
  ///     is the same.
  /// - Throws: `JournalError`, `.notBegun` where there was no journal then; what `asOf` throws.
  package init(
    _ folder: String, on system: any FileSystem = PosixSystem(), asOf: AsOf = .now,
    verifyingChain: Bool = false, fromFirstLine: Bool = false,
    snapshots: SnapshotPolicy = .standard, isForDecisions: Bool = false,
    leavingSnapshot: Bool = false, threads: Int? = nil
  ) throws {
    let trust: SnapshotTrust = isForDecisions ? .seal : .checksums
    let kept = SnapshotFolder(JournalPaths(folder: folder), on: system)
    let isWhole = fromFirstLine || verifyingChain
    // Where the journal is read as it is now, `newest` checks this.
    if isWhole || asOf.isPast { try kept.requireLines() }
    let (reader, found, scan) = try JournalReader.consistent(folder, on: system) { reader in
      var start = isWhole ? nil : try kept.newest(asOf, of: reader, threads: threads, trust)
      let from = start?.head.offset ?? 0
      var writes = false
      if !asOf.isPast, !isWhole, reader.isWhollyDurable || reader.hasNoNotes {
        writes = snapshots.isDue(from: from, to: reader.size) && kept.isWritable()
      }
      if writes, start != nil {
        start = try kept.newest(asOf, of: reader, threads: threads, .seal)
      }
      let (tables, scan) = try Self.replay(
        reader, from: start, asOf, verifyingChain: verifyingChain, threads: threads)
      let due =
        writes
        ? DueSnapshot(
          tables: tables, start: start?.head ?? Head(), head: scan.head, reader: reader,
          folder: kept, threads: threads ?? PosixSystem.processors) : nil
      return ((tables: tables, due: due), scan)
    }
    if let damage = scan.damage(in: reader.paths) { throw damage }
    // Claims of lines after the snapshot may have asked for parts of it.
    if !isForDecisions { try found.tables.beginReading() }
    if !leavingSnapshot { found.due?.write() }
    guard scan.head.sequence > 0 else {
      guard case .time = asOf, reader.size > 0 else {
        throw JournalError(missing: reader.paths)
      }
      throw JournalError.notBegun
    }
    tables = found.tables
    head = scan.head
    if case .torn(let bytes) = scan.tail { unread = bytes } else { unread = 0 }
    self.reader = reader
    self.kept = kept
    named = nil
    isPast = asOf.isPast
    isVerified = verifyingChain
    dueSnapshot = leavingSnapshot ? found.due : nil
  }

  /// Returns the tables of the lines up to a position, which must still be there.
  static func tables(
    of reader: JournalReader, upTo head: Head, threads: Int?
  ) throws -> HealthTables {
    let (tables, scan) = try replay(
      reader, from: nil, .sequence(head.sequence), verifyingChain: false, threads: threads)
    if let damage = scan.damage(in: reader.paths) { throw damage }
    guard scan.head.offset == head.offset, try reader.holds(head) else {
      throw JournalError.linesGone(path: reader.paths.events)
    }
    return tables
  }

  /// Reads lines, after a snapshot or from the first one on. Claims are applied.
  private static func replay(
    _ reader: JournalReader, from start: Snapshot?, _ asOf: AsOf, verifyingChain: Bool,
    threads: Int?
  ) throws -> (tables: HealthTables, scan: JournalScan) {
    // Where no line follows a snapshot, none of the memory of a builder is needed.
    if let start, start.head.offset == reader.size {
      let scan = try reader.scan(from: start.head, verifyingChain: verifyingChain) { _, _ in nil }
      var tables = start.tables
      tables.applyClaims()
      return (tables, scan)
    }
    var builder = start.map { TableBuilder($0.tables) } ?? TableBuilder(from: 0, to: reader.size)
    var head = start?.head ?? Head()
    // Only a reading to the end verifies who vouches for erased lines.
    if start == nil, reader.size > 2 * ParallelReplay.leastBytes,
      !asOf.isPast || !verifyingChain,
      let most = ParallelReplay.tables(
        of: reader, upTo: try reader.end(of: asOf), threads: threads ?? PosixSystem.processors,
        verifyingChain: verifyingChain)
    {
      (builder, head) = most
    }
    var check = AsOfCheck(asOf)
    // From the last line on, this finds out what follows.
    let scan = try reader.scan(from: head, verifyingChain: verifyingChain) { line, offset in
      guard
        try check.includes(
          line, after: builder.tables.lastSequence, in: builder.tables.settings.calendar)
      else { return nil }
      return try builder.apply(line: line, at: offset)
    }
    builder.applyClaims()
    return (builder.tables, scan)
  }

  /// Creates the journal in a folder from tables that are known already.
  ///
  /// - Parameters:
  ///   - tables: what replaying it up to `head` gives.
  ///   - head: the position after the last line that the tables hold.
  /// - Throws: `JournalError`.
  package init(
    _ folder: String, tables: HealthTables, head: Head, on system: any FileSystem
  ) throws {
    self.tables = tables
    self.head = head
    unread = 0
    reader = try JournalReader(folder, on: system)
    kept = SnapshotFolder(reader.paths, on: system)
    named = nil
    isPast = false
    isVerified = false
  }

  /// Returns the same journal with other tables of its lines, see `HealthTables.narrowed`.
  package func with(_ tables: HealthTables) -> ReplayedJournal {
    with(tables, named.map { _ in Memo() })
  }

  /// Returns the same journal with the tables of a reader and the objects that lines may name to
  /// that reader.
  func with(_ tables: HealthTables, _ named: Memo<NamedObjects>?) -> ReplayedJournal {
    var journal = self
    (journal.tables, journal.named, journal.removed) = (tables, named, Memo())
    return journal
  }

  /// Returns what is left to know of the objects that were deleted or replaced; see
  /// `HealthTables.removedObjects`.
  ///
  /// - Throws: the errors of reading their rows.
  package func removedObjects() throws -> [ObjectUUID: HealthTables.RemovedObject] {
    try removed.value { RemovedObjects(byUUID: try tables.removedObjects()) }.byUUID
  }

  /// Returns the snapshots of the journal, the oldest first.
  package func snapshots() -> [SnapshotFolder.Kept] { kept.kept() }

  /// The number of lines from which a look back goes on, and the bytes that they take in the
  /// snapshot; nil: the journal was read without one, or as of a moment.
  package var ladder: (rungs: Int, bytes: Int)? {
    tables.parts.base.flatMap { base in base.ladder().map { ($0.lines.count, base.ladderBytes) } }
  }

  package var system: any FileSystem { kept.system }

  package var paths: JournalPaths { reader.paths }

  /// Calls `body` with each line from one that begins at `offset` to the last one that was read,
  /// until it returns false.
  ///
  /// - Throws: what `body` throws; `JournalError.linesGone` where lines that were read have been
  ///   taken back.
  package func forEachLine(
    from offset: UInt64 = 0, to end: UInt64? = nil, window: Int = LineReader.window,
    _ body: (RawSpan, UInt64) throws -> Bool
  ) throws {
    try requiringLines {
      try reader.forEachLine(from: offset, to: end ?? head.offset, window: window, body)
    }
  }

  /// Returns the result of `body`, which reads lines, unless they were withdrawn meanwhile.
  func requiringLines<Result>(_ body: () throws -> Result) throws -> Result {
    let result: Result
    do {
      result = try body()
    } catch {
      try requireLines()
      throw error
    }
    try requireLines()
    return result
  }

  /// Returns where parts of this many lines begin and end, for several threads: `forEachLine` reads
  /// one. Each part begins at a line whose offset is kept, so it may have some lines more or fewer.
  ///
  /// - Throws: the errors of reading the offsets of lines.
  package func lineParts(ofLines count: UInt64) throws -> [Range<UInt64>] {
    var starts = try stride(from: 1, through: max(head.sequence, 1), by: Int(count))
      .map { try tables.lines.starts.start(for: $0).offset }
    starts.append(head.offset)
    return zip(starts, starts.dropFirst()).compactMap { $0 < $1 ? $0..<$1 : nil }
  }

  private func requireLines() throws {
    guard try reader.holds(head) else { throw JournalError.linesGone(path: paths.events) }
  }

  /// Calls `body` with each entry from the one numbered `first` on, until it returns false. Of
  /// entries that say nothing to the reader there is no call.
  package func forEachEntry(
    from first: UInt64 = 1, window: Int = LineReader.window, _ body: (Entry) throws -> Bool
  ) throws {
    guard first <= head.sequence else { return }
    let start = try tables.lines.starts.start(for: max(first, 1))
    var sequence = start.sequence
    try forEachLine(from: start.offset, window: window) { line, _ in
      defer { sequence += 1 }
      guard sequence >= first else { return true }
      guard let entry = try entry(in: line, numbered: sequence) else { return true }
      return try body(entry)
    }
  }

  /// Returns the line with this number, without its line feed, as the owner reads it; nil if there
  /// is none.
  package func line(_ sequence: UInt64) throws -> String? {
    guard (1...head.sequence).contains(sequence) else { return nil }
    let start = try tables.lines.starts.start(for: sequence)
    var (number, text) = (start.sequence, String?.none)
    try forEachLine(from: start.offset, window: 1 << 16) { line, _ in
      defer { number += 1 }
      guard number == sequence else { return true }
      text = line.text(0..<line.byteCount)
      return false
    }
    return text
  }

  /// Returns the part of a line that the reader may see; nil if it may see nothing.
  func entry(in line: RawSpan, numbered sequence: UInt64) throws -> Entry? {
    let entry = try LineCodec.decode(line)
    // Only a snapshot that is not of these lines can name a wrong position.
    guard entry.sequence == sequence else {
      throw JournalError.wrongSnapshot(path: paths.snapshots)
    }
    return try seen(entry)
  }

  /// Reads the object of a row again from its line.
  package func object(_ uuid: ObjectUUID, in sequence: UInt64) throws -> HealthObject? {
    guard case .save(let save)? = try entry(sequence)?.event else { return nil }
    return save.objects.first { $0.uuid == uuid }
  }

  /// Returns the times at which the lines 1, 65, 129 … were recorded, and the last one.
  package func recordedTimes() throws -> [Instant] {
    try tables.lines.starts.all().map { Instant(microseconds: $0.at) }
      + [tables.lastAt].compactMap(\.self)
  }

  /// The number of lines from one of these times to the next.
  package static let timeStep = Int(LineIndex.step)

  /// Returns the time at which each of some lines was recorded.
  package func recordedTimes(of lines: ClosedRange<UInt64>) throws -> [Instant] {
    try requiringLines {
      try tables.lines.starts.recordedTimes(of: lines, in: reader, upTo: head.offset)
    }
  }

  /// Verifies the chain values of all lines after one.
  ///
  /// - Returns: SHA-256 of the bytes of these lines in lower-case hex.
  /// - Throws: `JournalError.damaged` if one is wrong.
  package func verifyChain(after sequence: UInt64) throws -> String {
    var start = Head()
    if let anchor = try anchor(after: sequence),
      let chain = Digest(hex: anchor.chain.utf8.rawBytes)
    {
      (start.sequence, start.chain) = (sequence, chain)
    }
    if sequence == head.sequence { start = head }
    if sequence < head.sequence {
      start.offset = try offset(ofLine: sequence + 1)
      start.at = try entry(max(sequence, 1))?.at ?? start.at
    }
    var (line, hash) = (sequence, SHA256())
    let scan = try reader.scan(from: start, verifyingChain: true) { bytes, _ in
      guard line < head.sequence else { return nil }
      line += 1
      hash.update(bytes)
      hash.update("\n".utf8.rawBytes)
      return ScannedLine(sequence: line, at: try LineCodec.recordedAt(bytes))
    }
    if let damage = scan.damage(in: reader.paths) { throw damage }
    return hash.finalize().hexText
  }

  /// Returns the number of bytes of the lines after one.
  package func bytes(after sequence: UInt64) throws -> UInt64 {
    sequence < head.sequence ? head.offset - (try offset(ofLine: sequence + 1)) : 0
  }

  private func offset(ofLine sequence: UInt64) throws -> UInt64 {
    let start = try tables.lines.starts.start(for: sequence)
    var (line, found) = (start.sequence, start.offset)
    try forEachLine(from: start.offset, window: 1 << 16) { _, offset in
      found = offset
      line += 1
      return line <= sequence
    }
    return found
  }

  /// Returns the anchor after a line; nil if the journal has no such line.
  package func anchor(after sequence: UInt64) throws -> ChangeAnchor? {
    if sequence == 0 { return .beginning }
    if sequence == head.sequence {
      return ChangeAnchor(sequence: sequence, chain: head.chainText)
    }
    guard sequence < head.sequence else { return nil }
    let start = try tables.lines.starts.start(for: sequence)
    var (line, chain) = (start.sequence, Digest?.none)
    try forEachLine(from: start.offset, window: 1 << 16) { bytes, _ in
      if line == sequence { chain = Chain.stated(in: bytes) }
      line += 1
      return line <= sequence
    }
    return chain.map { ChangeAnchor(sequence: sequence, chain: $0.hexText) }
  }

  /// Returns why an anchor is not one of this journal as it is now; nil: it is one.
  ///
  /// - Throws: what reading its line throws.
  package func fault(of anchor: ChangeAnchor) throws -> AnchorFault? {
    guard let own = try self.anchor(after: anchor.sequence) else {
      return .beyond(anchor: anchor.sequence, last: head.sequence)
    }
    return own == anchor ? nil : .replaced(anchor: anchor.sequence)
  }

  /// The number of lines that are read at once, a multiple of the lines between two offsets that
  /// are kept.
  private static let step: UInt64 = 1024

  /// Calls `body` with each entry that the reader sees from one number down to another, the newest
  /// first, until it returns false.
  ///
  /// - Returns: whether `body` never did.
  @discardableResult
  package func forEachEntryBackwards(
    from last: UInt64, to first: UInt64, _ body: (Entry) throws -> Bool
  ) throws -> Bool {
    var end = min(last, head.sequence)
    while end >= max(first, 1) {
      let from = max(first, (end - 1) / Self.step * Self.step + 1)
      var entries: [Entry] = []
      try forEachEntry(from: from, window: 1 << 16) { entry in
        guard entry.sequence <= end else { return false }
        entries.append(entry)
        return entry.sequence < end
      }
      for entry in entries.reversed() where try !body(entry) { return false }
      end = from - 1
    }
    return true
  }

  /// Calls `body` with the entry of each line that may hold one of some uuids, or be of a kind.
  package func forEachEntry(
    mentioning uuids: some Collection<ObjectUUID>, or kind: EventKind? = nil,
    _ body: (Entry) throws -> Void
  ) throws {
    let uuids = Set(uuids)
    let kinds = [kind].compactMap { $0 }.filter { tables.counts[$0] > 0 }
    let quoted = QuotedWords(kinds.map(\.name))
    try forEachLine(
      on: lines(naming: uuids, orOfKinds: kinds),
      where: { line in
        line.holdsUUID { uuids.contains(ObjectUUID(high: $0, low: $1)) }
          || quoted.mayOccur(in: line)
      }
    ) { entry in
      if let entry = try seen(entry) { try body(entry) }
    }
  }
}

/// The reason why an anchor does not belong to this journal as it is now.
package enum AnchorFault: Hashable, Sendable {
  /// It lies beyond the last line.
  case beyond(anchor: UInt64, last: UInt64)
  /// Its line has another chain value now.
  case replaced(anchor: UInt64)
}

/// Up to where a journal is read, to see what was known then.
package enum AsOf: Sendable {
  /// The settings that decide which moment a text means.
  package struct Calendar: Hashable, Sendable {
    package let timeZone: String
    /// The day with which its weeks begin.
    package var weekStarts = Weekday.monday
  }

  /// The journal to its end.
  case now
  /// Up to the line of this number.
  case sequence(UInt64)
  /// The journal up to the last line that was recorded at a moment or before it. The closure
  /// computes the moment from the calendar that was in force: for a line, the one that the lines
  /// before it left in force. In any two time zones it computes moments that are less than
  /// `daysApart` days apart: 2 for a date, and more for `this year`, which is the next one in a
  /// zone where it is New Year already.
  case time(daysApart: Int64 = 2, @Sendable (Calendar) throws -> Instant)
}

extension JournalReader {
  /// Returns a position between lines before which all lines were known at a moment, not far from
  /// the last of these; nil: all lines were.
  fileprivate func end(of asOf: AsOf) throws -> UInt64? {
    var known: (UInt64, UInt64) = (0, linesEnd)
    guard asOf.isPast else { return nil }
    while known.1 - known.0 > ParallelReplay.leastBytes {
      let middle = known.0 + (known.1 - known.0) / 2
      var (next, isKnown) = (UInt64?.none, false)
      if let start = try lineStart(after: middle) {
        try forEachLine(from: start, window: 1 << 12) { line, _ in
          let entry = try? LineCodec.decode(line)
          next = start
          isKnown =
            entry.map { asOf.surelyKnew($0.sequence, at: $0.at, AsOf.Calendar(timeZone: "UTC")) }
            ?? false
          return false
        }
      }
      if isKnown, let next { known.0 = next } else { known.1 = middle }
    }
    return known.0
  }
}

extension AsOf {
  /// Returns true if a line was known at the moment, whichever calendar was in force there.
  ///
  /// - Parameters:
  ///   - sequence: the number of the line.
  ///   - at: when the line was recorded.
  ///   - calendar: the calendar of any line.
  func surelyKnew(_ sequence: UInt64, at: Instant, _ calendar: Calendar) -> Bool {
    switch self {
    case .now: return true
    case .sequence(let last): return sequence <= last
    case .time(let daysApart, let moment):
      guard let limit = try? moment(calendar) else { return false }
      let (latest, overflow) = at.microseconds.addingReportingOverflow(daysApart * 86_400_000_000)
      return !overflow && latest <= limit.microseconds
    }
  }
}

/// Asks of each line whether it was known at a moment.
struct AsOfCheck {
  private let asOf: AsOf
  private var known: (calendar: AsOf.Calendar, moment: Instant)?

  init(_ asOf: AsOf) { self.asOf = asOf }

  /// Returns true if a line was known.
  ///
  /// It has the calendar as a closure and not the tables: to pass them for each line would copy all
  /// their references.
  ///
  /// - Parameters:
  ///   - sequence: the number of the line before it.
  ///   - calendar: the calendar in force there.
  @inline(__always)
  mutating func includes(
    _ line: RawSpan, after sequence: UInt64, in calendar: @autoclosure () -> AsOf.Calendar
  ) throws -> Bool {
    switch asOf {
    case .now: return true
    case .sequence(let last): return sequence < last
    case .time(_, let moment):
      let calendar = calendar()
      if known?.calendar != calendar { known = (calendar, try moment(calendar)) }
      guard let limit = known?.moment else { return true }
      return try LineCodec.recordedAt(line) <= limit
    }
  }
}

/// A value that is made when it is first asked for. A class, so that copies of a journal make it
/// once; a thread that asks meanwhile waits for it.
package final class Memo<Value: Sendable>: Sendable {
  private let known = Mutex<Value?>(nil)

  package init() {}

  /// Returns the value. `make` makes it unless an earlier call did.
  package func value<Failure>(_ make: () throws(Failure) -> Value) throws(Failure) -> Value {
    try known.withLock { known throws(Failure) in
      if let known { return known }
      let value = try make()
      known = value
      return value
    }
  }
}
