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
