import SHA256Instructions

/// The block function of SHA-256 (FIPS 180-4, section 6.2). The only place that knows how a block
/// is mixed: by the processor's own instructions where it has them, else in Swift.
enum SHA256Blocks {
  /// The eight working words.
  typealias State = SIMD8<UInt32>

  /// The state before the first block.
  static let initial = State(
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19)

  /// Whether the processor's own instructions do the work.
  static let usesInstructions = sha256_instructions_available() != 0

  /// Mixes whole blocks of 64 bytes into the state; bytes after the last whole block are ignored.
  static func compress(_ state: inout State, _ blocks: RawSpan) {
    if usesInstructions {
      compressByInstructions(&state, blocks)
    } else {
      compressPortably(&state, blocks)
    }
  }

  /// The same for two messages: side by side as far as both have blocks, then the longer alone.
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

  /// As many blocks of one as of the other by the processor's own instructions, which it must have.
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

  /// The same by the processor's own instructions, which it must have.
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

  /// The same in Swift.
  static func compressPortably(_ state: inout State, _ blocks: RawSpan) {
    var offset = 0
    while offset <= blocks.byteCount &- 64 {
      var words = Words(blocks, at: offset)
      var work = state
      rounds0(&work, words)
      words.roll()
      rounds16(&work, words)
      words.roll()
      rounds32(&work, words)
      words.roll()
      rounds48(&work, words)
      state &+= work
      offset &+= 64
    }
  }

  /// Rounds 0 to 15. Written out: with the names turned instead of the values, no word moves.
  @inline(__always)
  private static func rounds0(_ work: inout State, _ w: Words) {
    var (a, b, c, d) = (work[0], work[1], work[2], work[3])
    var (e, f, g, h) = (work[4], work[5], work[6], work[7])
    round(a, b, c, &d, e, f, g, &h, 0x428a_2f98 &+ w.w0)
    round(h, a, b, &c, d, e, f, &g, 0x7137_4491 &+ w.w1)
    round(g, h, a, &b, c, d, e, &f, 0xb5c0_fbcf &+ w.w2)
    round(f, g, h, &a, b, c, d, &e, 0xe9b5_dba5 &+ w.w3)
    round(e, f, g, &h, a, b, c, &d, 0x3956_c25b &+ w.w4)
    round(d, e, f, &g, h, a, b, &c, 0x59f1_11f1 &+ w.w5)
    round(c, d, e, &f, g, h, a, &b, 0x923f_82a4 &+ w.w6)
    round(b, c, d, &e, f, g, h, &a, 0xab1c_5ed5 &+ w.w7)
    round(a, b, c, &d, e, f, g, &h, 0xd807_aa98 &+ w.w8)
    round(h, a, b, &c, d, e, f, &g, 0x1283_5b01 &+ w.w9)
    round(g, h, a, &b, c, d, e, &f, 0x2431_85be &+ w.w10)
    round(f, g, h, &a, b, c, d, &e, 0x550c_7dc3 &+ w.w11)
    round(e, f, g, &h, a, b, c, &d, 0x72be_5d74 &+ w.w12)
    round(d, e, f, &g, h, a, b, &c, 0x80de_b1fe &+ w.w13)
    round(c, d, e, &f, g, h, a, &b, 0x9bdc_06a7 &+ w.w14)
    round(b, c, d, &e, f, g, h, &a, 0xc19b_f174 &+ w.w15)
    work = State(a, b, c, d, e, f, g, h)
  }

  /// Rounds 16 to 31. Written out: with the names turned instead of the values, no word moves.
  @inline(__always)
  private static func rounds16(_ work: inout State, _ w: Words) {
    var (a, b, c, d) = (work[0], work[1], work[2], work[3])
    var (e, f, g, h) = (work[4], work[5], work[6], work[7])
    round(a, b, c, &d, e, f, g, &h, 0xe49b_69c1 &+ w.w0)
    round(h, a, b, &c, d, e, f, &g, 0xefbe_4786 &+ w.w1)
    round(g, h, a, &b, c, d, e, &f, 0x0fc1_9dc6 &+ w.w2)
    round(f, g, h, &a, b, c, d, &e, 0x240c_a1cc &+ w.w3)
    round(e, f, g, &h, a, b, c, &d, 0x2de9_2c6f &+ w.w4)
    round(d, e, f, &g, h, a, b, &c, 0x4a74_84aa &+ w.w5)
    round(c, d, e, &f, g, h, a, &b, 0x5cb0_a9dc &+ w.w6)
    round(b, c, d, &e, f, g, h, &a, 0x76f9_88da &+ w.w7)
    round(a, b, c, &d, e, f, g, &h, 0x983e_5152 &+ w.w8)
    round(h, a, b, &c, d, e, f, &g, 0xa831_c66d &+ w.w9)
    round(g, h, a, &b, c, d, e, &f, 0xb003_27c8 &+ w.w10)
    round(f, g, h, &a, b, c, d, &e, 0xbf59_7fc7 &+ w.w11)
    round(e, f, g, &h, a, b, c, &d, 0xc6e0_0bf3 &+ w.w12)
    round(d, e, f, &g, h, a, b, &c, 0xd5a7_9147 &+ w.w13)
    round(c, d, e, &f, g, h, a, &b, 0x06ca_6351 &+ w.w14)
    round(b, c, d, &e, f, g, h, &a, 0x1429_2967 &+ w.w15)
    work = State(a, b, c, d, e, f, g, h)
  }

  /// Rounds 32 to 47. Written out: with the names turned instead of the values, no word moves.
  @inline(__always)
  private static func rounds32(_ work: inout State, _ w: Words) {
    var (a, b, c, d) = (work[0], work[1], work[2], work[3])
    var (e, f, g, h) = (work[4], work[5], work[6], work[7])
    round(a, b, c, &d, e, f, g, &h, 0x27b7_0a85 &+ w.w0)
    round(h, a, b, &c, d, e, f, &g, 0x2e1b_2138 &+ w.w1)
    round(g, h, a, &b, c, d, e, &f, 0x4d2c_6dfc &+ w.w2)
    round(f, g, h, &a, b, c, d, &e, 0x5338_0d13 &+ w.w3)
    round(e, f, g, &h, a, b, c, &d, 0x650a_7354 &+ w.w4)
    round(d, e, f, &g, h, a, b, &c, 0x766a_0abb &+ w.w5)
    round(c, d, e, &f, g, h, a, &b, 0x81c2_c92e &+ w.w6)
    round(b, c, d, &e, f, g, h, &a, 0x9272_2c85 &+ w.w7)
    round(a, b, c, &d, e, f, g, &h, 0xa2bf_e8a1 &+ w.w8)
    round(h, a, b, &c, d, e, f, &g, 0xa81a_664b &+ w.w9)
    round(g, h, a, &b, c, d, e, &f, 0xc24b_8b70 &+ w.w10)
    round(f, g, h, &a, b, c, d, &e, 0xc76c_51a3 &+ w.w11)
    round(e, f, g, &h, a, b, c, &d, 0xd192_e819 &+ w.w12)
    round(d, e, f, &g, h, a, b, &c, 0xd699_0624 &+ w.w13)
    round(c, d, e, &f, g, h, a, &b, 0xf40e_3585 &+ w.w14)
    round(b, c, d, &e, f, g, h, &a, 0x106a_a070 &+ w.w15)
    work = State(a, b, c, d, e, f, g, h)
  }

  /// Rounds 48 to 63. Written out: with the names turned instead of the values, no word moves.
  @inline(__always)
  private static func rounds48(_ work: inout State, _ w: Words) {
    var (a, b, c, d) = (work[0], work[1], work[2], work[3])
    var (e, f, g, h) = (work[4], work[5], work[6], work[7])
    round(a, b, c, &d, e, f, g, &h, 0x19a4_c116 &+ w.w0)
    round(h, a, b, &c, d, e, f, &g, 0x1e37_6c08 &+ w.w1)
    round(g, h, a, &b, c, d, e, &f, 0x2748_774c &+ w.w2)
    round(f, g, h, &a, b, c, d, &e, 0x34b0_bcb5 &+ w.w3)
    round(e, f, g, &h, a, b, c, &d, 0x391c_0cb3 &+ w.w4)
    round(d, e, f, &g, h, a, b, &c, 0x4ed8_aa4a &+ w.w5)
    round(c, d, e, &f, g, h, a, &b, 0x5b9c_ca4f &+ w.w6)
    round(b, c, d, &e, f, g, h, &a, 0x682e_6ff3 &+ w.w7)
    round(a, b, c, &d, e, f, g, &h, 0x748f_82ee &+ w.w8)
    round(h, a, b, &c, d, e, f, &g, 0x78a5_636f &+ w.w9)
    round(g, h, a, &b, c, d, e, &f, 0x84c8_7814 &+ w.w10)
    round(f, g, h, &a, b, c, d, &e, 0x8cc7_0208 &+ w.w11)
    round(e, f, g, &h, a, b, c, &d, 0x90be_fffa &+ w.w12)
    round(d, e, f, &g, h, a, b, &c, 0xa450_6ceb &+ w.w13)
    round(c, d, e, &f, g, h, a, &b, 0xbef9_a3f7 &+ w.w14)
    round(b, c, d, &e, f, g, h, &a, 0xc671_78f2 &+ w.w15)
    work = State(a, b, c, d, e, f, g, h)
  }

  /// One round: afterwards `d` is the next `e`, and `h` is the next `a`.
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
  fileprivate static func turn(_ word: UInt32, _ count: UInt32) -> UInt32 {
    (word &>> count) | (word &<< (32 &- count))
  }
}

/// Sixteen words of the message schedule, as sixteen names so that they can live in registers.
private struct Words {
  var w0, w1, w2, w3, w4, w5, w6, w7: UInt32
  var w8, w9, w10, w11, w12, w13, w14, w15: UInt32

  /// The words of a block.
  @inline(__always)
  init(_ blocks: RawSpan, at offset: Int) {
    w0 = blocks.bigEndianWord32(at: offset)
    w1 = blocks.bigEndianWord32(at: offset &+ 4)
    w2 = blocks.bigEndianWord32(at: offset &+ 8)
    w3 = blocks.bigEndianWord32(at: offset &+ 12)
    w4 = blocks.bigEndianWord32(at: offset &+ 16)
    w5 = blocks.bigEndianWord32(at: offset &+ 20)
    w6 = blocks.bigEndianWord32(at: offset &+ 24)
    w7 = blocks.bigEndianWord32(at: offset &+ 28)
    w8 = blocks.bigEndianWord32(at: offset &+ 32)
    w9 = blocks.bigEndianWord32(at: offset &+ 36)
    w10 = blocks.bigEndianWord32(at: offset &+ 40)
    w11 = blocks.bigEndianWord32(at: offset &+ 44)
    w12 = blocks.bigEndianWord32(at: offset &+ 48)
    w13 = blocks.bigEndianWord32(at: offset &+ 52)
    w14 = blocks.bigEndianWord32(at: offset &+ 56)
    w15 = blocks.bigEndianWord32(at: offset &+ 60)
  }

  /// Replaces the sixteen words by the next sixteen.
  @inline(__always)
  mutating func roll() {
    w0 = Self.next(w0, w1, w9, w14)
    w1 = Self.next(w1, w2, w10, w15)
    w2 = Self.next(w2, w3, w11, w0)
    w3 = Self.next(w3, w4, w12, w1)
    w4 = Self.next(w4, w5, w13, w2)
    w5 = Self.next(w5, w6, w14, w3)
    w6 = Self.next(w6, w7, w15, w4)
    w7 = Self.next(w7, w8, w0, w5)
    w8 = Self.next(w8, w9, w1, w6)
    w9 = Self.next(w9, w10, w2, w7)
    w10 = Self.next(w10, w11, w3, w8)
    w11 = Self.next(w11, w12, w4, w9)
    w12 = Self.next(w12, w13, w5, w10)
    w13 = Self.next(w13, w14, w6, w11)
    w14 = Self.next(w14, w15, w7, w12)
    w15 = Self.next(w15, w0, w8, w13)
  }

  /// The word that follows, of the words 16, 15, 7 and 2 places before it.
  @inline(__always)
  private static func next(_ w16: UInt32, _ w15: UInt32, _ w7: UInt32, _ w2: UInt32) -> UInt32 {
    let low = SHA256Blocks.turn(w15, 7) ^ SHA256Blocks.turn(w15, 18) ^ (w15 &>> 3)
    let high = SHA256Blocks.turn(w2, 17) ^ SHA256Blocks.turn(w2, 19) ^ (w2 &>> 10)
    return w16 &+ low &+ w7 &+ high
  }
}
