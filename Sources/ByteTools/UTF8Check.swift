/// Validation of UTF-8 without making a string.
package enum UTF8Check {
  /// Whether `range` of `bytes` is valid UTF-8 (RFC 3629: no overlong forms, no surrogates).
  @inlinable
  package static func isValid(_ bytes: RawSpan, _ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    while at < range.upperBound {
      if at &+ 8 <= range.upperBound, bytes.word(at) & 0x8080_8080_8080_8080 == 0 {
        at &+= 8
        continue
      }
      let lead = bytes.byte(at)
      if lead < 0x80 {
        at &+= 1
        continue
      }
      guard let length = length(lead), at &+ length <= range.upperBound,
        isSequence(bytes, at, lead, length)
      else { return false }
      at &+= length
    }
    return true
  }

  @inlinable
  package static func length(_ lead: UInt8) -> Int? {
    switch lead {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: nil
    }
  }

  @inlinable
  package static func isSequence(
    _ bytes: RawSpan, _ at: Int, _ lead: UInt8, _ length: Int
  ) -> Bool {
    for index in 1..<length where bytes.byte(at &+ index) & 0xC0 != 0x80 { return false }
    let second = bytes.byte(at &+ 1)
    switch lead {
    case 0xE0: return second >= 0xA0
    case 0xED: return second < 0xA0
    case 0xF0: return second >= 0x90
    case 0xF4: return second < 0x90
    default: return true
    }
  }
}
