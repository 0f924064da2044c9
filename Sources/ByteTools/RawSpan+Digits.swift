extension RawSpan {
  /// How many of the eight bytes from `index` are decimal digits before the first that is not one,
  /// and the number that they make; the caller has checked the bounds.
  @unsafe @inlinable @inline(__always)
  package func uncheckedDigits(_ index: Int) -> (count: Int, value: UInt64) {
    let digits = unsafe uncheckedWord(index) ^ 0x3030_3030_3030_3030
    let others = (digits | (digits &+ 0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080
    // Where a byte is greater than 9, a carry may spoil those after it, none before it.
    let count = others.trailingZeroBitCount >> 3
    guard count > 0 else { return (0, 0) }
    return (count, Self.number(ofEight: digits << UInt64(64 &- count &* 8)))
  }

  /// A whole number without sign or leading zero, of at most 15 digits; moves past it. The caller
  /// has checked that 24 bytes follow. Nil, with the position unmoved, for all else.
  @unsafe @inlinable @inline(__always)
  package func uncheckedShortWhole(at position: inout Int) -> UInt64? {
    var (count, value) = unsafe uncheckedDigits(position)
    let first = unsafe uncheckedWord(position) & 0xFF
    guard count > 0, first != UInt64(UInt8(ascii: "0")) || count == 1 else { return nil }
    if count == 8 {
      let more = unsafe uncheckedDigits(position &+ 8)
      guard more.count < 8 else { return nil }
      count &+= more.count
      value = value &* .smallPowerOfTen(more.count) &+ more.value
    }
    guard !Self.continuesNumber(unsafe uncheckedWord(position &+ count)) else { return nil }
    position &+= count
    return value
  }

  /// A number as `uncheckedShortDecimal` reads it where there is room for one; nil, with the
  /// position unmoved, also where there is none.
  @inlinable @inline(__always)
  package func shortDecimal(at position: inout Int) -> Double? {
    // A sign, eight bytes of digits, a point and eight more.
    guard position >= 0, byteCount &- position >= 24 else { return nil }
    return unsafe uncheckedShortDecimal(at: &position)
  }

  /// A number of JSON's grammar with at most seven digits before the point and as many after it;
  /// moves past it. The caller has checked that 24 bytes follow. Nil, with the position unmoved,
  /// for all else.
  @unsafe @inlinable @inline(__always)
  package func uncheckedShortDecimal(at position: inout Int) -> Double? {
    var at = position
    var word = unsafe uncheckedWord(at)
    let isNegative = word & 0xFF == UInt64(UInt8(ascii: "-"))
    if isNegative {
      at &+= 1
      word = unsafe uncheckedWord(at)
    }
    let whole = unsafe uncheckedDigits(at)
    guard whole.count >= 1, whole.count < 8,
      word & 0xFF != UInt64(UInt8(ascii: "0")) || whole.count == 1
    else { return nil }
    at &+= whole.count
    word >>= UInt64(whole.count &* 8)
    var value = Double(whole.value)
    if word & 0xFF == UInt64(UInt8(ascii: ".")) {
      let fraction = unsafe uncheckedDigits(at &+ 1)
      guard fraction.count >= 1, fraction.count < 8 else { return nil }
      let power = UInt64.smallPowerOfTen(fraction.count)
      // Both are exact, so that the one division rounds once (Clinger 1990).
      value = Double(whole.value &* power &+ fraction.value) / Double(power)
      at &+= 1 &+ fraction.count
      word = unsafe uncheckedWord(at)
    }
    guard !Self.continuesNumber(word) else { return nil }
    position = at
    return isNegative ? -value : value
  }

  /// Whether the lowest byte would go on with a number that digits end: `.`, `e` or `E`.
  @inlinable @inline(__always)
  static func continuesNumber(_ word: UInt64) -> Bool {
    let byte = UInt8(truncatingIfNeeded: word)
    return byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
  }

  /// The number that eight decimal digits make, the first in the lowest byte: pairs, fours, all.
  @inlinable @inline(__always)
  package static func number(ofEight digits: UInt64) -> UInt64 {
    let pairs = (digits &* 10) &+ (digits >> 8)
    let first = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
    let second = ((pairs >> 16) & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
    return (first &+ second) >> 32
  }
}

extension RawSpan {
  /// A UUID of 36 characters in upper case; moves past it. Nil, with the position unmoved, for
  /// all else.
  @inlinable @inline(__always)
  package func uuid(at position: inout Int) -> (high: UInt64, low: UInt64)? {
    guard position >= 0, byteCount &- position >= 36 else { return nil }
    return unsafe uncheckedUUID(at: &position)
  }

  /// The same without a check of the bounds.
  @unsafe @inlinable @inline(__always)
  package func uncheckedUUID(at position: inout Int) -> (high: UInt64, low: UInt64)? {
    let at = position
    let first = unsafe uncheckedWord(at &+ 8)
    let second = unsafe uncheckedWord(at &+ 16)
    // The dashes: the first and sixth byte of one word, the third and last of the other.
    guard (first ^ 0x2D00_0000_002D) & 0xFF00_0000_00FF == 0,
      (second ^ 0x2D00_0000_002D_0000) & 0xFF00_0000_00FF_0000 == 0,
      let digits = Hex.four(
        SIMD4(
          unsafe uncheckedWord(at), Self.pair(first >> 8, (first >> 48) | (second << 16)),
          Self.pair(second >> 24, unsafe uncheckedWord(at &+ 24)),
          unsafe uncheckedWord(at &+ 28)), letters: Hex.upper)
    else { return nil }
    position = at &+ 36
    return (
      (UInt64(digits[0]) << 32) | UInt64(digits[1]), (UInt64(digits[2]) << 32) | UInt64(digits[3])
    )
  }

  /// The first four bytes of two words.
  @inlinable @inline(__always)
  static func pair(_ first: UInt64, _ second: UInt64) -> UInt64 {
    (first & 0xFFFF_FFFF) | (second << 32)
  }
}

extension UInt64 {
  /// Ten to the power of an exponent from 0 to 8.
  @inlinable @inline(__always)
  package static func smallPowerOfTen(_ exponent: Int) -> UInt64 {
    switch exponent {
    case 0: 1
    case 1: 10
    case 2: 100
    case 3: 1_000
    case 4: 10_000
    case 5: 100_000
    case 6: 1_000_000
    case 7: 10_000_000
    default: 100_000_000
    }
  }
}
