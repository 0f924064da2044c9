/// How far a replay has come, from which it tells how many rows a column will have: columns that
/// grow seldom are copied seldom, and memory that is asked for and not touched costs nothing.
struct ReplayProgress: Sendable {
  /// Before this many bytes have been read, what they hold says little.
  private static let leastBytes: UInt64 = 1 << 20

  private let start: UInt64
  private let end: UInt64
  private(set) var at: UInt64

  /// A replay of the lines from one offset in the file to another.
  init(from start: UInt64 = 0, to end: UInt64 = 0) {
    self.start = start
    self.end = end
    at = start
  }

  /// Moves to a line that begins there.
  @inline(__always)
  mutating func move(to offset: UInt64) { at = offset }

  /// Room for what is there now, for more, and for as much as comes if the rest is like what was
  /// read.
  func room(for count: Int) -> Int {
    let least = count + count / 2 + 64
    guard end > at, at > start, at - start >= Self.leastBytes else { return least }
    // A little more than that: otherwise half of all columns would be copied once more.
    let whole = Double(count) * (Double(end - start) / Double(at - start)) * 1.06
    return max(least, Int(min(whole, Double(UInt32.max))) + 64)
  }
}
