import HealthModel
import Testing

@testable import HealthProjections

/// The limits fit the types that they are for.
@Suite struct PlausibleRangeTests {
  @Test(arguments: PlausibleRange.ranges.keys.sorted()) func fitsItsType(_ type: String) throws {
    let range = try #require(PlausibleRange.of(type))
    guard case .quantity(let known)? = TypeCatalogue.find(type) else {
      Issue.record("no such type: \(type)")
      return
    }
    #expect(known.accepts(try Unit(try #require(range.unit))))
    #expect(try #require(range.least) < range.greatest ?? .infinity)
    #expect(!range.source.isEmpty)
  }

  @Test func saysWhoseItIs() {
    let range = PlausibleRange(least: 0, greatest: 2.72, unit: "m", source: "the tallest, Guinness")
    #expect(range.description == "0 to 2.72 m (the tallest, Guinness)")
    #expect(PlausibleRange(least: 0, source: "a sum").description == "0 or more (a sum)")
    #expect(PlausibleRange(greatest: 1, unit: "m", source: "a").description == "1 m or less (a)")
  }
}
