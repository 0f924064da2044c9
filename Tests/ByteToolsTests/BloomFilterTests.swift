import ByteTools
import TestSupport
import Testing

@Suite struct BloomFilterTests {
  private static func keys(_ count: Int, _ seed: UInt64) -> [(UInt64, UInt64)] {
    var dice = Dice(seed)
    return (0..<count).map { _ in (dice.next(), dice.next()) }
  }

  /// A content that was seen is never taken for a new one: it would be saved twice.
  @Test(arguments: [1, 64, 640, 65_536]) func whatIsInIsNeverNew(_ bytes: Int) {
    var filter = BloomFilter(bytes: bytes)
    let keys = Self.keys(2_000, UInt64(bytes))
    for key in keys {
      _ = filter.insert(key.0, key.1)
      let isNew = filter.insert(key.0, key.1)
      #expect(!isNew)
    }
    let new = keys.count { filter.insert($0.0, $0.1) }
    #expect(new == 0)
  }

  /// At 64 bits a key hardly any new one is taken for seen; at one bit most are.
  @Test func mostOfWhatIsNewIsToldSo() {
    let keys = Self.keys(8_192, 7)
    func share(_ bytes: Int) -> Double {
      var filter = BloomFilter(bytes: bytes)
      return Double(keys.count { filter.insert($0.0, $0.1) }) / Double(keys.count)
    }
    #expect(share(65_536) > 0.999)
    #expect((0.2..<0.6).contains(share(1_024)))
  }
}
