import HealthEvents
import HealthModel
import JournalFile
import JournalTestSupport
import Testing

@testable import Journal

/// An import of many sources keeps them in one table, which moves only when it grows.
@Suite struct ManySourcesTests {
  private func request(_ number: UInt64) throws -> SaveRequest {
    let time = try #require(Timestamp(rfc3339: "2024-05-01T08:00:00Z"))
    let sample = QuantityContent(
      type: "HKQuantityTypeIdentifierStepCount", span: TimeSpan(time, time), value: 1, unit: "count"
    )
    let uuid = ObjectUUID(high: number, low: number)
    let draft = Draft(
      HealthObject(uuid: uuid, content: .quantity(sample)), source: Source(name: "S\(number)"))
    return SaveRequest(objects: [draft], imported: true)
  }

  @Test func areNotCopiedForEachOther() throws {
    let system = MemorySystem()
    try JournalSession.create("/j", timeZone: "UTC", on: system)
    var session = try JournalSession.open("/j", on: system)
    var moves = 0
    var place: UInt = 0
    for number in 1...500 as ClosedRange<UInt64> {
      try session.stageUntabled(Command(by: EventActor.owner, .save(try request(number))))
      let now = unsafe unsafeBitCast(session.untabledOrigins, to: UInt.self)
      if now != place { moves += 1 }
      place = now
    }
    #expect(session.untabledOrigins.count == 500)
    #expect(moves < 20, "a table of 500 grows in fewer steps")
    try session.finish()
  }
}
