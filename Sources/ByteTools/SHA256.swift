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
    if length & 63 != 0 {
      offset = min(64 &- Int(length & 63), bytes.byteCount)
      keep(bytes, 0..<offset)
      if length & 63 == 0 { SHA256Blocks.compress(&state, unsafe pending.span.bytes) }
    }
    let whole = (bytes.byteCount &- offset) & ~63
    if whole > 0 {
      SHA256Blocks.compress(&state, bytes.extracting(offset..<offset &+ whole))
      length &+= UInt64(whole)
      offset &+= whole
    }
    keep(bytes, offset..<bytes.byteCount)
  }

  /// Keeps bytes that fill up the pending block at most.
  private mutating func keep(_ bytes: RawSpan, _ range: Range<Int>) {
    let used = Int(length & 63)
    for index in range { pending[used &+ index &- range.lowerBound] = bytes.byte(index) }
    length &+= UInt64(range.count)
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
    let bytes: InlineArray<4, UInt64> = [
      words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian,
    ]
    update(unsafe bytes.span.bytes)
  }

  /// Ends the message, returns its digest and starts a new, empty message.
  package mutating func finalize() -> Digest {
    let bits = length &<< 3
    let used = Int(length & 63)
    pending[used] = 0x80
    for index in used &+ 1..<64 { pending[index] = 0 }
    if used >= 56 {
      SHA256Blocks.compress(&state, unsafe pending.span.bytes)
      for index in 0..<56 { pending[index] = 0 }
    }
    for index in 0..<8 {
      pending[56 &+ index] = UInt8(truncatingIfNeeded: bits &>> UInt64(56 &- index &* 8))
    }
    SHA256Blocks.compress(&state, unsafe pending.span.bytes)
    let result = state
    self = SHA256()
    return Digest(
      words: (
        Self.pair(result[0], result[1]), Self.pair(result[2], result[3]),
        Self.pair(result[4], result[5]), Self.pair(result[6], result[7])
      ))
  }

  private static func pair(_ high: UInt32, _ low: UInt32) -> UInt64 {
    UInt64(high) << 32 | UInt64(low)
  }
}
