import Foundation
import HealthEvents
import HealthJournal
import HealthModel
import Journal
import Synchronization
import TestSupport
import Testing

/// Views by their names, from a program, and a store that only reads.
@Suite(.enabled(if: Zones.arePresent))
struct ViewStoreTests: StoreSuite {
  let home = TemporaryFolder()
  private static func steps(_ day: Int, _ count: Double) throws -> Content {
    let start = try #require(Timestamp("2026-03-0\(day)T08:00:00+01:00"))
    let end = try #require(Timestamp("2026-03-0\(day)T09:00:00+01:00"))
    return .quantity(
      QuantityContent(
        type: QuantityType.stepCount.identifier, span: TimeSpan(start, end), value: count,
        unit: "count"))
  }

  private func store() async throws -> HealthStore {
    try HealthStore.create(at: folder, timeZone: "Europe/Paris")
    let store = try HealthStore(at: folder)
    _ = try await store.save([Self.steps(1, 800), Self.steps(2, 900)])
    return store
  }

  @Test func anyViewGivesRows() async throws {
    let store = try await store()
    let days = try await store.view(
      "daily", options: ["type": "stepCount", "sort": "-sum", "columns": "day,total=sum"])
    #expect(days.fields.map(\.name) == ["day", "total"])
    #expect(days.fields.map(\.kind) == [.time, .number])
    #expect(days[0, "total"] == .number(900) && days[1, "total"] == .number(800))
    #expect(days[2, "total"] == nil && days[0, "sum"] == nil)
    let reasons = try await store.view(
      "daily", options: ["type": "stepCount", "day": "2026-03-01", "explain": "true"])
    #expect(reasons.rows.contains { $0.contains(.text("counted")) })
    let first = try await store.view("daily", options: ["type": "stepCount", "as-of": "1"])
    #expect(first.rows.isEmpty)
    for name in HealthStore.viewNames {
      #expect(!(try await store.view(name).fields.isEmpty), "\(name)")
    }
  }

  /// A store of the past has no right that was revoked since, nor what was deleted since, by any of
  /// its calls.
  @Test func thePastHasTheRightsOfNow() async throws {
    let app = "com.example.app"
    let (steps, blood) = (
      QuantityType.stepCount.identifier, CharacteristicType.bloodType.identifier
    )
    try HealthStore.create(at: folder, timeZone: "Europe/Paris")
    let store = try HealthStore(at: folder)
    func decide(_ status: AuthorizationStatus) async throws {
      let read = [AuthorizationGrant(steps, status), AuthorizationGrant(blood, status)]
      try await store.perform(.authorize(AuthorizationChange(source: app, read: read)))
    }
    try await decide(.authorized)
    let type = Characteristic(type: blood, value: "HKBloodTypeABNegative")
    _ = try await store.save([Self.steps(1, 800), .characteristic(type)])
    let second = try await store.save([Self.steps(2, 900)])
    let past = try await store.asOf(line: 4)
    func told(_ reader: String) async throws -> [String] {
      let day = try #require(CivilDate(year: 2026, month: 3, day: 2))
      return [
        "\(try await past.latestSample(of: .stepCount, as: reader)?.quantity.doubleValue ?? 0)",
        "\(await past.bloodType(as: reader))",
        "\(try await past.profile(as: reader).bloodType)",
        "\(try await past.view("daily", options: ["type": "stepCount"], as: reader).rows.count)",
        "\(try await past.explain(.stepCount, on: day, as: reader).rows.count)",
      ]
    }
    let whole = try await told(EventActor.owner)
    #expect(try await told(app) == whole)
    try await store.perform(.delete(Deletion(objects: second)))
    #expect(try await told(app).first == "800.0")
    #expect(try await told(EventActor.owner) == whole)
    try await decide(.denied)
    let hidden = try await told(app)
    #expect(hidden == ["0.0", "\(BloodType.notSet)", "\(BloodType.notSet)", "0", "0"])
    try await decide(.notDetermined)
    await #expect(throws: StoreError.self) {
      try await past.latestSample(of: .stepCount, as: app)
    }
    #expect(try await told(EventActor.owner) == whole)
  }

  /// The page that the command writes, with the options of the command.
  @Test func aReportIsAPage() async throws {
    let store = try await store()
    let page = String(decoding: try #require(try await store.report()), as: UTF8.self)
    #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("3\u{A0}Mar 2025 – 2\u{A0}Mar 2026"))
    for name in HealthStore.reportSections where !["glucose", "symptoms", "notes"].contains(name) {
      #expect(page.contains("<section id=\"\(name)\""))
    }
    let options: HealthStore.ViewOptions = [
      "period": "2026-03", "language": "de", "sections": "activity,receipt",
    ]
    let march = String(
      decoding: try #require(try await store.report(options: options)), as: UTF8.self)
    #expect(march.contains("Schritte") && march.contains(">900<") && !march.contains("id=\"heart"))
    #expect(
      march.contains("--from 2026-03-01 --to 2026-04-01 --as-of")
        && march.contains("--sections activity,receipt --language de"))
    // A source that the journal has never heard of is refused; one without the right sees nothing.
    await #expect(throws: StoreError.self) {
      _ = try await store.report(options: options, as: "com.example.coach")
    }
    try await store.setAuthorization(
      for: "com.example.coach", share: [QuantityType.bodyMass.identifier: .authorized])
    let hidden = try await store.report(options: options, as: "com.example.coach")
    #expect(hidden.map { String(decoding: $0, as: UTF8.self).contains(">900<") } != true)
    for wrong: HealthStore.ViewOptions in [
      ["nonsense": "1"], ["sections": "nonsense"], ["language": "fr"], ["period": "nonsense"],
      ["from": "2026-03-01", "period": "2026-03"], ["as": "Watch"],
    ] {
      await #expect(throws: StoreError.self, "\(wrong)") {
        _ = try await store.report(options: wrong)
      }
    }
    #expect(try await store.report(options: ["as-of": "1"]) == nil)
  }

  @Test func whatMakesNoSenseIsRefused() async throws {
    let store = try await store()
    let wrong: [(String, HealthStore.ViewOptions)] = [
      ("nonsense", [:]), ("daily", ["nonsense": "1"]), ("daily", ["day": "1", "day": "2"]),
      ("daily", ["explain": "true"]), ("daily", ["explain": "perhaps"]),
      ("daily", ["limit": "none"]), ("daily", ["columns": "nonsense"]),
      ("daily", ["from": "nonsense"]), ("daily", ["as-of": "99"]),
      ("daily", ["as-of": "2000-01-01"]),
      ("swims", ["lengths": "true", "sets": "true"]),
    ]
    for (name, options) in wrong {
      await #expect("\(name) \(options)") {
        _ = try await store.view(name, options: options)
      } throws: {
        ($0 as? StoreError)?.code == .invalidArgument
      }
    }
    await #expect {
      _ = try await store.view(
        "daily", options: ["type": "stepCount"], as: "com.example.never")
    } throws: {
      ($0 as? StoreError)?.code == .authorizationNotDetermined
    }
  }

  @Test func exportsAndDifferencesAreThoseOfTheCommand() async throws {
    let store = try await store()
    let bytes = Collected()
    let rows = try await store.export(
      "daily", options: ["type": "stepCount", "columns": "day,sum"], as: "csv"
    ) { bytes.append($0) }
    #expect(rows == 2)
    let lines = bytes.text.split(whereSeparator: \.isNewline)
    #expect(lines == ["day,sum", "2026-03-01,800", "2026-03-02,900"])
    await #expect(throws: StoreError.self) {
      try await store.export("daily", as: "nonsense") { _ in }
    }
    let changes = try await store.difference(from: "1", to: "now", of: ["daily"])
    #expect(changes[0, "change"] == .text("added"))
    await #expect(throws: StoreError.self) {
      _ = try await store.difference(from: "3", to: "1")
    }
  }

  @Test func importsAsTheCommandDoes() async throws {
    let store = try await store()
    let file = home.path("export.xml")
    let export = """
      <?xml version="1.0"?><HealthData locale="en_GB">
      <ExportDate value="2026-03-05 10:00:00 +0100"/>
      <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg" value="70" \
      creationDate="2026-03-04 08:00:00 +0100" startDate="2026-03-04 08:00:00 +0100" \
      endDate="2026-03-04 08:00:00 +0100"/></HealthData>
      """
    try Data(export.utf8).write(to: URL(fileURLWithPath: file))
    let summary = try await store.importFile(at: file)
    #expect(summary.isComplete && summary.counts.first { $0.element == "Record" }?.saved == 1)
    #expect(try await store.latestSample(of: .bodyMass)?.quantity.doubleValue == 70)
    // The store writes on as before.
    _ = try await store.save([Self.steps(3, 700)])
    let again = try await store.importFile(at: file)
    #expect(again.lines == nil && again.counts.first { $0.element == "Record" }?.known == 1)
    await #expect(throws: StoreError.self) { try await store.importFile(at: file + ".none") }
    #expect(try await store.latestSample(of: .stepCount)?.quantity.doubleValue == 700)
  }

  @Test func chartsHaveBins() async throws {
    let store = try await store()
    let days = try await store.chart(of: .stepCount, by: .day)
    #expect(days.rows.count == 2)
    #expect(days[0, "sum"] == .number(800) && days[1, "sum"] == .number(900))
    #expect(try await (1...7).contains(store.chart(of: .stepCount, parts: 7).rows.count))
    #expect(try await store.chart(of: .heartRate).rows.isEmpty)
  }

  @Test func batchesAreTheSameWheneverTheyAreSent() async throws {
    let store = try await store()
    var anchor = ChangeAnchor.beginning
    var rows = 0
    var keys: Set<String> = []
    while let batch = try await store.changeBatch(after: anchor, to: "study", size: 1) {
      let again = try await store.changeBatch(after: anchor, to: "study", size: 1)
      #expect(again == batch)
      let other = try await store.changeBatch(after: anchor, to: "elsewhere", size: 1)
      #expect(other?.body == batch.body && other?.key != batch.key)
      rows += batch.rowCount
      keys.insert(batch.key)
      anchor = batch.anchor
    }
    #expect(rows == 2 && keys.count >= 1)
    #expect(try await store.changeBatch(after: anchor, to: "study") == nil)
    #expect(try await store.changeBatch(after: .beginning, to: "study")?.rowCount == 2)
  }

  @Test func aReaderStandsBesideTheWriter() async throws {
    let store = try await store()
    let reader = try HealthStore(reading: folder)
    #expect(try await reader.latestSample(of: .stepCount)?.quantity.doubleValue == 900)
    _ = try await store.save([Self.steps(3, 1_000)])
    #expect(try await reader.latestSample(of: .stepCount)?.quantity.doubleValue == 900)
    try await reader.reload()
    #expect(try await reader.latestSample(of: .stepCount)?.quantity.doubleValue == 1_000)
    await #expect {
      _ = try await reader.save([Self.steps(4, 1)])
    } throws: {
      ($0 as? StoreError)?.code == .readOnly
    }
    try await reader.close()
    #expect(throws: StoreError.self) { try HealthStore(reading: folder + "/none") }
  }
}

/// Bytes that a closure collects.
private final class Collected: Sendable {
  private let bytes = Mutex<[UInt8]>([])

  func append(_ more: [UInt8]) { bytes.withLock { $0 += more } }
  var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }
}

/// Findings, as a program outside this package asks for them.
struct CheckStoreTests: StoreSuite {
  let home = TemporaryFolder()

  private func pulse(_ value: Double, _ moment: Timestamp) -> Content {
    let type = QuantityType.heartRate.identifier
    let span = TimeSpan(at: moment)
    return .quantity(
      QuantityContent(type: type, span: span, value: value, unit: "count/min"))
  }

  @Test func findingsNameTheirSamples() async throws {
    try HealthStore.create(at: folder, timeZone: "UTC")
    let store = try HealthStore(at: folder)
    let now = try await store.now
    _ = try await store.save([pulse(60, now)])
    #expect(try await store.check().isEmpty)
    let absurd = try await store.save([pulse(600, now)])
    let week = Timestamp(instant: now.instant + -7 * 86_400, offsetMinutes: 0)
    _ = try await store.save([pulse(61, week)])
    let found = try await store.check()
    #expect(found.map(\.check) == ["implausible", "late"])
    #expect(found.map(\.isProblem) == [true, false])
    #expect(found[0].samples == absurd && found[0].count == 1)
    #expect(found[0].type == QuantityType.heartRate.identifier)
    #expect(try await store.check(checks: ["late"], examples: 0).map(\.samples) == [[]])
    #expect(try await store.check([.stepCount]).isEmpty)
    await #expect(throws: StoreError.self) {
      try await store.check([.heartRate], as: "com.example.app")
    }
  }
}

/// Nights, as a program outside this package asks for them.
struct SleepStoreTests: StoreSuite {
  private let app = "com.example.app"
  private let sleep = CategoryType.sleepAnalysis.identifier
  let home = TemporaryFolder()

  private func stage(_ value: Int, _ start: String, hours: Double) throws -> Content {
    let span = TimeSpan(from: try #require(Timestamp(start)), seconds: hours * 3600)
    return .category(CategoryContent(type: sleep, span: span, value: .code(value)))
  }

  @Test func nightsDaysAndReaders() async throws {
    try HealthStore.create(at: folder, timeZone: "UTC")
    let store = try HealthStore(at: folder)
    try await store.setAuthorization(
      for: app, share: [sleep: .authorized], read: [sleep: .denied])
    _ = try await store.save([try stage(3, "2026-03-01T22:00:00Z", hours: 4)])
    _ = try await store.save([try stage(5, "2026-03-02T01:00:00Z", hours: 2)], by: app)
    let night = try #require(try await store.sleep().first)
    #expect(night.date == CivilDate("2026-03-02") && night.sources == ["owner", app])
    #expect(night.asleep == 18_000 && night.core == 14_400 && night.rem == 3600)
    #expect(night.inBed == 18_000 && night.awake == nil && night.deep == nil)
    #expect(night.span.duration == 18_000)
    #expect(try await store.sleep(by: .day).map(\.asleep) == [7200, 10_800])
    #expect(try await store.sleep(sources: .all).map(\.asleep) == [21_600])
    #expect(try await store.sleep(sources: .separate).map(\.sources) == [["owner"], [app]])
    #expect(try await store.sleep(as: app).map(\.asleep) == [7200])
    let later = try await store.timestamp("2026-03-03").instant
    #expect(try await store.sleep(from: later).isEmpty)
    #expect(try await store.sleep(to: later).count == 1)
    await #expect(throws: StoreError.self) { try await store.sleep(as: "com.example.other") }
  }
}
