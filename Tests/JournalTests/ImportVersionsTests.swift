import ByteTools
import HealthEvents
import HealthImport
import HealthModel
import HealthTables
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

@testable import Journal

/// Two exports of a phone, each with any number of copies of any versions of few things, in any
/// order: what the second import says is what counting says.
@Suite struct ImportVersionsTests {
  /// A record, or a workout, of which there may be several versions.
  struct Thing: Hashable {
    /// What it is.
    var identity: Int
    /// What is stated of it.
    var version: Int

    /// The kinds of elements take turns.
    var text: String {
      let day = "2026-01-0\(1 + identity % 9)"
      let metadata = "<MetadataEntry key=\"version\" value=\"\(version)\"/>"
      switch identity % 4 {
      case 0:
        return """
          <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Watch" \
          startDate="\(day) 08:00:00 +0100" endDate="\(day) 08:30:00 +0100">\(metadata)</Workout>
          """
      case 1:
        return """
          <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" \
          creationDate="2026-02-0\(1 + version) 10:00:00 +0100" startDate="\(day) 08:00:00 +0100" \
          endDate="\(day) 08:30:00 +0100" value="10"/>
          """
      case 2:
        return """
          <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" unit="count/min" \
          creationDate="2026-02-01 10:00:00 +0100" startDate="\(day) 08:00:00 +0100" \
          endDate="\(day) 08:30:00 +0100" value="60">\(metadata)</Record>
          """
      default:
        return """
          <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" \
          sourceVersion="\(version)" unit="count" creationDate="2026-02-01 10:00:00 +0100" \
          startDate="\(day) 09:00:00 +0100" endDate="\(day) 09:30:00 +0100" value="10"/>
          """
      }
    }
  }

  static func export(_ things: [Thing], _ date: String) -> [UInt8] {
    Array(
      """
      <HealthData locale="en_GB"><ExportDate value="\(date) 10:00:00 +0100"/>
      <Me HKCharacteristicTypeIdentifierBiologicalSex="HKBiologicalSexFemale"/>
      \(things.map(\.text).joined(separator: "\n"))
      </HealthData>
      """.utf8)
  }

  static func things(_ dice: inout Dice) -> [Thing] {
    (0..<Int.random(in: 1...30, using: &dice)).map { _ in
      Thing(
        identity: Int.random(in: 0..<8, using: &dice), version: Int.random(in: 0..<3, using: &dice))
    }
  }

  /// Imports and returns what became of all but the characteristic, and how much vanished.
  private static func importing(
    _ things: [Thing], _ date: String, into system: MemorySystem, usesFastPath: Bool,
    filterBytes: Int?
  ) throws -> (sum: ImportCount, vanished: Int) {
    var job = try ImportJob(
      into: try JournalSession.open("/j", on: system), fileName: "e.xml"
    ) { _, _ in }
    let importer = AppleHealthImporter(filterBytes: filterBytes, usesFastPath: usesFastPath)
    let report = try job.run(MemorySource(export(things, date)), by: [importer])
    #expect(report.outcome.isComplete && report.outcome.balances)
    var sum = ImportCount(element: "")
    for type in report.outcome.types where !type.element.contains("Characteristic") {
      sum.read += type.read
      sum.saved += type.saved
      sum.corrected += type.corrected
      sum.known += type.known
      sum.superseded += type.superseded
    }
    return (sum, report.vanishedCounts?.reduce(0) { $0 + $1.count } ?? 0)
  }

  /// What counting makes of an import after another one.
  private static func expected(_ first: [Thing], _ second: [Thing]) -> (ImportCount, vanished: Int)
  {
    var count = ImportCount(element: "")
    var vanished = 0
    for identity in 0..<8 {
      let (old, new) = (
        first.filter { $0.identity == identity }, second.filter { $0.identity == identity }
      )
      let known = (0..<3).reduce(0) { sum, version in
        sum + min(old.count { $0.version == version }, new.count { $0.version == version })
      }
      let corrected = min(old.count, new.count) - known
      count.read += new.count
      count.known += known
      count.corrected += corrected
      count.saved += new.count - known - corrected
      vanished += old.count - known - corrected
    }
    return (count, vanished)
  }

  /// What is live, as what is stated, in any order.
  static func live(_ system: MemorySystem) throws -> [UInt64] {
    let journal = try ReplayedJournal("/j", on: system)
    var objects: [ObjectUUID: UInt64] = [:]
    try journal.forEachEntry { entry in
      guard case .save(let save)? = entry.event else { return true }
      for object in save.objects {
        let origin = object.origin.flatMap { journal.tables.origins[$0] }.map { StatedHash.of($0) }
        guard object.content.span != nil else { continue }
        let identity = "\(object.content.type) \(object.content.span?.start.description ?? "")"
        objects[object.uuid] = StatedHash.mix(
          StatedHash.of(text: Array(identity.utf8).rawBytes),
          StatedHash.fingerprint(of: object, origin: origin ?? 0).value)
      }
      for uuid in save.replaces { objects[uuid] = nil }
      return true
    }
    return objects.values.sorted()
  }

  @Test(arguments: Counts.seeds(0...11 as ClosedRange<UInt64>)) func whatIsSaidIsWhatCountingSays(
    seed: UInt64
  ) throws {
    var dice = Dice(seed)
    for _ in 0..<12 {
      let (first, second) = (Self.things(&dice), Self.things(&dice))
      let (fast, filter) = (dice.oneIn(2), dice.oneIn(2) ? 64 : nil)
      let system = MemorySystem()
      try JournalSession.create("/j", timeZone: "Europe/Berlin", on: system)
      _ = try Self.importing(
        first, "2026-03-01", into: system, usesFastPath: fast, filterBytes: filter)
      let (sum, vanished) = try Self.importing(
        second, "2026-04-01", into: system, usesFastPath: !fast, filterBytes: nil)
      let expected = Self.expected(first, second)
      #expect(sum == expected.0, "\(first) then \(second)")
      // Fewer than half in common is not compared, and a type that is missing is not counted.
      #expect(vanished <= expected.vanished, "\(first) then \(second)")
      let audit = try JournalAudit("/j", on: system)
      #expect(audit.count == 0, "\(audit)")
      // The other order comes to the same objects: of what both state the later export counts.
      let turned = MemorySystem()
      try JournalSession.create("/j", timeZone: "Europe/Berlin", on: turned)
      _ = try Self.importing(
        second, "2026-04-01", into: turned, usesFastPath: fast, filterBytes: filter)
      _ = try Self.importing(
        first, "2026-03-01", into: turned, usesFastPath: fast, filterBytes: nil)
      #expect(try Self.live(system) == Self.live(turned), "\(first) then \(second)")
      // Both once more: nothing is new.
      let again = try Self.importing(
        second, "2026-04-01", into: system, usesFastPath: fast, filterBytes: filter
      ).sum
      #expect(again.known == again.read, "\(first) then \(second): \(again)")
    }
  }
}
