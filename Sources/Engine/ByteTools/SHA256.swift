import SHA256Instructions

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

  /// Creates a hash of no bytes.
  package init() {}

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

  /// Adds a byte.
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

  /// Returns the digests of two messages, each of this byte and these bytes.
  ///
  /// If the processor has instructions for SHA-256, this needs about two thirds of the time for one
  /// after the other.
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

  /// Returns the digests of two messages that have been added.
  private static func ends(_ left: inout SHA256, _ right: inout SHA256) -> (Digest, Digest) {
    let sizes = (left.pad(), right.pad())
    SHA256Blocks.compress(
      &left.state, left.pending.rawBytes.extracting(0..<sizes.0),
      &right.state, right.pending.rawBytes.extracting(0..<sizes.1))
    return (Digest(left.state), Digest(right.state))
  }

  /// Returns the digest of one byte and the bytes of two digests.
  package static func hash(_ first: UInt8, _ left: Digest, _ right: Digest) -> Digest {
    let blocks = blocks(first, left, right)
    var state = SHA256Blocks.initial
    SHA256Blocks.compress(&state, blocks.rawBytes)
    return Digest(state)
  }

  /// Returns the digests of two such messages, computed together.
  package static func hash(
    _ first: UInt8, _ one: (Digest, Digest), _ two: (Digest, Digest)
  ) -> (Digest, Digest) {
    let blocks = (self.blocks(first, one.0, one.1), self.blocks(first, two.0, two.1))
    var states = (SHA256Blocks.initial, SHA256Blocks.initial)
    SHA256Blocks.compress(
      &states.0, blocks.0.rawBytes, &states.1, blocks.1.rawBytes)
    return (Digest(states.0), Digest(states.1))
  }

  /// Returns the two blocks of such a message: 65 bytes, shifted by one byte against the digests'
  /// words.
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
  /// Creates the digest of a state after the last block.
  @inline(__always)
  init(_ state: SHA256Blocks.State) {
    func pair(_ index: Int) -> UInt64 { (UInt64(state[index]) << 32) | UInt64(state[index + 1]) }
    self.init(words: (pair(0), pair(2), pair(4), pair(6)))
  }
}

/// The block function of SHA-256 (FIPS 180-4, section 6.2). No other code mixes blocks: the
/// processor's own instructions do it if it has them, otherwise Swift code.
enum SHA256Blocks {
  /// The eight working words.
  typealias State = SIMD8<UInt32>

  /// The state before the first block.
  static let initial = State(
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19)

  /// True if the processor's own instructions do the work.
  static let usesInstructions = sha256_instructions_available() != 0

  /// Mixes whole blocks of 64 bytes into the state; bytes after the last whole block are ignored.
  static func compress(_ state: inout State, _ blocks: RawSpan) {
    if usesInstructions {
      compressByInstructions(&state, blocks)
    } else {
      compressPortably(&state, blocks)
    }
  }

  /// Compresses two messages: side by side as far as both have blocks, then the longer alone.
  static func compress(
    _ first: inout State, _ blocks: RawSpan, _ second: inout State, _ others: RawSpan
  ) {
    let both = usesInstructions ? min(blocks.byteCount, others.byteCount) & ~63 : 0
    if both > 0 {
      compressByInstructions(
        &first, blocks.extracting(0..<both), &second, others.extracting(0..<both))
    }
    if blocks.byteCount >= both &+ 64 {
      compress(&first, blocks.extracting(both..<blocks.byteCount))
    }
    if others.byteCount >= both &+ 64 {
      compress(&second, others.extracting(both..<others.byteCount))
    }
  }

  /// Compresses as many blocks of one as of the other by the processor's own instructions, which it
  /// must have.
  static func compressByInstructions(
    _ first: inout State, _ blocks: RawSpan, _ second: inout State, _ others: RawSpan
  ) {
    precondition(blocks.byteCount == others.byteCount, "not as many blocks of both")
    unsafe blocks.withUnsafeBytes { blocks in
      unsafe others.withUnsafeBytes { others in
        unsafe withUnsafeMutableBytes(of: &first) { first in
          unsafe withUnsafeMutableBytes(of: &second) { second in
            guard let start = blocks.baseAddress, let other = others.baseAddress,
              let words = first.baseAddress, let more = second.baseAddress
            else { return }
            unsafe sha256_instructions_compress_two(
              words.assumingMemoryBound(to: UInt32.self),
              start.assumingMemoryBound(to: UInt8.self),
              more.assumingMemoryBound(to: UInt32.self),
              other.assumingMemoryBound(to: UInt8.self), blocks.count / 64)
          }
        }
      }
    }
  }

  /// Compresses blocks by the processor's own instructions, which it must have.
  static func compressByInstructions(_ state: inout State, _ blocks: RawSpan) {
    unsafe blocks.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe withUnsafeMutableBytes(of: &state) { words in
        guard let words = words.baseAddress else { return }
        unsafe sha256_instructions_compress(
          words.assumingMemoryBound(to: UInt32.self), start.assumingMemoryBound(to: UInt8.self),
          bytes.count / 64)
      }
    }
  }

  /// Compresses blocks in Swift.
  static func compressPortably(_ state: inout State, _ blocks: RawSpan) {
    var offset = 0
    while offset <= blocks.byteCount &- 64 {
      var words = Words()
      for index in 0..<16 { words[index] = blocks.bigEndianWord32(at: offset &+ 4 &* index) }
      var work = state
      sixteenRounds(&work, words &+ constants.0)
      roll(&words)
      sixteenRounds(&work, words &+ constants.1)
      roll(&words)
      sixteenRounds(&work, words &+ constants.2)
      roll(&words)
      sixteenRounds(&work, words &+ constants.3)
      state &+= work
      offset &+= 64
    }
  }

  /// Sixteen words of the message schedule.
  private typealias Words = SIMD16<UInt32>

  /// The numbers that the rounds add to their words, in groups of sixteen rounds.
  private static let constants = (
    Words(
      0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5,
      0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
      0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
      0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174),
    Words(
      0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc,
      0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
      0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
      0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967),
    Words(
      0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
      0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
      0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3,
      0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070),
    Words(
      0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5,
      0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
      0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
      0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2)
  )

  /// Computes sixteen rounds. They are written out so that the names rotate and not the values: no
  /// word is moved.
  @inline(__always)
  private static func sixteenRounds(_ work: inout State, _ w: Words) {
    var (a, b, c, d) = (work[0], work[1], work[2], work[3])
    var (e, f, g, h) = (work[4], work[5], work[6], work[7])
    round(a, b, c, &d, e, f, g, &h, w[0])
    round(h, a, b, &c, d, e, f, &g, w[1])
    round(g, h, a, &b, c, d, e, &f, w[2])
    round(f, g, h, &a, b, c, d, &e, w[3])
    round(e, f, g, &h, a, b, c, &d, w[4])
    round(d, e, f, &g, h, a, b, &c, w[5])
    round(c, d, e, &f, g, h, a, &b, w[6])
    round(b, c, d, &e, f, g, h, &a, w[7])
    round(a, b, c, &d, e, f, g, &h, w[8])
    round(h, a, b, &c, d, e, f, &g, w[9])
    round(g, h, a, &b, c, d, e, &f, w[10])
    round(f, g, h, &a, b, c, d, &e, w[11])
    round(e, f, g, &h, a, b, c, &d, w[12])
    round(d, e, f, &g, h, a, b, &c, w[13])
    round(c, d, e, &f, g, h, a, &b, w[14])
    round(b, c, d, &e, f, g, h, &a, w[15])
    work = State(a, b, c, d, e, f, g, h)
  }

  /// Computes one round: afterwards `d` is the next `e`, and `h` is the next `a`.
  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32,
    _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32, _ word: UInt32
  ) {
    let choice = g ^ (e & (f ^ g))
    let majority = (a & b) | (c & (a | b))
    let sumE = turn(e ^ turn(e ^ turn(e, 14), 5), 6)
    let sumA = turn(a ^ turn(a ^ turn(a, 9), 11), 2)
    let first = h &+ sumE &+ choice &+ word
    d = d &+ first
    h = first &+ sumA &+ majority
  }

  /// Rotates to the right.
  @inline(__always)
  private static func turn(_ word: UInt32, _ count: UInt32) -> UInt32 {
    (word &>> count) | (word &<< (32 &- count))
  }

  /// Replaces the sixteen words by the next sixteen. Written out: with the index of a loop the
  /// words would be read from memory, at a third of the speed.
  @inline(__always)
  private static func roll(_ words: inout Words) {
    replace(&words, 0)
    replace(&words, 1)
    replace(&words, 2)
    replace(&words, 3)
    replace(&words, 4)
    replace(&words, 5)
    replace(&words, 6)
    replace(&words, 7)
    replace(&words, 8)
    replace(&words, 9)
    replace(&words, 10)
    replace(&words, 11)
    replace(&words, 12)
    replace(&words, 13)
    replace(&words, 14)
    replace(&words, 15)
  }

  /// Replaces a word by the one that follows sixteen positions later, made of the words 16, 15, 7
  /// and 2 positions before that.
  @inline(__always)
  private static func replace(_ words: inout Words, _ index: Int) {
    let (w15, w2) = (words[(index &+ 1) & 15], words[(index &+ 14) & 15])
    let low = turn(w15, 7) ^ turn(w15, 18) ^ (w15 &>> 3)
    let high = turn(w2, 17) ^ turn(w2, 19) ^ (w2 &>> 10)
    words[index] &+= low &+ words[(index &+ 9) & 15] &+ high
  }
}
