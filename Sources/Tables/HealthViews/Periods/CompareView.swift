import ByteTools
import HealthModel
import HealthTables
import JournalFile

/// The comparison of two periods side by side.
enum CompareView {
  /// Returns one row a figure that one of the periods has.
  static func table(
    of journal: ReplayedJournal, in context: ViewContext, _ periods: ComparedPeriods
  ) throws -> Table {
    let found = try Threads.map(
      [periods.current, periods.earlier], on: PosixSystem.processors
    ) { period in
      var context = context
      context.query = context.query.within(period)
      // So that the samples of the period are read once.
      let journal = journal.forWindow(context.query)
      let figures =
        period.start < period.end ? try PeriodFigures(journal, in: context).all : []
      return (figures: figures, problems: try ProblemCount(journal, context.query))
    }
    let zone = try context.calendar(of: journal.tables).zone
    let rows = pairs(found[0].figures, found[1].figures).flatMap { Self.figures($0) }
      .map { Row(figure: $0, periods: periods) }
    var table = Table(columns(in: zone), rows: rows).limited(to: context.query.limit)
    table.presentation = Presentation(
      nothing: "nothing found in either period: \(periods.sentence)")
    table.presentation?.footer = periods.sentence
    return table.remarking(
      on: found.map(\.problems), areLeftOut: context.query.leavesOutProblems,
      unless: .withProblems)
  }

  /// A figure of both periods, or of one of them alone.
  private struct Pair {
    var key: PeriodFigure.Key
    var current: PeriodFigure?
    var earlier: PeriodFigure?
  }

  /// Returns each figure with the figure of the other period that has the same unit, otherwise with
  /// one whose unit converts.
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

  /// A figure of both sides, in the unit of the current one.
  struct Compared: Sendable {
    fileprivate var key: PeriodFigure.Key
    fileprivate var statistic: String
    fileprivate var unit: String?
    fileprivate var current: Double?
    fileprivate var earlier: Double?
    fileprivate var days: Int
    fileprivate var earlierDays: Int
  }

  /// A figure of both periods.
  struct Row: Sendable {
    fileprivate var figure: Compared
    fileprivate var periods: ComparedPeriods
  }

  /// Returns the fields of `compare`, moments on the clocks of a zone.
  static func columns(in zone: ZoneRules = .utc) -> [RowColumn<Row>] {
    func time(
      _ role: Column.Role, _ moment: @escaping @Sendable (ComparedPeriods) -> Instant
    ) -> RowColumn<Row> {
      RowColumn(role, .time, hidden: true) { .time(Timestamp(moment($0.periods), in: zone)) }
    }
    return (figures("current", "earlier") + days("earlierDays")).map { $0.of(\.figure) } + [
      time(.start) { $0.current.start }, time(.end) { $0.current.end },
      time(.earlierStart) { $0.earlier.start }, time(.earlierEnd) { $0.earlier.end },
    ]
  }

  /// Returns the fields of a comparison of two sides.
  private static func figures(_ one: String, _ other: String) -> [RowColumn<Compared>] {
    [
      RowColumn(.type, tellsApart: true, rank: .key) { .identifier($0.key.type) },
      RowColumn(
        .value, named: "of", tellsApart: true, rank: .key,
        note: "a category's value, or a figure of sleep or workouts"
      ) {
        Cell(text: $0.key.of)
      },
      RowColumn(.statistic, tellsApart: true, rank: .key) { .text($0.statistic) },
      RowColumn(.unit, tellsApart: true) { Cell(text: $0.unit) },
      RowColumn(one, .quantity, rank: .key) { Cell($0.current) },
      RowColumn(other, .quantity, rank: .key) { Cell($0.earlier) },
      RowColumn("difference", .difference, rank: .key) { row in
        Cell(row.current.flatMap { current in row.earlier.map { current - $0 } })
      },
      RowColumn("change", .share, rank: .key) {
        Cell(RelativeChange.share($0.current, of: $0.earlier, unit: $0.unit))
      },
    ]
  }

  private static func days(_ otherDays: String) -> [RowColumn<Compared>] {
    [
      RowColumn("days", .count, rank: .detail, note: "with data") { .whole($0.days) },
      RowColumn(otherDays, .count, rank: .detail) { .whole($0.earlierDays) },
    ]
  }

  private static func figures(_ pair: Pair, withExtremes: Bool = false) -> [Compared] {
    let (current, earlier) = (pair.current, pair.earlier)
    let unit = current?.unit ?? earlier?.unit
    let convert = converter(from: earlier?.unit, to: unit)
    let statistics = [
      ("total", current?.total, earlier?.total),
      ("dailyAverage", current?.dailyAverage, earlier?.dailyAverage),
      ("average", current?.average, earlier?.average),
      ("minimum", withExtremes ? current?.minimum : nil, withExtremes ? earlier?.minimum : nil),
      ("maximum", withExtremes ? current?.maximum : nil, withExtremes ? earlier?.maximum : nil),
    ]
    return statistics.compactMap { name, now, then in
      let then = then.flatMap(convert)
      guard now != nil || then != nil else { return nil }
      return Compared(
        key: pair.key, statistic: name, unit: unit, current: now, earlier: then,
        days: current?.days ?? 0, earlierDays: earlier?.days ?? 0)
    }
  }

  // MARK: Tagged days

  /// The fields of `compare --tag`.
  static let taggedColumns = figures("tagged", "others") + days("otherDays")

  /// Returns one row a figure of the days that notes with some tags touch, next to the other days.
  ///
  /// - Parameter period: the days that are compared, as numbers since 1970-01-01.
  /// - Throws: `.readNotDetermined` if the reader never asked for notes; the errors of views.
  static func table(
    of journal: ReplayedJournal, in context: ViewContext, _ period: Range<Int>, tags: [String]
  ) throws -> Table {
    try journal.tables.requireDetermined(Note.type)
    let calendar = try context.calendar(of: journal.tables)
    let tagged = try NotedTime(journal).time(of: tags).days(period, of: calendar)
    let others = Set(period).subtracting(tagged)
    let days = try FiguresOfDays(journal, in: context, period)
    let rows = pairs(days.figures(on: tagged), days.figures(on: others)).flatMap { figures($0) }
    let first = CivilDate(dayNumber: period.lowerBound)
    let end = CivilDate(dayNumber: period.upperBound)
    let words = ComparedPeriods.words(DayPeriod(first, until: end, .day))
    let names = tags.map(TerminalText.escaped).joined(separator: ", ")
    var table = Table(taggedColumns, rows: tagged.isEmpty ? [] : rows)
      .limited(to: context.query.limit)
    table.presentation = Presentation(
      nothing: tagged.isEmpty
        ? "no day of \(words) is tagged \(names)" : "nothing found on the days of \(words)")
    table.presentation?.footer =
      "\(words): \(counted(tagged.count, "day")) tagged \(names), against "
      + counted(others.count, "other day")
    return table
  }

  // MARK: Two workouts

  /// The fields of `compare --workout`.
  static let workoutColumns = figures("current", "earlier")

  /// Returns one row a figure of two workouts; no rows if there are fewer.
  ///
  /// - Parameters:
  ///   - names: an activity, of which the last two workouts count, or the uuids or days of two, or
  ///     all three.
  ///   - input: reads days.
  /// - Throws: `OptionProblem` of other names; the errors of `workouts`.
  static func table(
    of journal: ReplayedJournal, in context: ViewContext, workouts names: [String],
    _ input: TimeInput
  ) throws -> Table {
    let limit = context.query.limit
    var context = context
    let two = names.count == 2 ? names[...] : names.dropFirst()
    guard two.isEmpty || two.count == 2,
      two.allSatisfy({ UUIDPrefix($0) != nil || input.days($0) != nil })
    else {
      throw OptionProblem(
        "--workout names an activity, such as running, or two workouts by their uuids or days")
    }
    let activities = names.count == 2 ? nil : Set([try Inputs.activity(names[0])])
    (context.query.foldsCopies, context.query.limit) = (true, two.isEmpty ? 2 : nil)
    let found =
      two.isEmpty
      ? try WorkoutsView.workoutsWithSamples(of: journal, in: context, activities: activities)
      : try two.flatMap { try workouts($0, activities, of: journal, in: context, input) }
    let sides = found.map(figures)
    let rows = sides.count < 2 ? [] : pairs(sides[0], sides[1])
    var table = Table(
      workoutColumns, rows: rows.flatMap { figures($0, withExtremes: true) }
    ).limited(to: limit)
    let zone = try context.calendar(of: journal.tables).zone
    let words = found.map { workout in
      (WorkoutActivityType.find(workout.workout.activity)?.name ?? workout.workout.activity)
        + " of "
        + Timestamp(workout.workout.span.start.instant, in: zone).description
        .exchanging("T", for: " ").prefix(16)
    }
    table.presentation = Presentation(
      nothing: "two workouts are needed; found: "
        + (words.isEmpty ? "none" : words.joined(separator: ", ")))
    table.presentation?.footer = words.joined(separator: " against ")
    return table
  }

  /// Returns the workout of a uuid, or the only one of a day.
  private static func workouts(
    _ name: String, _ activities: Set<String>?, of journal: ReplayedJournal,
    in context: ViewContext, _ input: TimeInput
  ) throws -> [WorkoutWithSamples] {
    var context = context
    let day = input.days(name)
    if let day {
      context.query.show(
        day.first.dayNumber..<day.end.dayNumber, of: try context.calendar(of: journal.tables))
    } else {
      context.query.object = try Inputs.uuid(
        ofOne: name, in: journal.tables, includingSamples: false)
      context.query.foldsCopies = false
    }
    let found = try WorkoutsView.workoutsWithSamples(
      of: journal, in: context, activities: activities)
    guard day == nil || found.count == 1 else {
      throw OptionProblem(
        found.isEmpty
          ? "no such workout on \(name); `workouts` shows all"
          : "\(counted(found.count, "such workout")) on \(name); name one by its uuid, which "
            + "`workouts --all-columns` shows")
    }
    return found
  }

  /// Returns the figures of a workout, of its laps and of its samples.
  private static func figures(_ workout: WorkoutWithSamples) -> [PeriodFigure] {
    func figure(
      _ word: String, _ unit: String, _ total: Double?, average: Double? = nil
    ) -> PeriodFigure? {
      guard total != nil || average != nil else { return nil }
      return PeriodFigure(
        key: PeriodFigure.Key(type: WorkoutContent.type, of: word), unit: unit, total: total,
        average: average, days: 1)
    }
    let seconds = workout.workout.duration
    let kilometres = workout.distance.map { $0 / 1000 }
    let pace = kilometres.flatMap { $0 > 0 ? seconds / 60 / $0 : nil }
    let whole = [
      figure("duration", "min", seconds / 60), figure("distance", "km", kilometres),
      figure("pace", "min/km", nil, average: pace), figure("energy", "kcal", workout.energy),
    ]
    let laps = workout.stretches.filter { $0.stretch.event == WorkoutEventName.lap }.map { lap in
      figure("lap \(lap.stretch.index)", "min", lap.stretch.duration / 60)
    }
    let samples = workout.samples.map { figures in
      PeriodFigure(
        key: PeriodFigure.Key(type: figures.type), unit: figures.unit, total: figures.sum,
        average: figures.average, minimum: figures.minimum, maximum: figures.maximum, days: 1)
    }
    return (whole + laps).compactMap(\.self) + samples
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
  /// The period to compare with, as the user entered it; nil: the period before.
  var against: String?
  /// The tags of the days that are compared with the others; empty: two periods are compared.
  var tags: [String] = []
  /// An activity, or the uuids or days of two workouts, which are compared in place of periods.
  var workouts: [String] = []

  private static let against = Option(
    "against", "PERIOD",
    "compare with this period, such as 2025-11, or this distance, such as 'a year ago'")
  private static let tag = Option(
    "tag", "TAG", "the days of notes with this tag, against the other days", isRepeatable: true)

  private static let workout = Option(
    "workout", "ACTIVITY|UUID|DAY",
    "the last two workouts of an activity, or two by uuid or day",
    isRepeatable: true)

  private static let period = Option(
    "period", "PERIOD", "compare this period, such as 'last week', 2026-03 or 2026-W12")
  private static let last = Option(
    "last", "LENGTH", "compare the last days, weeks, months or years, including today, such as 4w")
  private static let on = Option(
    "on", "DAY", "compare this day, such as yesterday, monday or 2026-03-01")

  static let declared: [DeclaredOption<Self>] =
    shared(.type, period, last, on)
    + [
      .value(\.against, against) { $0.values[$1] }, .value(\.tags, tag) { $0.values.all($1) },
      .value(\.workouts, workout) { $0.values.all($1) },
    ]
    + shared(.source, .withProblems, .unit, .timeZone, .limit, .sort)

  static let rules: [OptionRule] = [
    .excludes(tag, [against]), .excludes(workout, [.type, period, last, on, against, tag]),
  ]

  /// Returns the request, and the workouts that it compares, if the word of the command is an
  /// activity: `compare running`.
  func ofActivity(_ request: ViewRequest) -> (ViewRequest, [String]) {
    let words = request.values.all(.type)
    guard workouts.isEmpty, words.count == 1, (try? Inputs.type(words[0])) == nil,
      (try? Inputs.activity(words[0])) != nil
    else { return (request, workouts) }
    return (request.with(request.values.without(.type)), words)
  }

  /// Returns the days of the period.
  private func days(_ request: inout ViewRequest) throws -> DayPeriod {
    let input = try request.timeInput()
    let text = request.values[.last].map { "last " + $0 } ?? request.values[.period] ?? "this month"
    if request.values.has(.on) { return DayPeriod(try request.day(.on)) }
    guard let named = try Inputs.period(request.values, input) ?? input.period(text),
      let days = named.days
    else { throw OptionProblem("compare takes periods of days, not '\(text)'") }
    return days
  }

  /// Returns the days of the period up to today, as numbers since 1970-01-01; the whole period if
  /// it lies ahead.
  func daysSoFar(_ request: inout ViewRequest) throws -> Range<Int> {
    let days = try days(&request)
    let input = try request.timeInput()
    let end = input.day(of: input.now).dayNumber + 1
    let whole = days.first.dayNumber..<days.end.dayNumber
    return whole.lowerBound < end ? whole.clamped(to: whole.lowerBound..<end) : whole
  }

  /// Returns the two periods.
  func periods(_ request: inout ViewRequest) throws -> ComparedPeriods {
    let input = try request.timeInput()
    let days = try days(&request)
    guard let against else {
      return ComparedPeriods(days, days.before, ago: days.length, input)
    }
    if let ago = TimeInput.ago(against), ago.isOfDays {
      return ComparedPeriods(days, days.earlier(by: ago), ago: ago, input)
    }
    guard let other = input.days(against) else {
      throw OptionProblem(
        "--against: '\(against)' is not a period; write 'a year ago', 2025-11 or 'last month'; "
          + Inputs.seeTimes)
    }
    return ComparedPeriods(days, other, input)
  }
}

extension View {
  /// The view of two periods side by side.
  package static let compare = View(
    "compare", summary: "compare two periods: totals, averages, nights, workouts",
    options: CompareOptions.self,
    details: """
      Compares a period with another one. Without options it compares this month with the last
      month. --period, --last or --on names the first period. --against names the other period, or
      its distance from the first. There is one row per figure:

        total         the sum, for cumulative types
        dailyAverage  the total, divided by the days with data
        average       the average, for other types
        count, time   the number and the duration of each value of a category
        nights        their number, and the average time asleep and in bed (h)
        workouts      number, time, energy and distance of each activity

      The figures are those of `statistics`, `sleep --total` and `workouts --every`. If there are
      several copies of a workout, only one counts. `days` and `earlierDays` are the numbers of
      days with data. If a period has no data for a figure, the figure and `difference` are
      missing. `change` is a fraction (0.1 means 10 %). Temperatures have no `change`. Days are
      days of the journal's zone or of --time-zone. In contrast, `daily` uses the zone that a
      sample names, and a night or a workout has the day of its own zone; see `help zones`.

      If the first period is not over, it is compared up to now. The other period then ends at the
      same date and time. For example, on 1 March both end on 1 March, even if one of the years is
      a leap year. If the month of the other period does not have this date, all of that month is
      used. The last line of the text names the two periods. Programs find them in `start`, `end`,
      `earlierStart` and `earlierEnd`.

      --tag compares the days of the period that a note with this tag touches with all its other
      days, up to today. Its rows are averages of days, those of `daily` in one time zone:
      dailyAverage of types that add up, per day with data; average of other types; and per day of
      its side the values of a category and the workouts of each activity. Of sleep there are the
      averages of the nights that end on these days.

      `compare running` compares the last two workouts of an activity, and `compare running A B`
      two by their days or uuids: duration, distance, pace, energy, laps, and the figures of their
      samples, such as the heart rate. `compare A B` compares two periods.

      Implausible values (see `check`) are left out. --with-problems counts them.

      Examples

        health-journal compare
        health-journal compare running
        health-journal compare running 2026-03-08 2026-03-01
        health-journal compare steps --period 2026-03 --against 2026-02
        health-journal compare sleepAnalysis --period 'this week'
        health-journal compare --last 4w --against 'a year ago' --format csv
        health-journal compare steps --period 2026-03 --tag sick
      """,
    reads: .asked,
    tool: .offered("Compares this month with the last, two periods, or days of a tag"),
    forms: [
      Form("", CompareView.columns()), Form("--tag", CompareView.taggedColumns),
      Form("--workout", CompareView.workoutColumns),
    ]
  ) { request, options in
    var (ofWorkouts, workouts) = options.ofActivity(request)
    guard workouts.isEmpty else {
      return try CompareView.table(
        of: request.journal, in: try ofWorkouts.contextWithoutProblems(), workouts: workouts,
        try request.timeInput())
    }
    guard options.tags.isEmpty else {
      let days = try options.daysSoFar(&request)
      var context = try request.contextWithoutProblems()
      let calendar = try context.calendar(of: request.tables)
      context.query.show(days, of: calendar)
      return try CompareView.table(of: request.journal, in: context, days, tags: options.tags)
        .remarking(onProblemsOf: context.query, unless: .withProblems, in: request.journal)
    }
    let periods = try options.periods(&request)
    let context = try request.contextWithoutProblems()
    return try CompareView.table(of: request.journal, in: context, periods)
  }
}

/// Two periods that are compared.
struct ComparedPeriods: Sendable {
  /// The period that is mostly the later one.
  let current: Period
  /// The other period.
  let earlier: Period
  /// The sentence for people that names both.
  let sentence: String

  /// Creates the periods of these days. If the first period is not over and both have the same
  /// length by the calendar, the first ends now. The other ends at the same time on the same date:
  /// 1 March of one year is compared with 1 March of another, leap year or not.
  ///
  /// - Parameter ago: the distance of the other period from the first; nil if the other period was
  ///   named.
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

/// The change of a figure, as a fraction of its earlier value.
enum RelativeChange {
  /// Returns the change; nil if one of the figures is missing, if the base is not above 0, or if
  /// the unit is degC or degF: these scales have no true zero.
  static func share(_ value: Double?, of base: Double?, unit: String?) -> Double? {
    guard let value, let base, base > 0, unit != "degC", unit != "degF" else { return nil }
    return (value - base) / base
  }
}
