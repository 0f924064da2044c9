import ByteTools
import Foundation
import HealthEvents
import HealthImport
import HealthModel
import HealthViews
import Journal
import TestSupport
import Testing

@testable import HealthInterchange

/// A journal, its export as FHIR, and an import of that into an empty journal: the same objects and
/// the same views.
@Suite struct FHIRRoundTripTests {
  private static let views: [View] = [
    .samples, .workouts, .sleep, .profile, .latest, .daily, .sources, .notes,
  ]

  private static func export(
    _ journal: JournalInMemory, _ options: [(String, String)] = []
  ) throws -> (bytes: [UInt8], report: ExportReport) {
    var values = OptionValues(command: "export")
    for (name, value) in options { values.add(value, to: name) }
    let (folder, report) = try journal.exported(values, as: FHIRExport())
    return (folder.files[""] ?? [], report)
  }

  /// Random objects of all types, odd texts among them. Only what has no resource is lost, and that
  /// is counted.
  @Test(arguments: Counts.seeds(0...2 as ClosedRange<UInt64>))
  func randomJournals(_ seed: UInt64) throws {
    let first = try JournalInMemory()
    try first.fill(150, seed)
    try check(first)
  }

  @Test(arguments: JournalInMemory.fixtures) func fixture(_ file: URL) throws {
    let journal = try JournalInMemory()
    try journal.load(Array(try Data(contentsOf: file)))
    try check(journal)
  }

  /// A note is an Observation without a code, and comes back as it was.
  @Test func notes() throws {
    let journal = try JournalInMemory()
    let day = TimeSpan(
      from: Timestamp(instant: Instant(wholeSeconds: 1_767_254_400), offsetMinutes: 60),
      seconds: 86_400)
    let notes = [
      Note(span: day, text: "flu, \"bad\"\nand a cough", tags: ["sick", "at home"]),
      Note(span: TimeSpan(at: day.start), tags: ["Übelkeit"]), Note(span: day, text: "x\u{B}y"),
    ]
    try journal.write { session in
      for (number, note) in notes.enumerated() {
        var draft = Draft(note.object(uuid: ObjectUUID(high: 1, low: UInt64(number))))
        if number == 0 { draft.source = Source(name: "Diary", bundle: "com.example.diary") }
        _ = try session.perform(
          Command(by: EventActor.owner, .save(SaveRequest(objects: [draft]))))
      }
    }
    try check(journal)
    let (bytes, report) = try Self.export(journal, [])
    #expect(report.losses.isEmpty)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .filter { $0.contains("\"Observation\"") }
    #expect(lines.count == 3 && lines.allSatisfy { $0.contains("\"code\":{\"text\":\"Note\"}") })
    #expect(lines[0].contains("{\"code\":{\"text\":\"Tag\"},\"valueString\":\"at home\"}"))
    #expect(!lines[2].contains(",\"valueString\":\"x"))
  }

  /// A type that the journal declares is declared by the import too, once.
  @Test func declaredTypes() throws {
    let first = try JournalInMemory()
    let sweat = DeclaredType(
      "org.example.sweat", unit: "L/hr", aggregation: .discreteArithmetic, title: "Sweat rate")
    let ache = DeclaredType(
      "org.example.ache", kind: .category, title: "Ache", values: [.init(name: "strong", code: 2)])
    let time = Timestamp(instant: Instant(wholeSeconds: 1_800_000_000), offsetMinutes: 0)
    let span = TimeSpan(time, time)
    try first.write { session in
      for type in [sweat, ache] {
        _ = try session.perform(Command(by: EventActor.owner, .declare(type)))
      }
      for number in 1...3 as ClosedRange<UInt64> {
        let content =
          number < 3
          ? Content.quantity(
            QuantityContent(type: sweat.identifier, span: span, value: 0.8, unit: "mL/min"))
          : .category(CategoryContent(type: ache.identifier, span: span, value: .code(2)))
        let object = HealthObject(uuid: ObjectUUID(high: 1, low: number), content: content)
        let request = SaveRequest(objects: [Draft(object)])
        _ = try session.perform(Command(by: EventActor.owner, .save(request)))
      }
    }
    let (bytes, _) = try Self.export(first)
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains(#"{"system":"urn:health-journal:types","code":"org.example.sweat"}"#))
    #expect(text.contains(#""text":"Sweat rate""#))
    let second = try JournalInMemory()
    try second.load(bytes, by: FHIRImporter())
    #expect(try second.declaredTypes() == [ache, sweat])
    #expect(try second.rows(of: .latest) == first.rows(of: .latest))
    try check(first)
  }

  private func check(_ first: JournalInMemory) throws {
    for format in ["ndjson", "bundle"] {
      let (bytes, report) = try Self.export(first, [("format", format)])
      #expect(try Self.export(first, [("format", format)]).bytes == bytes, "the same bytes")
      let second = try JournalInMemory()
      let outcome = try second.load(bytes, by: FHIRImporter())
      #expect(outcome.isComplete && outcome.balances, "\(outcome.issues)")
      let (before, after) = (try first.objects(), try second.objects())
      var lost = 0
      for (uuid, draft) in before where after[uuid] != draft {
        let isShown = FHIRObservationWriter.hasResource(draft.object.content)
        #expect(!isShown, "\(draft)\n\(after[uuid].map { "\($0)" } ?? "nothing")")
        lost += 1
      }
      #expect(Set(after.keys).isSubset(of: before.keys))
      #expect(report.losses.rows.reduce(0) { $0 + $1.count } == lost, "\(report.losses.rows)")
      for view in Self.views {
        let (before, after) = (try first.rows(of: view), try second.rows(of: view))
        // Rows of one time may change places. To describe each cell of all rows is slow.
        let others = zip(before, after).filter { $0 != $1 }
        #expect(
          before.count == after.count
            && others.map { "\($0.0)" }.sorted() == others.map { "\($0.1)" }.sorted(),
          "\(view.name)")
      }
      // What the journal holds already is known by its uuids.
      let again = try first.load(bytes, by: FHIRImporter())
      #expect(again.isComplete && again.counts.allSatisfy { $0.saved == 0 }, "\(again.counts)")
    }
  }

  /// A part by type, time and view.
  @Test func parts() throws {
    let journal = try JournalInMemory()
    try journal.load(
      Array(
        try Data(
          contentsOf: JournalInMemory.fixtures.first {
            $0.lastPathComponent == "correlations.xml"
          } ?? JournalInMemory.fixtures[0])))
    let all = try Self.export(journal).report
    let some = try Self.export(journal, [("views", "profile")]).report
    #expect(some.counts.count { $0.name == "Patient" } == 1)
    #expect(all.sentence != some.sentence)
    #expect(throws: OptionProblem.self) { try Self.export(journal, [("views", "nothing")]) }
    let none = try Self.export(journal, [("type", "HKQuantityTypeIdentifierUVExposure")]).report
    #expect(none.isOfNothing)
  }
}
