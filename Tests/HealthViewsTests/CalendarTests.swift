import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import TestSupport
import Testing
import ViewTestSupport

/// Views over the days of another calendar.
@Suite(.enabled(if: Zones.arePresent)) struct CalendarTests {
  private static func context(_ zone: String?, _ startsAt: String = "00:00") throws -> ViewContext {
    var context = ViewContext()
    context.timeZone = zone
    context.dayStarts = try #require(ClockTime(startsAt))
    return context
  }

  private static func total(
    _ journal: ReplayedJournal, _ context: ViewContext, _ options: DailyView.Options
  ) throws -> Double {
    var sum = ExactSum()
    for row in try DailyView.table(of: journal, in: context, options: options).records() {
      if case .number(let part)? = row["sum"] { sum.add(part) }
    }
    return sum.value
  }

  /// No calendar loses a step or counts one twice.
  @Test(arguments: Counts.seeds(1...20)) func theDaysComeToTheWhole(_ seed: Int) throws {
    var dice = Dice(seed)
    let samples = try DailyPropertyTests.samples(&dice)
    let journal = try DailyPropertyTests.journal(samples, "Europe/Berlin")
    let all = samples.filter { $0.kind == 0 }.reduce(0) { $0 + $1.value }
    var merged: Double?
    for zone in [nil, "Europe/Berlin", "Pacific/Apia", "America/St_Johns"] {
      for startsAt in ["00:00", "02:30", "04:00", "23:59"] {
        var options = DailyView.Options()
        options.sources = .all
        options.attribution = dice.below(2) == 0 ? .split : .start
        let context = try Self.context(zone, startsAt)
        #expect(abs(try Self.total(journal, context, options) - all) <= 1e-9 * max(1, all))
        let sum = try Self.total(journal, context, DailyView.Options())
        #expect(abs(sum - (merged ?? sum)) <= 1e-9 * max(1, sum), "\(zone ?? "-") \(startsAt)")
        merged = merged ?? sum
      }
    }
  }

  /// 00:01 goes back to 23:01: the day that has begun goes on, for instants as for stretches.
  @Test func clocksThatGoBackOverMidnight() throws {
    let journal = try journal("America/St_Johns") { session in
      try session.save(
        quantity(1, steps, 1, "count", span("2010-11-06T23:30:00-02:30")),
        quantity(2, steps, 20, "count", span("2010-11-06T23:30:00-03:30")),
        quantity(3, steps, 300, "count", span("2010-11-07T00:30:00-03:30")),
        quantity(
          4, steps, 6000, "count",
          span("2010-11-06T23:30:00-02:30", "2010-11-06T23:30:00-03:30")))
    }
    #expect(
      words(try daily(journal) { $0.sources = .all }, "day", "sum")
        == ["2010-11-06 3001", "2010-11-07 3320"])
  }

  @Test func ringsSwimsAndEnergyFollow() throws {
    let stand = CategoryType.appleStandHour.identifier
    let journal = try journal { session in
      try session.save(
        quantity(1, energy, 100, "kcal", span("2026-03-02T02:00:00+01:00")),
        category(2, stand, .code(0), span("2026-03-02T02:00:00+01:00", "2026-03-02T03:00:00+01:00"))
      )
      let workout = WorkoutContent(
        activity: WorkoutActivityType.swimming.exportName,
        span: span("2026-03-02T02:00:00+01:00", "2026-03-02T03:00:00+01:00"), duration: 3600)
      try session.save(HealthObject(uuid: id(3), content: .workout(workout)))
    }
    for (zone, startsAt, day) in [
      (nil, "00:00", "2026-03-02"), (nil, "04:00", "2026-03-01"),
      ("America/New_York", "00:00", "2026-03-01"), ("Asia/Tokyo", "09:30", "2026-03-02"),
      ("Asia/Tokyo", "11:30", "2026-03-01"),
    ] {
      let context = try Self.context(zone, startsAt)
      let rings = try RingsView.table(of: journal, in: context).records()
      #expect(words(rings, "day", "ring") == ["\(day) move", "\(day) stand"], "\(startsAt)")
      #expect(words(try SwimsView.table(of: journal, in: context).records(), "date") == [day])
      let date = try #require(CivilDate(day)).dayNumber
      let balances = try EnergyView.balances(
        of: journal.tables, days: date...date, until: at("2026-03-02T12:00:00Z").instant,
        in: context)
      #expect(balances.first?.active == 100, "\(startsAt)")
    }
  }

  /// 07:00 in Tokyo is the evening before in Berlin.
  @Test func aNamedZoneSetsTheWorkoutsOwnAside() throws {
    let journal = try journal { session in
      let workout = WorkoutContent(
        activity: WorkoutActivityType.swimming.exportName,
        span: span("2026-03-02T07:00:00+09:00", "2026-03-02T08:00:00+09:00"), duration: 3600)
      try session.save(
        HealthObject(
          uuid: id(1), content: .workout(workout),
          metadata: Metadata([.init(MetadataName.timeZone, .string("Asia/Tokyo"))])))
    }
    for (zone, day) in [(nil, "2026-03-02"), ("Europe/Berlin", "2026-03-01")] {
      let swims = try SwimsView.table(of: journal, in: try Self.context(zone)).records()
      #expect(words(swims, "date") == [day])
    }
  }

  /// 26 hours lie between the first zone and the last: the sample's date is two days off.
  @Test func theHistoryOfADayOverTheWidestChangeOfZone() throws {
    let journal = try journal("Pacific/Kiritimati") { session in
      try session.save(quantity(1, steps, 5, "count", span("2026-03-01T10:30:00Z")))
      try session.ask(.configure(Configuration(timeZone: "Etc/GMT+12")))
    }
    func history(_ day: String, _ zone: String?) throws -> [String] {
      let table = try DayHistory.table(
        of: steps, on: try #require(CivilDate(day)), journal, in: try Self.context(zone),
        options: DailyView.Options())
      return words(try table.records(), "seq", "sum")
    }
    #expect(try history("2026-03-02", nil) == ["2 5", "3 -"])
    #expect(try history("2026-02-28", nil) == ["3 5"])
    #expect(try history("2026-03-01", "UTC") == ["2 5"])
  }

  @Test func whatAppleStatesOfADayStaysThere() throws {
    let journal = try journal { session in
      let summary = SummaryContent(date: "2026-03-02")
      try session.save(
        HealthObject(
          uuid: id(1), content: .summary(summary),
          fields: [Field("activeEnergyBurned", .number(500))]),
        quantity(2, energy, 100, "kcal", span("2026-03-02T02:00:00+01:00")))
    }
    let rings = try RingsView.table(of: journal, in: try Self.context("America/New_York")).records()
    #expect(
      words(rings, "day", "stated", "samples", "verdict")
        == ["2026-03-01 - 100 samplesOnly", "2026-03-02 500 - statedOnly"])
  }

  /// The share of a day that starts at 04:00 and has 23 hours.
  @Test func theShareOfADayFollows() throws {
    let journal = try journal { session in
      try session.save(quantity(1, energy, 100, "kcal", span("2026-03-28T12:00:00+01:00")))
    }
    let day = try #require(CivilDate("2026-03-28")).dayNumber
    let balance = try EnergyView.balances(
      of: journal.tables, days: day...day, until: at("2026-03-29T03:00:00+02:00").instant,
      in: try Self.context(nil, "04:00")
    ).first
    #expect(balance?.shareOfDay == 22.0 / 23)
    #expect(balance?.moment == at("2026-03-29T03:00:00+02:00"))
  }

  @Test func aChartOfDaysBeginsThemWhereTheyBegin() throws {
    let journal = try journal { session in
      try session.save(
        quantity(
          1, steps, 60, "count", span("2026-03-29T03:00:00+02:00", "2026-03-29T05:00:00+02:00")))
    }
    let chart = try #require(
      try ChartView.chart(
        of: steps, journal, in: try Self.context("Europe/Berlin", "04:00"), step: .day, parts: 1))
    let edges = (0...chart.binCount).map { chart.time($0).description }
    #expect(
      edges == [
        "2026-03-28T04:00:00+01:00", "2026-03-29T04:00:00+02:00", "2026-03-30T04:00:00+02:00",
      ])
    let hours = try #require(
      try ChartView.chart(
        of: steps, journal, in: try Self.context("Asia/Kathmandu", "04:30"), step: .hour, parts: 1))
    #expect(hours.time(0).description == "2026-03-29T06:00:00+05:45")
  }

  /// Offsets had seconds once: every view shows the start of a day with its own date.
  @Test(arguments: ["1850-06-01", "1905-03-01"])
  func daysOfOffsetsWithSeconds(_ text: String) throws {
    let journal = try journal("Europe/Paris") { session in
      let sample = quantity(1, steps, 60, "count", span("\(text)T12:00:00Z"))
      try session.save(sample, quantity(2, energy, 60, "kcal", span("\(text)T12:00:00Z")))
    }
    let date = try #require(CivilDate(text))
    func dates(_ rows: [[String: Cell]]) -> [CivilDate] {
      rows.flatMap { row in
        ["start", "end"].compactMap { field in
          if case .time(let time)? = row[field] { return time.date }
          return nil
        }
      }
    }
    let (context, next) = (ViewContext(), date.adding(days: 1))
    let options = Statistics.Options(every: .day)
    let statistics = try StatisticsView.table(of: journal, in: context, options: options).records()
    #expect(dates(statistics) == [date, next, date, next])
    let explained = try DailyExplanation.table(
      of: steps, on: date, journal, in: context, options: DailyView.Options())
    #expect(dates(try explained.records().filter { $0["what"] == .text("day") }) == [date, next])
    let chart = try #require(
      try ChartView.chart(of: steps, journal, in: context, step: .day, parts: 1))
    #expect((0...chart.binCount).map { chart.time($0).date } == [date, next])
  }

  /// Where Paris time gave way to that of London the day has 9 min 21 s more.
  @Test func theDayOnWhichSecondsWent() throws {
    let journal = try journal("Europe/Paris") { session in
      try session.save(quantity(1, steps, 60, "count", span("1911-03-10T12:00:00Z")))
    }
    let rows = try ClocksView.table(of: journal, in: ViewContext()).records()
    #expect(
      words(rows, "day", "start", "end", "reason") == [
        "1911-03-10 1911-03-10T00:00:39+00:10 1911-03-11T00:00:00Z clocksBack"
      ])
  }

  @Test func aZoneThatIsNone() throws {
    let journal = try journal { _ in }
    let context = try Self.context("Europe/Berln")
    #expect(throws: ProjectionError.self) { try context.calendar(of: journal.tables) }
    #expect(throws: ProjectionError.self) { try DailyView.table(of: journal, in: context) }
  }
}
