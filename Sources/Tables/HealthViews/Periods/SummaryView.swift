import ByteTools
import HealthModel
import HealthTables
import JournalFile

/// A day, a week or a month on one screen.
enum SummaryView {
  /// The types that it shows, in their order; others are counted.
  static let types: [String] =
    [
      "StepCount", "DistanceWalkingRunning", "FlightsClimbed", "ActiveEnergyBurned",
      "AppleExerciseTime", "HeartRate", "RestingHeartRate", "HeartRateVariabilitySDNN",
      "OxygenSaturation", "RespiratoryRate", "VO2Max", "BodyTemperature", "BodyMass",
      "BloodPressureSystolic", "BloodPressureDiastolic", "BloodGlucose", "DietaryEnergyConsumed",
      "DietaryWater",
    ].map { "HKQuantityTypeIdentifier" + $0 } + [CategoryType.sleepAnalysis.identifier]

  /// Returns one row a figure.
  static func table(
    of journal: ReplayedJournal, in context: ViewContext, _ period: Period
  ) throws -> Table {
    var context = context
    (context.query.from, context.query.to) = (period.start, period.end)
    let (shown, others) = try figures(of: journal, in: context)
    let isDay = period.days?.dayCount == 1
    var table = Table(columns(isDay: isDay), rows: shown).limited(to: context.query.limit)
    if period.start < period.end { table.times = [period.start..<period.end] }
    let words = period.days.map(ComparedPeriods.words) ?? "that time"
    table.presentation = Presentation(nothing: "nothing found of \(words)")
    table.presentation?.footer = words + more(others.sorted())
    table.presentation?.nothing += more(others.sorted())
    return table
  }

  /// Returns the figures that are shown, in their order, and the types of all others.
  static func figures(
    of journal: ReplayedJournal, in context: ViewContext
  ) throws -> (shown: [PeriodFigure], others: Set<String>) {
    let figures = try PeriodFigures(journal, in: context).all
    let shown = figures.compactMap { figure in
      rank(figure.key.type).map { (rank: $0, figure: figure) }
    }.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
    let others = figures.map(\.key.type).filter { rank($0) == nil }
    return (shown.map(\.element.figure), Set(others))
  }

  /// Returns a remark on the types that have data and no row.
  static func more(_ types: [String]) -> String {
    guard !types.isEmpty else { return "" }
    let names = types.prefix(3)
      .map { TerminalText.escaped(TypeCatalogue.shortName(of: $0)) }
      .joined(separator: ", ")
    let rest = types.count > 3 ? " …" : ""
    return
      "; not shown: \(counted(types.count, "type")) with data (\(names)\(rest)), see `statistics`"
  }

  /// Returns the index of a type, or of workouts, which come last; nil if it has none.
  private static func rank(_ type: String) -> Int? {
    types.firstIndex(of: type) ?? (type.hasPrefix("HKWorkoutActivityType") ? types.count : nil)
  }

  /// Returns the fields of `summary`, of one day or of several.
  static func columns(isDay: Bool = false) -> [RowColumn<PeriodFigure>] {
    [
      RowColumn(.type, tellsApart: true, rank: .key) { .identifier($0.key.type) },
      RowColumn(
        .value, named: "of", tellsApart: true, rank: .key, note: "a figure of sleep or workouts"
      ) {
        Cell(text: $0.key.of)
      },
      RowColumn(.unit, tellsApart: true) { Cell(text: $0.unit) },
      RowColumn("total", .quantity) { Cell($0.total) },
      RowColumn("dailyAverage", .quantity, note: "if there are several days") {
        isDay ? .missing : Cell($0.dailyAverage)
      },
      RowColumn("average", .quantity) { Cell($0.average) },
      RowColumn("minimum", .quantity, rank: .detail) { Cell($0.minimum) },
      RowColumn("maximum", .quantity, rank: .detail) { Cell($0.maximum) },
      RowColumn("days", .count, rank: .detail, note: "with data") { .whole($0.days) },
    ]
  }
}

/// The options of `summary`.
struct SummaryOptions: ViewOptions {
  static let declared: [DeclaredOption<Self>] =
    [DeclaredOption<Self>.shared(.period).asWord]
    + shared(.last, .on, .source, .withProblems, .timeZone, .limit, .sort)
}

extension View {
  /// A day, a week or a month on one screen.
  package static let summary = View(
    "summary", summary: "a day, a week or a month on one screen",
    options: SummaryOptions.self,
    details: """
      Shows a day, a week or a month on one screen: activity, heart, body, food, sleep and
      workouts. PERIOD is today if you do not name one.

        cumulative types  the total, and for several days the dailyAverage (per day with data)
        other types       average, least and greatest value
        sleep             number of nights, average time asleep and in bed (h)
        workouts          number, time, energy and distance of each activity

      A type without data has no row. The line below the rows counts other types that have data;
      `statistics` shows them. The figures and days are computed as in `compare`: a day is a day
      of the journal's zone or of --time-zone. A night or a workout has the day of the zone that
      it names; see `help zones`. Implausible values (see `check`) are left out. --with-problems
      counts them.

      Examples

        health-journal summary
        health-journal summary 'this week'
        health-journal summary 2026-03 --format json
      """,
    reads: .asked, tool: .offered("Shows today, or period"),
    forms: [Form("", SummaryView.columns())]
  ) { request, _ in
    let input = try request.timeInput()
    var period = try Inputs.period(request.values, input)
    if period == nil {
      period = input.period(of: DayPeriod(try request.day(.on)))
    }
    guard let period else { return Table(SummaryView.columns(), rows: []) }
    let context = try request.contextWithoutProblems()
    let query = context.query.within(period)
    let journal = request.journal.forWindow(query)
    return try SummaryView.table(of: journal, in: context, period)
      .remarking(onProblemsOf: query, unless: .withProblems, in: journal)
  }
}

/// A figure of one type, or one activity, in a period.
struct PeriodFigure: Sendable {
  /// The subject of a figure.
  struct Key: Hashable, Sendable {
    /// The identifier of a type or of an activity.
    var type: String
    /// The value of a category, or the figure of sleep or workouts; nil: the type itself.
    var of: String?
    /// True if it is a time, for a category that has a count too.
    var isTime = false
  }

  /// The key by which samples of a type are counted separately.
  struct Part: Hashable {
    var type: String
    var value: String?
    var unit: String?
  }

  var key: Key
  /// The text of the unit; nil if the figure has no unit, for example nights.
  var unit: String?
  var total: Double?
  /// The total for each day with data.
  var dailyAverage: Double?
  /// The average of the samples; for sleep, the average per night.
  var average: Double?
  var minimum: Double?
  var maximum: Double?
  /// The number of days with data.
  var days: Int
}

/// The figures of a period: statistics of every type, nights, and workouts by activity, each as in
/// its own view (`statistics`, `sleep`, `workouts`), and the number of days with data (`statistics
/// --every day`).
struct PeriodFigures {
  /// The figures of types, then those of sleep, then those of workouts.
  private(set) var all: [PeriodFigure] = []

  /// Computes the figures of a period.
  ///
  /// - Parameter context: its query names the window, which has both ends.
  /// - Throws: the errors of the views.
  init(_ journal: ReplayedJournal, in context: ViewContext) throws {
    var context = context
    context.query.limit = nil
    // So that the samples of the window are read once for all of them.
    let journal = journal.forWindow(context.query)
    try addTypes(journal, context)
    // A type that the reader never asked for is left out; where the query names it, the view
    // throws.
    let sleep = CategoryType.sleepAnalysis.identifier
    if Self.shows(sleep, journal, context.query) { try addSleep(journal, context) }
    if Self.shows(WorkoutContent.type, journal, context.query) { try addWorkouts(journal, context) }
  }

  /// Returns true if a query shows a type: one that it names, or any that its reader may see.
  static func shows(
    _ type: String, _ journal: ReplayedJournal, _ query: ViewQuery
  ) -> Bool {
    if let types = query.types { return types.contains(type) }
    return journal.tables.isDetermined(type)
  }

  // MARK: Types

  private mutating func addTypes(_ journal: ReplayedJournal, _ context: ViewContext) throws {
    let sleep = CategoryType.sleepAnalysis.identifier
    var context = context
    if let types = context.query.types {
      context.query.types = types.filter { $0 != sleep && $0 != WorkoutContent.type }
      if context.query.types?.isEmpty ?? false { return }
    }
    // The days with data are those of the totals, by the same rules.
    let options = [Statistics.Options(every: .day), Statistics.Options()]
    let found = try Threads.map(options, on: PosixSystem.processors) { [context] in
      try StatisticsView.statistics(of: journal, in: context, options: $0)
    }
    func part(_ figures: Statistics) -> PeriodFigure.Part {
      PeriodFigure.Part(type: figures.type, value: figures.value, unit: figures.unit)
    }
    var days: [PeriodFigure.Part: Int] = [:]
    for day in found[0] where day.count > 0 { days[part(day), default: 0] += 1 }
    for figures in found[1] where figures.type != sleep && figures.count > 0 {
      let key = PeriodFigure.Key(type: figures.type, of: figures.value)
      let count = days[part(figures)] ?? 0
      guard figures.value == nil else {
        addCategory(figures, key, days: count)
        continue
      }
      all.append(
        PeriodFigure(
          key: key, unit: figures.unit, total: figures.sum,
          dailyAverage: count > 0 ? figures.sum.map { $0 / Double(count) } : nil,
          average: figures.average, minimum: figures.minimum, maximum: figures.maximum, days: count)
      )
    }
  }

  private mutating func addCategory(
    _ figures: Statistics, _ key: PeriodFigure.Key, days: Int
  ) {
    all.append(
      PeriodFigure(key: key, unit: "count", total: Double(figures.count), days: days))
    guard let duration = figures.duration, duration > 0 else { return }
    var time = key
    time.isTime = true
    all.append(PeriodFigure(key: time, unit: "h", total: duration / 3600, days: days))
  }

  // MARK: Sleep and workouts

  private mutating func addSleep(_ journal: ReplayedJournal, _ context: ViewContext) throws {
    let rows = try SleepView.summaries(of: journal, in: context)
    let nights = rows.compactMap(\.asNight)
    let sleep = CategoryType.sleepAnalysis.identifier
    if !nights.isEmpty {
      all.append(
        PeriodFigure(
          key: PeriodFigure.Key(type: sleep, of: "nights"), total: Double(nights.count),
          days: nights.count))
    }
    for (word, times) in [
      ("asleep", nights.compactMap(\.asleep)), ("inBed", nights.compactMap(\.inBed)),
    ] where !times.isEmpty {
      all.append(
        PeriodFigure(
          key: PeriodFigure.Key(type: sleep, of: word), unit: "h",
          average: SampleSpread.mean(of: times).map { $0 / 3600 }, days: times.count))
    }
    let naps = rows.compactMap(\.naps)
    guard !naps.isEmpty else { return }
    all.append(
      PeriodFigure(
        key: PeriodFigure.Key(type: sleep, of: "naps"), unit: "h",
        total: ExactSum(naps).value / 3600, days: naps.count))
  }

  private mutating func addWorkouts(_ journal: ReplayedJournal, _ context: ViewContext) throws {
    let units = try WorkoutFigures(tables: journal.tables)
    let items = try WorkoutsView.items(of: journal, in: context, activities: nil, units)
    let days = try DayFinder(journal.tables, context).days(of: context.query)
    for group in WorkoutsView.rollup(WorkoutUnits()).groups(items, on: days) {
      func add(
        _ word: String, _ unit: String?, _ total: (sum: Double, days: Int)?, per size: Double = 1
      ) {
        guard let total, let activity = group.name else { return }
        let key = PeriodFigure.Key(type: activity, of: word)
        all.append(PeriodFigure(key: key, unit: unit, total: total.sum / size, days: total.days))
      }
      add("workouts", nil, (Double(group.count), group.dayCount))
      add("duration", "h", group.total(of: CountedWorkout.duration), per: 3600)
      add("energy", "kcal", group.total(of: CountedWorkout.energy(in: .kilocalorie)))
      add("distance", "km", group.total(of: CountedWorkout.distance(in: .meter)), per: 1000)
    }
  }
}
