/// Where lines begin in the file: every 64th is kept, the rest is found by reading on from there.
struct LineIndex: Sendable {
  private static let step: UInt64 = 64
  /// The places of the lines 1, 65, 129 …
  private(set) var offsets = StoredColumn<UInt64>()

  init() {}

  /// An index that goes on from what a snapshot holds.
  init(_ offsets: StoredColumn<UInt64>) { self.offsets = offsets }

  /// How many places are kept for so many lines.
  static func count(for lines: UInt64) -> UInt64 { (lines + step - 1) / step }

  /// Notes where the line with this number begins. Lines come in order.
  mutating func note(_ sequence: UInt64, at offset: UInt64) {
    if sequence % Self.step == 1 { offsets.append(offset) }
  }

  /// Notes what another index noted of the lines that follow.
  mutating func append(contentsOf other: LineIndex) {
    offsets.append(contentsOf: other.offsets, 0..<other.offsets.count)
  }

  /// The nearest kept line at or before the one with this number: its place and number.
  func start(for sequence: UInt64) -> (offset: UInt64, sequence: UInt64) {
    let index = Int((sequence - 1) / Self.step)
    return (offsets[index], UInt64(index) * Self.step + 1)
  }
}
