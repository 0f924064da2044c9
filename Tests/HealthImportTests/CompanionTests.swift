import ByteTools
import HealthEvents
import HealthImport
import HealthModel
import Testing

/// What lies beside an export is read with it.
@Suite struct CompanionTests {
  private static let gpx = """
    <gpx version="1.1"><trk><trkseg><trkpt lat="52.5" lon="-13.25"><ele>34.10</ele>\
    <time>2024-04-01T06:00:01Z</time><extensions><speed>2.5</speed><course>90</course>\
    <hAcc>3</hAcc><vAcc>4</vAcc></extensions></trkpt></trkseg></trk></gpx>
    """

  private static func workout(_ paths: String...) -> String {
    let files = paths.map { "<FileReference path=\"\($0)\"/>" }.joined()
    return """
      <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Watch" \
      startDate="2024-04-01 08:00:00 +0200" endDate="2024-04-01 08:05:00 +0200">\
      <WorkoutRoute sourceName="Watch" startDate="2024-04-01 08:00:00 +0200" \
      endDate="2024-04-01 08:05:00 +0200">\(files)</WorkoutRoute></Workout>
      """
  }

  private static func route(_ sink: MemorySink) throws -> HealthObject {
    try #require(sink.drafts.map(\.object).first { $0.content.type == WorkoutRoute.type })
  }

  /// The counts of an import, and what it saved.
  private static func load(
    _ element: String, _ texts: [String: String], filterBytes: Int = 1 << 16
  ) throws -> (outcome: ImportOutcome, sink: MemorySink) {
    var sink = MemorySink()
    let outcome = try HealthImportTests.load(
      export(element), beside: Companions(texts: texts), into: &sink, filterBytes: filterBytes)
    #expect(outcome.balances)
    return (outcome, sink)
  }

  @Test(arguments: [64, 1 << 16]) func theFixtureIsReadWhole(filterBytes: Int) throws {
    var sink = MemorySink()
    let outcome = try HealthImportTests.load(
      try Exports.beside(), beside: try Companions.fixture(), into: &sink, filterBytes: filterBytes)
    #expect(
      Set(lines(outcome)).isSuperset(of: [
        "Workout 2 = 2 + 0 + 0", "WorkoutRoute 2 = 2 + 0 + 0", "GPX file 1 = 1 + 0 + 0",
        "FHIR file 1 = 1 + 0 + 0", "ECG file 2 = 2 + 0 + 0",
      ]))
    #expect(outcome.isComplete && outcome.balances && sink.quarantine.isEmpty)
    #expect(
      outcome.notRead == [
        "1 GPX file that no workout names", "1 FHIR file that no record names", "1 CDA",
        "1 attachment",
      ])
    #expect(outcome.missing == ["1 GPX file"])
    let points = try sink.drafts.map(\.object).filter { $0.content.type == WorkoutRoute.type }
      .map { try WorkoutRoute($0).locations.count }.sorted()
    #expect(points == [0, 3])
    var again = sink.next
    let second = try HealthImportTests.load(
      try Exports.beside(), beside: try Companions.fixture(), into: &again, filterBytes: filterBytes
    )
    #expect(again.drafts.isEmpty && second.balances)
    #expect(lines(second).contains("ECG file 2 = 0 + 2 + 0"))
  }

  @Test(arguments: [
    "/workout-routes/r.gpx", "workout-routes/r.gpx", "/workout_routes/r.gpx",
    "apple_health_export/workout-routes/r.gpx",
  ]) func aRouteHasThePointsOfItsFile(_ path: String) throws {
    let (outcome, sink) = try Self.load(Self.workout(path), ["workout-routes/r.gpx": Self.gpx])
    #expect(lines(outcome).contains("GPX file 1 = 1 + 0 + 0") && outcome.missing.isEmpty)
    let route = try WorkoutRoute(try Self.route(sink))
    let time = try #require(Timestamp(fieldText: "2024-04-01T06:00:01Z"))
    #expect(
      route.locations == [
        WorkoutRoute.Location(
          date: time, latitude: 52.5, longitude: -13.25, altitude: 34.1, horizontalAccuracy: 3,
          verticalAccuracy: 4, course: 90, speed: 2.5)
      ])
    #expect(route.files == [path])
    // The points take a line of their own, which names the workout.
    #expect(sink.lines.map(\.objects.count) == [1, 1])
    #expect(sink.lines.last?.workout == sink.lines.first?.objects.first?.object.uuid)
  }

  @Test func theFileIsNoPartOfTheIdentity() throws {
    let with = try Self.load(Self.workout("/a/r.gpx"), ["a/r.gpx": Self.gpx]).sink
    let without = try Self.load(Self.workout("/a/r.gpx"), [:]).sink
    #expect(Set(with.now.keys) == Set(without.now.keys))
    #expect(try WorkoutRoute(try Self.route(without)).files == ["/a/r.gpx"])
  }

  /// A path leads nowhere but to a name that is listed.
  @Test(arguments: [
    "/etc/passwd", "../workout-routes/r.gpx", "/workout-routes/../r.gpx", "", "/", "..", "r.gpx",
    "/workout-routes/R.gpx", "/workout-routes/r.gpx/", "/other/r.gpx", "file:///workout-routes/x",
    "/workout-routes/e.csv",
  ]) func otherPathsAreMissing(_ path: String) throws {
    let (outcome, sink) = try Self.load(
      Self.workout(path), ["workout-routes/r.gpx": Self.gpx, "workout-routes/e.csv": "1"])
    let isSame = path == "/workout-routes/r.gpx/"
    #expect(outcome.missing == (isSame ? [] : ["1 GPX file"]))
    #expect(outcome.issueCount == 0 && sink.quarantine.isEmpty)
    #expect(try WorkoutRoute(try Self.route(sink)).locations.isEmpty == !isSame)
  }

  @Test func aFileThatTwoRoutesNameIsCountedOnce() throws {
    let two = Self.workout("/w/r.gpx") + Self.workout("/w/r.gpx")
    let (outcome, _) = try Self.load(two, ["w/r.gpx": Self.gpx], filterBytes: 64)
    #expect(lines(outcome).contains("GPX file 1 = 1 + 0 + 0"))
  }

  // MARK: Clinical records

  private static let record = """
    <ClinicalRecord type="Observation" identifier="1" sourceName="C" sourceURL="u" \
    fhirVersion="4" receivedDate="2020-08-06 05:01:22 -0800" \
    resourceFilePath="/clinical-records/a.json"/>
    """

  @Test func aRecordHasTheExactTextOfItsResource() throws {
    let text = "{\n\"resourceType\": \"Observation\", \"id\": \"x\", \"value\": 5.40}\n"
    let (outcome, sink) = try Self.load(Self.record, ["clinical_records/a.json": text])
    #expect(lines(outcome).contains("FHIR file 1 = 1 + 0 + 0"))
    let object = try #require(sink.drafts.first).object
    #expect(object.fields["resource"] == .text(text))
    #expect(
      object.fields["FHIRResource"]
        == .fields([
          Field("resourceType", .text("Observation")), Field("identifier", .text("x")),
        ]))
    #expect(object.content.span?.start.description == "2020-08-06T05:01:22-08:00")
    let bare = try Self.load(Self.record, [:]).sink
    #expect(bare.drafts.map(\.object.uuid) == [object.uuid])
  }

  @Test(arguments: ["{\"a\":", "[1,2", "", "{\"a\":1}x", "\u{FEFF}{}"])
  func aDamagedResourceIsSetAside(_ text: String) throws {
    let (outcome, sink) = try Self.load(Self.record, ["clinical-records/a.json": text])
    #expect(lines(outcome).contains("FHIR file 1 = 0 + 0 + 1") && outcome.issueCount == 1)
    #expect(outcome.issues.first?.file == "clinical-records/a.json")
    #expect(sink.quarantine.flatMap(\.bytes) == Array(text.utf8))
    #expect(try #require(sink.drafts.first).object.fields["resource"] == nil)
  }

  @Test func aResourceThatNoLineHoldsIsSaid() throws {
    let text = "{\"a\":\"" + String(repeating: "x", count: 1 << 20) + "\"}"
    let (outcome, sink) = try Self.load(Self.record, ["clinical-records/a.json": text])
    #expect(outcome.issues.first?.reason == "it is larger than 1 MiB, more than a line can hold")
    #expect(sink.quarantine.flatMap(\.bytes) == Array(text.utf8))
  }

  @Test func nothingBesideIsNothingToSay() throws {
    var sink = MemorySink()
    let outcome = try HealthImportTests.load(export(Self.workout("/w/r.gpx")), into: &sink)
    #expect(outcome.missing.isEmpty && outcome.notRead.isEmpty)
  }
}

/// What lies beside an export is part of what it states, from one export to the next.
@Suite struct CompanionLedgerTests {
  private static func load(_ files: Companions?, _ before: MemorySink) throws -> (
    counts: [String], sink: MemorySink
  ) {
    var sink = before.next
    let input = ImportInput(MemorySource(try Exports.beside()), companions: files)
    let outcome = try AppleHealthImporter().run(input, into: &sink)
    #expect(outcome.balances && outcome.isComplete)
    return (lines(outcome), sink)
  }

  @Test func aRouteGainsItsPointsAndKeepsThem() throws {
    let alone = try Self.load(nil, MemorySink())
    #expect(alone.counts.contains("WorkoutRoute 2 = 2 + 0 + 0"))
    let whole = try Self.load(try Companions.fixture(), alone.sink)
    #expect(whole.sink.lines.allSatisfy { $0.replaces.count <= 1 })
    let routes = whole.sink.drafts.map(\.object).filter { $0.content.type == WorkoutRoute.type }
    #expect(try routes.map { try WorkoutRoute($0).locations.count } == [3])
    #expect(whole.sink.drafts.contains { $0.object.fields["resource"] != nil })
    // One that is exported, or read, without its files takes nothing away again.
    for files in [nil, Companions(texts: ["workout-routes/route_2026-03-01_8.40am.gpx": "<gpx>"])] {
      var again = whole.sink.next
      let input = ImportInput(MemorySource(try Exports.beside()), companions: files)
      _ = try AppleHealthImporter().run(input, into: &again)
      #expect(again.drafts.isEmpty)
    }
    #expect(try Self.load(try Companions.fixture(), whole.sink).sink.drafts.isEmpty)
  }

  @Test func whatIsNotAskedForLeavesItsFilesOut() throws {
    var sink = MemorySink()
    let input = ImportInput(
      MemorySource(try Exports.beside()),
      selection: ImportSelection(types: [Electrocardiogram.type]),
      companions: try Companions.fixture())
    let outcome = try AppleHealthImporter().run(input, into: &sink)
    #expect(sink.drafts.count == 2 && outcome.balances)
    let gpx = outcome.counts.first { $0.element == "GPX file" }
    #expect(gpx?.read == 1 && gpx?.leftOut == 1)
    #expect(outcome.notRead.contains("1 GPX file that no workout names"))
  }
}
