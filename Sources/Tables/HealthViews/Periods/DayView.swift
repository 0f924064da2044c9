import HealthModel
import HealthTables

/// The view of a day as a person lived it: the night, workouts, meals, pressures and notes in the
/// order of time, then the figures of the day. Each row is one of another view.
enum DayView {
  /// The subject of a row.
  enum What: String {
    case sleep
    case workout
    case meal
    case pressure
    case note
    case figure
  }

  /// An event of some time, or a figure of the whole day.
  struct Row {
    var what: What
    /// Nil: the whole day.
    var span: TimeSpan?
    /// The identifier of a type or an activity; nil: there is a text.
    var type: String?
    var text: String?
    /// The figure of the type that it is, for example the time asleep.
    var of: String?
    var value: Double?
    /// The unit of `value`.
    var unit: String?
    var source: String?
  }

  /// The fields of `day`.
  static let columns: [RowColumn<Row>] = [
    RowColumn(.start, .time, rank: .key) { Cell(time: $0.span?.start) },
    RowColumn(.end, .time) { Cell(time: $0.span?.end) },
    RowColumn("what", tellsApart: true, rank: .key, note: "sleep, workout, meal, …") {
      .text($0.what.rawValue)
    },
    RowColumn(
      .type, named: "name", tellsApart: true, rank: .key, note: "a type, an activity, or a text"
    ) {
      $0.type.map { .identifier($0) } ?? Cell(text: $0.text)
    },
    RowColumn(.value, named: "of", tellsApart: true, note: "a figure of sleep or workouts") {
      Cell(text: $0.of)
    },
    RowColumn("value", .quantity, rank: .key) { Cell($0.value) },
    RowColumn(.unit, tellsApart: true) { Cell(text: $0.unit) },
    RowColumn(.source, rank: .detail) { Cell(text: $0.source) },
  ]

  /// Returns what happened on a day in the order of time, then the figures of the day.
  ///
  /// - Parameter period: the window of the day.
  static func table(
    of journal: ReplayedJournal, in context: ViewContext, _ period: Period
  ) throws -> Table {
    var context = context
    let limit = context.query.limit
    (context.query.from, context.query.to, context.query.limit) = (period.start, period.end, nil)
    func may(_ type: String) -> Bool { journal.tables.isDetermined(type) }
    var rows: [Row] = []
    if may(CategoryType.sleepAnalysis.identifier) { rows += try nights(journal, context) }
    if may(WorkoutContent.type) { rows += try workouts(journal, context) }
    if may(energyEaten) { rows += try meals(journal, context) }
    if PressureView.reads.undetermined(in: journal.tables) == nil {
      rows += try pressures(journal, context)
    }
    if may(Note.type) { rows += try notes(journal, context) }
    rows.sort { ($0.start, $0.what.rawValue) < ($1.start, $1.what.rawValue) }
    let (figures, others) = try SummaryView.figures(of: journal, in: context)
    rows += figures.compactMap(row)
    var table = Table(columns, rows: rows).limited(to: limit)
    let words = (period.days?.first.description ?? "that day") + SummaryView.more(others.sorted())
    table.presentation = Presentation(nothing: "nothing found of \(words)")
    table.presentation?.footer = words
    return table
  }

  private static func nights(_ journal: ReplayedJournal, _ context: ViewContext) throws -> [Row] {
    try SleepView.summaries(of: journal, in: context).map { night in
      Row(
        what: .sleep, span: night.span, type: CategoryType.sleepAnalysis.identifier, of: "asleep",
        value: night.asleep.map { $0 / 3600 }, unit: "h",
        source: night.sources.joined(separator: ", "))
    }
  }

  private static func workouts(
    _ journal: ReplayedJournal, _ context: ViewContext
  ) throws -> [Row] {
    try WorkoutRecord.all(of: journal, in: context).map { workout in
      var row = Row(
        what: .workout, span: workout.span, type: workout.activity, source: workout.source)
      if let distance = workout.distance {
        (row.of, row.value, row.unit) = ("distance", distance / 1000, "km")
      } else if let energy = workout.energy {
        (row.of, row.value, row.unit) = ("energy", energy, "kcal")
      }
      return row
    }
  }

  private static let energyEaten = "HKQuantityTypeIdentifierDietaryEnergyConsumed"

  private static func meals(_ journal: ReplayedJournal, _ context: ViewContext) throws -> [Row] {
    var context = context
    context.query.types = [energyEaten]
    let journal = journal.forWindow(context.query)
    return try MatchingObjects.recorded(energyEaten, context.query, in: journal).map { row in
      Row(
        what: .meal, span: TimeSpan(row.startTime, row.endTime), type: energyEaten,
        value: row.value, unit: journal.tables.units.names[Int(row.unit)],
        source: journal.tables.sourceName(row.provenance))
    }
  }

  private static func pressures(
    _ journal: ReplayedJournal, _ context: ViewContext
  ) throws -> [Row] {
    let (readings, unit) = try PressureView.readings(of: journal, in: context)
    return readings.map { reading in
      Row(
        what: .pressure, span: TimeSpan(reading.row.startTime, reading.row.startTime),
        text: PressureView.pair(reading.systolic, reading.diastolic), unit: unit.description,
        source: reading.source)
    }
  }

  private static func notes(_ journal: ReplayedJournal, _ context: ViewContext) throws -> [Row] {
    try NotesView.notes(of: journal, in: context).map { note in
      let words = [note.words.text].compactMap(\.self) + note.words.tags.map { "#" + $0 }
      return Row(
        what: .note, span: note.span, text: words.joined(separator: " "), source: note.source)
    }
  }

  /// Returns the row of a figure; nil if it is one of what has rows of its own.
  private static func row(of figure: PeriodFigure) -> Row? {
    let type = figure.key.type
    guard figure.key.of == nil, !PressureView.reads.required.contains(type) else { return nil }
    return Row(
      what: .figure, type: type, value: figure.total ?? figure.average, unit: figure.unit)
  }
}

extension DayView.Row {
  /// The time by which rows are sorted.
  fileprivate var start: Int64 { span?.start.instant.microseconds ?? .max }
}

/// The options of `day`.
struct DayOptions: ViewOptions {
  static let declared: [DeclaredOption<Self>] =
    [DeclaredOption<Self>.shared(.on).asWord]
    + shared(.source, .withProblems, .timeZone, .limit, .sort)
}

extension View {
  /// The view of one day in the order of time.
  package static let day = View(
    "day", summary: "one day in the order of time: night, workouts, meals",
    options: DayOptions.self,
    details: """
      Shows one day in the order of time: the night that ended on it, workouts, meals (samples of
      energy eaten), blood pressures and notes. Below them are the figures of the day: totals of
      types that add up, averages of others. DAY is today if you do not name one.

      Each row is computed as in the view that it comes from: `sleep`, `workouts`, `samples`,
      `pressure`, `notes`, `summary`. A day is a day of the journal's zone or of --time-zone. A
      night or a workout has the day of the zone that it names; see `help zones`. Implausible
      values (see `check`) are left out. --with-problems counts them.

      Examples

        health-journal day 2026-03-01
        health-journal day yesterday --format json
      """,
    reads: .asked, tool: .offered("Shows today, or the day `on`"),
    forms: [Form("", DayView.columns)]
  ) { request, _ in
    let input = try request.timeInput()
    let period = input.period(of: DayPeriod(try request.day(.on)))
    return try DayView.table(
      of: request.journal, in: try request.contextWithoutProblems(), period)
  }
}
