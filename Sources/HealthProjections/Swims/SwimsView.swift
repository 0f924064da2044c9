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
    return try WorkoutList(journal, context.query, of: .swimming).shown.map { listed in
      let (row, leg) = (listed.row, listed.leg)
      let found = members.members(of: row)
      let strokes = QuantityType.swimmingStrokeCount.identifier
      let maySeeStrokes = tables.access.maySee(strokes, provenance: row.provenance)
      var swim = LoggedSwim(
        date: days.date(of: leg.start, leg.metadata), totalTime: leg.workout.duration,
        source: tables.sourceName(row.provenance), uuid: row.uuid)
      swim.copy = listed.mark.copy
      swim.copyOf = listed.mark.counted?.uuid
      swim.possibleTime = leg.workout.possibleDuration
      let laps = leg.workout.laps
      swim.fill(leg, figures.figures(found, within: leg.window), figures)
      swim.lengths = SwimLengths(figures, found, maySeeStrokes: maySeeStrokes)
        .lengths(of: leg.workout, laps, metresPerLap: swim.metresPerLap, rest: rest)
      return swim
    }
  }

  /// The fields of `swims`.
  static let columns = [
    Column("date", .time, rank: .key), Column("laps", .count),
    Column("metresPerLap", .poolLength, rank: .detail), Column("metres", .poolLength),
    Column("totalTime", .duration, unit: "s"), Column("pace", .pace, unit: "s/100m"),
    Column("strokes", .count), Column("swolf", .count), Column("kilocalories", .count),
    Column("sets", .count, rank: .detail), Column("rest", .duration, unit: "s", rank: .detail),
    Column("styles", rank: .detail), Column("source", rank: .detail),
    Column("uuid", hidden: true), Column("copy", .number, rank: .detail),
    WorkoutsView.copyOfColumn,
  ]

  private static func cells(_ swim: LoggedSwim) -> [Cell] {
    let sets = swim.sets.count
    return [
      .day(swim.date), Cell(swim.laps), Cell(swim.metresPerLap), Cell(swim.metres),
      .number(swim.totalTime), Cell(swim.pace), Cell(swim.strokes), Cell(swim.swolf),
      Cell(swim.kilocalories), sets == 0 ? .missing : .whole(sets), Cell(swim.rest),
      Cell(swim.styles), .text(swim.source), .text(swim.uuid.description), Cell(whole: swim.copy),
      Cell(text: swim.copyOf?.description),
    ]
  }
}

extension LoggedSwim {
  /// Takes each figure from where it is known.
  fileprivate mutating func fill(
    _ leg: WorkoutLeg, _ computed: [TypeFigures], _ figures: WorkoutFigures
  ) {
    kilocalories = figures.energy(leg, computed)
    strokes = figures.strokes(leg, computed)
    metres = figures.distance(leg, computed)
    metresPerLap = figures.lapLength(leg.metadata)
    laps = figures.laps(of: leg)
    if let metresPerLap, metresPerLap > 0, let metres, laps == nil {
      laps = (metres / metresPerLap).roundedToWhole
    }
    statedSWOLF = leg.metadata.number(MetadataName.swolfScore)
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
