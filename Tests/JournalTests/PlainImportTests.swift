import ByteTools
import Foundation
import HealthEvents
import HealthImport
import HealthModel
import HealthTables
import Journal
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

/// The short way of plain records writes the lines that the general one writes, to the byte.
@Suite struct PlainImportTests {
  static let files: [URL] = {
    let fixtures = Project.fixtures.appending(path: "import/apple-health")
    let folders = [RealExports.steps, RealExports.workouts].map { URL(filePath: $0) }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: fixtures.path)) ?? []
    let all = names.sorted().filter { $0.hasSuffix(".xml") }.map(fixtures.appendingPathComponent)
    let demo = Project.fixtures.appending(path: "demo/export.xml")
    return (all + folders + [demo]).filter { FileManager.default.fileExists(atPath: $0.path) }
  }()

  @Test(arguments: files) func sameLines(_ file: URL) throws {
    let bytes = Array(try Data(contentsOf: file))
    #expect(try lines(bytes, shortens: true) == lines(bytes, shortens: false))
  }

  /// Values, times and metadata in all the ways that the short way writes itself.
  @Test func sameLinesOfPlainRecords() throws {
    let values = [
      "1", "0", "0.5", "12.25", "-3", "1e3", "0.1234567890123456789", "007", "1.50", "0.00001",
      "100000000000000000000", "-0", "99.999999999999",
    ]
    let zones = ["+0100", "+0000", "-0330", "-0000"]
    let inner = [
      "/>", ">\n  <MetadataEntry key=\"HKTimeZone\" value=\"Europe/Berlin\"/>\n </Record>",
      "><MetadataEntry key=\"note\" value=\"a\\b\"/><MetadataEntry key=\"HKWasUserEntered\" "
        + "value=\"1\"/></Record>",
      ">\n<MetadataEntry key=\"note\" value=\"1\"/>\n<MetadataEntry key=\"note\" value=\"2\"/></Record>",
      "><MetadataEntry key=\"HKWeatherTemperature\" value=\"54 degF\"/></Record>",
    ]
    var records: [String] = []
    for (number, value) in (values + values + values).enumerated() {
      for (zone, end) in zip(zones + zones, inner) {
        let minute = 10 + number
        records.append(
          """
          <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Anna’s “W”" unit="count" \
          creationDate="2024-05-01 23:59:59 \(zone)" startDate="2024-02-29 07:\(minute):00 \(zone)" \
          endDate="2024-02-29 09:00:00 \(zone)" value="\(value)"\(end)
          """)
      }
      records.append(
        """
        <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="a\\b&quot;" \
        creationDate="2024-05-01 10:00:00 +0200" startDate="2024-05-01 07:00:\(10 + number) +0200" \
        endDate="2024-05-01 09:00:00 +0200" value="HKCategoryValueSleepAnalysisInBed"/>
        """)
    }
    let text = "<HealthData locale=\"de_DE\">\n \(records.joined(separator: "\n "))\n</HealthData>"
    let short = try lines(Array(text.utf8), shortens: true)
    #expect(short == (try lines(Array(text.utf8), shortens: false)))
    #expect(short.count > 100)
  }

  /// Every order of a record's attributes: a record, the same again, and one with another time and
  /// value.
  @Test(arguments: 0..<7) func everyOrderOfAttributes(first: Int) throws {
    let orders = permutations(Array(0..<7)).filter { $0[0] == first }
    var records: [String] = []
    for (number, order) in orders.enumerated() {
      let texts = (0..<2).map { RecordText(2 * number + $0).ordered(order).text }
      records += [texts[0], texts[0], texts[1]]
    }
    #expect(orders.count == 720)
    let short = try lines(Self.export(records), shortens: true)
    #expect(short == (try lines(Self.export(records), shortens: false)))
    // An origin, a line for each, as an export may hold a record twice, and the receipt. Those of
    // erased objects stay, and what was erased has a line anew: with the erasure and two receipts.
    #expect(short.count == 1 + 3 * orders.count + 1 + 1 + orders.count + 1)
  }

  /// Two to five records of one layout or two: attributes moved, left out, added, said twice or
  /// with references, white space, other quotes.
  @Test(arguments: Counts.seeds(0...19 as ClosedRange<UInt64>)) func sequencesOfRecords(
    seed: UInt64
  ) throws {
    var random = Dice(seed)
    for _ in 0..<50 {
      let layouts = (random.next(), random.next())
      let records = (0..<Int.random(in: 2...5, using: &random)).map { _ in
        RecordText(
          Int.random(in: 0..<4, using: &random), layout: random.oneIn(4) ? layouts.1 : layouts.0
        ).text
      }
      let (short, long) = (
        try lines(Self.export(records), shortens: true),
        try lines(Self.export(records), shortens: false)
      )
      if short != long { Issue.record("\(records)") }
    }
  }

  private static func export(_ records: [String]) -> [UInt8] {
    Array(
      "<HealthData locale=\"en_GB\">\n \(records.joined(separator: "\n "))\n</HealthData>".utf8)
  }

  /// Erases every third object.
  private func erase(_ system: MemorySystem) throws {
    var uuids: [ObjectUUID] = []
    try ReplayedJournal("/j", on: system).forEachEntry { entry in
      if case .save(let save)? = entry.event { uuids += save.objects.map(\.uuid) }
      return true
    }
    let gone = uuids.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
    var session = try JournalSession.open("/j", on: system)
    _ = try session.erase(.objects(gone), reason: "asked for")
    try session.finish()
  }

  /// The lines of a journal after an import, without what is drawn or follows from it; then those
  /// that a second import of the same bytes adds: none; then those of an erasure, of an import that
  /// leaves out what was erased, of one that saves it again, and of a last one.
  private func lines(_ bytes: [UInt8], shortens: Bool) throws -> [String] {
    let system = MemorySystem()
    try JournalSession.create("/j", timeZone: "Europe/Berlin", on: system)
    let importer = AppleHealthImporter(usesFastPath: shortens)
    for time in 1...2 {
      var job = try ImportJob(
        into: try JournalSession.open("/j", on: system), fileName: "export.xml"
      ) { _, _ in }
      let report = try job.run(MemorySource(bytes), by: [importer])
      #expect(report.outcome.balances)
      #expect(time == 1 || report.lines == nil)
    }
    try erase(system)
    for again in [false, true, false] {
      var choices = ImportJob.Choices()
      choices.savesErased = again
      var job = try ImportJob(
        into: try JournalSession.open("/j", on: system), fileName: "export.xml", choices
      ) { _, _ in }
      let report = try job.run(MemorySource(bytes), by: [importer])
      #expect(report.outcome.balances)
      #expect(again || report.lines == nil)
    }
    let file = try system.open("/j/events.ndjson", .read)
    var content = [UInt8](repeating: 0, count: Int(try system.size(of: file)))
    #expect(try system.read(file, at: 0, into: &content, from: 0) == content.count)
    // What is random: the salt, and the uuid of the person.
    return String(decoding: content, as: UTF8.self).split(separator: "\n").dropFirst().map {
      $0.replacing(/"person":"[0-9A-F-]+"/, with: "")
        .components(separatedBy: "\"salt\":\"")[0].components(separatedBy: "\"digest\":\"")[0]
    }
  }
}
