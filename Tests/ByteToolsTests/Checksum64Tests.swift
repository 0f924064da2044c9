import ByteTools
import Testing

@Suite struct Checksum64Tests {
  private static func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: ($0 &* 167) &+ ($0 >> 8)) }
  }

  private static func sum(_ bytes: [UInt8]) -> UInt64 { Checksum64.of(unsafe bytes.span.bytes) }

  @Test(arguments: [1, 7, 8, 31, 32, 33, 64, 100])
  func everyChangedBitTells(_ count: Int) {
    let good = Self.bytes(count)
    let expected = Self.sum(good)
    for bit in 0..<count * 8 {
      var bad = good
      bad[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(Self.sum(bad) != expected)
    }
  }

  @Test func everyPairOfHighBitsTells() {
    let good = Self.bytes(256)
    let expected = Self.sum(good)
    for first in 0..<32 {
      for second in first + 1..<32 {
        var bad = good
        bad[first * 8 + 7] ^= 0x80
        bad[second * 8 + 7] ^= 0x80
        #expect(Self.sum(bad) != expected)
      }
    }
  }

  @Test func lengthsAreToldApart() {
    let sums = (0..<200).map { Self.sum([UInt8](repeating: 0, count: $0)) }
    #expect(Set(sums).count == 200)
  }

  @Test func wordsThatChangePlacesTell() {
    let good = Self.bytes(64)
    var bad = good
    for index in 0..<8 { bad.swapAt(index, 32 + index) }
    #expect(Self.sum(bad) != Self.sum(good))
  }

  @Test func piecesGiveWhatTheWholeGives() {
    let whole = Self.bytes(1000)
    var sum = Checksum64()
    for range in [0..<32, 32..<320, 320..<1000] {
      sum.update(unsafe whole.span.bytes.extracting(range))
    }
    #expect(sum.value == Self.sum(whole))
  }
}
