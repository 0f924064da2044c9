/// A SHA-256 digest: 32 bytes.
package struct Digest: Hashable, Sendable {
  /// Bytes 0 to 7, big-endian.
  @usableFromInline let first: UInt64
  /// Bytes 8 to 15, big-endian.
  @usableFromInline let second: UInt64
  /// Bytes 16 to 23, big-endian.
  @usableFromInline let third: UInt64
  /// Bytes 24 to 31, big-endian.
  @usableFromInline let fourth: UInt64

  /// 32 zero bytes: the chain value before the first line.
  package static let zero = Digest(words: (0, 0, 0, 0))

  /// Makes a digest of four big-endian words.
  @inlinable
  package init(words: (UInt64, UInt64, UInt64, UInt64)) {
    (first, second, third, fourth) = words
  }

  /// Reads exactly 64 lower-case hexadecimal digits; anything else gives nil.
  @inlinable
  package init?(hex: RawSpan) {
    guard hex.byteCount == 64,
      let (first, second) = Hex.twoWords(hex, at: 0),
      let (third, fourth) = Hex.twoWords(hex, at: 32)
    else { return nil }
    self.init(words: (first, second, third, fourth))
  }

  /// The four words, big-endian: the first byte of the digest is the highest of the first word.
  @inlinable
  package var words: (UInt64, UInt64, UInt64, UInt64) { (first, second, third, fourth) }

  /// The digest as 64 lower-case hexadecimal digits.
  package var hexText: String {
    .written { bytes in bytes.append(addingCapacity: 64) { $0.append(hex: self) } }
  }

  /// The byte at an index from 0 to 31.
  @inlinable
  package subscript(index: Int) -> UInt8 {
    let word =
      switch index / 8 {
      case 0: first
      case 1: second
      case 2: third
      case 3: fourth
      default: preconditionFailure("a digest has 32 bytes")
      }
    return UInt8(truncatingIfNeeded: word >> UInt64(56 - index % 8 * 8))
  }
}

/// HMAC with SHA-256 (RFC 2104): shows a reader who has the key that the bytes were signed with it.
package enum HMAC {
  /// Returns the code of some bytes.
  ///
  /// - Parameter key: 32 bytes that nobody else knows.
  package static func sha256(_ bytes: RawSpan, key: [UInt8]) -> Digest {
    precondition(key.count <= 64, "a longer key is not hashed first")
    var inner = SHA256()
    for index in 0..<64 { inner.update((index < key.count ? key[index] : 0) ^ 0x36) }
    inner.update(bytes)
    var outer = SHA256()
    for index in 0..<64 { outer.update((index < key.count ? key[index] : 0) ^ 0x5C) }
    outer.update(inner.finalize())
    return outer.finalize()
  }
}

/// A checksum of 64 bits that detects bytes that changed or are missing. It is fast, and no
/// protection against deliberate deception: SHA-256 protects against that.
///
/// Four lanes process a word of eight bytes each in turn: xor, multiply by an odd number, rotate.
/// Each step can be undone, so a change in a single word always changes the result.
package struct Checksum64: Sendable {
  /// Every call of `update` with bytes, except the last, must take a multiple of this many.
  package static let stripe = 32
  // Odd numbers with well-mixed bits: xxHash's (Collet 2012).
  private static let factor: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let other: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  private var lanes: (UInt64, UInt64, UInt64, UInt64)
  private var count: UInt64 = 0

  /// Creates the checksum of no bytes.
  package init() {
    lanes = (Self.factor, Self.other, ~Self.factor, ~Self.other)
  }

  /// Returns the checksum of some bytes.
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

extension UInt64 {
  /// Returns a hash of two words, in this order. The steps are those of SplitMix64 (Steele, Lea,
  /// Flood 2014); each can be undone.
  @inlinable
  package static func mixed(_ first: UInt64, _ second: UInt64) -> UInt64 {
    var mixed = (first &* 0x9E37_79B9_7F4A_7C15) ^ second
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
