import HealthEvents
import HealthModel
import HealthTables
import Journal
import HealthViews
import TestSupport
import Testing
import ViewTestSupport

/// Workouts that were saved several times: found, marked, and folded where that is asked for.
@Suite(.enabled(if: Zones.arePresent)) struct WorkoutCopyTests {
  private static let morning = span("2026-01-02T08:00:00Z", "2026-01-02T09:00:00Z")
  private static let swimming = "HKWorkoutActivityTypeSwimming"

  private static func run(_ number: Int, _ span: TimeSpan = morning) -> HealthObject {
    WorkoutTests.workout(number, totals: [.totalDistance: Amount(5, "km")], span)
  }

  private static func swim(_ number: Int) -> HealthObject {
    WorkoutTests.workout(
      number, totals: [.totalDistance: Amount(500, "m")], activity: swimming, morning)
  }

  /// A run three times, of names that are one source, and a swim twice; each of the others differs
  /// in one thing.
  private static func saved() throws -> ReplayedJournal {
    try journal { session in
      try session.save(run(1), source: "Anna’s\u{A0}Watch")
      try session.save(run(2), source: "Anna’s Watch ")
      try session.save(run(3), source: "Phone")
      try session.save(
        run(4, span("2026-01-02T08:00:00Z", "2026-01-02T09:00:01Z")), source: "Phone")
      try session.save(
        run(5, span("2026-01-02T07:59:59Z", "2026-01-02T09:00:00Z")), source: "Phone")
      try session.save(swim(6), source: "Phone")
      try session.save(run(7), source: "Anna’s Watch")
      try session.save(swim(8), source: "Phone")
      try session.save(run(9), source: "Phone")
      try session.ask(.delete(Deletion(objects: [id(9)])))
    }
  }

  private static func numbers(_ rows: [[String: Cell]]) throws -> [Int: Cell] {
    try rows.reduce(into: [:]) { numbers, row in
      let uuid = try #require(row["uuid"])
      let number = try #require((1...9).first { .text(id($0).description) == uuid })
      numbers[number] = row["copy"] ?? .missing
    }
  }

  private typealias View = @Sendable (ReplayedJournal, ViewContext) throws -> Table

  /// Each view of workouts, and those that it shows.
  private static let views: [(View, Set<Int>)] = [
    ({ try WorkoutsView.table(of: $0, in: $1) }, Set(1...8)),
    ({ try RunsView.table(of: $0, in: $1) }, [1, 2, 3, 4, 5, 7]),
    ({ try SwimsView.table(of: $0, in: $1) }, [6, 8]),
  ]

  @Test(arguments: views.indices) func areMarkedAndFolded(_ place: Int) throws {
    let (view, shown) = Self.views[place]
    let copies: [Int: Cell] = [2: .whole(2), 7: .whole(3), 8: .whole(2)]
    let journal = try Self.saved()
    var context = ViewContext()
    let all = try Self.numbers(try view(journal, context).records())
    #expect(all == Dictionary(uniqueKeysWithValues: shown.map { ($0, copies[$0] ?? .missing) }))
    context.query.foldsCopies = true
    // Those of another source count too.
    context.query.addsUpWorkouts = true
    let folded = try Self.numbers(try view(journal, context).records())
    #expect(folded == all.filter { $0.value == .missing })
    context.query.limit = folded.count
    #expect(try Self.numbers(try view(journal, context).records()) == folded)
  }

  @Test func checkCountsThemAsProblems() throws {
    let journal = try Self.saved()
    let found = try CheckTests.findings(journal) { $0.only = ["duplicates"] }
    #expect(found == ["duplicates \(WorkoutContent.type) 3"])
    #expect(
      try CheckTests.examples(journal, "duplicates", "value", "note") == [
        "\(Self.swimming) 2 copies: lines 10, 13",
        "\(Self.swimming) a further copy",
        "HKWorkoutActivityTypeRunning 3 copies: lines 3, 5, 12",
        "HKWorkoutActivityTypeRunning a further copy",
        "HKWorkoutActivityTypeRunning a further copy",
      ])
    var query = ViewQuery()
    query.types = [steps]
    #expect(try CheckTests.findings(journal, query) == [])
    query.types = [WorkoutContent.type]
    query.sources = ["Phone"]
    #expect(try CheckTests.findings(journal, query) == ["duplicates \(WorkoutContent.type) 1"])
    let report = try CheckReport(journal, in: ViewContext())
    #expect(report.workouts == 8 && report.problems == 1)
  }

  /// Another program may have written a uuid twice: one of both is the copy.
  @Test func aUuidThatWasWrittenTwice() throws {
    let journal = try ForeignLineTests.journal([
      .save(Save(objects: [Self.run(1)])), .save(Save(objects: [Self.run(1)])),
    ])
    #expect(
      try CheckTests.findings(journal) { $0.only = ["duplicates"] } == [
        "duplicates \(WorkoutContent.type) 1"
      ])
    #expect(try DoubleEntries(in: journal, ViewContext()).uuids == [])
    var context = ViewContext()
    let all = try WorkoutsView.table(of: journal, in: context).records()
    #expect(all.map { $0["copy"] ?? .missing }.contains(.missing) && all.count == 2)
    context.query.foldsCopies = true
    #expect(try WorkoutsView.table(of: journal, in: context).records().count == 1)
  }

  /// A source that may not read workouts sees its own; copies of others do not show in the numbers.
  @Test func aReaderSeesOnlyCopiesOfWhatItSees() throws {
    let journal = try journal { session in
      try session.save(Self.run(1), source: "Watch")
      let share = [AuthorizationGrant(WorkoutContent.type, .authorized)]
      let read = [AuthorizationGrant(WorkoutContent.type, .denied)]
      try session.ask(.authorize(AuthorizationChange(source: app, share: share, read: read)))
      try session.ask(
        .save(SaveRequest(objects: [Draft(Self.run(2), source: Source(name: "Watch"))])), by: app)
    }
    var context = ViewContext()
    func shown(_ journal: ReplayedJournal) throws -> Int {
      try WorkoutsView.table(of: journal, in: context).records().count
    }
    // Another source by its bundle: the same effort.
    #expect(try shown(journal) == 2)
    let seen = try journal.seen(by: app)
    #expect(try shown(seen) == 1)
    context.query.foldsCopies = true
    #expect(try shown(journal) == 1 && shown(seen) == 1)
    var options = CheckOptions()
    options.only = ["duplicates"]
    let report = try CheckReport(seen, in: context, options: options)
    #expect(report.workouts == 1 && report.problems == 0)
  }
}

/// The copies that `dedupe` deletes, and the ones that stay.
@Suite struct DoubleEntryTests {
  static let time = CorrectionTests.time

  static func doubles(
    _ journal: ReplayedJournal, _ types: [String]? = nil
  ) throws -> DoubleEntries {
    var query = ViewQuery()
    query.types = types
    return try DoubleEntries(in: journal, ViewContext(query))
  }

  @Test func theFirstOfEachGroupStays() throws {
    let journal = try journal { session in
      for number in [3, 1, 2] { try session.save(quantity(number, steps, 5, "count", Self.time)) }
      try session.save(quantity(4, steps, 6, "count", Self.time))
      for number in 5...6 { try session.save(quantity(number, pulse, 60, "count/min", Self.time)) }
    }
    let found = try Self.doubles(journal)
    #expect(Set(found.uuids) == [id(1), id(2), id(6)] && found.groups == 2 && found.parts == 0)
    #expect(
      words(try found.table.records(), "seq", "keptSeq", "kept").sorted() == [
        "3 2 \(id(3))", "4 2 \(id(3))", "7 6 \(id(5))",
      ])
    #expect(try Self.doubles(journal, [pulse]).uuids == [id(6)])
  }

  /// A predicate finds the copies that are deleted, whatever else it selects.
  @Test(
    arguments: [
      ("copy = true", [1, 2, 6, 9]), ("copy = yes and type = stepCount", [1, 2]),
      ("copy = false and type = stepCount", [3, 4]), ("type = heartRate and copy != true", [5]),
      ("not (copy in {false})", [1, 2, 6, 9]), ("type = workout and copy = false", [8]),
      ("copy = none", []),
    ])
  func predicatesFindCopies(_ text: String, _ found: [Int]) throws {
    let journal = try journal { session in
      for number in [3, 1, 2] { try session.save(quantity(number, steps, 5, "count", Self.time)) }
      try session.save(quantity(4, steps, 6, "count", Self.time))
      for number in 5...6 { try session.save(quantity(number, pulse, 60, "count/min", Self.time)) }
      for number in 8...9 { try session.save(WorkoutTests.workout(number)) }
    }
    var query = ViewQuery()
    query.predicate = try HealthPredicate(text)
    let samples = try MatchingObjects.samples(query, in: journal).flatMap { $0.rows.map(\.uuid) }
    let others = try MatchingObjects.others(query, in: journal).map(\.uuid)
    #expect(Set(samples + others) == Set(found.map { id($0) }))
    query.predicate = nil
    let doubles = try DoubleEntries(in: journal, ViewContext(query)).uuids
    #expect(Set(doubles) == Set([1, 2, 6, 9].map { id($0) }))
  }

  /// A sample that belongs to a workout stays, though it was recorded later.
  @Test func partsOfWorkoutsStay() throws {
    let journal = try journal { session in
      try session.save(quantity(1, steps, 5, "count", Self.time))
      try session.save(WorkoutTests.workout(2))
      try session.save(quantity(3, steps, 5, "count", Self.time), workout: id(2))
      try session.save(quantity(4, steps, 5, "count", Self.time), workout: id(2))
    }
    let found = try Self.doubles(journal)
    #expect(found.uuids == [id(1)] && found.parts == 1)
  }

  /// With a workout that is a copy go its samples.
  @Test func partsOfCopiesGo() throws {
    let journal = try journal { session in
      for number in [1, 3] {
        try session.save(WorkoutTests.workout(number))
        try session.save(quantity(number + 1, steps, 5, "count", Self.time), workout: id(number))
      }
    }
    let found = try Self.doubles(journal)
    #expect(Set(found.uuids) == [id(3), id(4)] && found.parts == 0)
  }

  /// A correlation is a copy if all its members are.
  @Test func correlationsGoWithTheirMembers() throws {
    func meal(_ number: Int, _ value: Double, _ session: inout JournalSession) throws {
      try session.save(quantity(number, steps, value, "count", Self.time))
      let content = CorrelationContent(type: "Meal", span: Self.time, members: [id(number)])
      try session.save(HealthObject(uuid: id(number + 1), content: .correlation(content)))
    }
    let journal = try journal { session in
      try meal(1, 5, &session)
      try meal(3, 5, &session)
      try meal(5, 6, &session)
    }
    let found = try Self.doubles(journal)
    #expect(Set(found.uuids) == [id(3), id(4)] && found.parts == 0)
  }
}
