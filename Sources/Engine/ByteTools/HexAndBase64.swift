/// Hexadecimal text: digests in lower case, uuids in upper case. Digits of the other case are
/// refused when reading, because a hash over the text must have one spelling only.
///
/// Public for the compiler only; see `RFC3339`.
public enum Hex {
  /// The value of a digit `0-9` or `a-f`, or nil for any other byte.
  @inlinable @inline(__always)
  package static func value(ofDigit byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte &- 48
    case 97...102: byte &- 87
    default: nil
    }
  }

  /// The 16 bytes that 32 lower-case digits stand for, as two big-endian words, or nil where a byte
  /// is no such digit.
  @inlinable @inline(__always)
  package static func twoWords(_ text: RawSpan, at offset: Int) -> (UInt64, UInt64)? {
    let words = SIMD4(
      text.word(offset), text.word(offset &+ 8), text.word(offset &+ 16), text.word(offset &+ 24))
    guard let values = four(words, letters: lower) else { return nil }
    return (
      (UInt64(values[0]) << 32) | UInt64(values[1]), (UInt64(values[2]) << 32) | UInt64(values[3])
    )
  }

  /// The distance of `a` past the character that follows `9`.
  @inlinable
  package static var lower: UInt64 { 39 }
  /// The distance of `A` past the character that follows `9`.
  @inlinable
  package static var upper: UInt64 { 7 }

  /// Eight digits of a number, the highest in the lowest byte; `four` reads them.
  ///
  /// - Parameter letters: `lower` or `upper`.
  @inlinable @inline(__always)
  package static func digits(_ value: UInt32, letters: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var spread = UInt64(value.byteSwapped)
    spread = (spread | (spread << 16)) & 0x0000_FFFF_0000_FFFF
    spread = (spread | (spread << 8)) & 0x00FF_00FF_00FF_00FF
    let fours: UInt64 = 0x000F_000F_000F_000F
    let nibbles = ((spread >> 4) & fours) | ((spread & fours) << 8)
    let isLetter = ((nibbles &+ (ones &* 6)) >> 4) & ones
    return nibbles &+ (ones &* 0x30) &+ (isLetter &* letters)
  }

  /// The values of four times eight digits, the first of each in the lowest byte; nil where one is
  /// not a digit.
  ///
  /// Takes the low nibbles, adds 9 where bit 6 says letter, and accepts only what prints as it
  /// came. Four words at a time: the steps are few, and a vector takes two or four of them for one.
  ///
  /// - Parameter letters: `lower` or `upper`.
  @inlinable @inline(__always)
  package static func four(_ words: SIMD4<UInt64>, letters: UInt64) -> SIMD4<UInt32>? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let bit = (words &>> 6) & ones
    let nibbles = (words & (ones &* 0x0F)) &+ ((bit &<< 3) &+ bit)
    let isLetter = ((nibbles &+ (ones &* 6)) &>> 4) & ones
    // Each byte of 1 becomes one of 255.
    let letterMask = (isLetter &<< 8) &- isLetter
    let printed = nibbles &+ (ones &* 0x30) &+ (letterMask & (ones &* letters))
    let wrong = (printed ^ words) | (nibbles & (ones &* 0xF0))
    guard wrong[0] | wrong[1] | wrong[2] | wrong[3] == 0 else { return nil }
    var values = ((nibbles &<< 4) | (nibbles &>> 8)) & 0x00FF_00FF_00FF_00FF
    values = (values | (values &>> 8)) & 0x0000_FFFF_0000_FFFF
    values = values | (values &>> 16)
    return SIMD4(
      UInt32(truncatingIfNeeded: values[0]).byteSwapped,
      UInt32(truncatingIfNeeded: values[1]).byteSwapped,
      UInt32(truncatingIfNeeded: values[2]).byteSwapped,
      UInt32(truncatingIfNeeded: values[3]).byteSwapped)
  }

  /// Returns true if four times eight bytes are lower-case digits.
  @inlinable @inline(__always)
  package static func areDigits(_ words: SIMD4<UInt64>) -> Bool {
    let strangers = strangers(words)
    return strangers[0] | strangers[1] | strangers[2] | strangers[3] == 0
  }

  /// Zero where four times eight bytes are lower-case digits; else some of their highest bits are
  /// set. It does not compute what the digits mean.
  ///
  /// A digit differs from `0` by at most 9, a letter from the character before `a` by 1 to 6.
  @inlinable @inline(__always)
  package static func strangers(_ words: SIMD4<UInt64>) -> SIMD4<UInt64> {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let digit = (words ^ (ones &* 0x30)) &+ (ones &* 0x76)
    let letter = words ^ (ones &* 0x60)
    let noLetter = (letter &+ (ones &* 0x79)) | ~(letter &+ (ones &* 0x7F))
    return (words | (digit & noLetter)) & (ones &* 0x80)
  }
}

/// Bytes as text of 64 letters (RFC 4648 §4).
package enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns the text of bytes: `[0xFF]` gives `/w==`.
  package static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var word = group.reduce(UInt32(0)) { ($0 << 8) | UInt32($1) }
      word <<= UInt32(8 * (3 - group.count))
      for index in 0..<4 {
        let letter = letters[Int((word >> UInt32(18 - 6 * index)) & 63)]
        text.append(index <= group.count ? letter : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes of a text; nil if it is not written exactly as `text` writes them.
  package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (word, bits) = (UInt32(0), UInt32(0))
    for letter in text.utf8 where letter != UInt8(ascii: "=") {
      guard let value = letters.firstIndex(of: letter) else { return nil }
      word = (word << 6) | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: word >> bits))
      }
    }
    return Self.text(bytes) == text ? bytes : nil
  }
}

extension Digest {
  /// The digest as 44 letters of Base64.
  package var base64Text: String { Base64.text((0..<32).map { self[$0] }) }

  /// Reads what `base64Text` writes; anything else gives nil.
  package init?(base64 text: some StringProtocol) {
    guard let bytes = Base64.bytes(text), bytes.count == 32 else { return nil }
    let words = stride(from: 0, to: 32, by: 8).map { start in
      bytes[start..<start + 8].reduce(UInt64(0)) { ($0 << 8) | UInt64($1) }
    }
    self.init(words: (words[0], words[1], words[2], words[3]))
  }
}
