/// The bits of bytes, from the lowest of each byte up.
struct BitReader {
  /// The bits that are read next, the first in the lowest bit.
  var buffer: UInt64 = 0
  /// How many of them count.
  var count = 0
  /// The byte after them.
  var position = 0

  /// Bytes of which bits have been read.
  var used: Int { position - (count >> 3) }

  /// Makes 56 bits or more ready.
  @inline(__always)
  mutating func refill(_ bytes: RawSpan) {
    buffer |= bytes.word(position) &<< UInt64(count)
    position &+= (63 &- count) >> 3
    count |= 56
  }

  @inline(__always)
  mutating func drop(_ bits: Int) {
    buffer &>>= UInt64(bits)
    count &-= bits
  }

  @inline(__always)
  mutating func take(_ bits: Int) -> Int {
    defer { drop(bits) }
    return Int(truncatingIfNeeded: buffer) & ((1 << bits) - 1)
  }

  /// Leaves whole bytes to be read again.
  mutating func giveBack() {
    position -= count >> 3
    count &= 7
    buffer &= (1 << UInt64(count)) - 1
  }

  /// The entry of a table at the index that the next bits give.
  @inline(__always)
  func entry(_ table: Span<HuffmanEntry>, _ rootBits: Int) -> HuffmanEntry {
    table[Int(truncatingIfNeeded: buffer) & ((1 &<< rootBits) &- 1)]
  }

  /// The entry of a longer code.
  @inline(__always)
  mutating func follow(
    _ link: HuffmanEntry, in table: Span<HuffmanEntry>, _ rootBits: Int
  ) -> HuffmanEntry {
    drop(rootBits)
    return table[link.value &+ (Int(truncatingIfNeeded: buffer) & ((1 &<< link.bits) &- 1))]
  }

  /// Takes a number: the code of its base and the bits after it.
  @inline(__always)
  mutating func number(_ entry: HuffmanEntry) -> Int {
    let all = Int(truncatingIfNeeded: buffer) & ((1 &<< entry.bits) &- 1)
    drop(entry.bits)
    return entry.value &+ (all &>> entry.codeBits)
  }
}
