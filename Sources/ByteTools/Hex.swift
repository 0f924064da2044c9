/// Lower-case hexadecimal text. Upper-case digits are refused when reading, because a hash over
/// the text must have one spelling only.
package enum Hex {
  /// The lower-case digit of a value; only its lowest four bits count.
  @inlinable @inline(__always)
  package static func digit(_ value: UInt8) -> UInt8 {
    let nibble = value & 15
    return nibble < 10 ? nibble &+ 48 : nibble &+ 87
  }

  /// The value of a digit `0-9` or `a-f`, or nil for any other byte.
  @inlinable @inline(__always)
  package static func value(ofDigit byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte &- 48
    case 97...102: byte &- 87
    default: nil
    }
  }

  /// Appends two lower-case digits for each byte.
  package static func append(_ bytes: RawSpan, to output: inout [UInt8]) {
    for offset in 0..<bytes.byteCount {
      let byte = bytes.byte(offset)
      output.append(digit(byte >> 4))
      output.append(digit(byte))
    }
  }

  /// Two lower-case digits for each byte: `[0x00, 0xff]` is `"00ff"`.
  package static func text(_ bytes: RawSpan) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.byteCount * 2)
    append(bytes, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// The bytes behind lower-case digits, or nil where the count is odd or a byte is no such digit.
  package static func bytes(_ text: RawSpan) -> [UInt8]? {
    guard text.byteCount.isMultiple(of: 2) else { return nil }
    var output: [UInt8] = []
    output.reserveCapacity(text.byteCount / 2)
    for offset in stride(from: 0, to: text.byteCount, by: 2) {
      guard let high = value(ofDigit: text.byte(offset)),
        let low = value(ofDigit: text.byte(offset + 1))
      else { return nil }
      output.append(high << 4 | low)
    }
    return output
  }

  /// The eight bytes behind 16 digits as a big-endian word, or nil where a byte is no such digit.
  @inlinable @inline(__always)
  package static func word(_ text: RawSpan, at offset: Int) -> UInt64? {
    guard let high = eight(text.word(offset), letters: lower),
      let low = eight(text.word(offset &+ 8), letters: lower)
    else { return nil }
    return UInt64(high) << 32 | UInt64(low)
  }

  /// What lies between the characters behind `9` and the first letter, in lower case.
  @inlinable
  package static var lower: UInt64 { 39 }
  /// The same in upper case.
  @inlinable
  package static var upper: UInt64 { 7 }

  /// Eight digits of a number, the highest in the lowest byte; `eight` reads them.
  ///
  /// - Parameter letters: `lower` or `upper`.
  @inlinable @inline(__always)
  package static func digits(_ value: UInt32, letters: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var spread = UInt64(value.byteSwapped)
    spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
    spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
    let nibbles = spread >> 4 & 0x000F_000F_000F_000F | (spread & 0x000F_000F_000F_000F) << 8
    let isLetter = (nibbles &+ ones &* 6) >> 4 & ones
    return nibbles &+ ones &* 0x30 &+ isLetter &* letters
  }

  /// The value of eight digits, the first in the lowest byte of `word`; nil where one is none.
  ///
  /// Takes the low nibbles, adds 9 where bit 6 says letter, and accepts only what prints as it came.
  ///
  /// - Parameter letters: `lower` or `upper`.
  @inlinable @inline(__always)
  package static func eight(_ word: UInt64, letters: UInt64) -> UInt32? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let nibbles = (word & (ones &* 0x0F)) &+ (word >> 6 & ones) &* 9
    guard nibbles & (ones &* 0xF0) == 0 else { return nil }
    let isLetter = (nibbles &+ ones &* 6) >> 4 & ones
    guard nibbles &+ ones &* 0x30 &+ isLetter &* letters == word else { return nil }
    var value = (nibbles << 4 | nibbles >> 8) & 0x00FF_00FF_00FF_00FF
    value = (value | value >> 8) & 0x0000_FFFF_0000_FFFF
    value = value | value >> 16
    return UInt32(truncatingIfNeeded: value).byteSwapped
  }
}
