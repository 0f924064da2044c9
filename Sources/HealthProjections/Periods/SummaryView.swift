import ByteTools
import HealthModel
import HealthTables
import ViewTables

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

  /// One row a figure.
  static func table(
    of journal: ReplayedJournal, in context: ViewContext, _ period: Period
  ) throws -> Table {
    var context = context
    (context.query.from, context.query.to) = (period.start, period.end)
    let figures = try PeriodFigures(journal, in: context).all
    let shown = figures.compactMap { figure in
      rank(figure.key.type).map { (rank: $0, figure: figure) }
    }.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
    let isDay = period.days?.dayCount == 1
    var table = Table(columns(isDay: isDay), rows: shown.map(\.element.figure))
      .limited(to: context.query.limit)
    if period.start < period.end { table.times = [period.start..<period.end] }
    let others = Set(figures.map(\.key.type).filter { rank($0) == nil })
    let words = period.days.map(ComparedPeriods.words) ?? "that time"
    table.presentation = Presentation(nothing: "nothing found of \(words)")
    table.presentation?.footer = words + more(others.sorted())
    table.presentation?.nothing += more(others.sorted())
    return table
  }

  /// What is said of the types that have data and no row.
  private static func more(_ types: [String]) -> String {
    guard !types.isEmpty else { return "" }
    let names = types.prefix(3)
      .map { TerminalText.escaped(TypeCatalogue.shortName(of: $0)) }
      .joined(separator: ", ")
    let rest = types.count > 3 ? " …" : ""
    return
      "; not shown: \(counted(types.count, "type")) with data (\(names)\(rest)), see `statistics`"
  }

  /// The index of a type, or of workouts, which come last; nil: it has none.
  private static func rank(_ type: String) -> Int? {
    types.firstIndex(of: type) ?? (type.hasPrefix("HKWorkoutActivityType") ? types.count : nil)
  }

  /// The fields of `summary`, of one day or of several.
  static func columns(isDay: Bool = false) -> [RowColumn<PeriodFigure>] {
    [
      RowColumn(.type, tellsApart: true, rank: .key) { .identifier($0.key.type) },
      RowColumn("of", tellsApart: true, rank: .key, note: "of sleep and workouts: what") {
        Cell(text: $0.key.of)
      },
      RowColumn(.unit, tellsApart: true) { Cell(text: $0.unit) },
      RowColumn("total", .quantity) { Cell($0.total) },
      RowColumn("dailyAverage", .quantity, note: "of several days") {
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
      Activity, heart, body, food, sleep and workouts of today, or of the day or period that is
      named: what a type comes to, that for each day with data (dailyAverage), or average, least and
      greatest value; nights, and the average of time asleep and in bed (h); number, time, energy
      and distance of workouts by activity. A type without data has no row; other types that have
      some are counted below, `statistics` shows them. Days are those of the journal's zone or of
      --time-zone, as in `statistics`; `daily` takes a sample's own zone.
      Values that `check` calls implausible are left out; --with-problems counts them.

        health-journal summary
        health-journal summary yesterday
        health-journal summary 'last week'
        health-journal summary 2026-03
      """,
    reads: .asked, tool: .offered("Of today, or of period"),
    forms: [Form("", SummaryView.columns())]
  ) { request, _ in
    let input = try request.timeInput()
    var period = try Inputs.period(request.values, input)
    if period == nil {
      period = input.period(of: DayPeriod(try request.day(.on)))
    }
    guard let period else { return Table(SummaryView.columns(), rows: []) }
    let context = try request.contextWithoutProblems()
    return try SummaryView.table(of: request.journal, in: context, period)
      .remarking(
        onProblemsOf: context.query.within(period), unless: .withProblems, in: request.journal)
  }
}
