package import HealthModel
package import HealthTables
package import ViewTables

/// Run log: one row a run, newest first, from the `run` command, from running workouts and from the
/// runs in workouts of several sports. A run that lies in a workout is shown once, as that workout.
package enum RunsView {
  /// What they are made of: a run may be a workout, and then it takes what belongs to that.
  package static let reads = Reads.asked(
    requiring: [QuantityType.distanceWalkingRunning.identifier])

  /// One row a run. `pace` is in seconds per kilometre, `totalTime` in seconds, heart rates are
  /// beats a minute.
  package static func table(of journal: ReplayedJournal, in context: ViewContext) throws -> Table {
    Table(columns, rows: try runs(of: journal, in: context))
  }

  /// The runs, newest first.
  ///
  /// All distances are in one unit: the one that was asked for, else the preferred one, else the
  /// one that they all have, else the usual one of the type.
  package static func runs(
    of journal: ReplayedJournal, in context: ViewContext
  ) throws -> [LoggedRun] {
    try runs(of: journal, in: context, on: nil)
  }

  /// The same, where days are given only the runs whose own day is one of them.
  static func runs(
    of journal: ReplayedJournal, in context: ViewContext, on shown: Range<Int>?
  ) throws -> [LoggedRun] {
    if let unit = context.query.unit, !unit.isCompatible(with: .meter) {
      let type = QuantityType.distanceWalkingRunning.identifier
      throw ProjectionError.unitMismatch(type: type, unit: unit.description)
    }
    var days = try LogDays(journal.tables, context)
    var single = try FlaggedRuns(journal, context.query, &days)
    var runs = try workouts(of: journal, in: context, &single, &days)
    runs += single.left
    if let shown { runs.removeAll { !shown.contains($0.date.dayNumber) } }
    runs.sort { $0.isNewer(than: $1) }
    convert(&runs, asked: context.query.unit, journal.tables)
    return Array(runs.prefix(context.query.limit ?? .max))
  }

  /// Running workouts and legs; what one lacks comes from a run that lies in its time. A reader who
  /// never asked for workouts gets the runs alone.
  private static func workouts(
    of journal: ReplayedJournal, in context: ViewContext, _ single: inout FlaggedRuns,
    _ days: inout LogDays
  ) throws -> [LoggedRun] {
    let tables = journal.tables
    guard tables.isDetermined(Workout.type) else { return [] }
    var members = try WorkoutMembers(tables)
    let figures = try WorkoutFigures(tables: tables)
    var context = context
    context.query.limit = nil
    return try WorkoutList(journal, context.query, of: .running).shown.map { listed in
      let (row, leg) = (listed.row, listed.leg)
      var run = LoggedRun(
        date: days.date(of: leg.start, leg.metadata), span: leg.workout.span,
        totalTime: leg.workout.duration, source: tables.sourceName(row.provenance), uuid: row.uuid)
      run.copy = listed.mark.copy
      run.copyOf = listed.mark.counted?.uuid
      run.possibleTime = leg.workout.possibleDuration
      let found = try members.members(of: row)
      let computed = figures.figures(found, within: leg.window)
      run.distance = figures.amount(.totalDistance, of: leg, computed)
      run.kilocalories = figures.energy(leg, computed)
      (run.firstHeartRate, run.lastHeartRate) = figures.heartRates(
        found, within: leg.window, without: single.heartRates)
      let effort = listed.mark.counted?.uuid ?? row.uuid
      if let logged = single.take(within: run.span, of: run.source, effort: effort) {
        run.fill(from: logged)
      }
      return run
    }
  }

  private static func convert(_ runs: inout [LoggedRun], asked: Unit?, _ tables: HealthTables) {
    let type = QuantityType.distanceWalkingRunning
    let preferred = tables.settings.preferredUnit(of: type.identifier).flatMap { try? Unit($0) }
    let found = Set(runs.compactMap { $0.distance?.unit })
    let usual = found.count > 1 ? try? Unit(type.metricUnitText) : nil
    guard let target = asked ?? preferred ?? usual else { return }
    for index in runs.indices {
      guard let distance = runs[index].distance, let unit = try? Unit(distance.unit),
        unit != target, let value = try? unit.convert(distance.value, to: target)
      else { continue }
      runs[index].distance = Amount(value, target.description)
    }
  }

  /// The fields of `runs`.
  static let columns: [RowColumn<LoggedRun>] = [
    RowColumn(.date, .time, rank: .key) { .day($0.date) },
    RowColumn(.start, .time) { .time($0.span.start) },
    RowColumn(.end, .time, rank: .detail) { .time($0.span.end) },
    RowColumn("distance", .distance) { Cell($0.distance?.value) },
    RowColumn(.unit) { Cell(text: $0.distance?.unit) },
    RowColumn("totalTime", .duration, unit: "s") { .number($0.totalTime) },
    RowColumn("pace", .pace, unit: "s/km") { Cell($0.pace) },
    RowColumn("firstHeartRate", .count, rank: .detail) { Cell($0.firstHeartRate) },
    RowColumn("lastHeartRate", .count, rank: .detail) { Cell($0.lastHeartRate) },
    RowColumn("kilocalories", .count) { Cell($0.kilocalories) },
    RowColumn(.source, rank: .detail) { .text($0.source) },
    RowColumn(.object, tellsApart: true, hidden: true) { .text($0.uuid.description) },
    RowColumn("copy", .number, rank: .detail) { Cell(whole: $0.copy) },
    WorkoutsView.copyOfColumn.of { $0.copyOf },
  ]
}

extension LoggedRun {
  /// Takes what is not known from a run at the same time.
  fileprivate mutating func fill(from other: LoggedRun) {
    distance = distance ?? other.distance
    firstHeartRate = firstHeartRate ?? other.firstHeartRate
    lastHeartRate = lastHeartRate ?? other.lastHeartRate
    kilocalories = kilocalories ?? other.kilocalories
  }

  /// Whether it stands before another in the log; of two at the same time the order is that of
  /// uuids.
  fileprivate func isNewer(than other: LoggedRun) -> Bool {
    (span.start.instant, span.end.instant, uuid)
      > (other.span.start.instant, other.span.end.instant, other.uuid)
  }
}

extension WorkoutFigures {
  /// The first and the last heart rate among a workout's samples in a part of its time, in beats a
  /// minute.
  fileprivate func heartRates(
    _ members: WorkoutMembers.Members, within window: WorkoutWindow,
    without others: Set<ObjectUUID>
  ) -> (first: Double?, last: Double?) {
    let type = QuantityType.heartRate.identifier
    guard let columns = tables.columns(of: type) else { return (nil, nil) }
    // A category sample, should a line hold one of this type, has no unit.
    let rows = members.rows.filter { $0.type == type }.flatMap(\.rows)
      .filter { row in
        !columns.flags[row].contains(.category) && window.part(of: columns[row]) != nil
          && !others.contains(columns.uuids[row])
      }
    func rate(_ row: Int?) -> Double? {
      guard let row else { return nil }
      return convert(
        columns.values[row], tables.units.names[Int(columns.unit(row))], to: .countPerMinute)
    }
    return (
      rate(rows.min { columns.times($0) < columns.times($1) }),
      rate(rows.max { columns.times($0) < columns.times($1) })
    )
  }
}

extension SampleColumns {
  fileprivate func times(_ row: Int) -> (Int64, Int64, Int) { (starts[row], ends[row], row) }
}
