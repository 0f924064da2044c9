import ByteTools
import Foundation
import HealthEvents
import HealthImport
import HealthModel
import HealthProjections
import HealthTables
import Journal
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

@testable import HealthInterchange

/// A journal, its export, an import of that, and its export again.
@Suite struct RoundTripTests {
  /// What came back loses nothing on the next way: what can be said is said, to the last byte.
  @Test(arguments: 0..<3) func randomJournals(_ seed: UInt64) throws {
    let first = try JournalInMemory()
    try first.fill(120, seed)
    let (folder, report) = try first.exported()
    #expect(!report.losses.isEmpty)
    #expect(try first.exported().folder.files == folder.files, "the same journal, the same bytes")
    let second = try JournalInMemory()
    try second.load(folder.files["export.xml"] ?? [])
    let (again, nothing) = try second.exported()
    #expect(nothing.losses.isEmpty, "\(nothing.losses.rows)")
    #expect(again.elements == folder.elements)
    #expect(try second.objects().count == first.objects().count)
  }

  /// Another program's journal may hold a uuid twice; it is exported all the same.
  @Test func aUUIDThatIsThereTwiceIsExported() throws {
    let start = Timestamp(instant: Instant(wholeSeconds: 1_767_254_400), offsetMinutes: 60)
    let span = TimeSpan(start, start)
    let (one, other) = (ObjectUUID(high: 1, low: 1), ObjectUUID(high: 1, low: 2))
    let pressure = HealthObject(
      uuid: one,
      content: .quantity(
        QuantitySample(
          type: "HKQuantityTypeIdentifierBloodPressureSystolic", span: span, value: 120,
          unit: "mmHg")))
    let contents: [Content] = [
      .workout(Workout(activity: "HKWorkoutActivityTypeRunning", span: span, duration: 60)),
      .characteristic(
        Characteristic(type: "HKCharacteristicTypeIdentifierDateOfBirth", value: "1990-01-01")),
      .correlation(
        Correlation(
          type: "HKCorrelationTypeIdentifierBloodPressure", span: span, members: [one])),
    ]
    for content in contents {
      let save = Event.save(Save(objects: [HealthObject(uuid: other, content: content)]))
      let journal = try JournalInMemory(unchecked: [
        .save(Save(objects: [pressure])), save, save,
      ])
      #expect(try journal.exported().folder.files["export.xml"] != nil)
      #expect(try journal.exported(as: FHIRExport()).folder.files[""] != nil)
      #expect(try journal.exported(as: OpenMHealthExport()).report.undecided.isEmpty)
    }
  }

  /// What came from a file comes back with the same uuids and says the same, but for what the
  /// report names.
  @Test(arguments: JournalInMemory.fixtures) func fixture(_ file: URL) throws {
    let lost = [
      // A character that XML cannot hold, and attributes whose names hold blanks.
      "odd-characters.xml": 2
    ]
    try check(Array(try Data(contentsOf: file)), lost: lost[file.lastPathComponent] ?? 0)
  }

  @Test(arguments: RealExports.paths()) func realExport(_ path: String) throws {
    try check(Array(try Data(contentsOf: URL(filePath: path))), lost: 0)
  }

  private func check(_ bytes: [UInt8], lost: Int) throws {
    let first = try JournalInMemory()
    try first.load(bytes)
    let (folder, report) = try first.exported()
    let second = try JournalInMemory()
    try second.load(folder.files["export.xml"] ?? [])
    let (before, after) = (try first.objects(), try second.objects())
    #expect(Set(before.keys) == Set(after.keys))
    let changed = before.filter { $0.value != after[$0.key] }
    #expect(
      changed.count == lost, "\(report.losses.rows) \(changed.values.first.map { "\($0)" } ?? "")")
    #expect(report.losses.rows.reduce(0) { $0 + $1.count } == lost, "\(report.losses.rows)")
  }
}
