import HealthModel
import HealthTables
import Journal
import JournalFile
import TestSupport
import Testing
import ViewTestSupport

@testable import HealthViews

/// `compare` and `summary`: their figures are those of the other views, and periods that are not
/// over are compared as far as they go.
@Suite(.enabled(if: Zones.arePresent)) struct PeriodFigureTests {
  private static func request(
    _ journal: ReplayedJournal, _ options: KeyValuePairs<String, String> = [:],
    now: String = "2026-11-20T14:30:00+01:00"
  ) throws -> ViewRequest {
    var values = OptionValues()
    for (name, value) in options { values.add(value, to: name) }
    let moment = try #require(Timestamp(rfc3339: now)).instant
    return ViewRequest(journal, values, now: moment)
  }

  private static func records(
    _ view: View, _ journal: ReplayedJournal, _ options: KeyValuePairs<String, String> = [:],
    now: String = "2026-11-20T14:30:00+01:00"
  ) throws -> [[String: Cell]] {
    var request = try request(journal, options, now: now)
    return try view.table(&request).records()
  }

  private static func periods(
    _ options: KeyValuePairs<String, String>, against: String? = nil,
    now: String = "2026-11-20T14:30:00+01:00"
  ) throws -> String {
    var request = try request(try journal { _ in }, options, now: now)
    var compare = CompareOptions()
    compare.against = against
    return try compare.periods(&request).sentence
  }

  @Test(
    arguments: [
      (
        "this month", nil,
        "2026-11-01 to 2026-11-20 14:30 (so far) against 2026-10-01 to 2026-10-20 14:30"
      ),
      (
        "this week", nil,
        "2026-11-16 to 2026-11-20 14:30 (so far) against 2026-11-09 to 2026-11-13 14:30"
      ),
      (
        "this month", "a year ago",
        "2026-11-01 to 2026-11-20 14:30 (so far) against 2025-11-01 to 2025-11-20 14:30"
      ),
      ("2026-03", nil, "2026-03-01 to 2026-03-31 against 2026-02-01 to 2026-02-28"),
      ("2026-03", "2025", "2026-03-01 to 2026-03-31 against 2025-01-01 to 2025-12-31"),
      ("last month", "-1y", "2026-10-01 to 2026-10-31 against 2025-10-01 to 2025-10-31"),
      ("yesterday", nil, "2026-11-19 against 2026-11-18"),
      // Of other lengths: nothing is cut.
      ("this month", "2025", "2026-11-01 to 2026-11-30 against 2025-01-01 to 2025-12-31"),
    ] as [(String, String?, String)])
  func comparesAlike(_ period: String, _ against: String?, _ expected: String) throws {
    #expect(try Self.periods(["period": period], against: against) == expected)
  }

  /// A workout is on the date on which it began in its own zone, and on no other.
  @Test(arguments: [("2026-10-30", 0), ("2026-10-31", 1), ("2026-11-01", 0)])
  func aWorkoutIsOnItsOwnDate(_ day: String, _ count: Int) throws {
    let midnight = span("2026-10-31T23:50:00-04:00", "2026-11-01T00:20:00-04:00")
    var run = WorkoutTests.workout(1, midnight)
    run.metadata[MetadataName.timeZone] = .string("America/New_York")
    let journal = try journal("Europe/Berlin") { try $0.save(run) }
    let listed = try Self.records(.day, journal, ["on": day])
      .filter { $0["what"] == .text("workout") }
    let summed = try Self.records(.summary, journal, ["on": day])
      .filter { $0["of"] == .text("workouts") }
    #expect([listed.count, summed.count] == [count, count])
  }

  /// On the 31st of a month the shorter one before is whole.
  @Test func ofAShorterMonthItIsWhole() throws {
    #expect(
      try Self.periods(["period": "this month"], now: "2026-03-31T10:00:00+02:00")
        == "2026-03-01 to 2026-03-31 10:00 (so far) against 2026-02-01 to 2026-02-28")
  }

  /// By the calendar, not by the number of days since a period began.
  @Test(
    arguments: [
      // Behind 29 February, and on it.
      (
        "2032-11-05T09:20:00+01:00", "this year", nil,
        "2032-01-01 to 2032-11-05 09:20 (so far) against 2031-01-01 to 2031-11-05 09:20"
      ),
      (
        "2029-07-14T09:20:00+02:00", "this year", nil,
        "2029-01-01 to 2029-07-14 09:20 (so far) against 2028-01-01 to 2028-07-14 09:20"
      ),
      (
        "2032-02-29T09:20:00+01:00", "this year", nil,
        "2032-01-01 to 2032-02-29 09:20 (so far) against "
          + "2031-01-01 to 2031-02-28 (there is no 2031-02-29)"
      ),
      (
        "2032-02-29T09:20:00+01:00", "this month", "a year ago",
        "2032-02-01 to 2032-02-29 09:20 (so far) against 2031-02-01 to 2031-02-28"
      ),
      (
        "2032-03-10T09:20:00+01:00", "this year", "2028",
        "2032-01-01 to 2032-03-10 09:20 (so far) against 2028-01-01 to 2028-03-10 09:20"
      ),
      // Months of other lengths, one after the other, without a day in both.
      (
        "2026-06-30T09:20:00+02:00", "last 2 months", nil,
        "2026-05-01 to 2026-06-30 09:20 (so far) against 2026-03-01 to 2026-04-30 09:20"
      ),
      (
        "2026-04-30T09:20:00+02:00", "last 2 months", nil,
        "2026-03-01 to 2026-04-30 09:20 (so far) against 2026-01-01 to 2026-02-28"
      ),
      (
        "2026-02-28T09:20:00+01:00", "last 1 month", nil,
        "2026-01-29 to 2026-02-28 09:20 (so far) against 2025-12-29 to 2026-01-28 09:20"
      ),
      (
        "2026-05-31T09:20:00+02:00", "last 6 months", "a year ago",
        "2025-12-01 to 2026-05-31 09:20 (so far) against 2024-12-01 to 2025-05-31 09:20"
      ),
      // Weeks as long ago by the calendar, where that is asked for.
      (
        "2028-03-20T09:20:00+01:00", "last 4w", "a year ago",
        "2028-02-22 to 2028-03-20 09:20 (so far) against 2027-02-22 to 2027-03-20 09:20"
      ),
      (
        "2028-03-20T09:20:00+01:00", "last 4w", nil,
        "2028-02-22 to 2028-03-20 09:20 (so far) against 2028-01-25 to 2028-02-21 09:20"
      ),
    ] as [(String, String, String?, String)])
  func comparesDates(
    _ now: String, _ period: String, _ against: String?, _ expected: String
  ) throws {
    #expect(try Self.periods(["period": period], against: against, now: now) == expected)
  }

  /// `day` has the rows of other views in the order of time, then the figures of `summary`.
  @Test func aDayIsInTheOrderOfTime() throws {
    let run = WorkoutContent(
      activity: "HKWorkoutActivityTypeRunning",
      span: span("2026-11-18T17:00:00+01:00", "2026-11-18T17:30:00+01:00"), duration: 1800,
      totals: [.totalDistance: Amount(5, "km")])
    let journal = try journal { session in
      try session.save(
        category(
          1, CategoryType.sleepAnalysis.identifier, .code(3),
          span("2026-11-17T23:00:00+01:00", "2026-11-18T06:30:00+01:00")))
      try session.save(HealthObject(uuid: id(2), content: .workout(run)))
      try session.save(
        quantity(
          3, "HKQuantityTypeIdentifierDietaryEnergyConsumed", 420, "kcal",
          span("2026-11-18T12:10:00+01:00")))
      try session.save(
        NoteTests.note(4, "flu", ["sick"], span("2026-11-18T09:00:00+01:00")))
      for (number, hour) in [(5, "08"), (6, "20")] {
        try session.save(
          quantity(number, steps, 1000, "count", span("2026-11-18T\(hour):00:00+01:00")))
      }
      // Another day's.
      try session.save(quantity(7, steps, 77, "count", span("2026-11-19T08:00:00+01:00")))
      try session.save(NoteTests.note(8, "well", [], span("2026-11-19T09:00:00+01:00")))
    }
    let rows = try Self.records(.day, journal, ["on": "2026-11-18"])
    #expect(
      words(rows, "what", "name", "value", "unit") == [
        "sleep HKCategoryTypeIdentifierSleepAnalysis 7.5 h",
        "note flu #sick - -",
        "meal HKQuantityTypeIdentifierDietaryEnergyConsumed 420 kcal",
        "workout HKWorkoutActivityTypeRunning 5 km",
        "figure HKQuantityTypeIdentifierStepCount 2000 count",
        "figure HKQuantityTypeIdentifierDietaryEnergyConsumed 420 kcal",
      ])
    #expect(try Self.records(.day, journal, ["on": "2026-11-20"]).isEmpty)
    let one = try Self.records(.day, journal, ["on": "2026-11-19", "limit": "1"])
    #expect(words(one, "what", "name") == ["note well"])
  }

  @Test func refusesWhatIsNoPeriodOfDays() throws {
    #expect(throws: OptionProblem.self) { try Self.periods(["last": "24h"]) }
    #expect(throws: OptionProblem.self) {
      try Self.periods(["period": "2026-03"], against: "nonsense")
    }
    #expect(throws: OptionProblem.self) {
      try Self.periods(["period": "2026-03"], against: "-6h")
    }
  }

  /// Two months of steps, a pulse, nights and workouts.
  private static func months() throws -> ReplayedJournal {
    try journal { session in
      var number = 1
      func next() -> Int {
        number += 1
        return number
      }
      for (day, count) in [("02-03", 1000.0), ("02-20", 3000), ("03-01", 2500), ("03-31", 700)] {
        let time = span("2026-\(day)T08:00:00+01:00", "2026-\(day)T09:00:00+01:00")
        try session.save(quantity(next(), steps, count, "count", time))
        try session.save(quantity(next(), pulse, 60 + count / 100, "count/min", time))
      }
      for (day, hours) in [("02-10", 7), ("03-05", 8), ("03-06", 6)] {
        let time = span("2026-\(day)T00:00:00+01:00", "2026-\(day)T0\(hours):00:00+01:00")
        try session.save(category(next(), sleep, .code(3), time))
      }
      for day in ["02-11", "03-07", "03-08"] {
        let time = span("2026-\(day)T18:00:00+01:00", "2026-\(day)T18:30:00+01:00")
        let run = WorkoutContent(
          activity: WorkoutActivityType.running.exportName, span: time, duration: 1800,
          totals: [.totalDistance: Amount(5000, "m")])
        try session.save(HealthObject(uuid: id(next()), content: .workout(run)))
      }
    }
  }

  private static func value(
    _ rows: [[String: Cell]], _ type: String, _ of: String?, _ statistic: String, _ field: String
  ) -> Cell? {
    rows.first {
      $0["type"] == .identifier(type) && $0["statistic"] == .text(statistic)
        && $0["of"] == of.map { .text($0) }
    }?[field]
  }

  @Test func figuresAreThoseOfTheViews() throws {
    let journal = try Self.months()
    let rows = try Self.records(.compare, journal, ["period": "2026-03"])
    for (month, field) in [("2026-03", "current"), ("2026-02", "earlier")] {
      let statistics = try Self.records(.statistics, journal, ["period": month])
      let sum = statistics.first { $0["type"] == .identifier(steps) }?["sum"]
      let average = statistics.first { $0["type"] == .identifier(pulse) }?["average"]
      #expect(sum != nil && Self.value(rows, steps, nil, "total", field) == sum)
      #expect(average != nil && Self.value(rows, pulse, nil, "average", field) == average)
      let nights = try Self.records(.sleep, journal, ["period": month, "total": ""])[0]
      guard case .number(let asleep)? = nights["averageAsleep"],
        case .whole(let count)? = nights["nights"]
      else {
        Issue.record("no nights")
        return
      }
      #expect(Self.value(rows, sleep, "asleep", "average", field) == .number(asleep / 3600))
      #expect(Self.value(rows, sleep, "nights", "total", field) == .number(Double(count)))
      let runs = try Self.records(.workouts, journal, ["period": month, "every": "month"])[0]
      guard case .number(let metres)? = runs["distance"],
        case .whole(let workouts)? = runs["workouts"]
      else {
        Issue.record("no runs")
        return
      }
      let run = WorkoutActivityType.running.exportName
      #expect(Self.value(rows, run, "distance", "total", field) == .number(metres / 1000))
      #expect(Self.value(rows, run, "workouts", "total", field) == .number(Double(workouts)))
    }
    #expect(Self.value(rows, steps, nil, "total", "difference") == .number(-800))
    #expect(Self.value(rows, steps, nil, "total", "change") == .number(-0.2))
    #expect(Self.value(rows, steps, nil, "dailyAverage", "current") == .number(1600))
    #expect(Self.value(rows, steps, nil, "total", "days") == .whole(2))
    #expect(Self.value(rows, steps, nil, "total", "earlierDays") == .whole(2))
  }

  @Test func whatIsMissingIsNoZero() throws {
    let rows = try Self.records(
      .compare, try Self.months(), ["period": "2026-03", "against": "2026-01"])
    #expect(!rows.isEmpty)
    for row in rows {
      #expect(row["current"] != nil && row["earlier"] == nil)
      #expect(row["difference"] == nil && row["change"] == nil && row["earlierDays"] == .whole(0))
    }
  }

  /// What came later on the same day of the other period does not count yet.
  @Test func aPeriodThatIsNotOverIsComparedAsFarAsItGoes() throws {
    let journal = try Self.months()
    let early = try Self.records(.compare, journal, now: "2026-03-20T07:00:00+01:00")
    #expect(Self.value(early, steps, nil, "total", "earlier") == .number(1000))
    #expect(Self.value(early, steps, nil, "total", "current") == .number(2500))
    let late = try Self.records(.compare, journal, now: "2026-03-20T10:00:00+01:00")
    #expect(Self.value(late, steps, nil, "total", "earlier") == .number(4000))
  }

  @Test func aTemperatureHasADifferenceAndNoPart() throws {
    let type = "HKQuantityTypeIdentifierBodyTemperature"
    let journal = try journal { session in
      try session.save(quantity(1, type, 36.5, "degC", span("2026-02-03T08:00:00+01:00")))
      try session.save(quantity(2, type, 37.5, "degC", span("2026-03-03T08:00:00+01:00")))
    }
    let row = try #require(try Self.records(.compare, journal, ["period": "2026-03"]).first)
    #expect(row["difference"] == .number(1) && row["change"] == nil)
  }

  /// What is not in the total is on none of its days: neither what lies after the moment up to
  /// which the other period counts, nor a day that only the sample's own zone has.
  @Test func daysAreThoseOfTheTotal() throws {
    func time(_ date: String, _ hour: String, _ offset: String) -> TimeSpan {
      span("\(date)T\(hour):30:00\(offset)", "\(date)T\(hour):40:00\(offset)")
    }
    let cut = try journal { session in
      try session.save(quantity(1, steps, 100, "count", time("2026-10-01", "08", "+02:00")))
      try session.save(quantity(2, steps, 500, "count", time("2026-10-20", "23", "+02:00")))
      try session.save(quantity(3, steps, 100, "count", time("2026-11-01", "08", "+01:00")))
    }
    let rows = try Self.records(.compare, cut)
    #expect(Self.value(rows, steps, nil, "total", "earlier") == .number(100))
    #expect(Self.value(rows, steps, nil, "total", "earlierDays") == .whole(1))
    #expect(Self.value(rows, steps, nil, "dailyAverage", "earlier") == .number(100))
    #expect(Self.value(rows, steps, nil, "dailyAverage", "change") == .number(0))
    let abroad = try journal { session in
      let night = time("2024-03-12", "23", "-04:00")
      try session.save(quantity(1, steps, 1000, "count", night, zone: "America/New_York"))
      try session.save(quantity(2, steps, 500, "count", time("2024-03-13", "12", "+01:00")))
    }
    let days = try Self.records(.statistics, abroad, ["period": "2024-W11", "every": "day"])
    let row = try #require(try Self.records(.summary, abroad, ["period": "2024-W11"]).first)
    #expect(days.count == 1 && row["days"] == .whole(1) && row["dailyAverage"] == .number(1500))
  }

  /// Figures of several units stand beside those of their own unit, or of one that converts.
  @Test func everyUnitIsCompared() throws {
    let type = "HKQuantityTypeIdentifierFoo"
    func compared(_ october: [(Double, String)], _ november: [(Double, String)]) throws -> [String]
    {
      let journal = try journal { session in
        for (number, sample) in october.enumerated() {
          let time = span("2026-10-03T08:00:00+02:00")
          try session.save(quantity(number + 1, type, sample.0, sample.1, time))
        }
        for (number, sample) in november.enumerated() {
          let time = span("2026-11-03T08:00:00+01:00")
          try session.save(quantity(number + 11, type, sample.0, sample.1, time))
        }
      }
      let rows = try Self.records(.compare, journal, ["period": "2026-11", "against": "2026-10"])
      return words(rows, "unit", "current", "earlier").sorted()
    }
    #expect(
      try compared([(90, "m"), (50, "kg")], [(7, "m"), (5, "kg")]) == ["kg 5 50", "m 7 90"])
    #expect(try compared([(1, "km"), (50, "kg")], [(7, "m")]) == ["kg - 50", "m 7 1000"])
    #expect(try compared([(1, "kg")], [(7, "m")]) == ["kg - 1", "m 7 -"])
  }

  @Test func aSummaryShowsWhatTheViewsHave() throws {
    let journal = try Self.months()
    let rows = try Self.records(.summary, journal, ["period": "2026-03"])
    let types = rows.compactMap { $0["type"] }
    #expect(types.first == .identifier(steps))
    #expect(types.last == .identifier(WorkoutActivityType.running.exportName))
    #expect(rows[0]["total"] == .number(3200) && rows[0]["dailyAverage"] == .number(1600))
    #expect(rows[1]["minimum"] == .number(67) && rows[1]["maximum"] == .number(85))
    let day = try Self.records(.summary, journal, ["on": "2026-03-31"])
    #expect(day.count == 2 && day[0]["total"] == .number(700) && day[0]["dailyAverage"] == nil)
    #expect(try Self.records(.summary, journal, ["period": "2025"]).isEmpty)
  }

  @Test func trendsNeedEnoughDays() throws {
    let journal = try journal { session in
      // A step more each day from 1 October to 19 November; the same 28 days of the year before:
      // 100 each.
      for day in 0..<50 {
        let date = try #require(CivilDate("2026-10-01")).adding(days: day)
        let time = span("\(date)T08:00:00+01:00", "\(date)T09:00:00+01:00")
        try session.save(quantity(day + 1, steps, Double(day), "count", time))
      }
      for day in 0..<28 {
        let date = try #require(CivilDate("2025-10-23")).adding(days: day)
        let time = span("\(date)T08:00:00+01:00", "\(date)T09:00:00+01:00")
        try session.save(quantity(day + 100, steps, 100, "count", time))
      }
      try session.save(quantity(200, pulse, 60, "count/min", span("2026-11-19T08:00:00+01:00")))
    }
    let rows = try Self.records(.trends, journal)
    let row = try #require(rows.first { $0["type"] == .identifier(steps) })
    // Up to yesterday, 19 November: day 49.
    #expect(row["last7"] == .number(46) && row["last28"] == .number(35.5))
    #expect(row["before28"] == .number(10.5) && row["yearAgo28"] == .number(100))
    #expect(row["yearChange"] == .number(-0.645) && row["notEnough"] == nil)
    guard case .number(let spread)? = row["spread"] else {
      Issue.record("no spread")
      return
    }
    // Of 28 numbers in a row: √(n (n + 1) / 12).
    #expect(abs(spread * spread - 28 * 29 / 12) < 1e-9)
    let few = try #require(rows.first { $0["type"] == .identifier(pulse) })
    #expect(few["last7"] == nil && few["last28"] == nil && few["spread"] == nil)
    #expect(few["notEnough"] == .names(["last7", "last28", "before28", "yearAgo28"]))
    #expect(few["daysLast7"] == .whole(1))
    #expect(try Self.records(.trends, journal, ["on": "2026-07-01"]).isEmpty)
    #expect(rows.allSatisfy { $0["lastDays"] == nil })
  }

  /// The last 30 days beside the figures, nights of sleep too.
  @Test func trendsDrawTheLastDays() throws {
    let journal = try journal { session in
      for (number, day) in ["2026-10-20", "2026-10-21", "2026-11-18", "2026-11-19"].enumerated() {
        let time = span("\(day)T08:00:00+01:00", "\(day)T09:00:00+01:00")
        try session.save(quantity(number + 1, steps, Double(100 * number), "count", time))
      }
      try session.save(
        category(9, sleep, .code(3), span("2026-11-18T22:00:00Z", "2026-11-19T05:00:00Z")))
    }
    let rows = try Self.records(.trends, journal, ["sparkline": ""])
    let gap = String(repeating: " ", count: 27)
    #expect(
      words(rows, "type", "lastDays") == [
        "\(steps) ▁\(gap)▅█", "\(sleep) \(gap)  ▅",
      ], "from the 21st of October on: 100, 200, 300")
  }

  /// Of three runs only one has a distance.
  @Test func aFigureOfWorkoutsHasTheDaysOnWhichItIsKnown() throws {
    let journal = try journal { session in
      for (number, day) in ["01", "02", "03"].enumerated() {
        let time = span("2026-03-\(day)T18:00:00+01:00", "2026-03-\(day)T18:30:00+01:00")
        let run = WorkoutContent(
          activity: WorkoutActivityType.running.exportName, span: time, duration: 1800,
          totals: number == 0 ? [.totalDistance: Amount(5000, "m")] : [:])
        try session.save(HealthObject(uuid: id(number + 1), content: .workout(run)))
      }
    }
    let rows = try Self.records(.summary, journal, ["period": "2026-03"])
    let expected = ["workouts 3 3", "duration 1.5 3", "distance 5 1"]
    #expect(words(rows, "of", "total", "days") == expected)
  }

  @Test func bothPeriodsEndAtTheSameMicrosecond() throws {
    let rows = try Self.records(
      .compare, try Self.months(), now: "2026-03-20T07:00:56.062314+01:00")
    let row = try #require(rows.first)
    #expect(row["end"] == .time(at("2026-03-20T07:00:56.062314+01:00")))
    #expect(row["earlierEnd"] == .time(at("2026-02-20T07:00:56.062314+01:00")))
  }
}
