import ByteTools
import Foundation
import HealthEvents
import HealthImport
import HealthInterchange
import HealthModel
import HealthViews
import TestSupport
import Testing

/// A reader of FHIR or Open mHealth who knows nothing of this program's extensions learns what the
/// views say.
@Suite struct StandardFieldsTests {
  // MARK: Reading

  private static func resources(_ bytes: [UInt8]) throws -> [JSONValue] {
    try bytes.split(separator: UInt8(ascii: "\n")).map {
      try JSONValue(parsing: Array($0).rawBytes)
    }
  }

  private static func exported(
    _ journal: JournalInMemory, _ form: some JournalExport
  ) throws -> [JSONValue] {
    try resources(try journal.exported(as: form).folder.files[""] ?? [])
  }

  private static func codes(_ element: JSONValue?) -> [String] {
    element["code"]["coding"].elements.compactMap { $0["code"].text }
  }

  /// A Quantity by its code of UCUM in a unit of HealthKit; nil: it has no such unit.
  private static func value(_ element: JSONValue?, in unit: String) throws -> Double? {
    let quantity = element["valueQuantity"]
    guard let number = quantity["value"].number, let code = quantity["code"].text,
      let stated = Unit(ucum: code)
    else { return nil }
    return try stated.convert(number, to: try Unit(unit))
  }

  private static func component(_ resource: JSONValue, _ isMeant: (JSONValue) -> Bool) -> JSONValue?
  {
    resource["component"].elements.first(where: isMeant)
  }

  private static func words(_ number: Double?) -> String {
    number.map { String(($0 * 1000).rounded() / 1000) } ?? "-"
  }

  // MARK: Workouts

  /// Of each workout the uuid, the activity, how long it took, its energy and its distance.
  private static func shown(_ journal: JournalInMemory) throws -> [[String]] {
    let table = try journal.table(of: .workouts)
    let fields = ["uuid", "activity", "duration", "energy", "distance"].compactMap { field in
      table.columns.firstIndex { $0.field == field }
    }
    return try table.allRows().map { row in
      fields.map { place in
        switch row[place] {
        case .number(let number): words(number)
        case .identifier(let text), .text(let text): text
        default: "-"
        }
      }
    }.sorted { $0[0] < $1[0] }
  }

  private static func inFHIR(_ journal: JournalInMemory) throws -> [[String]] {
    try exported(journal, FHIRExport()).filter { codes($0).contains(WorkoutContent.type) }
      .map { resource in
        let activity = resource["valueCodeableConcept"]["coding"].elements.first?["code"].text
        let distance = component(resource) { part in
          codes(part).contains { $0.hasPrefix("HKQuantityTypeIdentifierDistance") }
            || part["code"]["text"].text == "Total distance"
        }
        let energy = component(resource) { codes($0).contains("41981-2") }
        let duration = component(resource) { codes($0).contains("55411-3") }
        return [
          (resource["id"].text ?? "").uppercased(), activity ?? "",
          words(try value(duration, in: "s")), words(try value(energy, in: "kcal")),
          words(try value(distance, in: "m")),
        ]
      }
      .sorted { $0[0] < $1[0] }
  }

  private static func inOpenMHealth(_ journal: JournalInMemory) throws -> [[String]] {
    try exported(journal, OpenMHealthExport()).filter { point in
      point["header"]["schema_id"]["name"].text == "physical-activity"
    }
    .map { point in
      let body = point["body"]
      let name = body["activity_name"].text ?? ""
      return [
        (point["header"]["uuid"].text ?? "").uppercased(),
        WorkoutActivityType.all.first { $0.name == name }?.exportName ?? name,
      ]
        + ["duration", "kcal_burned", "distance"].map { words(body[$0]["value"].number) }
    }
    .sorted { $0[0] < $1[0] }
  }

  /// A workout with totals, one with statistics alone, one with its samples alone, one of several
  /// sports, a swim in laps, and one of which nothing is known.
  private static let workouts = """
    <HealthData>
    <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" \
    totalDistance="5" totalDistanceUnit="km" totalEnergyBurned="300" totalEnergyBurnedUnit="kcal" \
    sourceName="A" startDate="2024-04-01 08:00:00 +0200" endDate="2024-04-01 08:30:00 +0200"/>
    <Workout workoutActivityType="HKWorkoutActivityTypeCycling" duration="40" durationUnit="min" \
    sourceName="A" startDate="2024-04-02 08:00:00 +0200" endDate="2024-04-02 08:40:00 +0200">
    <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="1255.2" unit="kJ" \
    startDate="2024-04-02 08:00:00 +0200" endDate="2024-04-02 08:40:00 +0200"/>
    <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceCycling" sum="9.5" unit="mi" \
    startDate="2024-04-02 08:00:00 +0200" endDate="2024-04-02 08:40:00 +0200"/>
    </Workout>
    <Workout workoutActivityType="HKWorkoutActivityTypeWalking" duration="20" durationUnit="min" \
    sourceName="A" startDate="2024-04-03 08:00:00 +0200" endDate="2024-04-03 08:20:00 +0200"/>
    <Record type="HKQuantityTypeIdentifierActiveEnergyBurned" sourceName="A" unit="kcal" value="77" \
    startDate="2024-04-03 08:01:00 +0200" endDate="2024-04-03 08:19:00 +0200"/>
    <Record type="HKQuantityTypeIdentifierDistanceWalkingRunning" sourceName="A" unit="m" \
    value="1500" startDate="2024-04-03 08:01:00 +0200" endDate="2024-04-03 08:19:00 +0200"/>
    <Workout workoutActivityType="HKWorkoutActivityTypeSwimBikeRun" duration="90" \
    durationUnit="min" sourceName="A" startDate="2024-04-04 08:00:00 +0200" \
    endDate="2024-04-04 09:30:00 +0200">
    <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceSwimming" sum="750" unit="m" \
    startDate="2024-04-04 08:00:00 +0200" endDate="2024-04-04 08:20:00 +0200"/>
    <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceCycling" sum="20" unit="km" \
    startDate="2024-04-04 08:20:00 +0200" endDate="2024-04-04 09:00:00 +0200"/>
    </Workout>
    <Workout workoutActivityType="HKWorkoutActivityTypeSwimming" duration="10" durationUnit="min" \
    sourceName="A" startDate="2024-04-05 08:00:00 +0200" endDate="2024-04-05 08:10:00 +0200">
    <MetadataEntry key="HKLapLength" value="25 m"/>
    <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-04-05 08:01:00 +0200" duration="1" \
    durationUnit="min"/>
    <WorkoutEvent type="HKWorkoutEventTypeLap" date="2024-04-05 08:03:00 +0200" duration="1" \
    durationUnit="min"/>
    </Workout>
    <Workout workoutActivityType="HKWorkoutActivityTypeYoga" duration="45" durationUnit="min" \
    sourceName="A" startDate="2024-04-06 08:00:00 +0200" endDate="2024-04-06 08:45:00 +0200"/>
    </HealthData>
    """

  @Test func workoutsOfEveryKind() throws {
    let journal = try JournalInMemory()
    try journal.load(Array(Self.workouts.utf8))
    let shown = try Self.shown(journal)
    #expect(
      Set(shown.map { $0.dropFirst().joined(separator: " ") }) == [
        "HKWorkoutActivityTypeRunning 1800.0 300.0 5000.0",
        "HKWorkoutActivityTypeCycling 2400.0 300.0 15288.768",
        "HKWorkoutActivityTypeWalking 1200.0 77.0 1500.0",
        "HKWorkoutActivityTypeSwimBikeRun 5400.0 - 20750.0",
        "HKWorkoutActivityTypeSwimming 600.0 - 50.0", "HKWorkoutActivityTypeYoga 2700.0 - -",
      ])
    #expect(try Self.inFHIR(journal) == shown)
    #expect(try Self.inOpenMHealth(journal) == shown)
  }

  @Test(.enabled(if: RealExports.arePresent, "no real exports: set HEALTH_JOURNAL_DATA"))
  func workoutsOfARealExport() throws {
    let journal = try JournalInMemory()
    try journal.load(try RealExports.bytes("workouts-2018-2026/export.xml"))
    let shown = try Self.shown(journal)
    #expect(shown.count == 11)
    #expect(shown.count { $0[3] != "-" } == 11, "with energy")
    #expect(shown.count { $0[4] != "-" } == 10, "with a distance")
    #expect(try Self.inFHIR(journal) == shown)
    #expect(try Self.inOpenMHealth(journal) == shown)
  }

  // MARK: Samples

  /// Each sample by type, times and value, in the catalogue's unit.
  private static func samples(_ journal: JournalInMemory) throws -> [String] {
    try journal.objects().values.compactMap { draft in
      switch draft.object.content {
      case .quantity(let sample):
        guard let unit = try? Unit(sample.unit), unit.ucum != nil else { return nil }
        let stated = Amount(sample.value, sample.unit)
        return
          "\(sample.type) \(instants(sample.span)) \(words(try canonical(stated, sample.type)))"
      case .category(let sample): return "\(sample.type) \(instants(sample.span))"
      default: return nil
      }
    }.sorted()
  }

  private static func canonical(_ amount: Amount, _ type: String) throws -> Double? {
    guard case .quantity(let known)? = TypeCatalogue.find(type) else { return amount.value }
    return try? Unit(amount.unit).convert(amount.value, to: known.canonicalUnit)
  }

  private static func instants(_ span: TimeSpan) -> String {
    "\(span.start.instant.microseconds) \(span.end.instant.microseconds)"
  }

  /// The same of resources, which are read as another program's: without the extensions and the
  /// mark of this one.
  private static func asOfOthers(_ resources: [JSONValue]) throws -> [UInt8] {
    var text: [UInt8] = []
    for resource in resources where resource["resourceType"].text == "Observation" {
      guard case .object(let members) = resource else { continue }
      guard resource["meta"]["tag"].elements.isEmpty else { continue }
      var writer = JSONWriter()
      writer.object { writer in
        for member in members where !["meta", "extension", "device"].contains(member.key) {
          writer.key(member.key)
          writer.value(member.value)
        }
      }
      text += writer.bytes + Array("\n".utf8)
    }
    return text
  }

  @Test(arguments: JournalInMemory.fixtures) func samplesOfFixtures(_ file: URL) throws {
    let journal = try JournalInMemory()
    try journal.load(Array(try Data(contentsOf: file)))
    let resources = try Self.exported(journal, FHIRExport())
    let other = try JournalInMemory()
    try other.load(try Self.asOfOthers(resources), by: FHIRImporter())
    let (before, after) = (try Self.samples(journal), try Self.samples(other))
    #expect(Set(before) == Set(after))
  }
}

extension JSONValue? {
  fileprivate subscript(key: String) -> JSONValue? { self?[key] }
  fileprivate var elements: [JSONValue] {
    if case .array(let elements)? = self { elements } else { [] }
  }
  fileprivate var text: String? { if case .string(let text)? = self { text } else { nil } }
  fileprivate var number: Double? { if case .number(let number)? = self { number } else { nil } }
}
