/// UUIDs as text, read eight digits at a time.
package enum UUIDText {
  /// Reads the 36 characters of an upper-case UUID at `position` and moves behind them; nil, with the
  /// position unmoved, for anything else.
  @inlinable
  package static func parse(
    _ bytes: RawSpan, at position: inout Int
  ) -> (high: UInt64, low: UInt64)? {
    guard position >= 0, bytes.byteCount &- position >= 36 else { return nil }
    return unsafe bytes.uncheckedUUID(at: &position)
  }
}

extension RawSpan {
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
