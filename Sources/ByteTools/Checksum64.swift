/// A checksum of 64 bits that tells bytes that rotted, or are missing, from those that were
/// written. It is fast, and no protection against someone who means to deceive: that is what
/// SHA-256 is for.
///
/// Four lanes take a word of eight bytes each in turn: xor, multiply by an odd number, rotate. Each
/// step can be undone, so a change in a single word always changes the result.
package struct Checksum64: Sendable {
  /// Every call of `update` with bytes, except the last, must take a multiple of this many.
  package static let stripe = 32
  // Odd numbers with well-mixed bits: xxHash's (Collet 2012).
  private static let factor: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let other: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  private var lanes: (UInt64, UInt64, UInt64, UInt64)
  private var count: UInt64 = 0

  /// Of nothing yet.
  package init() {
    lanes = (Self.factor, Self.other, ~Self.factor, ~Self.other)
  }

  /// The checksum of some bytes.
  package static func of(_ bytes: RawSpan) -> UInt64 {
    var sum = Checksum64()
    sum.update(bytes)
    return sum.value
  }

  @inline(__always)
  private static func step(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    let mixed = (lane ^ word) &* factor
    return (mixed << 31) | (mixed >> 33)
  }

  /// Takes the next bytes: a multiple of `stripe`, or the last ones, which count as if zeros
  /// followed.
  package mutating func update(_ bytes: RawSpan) {
    precondition(count % UInt64(Self.stripe) == 0, "nothing follows the last bytes")
    count += UInt64(bytes.byteCount)
    var (a, b, c, d) = lanes
    var at = 0
    while at &+ Self.stripe <= bytes.byteCount {
      a = Self.step(a, bytes.word(at))
      b = Self.step(b, bytes.word(at &+ 8))
      c = Self.step(c, bytes.word(at &+ 16))
      d = Self.step(d, bytes.word(at &+ 24))
      at &+= Self.stripe
    }
    while at < bytes.byteCount {
      var word: UInt64 = 0
      for shift in 0..<min(8, bytes.byteCount &- at) {
        word |= UInt64(bytes.byte(at &+ shift)) << UInt64(shift &* 8)
      }
      (a, b, c, d) = (b, c, d, Self.step(a, word))
      at &+= 8
    }
    lanes = (a, b, c, d)
  }

  /// Takes one word, for numbers that are not in a span of bytes.
  package mutating func update(_ word: UInt64) {
    count += 8
    lanes = (lanes.1, lanes.2, lanes.3, Self.step(lanes.0, word))
  }

  /// The checksum of the bytes taken so far.
  package var value: UInt64 {
    var mixed = Self.step(Self.other, count)
    for lane in [lanes.0, lanes.1, lanes.2, lanes.3] {
      mixed = Self.step(mixed, lane) &* Self.other
    }
    mixed ^= mixed >> 29
    mixed = mixed &* Self.factor
    return mixed ^ (mixed >> 32)
  }
}
