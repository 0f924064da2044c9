package import HealthEvents
package import HealthModel
package import HealthTables

/// Workouts with the samples that belong to them, newest first.
package enum WorkoutsView {
  /// The reads of the view: samples of all types, because those of any type decide whether samples
  /// were saved with the workout.
  package static let reads = Reads.asked(requiring: [WorkoutContent.type])

  /// Returns one row a workout.
  ///
  /// - Parameters:
  ///   - activities: the export's words of the activities to show; nil: all.
  ///   - showingSamples: true if each row lists its samples by type.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext, activities: Set<String>? = nil,
    showingSamples: Bool = false
  ) throws -> Table {
    let figures = try WorkoutFigures(tables: journal.tables, asked: context.query.unit)
    let types = showingSamples ? nil : WorkoutContent.typesOfTotals
    var rows = try measured(
      of: journal, in: context, activities, figures, samplesOf: types, Row.init)
    if let types { try findInferred(&rows, in: journal.tables, context.query, without: types) }
    return Table(
      columns(figures.units) + figures.namedUnits()
        + (showingSamples ? [samplesColumn.of { $0.samples }] : []),
      rows: rows)
  }

  /// Completes which workouts have inferred samples: those of most types are read only for
  /// workouts that have none of the types of figures.
  ///
  /// - Parameter known: the types whose samples have been looked at.
  private static func findInferred(
    _ rows: inout [Row], in tables: HealthTables, _ query: ViewQuery, without known: Set<String>
  ) throws {
    let left = rows.indices.dropFirst(query.passedOver).filter { !rows[$0].isInferred }
    guard !left.isEmpty else { return }
    var members = try WorkoutMembers(
      tables, of: left.map { rows[$0].row }, types: Set(tables.types.names).subtracting(known))
    for index in left { rows[index].isInferred = try members.isInferred(rows[index].row) }
  }

  struct Row {
    fileprivate let row: ObjectRow
    fileprivate let workout: WorkoutContent
    fileprivate let mark: WorkoutEfforts.Mark
    fileprivate let energy: Double?
    fileprivate let distance: Double?
    fileprivate let source: String
    fileprivate var isInferred: Bool
    fileprivate let pauses: WorkoutPauses
    fileprivate let samples: [ListedFigures]

    fileprivate init(_ measured: MeasuredWorkout, _ figures: WorkoutFigures) {
      row = measured.row
      workout = measured.workout
      mark = measured.mark
      energy = figures.energy(measured.leg, measured.figures)
      distance = figures.distance(measured.leg, measured.figures)
      source = figures.tables.sourceName(measured.row.provenance)
      isInferred = measured.members.isInferred
      pauses = WorkoutPauses(workout.pauses)
      samples = measured.listed(measured.figures)
    }
  }

  /// Returns the results of `body` for each workout that passes, with its samples and their
  /// figures, unless it is passed over, and with `figures` of the tables that hold these samples.
  ///
  /// - Parameters:
  ///   - types: the types of the samples that `body` asks for; nil: all.
  ///   - isAsked: returns false for workouts to be left out, which are not measured.
  static func measured<Result>(
    of journal: ReplayedJournal, in context: ViewContext, _ activities: Set<String>?,
    _ figures: WorkoutFigures, samplesOf types: Set<String>? = nil,
    where isAsked: (WorkoutLeg) -> Bool = { _ in true },
    _ body: (MeasuredWorkout, WorkoutFigures) throws -> Result
  ) throws -> [Result] {
    let shown = try WorkoutList(journal, context.query, activities: activities).shown
      .filter { isAsked($0.leg) }
    let passedOver = context.query.passedOver
    var members = try WorkoutMembers(
      journal.tables, of: shown.dropFirst(passedOver).map(\.row), types: types,
      leavingOutProblems: context.query.leavesOutProblems)
    let figures = figures.of(members.tables)
    return try shown.enumerated().map { index, listed in
      let found = try index < passedOver ? .init() : members.members(of: listed.row, as: listed.leg)
      return try body(
        MeasuredWorkout(
          row: listed.row, workout: listed.leg.workout, metadata: listed.leg.metadata,
          mark: listed.mark, members: found, figures: figures.figures(found)),
        figures)
    }
  }

  /// The columns that `--samples` shows too.
  static let samplesColumn = RowColumn<[ListedFigures]>(
    "samples", listing: ListedFigures.columns,
    note: "with `--samples`; {type, unit, count, sum or minimum, average, maximum, inferred}"
  ) { $0 }

  /// The field of a workout that does not count, with the one that does.
  static let copyOfColumn = RowColumn<ObjectUUID?>(
    "copyOf", rank: .detail, note: "the uuid of the workout that counts in its place"
  ) { Cell(text: $0?.description) }

  /// Returns the fields of `workouts`.
  static func columns(_ units: WorkoutUnits = WorkoutUnits()) -> [RowColumn<Row>] {
    [
      RowColumn(.object, tellsApart: true, hidden: true) { .text($0.row.uuid.description) },
      RowColumn(.activity, rank: .key) { .identifier($0.workout.activity) },
      RowColumn(.start, .time, rank: .key) { .time($0.workout.span.start) },
      RowColumn(.end, .time, rank: .detail) { .time($0.workout.span.end) },
      RowColumn(.duration, .duration, unit: "s", rank: .key) { .number($0.workout.duration) },
      RowColumn(.energy, .quantity, unit: units.energy.description) { Cell($0.energy) },
      RowColumn(.distance, .distance, unit: units.distance.description, rank: .key) {
        Cell($0.distance)
      },
      RowColumn(.source, rank: .detail) { .text($0.source) },
      RowColumn("inferred", rank: .detail) { .flag($0.isInferred) },
    ] + WorkoutPauses.columns.map { $0.of { $0.pauses } } + [
      RowColumn("copy", .number, rank: .detail) { Cell(whole: $0.mark.copy) },
      copyOfColumn.of { $0.mark.counted?.uuid },
    ]
  }

  /// Returns the workouts as values, newest first, energy in kilocalories and distance in metres.
  package static func workoutsWithSamples(
    of journal: ReplayedJournal, in context: ViewContext, activities: Set<String>? = nil
  ) throws -> [WorkoutWithSamples] {
    let figures = try WorkoutFigures(tables: journal.tables)
    return try measured(of: journal, in: context, activities, figures) { measured, figures in
      var workout = WorkoutWithSamples(
        uuid: measured.row.uuid, workout: measured.workout,
        source: journal.tables.sourceName(measured.row.provenance),
        energy: figures.energy(measured.leg, measured.figures),
        distance: figures.distance(measured.leg, measured.figures),
        samples: measured.figures, isInferred: measured.members.isInferred)
      workout.copy = measured.mark.copy
      workout.copyOf = measured.mark.counted?.uuid
      workout.stretches = measured.stretches(figures).map { stretch, part in
        WorkoutWithSamples.Stretch(stretch: stretch, samples: part.figures)
      }
      workout.parts = measured.parts(figures).map { WorkoutWithSamples.Part($0, figures) }
      workout.comparison = WorkoutComparison(figures).compared(measured)
      return workout
    }
  }

  /// Returns the totals of every workout, by its uuid: those that the view shows, each in the unit
  /// in which it was given.
  package static func totals(
    of journal: ReplayedJournal
  ) throws -> [ObjectUUID: [WorkoutTotal: Amount]] {
    let figures = try WorkoutFigures(tables: journal.tables)
    let totals = try measured(
      of: journal, in: ViewContext(), nil, figures, samplesOf: WorkoutContent.typesOfTotals
    ) { measured, figures in
      let known = WorkoutTotal.allCases.compactMap { total in
        figures.amount(total, of: measured.leg, measured.figures).map { (total, $0) }
      }
      return (measured.row.uuid, Dictionary(known) { first, _ in first })
    }
    return Dictionary(totals) { first, _ in first }
  }
}

/// The pauses of a workout or part.
struct WorkoutPauses {
  private let count: Int
  /// The duration in seconds.
  private let duration: Double

  init(_ pauses: [TimeSpan]) {
    count = pauses.count
    duration = pauses.reduce(0) { $0 + $1.duration }
  }

  static let columns: [RowColumn<WorkoutPauses>] = [
    RowColumn("pauses", .count, rank: .detail) { $0.count == 0 ? .missing : .whole($0.count) },
    RowColumn("paused", .duration, unit: "s", rank: .detail) {
      $0.count == 0 ? .missing : .number($0.duration)
    },
  ]
}

extension WorkoutWithSamples.Part {
  fileprivate init(_ part: MeasuredPart, _ figures: WorkoutFigures) {
    self.init(
      workout: part.workout, energy: figures.energy(part.leg, part.figures),
      distance: figures.distance(part.leg, part.figures),
      samples: part.figures)
  }
}

/// The rule for workouts that are one effort.
enum EffortSources: String, CaseIterable {
  /// Only that of the first source.
  case merge
  /// All workouts count.
  case all
}

extension DeclaredOption where Options: ViewOptions {
  /// Returns `--fold` and `--sources`: which workouts are shown, and which count.
  static func efforts(
    _ path: any WritableKeyPath<Options, EffortSources> & Sendable
  ) -> [DeclaredOption] {
    let sources = Option(
      "sources", "RULE", "merge (the default): count an effort of two sources once; all: count each"
    )
    return [.shared(.fold), .choice(path, sources)]
  }
}

/// The options of `workouts`.
struct WorkoutsOptions: ViewOptions {
  /// The export's words of the activities to show; nil: all.
  var activities: Set<String>?
  /// The only workout; nil: all.
  var uuid: ObjectUUID?
  /// True if each row lists its samples by type.
  var showsSamples = false
  /// True if there is a row for each event.
  var showsEvents = false
  /// True if there is a row for each activity of a workout.
  var showsParts = false
  /// True if there is a row for each kilometre or mile.
  var showsSplits = false
  /// True if there is a row for each figure.
  var compares = false
  /// The workout whose routes are written; nil: none.
  var route: ObjectUUID?
  /// True if the view explains its figures.
  var explains = false
  /// The options for grouping workouts.
  var rollup = RollupOptions()
  /// The rule for an effort that several sources recorded.
  var sources = EffortSources.merge

  private static let samples = Option("samples", nil, "also list the samples of each row by type")
  private static let uuid = Option("uuid", "UUID", "only this workout, or last")
  private static let events = Option(
    "events", nil, "show each lap, segment, pause and marker")
  private static let parts = Option(
    "activities", nil, "show each part of a multisport workout")
  private static let splits = Option(
    "splits", nil, "show each kilometre, or mile")
  private static let compare = Option(
    "compare", nil, "show each figure as stated and from the samples")
  private static let route = Option(
    "route", "UUID", "show the points of this workout's routes, as GPX")
  private static let type = Option(
    "type", "ACTIVITY", "the same as --activity", isRepeatable: true)
  private static let explain = Option(
    "explain", nil, "show why the figures of a workout are as they are; needs --uuid")

  /// Returns the activities that `--activity` and `--type` name together.
  private static func activities(_ values: OptionValues) throws(OptionProblem) -> Set<String> {
    var activities: Set<String> = []
    for name in try values.list(.activity) + values.list(type) {
      activities.insert(try Inputs.activity(name))
    }
    return activities
  }

  static let declared: [DeclaredOption<Self>] =
    [
      .value(\.activities, .activity) { request, _ in try activities(request.values) },
      .value(\.activities, type) { request, _ in try activities(request.values) },
      .value(\.uuid, uuid) { request, option in try request.uuid(option) },
    ]
    + shared(Option.narrowing + [.limit, .unit, .sort])
    + [
      .flag(\.showsSamples, samples),
      .flag(\.showsEvents, events),
      .flag(\.showsParts, parts),
      .flag(\.showsSplits, splits),
      .flag(\.compares, compare),
      .value(\.route, route) { request, option in try request.uuid(option) }.ofCommand,
      .flag(\.explains, explain).ofCommand,
    ] + DeclaredOption.efforts(\.sources) + DeclaredOption.rollup(\.rollup)

  static let rules: [OptionRule] =
    RollupOptions.rules(without: [samples, events, parts, splits, compare, route, explain]) + [
      .atMostOne(of: [events, parts, splits, compare, route, explain]),
      .excludes(splits, [samples]), .excludes(compare, [samples]), .excludes(explain, [samples]),
      .excludes(route, [samples, uuid]),
      .excludes(compare, [.unit]) { _ in
        "--compare cannot be combined with --unit: figures stay as they were stated"
      },
      .requires(explain, [uuid], saying: "--explain needs a --uuid"),
    ]

  static let choosesTypes = false
}

extension View {
  /// Workouts with their samples.
  package static let workouts = View(
    "workouts", summary: "workouts, newest first, with their samples",
    options: WorkoutsOptions.self,
    details: """
      Shows workouts, the newest first. --unit is a unit of energy or of length. With --unit,
      energyUnit and distanceUnit name the units of the figures. --limit counts workouts. With
      --sort, --limit counts rows.

      Energy (kcal) and distance (m) are the figures that the source stated. If it stated no
      figure, the figure comes from its statistics. If the statistics are missing too, a swim uses
      its laps and their length, and any other workout uses the sums of its samples. Only a
      distance that fits the activity counts: steps on a ride add no distance. The duration is the
      stated one. If no duration is stated, it is the time from start to end without pauses. A
      stated duration that is longer than this time is shown, but totals leave it out. A pause
      lasts from Pause to Resume, or to the end; MotionPaused does not count. `pauses` and
      `paused` (s) are present if a workout has pauses.

      --samples lists the samples of each workout by type. Samples that were saved with a workout
      belong to it. They count whole, even outside the workout's time or in a pause. Imported
      workouts have no such samples. For them, and for types without such samples, the program uses
      samples of the same source or device inside the workout's time. It then marks the workout as
      `inferred`. A sample of no length at the very end is inside. A longer sample that begins at
      the end is not inside. If more than 32 workouts are in progress at the time of a sample, the
      sample belongs to the 32 that began last. If several sources measured at the same time,
      samples are merged as in `daily`. Averages follow the aggregation style of the type.

      A workout may be saved several times, with equal activity, source, start and end. Each copy
      is shown. The second copy has 2 in the field `copy`, the third has 3, and so on, also in
      `runs` and `swims`. Several sources may record one effort. Workouts of different sources
      with the same activity are one effort if more than half of the longer one is inside the
      other. The workout of the first source counts, in the order of `configure --priority
      workout=…` or `*=…`, otherwise in the default order of `sources`. The other workouts and
      copies do not count; `copyOf` has the uuid of the counted workout. Totals leave them out,
      also in `compare`, `summary` and the report. --fold hides them. With --sources all every
      source counts. Different workouts of one source, such as intervals, and different activities
      are never joined.

      --every and --total show totals by activity. A workout counts on the day on which it began,
      and an effort counts once.

      --events shows laps, segments, pauses and markers. --activities shows the parts of
      multisport workouts. Each part has its time, energy, distance and heart rate. If a sample
      crosses the border of a part, only the time inside counts. With --samples each row also
      lists its samples by type, and the figures that the source stated about an activity.

      --splits shows each kilometre: number, start, duration without pauses, energy, distance,
      heart rate and pace (s per kilometre). The last row is the rest. With --unit mi, and in a
      journal that prefers miles, each row is a mile. The distance is that of the samples,
      otherwise that along the points of the route. It is spread evenly over the time of each
      sample. A workout has no splits if it has fewer samples than kilometres, or if their
      distance differs by more than a tenth from that of the workout.

      --compare shows the stated figures next to the figures of the samples, for a workout and for
      each of its activities (`part` 1, 2 …). `verdict` is agree, differ, statedOnly (no samples)
      or samplesOnly (nothing stated). Two figures agree if they differ by at most one step of the
      sixth digit, because exports round to six digits. Sums of energy may also differ by 0.1
      kcal. Figures keep the unit in which they were stated. For people the figures are below
      their workout. Other formats, --columns and --sort have one row per figure.

      --uuid names one workout. With --uuid, --explain lists every sample that counts, with the
      part that counts. It also lists every sample that does not count, with the lines that count
      instead. For cumulative types, the parts add up exactly to the total. For averages that are
      weighted by time, the notes have the weights. --route writes the points of the workout's
      routes as GPX 1.1, or in another --format; see `routes`.

      Examples

        health-journal workouts --activity swimming --samples --limit 5
        health-journal workouts --where 'activity = running and totalDistance > 5 km' --sort end
        health-journal workouts --every month --period 2026
        health-journal workouts --events --where 'duration > 10 min' --format csv
        health-journal workouts --splits --activity running --last 7d
        health-journal workouts --compare --activity running
        health-journal workouts --compare --format csv --columns uuid,part,type,stated,ours,verdict
        health-journal workouts --uuid 3F2504E0-4F89-41D3-9A0C-0305E82C3304 --explain
        health-journal workouts --route 3F2504E0-4F89-41D3-9A0C-0305E82C3304 > run.gpx
      """,
    reads: WorkoutsView.reads, isComparedByDefault: true, isNewestFirst: true,
    forms: [
      Form("", WorkoutsView.columns(), unit + [WorkoutsView.samplesColumn.column]),
      Form(
        "--events", WorkoutStretchesView.columns(), unit + [WorkoutsView.samplesColumn.column]),
      Form(
        "--activities", WorkoutPartsView.columns(),
        unit + WorkoutPartsView.listColumns.map(\.column)),
      Form("--splits", WorkoutSplitsView.columns(), unit),
      Form("--compare", WorkoutComparisonView.columns),
      Form(
        "--every month",
        WorkoutsView.rollup(WorkoutUnits()).columns.map(\.column) + unit),
      Form("--route", RoutesView.pointColumns),
      Form("--explain", WorkoutExplanation.columns),
    ]
  ) { request, options in
    var context = try request.context()
    context.query.object = options.uuid
    context.query.addsUpWorkouts = options.sources == .all
    let (journal, activities) = (request.journal, options.activities)
    if options.rollup.isAsked {
      return try WorkoutsView.table(
        of: journal, in: context, activities: activities, options.rollup)
    }
    if let workout = options.route {
      var points = try RoutesView.points(of: journal, in: context, workout: workout)
      points.presentation = Presentation(nothing: "that workout has no route with points")
      points.presentation?.format = "gpx"
      return points
    }
    if options.showsEvents {
      return try WorkoutStretchesView.table(
        of: journal, in: context, activities: activities, showingSamples: options.showsSamples)
    }
    if options.showsParts {
      return try WorkoutPartsView.table(
        of: journal, in: context, activities: activities, showingSamples: options.showsSamples)
    }
    if options.showsSplits {
      return try WorkoutSplitsView.table(of: journal, in: context, activities: activities)
    }
    if options.compares {
      return try WorkoutComparisonView.table(
        of: journal, in: context, activities: activities, grouped: request.isForPeople)
    }
    if options.explains {
      let table = try WorkoutExplanation.table(of: journal, in: context, activities: activities)
      return try ExplainedRow.withEvidence(
        context.query.object.map { "--where 'workout = \($0)'" }, table)
    }
    return try WorkoutsView.table(
      of: journal, in: context, activities: activities, showingSamples: options.showsSamples)
  }

  private static let unit = WorkoutFigures.unitColumns
}

/// The activities of multisport workouts, each with its own times and figures.
package enum WorkoutPartsView {
  /// Returns one row an activity: workouts newest first, their activities in the order of the
  /// source. Energy, distance and heart rate are the figures stated for the activity, otherwise the
  /// figures of the samples in it.
  ///
  /// - Parameters:
  ///   - activities: the export's words of the workouts to show; nil: all.
  ///   - showingSamples: true if each row lists the stated figures and the figures of the
  ///     samples, by type.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext, activities: Set<String>? = nil,
    showingSamples: Bool = false
  ) throws -> Table {
    let figures = try WorkoutFigures(tables: journal.tables, asked: context.query.unit)
    let parts = try WorkoutsView.measured(
      of: journal, in: context, activities, figures,
      samplesOf: showingSamples ? nil : WorkoutFigures.types
    ) { whole, figures in
      whole.parts(figures).enumerated().map { Part($1, number: $0 + 1, of: whole, figures) }
    }
    return Table(
      columns(figures.units) + figures.namedUnits() + (showingSamples ? listColumns : []),
      rows: parts.flatMap { $0 })
  }

  /// An activity of a workout.
  struct Part {
    fileprivate let uuid: ObjectUUID
    fileprivate let number: Int
    fileprivate let workout: WorkoutContent
    fileprivate let figures: PartFigures
    fileprivate let pauses: WorkoutPauses
    fileprivate let samples: [ListedFigures]

    fileprivate init(
      _ part: MeasuredPart, number: Int, of whole: MeasuredWorkout, _ figures: WorkoutFigures
    ) {
      uuid = whole.row.uuid
      self.number = number
      workout = part.workout
      self.figures = PartFigures(part, figures)
      pauses = WorkoutPauses(whole.workout.pauses(within: part.workout.span))
      samples = whole.listed(part.figures)
    }
  }

  /// Returns the fields of `workouts --activities`.
  static func columns(_ units: WorkoutUnits = WorkoutUnits()) -> [RowColumn<Part>] {
    [
      RowColumn(.object, tellsApart: true, hidden: true) { .text($0.uuid.description) },
      RowColumn(.part, .number, tellsApart: true, rank: .key) { .whole($0.number) },
      RowColumn(.activity, rank: .key) { .identifier($0.workout.activity) },
      RowColumn(.start, .time) { .time($0.workout.span.start) },
      RowColumn(.end, .time, hidden: true) { .time($0.workout.span.end) },
    ] + PartFigures.columns(units).map { $0.of { $0.figures } }
      + WorkoutPauses.columns.map { $0.of { $0.pauses } }
  }

  /// The columns that `--samples` shows too.
  static let listColumns: [RowColumn<Part>] = [
    RowColumn(
      "stated", listing: statedColumns, declared: ListedFigures.columns.map(\.column),
      note: "with `--samples`; {type, unit, sum or minimum, average, maximum}"
    ) { $0.workout.statistics },
    WorkoutsView.samplesColumn.of { $0.samples },
  ]

  /// The columns of the figures that a source stated, under the names of the computed figures.
  private static let statedColumns: [RowColumn<WorkoutStatistics>] = [
    RowColumn(.type) { .identifier($0.type) }, RowColumn(.unit) { Cell(text: $0.unit) },
    RowColumn("sum") { Cell($0.sum) }, RowColumn("minimum") { Cell($0.minimum) },
    RowColumn("average") { Cell($0.average) }, RowColumn("maximum") { Cell($0.maximum) },
  ]
}

/// The workout in progress, in one row.
package enum WorkoutSessionTable {
  /// Returns the fields of `workout`.
  ///
  /// - Parameters:
  ///   - session: nil: no row.
  ///   - now: the time up to which the figures count.
  ///   - sequence: the seq of the line that saved it, once it is saved.
  package static func table(
    of session: WorkoutSession?, at now: Timestamp, savedIn sequence: UInt64? = nil
  ) -> Table {
    let columns: [RowColumn<WorkoutSession>] = [
      RowColumn("state") { .text($0.state.rawValue) },
      RowColumn(.object, hidden: true) { .text($0.workout.description) },
      RowColumn(.activity) { .identifier($0.activity) },
      RowColumn(.start, .time) { Cell(time: $0.steps.first?.time) },
      RowColumn(.recorded, .time) { _ in .time(now) },
      RowColumn("duration", .duration, unit: "s") { .number($0.figures(at: now).duration) },
      RowColumn("energy", .quantity, unit: "kcal") { Cell($0.figures(at: now).kilocalories) },
      RowColumn("kilocaloriesPerHour", .count) { Cell($0.kilocaloriesPerHour) },
      RowColumn("intervals", .count) { .whole($0.figures(at: now).intervals) },
      RowColumn("laps", .count) { .whole($0.figures(at: now).laps) },
      RowColumn(.source) { .text($0.source) },
      RowColumn(.line, .number, hidden: true) { _ in Cell(whole: sequence.map { Int($0) }) },
    ]
    return Table(columns, rows: [session].compactMap { $0 })
  }

  /// Returns the table of a workout that was saved before: that it is over.
  package static func table(finished workout: ObjectUUID) -> Table {
    over("uuid", workout.description)
  }

  /// Returns the table of one that could not be read: that it is over, and where its file is.
  package static func table(setAside path: String) -> Table { over("quarantine", path) }

  private static func over(_ field: String, _ text: String) -> Table {
    let state = WorkoutSession.State.finished.rawValue
    return Table(
      columns: [Column("state"), Column(field)], rows: [[.text(state), .text(text)]])
  }
}
