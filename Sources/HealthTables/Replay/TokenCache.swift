import ByteTools

/// Stretches of text that many lines share, such as
/// `","type":"HKQuantityTypeIdentifierStepCount","start":"`, and what they say. A reader that has
/// read one step by step stores it here. Where the same bytes come again, one comparison replaces
/// those steps.
///
/// There is one slot for each hash: a token that comes often replaces one that comes seldom.
struct TokenCache<Meaning: Sendable>: Sendable {
  /// Tokens of other lengths are not learned. They are compared 32 bytes at a time.
  private static var lengths: ClosedRange<Int> { 32...128 }

  private struct Known: Sendable {
    /// None at first.
    var count = 0
    var meaning: Meaning?
  }

  /// The offsets of the three words that a token's hash is made of.
  private let keys: (Int, Int, Int)
  private var known = [Known](repeating: Known(), count: 256)
  private var bytes: [UInt8]

  /// For tokens that differ in the words at these offsets, which are in the token or just past
  /// it.
  init(keys: (Int, Int, Int)) {
    precondition(max(keys.0, keys.1, keys.2) + 8 <= Self.lengths.upperBound)
    self.keys = keys
    bytes = [UInt8](repeating: 0, count: known.count * Self.lengths.upperBound)
  }

  /// What the known token at a position says; moves past it. Nil: none that is known stands
  /// there.
  @inline(__always)
  func meaning(in line: RawSpan, at position: inout Int) -> Meaning? {
    guard position >= 0, line.byteCount &- position >= Self.lengths.upperBound else { return nil }
    let slot = unsafe slot(in: line, position)
    let count = known[slot].count
    guard count > 0 else { return nil }
    // The slot has as many bytes as the longest token, and so has the line here.
    let start = slot &* Self.lengths.upperBound
    let last = count &- 32
    let all = unsafe bytes.span.bytes
    var difference =
      unsafe line.uncheckedVector(position &+ last) ^ all.uncheckedVector(start &+ last)
    var offset = 0
    while offset < last {
      difference |=
        unsafe (line.uncheckedVector(position &+ offset) ^ all.uncheckedVector(start &+ offset))
      offset &+= 32
    }
    guard difference[0] | difference[1] | difference[2] | difference[3] == 0 else { return nil }
    position &+= count
    return known[slot].meaning
  }

  /// Learns what a token says that stood in a line.
  mutating func learn(_ line: RawSpan, _ range: Range<Int>, _ meaning: Meaning) {
    guard Self.lengths.contains(range.count),
      line.byteCount &- range.lowerBound >= Self.lengths.upperBound
    else { return }
    let slot = unsafe slot(in: line, range.lowerBound)
    known[slot] = Known(count: range.count, meaning: meaning)
    for index in 0..<range.count {
      bytes[slot * Self.lengths.upperBound + index] = line.byte(range.lowerBound + index)
    }
  }

  /// The slot for a token, of which the longest would lie within the line.
  @unsafe @inline(__always)
  private func slot(in line: RawSpan, _ position: Int) -> Int {
    let first = unsafe line.uncheckedWord(position &+ keys.0)
    let second = unsafe line.uncheckedWord(position &+ keys.1)
    let third = unsafe line.uncheckedWord(position &+ keys.2)
    let mixed = first &+ second &* 31 &+ third &* 127
    return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) >> 56)
  }
}
