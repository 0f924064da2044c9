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
    Table(columns, rows: try swims(of: journal, in: context, restBetweenSets: rest))
  }

  /// The swims, newest first.
  ///
  /// - Parameter rest: seconds of rest that begin a new set; nil: as the source has it, else ten.
  package static func swims(
    of journal: ReplayedJournal, in context: ViewContext, restBetweenSets rest: Double? = nil
  ) throws -> [LoggedSwim] {
    let tables = journal.tables
    var members = try WorkoutMembers(tables)
    let figures = try WorkoutFigures(tables: tables)
    var days = try LogDays(tables, context)
    return try WorkoutList(journal, context.query, of: .swimming).shown.map { listed in
      let (row, leg) = (listed.row, listed.leg)
      let found = try members.members(of: row)
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
  static let columns: [RowColumn<LoggedSwim>] = [
    RowColumn(.date, .time, rank: .key) { .day($0.date) },
    RowColumn("laps", .count) { Cell($0.laps) },
    RowColumn("metresPerLap", .poolLength, rank: .detail) { Cell($0.metresPerLap) },
    RowColumn("metres", .poolLength) { Cell($0.metres) },
    RowColumn("totalTime", .duration, unit: "s") { .number($0.totalTime) },
    RowColumn("pace", .pace, unit: "s/100m") { Cell($0.pace) },
    RowColumn("strokes", .count) { Cell($0.strokes) },
    RowColumn("swolf", .count) { Cell($0.swolf) },
    RowColumn("kilocalories", .count) { Cell($0.kilocalories) },
    RowColumn("sets", .count, rank: .detail) { swim in
      let sets = swim.sets.count
      return sets == 0 ? .missing : .whole(sets)
    },
    RowColumn("rest", .duration, unit: "s", rank: .detail) { Cell($0.rest) },
    RowColumn("styles", rank: .detail) { Cell($0.styles) },
    RowColumn(.source, rank: .detail) { .text($0.source) },
    RowColumn(.object, tellsApart: true, hidden: true) { .text($0.uuid.description) },
    RowColumn("copy", .number, rank: .detail) { Cell(whole: $0.copy) },
    WorkoutsView.copyOfColumn.of { $0.copyOf },
  ]

  // MARK: Lengths and sets

  /// A length or a set, and the swim of which it is.
  struct Part<Own: Sendable>: Sendable {
    fileprivate var own: Own
    fileprivate var swim: LoggedSwim
  }

  /// One row a length: the newest swim first, its lengths in order. A swim without known lengths
  /// has no row. Formats for people show the columns that tell lengths apart.
  package static func lengths(of swims: [LoggedSwim]) -> Table {
    Table(
      lengthColumns,
      rows: swims.flatMap { swim in swim.lengths.map { Part(own: $0, swim: swim) } })
  }

  /// The fields of `swims --lengths`.
  static let lengthColumns: [RowColumn<Part<SwimLength>>] = [
    RowColumn(.date, .time, hidden: true) { .day($0.swim.date) },
    RowColumn(.object, tellsApart: true, hidden: true) { .text($0.swim.uuid.description) },
    RowColumn("set", .number, rank: .key) { .whole($0.own.set) },
    RowColumn("length", .number, rank: .key) { .whole($0.own.number) },
    RowColumn(.start, .time) { .time($0.own.span.start) },
    RowColumn(.end, .time, hidden: true) { .time($0.own.span.end) },
    RowColumn("duration", .quantity, unit: "s") { .number($0.own.duration) },
    RowColumn("metres", .poolLength) { Cell($0.own.metres) },
    RowColumn("style") { Cell(text: $0.own.style?.name) },
    RowColumn("strokes", .count) { Cell($0.own.strokes) },
    RowColumn("swolf", .count) { Cell($0.own.swolf) },
    RowColumn("pace", .pace, unit: "s/100m") { Cell($0.own.pace) },
    RowColumn("rest", .quantity, unit: "s", rank: .detail) { Cell($0.own.rest) },
    RowColumn(.source, hidden: true) { .text($0.swim.source) },
  ]

  /// One row a set: the newest swim first, its sets in order.
  package static func sets(of swims: [LoggedSwim]) -> Table {
    Table(
      setColumns, rows: swims.flatMap { swim in swim.sets.map { Part(own: $0, swim: swim) } })
  }

  /// The fields of `swims --sets`.
  static let setColumns: [RowColumn<Part<SwimSet>>] = [
    RowColumn(.date, .time, hidden: true) { .day($0.swim.date) },
    RowColumn(.object, tellsApart: true, hidden: true) { .text($0.swim.uuid.description) },
    RowColumn("set", .number, rank: .key) { .whole($0.own.number) },
    RowColumn("lengths", .count) { .whole($0.own.lengths.count) },
    RowColumn(.start, .time) { Cell(time: $0.own.lengths.first?.span.start) },
    RowColumn(.end, .time, hidden: true) { Cell(time: $0.own.lengths.last?.span.end) },
    RowColumn("duration", .duration, unit: "s") { .number($0.own.duration) },
    RowColumn("metres", .poolLength) { Cell($0.own.metres) },
    RowColumn("styles") { Cell($0.own.styles) },
    RowColumn("strokes", .count) { Cell($0.own.strokes) },
    RowColumn("swolf", .count) { Cell($0.own.swolf) },
    RowColumn("pace", .pace, unit: "s/100m") { Cell($0.own.pace) },
    RowColumn("rest", .duration, unit: "s", rank: .detail) { Cell($0.own.rest) },
    RowColumn(.source, hidden: true) { .text($0.swim.source) },
  ]
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
