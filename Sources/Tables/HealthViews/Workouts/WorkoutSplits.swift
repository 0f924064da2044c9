import HealthEvents
package import HealthModel
package import HealthTables

/// The kilometres or miles of workouts, each with its time and the figures of the samples in it.
package enum WorkoutSplitsView {
  /// A kilometre or mile of a workout, or what is left after the last one.
  package struct Split: Sendable {
    package let workout: ObjectUUID
    fileprivate let activity: String
    /// The number in the workout, from 1.
    package let number: Int
    package let span: TimeSpan
    package let figures: PartFigures
    package let metres: Double

    /// The pace in seconds per kilometre.
    package var pace: Double? {
      figures.duration > 0 && metres > 0 ? figures.duration / metres * 1000 : nil
    }
  }

  /// Returns one row a split: workouts newest first, their splits in the order of time.
  ///
  /// - Parameter activities: the export's words of the activities to show; nil: all.
  static func table(
    of journal: ReplayedJournal, in context: ViewContext, activities: Set<String>? = nil
  ) throws -> Table {
    let figures = try WorkoutFigures(tables: journal.tables, asked: context.query.unit)
    let asked = context.query.unit.flatMap { $0.isCompatible(with: .meter) ? $0 : nil }
    let unit = asked ?? ReaderUnits(journal.tables).distance
    return Table(
      columns(figures.units) + figures.namedUnits(),
      rows: try splits(
        of: journal, in: context, activities, figures, every: unit == .mile ? .mile : .kilometer))
  }

  /// Returns the splits of the workouts of a query, as `table` has them.
  ///
  /// - Parameter unit: the length of a split.
  package static func splits(
    of journal: ReplayedJournal, in context: ViewContext, every unit: Unit = .kilometer
  ) throws -> [Split] {
    let figures = try WorkoutFigures(tables: journal.tables)
    return try splits(of: journal, in: context, nil, figures, every: unit)
  }

  private static func splits(
    of journal: ReplayedJournal, in context: ViewContext, _ activities: Set<String>?,
    _ figures: WorkoutFigures, every unit: Unit
  ) throws -> [Split] {
    let step = try unit.convert(1, to: .meter)
    var routes: [ObjectUUID: [[ObjectRow]]]?
    return try WorkoutsView.measured(of: journal, in: context, activities, figures) {
      workout, figures in
      let total = figures.total(.totalDistance, of: workout.leg, workout.figures, in: .meter)
      var way = figures.way(of: workout)
      if !way.isAll(of: total) {
        let known = try routes ?? RoutesView.routesOfWorkouts(in: journal)
        routes = known
        way = try CoveredWay(known[workout.row.uuid] ?? [], in: journal)
      }
      return way.isAll(of: total) ? workout.splits(every: step, of: way, figures) : []
    }.flatMap { $0 }
  }

  /// Returns the fields of `workouts --splits`.
  static func columns(_ units: WorkoutUnits = WorkoutUnits()) -> [RowColumn<Split>] {
    [
      RowColumn(.object, tellsApart: true, hidden: true) { .text($0.workout.description) },
      RowColumn(.activity, rank: .detail) { .identifier($0.activity) },
      RowColumn(.part, .number, named: "split", tellsApart: true, rank: .key) {
        .whole($0.number)
      },
      RowColumn(.start, .time) { .time($0.span.start) },
      RowColumn(.end, .time, hidden: true) { .time($0.span.end) },
    ] + PartFigures.columns(units).map { $0.of { $0.figures } }
      + [RowColumn("pace", .pace, unit: "s/km", rank: .key) { Cell($0.pace) }]
  }
}

/// The distance of a workout over its time.
struct CoveredWay {
  /// The stretches in which it was covered, in microseconds; several may go on at once.
  private var stretches: [(start: Int64, end: Int64, metres: Double)] = []

  var metres: Double { ExactSum(stretches.map(\.metres)).value }

  init() {}

  /// Creates the way along the points of a workout's routes. Of routes of the same time the first
  /// counts; between two segments no way is known.
  init(_ routes: [[ObjectRow]], in journal: ReplayedJournal) throws {
    for route in routes.sorted(by: { $0[0].start < $1[0].start }) {
      let reached = stretches.last?.end ?? .min
      var last: (at: Int64, place: RoutesView.Place, segment: Int)?
      try RoutesView.forEachPoint(of: route, in: journal) { point in
        guard let at = point.time?.instant.microseconds, let place = point.place, at >= reached,
          at >= last?.at ?? .min
        else { return }
        if let last, last.segment == point.segment {
          add(last.at, at, RoutesView.metres(from: last.place, to: place))
        }
        last = (at, place, point.segment)
      }
    }
  }

  /// The part by which the way may differ from the distance of its workout.
  private static let tolerance = 0.1

  /// Returns true if it makes up a distance in metres, as far as that is known. Less of it would
  /// make every kilometre slower than it was.
  func isAll(of total: Double?) -> Bool {
    !stretches.isEmpty && total.map { (metres - $0).magnitude <= $0 * Self.tolerance } ?? true
  }

  /// Adds a stretch of time with what was covered in it.
  mutating func add(_ start: Int64, _ end: Int64, _ metres: Double) {
    if metres > 0, metres.isFinite { stretches.append((start, end, metres)) }
  }

  /// Less than this many metres after the last whole step belong to it.
  private static let least = 0.001

  /// Returns the moments at which a step of so many metres is complete and another one begins; what
  /// a stretch covers is spread evenly over its time. Nil if there are fewer stretches than steps,
  /// as most of the moments would be made up.
  func borders(every step: Double) -> [Int64]? {
    let last = metres - Self.least
    guard last / step <= Double(stretches.count) else { return nil }
    let changes = stretches.flatMap { stretch -> [(at: Int64, rate: Double, metres: Double)] in
      let length = Double(stretch.end - stretch.start)
      if length <= 0 { return [(stretch.start, 0, stretch.metres)] }
      let rate = stretch.metres / length
      return [(stretch.start, rate, 0), (stretch.end, -rate, 0)]
    }.sorted { $0.at < $1.at }
    var (borders, covered, rate, now) = ([Int64](), 0.0, 0.0, changes.first?.at ?? 0)
    for change in changes {
      let reached = covered + rate * Double(change.at - now)
      var next: Double { Double(borders.count + 1) * step }
      while next < last, next <= reached {
        borders.append(now + Int64(max((next - covered) / rate, 0)))
      }
      (covered, rate, now) = (reached + change.metres, rate + change.rate, change.at)
      while next < last, next <= covered { borders.append(now) }
    }
    return borders
  }
}

extension WorkoutFigures {
  /// Returns the distance of a workout over its time, by those samples that count for its distance.
  fileprivate func way(of workout: MeasuredWorkout) -> CoveredWay {
    var way = CoveredWay()
    let types = workout.workout.types(of: .totalDistance)
    for (type, rows) in workout.members.rows where types.contains(type) {
      guard let columns = tables.columns(of: type),
        let plan = try? UnitPlan(
          type: type, units: columns.quantityUnits(rows), asked: .meter, merging: true, in: tables)
      else { continue }
      let others = workout.members.otherSports[type] ?? []
      let counted = counted(type, columns, rows, workout.members) { sample, body in
        WorkoutWindow.all.cut(sample, outside: others, body)
      }
      for stretch in counted {
        let metres = plan[columns.unit(stretch.row)].apply(columns.values[stretch.row])
        way.add(stretch.start, stretch.end, metres * stretch.share)
      }
    }
    return way
  }
}

extension MeasuredWorkout {
  /// Returns its splits of so many metres, and what is left. The first begins with the workout, the
  /// last ends with it.
  fileprivate func splits(
    every step: Double, of way: CoveredWay, _ measure: WorkoutFigures
  ) -> [WorkoutSplitsView.Split] {
    guard let borders = way.borders(every: step) else { return [] }
    let (start, end) = (workout.span.start, workout.span.end)
    let edges =
      [start]
      + borders.map { border in
        let moment = Instant(microseconds: border)
        return Timestamp(
          instant: min(max(moment, start.instant), end.instant), offsetMinutes: start.offsetMinutes)
      } + [end]
    let timeline = MemberTimeline(members, in: measure.tables)
    let paused = PausedTime(workout)
    return zip(edges, edges.dropFirst()).enumerated().map { index, ends in
      let span = TimeSpan(ends.0, ends.1)
      let rest = paused.seconds(from: ends.0.instant, to: ends.1.instant)
      let metres = index < borders.count ? step : way.metres - Double(index) * step
      let part = part(span, span.duration - rest, metres: metres, timeline, measure)
      return WorkoutSplitsView.Split(
        workout: row.uuid, activity: workout.activity, number: index + 1, span: span,
        figures: PartFigures(part, measure), metres: metres)
    }
  }
}

/// The view of laps, segments, pauses and markers, which the events of workouts define, with the
/// figures of the workout's samples in each.
package enum WorkoutStretchesView {
  /// Makes one row a stretch: workouts newest first, their stretches in the order of time.
  ///
  /// - Parameters:
  ///   - activities: the export's words of the activities to show; nil: all.
  ///   - showingSamples: whether each row lists its samples by type.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext, activities: Set<String>? = nil,
    showingSamples: Bool = false
  ) throws -> Table {
    let figures = try WorkoutFigures(tables: journal.tables, asked: context.query.unit)
    let rows = try WorkoutsView.measured(
      of: journal, in: context, activities, figures,
      samplesOf: showingSamples ? nil : WorkoutFigures.types
    ) { workout, figures in
      workout.stretches(figures).map { stretch, part in
        Stretch(
          uuid: workout.row.uuid, activity: workout.workout.activity, stretch: stretch,
          figures: PartFigures(part, figures), samples: workout.listed(part.figures))
      }
    }
    return Table(
      columns(figures.units) + figures.namedUnits() + (showingSamples ? [samplesColumn] : []),
      rows: rows.flatMap { $0 })
  }

  /// A lap, segment, pause or marker of a workout.
  struct Stretch {
    fileprivate var uuid: ObjectUUID
    fileprivate var activity: String
    fileprivate var stretch: WorkoutStretch
    fileprivate var figures: PartFigures
    fileprivate var samples: [ListedFigures]
  }

  /// Returns the fields of `workouts --events`.
  static func columns(_ units: WorkoutUnits = WorkoutUnits()) -> [RowColumn<Stretch>] {
    [
      RowColumn(.object, tellsApart: true, hidden: true) { .text($0.uuid.description) },
      RowColumn(.activity, rank: .detail) { .identifier($0.activity) },
      RowColumn(.event, tellsApart: true, rank: .key) { .identifier($0.stretch.event) },
      RowColumn(.index, .number, tellsApart: true, rank: .key) { .whole($0.stretch.index) },
      RowColumn(.start, .time) { .time($0.stretch.span.start) },
      RowColumn(.end, .time, hidden: true) { .time($0.stretch.span.end) },
    ] + PartFigures.columns(units).map { $0.of { $0.figures } }
  }

  /// The columns that `--samples` shows too.
  static let samplesColumn = WorkoutsView.samplesColumn.of { (row: Stretch) in row.samples }
}
