import HealthModel

/// A set of fixed size that answers "surely new" or "perhaps seen".
///
/// Blocks of eight words; a key sets one bit in each word of one block (as the split block filter
/// of Apache Parquet does). Of 8 MiB: at one million keys practically nothing new is taken for
/// seen, at three million 1 in 10,000, at ten million 1 in 16.
struct BloomFilter: Sendable {
  private var words: [UInt64]
  private let blocks: UInt64
  /// Where the first block begins: at an address that a cache's line begins with, so that each
  /// block lies in one. An array's first element does not.
  private let start: Int

  /// An empty filter of at most `bytes` bytes, one block at least.
  init(bytes: Int) {
    let blocks = max(bytes / 64, 1)
    self.blocks = UInt64(blocks)
    let words = [UInt64](repeating: 0, count: blocks * 8 + 7)
    start = unsafe words.withUnsafeBytes { bytes in
      (64 - (Int(bitPattern: bytes.baseAddress) & 63)) % 64 / 8
    }
    self.words = words
  }

  /// Takes a key in. True: it was surely not in before. Keys are digests: their bits are random.
  mutating func insert(_ key: ObjectUUID) -> Bool {
    let block = start + Int(key.high.multipliedFullWidth(by: blocks).high) * 8
    var isNew = false
    for word in 0..<8 {
      // Six bits a word: the low 48, all of them below the uuid's variant.
      let bit: UInt64 = 1 << ((key.low >> UInt64(word * 6)) & 63)
      if words[block + word] & bit == 0 { isNew = true }
      words[block + word] |= bit
    }
    return isNew
  }
}
