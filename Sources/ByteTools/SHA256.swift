/// A streaming SHA-256 (FIPS 180-4) that allocates nothing.
///
///     var hash = SHA256()
///     hash.update(unsafe "abc".utf8.span.bytes)
///     hash.finalize().hexText  // "ba7816bf…f20015ad"
package struct SHA256: Sendable {
  private var state = SHA256Blocks.initial
  /// Bytes taken in so far, modulo 2^64.
  private var length: UInt64 = 0
  /// The bytes that do not yet fill a block: the first `length % 64` are in use.
  private var pending = InlineArray<64, UInt8>(repeating: 0)

  /// A hash that has taken in nothing.
  package init() {}

  /// The digest of the bytes.
  package static func hash(_ bytes: RawSpan) -> Digest {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finalize()
  }

  /// Takes in bytes. Splitting a message over several calls changes nothing.
  package mutating func update(_ bytes: RawSpan) {
    var offset = 0
    while offset < bytes.byteCount, length & 63 != 0 {
      update(bytes.byte(offset))
      offset &+= 1
    }
    let whole = (bytes.byteCount &- offset) & ~63
    if whole > 0 {
      SHA256Blocks.compress(&state, bytes.extracting(offset..<offset &+ whole))
      length &+= UInt64(whole)
      offset &+= whole
    }
    while offset < bytes.byteCount {
      update(bytes.byte(offset))
      offset &+= 1
    }
  }

  /// Takes in one byte.
  @inline(__always)
  package mutating func update(_ byte: UInt8) {
    pending[Int(length & 63)] = byte
    length &+= 1
    if length & 63 == 0 { SHA256Blocks.compress(&state, unsafe pending.span.bytes) }
  }

  /// Takes in the 32 bytes of a digest.
  package mutating func update(_ digest: Digest) {
    let words = digest.words
    update(bigEndian: words.0)
    update(bigEndian: words.1)
    update(bigEndian: words.2)
    update(bigEndian: words.3)
  }

  /// Ends the message, returns its digest and starts a new, empty message.
  package mutating func finalize() -> Digest {
    let bits = length &<< 3
    update(0x80)
    while length & 63 != 56 { update(0) }
    update(bigEndian: bits)
    let result = state
    self = SHA256()
    return Digest(
      words: (
        Self.pair(result[0], result[1]), Self.pair(result[2], result[3]),
        Self.pair(result[4], result[5]), Self.pair(result[6], result[7])
      ))
  }

  private mutating func update(bigEndian word: UInt64) {
    for shift in stride(from: UInt64(0), through: 56, by: 8) {
      update(UInt8(truncatingIfNeeded: word >> (56 - shift)))
    }
  }

  private static func pair(_ high: UInt32, _ low: UInt32) -> UInt64 {
    UInt64(high) << 32 | UInt64(low)
  }
}
