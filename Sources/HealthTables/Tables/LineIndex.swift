import JournalFile

/// Where lines begin in the file: every 64th is kept, the rest is found by reading on from there.
struct LineIndex: Sendable {
  private static let step: UInt64 = 64
  /// What a snapshot holds of the offsets of the lines 1, 65, 129 …
  private let base: @Sendable () throws -> StoredColumn<UInt64>
  private let baseCount: Int
  /// The offsets after those.
  private var recent: [UInt64] = []

  init() {
    base = { StoredColumn() }
    baseCount = 0
  }

  /// An index that goes on from what a snapshot holds: this many offsets, which `source` reads.
  init(count: Int, _ source: @escaping @Sendable () throws -> StoredColumn<UInt64>) {
    base = source
    baseCount = count
  }

  /// All offsets.
  ///
  /// - Throws: what reading the snapshot's, or else the lines, throws.
  func offsets() throws -> StoredColumn<UInt64> {
    var all = try base()
    for offset in recent { all.append(offset) }
    return all
  }

  /// How many offsets are kept for this many lines.
  static func count(for lines: UInt64) -> UInt64 { lines / step + (lines % step == 0 ? 0 : 1) }

  /// Notes where the line with this number begins. Lines come in order.
  mutating func note(_ sequence: UInt64, at offset: UInt64) {
    if sequence % Self.step == 1 { recent.append(offset) }
  }

  /// Notes what another index noted of the lines that follow.
  mutating func append(contentsOf other: LineIndex) {
    precondition(other.baseCount == 0, "what a snapshot holds is not copied")
    recent += other.recent
  }

  /// The lines from one kept offset to the next, of which one has this number: the number of the
  /// first of them, and their bytes.
  ///
  /// - Parameter head: the position after the last line.
  /// - Throws: as `offsets`.
  func stretch(
    with sequence: UInt64, upTo head: Head
  ) throws -> (first: UInt64, bytes: Range<UInt64>) {
    let (start, first) = try start(for: sequence)
    let next = first + Self.step
    return (first, start..<(next > head.sequence ? head.offset : try self.start(for: next).offset))
  }

  /// The nearest kept line at or before the one with this number: its offset and number.
  ///
  /// - Throws: as `offsets`.
  func start(for sequence: UInt64) throws -> (offset: UInt64, sequence: UInt64) {
    let index = Int((sequence - 1) / Self.step)
    let offset = index < baseCount ? try base()[index] : recent[index - baseCount]
    return (offset, UInt64(index) * Self.step + 1)
  }
}
