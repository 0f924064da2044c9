import ByteTools
import Foundation
import HealthEvents
import HealthImport
import HealthInterchange
import HealthModel
import HealthTables
import HealthViews
import Journal
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

/// A journal, its export, an import of that, and its export again.
@Suite struct RoundTripTests {
  /// What came back loses nothing on the next way: what can be said is said, to the last byte.
  @Test(arguments: Counts.seeds(0...2 as ClosedRange<UInt64>))
  func randomJournals(_ seed: UInt64) throws {
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
        QuantityContent(
          type: "HKQuantityTypeIdentifierBloodPressureSystolic", span: span, value: 120,
          unit: "mmHg")))
    let contents: [Content] = [
      .workout(WorkoutContent(activity: "HKWorkoutActivityTypeRunning", span: span, duration: 60)),
      .characteristic(
        Characteristic(type: "HKCharacteristicTypeIdentifierDateOfBirth", value: "1990-01-01")),
      .correlation(
        CorrelationContent(
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

  /// A source that an element does not name stays unnamed, of every kind of element.
  @Test(arguments: ["", " sourceName=\"\"", " sourceName=\"App\""])
  func aMissingSourceStaysMissing(_ source: String) throws {
    let times =
      "creationDate=\"2026-04-27 10:00:00 +0000\" startDate=\"2026-04-27 09:00:00 +0000\" "
      + "endDate=\"2026-04-27 09:30:00 +0000\""
    let heart =
      "<Record type=\"HKQuantityTypeIdentifierHeartRate\"\(source) unit=\"count/min\" \(times) value=\"61\"/>"
    let meal =
      "<Record type=\"HKQuantityTypeIdentifierDietaryWater\"\(source) unit=\"mL\" \(times) value=\"250\"/>"
    let text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="en_GB">
       <ExportDate value="2026-06-01 12:00:00 +0000"/>
       \(heart)
       <Record type="HKCategoryTypeIdentifierSleepAnalysis"\(source) \(times) value="HKCategoryValueSleepAnalysisAsleepREM"/>
       <Record type="HKOtherTypeIdentifierNew"\(source) \(times) value="much"/>
       \(meal)
       <Correlation type="HKCorrelationTypeIdentifierFood"\(source) \(times)>\(meal)</Correlation>
       <Workout workoutActivityType="HKWorkoutActivityTypeRowing"\(source) duration="30" durationUnit="min" \(times)>
        <WorkoutRoute\(source) \(times)><Location date="2026-04-27 09:00:00 +0000" latitude="1" longitude="2"/></WorkoutRoute>
       </Workout>
       <Audiogram type="HKDataTypeIdentifierAudiogram"\(source) \(times)>
        <SensitivityPoint frequencyValue="500" frequencyUnit="Hz" leftEarValue="10" leftEarUnit="dBHL"/>
       </Audiogram>
      </HealthData>
      """
    let first = try JournalInMemory()
    try first.load(Array(text.utf8))
    let (folder, report) = try first.exported()
    #expect(report.losses.isEmpty, "\(report.losses.rows)")
    let xml = String(decoding: folder.files["export.xml"] ?? [], as: UTF8.self)
    // An element of no known type is kept to the letter.
    let empty = source.hasSuffix("\"\"") ? 1 : 0
    #expect(xml.components(separatedBy: "sourceName=\"\"").count - 1 == empty)
    let second = try JournalInMemory()
    try second.load(folder.files["export.xml"] ?? [])
    #expect(try second.objects() == first.objects())
    #expect(try second.objects().count == 8)
    // Nothing of it is new to the journal that it came from.
    let again = try first.load(folder.files["export.xml"] ?? [])
    #expect(again.types.allSatisfy { $0.saved == 0 && $0.corrected == 0 }, "\(again.types)")
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
