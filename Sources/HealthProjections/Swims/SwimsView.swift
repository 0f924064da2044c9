package import HealthModel
package import HealthTables
package import ViewTables

/// Swim log: one row a swim, newest first, from the `swim` command, from swimming workouts and from
/// the swims in workouts of several sports.
package enum SwimsView {
  /// One row a swim. `pace` is in seconds per 100 metres, `totalTime` and `rest` in seconds.
  ///
  /// - Parameter rest: seconds of rest that begin a new set; nil: as the source has it, else ten.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext, restBetweenSets rest: Double? = nil
  ) throws -> Table {
    Table(
      columns: columns, rows: try swims(of: journal, in: context, restBetweenSets: rest).map(cells))
  }

  /// The swims, newest first.
  ///
  /// - Parameter rest: seconds of rest that begin a new set; nil: as the source has it, else ten.
  package static func swims(
    of journal: ReplayedJournal, in context: ViewContext, restBetweenSets rest: Double? = nil
  ) throws -> [LoggedSwim] {
    let tables = journal.tables
    var members = WorkoutMembers(tables)
    let figures = try WorkoutFigures(tables: tables)
    var days = try LogDays(tables, context)
    return try parts(of: journal, in: context).prefix(context.query.limit ?? .max).map {
      row, copy, part in
      let found = members.members(of: row)
      let strokes = QuantityType.swimmingStrokeCount.identifier
      let maySeeStrokes = tables.access.maySee(strokes, provenance: row.provenance)
      var swim = LoggedSwim(
        date: days.date(of: part.workout.span.start.instant, part.metadata),
        totalTime: part.workout.duration, source: tables.sourceName(row.provenance),
        uuid: row.uuid)
      swim.copy = copy
      let laps = part.workout.laps
      let computed = figures.figures(found, within: part.window)
      swim.fill(part.workout, laps, part.metadata, computed, figures)
      swim.lengths = SwimLengths(figures, found, maySeeStrokes: maySeeStrokes)
        .lengths(of: part.workout, laps, metresPerLap: swim.metresPerLap, rest: rest)
      return swim
    }
  }

  /// The swims of a query, whatever its limit, that which began last first; of those that began
  /// together in the order of their workouts.
  private static func parts(
    of journal: ReplayedJournal, in context: ViewContext
  ) throws -> [(row: ObjectRow, copy: Int?, part: SwimPart)] {
    var context = context
    context.query.limit = nil
    let workouts = try WorkoutsView.workouts(
      of: journal, in: context, activities: SwimPart.activities)
    var parts: [(row: ObjectRow, copy: Int?, part: SwimPart)] = []
    for (row, object, copy) in workouts {
      guard case .workout(let workout) = object.content else { continue }
      for part in SwimPart.all(of: workout, object.metadata) where context.query.covers(part) {
        parts.append((row, copy, part))
      }
    }
    return parts.enumerated().sorted { a, b in
      let (one, other) = (a.element.part.start, b.element.part.start)
      return one == other ? a.offset < b.offset : one > other
    }.map(\.element)
  }

  /// The fields of `swims`.
  static let columns = [
    Column("date", .time, rank: .key), Column("laps", .count),
    Column("metresPerLap", .count, rank: .detail), Column("metres", .count),
    Column("totalTime", .duration, unit: "s"), Column("pace", .pace, unit: "s/100m"),
    Column("strokes", .count), Column("swolf", .count), Column("kilocalories", .count),
    Column("sets", .count, rank: .detail), Column("rest", .duration, unit: "s", rank: .detail),
    Column("styles", rank: .detail), Column("source", rank: .detail),
    Column("uuid", hidden: true), Column("copy", .number, rank: .detail),
  ]

  private static func cells(_ swim: LoggedSwim) -> [Cell] {
    let sets = swim.sets.count
    return [
      .day(swim.date), Cell(swim.laps), Cell(swim.metresPerLap), Cell(swim.metres),
      .number(swim.totalTime), Cell(swim.pace), Cell(swim.strokes), Cell(swim.swolf),
      Cell(swim.kilocalories), sets == 0 ? .missing : .whole(sets), Cell(swim.rest),
      Cell(swim.styles), .text(swim.source), .text(swim.uuid.description), Cell(whole: swim.copy),
    ]
  }
}

extension Query {
  /// Whether a swim overlaps the window.
  fileprivate func covers(_ swim: SwimPart) -> Bool {
    let span = swim.workout.span
    return covers(start: span.start.instant.microseconds, end: span.end.instant.microseconds)
  }
}

extension LoggedSwim {
  /// Takes each figure from where it is known.
  fileprivate mutating func fill(
    _ workout: Workout, _ laps: [WorkoutLap], _ metadata: Metadata, _ computed: [TypeFigures],
    _ figures: WorkoutFigures
  ) {
    kilocalories = figures.energy(workout, computed)
    strokes = figures.strokes(workout, computed)
    metres = figures.distance(workout, computed)
    metresPerLap = figures.lapLength(metadata)
    // As the `swim` command wrote them, else those that events tell of.
    self.laps = metadata.number(MetadataName.laps) ?? (laps.isEmpty ? nil : Double(laps.count))
    if let metresPerLap, metresPerLap > 0, let metres, self.laps == nil {
      self.laps = (metres / metresPerLap).roundedToWhole
    }
    if metres == nil, let laps = self.laps, let metresPerLap { metres = laps * metresPerLap }
    statedSWOLF = metadata.number(MetadataName.swolfScore)
  }
}

extension Double {
  /// The nearest whole number, halves up; nil beyond what a swim can be.
  fileprivate var roundedToWhole: Double? {
    guard self >= 0, self < 1e9 else { return nil }
    return (self + 0.5).rounded(.down)
  }
}

extension Cell {
  /// Names of styles, or nothing.
  init(_ styles: [SwimmingStrokeStyle]) {
    self = styles.isEmpty ? .missing : .names(styles.map(\.name))
  }
}
