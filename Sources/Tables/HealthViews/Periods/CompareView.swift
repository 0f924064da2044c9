import HealthModel
import HealthTables

/// The comparison of two periods side by side.
enum CompareView {
  /// Returns one row a figure that one of the periods has.
  static func table(
    of journal: ReplayedJournal, in context: ViewContext, _ periods: ComparedPeriods
  ) throws -> Table {
    let current = try figures(journal, context, periods.current)
    let earlier = try figures(journal, context, periods.earlier)
    let zone = try context.calendar(of: journal.tables).zone
    let rows = pairs(current, earlier).flatMap { Self.rows($0, periods) }
    var table = Table(columns(in: zone), rows: rows).limited(to: context.query.limit)
    table.presentation = Presentation(nothing: "nothing found in either of \(periods.sentence)")
    table.presentation?.footer = periods.sentence
    return table
  }

  private static func figures(
    _ journal: ReplayedJournal, _ context: ViewContext, _ period: Period
  ) throws -> [PeriodFigure] {
    guard period.start < period.end else { return [] }
    var context = context
    (context.query.from, context.query.to) = (period.start, period.end)
    return try PeriodFigures(journal, in: context).all
  }

  /// A figure of both periods, or of one of them alone.
  private struct Pair {
    var key: PeriodFigure.Key
    var current: PeriodFigure?
    var earlier: PeriodFigure?
  }

  /// Returns each figure with the one of the other period that has its unit, else one whose unit
  /// converts.
  private static func pairs(_ current: [PeriodFigure], _ earlier: [PeriodFigure]) -> [Pair] {
    var pairs = current.map { Pair(key: $0.key, current: $0) }
    // Of each key there are few, one a unit.
    var left = Dictionary(grouping: earlier.indices) { earlier[$0].key }
    func match(_ fits: (String?, String?) -> Bool) {
      for index in pairs.indices where pairs[index].earlier == nil {
        let (key, unit) = (pairs[index].key, pairs[index].current?.unit)
        guard let found = left[key]?.firstIndex(where: { fits(earlier[$0].unit, unit) }),
          let taken = left[key]?.remove(at: found)
        else { continue }
        pairs[index].earlier = earlier[taken]
      }
    }
    match { $0 == $1 }
    match { converter(from: $0, to: $1)(0) != nil }
    return pairs
      + left.values.joined().sorted().map { Pair(key: earlier[$0].key, earlier: earlier[$0]) }
  }

  /// A figure of both periods, in the unit of the current one.
  struct Row: Sendable {
    fileprivate var key: PeriodFigure.Key
    fileprivate var statistic: String
    fileprivate var unit: String?
    fileprivate var current: Double?
    fileprivate var earlier: Double?
    fileprivate var days: Int
    fileprivate var earlierDays: Int
    fileprivate var periods: ComparedPeriods
  }

  /// Returns the fields of `compare`, moments on the clocks of a zone.
  static func columns(in zone: ZoneRules = .utc) -> [RowColumn<Row>] {
    func time(
      _ role: Column.Role, _ moment: @escaping @Sendable (ComparedPeriods) -> Instant
    ) -> RowColumn<Row> {
      RowColumn(role, .time, hidden: true) { .time(Timestamp(moment($0.periods), in: zone)) }
    }
    return figures + [
      time(.start) { $0.current.start }, time(.end) { $0.current.end },
      time(.earlierStart) { $0.earlier.start }, time(.earlierEnd) { $0.earlier.end },
    ]
  }

  private static let figures: [RowColumn<Row>] = [
    RowColumn(.type, tellsApart: true, rank: .key) { .identifier($0.key.type) },
    RowColumn(
      "of", tellsApart: true, rank: .key, note: "a category's value; of sleep and workouts: what"
    ) {
      Cell(text: $0.key.of)
    },
    RowColumn("statistic", tellsApart: true, rank: .key) { .text($0.statistic) },
    RowColumn(.unit, tellsApart: true) { Cell(text: $0.unit) },
    RowColumn("current", .quantity, rank: .key) { Cell($0.current) },
    RowColumn("earlier", .quantity, rank: .key) { Cell($0.earlier) },
    RowColumn("difference", .difference) { row in
      Cell(row.current.flatMap { current in row.earlier.map { current - $0 } })
    },
    RowColumn("change", .share) {
      Cell(RelativeChange.share($0.current, of: $0.earlier, unit: $0.unit))
    },
    RowColumn("days", .count, rank: .detail, note: "with data") { .whole($0.days) },
    RowColumn("earlierDays", .count, rank: .detail) { .whole($0.earlierDays) },
  ]

  private static func rows(_ pair: Pair, _ periods: ComparedPeriods) -> [Row] {
    let (current, earlier) = (pair.current, pair.earlier)
    let unit = current?.unit ?? earlier?.unit
    let convert = converter(from: earlier?.unit, to: unit)
    let statistics = [
      ("total", current?.total, earlier?.total),
      ("dailyAverage", current?.dailyAverage, earlier?.dailyAverage),
      ("average", current?.average, earlier?.average),
    ]
    return statistics.compactMap { name, now, then in
      let then = then.flatMap(convert)
      guard now != nil || then != nil else { return nil }
      return Row(
        key: pair.key, statistic: name, unit: unit, current: now, earlier: then,
        days: current?.days ?? 0, earlierDays: earlier?.days ?? 0, periods: periods)
    }
  }

  /// Converts a figure to another unit; nil if there is no conversion.
  private static func converter(
    from unit: String?, to other: String?
  ) -> (Double) -> Double? {
    guard unit != other, let unit, let other else { return { $0 } }
    guard let from = try? Unit(unit), let to = try? Unit(other) else { return { _ in nil } }
    return { try? from.convert($0, to: to) }
  }
}

/// The options of `compare`.
struct CompareOptions: ViewOptions {
  /// The period to compare with, as it was typed; nil: the one before.
  var against: String?

  static let declared: [DeclaredOption<Self>] =
    shared(.type, .period, .last, .on)
    + [
      .value(
        \.against, "against", "PERIOD", "with this one, as 2025-11, or as long ago as 'a year ago'"
      ) { $0.values[$1] }
    ]
    + shared(.source, .withProblems, .unit, .timeZone, .limit, .sort)

  /// Returns the two periods.
  func periods(_ request: inout ViewRequest) throws -> ComparedPeriods {
    let input = try request.timeInput()
    let text = request.values[.last].map { "last " + $0 } ?? request.values[.period] ?? "this month"
    let days: DayPeriod
    if request.values.has(.on) {
      days = DayPeriod(try request.day(.on))
    } else {
      guard let named = try Inputs.period(request.values, input) ?? input.period(text),
        let found = named.days
      else { throw OptionProblem("compare takes periods of days, not '\(text)'") }
      days = found
    }
    guard let against else {
      return ComparedPeriods(days, days.before, ago: days.length, input)
    }
    if let ago = TimeInput.ago(against), ago.isOfDays {
      return ComparedPeriods(days, days.earlier(by: ago), ago: ago, input)
    }
    guard let other = input.days(against) else {
      throw OptionProblem(
        "--against: '\(against)' is no period; write 'a year ago', 2025-11 or 'last month'; "
          + Inputs.seeTimes)
    }
    return ComparedPeriods(days, other, input)
  }
}

extension View {
  /// The view of two periods side by side.
  package static let compare = View(
    "compare", summary: "a period against the one before: totals, averages, nights, workouts",
    options: CompareOptions.self,
    details: """
      Compares a period with another one. Without options it compares this month with the last
      month. --period, --last or --on names the period. --against names the other one, or how long
      ago it was. There is one row per figure:

        total         of types that add up
        dailyAverage  the total, divided by the days with data
        average       of other types
        count, time   of the values of a category
        nights        how many, and their average time asleep and in bed (h)
        workouts      of each activity: number, time, energy and distance

      The figures are those of `statistics`, `sleep --total` and `workouts --every`. Further
      copies of a workout do not count. `days` and `earlierDays` are the numbers of days with
      data. If a period has no data for a figure, the figure and `difference` are missing.
      `change` is a part (0.1 is 10 %); temperatures have none. Days are days of the journal's
      zone or of --time-zone. In contrast, `daily` uses the zone that a sample names.

      A period that is not over is compared up to now. The other period is then used up to the
      same time on the same date: on 1 March up to 1 March, in leap years too. If the other month
      does not have this date, all of that month is used. The last line names what was compared;
      for programs `start`, `end`, `earlierStart` and `earlierEnd` have it.

      Implausible values (see `check`) are left out. --with-problems counts them.

      Examples

        health-journal compare
        health-journal compare steps --period 2026-03 --against 2026-02
        health-journal compare sleepAnalysis --period 'this week'
        health-journal compare --last 4w --against 'a year ago' --format csv
      """,
    reads: .asked, tool: .offered("This month against the last one, or period against another"),
    forms: [Form("", CompareView.columns())]
  ) { request, options in
    let periods = try options.periods(&request)
    let context = try request.contextWithoutProblems()
    return try CompareView.table(of: request.journal, in: context, periods)
      .remarking(
        onProblemsOf: context.query.within(periods.current), context.query.within(periods.earlier),
        unless: .withProblems, in: request.journal)
  }
}

/// Two stretches of time that are compared.
struct ComparedPeriods: Sendable {
  /// The period that is mostly the later one.
  let current: Period
  /// The other period.
  let earlier: Period
  /// The sentence for people that names both.
  let sentence: String

  /// Creates the periods of these days. If the first is not over and both have the same length by
  /// the calendar, the first ends now, and the other at the same time of the same date of it: 1
  /// March of one year against 1 March of another, leap year or not.
  ///
  /// - Parameter ago: the time between the other one and the first; nil: it was named by itself.
  init(_ days: DayPeriod, _ other: DayPeriod, ago: CalendarInterval? = nil, _ input: TimeInput) {
    let (whole, otherWhole) = (input.period(of: days), input.period(of: other))
    let isUnderWay = whole.start < input.now && input.now < whole.end
    guard isUnderWay, days.length == other.length else {
      (current, earlier) = (whole, otherWhole)
      sentence = "\(Self.words(days)) against \(Self.words(other))"
      return
    }
    let today = input.day(of: input.now)
    let clock = input.timestamp(input.now)
    let time = ClockTime(hour: clock.hour, minute: clock.minute)?.description ?? "00:00"
    let seconds = Double(clock.second) + Double(clock.microsecond) / 1e6
    let (date, missing) = Self.date(like: today, of: days, in: other, ago)
    // Of a date that the other period does not have, all days before it count whole.
    let moment =
      missing == nil
      ? input.moment(time, of: date).map { $0.instant + seconds }
      : input.start(of: date.adding(days: 1))
    let otherEnd = date < other.end ? min(moment ?? otherWhole.end, otherWhole.end) : otherWhole.end
    current = Period(start: whole.start, end: input.now, days: days)
    earlier = Period(start: otherWhole.start, end: otherEnd, days: other)
    let end = missing.map { "\(date) (there is no \($0))" } ?? "\(date) \(time)"
    let asFar = otherEnd < otherWhole.end ? "\(other.first) to \(end)" : Self.words(other)
    sentence = "\(days.first) to \(today) \(time) (so far) against \(asFar)"
  }

  /// Returns the date of the other period that corresponds to a date of the first one: as long ago
  /// by the calendar, or of weeks and days that are named as many days from the first. If its month
  /// is too short, the last date of that month, and the text of the one that is missing.
  private static func date(
    like today: CivilDate, of days: DayPeriod, in other: DayPeriod, _ ago: CalendarInterval?
  ) -> (CivilDate, missing: String?) {
    switch (ago ?? days.length).component {
    case .month, .year:
      let months = ago?.months ?? days.first.monthNumber - other.first.monthNumber
      let date = today.adding(months: -months)
      guard date.day < today.day else { return (date, nil) }
      return (date, "\(date.description.dropLast(2))\(today.day)")
    case .day, .week, .hour, .minute:
      return (other.first.adding(days: today.dayNumber - days.first.dayNumber), nil)
    }
  }

  /// Returns days as `2026-03-01 to 2026-03-31`.
  static func words(_ days: DayPeriod) -> String {
    let last = days.end.adding(days: -1)
    return last == days.first ? "\(days.first)" : "\(days.first) to \(last)"
  }
}

/// The change of a figure, as a part of what it was.
enum RelativeChange {
  /// Returns the change; nil if one of the figures is missing, if the base is not above 0, or if
  /// the unit is degC or degF: these scales have no true zero.
  static func share(_ value: Double?, of base: Double?, unit: String?) -> Double? {
    guard let value, let base, base > 0, unit != "degC", unit != "degF" else { return nil }
    return (value - base) / base
  }
}
