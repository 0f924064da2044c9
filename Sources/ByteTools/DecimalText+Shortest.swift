extension DecimalText {
  /// Whether a text is certainly what `append(_:to:)` writes for the number that the text states.
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
