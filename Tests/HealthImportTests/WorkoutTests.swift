import Foundation
import HealthEvents
import HealthImport
import HealthModel
import Testing

@Suite struct WorkoutTests {
  private func requests(_ fixture: String) throws -> [SaveRequest] {
    var sink = MemorySink()
    try load(try Exports.fixture(fixture), into: &sink)
    return sink.lines
  }

  private func workout(_ draft: Draft?) throws -> WorkoutContent {
    guard case .workout(let workout)? = draft?.object.content else {
      throw WrongKind()
    }
    return workout
  }

  private struct WrongKind: Error {}

  @Test func withStatistics() throws {
    let line = try #require(try requests("workouts").first)
    #expect(line.objects.count == 3)
    let workout = try workout(line.objects.first)
    #expect(workout.duration == 39.5 * 60)
    #expect(workout.totals.isEmpty)
    #expect(workout.statistics.map(\.sum) == [1000, nil])
    #expect(workout.statistics.map(\.average) == [nil, 120.5])
    #expect(workout.activities.map(\.duration) == [2400])
    #expect(workout.activities.first?.statistics.count == 1)
    #expect(workout.activities.first?.metadata["HKSwimmingLocationType"] == .number(1))
    #expect(workout.events.map(\.duration) == [30, nil, nil])
    #expect(workout.events.first?.metadata["HKSwimmingStrokeStyle"] == .number(2))
    let metadata = line.objects.first?.object.metadata
    #expect(metadata?.entries.count == 3)
    #expect(metadata?["HKLapLength"] == .quantity(25, unit: "m"))
  }

  /// Where no duration is stated, or none with a unit, it is the time between start and end without
  /// the pauses.
  @Test(arguments: [
    ("", "", 3600.0), ("duration=\"10\" durationUnit=\"min\"", "P10 R20", 600),
    ("", "P10 R20", 3000), ("", "P20", 1200), ("duration=\"10\"", "P20", 1200),
    ("", "R5 P10 P15 R20", 3000), ("", "p10 r20", 3600),
  ])
  func aMissingDuration(_ duration: String, _ events: String, _ seconds: Double) throws {
    let names = [
      "P": "Pause", "R": "Resume", "p": "MotionPaused", "r": "MotionResumed",
    ]
    let lines = events.split(separator: " ").map { word in
      let minute = word.dropFirst().count == 1 ? "0" + word.dropFirst() : word.dropFirst()
      return "<WorkoutEvent type=\"HKWorkoutEventType\(names[String(word.prefix(1))] ?? "")\""
        + " date=\"2026-03-01 10:\(minute):00 +0000\"/>"
    }
    let export = """
      <?xml version="1.0" encoding="UTF-8"?>
      <HealthData locale="en_GB"><ExportDate value="2026-03-02 10:00:00 +0000"/>
      <Workout workoutActivityType="HKWorkoutActivityTypeRunning" \(duration) sourceName="A"
        startDate="2026-03-01 10:00:00 +0000" endDate="2026-03-01 11:00:00 +0000">
      \(lines.joined())</Workout></HealthData>
      """
    var sink = MemorySink()
    try load(Array(export.utf8), into: &sink)
    #expect(try workout(sink.lines.first?.objects.first).duration == seconds)
  }

  /// An event without a date cannot be one, and one with more than the model holds is kept besides.
  @Test func eventsThatDoNotFitAreKeptWhole() throws {
    let fields = try #require(try requests("workouts").first?.objects.first?.object.fields)
    guard case .list(let children)? = fields["children"] else { throw WrongKind() }
    #expect(fields.count == 1)
    #expect(children.count == 2)
  }

  @Test func routes() throws {
    let line = try #require(try requests("workouts").first)
    let routes = line.objects.dropFirst().map(\.object)
    #expect(Set(line.objects.map(\.object.uuid)).count == 3)
    #expect(
      routes.map { $0.fields["files"] } == [
        .list([.text("/workout-routes/route_1.gpx")]),
        .list([.text("/workout-routes/route_2.gpx")]),
      ])
    #expect(routes.allSatisfy { $0.metadata["HKMetadataKeySyncVersion"] == .number(2) })
  }

  @Test func totalsAndPointsOfOldExports() throws {
    let lines = try requests("old-workouts")
    let old = try workout(lines.first?.objects.first)
    #expect(old.duration == 311)
    #expect(
      old.totals == [
        .totalDistance: Amount(0.4971749504535062, "mi"),
        .totalEnergyBurned: Amount(48.745, "Cal"), .totalFlightsClimbed: Amount(3, "count"),
      ])
    guard case .list(let points)? = lines.first?.objects.last?.object.fields["locations"],
      case .fields(let point)? = points.first
    else { throw WrongKind() }
    #expect(points.count == 2)
    #expect(point["latitude"] == .number(37.7774))
    #expect(point["date"] == .text("2016-11-14 07:25:44 -0700"))
  }

  @Test func whatIsNoNumberIsKeptAsText() throws {
    let draft = try #require(try requests("old-workouts").last?.objects.first)
    #expect(try workout(draft).duration == 2400)
    #expect(
      draft.object.fields["attributes"]
        == .fields([
          Field("duration", .text("one hour")), Field("durationUnit", .text("min")),
          Field("totalDistance", .text("5")),
        ]))
  }

  @Test func aRouteThatComesLaterJoinsItsWorkout() throws {
    let bytes = try Exports.fixture("workouts")
    let text = String(decoding: bytes, as: UTF8.self)
    let start = try #require(text.range(of: "  <WorkoutRoute"))
    let end = try #require(text.range(of: "</WorkoutRoute>", options: .backwards))
    let without = text.replacingCharacters(
      in: start.lowerBound..<end.upperBound, with: "")
    var first = MemorySink()
    try load(Array(without.utf8), into: &first)
    var second = first.next
    let outcome = try load(bytes, into: &second)
    #expect(second.lines.count == 1)
    #expect(second.drafts.count == 2)
    #expect(second.lines.first?.workout == first.drafts.first?.object.uuid)
    #expect(lines(outcome).contains("Workout 2 = 0 + 2 + 0"))
    #expect(lines(outcome).contains("WorkoutRoute 2 = 2 + 0 + 0"))
  }
}
