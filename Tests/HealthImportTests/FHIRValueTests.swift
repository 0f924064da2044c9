import ByteTools
import Foundation
import HealthEvents
import HealthImport
import HealthModel
import TestSupport
import Testing

/// Values, units, times and codes of Observations that other programs wrote.
@Suite struct FHIRValueTests {
  // MARK: HealthKitOnFHIR

  /// What HealthKitOnFHIR states of a type.
  struct Row: Sendable {
    var type: String
    var loinc: String
    var code: String
    var display: String
    var unit: String
    var ucum: String
    /// HealthKit's text of the unit in which it asks for the number.
    var healthKit: String
  }

  private static let rows: [Row] = {
    let file = Project.root.appending(path: "Tests/Exchange/healthkit_on_fhir.tsv")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").dropFirst(2).map { line in
      let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Row(
        type: "HKQuantityTypeIdentifier" + cells[0], loinc: cells[1],
        code: "HKQuantityTypeIdentifier" + cells[2], display: cells[3], unit: cells[4],
        ucum: cells[5], healthKit: cells[6])
    }
  }()

  private static let mark = """
    "extension":[{"url":"https://bdh.stanford.edu/fhir/defs/sourceDevice","extension":[{"url":
    "https://bdh.stanford.edu/fhir/defs/sourceDevice/name","valueString":"Apple Watch"}]},{"url":
    "https://bdh.stanford.edu/fhir/defs/sourceRevision","extension":[{"url":
    "https://bdh.stanford.edu/fhir/defs/sourceRevision/source","extension":[{"url":
    "https://bdh.stanford.edu/fhir/defs/sourceRevision/source/name","valueString":"Watch"},{"url":
    "https://bdh.stanford.edu/fhir/defs/sourceRevision/source/bundleIdentifier","valueString":
    "com.apple.health"}]},{"url":"https://bdh.stanford.edu/fhir/defs/sourceRevision/OSVersion",
    "valueString":"26.1.0"}]}],
    """

  private static func observation(
    _ coding: String, _ value: String, more: String = "",
    time: String = "\"effectiveDateTime\":\"2026-03-02T07:00:00+01:00\""
  ) -> String {
    "{\"resourceType\":\"Observation\",\(more)\"status\":\"final\",\"code\":{\"coding\":["
      + "\(coding)]},\(time),\(value)}"
  }

  private static func observation(_ row: Row, _ value: Double, isMarked: Bool) -> String {
    let apple = "http://developer.apple.com/documentation/healthkit"
    let loinc =
      row.loinc.isEmpty ? "" : "{\"system\":\"http://loinc.org\",\"code\":\"\(row.loinc)\"},"
    let ucum =
      row.ucum.isEmpty
      ? "" : ",\"system\":\"http://unitsofmeasure.org\",\"code\":\"\(row.ucum)\""
    return observation(
      "\(loinc){\"system\":\"\(apple)\",\"code\":\"\(row.code)\",\"display\":\"\(row.display)\"}",
      "\"valueQuantity\":{\"value\":\(value),\"unit\":\"\(row.unit)\"\(ucum)}",
      more: isMarked ? mark : "")
  }

  private static func load(
    _ texts: [String], zone: String = "UTC"
  ) throws -> (sink: MemorySink, outcome: ImportOutcome) {
    var sink = MemorySink()
    sink.timeZone = zone
    // A resource stands on a line.
    let lines = texts.map { $0.replacing("\n", with: "") }.joined(separator: "\n")
    let outcome = try FHIRImporter().run(
      ImportInput(MemorySource(Array(lines.utf8))), into: &sink)
    #expect(outcome.balances && (outcome.quarantined > 0 || sink.quarantine.isEmpty))
    return (sink, outcome)
  }

  private static func sample(_ sink: MemorySink) throws -> QuantityContent {
    let samples = sink.drafts.compactMap { draft -> QuantityContent? in
      if case .quantity(let sample) = draft.object.content { sample } else { nil }
    }
    return try #require(samples.first)
  }

  @Test func hasEveryType() { #expect(Self.rows.count == 119) }

  /// One Observation of each type, with the mark that newer versions write and without.
  @Test(arguments: rows, [true, false]) func everyType(_ row: Row, isMarked: Bool) throws {
    let isPercent = row.healthKit == "%"
    let number = isPercent ? 0.375 : 12.5
    let (sink, outcome) = try Self.load([Self.observation(row, number, isMarked: isMarked)])
    #expect(outcome.isComplete, "\(outcome.issues)")
    let sample = try Self.sample(sink)
    #expect(sample.type == row.type)
    guard case .quantity(let type)? = TypeCatalogue.find(row.type) else {
      Issue.record("no type \(row.type)")
      return
    }
    let unit = try Unit(sample.unit)
    #expect(type.accepts(unit), "\(row.type) in \(sample.unit)")
    // The mapping counts effort scores, for which HealthKit has a unit of their own, and has
    // another decibel for the reduction of sounds.
    let stated = try Unit(row.healthKit)
    let own = type.accepts(stated) ? stated : type.canonicalUnit
    let isFraction = isMarked || type == .oxygenSaturation
    let expected = isPercent && !isFraction ? number / 100 : number
    #expect(abs(try unit.convert(sample.value, to: own) - expected) < 1e-12)
    let doubts = isPercent && !isMarked ? 1 : 0
    #expect(outcome.doubtful.map(\.count) == [Int](repeating: 1, count: doubts))
    #expect(outcome.doubtful.allSatisfy { $0.isFraction == isFraction })
    let draft = try #require(sink.drafts.first)
    #expect(draft.source?.name == (isMarked ? "Watch" : "FHIR"))
    #expect(draft.device?.name == (isMarked ? "Apple Watch" : nil))
  }

  /// More than 1 % is percent, whoever wrote it.
  @Test(arguments: [true, false]) func percentOfMoreThanOne(_ isMarked: Bool) throws {
    for row in Self.rows where row.healthKit == "%" {
      let (sink, outcome) = try Self.load([Self.observation(row, 97.5, isMarked: isMarked)])
      #expect(try Self.sample(sink).value == 0.975)
      #expect(outcome.doubtful.isEmpty)
    }
  }

  private static func apple(_ code: String) -> String {
    "{\"system\":\"http://developer.apple.com/documentation/healthkit\",\"code\":\"\(code)\"}"
  }

  /// A category without values has the type in place of one.
  @Test func categoriesWithoutValues() throws {
    let type = "HKCategoryTypeIdentifierMindfulSession"
    let (sink, outcome) = try Self.load([
      Self.observation(Self.apple(type), "\"valueString\":\"\(type)\"", more: Self.mark)
    ])
    #expect(outcome.isComplete, "\(outcome.issues)")
    guard case .category(let sample)? = sink.drafts.first?.object.content else {
      Issue.record("no category")
      return
    }
    #expect(sample.type == type && sample.value == .code(0))
  }

  /// Values of enumerations are numbers, and units have HealthKit's text.
  @Test func metadata() throws {
    let url = "https://bdh.stanford.edu/fhir/defs/metadata"
    let entries = [
      ("HKHeartRateMotionContext", "\"valueCoding\":{\"code\":\"2\",\"display\":\"active\"}"),
      ("HKWeatherTemperature", "\"valueQuantity\":{\"value\":20,\"unit\":\"C\",\"code\":\"Cel\"}"),
    ].map { "{\"url\":\"\(url)/\($0)\",\($1)}" }
    let (sink, _) = try Self.load([
      Self.observation(
        Self.apple("HKQuantityTypeIdentifierHeartRate"),
        "\"valueQuantity\":{\"value\":61,\"unit\":\"beats/minute\"}",
        more:
          "\"extension\":[{\"url\":\"\(url)\",\"extension\":[\(entries.joined(separator: ","))]}],")
    ])
    let metadata = try #require(sink.drafts.first?.object.metadata)
    #expect(metadata["HKHeartRateMotionContext"] == .number(2))
    #expect(metadata["HKWeatherTemperature"] == .quantity(20, unit: "degC"))
  }

  // MARK: Units

  private static func quantity(_ code: String, _ value: String) -> String {
    observation("{\"system\":\"http://loinc.org\",\"code\":\"\(code)\"}", value)
  }

  @Test(arguments: [
    ("8867-4", "\"unit\":\"bpm\"", "count/min"), ("8867-4", "\"unit\":\"beats/min\"", "count/min"),
    ("8867-4", "\"unit\":\"{beats}/min\"", "count/min"),
    ("8867-4", "\"unit\":\"/min\"", "count/min"),
    ("8480-6", "\"unit\":\"mmHg\"", "mmHg"), ("8310-5", "\"unit\":\"C\"", "degC"),
    ("8310-5", "\"unit\":\"°F\"", "degF"), ("8310-5", "\"unit\":\"degF\"", "degF"),
    ("8302-2", "\"unit\":\"in\"", "in"), ("29463-7", "\"unit\":\"lbs\"", "lb"),
    ("55423-8", "\"unit\":\"steps\"", "count"), ("55423-8", "\"unit\":\"count\"", "count"),
    ("39156-5", "\"unit\":\"kg/m^2\"", "count"), ("39156-5", "\"unit\":\"kg/m²\"", "count"),
    // A code that does not fit gives way to a unit that does; one of another system is none.
    ("8302-2", "\"unit\":\"cm\",\"code\":\"kg\"", "cm"),
    (
      "8302-2", "\"unit\":\"cm\",\"system\":\"http://snomed.info/sct\",\"code\":\"258672001\"", "cm"
    ),
    (
      "8302-2", "\"unit\":\"inches\",\"system\":\"http://unitsofmeasure.org\",\"code\":\"[in_i]\"",
      "in"
    ),
  ]) func units(_ code: String, _ unit: String, _ expected: String) throws {
    let (sink, outcome) = try Self.load([
      Self.quantity(code, "\"valueQuantity\":{\"value\":50,\(unit)}")
    ])
    #expect(outcome.isComplete, "\(unit): \(outcome.issues)")
    #expect(try Self.sample(sink).unit == expected)
  }

  /// A number without a unit is a count, where the type is counted.
  @Test(arguments: [
    "\"valueInteger\":50", "\"valueQuantity\":{\"value\":50}",
    "\"valueQuantity\":{\"value\":50,\"system\":\"http://unitsofmeasure.org\",\"code\":\"1\"}",
  ]) func countsWithoutAUnit(_ value: String) throws {
    let (sink, outcome) = try Self.load([
      Self.quantity("55423-8", value), Self.quantity("8302-2", value),
    ])
    #expect(try Self.sample(sink).unit == "count" && sink.drafts.count == 1)
    #expect(outcome.quarantined == 1)
  }

  /// What is refused is told as it was read, on one line.
  @Test(arguments: [
    ("\"unit\":\"furlongs\"", "HealthKit does not have its unit: 'furlongs'"),
    (
      "\"unit\":\"a\\nb\",\"system\":\"http://unitsofmeasure.org\",\"code\":\"[foo]\"",
      "HealthKit does not have its unit: '[foo]', 'a\\u{A}b'"
    ),
    ("\"system\":\"http://unitsofmeasure.org\"", "it has no unit"),
  ]) func unitsThatAreNone(_ unit: String, _ reason: String) throws {
    let (sink, outcome) = try Self.load([
      Self.quantity("8302-2", "\"valueQuantity\":{\"value\":50,\(unit)}")
    ])
    #expect(sink.drafts.isEmpty)
    #expect(outcome.issues.map(\.reason) == [reason])
  }

  // MARK: Times

  /// A date without a time is the day in the journal's zone.
  @Test(arguments: [
    ("\"effectiveDateTime\":\"2026-03-02\"", "2026-03-02T00:00:00+01:00 2026-03-03T00:00:00+01:00"),
    // Clocks go forward on this day.
    ("\"effectiveDateTime\":\"2026-03-29\"", "2026-03-29T00:00:00+01:00 2026-03-30T00:00:00+02:00"),
    (
      "\"effectivePeriod\":{\"start\":\"2026-03-02\",\"end\":\"2026-03-03\"}",
      "2026-03-02T00:00:00+01:00 2026-03-04T00:00:00+01:00"
    ),
    (
      "\"effectivePeriod\":{\"start\":\"2026-03-02T08:00:00Z\",\"end\":\"2026-03-02\"}",
      "2026-03-02T08:00:00Z 2026-03-03T00:00:00+01:00"
    ),
    ("\"effectiveDateTime\":\"2026-03\"", "its time is neither a moment nor a day"),
    ("\"effectiveDateTime\":\"2026-02-30\"", "its time is neither a moment nor a day"),
    ("\"effectiveDateTime\":2026", "its time is neither a moment nor a day"),
    ("\"effectiveInstant\":\"2026\"", "its time is neither a moment nor a day"),
    (
      "\"effectiveDateTime\":\"2026-03-01T08:00:00.1234567Z\"",
      "its time has more than six digits after the seconds"
    ),
    (
      "\"effectivePeriod\":{\"start\":\"2026-03-02\"}",
      "its period does not have two moments or two days"
    ),
  ]) func dates(_ time: String, _ expected: String) throws {
    let text = Self.observation(
      "{\"system\":\"http://loinc.org\",\"code\":\"29463-7\"}",
      "\"valueQuantity\":{\"value\":50,\"unit\":\"kg\"}", time: time)
    let (sink, outcome) = try Self.load([text], zone: "Europe/Berlin")
    guard let draft = sink.drafts.first, let span = draft.object.content.span else {
      return #expect(outcome.issues.map(\.reason) == [expected])
    }
    #expect("\(span.start) \(span.end)" == expected)
    var again = sink.next
    let second = try FHIRImporter().run(
      ImportInput(MemorySource(Array(text.utf8))), into: &again)
    #expect(second.isComplete)
  }

  // MARK: What is not there

  private static let absent = "\"dataAbsentReason\":{\"coding\":[{\"code\":\"unknown\"}]}"

  private static func pressure(_ first: String, _ second: String, more: String = "") -> String {
    let parts = [("8480-6", first), ("8462-4", second)].map { code, value in
      "{\"code\":{\"coding\":[{\"system\":\"http://loinc.org\",\"code\":\"\(code)\"}]},\(value)}"
    }
    return quantity(
      "85354-9", "\(more)\"component\":[\(parts.joined(separator: ","))]")
  }

  private static func mmHg(_ value: Int) -> String {
    "\"valueQuantity\":{\"value\":\(value),\"unit\":\"mmHg\"}"
  }

  /// An Observation that says why it has no value states nothing; of a blood pressure of which one
  /// figure was not measured the other one is a sample.
  @Test func absentValues() throws {
    let (sink, outcome) = try Self.load([
      Self.quantity("29463-7", Self.absent), Self.pressure(Self.absent, Self.absent),
      Self.quantity("85354-9", Self.absent), Self.pressure(Self.mmHg(120), Self.absent),
      Self.pressure(Self.absent, Self.mmHg(80)),
    ])
    #expect(outcome.isComplete, "\(outcome.issues)")
    #expect(
      outcome.counts.map { "\($0.element) \($0.saved) \($0.unsupported)" }
        == ["Observation (no value) 0 3", "Observation 2 0"])
    #expect(
      sink.drafts.map(\.object.content.type) == [
        "HKQuantityTypeIdentifierBloodPressureSystolic",
        "HKQuantityTypeIdentifierBloodPressureDiastolic",
      ])
  }

  /// Codes of LOINC that say more than a type.
  @Test(
    arguments: [
      ("8331-1", "BodyTemperature", 6.0), ("8328-7", "BodyTemperature", 1),
      ("8332-9", "BodyTemperature", 7), ("8333-7", "BodyTemperature", 9),
      ("8310-5", "BodyTemperature", nil), ("2345-7", "BloodGlucose", nil),
      ("14749-6", "BloodGlucose", nil),
    ] as [(String, String, Double?)]) func codes(_ code: String, _ type: String, _ place: Double?)
    throws
  {
    let unit = type == "BodyTemperature" ? "Cel" : code == "2345-7" ? "mg/dL" : "mmol/L"
    let (sink, outcome) = try Self.load([
      Self.quantity(
        code,
        "\"valueQuantity\":{\"value\":37,\"system\":\"http://unitsofmeasure.org\",\"code\":\"\(unit)\"}"
      )
    ])
    #expect(outcome.isComplete)
    let draft = try #require(sink.drafts.first)
    #expect(draft.object.content.type == "HKQuantityTypeIdentifier" + type)
    let stated = draft.object.metadata[MetadataName.bodyTemperatureSensorLocation]
    #expect(stated == place.map { .number($0) })
  }
}
