import HealthEvents
package import HealthModel
package import HealthTables
import JournalFile

/// Run log: one row a run, newest first, from the `run` command, from running workouts and from the
/// runs in workouts of several sports. A run that lies in a workout is shown once, as that workout.
package enum RunsView {
  /// The objects that the rows are made of: a run may be a workout, and then it includes what
  /// belongs to that.
  package static let reads = Reads.asked(
    requiring: [QuantityType.distanceWalkingRunning.identifier])

  /// Returns one row a run. `pace` is in seconds per kilometre, `totalTime` in seconds, heart rates
  /// are beats a minute.
  package static func table(of journal: ReplayedJournal, in context: ViewContext) throws -> Table {
    Table(columns, rows: try runs(of: journal, in: context))
  }

  /// Returns the runs, newest first.
  ///
  /// All distances are in one unit: the requested unit, otherwise the preferred unit, otherwise the
  /// unit that they all have, otherwise the usual unit of the type.
  package static func runs(
    of journal: ReplayedJournal, in context: ViewContext
  ) throws -> [LoggedRun] {
    try runs(of: journal, in: context, on: nil)
  }

  /// Returns the same runs; if days are given, only those whose own day is one of them.
  static func runs(
    of journal: ReplayedJournal, in context: ViewContext, on shown: Range<Int>?
  ) throws -> [LoggedRun] {
    if let unit = context.query.unit, !unit.isCompatible(with: .meter) {
      let type = QuantityType.distanceWalkingRunning.identifier
      throw ProjectionError.unitMismatch(type: type, unit: unit.description)
    }
    var days = try LogDays(journal.tables, context)
    var single = try FlaggedRuns(journal, context.query, &days)
    var all = try workouts(of: journal, in: context, &single, &days)
    all += single.left.map { ListedRun(run: $0) }
    if let shown { all.removeAll { !shown.contains($0.run.date.dayNumber) } }
    all.sort { $0.run.isNewer(than: $1.run) }
    let unit = context.query.unit ?? preferredUnit(journal.tables)
    // Where distances may have several units, all of them decide on the one that is shown.
    let isAnyEnough = try unit != nil || units(of: all, journal).map { $0.count < 2 } ?? false
    let count = min(context.query.limit ?? .max, all.count)
    let measured =
      isAnyEnough ? min(context.query.passedOver, count)..<count : all.startIndex..<all.endIndex
    var runs = all.map(\.run)
    runs[measured] = try Self.measured(
      all[measured], journal.tables, without: single.heartRates)[...]
    convert(&runs, to: unit)
    return Array(runs.prefix(count))
  }

  /// A run whose figures have not been computed.
  private struct ListedRun {
    var run: LoggedRun
    /// The workout or leg that it is; nil: it was saved alone.
    var workout: ListedWorkout?
    /// The run in the time of the workout, whose figures count where the workout has none.
    var logged: LoggedRun?
  }

  /// Returns running workouts and legs. A reader who never asked for workouts gets the runs alone.
  private static func workouts(
    of journal: ReplayedJournal, in context: ViewContext, _ single: inout FlaggedRuns,
    _ days: inout LogDays
  ) throws -> [ListedRun] {
    let tables = journal.tables
    guard tables.isDetermined(WorkoutContent.type) else { return [] }
    var context = context
    context.query.limit = nil
    let shown = try WorkoutList(journal, context.query, of: .running).shown
    var logged = [LoggedRun?](repeating: nil, count: shown.count)
    // Copies show what the workouts that count have taken, so that these have the same with --fold.
    for isCopy in [false, true] {
      for (index, listed) in shown.enumerated() where (listed.mark.counted != nil) == isCopy {
        logged[index] = single.take(listed)
      }
    }
    return zip(shown, logged).map { listed, logged in
      let (row, leg) = (listed.row, listed.leg)
      var run = LoggedRun(
        date: days.date(of: leg.start, leg.metadata), span: leg.workout.span,
        totalTime: leg.workout.duration, source: tables.sourceName(row.provenance), uuid: row.uuid)
      run.copy = listed.mark.copy
      run.copyOf = listed.mark.counted?.uuid
      run.possibleTime = leg.workout.possibleDuration
      return ListedRun(run: run, workout: listed, logged: logged)
    }
  }

  /// Returns runs with the figures of their samples; a figure that a workout lacks is from the run
  /// that lies in its time.
  private static func measured(
    _ runs: ArraySlice<ListedRun>, _ tables: HealthTables, without heartRates: Set<ObjectUUID>
  ) throws -> [LoggedRun] {
    let workouts = runs.compactMap(\.workout)
    let types = workouts.types(of: [.totalEnergyBurned, .totalDistance])
      .union([QuantityType.heartRate.identifier])
    var members = try WorkoutMembers(tables, of: workouts.map(\.row), types: types)
    let figures = try WorkoutFigures(tables: members.tables)
    return try runs.map { listed in
      var run = listed.run
      guard let workout = listed.workout else { return run }
      let leg = workout.leg
      let found = try members.members(of: workout.row, as: leg)
      let computed = figures.figures(found, within: leg.window)
      run.distance = figures.amount(.totalDistance, of: leg, computed)
      run.kilocalories = figures.energy(leg, computed)
      (run.firstHeartRate, run.lastHeartRate) = figures.heartRates(
        found, within: leg.window, without: heartRates)
      if let logged = listed.logged { run.fill(from: logged) }
      return run
    }
  }

  /// Returns the units that distances may have; nil: it depends on the samples of each run.
  private static func units(
    of runs: [ListedRun], _ journal: ReplayedJournal
  ) throws -> Set<String>? {
    let figures = try WorkoutFigures(tables: journal.tables)
    var units: Set<String> = []
    var computed: [ListedWorkout] = []
    for listed in runs {
      let stated = listed.workout.flatMap { figures.amount(.totalDistance, of: $0.leg, []) }
      if let workout = listed.workout, stated == nil { computed.append(workout) }
      for distance in [stated, listed.run.distance, listed.logged?.distance] {
        if let distance { units.insert(distance.unit) }
      }
    }
    var query = ViewQuery()
    query.types = Array(computed.types(of: [.totalDistance]))
    // A sample of each unit is among those of any time.
    let tables = journal.forDays(Int64.min...Int64.min, query).tables
    try tables.read(types: query.types)
    for type in query.types ?? [] {
      guard let columns = tables.columns(of: type) else { continue }
      let numbers = columns.quantityUnits(RowSelection(allOf: columns))
      if numbers.count > 1 { return nil }
      let plan = try UnitPlan(type: type, units: numbers, asked: nil, merging: true, in: tables)
      units.formUnion(numbers.map { plan[$0].shown })
    }
    return units
  }

  private static func preferredUnit(_ tables: HealthTables) -> Unit? {
    let type = QuantityType.distanceWalkingRunning.identifier
    return tables.settings.preferredUnit(of: type).flatMap { try? Unit($0) }
  }

  private static func convert(_ runs: inout [LoggedRun], to unit: Unit?) {
    let found = Set(runs.compactMap { $0.distance?.unit })
    let usual =
      found.count > 1 ? try? Unit(QuantityType.distanceWalkingRunning.metricUnitText) : nil
    guard let target = unit ?? usual else { return }
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
  /// Takes the figures that are not known from a run at the same time.
  fileprivate mutating func fill(from other: LoggedRun) {
    distance = distance ?? other.distance
    firstHeartRate = firstHeartRate ?? other.firstHeartRate
    lastHeartRate = lastHeartRate ?? other.lastHeartRate
    kilocalories = kilocalories ?? other.kilocalories
  }

  /// Returns true if it comes before another in the log; of two at the same time the order is that
  /// of uuids.
  fileprivate func isNewer(than other: LoggedRun) -> Bool {
    (span.start.instant, span.end.instant, uuid)
      > (other.span.start.instant, other.span.end.instant, other.uuid)
  }

  /// Takes a figure from a sample of the run.
  fileprivate mutating func take(_ sample: QuantityContent, _ metadata: Metadata) {
    func value(in unit: Unit) -> Double? {
      (try? Unit(sample.unit)).flatMap { try? $0.convert(sample.value, to: unit) }
    }
    switch (sample.type, metadata.moment) {
    case (QuantityType.heartRate.identifier, .start?):
      firstHeartRate = value(in: .countPerMinute)
    case (QuantityType.heartRate.identifier, .end?):
      lastHeartRate = value(in: .countPerMinute)
    case (QuantityType.activeEnergyBurned.identifier, nil):
      kilocalories = value(in: .kilocalorie)
    default: break
    }
  }
}

extension WorkoutFigures {
  /// Returns the first and the last heart rate among a workout's samples in a part of its time, in
  /// beats a minute.
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

/// The options of `runs`.
struct RunsOptions: ViewOptions {
  /// The options for grouping runs.
  var rollup = RollupOptions()
  /// The rule for an effort that several sources recorded.
  var sources = EffortSources.merge

  static let declared: [DeclaredOption<Self>] =
    shared([.timeZone, .dayStarts] + Option.narrowing + [.limit, .unit, .sort])
    + DeclaredOption.efforts(\.sources) + DeclaredOption.rollup(\.rollup)

  static let rules = RollupOptions.rules(without: [])
}

extension View {
  /// The view of the run log.
  package static let runs = View(
    "runs", summary: "the run log, newest first",
    options: RunsOptions.self,
    details: """
      Shows the run log, the newest first. It contains runs that were saved with `run`, running
      workouts, and the runs in multisport workouts. A row has distance, duration (s), pace (s
      per kilometre), first and last heart rate (count/min) and energy (kcal).

      If a saved run lies in the time of a running workout, or is one effort with it, one row
      shows both as the workout. The run adds the figures that the workout does not have. All
      distances are in one unit: --unit, otherwise the preferred unit, otherwise the unit that all
      of them have, otherwise km.

      `copy` and `copyOf` mark workouts that do not count, as in `workouts`. --fold hides them.
      With --sources all every source counts. With --every or --total there is one row per
      interval. A run counts on the day on which it began, and an effort counts once.

      Examples

        health-journal runs --limit 20
        health-journal runs --unit mi --sort pace
        health-journal runs --where 'duration > 20 min'
        health-journal runs --every month --period 2026
      """,
    reads: RunsView.reads, isNewestFirst: true,
    forms: [
      Form("", RunsView.columns), Form("--every month", RunsView.rollup(unit: nil).columns),
    ]
  ) { request, options in
    var context = try request.context()
    context.query.addsUpWorkouts = options.sources == .all
    if options.rollup.isAsked {
      return try RunsView.table(of: request.journal, in: context, options.rollup)
    }
    return try RunsView.table(of: request.journal, in: context)
  }
}

/// Runs as the `run` command saved them: a distance sample that names itself as its session, and in
/// the same event the flagged heart rates and the energy.
///
/// Samples that were deleted, and distances that belong to a correlation, are left out.
struct FlaggedRuns {
  /// The runs in the order of their starts, and which of them were taken.
  private var runs: [LoggedRun] = []
  private var isTaken: [Bool] = []
  /// The spans of workouts that took runs, and the longest that each took, by the workout that
  /// counts.
  private var taken: [ObjectUUID: [(span: TimeSpan, run: LoggedRun?)]] = [:]
  /// The heart rates of runs: each is that of a run's start or end, and no other of a workout.
  private(set) var heartRates: Set<ObjectUUID> = []
  private let tables: HealthTables
  /// The distances that fit the query's predicate; nil if the query has no predicate.
  private var matching: Set<ObjectUUID>?

  /// Creates the runs that pass a query. It reads lines again only if there is a distance or a
  /// heart rate.
  ///
  /// - Throws: `ProjectionError.readNotDetermined` if the reader never asked for distances.
  init(_ journal: ReplayedJournal, _ query: ViewQuery, _ days: inout LogDays) throws {
    tables = journal.tables
    let type = QuantityType.distanceWalkingRunning.identifier
    try RunsView.reads.requireDetermined(in: tables)
    try tables.readObjects()
    let counts = tables.liveCounts
    guard counts[type] != nil || counts[QuantityType.heartRate.identifier] != nil else { return }
    let passes = query.provenances(in: tables)
    if var evaluator = try PredicateEvaluator(query, journal) {
      try tables.read(types: [type])
      if let columns = tables.columns(of: type) {
        let matches = try evaluator.samples(of: type, among: query.candidates(columns, passes))
        matching = Set(matches.indices.filter { matches[$0] }.map { columns.uuids[$0] })
      }
    }
    var distances: [(object: HealthObject, row: SampleRow)] = []
    // A newer version of a part stands in a line of its own.
    var parts: [ObjectUUID: [(object: HealthObject, line: UInt64)]] = [:]
    try journal.forEachEntry(withMetadata: { $0 == MetadataName.runSession }) { entry in
      guard case .save(let save)? = entry.event else { return }
      for object in save.objects {
        guard let session = object.metadata.runSession else { continue }
        if object.metadata.moment != nil { heartRates.insert(object.uuid) }
        parts[session, default: []].append((object, entry.sequence))
        guard object.content.type == type, tables.newest(of: session) == object.uuid,
          let row = try row(of: object, in: entry.sequence), !row.flags.contains(.member),
          passes[Int(row.provenance)], query.covers(start: row.start, end: row.end)
        else { continue }
        distances.append((object, row))
      }
    }
    var found: [ObjectUUID: LoggedRun] = [:]
    for (object, row) in distances {
      let date = days.date(of: row.startTime.instant, object.metadata)
      let own = object.metadata.runSession.flatMap { parts[$0] } ?? []
      found[object.uuid] = try logged(object, row, date, own)
    }
    runs = found.values.sorted { $1.isNewer(than: $0) }
    isTaken = Array(repeating: false, count: runs.count)
  }

  /// The runs that were not taken and that the query's predicate holds for.
  var left: [LoggedRun] {
    zip(runs, isTaken).filter { !$1 && matching?.contains($0.uuid) ?? true }.map(\.0)
  }

  /// Takes the runs that lie within the time of a workout, or are one effort with it, of another
  /// source. A workout that counts comes before its copies.
  ///
  /// - Returns: the longest of them; for a copy, that of the workout that it is a copy of, from
  ///   which it takes nothing.
  mutating func take(_ listed: ListedWorkout) -> LoggedRun? {
    let (span, source) = (listed.leg.workout.span, tables.sourceName(listed.row.provenance))
    let effort = listed.mark.counted?.uuid
    if let effort, let known = taken[effort] {
      return known.first { span.lies(within: $0.span) || span.isOneEffort(with: $0.span) }?.run
    }
    // A run that begins more than the length of the workout before it has less than half in it.
    let (start, end) = (span.start.instant.microseconds, span.end.instant.microseconds)
    func first(from moment: Int64) -> Int {
      runs.indices.partitioningIndex { runs[$0].span.start.instant.microseconds >= moment }
    }
    let earliest = first(from: start - (end - start))
    let found = (earliest..<max(earliest, first(from: end + 1))).filter { index in
      let run = runs[index]
      return !isTaken[index]
        && (run.span.lies(within: span)
          || run.source != source && run.span.isOneEffort(with: span))
    }
    let longest = found.map { runs[$0] }.max { ($0.totalTime, $0.uuid) < ($1.totalTime, $1.uuid) }
    for index in found { isTaken[index] = true }
    taken[effort ?? listed.row.uuid, default: []].append((span, longest))
    return longest
  }

  /// Returns the live row of a sample.
  private func row(of object: HealthObject, in line: UInt64) throws -> SampleRow? {
    try tables.read(types: [object.content.type])
    guard let columns = tables.columns(of: object.content.type),
      let sequence = UInt32(exactly: line)
    else { return nil }
    return WorkoutMembers.rows(of: sequence, in: columns).first { row in
      columns.uuids[row] == object.uuid && columns.isLive(row)
    }.map { columns[$0] }
  }

  private func logged(
    _ object: HealthObject, _ row: SampleRow, _ date: CivilDate,
    _ parts: [(object: HealthObject, line: UInt64)]
  ) throws -> LoggedRun? {
    guard case .quantity(let distance) = object.content else { return nil }
    var run = LoggedRun(
      date: date, span: distance.span, totalTime: distance.span.duration,
      source: tables.sourceName(row.provenance), uuid: object.uuid)
    run.distance = Amount(distance.value, distance.unit)
    for (part, line) in parts {
      guard case .quantity(let sample) = part.content, try self.row(of: part, in: line) != nil
      else { continue }
      run.take(sample, part.metadata)
    }
    return run
  }
}

extension TimeSpan {
  /// Returns true if no moment of it is outside another.
  fileprivate func lies(within other: TimeSpan) -> Bool {
    other.start.instant <= start.instant && end.instant <= other.end.instant
  }
}

extension Metadata {
  /// The first version of the run that it is a part of; nil: it is of none.
  fileprivate var runSession: ObjectUUID? {
    guard case .string(let text)? = self[MetadataName.runSession] else { return nil }
    return ObjectUUID(text)
  }

  fileprivate var moment: Run.Moment? {
    guard case .string(let text)? = self[MetadataName.runHeartRate] else { return nil }
    return Run.Moment(rawValue: text)
  }
}
