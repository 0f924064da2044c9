/// A streaming SHA-256 (FIPS 180-4) that allocates nothing.
///
///     var hash = SHA256()
///     hash.update("abc".utf8.rawBytes)
///     hash.finalize().hexText  // "ba7816bf…f20015ad"
package struct SHA256: Sendable {
  private var state = SHA256Blocks.initial
  /// Bytes taken in so far, modulo 2^64.
  private var length: UInt64 = 0
  /// The bytes that do not yet fill a block: the first `length % 64` are in use. The end of a
  /// message takes up to two blocks.
  private var pending = InlineArray<128, UInt8>(repeating: 0)

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
      if length & 63 == 0 { compressPending() }
    }
    let whole = (bytes.byteCount &- offset) & ~63
    if whole > 0 {
      SHA256Blocks.compress(&state, bytes.extracting(offset..<offset &+ whole))
      length &+= UInt64(whole)
      offset &+= whole
    }
    keep(bytes, offset..<bytes.byteCount)
  }

  /// Keeps bytes that fill up the pending block at most, in one copy: byte by byte, it took as long
  /// as the hash of a short message.
  @inline(__always)
  private mutating func keep(_ bytes: RawSpan, _ range: Range<Int>) {
    let used = Int(length & 63)
    unsafe withUnsafeMutableBytes(of: &pending) { pending in
      unsafe bytes.extracting(range).withUnsafeBytes { kept in
        unsafe UnsafeMutableRawBufferPointer(rebasing: pending[used..<64]).copyMemory(from: kept)
      }
    }
    length &+= UInt64(range.count)
  }

  private mutating func compressPending() {
    SHA256Blocks.compress(&state, pending.rawBytes.extracting(0..<64))
  }

  /// Takes in one byte.
  @inline(__always)
  package mutating func update(_ byte: UInt8) {
    pending[Int(length & 63)] = byte
    length &+= 1
    if length & 63 == 0 { compressPending() }
  }

  /// Takes in the 32 bytes of a digest.
  package mutating func update(_ digest: Digest) {
    let words = digest.words
    let bytes: InlineArray<4, UInt64> = [
      words.0.bigEndian, words.1.bigEndian, words.2.bigEndian, words.3.bigEndian,
    ]
    update(bytes.rawBytes)
  }

  /// Ends the message, returns its digest and starts a new, empty message.
  package mutating func finalize() -> Digest {
    let size = pad()
    SHA256Blocks.compress(&state, pending.rawBytes.extracting(0..<size))
    let digest = Digest(state)
    self = SHA256()
    return digest
  }

  /// Puts the end of the message after what is pending.
  ///
  /// - Returns: how many bytes are pending now: one block or two.
  private mutating func pad() -> Int {
    let used = Int(length & 63)
    let size = used < 56 ? 64 : 128
    let bits = length &<< 3
    unsafe withUnsafeMutableBytes(of: &pending) { pending in
      unsafe UnsafeMutableRawBufferPointer(rebasing: pending[used..<size])
        .initializeMemory(as: UInt8.self, repeating: 0)
      unsafe pending[used] = 0x80
      unsafe pending.storeBytes(of: bits.bigEndian, toByteOffset: size - 8, as: UInt64.self)
    }
    return size
  }
}

extension SHA256 {
  /// The digests of two messages, each of this byte and these bytes.
  ///
  /// Where the processor has instructions for SHA-256, this takes about two thirds of the time that
  /// one after the other would.
  package static func hash(
    _ first: UInt8, _ one: RawSpan, _ two: RawSpan
  ) -> (Digest, Digest) {
    var (left, right) = (SHA256(), SHA256())
    left.update(first)
    right.update(first)
    // Both fill up their first block, then go on together as long as both have blocks.
    let whole = (min(one.byteCount, two.byteCount) &- 63) & ~63
    if whole >= 0 {
      left.keep(one, 0..<63)
      right.keep(two, 0..<63)
      SHA256Blocks.compress(
        &left.state, left.pending.rawBytes.extracting(0..<64),
        &right.state, right.pending.rawBytes.extracting(0..<64))
      let blocks = 63..<63 &+ whole
      SHA256Blocks.compress(
        &left.state, one.extracting(blocks), &right.state, two.extracting(blocks))
      left.length &+= UInt64(whole)
      right.length &+= UInt64(whole)
    }
    let rest = max(63 &+ whole, 0)
    left.update(one.extracting(rest..<one.byteCount))
    right.update(two.extracting(rest..<two.byteCount))
    return ends(&left, &right)
  }

  /// The digests of two messages that have been taken in.
  private static func ends(_ left: inout SHA256, _ right: inout SHA256) -> (Digest, Digest) {
    let sizes = (left.pad(), right.pad())
    SHA256Blocks.compress(
      &left.state, left.pending.rawBytes.extracting(0..<sizes.0),
      &right.state, right.pending.rawBytes.extracting(0..<sizes.1))
    return (Digest(left.state), Digest(right.state))
  }
}

extension SHA256 {
  /// The digest of one byte and the bytes of two digests.
  package static func hash(_ first: UInt8, _ left: Digest, _ right: Digest) -> Digest {
    let blocks = blocks(first, left, right)
    var state = SHA256Blocks.initial
    SHA256Blocks.compress(&state, blocks.rawBytes)
    return Digest(state)
  }

  /// Two of them, side by side.
  package static func hash(
    _ first: UInt8, _ one: (Digest, Digest), _ two: (Digest, Digest)
  ) -> (Digest, Digest) {
    let blocks = (self.blocks(first, one.0, one.1), self.blocks(first, two.0, two.1))
    var states = (SHA256Blocks.initial, SHA256Blocks.initial)
    SHA256Blocks.compress(
      &states.0, blocks.0.rawBytes, &states.1, blocks.1.rawBytes)
    return (Digest(states.0), Digest(states.1))
  }

  /// The two blocks of such a message: 65 bytes, shifted by one byte against the digests' words.
  @inline(__always)
  private static func blocks(
    _ first: UInt8, _ left: Digest, _ right: Digest
  ) -> InlineArray<16, UInt64> {
    let (l, r) = (left.words, right.words)
    var blocks = InlineArray<16, UInt64>(repeating: 0)
    blocks[0] = ((UInt64(first) << 56) | (l.0 >> 8)).bigEndian
    blocks[1] = ((l.0 << 56) | (l.1 >> 8)).bigEndian
    blocks[2] = ((l.1 << 56) | (l.2 >> 8)).bigEndian
    blocks[3] = ((l.2 << 56) | (l.3 >> 8)).bigEndian
    blocks[4] = ((l.3 << 56) | (r.0 >> 8)).bigEndian
    blocks[5] = ((r.0 << 56) | (r.1 >> 8)).bigEndian
    blocks[6] = ((r.1 << 56) | (r.2 >> 8)).bigEndian
    blocks[7] = ((r.2 << 56) | (r.3 >> 8)).bigEndian
    blocks[8] = ((r.3 << 56) | (0x80 << 48)).bigEndian
    blocks[15] = UInt64(65 * 8).bigEndian
    return blocks
  }
}

extension Digest {
  /// The digest that a state stands for after the last block.
  @inline(__always)
  init(_ state: SHA256Blocks.State) {
    func pair(_ index: Int) -> UInt64 { (UInt64(state[index]) << 32) | UInt64(state[index + 1]) }
    self.init(words: (pair(0), pair(2), pair(4), pair(6)))
  }
}
