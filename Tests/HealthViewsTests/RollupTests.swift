import HealthModel
import HealthTables
import Journal
import TestSupport
import Testing
import ViewTestSupport

@testable import HealthViews

/// Rows of a log taken together.
struct RollupTests {
  private struct Swim {
    var metres: Double?
    var time: Double?
  }

  private static let rollup: Rollup<Swim> = {
    let metres = RowFigure<Swim>("metres", .number) { $0.metres }
    let time = RowFigure<Swim>("time", .number) { $0.time }
    var rollup = Rollup(
      figures: [metres, time],
      shown: [
        .sum(metres), .average(metres),
        .ratio(Column("pace", .number), time, per: metres, times: 100),
      ])
    rollup.count = "swims"
    return rollup
  }()

  private static func swim(_ day: Int, _ metres: Double?, _ time: Double?) -> Rollup<Swim>.Item {
    Rollup.Item(day: day, row: Swim(metres: metres, time: time))
  }

  private static func day(_ text: String) throws -> Int {
    try #require(CivilDate(text)).dayNumber
  }

  private static func rows(
    _ items: [Rollup<Swim>.Item], _ every: String?, on days: Range<Int>? = nil, total: Bool = false,
    weekStarts: Weekday = .monday
  ) throws -> [[Cell]] {
    var options = RollupOptions()
    options.interval = every.flatMap { CalendarInterval($0) }
    options.addsTotal = total
    let all = CivilDate.dayNumbers
    return try rollup.table(
      items, on: days ?? all.lowerBound..<all.upperBound + 1, options, weekStarts: weekStarts,
      limit: nil
    ).allRows()
  }

  /// The bounds of the rows that single days fall into.
  @Test(
    arguments: [
      ("week", .monday, "2026-12-31", "2026-12-28 2027-01-04"),
      ("week", .monday, "2027-01-03", "2026-12-28 2027-01-04"),
      ("week", .sunday, "2027-01-03", "2027-01-03 2027-01-10"),
      ("month", .monday, "2024-02-29", "2024-02-01 2024-03-01"),
      ("year", .monday, "2026-12-31", "2026-01-01 2027-01-01"),
      ("day", .monday, "2026-03-29", "2026-03-29 2026-03-30"),
    ] as [(String, Weekday, String, String)])
  func bounds(_ every: String, _ start: Weekday, _ day: String, _ expected: String) throws {
    let rows = try Self.rows(
      [Self.swim(try Self.day(day), 1, 1)], every, weekStarts: start)
    guard case .day(let from) = rows[0][0], case .day(let to) = rows[0][1] else {
      Issue.record("no days")
      return
    }
    #expect("\(from) \(to)" == expected)
  }

  @Test func whatIsNotKnownIsNoZero() throws {
    let day = try Self.day("2026-03-01")
    let items = [
      Self.swim(day, 1000, 1200), Self.swim(day, nil, 600), Self.swim(day + 1, 500, nil),
    ]
    let row = try #require(try Self.rows(items, nil, total: true).first)
    let figures: [Cell] = [
      .whole(2), .whole(2), .whole(3), .number(1500), .number(750), .number(120),
      .names(["metres", "time"]), .missing,
    ]
    #expect(Array(row.dropFirst(2)) == figures)
    let nothing = try Self.rows([Self.swim(day, nil, nil)], "month")
    #expect(nothing[0][5...] == [.missing, .missing, .missing, .missing, .missing])
  }

  /// The evening of 31 October in New York is November in Paris, the morning of 1 November in Tokyo
  /// is October there: each run counts in the month of its own date, and in one.
  @Test(.enabled(if: Zones.arePresent)) func aWorkoutCountsOnItsOwnDayWhateverTheWindow() throws {
    func run(_ number: Int, _ zone: String, _ start: String, _ end: String) -> HealthObject {
      var object = WorkoutTests.workout(
        number, totals: [.totalDistance: Amount(Double(number), "km")], span(start, end))
      object.metadata[MetadataName.timeZone] = .string(zone)
      return object
    }
    let journal = try journal("Europe/Paris") { session in
      try session.save(
        run(1, "America/New_York", "2026-10-31T20:00:00-04:00", "2026-10-31T20:30:00-04:00"),
        run(2, "Asia/Tokyo", "2026-11-01T06:00:00+09:00", "2026-11-01T06:30:00+09:00"))
    }
    func shown(_ from: String, _ to: String) throws -> [String] {
      var query = ViewQuery()
      (query.from, query.to) = (at(from).instant, at(to).instant)
      let context = ViewContext(query)
      let options = RollupOptions(interval: nil, addsTotal: true)
      let runs = try RunsView.table(of: journal, in: context, options).records()
      let workouts = try WorkoutsView.table(
        of: journal, in: context, activities: nil, options
      ).records()
      let records = try WorkoutRecord.all(of: journal, in: context)
      return words(runs, "runs", "distance") + words(workouts, "workouts")
        + records.map(\.uuid.description)
    }
    let (october, november) = ("2026-10-01T00:00:00+02:00", "2026-11-01T00:00:00+01:00")
    #expect(try shown(october, november) == ["1 1", "1", "\(id(1))"])
    #expect(try shown(november, "2026-12-01T00:00:00+01:00") == ["1 2", "1", "\(id(2))"])
    // A window that ends within a day ends at that moment, in whatever zone.
    #expect(try shown(october, "2026-10-31T23:00:00+01:00") == [])
  }

  /// Whatever the interval, rows add up to the total, each item in the row of its day, and none
  /// outside the days.
  @Test(arguments: ["day", "week", "3 weeks", "month", "year"])
  func rowsAddUp(_ every: String) throws {
    var dice = Dice(11)
    let first = try Self.day("2025-11-20")
    let items = (0..<400).map { _ in
      Self.swim(
        first + dice.below(500), dice.often(80) ? Double(dice.below(10_000)) / 8 : nil, 1)
    }
    let days = first + 40..<first + 420
    let rows = try Self.rows(items, every, on: days, total: true)
    let counted = items.filter { days.contains($0.day) }
    let sum = counted.compactMap(\.row.metres).reduce(0, +)
    #expect(rows.last?[4] == .whole(counted.count) && rows.last?[5] == .number(sum))
    var (count, added) = (0, 0.0)
    for row in rows.dropLast() {
      guard case .day(let from) = row[0], case .day(let to) = row[1], case .whole(let some) = row[4]
      else {
        Issue.record("no row")
        return
      }
      let own = counted.filter { (from.dayNumber..<to.dayNumber).contains($0.day) }
      #expect(own.count == some && row[2] == .whole(to.dayNumber - from.dayNumber))
      #expect(row[3] == .whole(Set(own.map(\.day)).count))
      count += some
      if case .number(let part) = row[5] { added += part }
    }
    #expect(count == counted.count && added == sum)
  }

  /// A run and a swim without a distance have no pace; that of all is that of the others.
  @Test(.enabled(if: Zones.arePresent)) func aPaceIsThatOfTheRowsThatHaveOne() throws {
    let swimming = WorkoutActivityType.swimming.exportName
    let journal = try journal { session in
      for (number, metres) in [6000.0, 0].enumerated() {
        let day = span("2026-03-0\(number + 1)T08:00:00Z", "2026-03-0\(number + 1)T08:50:00Z")
        let totals: [WorkoutTotal: Amount] = [.totalDistance: Amount(metres, "m")]
        try session.save(
          WorkoutTests.workout(number + 1, totals: totals, day),
          WorkoutTests.workout(number + 11, totals: totals, activity: swimming, day))
      }
    }
    let options = RollupOptions(interval: nil, addsTotal: true)
    let runs = try RunsView.table(of: journal, in: ViewContext(ViewQuery()), options).records()
    #expect(words(runs, "runs", "totalTime", "pace", "partial") == ["2 6000 500 pace"])
    let swims = try SwimsView.table(of: journal, in: ViewContext(ViewQuery()), options).records()
    #expect(words(swims, "swims", "totalTime", "pace", "partial") == ["2 6000 50 pace"])
  }
}
