/// Decimal text of doubles: the shortest form that reads back to the same bits, and a parser that
/// takes JSON's grammar and rounds correctly.
package enum DecimalText {
  /// Appends the shortest decimal that reads back to `value`: `812`, `0.1`, `-0`, `1e-07`.
  ///
  /// The value must be finite: a journal line has no spelling for NaN and infinity.
  package static func append(_ value: Double, to bytes: inout [UInt8]) {
    precondition(value.isFinite, "NaN and infinity have no decimal text")
    if value.magnitude < 9_007_199_254_740_992, value == Double(Int64(value)) {
      if value.sign == .minus { bytes.append(UInt8(ascii: "-")) }
      return append(UInt64(value.magnitude), to: &bytes)
    }
    var text = value.description
    if text.hasSuffix(".0") { text.removeLast(2) }
    bytes.append(contentsOf: text.utf8)
  }

  /// Appends a whole number without sign.
  package static func append(_ value: UInt64, to bytes: inout [UInt8]) {
    bytes.append(addingCapacity: 20) { $0.append(decimal: value) }
  }

  /// Returns the number of digits of a whole number.
  @inlinable
  package static func digitCount(_ value: UInt64) -> Int {
    if value >= 100_000_000 { return 8 &+ digitCount(value / 100_000_000) }
    var count = 1
    var limit: UInt64 = 10
    while value >= limit, count < 8 {
      count &+= 1
      limit &*= 10
    }
    return count
  }

  /// The text of a number below 10^8 with zeros before it, the first digit in the lowest byte:
  /// halves of four, two and one digits, split by multiplying all of a kind at once.
  @inlinable @inline(__always)
  package static func eightDigits(_ number: UInt32) -> UInt64 {
    let fours = UInt64(number / 10_000) | (UInt64(number % 10_000) << 32)
    // 10,486 / 2^20 is 1/100 for all up to 9,999; 103 / 2^10 is 1/10 for all up to 99.
    let hundreds = ((fours &* 10_486) >> 20) & 0x7F_0000_007F
    let twos = hundreds | ((fours &- (hundreds &* 100)) << 16)
    let tens = ((twos &* 103) >> 10) & 0x000F_000F_000F_000F
    return (tens | ((twos &- (tens &* 10)) << 8)) | 0x3030_3030_3030_3030
  }

  /// Returns the text of `append(_:to:)` as a string.
  package static func text(_ value: Double) -> String {
    .written { append(value, to: &$0) }
  }

  /// Reads a number of JSON's grammar at `position` and moves past it; nil, with the position
  /// unmoved, if there is none or if it is too large for a double.
  @inlinable
  package static func parse(_ bytes: RawSpan, at position: inout Int) -> Double? {
    if let value = bytes.shortDecimal(at: &position) { return value }
    var at = position
    let negative = at < bytes.byteCount && bytes.byte(at) == UInt8(ascii: "-")
    if negative { at += 1 }
    let first = at
    var mantissa: UInt64 = 0
    while at < bytes.byteCount, let digit = bytes.digit(at), at - first < 19 {
      mantissa = mantissa &* 10 &+ digit
      at += 1
    }
    let whole = at - first
    if whole == 0 || (whole > 1 && bytes.byte(first) == UInt8(ascii: "0")) { return nil }
    var fraction = 0
    if at + 1 < bytes.byteCount, bytes.byte(at) == UInt8(ascii: "."), bytes.digit(at + 1) != nil {
      at += 1
      while at < bytes.byteCount, let digit = bytes.digit(at), whole + fraction < 19 {
        mantissa = mantissa &* 10 &+ digit
        fraction += 1
        at += 1
      }
    }
    if at < bytes.byteCount, bytes.continuesNumber(at) {
      return parseSlowly(bytes, at: &position)
    }
    guard let value = scale(mantissa, fraction: fraction) else {
      return parseSlowly(bytes, at: &position)
    }
    position = at
    return negative ? -value : value
  }

  /// Returns `mantissa / 10^fraction`, correctly rounded, or nil if that needs a more careful
  /// method.
  ///
  /// A mantissa up to 2^53 and a power of ten up to 10^22 are exact doubles, so their division
  /// rounds once (Clinger 1990). Larger mantissas are divided as 128-bit integers.
  @inlinable
  package static func scale(_ mantissa: UInt64, fraction: Int) -> Double? {
    if fraction == 0, mantissa <= 1 << 53 { return Double(mantissa) }
    guard fraction <= 19 else { return nil }
    if mantissa <= 1 << 53 { return Double(mantissa) / powersOfTen(fraction) }
    return divide(mantissa, byTenTo: fraction)
  }

  /// Returns the exact double of 10^`exponent`, 0 through 22.
  @inlinable
  package static func powersOfTen(_ exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<exponent { power *= 10 }
    return power
  }

  /// Divides by long division with a sticky bit: the quotient has 63 bits or more, and rounding
  /// needs 53 + 2.
  @usableFromInline
  package static func divide(_ mantissa: UInt64, byTenTo exponent: Int) -> Double {
    var divisor: UInt64 = 1
    for _ in 0..<exponent { divisor &*= 10 }
    let shift = divisor.leadingZeroBitCount
    let normalized = divisor << UInt64(shift)
    let lead = mantissa.leadingZeroBitCount
    // Halved, so that the high word stays below the divisor, whose top bit is set.
    let high = (mantissa << UInt64(lead)) >> 1
    let low = (mantissa << UInt64(lead)) << 63
    let (quotient, rest) = normalized.dividingFullWidth((high, low))
    let top = quotient.leadingZeroBitCount
    var bits = quotient << UInt64(top)
    // The 11 lowest of 64 bits decide the rounding; anything beneath makes them sticky.
    if rest != 0 { bits |= 1 }
    let scale = 1 - lead - top + shift - 64
    return Double(sign: .plus, exponent: scale, significand: Double(bits))
  }

  /// Reads the same grammar through a string, for numbers with an exponent or more than 19 digits.
  @usableFromInline
  package static func parseSlowly(_ bytes: RawSpan, at position: inout Int) -> Double? {
    var at = position
    func digits() -> Int {
      let start = at
      while at < bytes.byteCount, bytes.digit(at) != nil { at += 1 }
      return at - start
    }
    if at < bytes.byteCount, bytes.byte(at) == UInt8(ascii: "-") { at += 1 }
    let first = at
    let whole = digits()
    if whole == 0 || (whole > 1 && bytes.byte(first) == UInt8(ascii: "0")) { return nil }
    if at < bytes.byteCount, bytes.byte(at) == UInt8(ascii: ".") {
      at += 1
      if digits() == 0 { return nil }
    }
    if at < bytes.byteCount, bytes.byte(at) | 0x20 == UInt8(ascii: "e") {
      at += 1
      if at < bytes.byteCount, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes.byte(at)) {
        at += 1
      }
      if digits() == 0 { return nil }
    }
    guard let value = Double(bytes.text(position..<at)), value.isFinite else { return nil }
    position = at
    return value
  }

  /// Returns true if a text is certainly the output of `append(_:to:)` for the number that the text
  /// states.
  ///
  /// Up to 15 digits every decimal has a double of its own (C's DBL_DIG), so no shorter one reads
  /// back to the same; without an exponent, without a zero that could be left out, and from 0.0001
  /// on there is one way to write it. False only means that it is not certain.
  @inlinable
  package static func isShortest(_ bytes: RawSpan) -> Bool {
    let count = bytes.byteCount
    var at = count > 0 && bytes.byte(0) == UInt8(ascii: "-") ? 1 : 0
    guard count > at, count &- at <= 16, bytes.digit(at) != nil else { return false }
    let first = at
    while at < count, bytes.digit(at) != nil { at &+= 1 }
    let startsWithZero = bytes.byte(first) == UInt8(ascii: "0")
    if startsWithZero, at &- first > 1 { return false }
    // For `-0` the answer is false, so that `append(_:to:)` writes it.
    if at == count { return count &- first <= 15 && !(startsWithZero && first == 1) }
    guard bytes.byte(at) == UInt8(ascii: "."), at &+ 1 < count else { return false }
    let fraction = at &+ 1
    at = fraction
    while at < count, bytes.digit(at) != nil { at &+= 1 }
    guard at == count, bytes.byte(count &- 1) != UInt8(ascii: "0") else { return false }
    if !startsWithZero { return true }
    for index in fraction..<min(fraction &+ 4, count)
    where bytes.byte(index) != UInt8(ascii: "0") {
      return true
    }
    return false
  }
}

/// Returns the digits of a whole number in groups of three, as `12` and `031`.
package func thousands(_ digits: Substring) -> [Substring] {
  var (groups, rest) = ([Substring](), digits)
  while rest.count > 3 {
    groups.append(rest.suffix(3))
    rest = rest.dropLast(3)
  }
  return [rest] + groups.reversed()
}

/// Returns a count in words: `1 day`, `3 days`.
package func counted(_ count: some BinaryInteger, _ thing: String) -> String {
  "\(count) \(thing)\(count == 1 ? "" : "s")"
}
