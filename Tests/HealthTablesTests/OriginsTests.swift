import HealthEvents
import HealthModel
import Testing

@testable import HealthTables

/// What `origin` lines say is found by their numbers, in whatever order it came.
@Suite struct OriginsTests {
  private static func origin(_ name: String) -> Origin { Origin(source: Source(name: name)) }

  @Test func areFoundByTheirNumbers() {
    var origins = Origins()
    for sequence in [7, 9, 2, 30, 8] as [UInt64] {
      origins.set(Self.origin("\(sequence)"), at: sequence)
    }
    origins.set(Self.origin("nine"), at: 9)
    origins.set(Self.origin("2"), at: 31)
    for sequence in 0...40 as ClosedRange<UInt64> {
      let name: String? =
        switch sequence {
        case 2, 7, 8, 30: "\(sequence)"
        case 9: "nine"
        case 31: "2"
        case _: nil
        }
      #expect(origins[sequence]?.source.name == name)
    }
    #expect(origins.all.map(\.sequence) == [2, 7, 8, 9, 30, 31])
    #expect(origins.sequence(of: Self.origin("2")) == 2)
    #expect(origins.sequence(of: Self.origin("9")) == nil)
  }
}
