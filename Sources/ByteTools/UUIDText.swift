/// UUIDs as text, read eight digits at a time.
package enum UUIDText {
  /// Reads the 36 characters of an upper-case UUID at `position` and moves behind them; nil, with the
  /// position unmoved, for anything else.
  @inlinable
  package static func parse(
    _ bytes: RawSpan, at position: inout Int
  ) -> (high: UInt64, low: UInt64)? {
    let at = position
    let dash = UInt8(ascii: "-")
    guard at >= 0, at &+ 36 <= bytes.byteCount, bytes.byte(at &+ 8) == dash,
      bytes.byte(at &+ 13) == dash, bytes.byte(at &+ 18) == dash, bytes.byte(at &+ 23) == dash,
      let a = digits(bytes.word(at)),
      let b = digits(pair(bytes.word(at &+ 9), bytes.word(at &+ 14))),
      let c = digits(pair(bytes.word(at &+ 19), bytes.word(at &+ 24))),
      let d = digits(bytes.word(at &+ 28))
    else { return nil }
    position = at &+ 36
    return (UInt64(a) << 32 | UInt64(b), UInt64(c) << 32 | UInt64(d))
  }

  /// The first four bytes of two words.
  @inlinable @inline(__always)
  package static func pair(_ first: UInt64, _ second: UInt64) -> UInt64 {
    first & 0xFFFF_FFFF | second << 32
  }

  /// The value of eight upper-case hexadecimal digits, the first in the lowest byte.
  @inlinable @inline(__always)
  package static func digits(_ word: UInt64) -> UInt32? { Hex.eight(word, letters: Hex.upper) }
}
