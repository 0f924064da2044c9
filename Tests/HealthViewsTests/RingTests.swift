import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import TestSupport
import Testing
import ViewTestSupport

/// The rings of days: what samples come to beside what Apple states.
@Suite(.enabled(if: Zones.arePresent)) struct RingTests {
  private static let exercise = QuantityType.appleExerciseTime.identifier
  private static let stand = CategoryType.appleStandHour.identifier

  private static func rings(
    _ journal: ReplayedJournal, _ change: (inout ViewContext) -> Void = { _ in }
  ) throws -> [String] {
    var context = ViewContext()
    change(&context)
    let rows = try RingsView.table(of: journal, in: context).records()
    return words(rows, "day", "ring", "samples")
  }

  private static func summary(
    _ number: Int, _ date: String, move: Double, exercise: Double = 0, stand: Double = 0,
    goal: Double = 0
  ) -> HealthObject {
    let fields = [
      ("activeEnergyBurned", move), ("activeEnergyBurnedGoal", goal),
      ("appleExerciseTime", exercise), ("appleExerciseTimeGoal", goal), ("appleStandHours", stand),
      ("appleStandHoursGoal", goal),
    ]
    return HealthObject(
      uuid: id(number), content: .summary(SummaryContent(date: date)),
      fields: fields.map { Field($0, .number($1)) }
        + [Field("activeEnergyBurnedUnit", .text("kcal"))])
  }

  private static func burned(_ number: Int, _ value: Double, _ start: String) -> HealthObject {
    quantity(number, energy, value, "kcal", span(start))
  }

  /// Days that Apple dates before 1970 and figures of 0 beside no samples have no rows; a 0 beside
  /// samples has one.
  @Test func rowsOfNothingAreLeftOut() throws {
    let journal = try journal { session in
      try session.save(
        Self.summary(1, "1969-12-30", move: 7, exercise: 1, stand: 1, goal: 10),
        Self.summary(2, "1969-12-31", move: 0), Self.summary(3, "2026-03-05", move: 0),
        Self.summary(4, "2026-03-06", move: 0, goal: 500),
        Self.summary(5, "2026-03-07", move: 0, exercise: 4),
        Self.burned(6, 5, "2026-03-07T12:00:00Z"),
        Self.burned(7, 5, "1969-12-31T12:00:00Z"))
    }
    let rows = try RingsView.table(of: journal, in: ViewContext()).records()
    #expect(
      words(rows, "day", "ring", "stated", "samples", "verdict") == [
        "1969-12-31 move - 5 samplesOnly", "2026-03-07 move 0 5 differ",
        "2026-03-07 exercise 4 - statedOnly",
      ])
  }

  private static let moved = QuantityType.appleMoveTime.identifier

  /// Where the goal is in minutes, as on a child's watch, move is minutes; so it is on days after
  /// it that have no summary, and older exports name it otherwise.
  @Test(arguments: ["appleMoveTime", "appleMoveMinutes"])
  func aMoveRingInMinutes(_ field: String) throws {
    func day(_ number: Int, _ date: String, _ minutes: Double, goal: Double) -> HealthObject {
      var object = Self.summary(number, date, move: 0)
      object.fields += [Field(field, .number(minutes)), Field(field + "Goal", .number(goal))]
      return object
    }
    func minutes(_ number: Int, _ date: String, _ minutes: Double) -> HealthObject {
      quantity(number, Self.moved, minutes, "min", span("\(date)T12:00:00Z"))
    }
    let journal = try journal { session in
      try session.save(
        Self.burned(1, 9, "2026-03-04T12:00:00Z"), minutes(2, "2026-03-04", 3),
        day(3, "2026-03-05", 65, goal: 60), minutes(4, "2026-03-05", 64.5),
        Self.burned(5, 200, "2026-03-05T12:00:00Z"),
        minutes(6, "2026-03-06", 7), Self.burned(7, 8, "2026-03-06T12:00:00Z"),
        day(8, "2026-03-07", 5, goal: 0), day(9, "2026-03-08", 0, goal: 0),
        Self.summary(10, "2026-03-09", move: 4, goal: 10), minutes(11, "2026-03-09", 1))
    }
    let figures = try RingsView.figures(of: journal, in: ViewContext())
    #expect(
      words(try RingsView.table(figures).records(), "day", "stated", "goal", "samples", "unit")
        == [
          "2026-03-04 - - 9 kcal", "2026-03-05 65 60 65 min", "2026-03-06 - - 7 min",
          "2026-03-07 5 0 - min", "2026-03-09 4 10 - kcal",
        ])
    #expect(RingsView.summary(of: figures) == "1 of 1 day agree (move 1 of 1)")
  }

  /// A limit is one of rows: it changes none of them.
  @Test func aLimitIsOfRows() throws {
    let journal = try journal { session in
      for day in 1...4 {
        let date = "2026-03-0\(day)"
        try session.save(
          Self.summary(2 * day, date, move: 5, exercise: 9, stand: 1),
          Self.burned(2 * day + 1, 5, date + "T12:00:00Z"))
      }
    }
    func rows(_ limit: Int?) throws -> [String] {
      var context = ViewContext()
      context.query.limit = limit
      let rows = try RingsView.table(of: journal, in: context).records()
      return words(rows, "day", "ring", "stated", "samples", "verdict")
    }
    let all = try rows(nil)
    #expect(all.count == 12)
    for limit in 1...12 { #expect(try rows(limit) == Array(all.prefix(limit))) }
  }

  /// A day agrees where all of its rings that can be compared do.
  @Test func theSummaryCountsTheDaysThatAgree() throws {
    let journal = try journal { session in
      try session.save(
        Self.summary(1, "2026-03-05", move: 5, exercise: 9),
        Self.burned(2, 5, "2026-03-05T12:00:00Z"),
        Self.summary(3, "2026-03-06", move: 5, stand: 1), Self.burned(4, 5, "2026-03-06T12:00:00Z"),
        Self.hour(5, "2026-03-06T12:00:00+01:00", stood: false),
        Self.summary(6, "2026-03-07", move: 9), Self.burned(7, 4, "2026-03-08T12:00:00Z"))
    }
    func summary(_ from: String) throws -> String {
      var context = ViewContext()
      context.query.from = at(from).instant
      return RingsView.summary(of: try RingsView.figures(of: journal, in: context))
    }
    #expect(
      try summary("2026-03-05T00:00:00+01:00")
        == "1 of 2 days agree (move 2 of 2, stand 0 of 1)")
    #expect(
      try summary("2026-03-06T00:00:00+01:00") == "0 of 1 day agree (move 1 of 1, stand 0 of 1)")
    #expect(
      try summary("2026-03-07T00:00:00+01:00")
        == "nothing to compare: no day has both a summary and samples")
  }

  /// Exercise in whole minutes, the nearest, halves up; also where no integer is as large.
  @Test(arguments: [
    (1e300, 1e300), (1e19, 1e19), (-1e19, -1e19), (29.4, 29), (29.5, 30), (-2.7, -3), (-2.5, -2),
  ])
  func exerciseInWholeMinutes(_ minutes: Double, _ shown: Double) throws {
    let journal = try journal { session in
      try session.save(
        quantity(1, Self.exercise, minutes, "min", span("2026-03-05T10:00:00Z")))
    }
    let rows = try RingsView.table(of: journal, in: ViewContext()).records()
    #expect(rows.map { $0["samples"] } == [.number(shown)])
  }

  private static func hour(
    _ number: Int, _ start: String, stood: Bool, zone: String? = nil
  ) -> HealthObject {
    let begins = at(start)
    let ends = Timestamp(
      instant: begins.instant.adding(microseconds: 3_600_000_000),
      offsetMinutes: begins.offsetMinutes)
    var hour = category(number, stand, .code(stood ? 0 : 1), TimeSpan(begins, ends))
    if let zone { hour.metadata[MetadataName.timeZone] = .string(zone) }
    return hour
  }

  /// Two watches saw the same hours: each counts once, and is stood if one of them says so.
  @Test func anHourIsStoodOnce() throws {
    let journal = try journal { session in
      try session.save(
        Self.hour(1, "2026-03-05T10:00:00+01:00", stood: true),
        Self.hour(2, "2026-03-05T11:00:00+01:00", stood: false),
        Self.hour(3, "2026-03-05T12:00:00+01:00", stood: true),
        Self.hour(4, "2026-03-06T12:00:00+01:00", stood: false), source: "Watch")
      try session.save(
        Self.hour(5, "2026-03-05T10:00:00+01:00", stood: true),
        Self.hour(6, "2026-03-05T11:00:00+01:00", stood: true), source: "Other")
    }
    #expect(try Self.rings(journal) == ["2026-03-05 stand 3", "2026-03-06 stand 0"])
    #expect(
      try Self.rings(journal) { $0.query.sources = ["Watch"] }
        == ["2026-03-05 stand 2", "2026-03-06 stand 0"])
  }

  /// The hour that comes twice is two hours; one that two zones place on two days counts on each.
  @Test func hoursAreThoseOfTheDay() throws {
    let journal = try journal { session in
      try session.save(
        Self.hour(1, "2026-10-25T02:00:00+02:00", stood: true),
        Self.hour(2, "2026-10-25T02:00:00+01:00", stood: true),
        Self.hour(3, "2026-03-05T23:00:00Z", stood: true),
        Self.hour(4, "2026-03-05T23:00:00Z", stood: true, zone: "Europe/London"))
    }
    #expect(
      try Self.rings(journal)
        == ["2026-03-05 stand 1", "2026-03-06 stand 1", "2026-10-25 stand 2"])
  }
}

extension RingsView {
  /// The rows of `rings`.
  static func table(of journal: ReplayedJournal, in context: ViewContext) throws -> Table {
    table(try figures(of: journal, in: context)).limited(to: context.query.limit)
  }
}
