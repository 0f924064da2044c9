package import HealthEvents
package import HealthModel
import JournalFile

/// The log of the lines themselves: how many there are of each kind, when they were recorded, and
/// where they begin.
package struct LineLog: Sendable {
  /// The number of lines of each kind.
  package private(set) var counts = EventCounts()
  /// The number of the last line.
  package private(set) var lastSequence: UInt64 = 0
  /// The time at which the first line was recorded.
  package private(set) var firstAt: Instant?
  /// The time at which the last line was recorded.
  package private(set) var lastAt: Instant?
  /// The offsets at which lines begin.
  var starts = LineIndex()
  /// The counts at the rungs that came since the snapshot.
  private(set) var rungs = RungCounts()

  /// Notes the next line.
  @inline(__always)
  mutating func note(_ sequence: UInt64, _ at: Instant, _ kind: EventKind, at offset: UInt64) {
    if starts.note(sequence, LineStart(offset: offset, at: at.microseconds)) {
      rungs.add(sequence - 1, counts)
    }
    counts.add(kind)
    lastSequence = sequence
    if firstAt == nil { firstAt = at }
    lastAt = at
  }

  /// Notes the lines of another log, which follow.
  mutating func append(contentsOf other: LineLog) {
    rungs.append(contentsOf: other.rungs, after: counts)
    counts.add(other.counts)
    starts.append(contentsOf: other.starts)
    if firstAt == nil { firstAt = other.firstAt }
    guard other.lastSequence > 0 else { return }
    lastSequence = other.lastSequence
    lastAt = other.lastAt
  }
}

extension HealthTables {
  /// The number of lines of each kind.
  @inlinable package var counts: EventCounts { lines.counts }
  /// The number of the last line.
  @inlinable package var lastSequence: UInt64 { lines.lastSequence }
  /// The time at which the first line was recorded.
  @inlinable package var firstAt: Instant? { lines.firstAt }
  /// The time at which the last line was recorded.
  @inlinable package var lastAt: Instant? { lines.lastAt }
}

/// The number of lines of each kind up to the lines that are rungs of the ladder, see `Ladder`.
struct RungCounts: Sendable {
  /// The most rungs.
  static let most: UInt64 = 2048

  /// The numbers of the lines, ascending.
  private(set) var lines: [UInt64] = []
  private(set) var counts: [EventCounts] = []
  /// Rungs are at multiples of this, a multiple of the lines between two offsets that are kept.
  private var stride = LineIndex.step

  /// Creates the counts of no rung.
  init() {}

  /// Returns the number of lines between two rungs of some lines.
  static func stride(for lines: UInt64, most: UInt64 = most) -> UInt64 {
    var stride = LineIndex.step
    while lines / stride > most { stride *= 2 }
    return stride
  }

  /// Adds a line if it is a rung; it comes after all others.
  mutating func add(_ line: UInt64, _ counts: EventCounts) {
    guard line > 0, line % stride == 0 else { return }
    lines.append(line)
    self.counts.append(counts)
    if lines.count > Self.most * 2 { thin(to: stride * 2) }
  }

  /// Adds those of lines that follow; theirs do not include the lines before them.
  mutating func append(contentsOf other: RungCounts, after earlier: EventCounts) {
    for (line, counts) in zip(other.lines, other.counts) where line % stride == 0 {
      var all = earlier
      all.add(counts)
      add(line, all)
    }
  }

  /// Keeps those at multiples of a number of lines.
  mutating func thin(to stride: UInt64) {
    self.stride = stride
    keep(lines.indices.filter { lines[$0] % stride == 0 })
  }

  /// Keeps the rungs at some indices.
  mutating func keep(_ indices: [Int]) {
    (lines, counts) = (indices.map { lines[$0] }, indices.map { counts[$0] })
  }
}

/// The number of lines of each kind.
package struct EventCounts: Hashable, Sendable {
  private var counts = [UInt64](repeating: 0, count: EventKind.allCases.count)

  package init() {}

  /// Creates the counts by kind; nil if there are more or fewer kinds.
  init?(_ counts: [UInt64]) {
    guard counts.count == self.counts.count else { return nil }
    self.counts = counts
  }

  /// The number of lines of this kind.
  package subscript(kind: EventKind) -> UInt64 { counts[kind.rawValue] }

  /// The number of all lines; nil if there are more than can be counted.
  var sum: UInt64? {
    counts.reduce(0 as UInt64?) { sum, count in
      guard let (sum, overflow) = sum?.addingReportingOverflow(count), !overflow else { return nil }
      return sum
    }
  }

  mutating func add(_ other: EventCounts) {
    for index in counts.indices { counts[index] += other.counts[index] }
  }

  mutating func add(_ kind: EventKind) { counts[kind.rawValue] += 1 }
}

/// The place in the file at which a line begins, and when it was recorded.
struct LineStart: Hashable, Sendable, BitwiseCopyable {
  let offset: UInt64
  /// Microseconds since 1970.
  let at: Int64
}

/// The places in the file at which lines begin: every 64th is kept, the rest is found by reading on
/// from there.
struct LineIndex: Sendable {
  static let step: UInt64 = 64
  /// The snapshot's part of the starts of the lines 1, 65, 129 …
  private let base: @Sendable () throws -> StoredColumn<LineStart>
  private let baseCount: Int
  /// The starts after those.
  private var recent: [LineStart] = []

  init() {
    base = { StoredColumn() }
    baseCount = 0
  }

  /// Creates an index that continues the starts of a snapshot: this many, which `source` reads.
  init(count: Int, _ source: @escaping @Sendable () throws -> StoredColumn<LineStart>) {
    base = source
    baseCount = count
  }

  /// Returns all starts.
  ///
  /// - Throws: the errors of reading the snapshot's starts, or else the lines.
  func all() throws -> StoredColumn<LineStart> {
    var all = try base()
    for start in recent { all.append(start) }
    return all
  }

  /// Returns the number of starts that are kept for this many lines.
  static func count(for lines: UInt64) -> UInt64 { lines / step + (lines % step == 0 ? 0 : 1) }

  /// Notes the start of the line with this number, and returns true if it is kept. Lines come in
  /// order.
  @inline(__always)
  mutating func note(_ sequence: UInt64, _ start: LineStart) -> Bool {
    guard sequence % Self.step == 1 else { return false }
    recent.append(start)
    return true
  }

  /// Notes what another index noted of the lines that follow.
  mutating func append(contentsOf other: LineIndex) {
    precondition(other.baseCount == 0, "what a snapshot holds is not copied")
    recent += other.recent
  }

  /// Returns the lines from one kept start to the next that include the line with this number: the
  /// number of the first of them, and their bytes.
  ///
  /// - Parameter head: the position after the last line.
  /// - Throws: the errors of `all`.
  func stretch(
    with sequence: UInt64, upTo head: Head
  ) throws -> (first: UInt64, bytes: Range<UInt64>) {
    let (start, first) = try start(for: sequence)
    let next = first + Self.step
    return (first, start..<(next > head.sequence ? head.offset : try self.start(for: next).offset))
  }

  /// Returns the nearest kept line at or before the one with this number: its offset and number.
  ///
  /// - Throws: the errors of `all`.
  func start(for sequence: UInt64) throws -> (offset: UInt64, sequence: UInt64) {
    let index = Int((sequence - 1) / Self.step)
    let start = index < baseCount ? try base()[index] : recent[index - baseCount]
    return (start.offset, UInt64(index) * Self.step + 1)
  }

  /// Returns the time at which each of some lines was recorded.
  ///
  /// - Parameter end: the offset after the last line.
  /// - Throws: the errors of `all` and of reading lines.
  func recordedTimes(
    of lines: ClosedRange<UInt64>, in reader: JournalReader, upTo end: UInt64
  ) throws -> [Instant] {
    let start = try start(for: lines.lowerBound)
    // Of few lines, a window of the usual size would read many more.
    let window = lines.count > 1024 ? LineReader.window : 1 << 15
    var (sequence, times) = (start.sequence, [Instant]())
    try reader.forEachLine(from: start.offset, to: end, window: window) { line, _ in
      if sequence >= lines.lowerBound { times.append(try LineCodec.recordedAt(line)) }
      sequence += 1
      return sequence <= lines.upperBound
    }
    return times
  }
}
