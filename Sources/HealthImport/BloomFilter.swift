import HealthModel

/// A set of fixed size that answers "surely new" or "perhaps seen".
///
/// Blocks of eight words; a key sets one bit in each word of one block (as the split block filter
/// of Apache Parquet does). Of 8 MiB: at one million keys practically nothing new is taken for
/// seen, at three million 1 in 10,000, at ten million 1 in 16.
struct BloomFilter: Sendable {
  /// Each block lies in one line of a processor's cache: it is as long, and aligned so.
  private var blocks: [SIMD8<UInt64>]
  /// Six bits of a key a word: the low 48, all of them below the uuid's variant.
  private static let shifts = SIMD8<UInt64>(0, 6, 12, 18, 24, 30, 36, 42)

  /// An empty filter of at most `bytes` bytes, one block at least.
  init(bytes: Int) { blocks = Array(repeating: .zero, count: max(bytes / 64, 1)) }

  /// Takes a key in. True: it was surely not in before. Keys are digests: their bits are random.
  mutating func insert(_ key: ObjectUUID) -> Bool {
    let index = Int(key.high.multipliedFullWidth(by: UInt64(blocks.count)).high)
    // A shift by a number of 64 bits takes its low six.
    let bits = SIMD8(repeating: 1) &<< (SIMD8(repeating: key.low) &>> Self.shifts)
    let known = blocks[index]
    blocks[index] = known | bits
    return known & bits != bits
  }
}
