import HealthEvents
import HealthModel
import HealthTables

/// The samples of each workout: of each type those saved with it; if there are none of the type,
/// those inside its time from its own source or device. A moment at its end is inside. A sample
/// that lies inside two workouts belongs to both; inside of more than `mostAtOnce`, to the ones
/// that began last.
///
/// Each type is for itself, so that a reader who may not see a type has the same samples of all
/// others.
struct WorkoutMembers {
  /// The samples of one workout.
  struct Members {
    /// The rows by type identifier.
    var rows: [(type: String, rows: [Int])] = []
    /// The types whose samples were found by time and source.
    var inferred: Set<String> = []
    /// True if some were found by time and source.
    var isInferred: Bool { !inferred.isEmpty }
    /// The order in which sources count, for each of the types that add up.
    var orders: [String: SourceOrder] = [:]
    /// The weights of samples, for each of the types that do not add up.
    var holds: [String: SampleHolds] = [:]
    /// The end of the workout, in microseconds: no reading holds longer.
    var end = Int64.max
    /// For types of distance, the times in which they add none, see `WorkoutLeg.otherSports`.
    var otherSports: [String: [ClosedRange<Int64>]] = [:]
  }

  /// More than anyone's sources record at once. Without a limit, n workouts of one time would have
  /// n² samples (D228).
  static let mostAtOnce = 32

  /// The tables whose rows the samples are.
  let tables: HealthTables
  /// The time at which a workout ends to have samples, if more than `mostAtOnce` that began later
  /// go on.
  private let cutoffs: [ObjectRow: Int64]
  private var lines: [ObjectUUID: [UInt32]] = [:]
  /// The rows that were saved with a workout, dead ones included, by the number of their type.
  private let saved: [ObjectUUID: [Int: [Int]]]
  /// Newer versions of a line's samples, saved elsewhere.
  private var successors: [UInt32: [HealthTables.Successor]] = [:]
  /// The numbers of the types whose samples count.
  private let types: [Int]
  /// The rows of the types that have some; read when they are first needed.
  private var columns: [(type: Int, columns: SampleColumns)] = []
  /// Live rows of a type, sorted by start; made when they are first needed.
  private var sorted: [Int: [UInt32]] = [:]
  /// The order of the sources of a type; made when it is first needed.
  private var orders: [String: SourceOrder] = [:]
  /// The weights of samples of a type; found when they are first needed.
  private var holds: [String: SampleHolds] = [:]
  /// The writers by provenance.
  private let writers: [Writer]
  private let leavesOutProblems: Bool

  private struct Writer {
    let source: SourceKey
    let device: Device?

    func isSourceOrDevice(of other: Writer) -> Bool {
      source == other.source || device != nil && device == other.device
    }
  }

  /// Creates the samples of the workouts of these tables.
  ///
  /// - Parameters:
  ///   - workouts: the workouts that it will be asked for; nil: any. Then `tables` may hold no
  ///     other samples.
  ///   - names: the types whose samples count; nil: all.
  ///   - leavesOutProblems: true to leave out samples that `check` calls implausible.
  /// - Throws: the errors of reading the rows and links of the tables.
  init(
    _ whole: HealthTables, of workouts: [ObjectRow]? = nil, types names: Set<String>? = nil,
    leavingOutProblems leavesOutProblems: Bool = false
  ) throws {
    self.leavesOutProblems = leavesOutProblems
    types = whole.sampleTypes.filter { names?.contains(whole.types.names[$0]) ?? true }
    try whole.readObjects()
    let asked = workouts.map { Set($0.map(\.uuid)) }
    for line in whole.linesOfNewestWorkouts where asked?.contains(line.workout) ?? true {
      lines[line.workout, default: []].append(line.sequence)
    }
    for successor in whole.successors { successors[successor.line, default: []].append(successor) }
    var tables = whole.withAllSamples
    if let workouts { tables = Self.near(workouts, lines, successors, types, in: whole) }
    self.tables = tables
    saved = try Self.saved(lines, types, in: tables)
    cutoffs = Self.cutoffs(in: tables)
    writers = tables.provenances.indices.map { index in
      Writer(
        source: tables.sourceKey(UInt32(index)), device: tables.origin(UInt32(index))?.device)
    }
  }

  /// Returns the same tables with enough samples for some workouts.
  private static func near(
    _ workouts: [ObjectRow], _ lines: [ObjectUUID: [UInt32]],
    _ successors: [UInt32: [HealthTables.Successor]], _ types: [Int], in tables: HealthTables
  ) -> HealthTables {
    let windows = workouts.map { workout in
      SampleWindow(
        workout.start...max(workout.start, workout.end), lines: lines[workout.uuid] ?? [])
    }
    // A successor names its row by a number, which it has among all rows only.
    let hasNewer = workouts.contains { workout in
      (lines[workout.uuid] ?? []).contains { line in
        successors[line, default: []].contains { $0.type != nil }
      }
    }
    if hasNewer { return tables.withAllSamples }
    return tables.narrowed(to: types, .near(windows))
  }

  /// Returns true if some samples of a workout are found by time and source.
  ///
  /// - Throws: the errors of reading rows.
  mutating func isInferred(_ workout: ObjectRow) throws -> Bool {
    try readColumns()
    for (type, columns) in columns where saved(with: workout.uuid, type: type).isEmpty {
      if !inferred(workout, type: type, columns).isEmpty { return true }
    }
    return false
  }

  /// Returns the samples of the workout in this row.
  ///
  /// - Parameter leg: what of it is measured; nil: the samples make no total.
  /// - Throws: the errors of reading rows.
  mutating func members(of workout: ObjectRow, as leg: WorkoutLeg? = nil) throws -> Members {
    try readColumns()
    var members = Members()
    for (type, columns) in columns {
      let saved = saved(with: workout.uuid, type: type)
      let name = tables.types.names[type]
      var rows =
        saved.isEmpty
        ? inferred(workout, type: type, columns) : saved.filter { columns.isLive($0) }
      if leavesOutProblems {
        rows = columns.rows(RowSelection(rows).withoutProblems(of: name, columns, in: tables))
      }
      if rows.isEmpty { continue }
      members.rows.append((name, rows))
      if saved.isEmpty { members.inferred.insert(name) }
    }
    members.rows.sort { $0.type < $1.type }
    for (type, _) in members.rows {
      if tables.catalogue.isCumulative(type) {
        members.orders[type] = try order(of: type)
      } else {
        members.holds[type] = holds(of: type)
      }
    }
    members.end = workout.end
    members.otherSports = leg?.otherSports ?? [:]
    return members
  }

  private static func read(_ types: [Int], in tables: HealthTables) throws {
    try tables.readTogether(types: types.map { tables.types.names[$0] })
  }

  private mutating func readColumns() throws {
    guard columns.isEmpty else { return }
    try Self.read(types, in: tables)
    columns = types.map { ($0, tables.columns($0)) }.filter { $0.columns.count > 0 }
  }

  private mutating func holds(of type: String) -> SampleHolds {
    if let known = holds[type] { return known }
    let found = SampleHolds(type, tables.columns(of: type) ?? SampleColumns(), in: tables)
    holds[type] = found
    return found
  }

  /// Returns the order in which the sources of a type count: by all samples of it, as `sources`
  /// shows it, so that the order is the same for every workout.
  ///
  /// - Throws: the errors of `members(of:)`.
  private mutating func order(of type: String) throws -> SourceOrder {
    if let known = orders[type] { return known }
    try tables.read(types: [type])
    let columns = tables.columns(of: type) ?? SampleColumns()
    let order = SourceOrder(type, columns, in: tables)
    orders[type] = order
    return order
  }

  /// Goes through the live workouts in the order of their starts, and keeps those under way that
  /// began last.
  private static func cutoffs(in tables: HealthTables) -> [ObjectRow: Int64] {
    let workouts = tables.objects.filter { $0.kind == .workout && $0.isLive }
      .sorted { ($0.start, $0.end, $0.uuid) < ($1.start, $1.end, $1.uuid) }
    var cutoffs: [ObjectRow: Int64] = [:]
    var underWay: [ObjectRow] = []
    for workout in workouts {
      underWay.removeAll { $0.end < workout.start }
      underWay.append(workout)
      guard underWay.count > mostAtOnce else { continue }
      cutoffs[underWay.removeFirst()] = workout.start
    }
    return cutoffs
  }

  /// Returns the rows that lines saved with workouts, by a look at the numbers of these lines: the
  /// rows of each type are in the order of lines.
  private static func saved(
    _ lines: [ObjectUUID: [UInt32]], _ types: [Int], in tables: HealthTables
  ) throws -> [ObjectUUID: [Int: [Int]]] {
    let ordered = lines.flatMap { workout, lines in lines.map { (line: $0, workout: workout) } }
      .sorted { ($0.line, $0.workout) < ($1.line, $1.workout) }
    var saved: [ObjectUUID: [Int: [Int]]] = [:]
    if ordered.isEmpty { return saved }
    try read(types, in: tables)
    for type in types {
      let columns = tables.columns(type)
      let sequences = columns.sequences
      var row = 0
      for (line, workout) in ordered {
        row = firstRow(of: line, in: sequences, from: row)
        if row == sequences.count { break }
        var next = row
        while next < sequences.count, sequences[next] == line {
          if columns.isSaved(next) { saved[workout, default: [:]][type, default: []].append(next) }
          next += 1
        }
      }
    }
    return saved
  }

  /// Returns the first row from `row` on that was saved by a line or a later one. The search
  /// doubles its steps, because most lines are near.
  private static func firstRow(
    of line: UInt32, in sequences: StoredColumn<UInt32>, from row: Int
  ) -> Int {
    var (low, step) = (row, 1)
    while low + step < sequences.count, sequences[low + step] < line {
      low += step
      step *= 2
    }
    return (low..<min(low + step + 1, sequences.count)).partitioningIndex { sequences[$0] >= line }
  }

  /// Returns the rows that were saved with a workout, and the newer versions of such rows.
  private func saved(with workout: ObjectUUID, type: Int) -> [Int] {
    var rows = saved[workout]?[type] ?? []
    if successors.isEmpty { return rows }
    var known = Set(rows)
    for successor in lines[workout, default: []].flatMap({ successors[$0, default: []] })
    where successor.type.map(Int.init) == type
      && tables.columns(type).isSaved(successor.row)
    {
      if known.insert(successor.row).inserted { rows.append(successor.row) }
    }
    return rows
  }

  /// Returns the rows that a line saved, dead ones included: rows are in the order of lines.
  static func rows(of sequence: UInt32, in columns: SampleColumns) -> [Int] {
    let first = (0..<columns.count).partitioningIndex { columns.sequences[$0] >= sequence }
    return Array((first..<columns.count).prefix { columns.sequences[$0] == sequence })
  }

  private mutating func inferred(
    _ workout: ObjectRow, type: Int, _ columns: SampleColumns
  ) -> [Int] {
    let order = byStart(type, columns)
    let first = order.indices.partitioningIndex {
      columns.starts[Int(order[$0])] >= workout.start
    }
    let own = writers[Int(workout.provenance)]
    let cutoff = cutoffs[workout] ?? .max
    var rows: [Int] = []
    for row in order[first...].lazy.map({ Int($0) }) {
      guard columns.starts[row] <= workout.end, columns.starts[row] < cutoff else { break }
      guard columns.ends[row] <= workout.end else { continue }
      if writers[Int(columns.provenance(row))].isSourceOrDevice(of: own) { rows.append(row) }
    }
    return rows
  }

  private mutating func byStart(_ type: Int, _ columns: SampleColumns) -> [UInt32] {
    if let known = sorted[type] { return known }
    let order = columns.byStart(columns.liveRows()).map { UInt32($0) }
    sorted[type] = order
    return order
  }
}

/// The workouts that other objects belong to, by the lines that saved them.
struct WorkoutsOfLines: Sendable {
  private var workouts: [UInt32: ObjectUUID] = [:]
  /// For an object that replaced another, the line whose workout it belongs to.
  private var lines: [ObjectUUID: UInt32] = [:]

  /// - Throws: the errors of reading links.
  init(_ tables: HealthTables) throws {
    try tables.readObjects()
    for line in tables.linesOfNewestWorkouts { workouts[line.sequence] = line.workout }
    for successor in tables.successors { lines[successor.uuid] = successor.line }
  }

  /// Returns the workout of an object; nil if it belongs to none.
  func workout(of row: ObjectRow) -> ObjectUUID? { workouts[lines[row.uuid] ?? row.sequence] }
}

/// A workout, the samples that belong to it, and their figures.
struct MeasuredWorkout {
  var row: ObjectRow
  /// The workout as its source stated it, as far as the reader may see it.
  var workout: WorkoutContent
  /// The metadata of its source.
  var metadata: Metadata
  /// The mark that shows if it counts among others of the same effort.
  var mark: WorkoutEfforts.Mark
  var members: WorkoutMembers.Members
  var figures: [TypeFigures]

  /// The whole workout as an effort.
  var leg: WorkoutLeg { WorkoutLeg(workout: workout, metadata: metadata) }

  /// Figures of its samples, with what is known of these.
  func listed(_ figures: [TypeFigures]) -> [ListedFigures] {
    figures.map { ListedFigures(figures: $0, isInferred: members.inferred.contains($0.type)) }
  }

  /// Returns the stretches that its events define, in the order of time, with the figures of the
  /// samples there.
  func stretches(
    _ measure: WorkoutFigures
  ) -> [(stretch: WorkoutStretch, part: MeasuredPart)] {
    let timeline = MemberTimeline(members, in: measure.tables)
    return workout.stretches.map { stretch in
      (stretch, part(stretch.span, stretch.duration, timeline, measure))
    }
  }

  /// Returns a part of its time with the figures of the samples there.
  ///
  /// - Parameters:
  ///   - duration: the seconds under way.
  ///   - metres: the distance; nil: that of the samples.
  func part(
    _ span: TimeSpan, _ duration: Double, metres: Double? = nil, _ timeline: MemberTimeline,
    _ measure: WorkoutFigures
  ) -> MeasuredPart {
    var part = WorkoutContent(activity: workout.activity, span: span, duration: duration)
    part.totals[.totalDistance] = metres.map { Amount($0, Unit.meter.description) }
    let window = WorkoutWindow(span, of: workout)
    let leg = WorkoutLeg(workout: part, metadata: Metadata(), window: window)
    return measured(part, leg, timeline, measure)
  }

  /// Its activities, in the order of the source.
  func parts(_ measure: WorkoutFigures) -> [MeasuredPart] {
    let timeline = MemberTimeline(members, in: measure.tables)
    return zip(workout.parts, leg.parts).map { part, leg in
      measured(part, leg, timeline, measure)
    }
  }

  private func measured(
    _ part: WorkoutContent, _ leg: WorkoutLeg, _ timeline: MemberTimeline, _ measure: WorkoutFigures
  ) -> MeasuredPart {
    MeasuredPart(
      workout: part, leg: leg,
      figures: measure.figures(timeline.touching(leg.window), within: leg.window))
  }
}

/// A lap, a segment or an activity of a workout, as a workout of its own, and the figures of the
/// samples in it.
struct MeasuredPart {
  /// The part as its source stated it.
  var workout: WorkoutContent
  /// This part with all that happened in its time.
  var leg: WorkoutLeg
  var figures: [TypeFigures]
}

/// The figures of a part of a workout.
package struct PartFigures: Sendable {
  /// The duration in seconds.
  package let duration: Double
  let energy: Double?
  let distance: Double?
  /// The heart rate in beats a minute.
  package let heartRate: Double?

  init(_ part: MeasuredPart, _ figures: WorkoutFigures) {
    duration = part.workout.duration
    energy = figures.energy(part.leg, part.figures)
    distance = figures.distance(part.leg, part.figures)
    heartRate = figures.heartRate(part.workout, part.figures)
  }

  static func columns(_ units: WorkoutUnits) -> [RowColumn<PartFigures>] {
    [
      RowColumn(.duration, .duration, unit: "s") { .number($0.duration) },
      RowColumn("energy", .quantity, unit: units.energy.description) { Cell($0.energy) },
      RowColumn("distance", .distance, unit: units.distance.description) { Cell($0.distance) },
      RowColumn("heartRate", .quantity, unit: "count/min") { Cell($0.heartRate) },
    ]
  }
}

/// A part of a workout's time: that of a lap, say.
struct WorkoutWindow {
  /// The start in microseconds.
  var start: Int64
  /// The end in microseconds.
  var end: Int64
  /// True if a moment at its end lies in it. It does at the end of the workout, else it is the next
  /// part's.
  var isClosed: Bool

  /// All time: what belongs to a workout counts whole.
  static let all = WorkoutWindow(start: .min, end: .max, isClosed: true)
}

extension WorkoutWindow {
  /// Creates the window of a part of a workout.
  init(_ span: TimeSpan, of workout: WorkoutContent) {
    start = span.start.instant.microseconds
    end = span.end.instant.microseconds
    isClosed = end >= workout.span.end.instant.microseconds
  }

  /// Returns the part of a sample that lies in it; nil if there is none. A sample that is longer
  /// than any measurement counts at its start.
  ///
  /// - Parameter number: the stretch's number for its day.
  func part(of sample: SampleRow, number: Int = 0) -> DayStretch? {
    guard sample.end > sample.start, !DayStretch.isEndless(sample.start, sample.end) else {
      guard holds(sample.start) else { return nil }
      return DayStretch(day: number, start: sample.start, end: sample.start, isFirst: true)
    }
    return DayStretch(number, of: sample.start, sample.end, between: start, end)
  }

  /// Passes the parts of a sample that lie in it and outside of some times, which are merged.
  func cut(
    _ sample: SampleRow, outside times: [ClosedRange<Int64>] = [], _ body: (DayStretch) -> Void
  ) {
    guard let part = part(of: sample) else { return }
    if times.isEmpty { return body(part) }
    for stretch in part.outside(times) { body(stretch) }
  }

  /// Returns true if a moment lies in it.
  fileprivate func holds(_ moment: Int64) -> Bool {
    start < end && start <= moment && (moment < end || isClosed && moment == end)
  }
}

extension DayStretch {
  /// Returns the parts of it outside of some times. A moment at which one begins is outside: there
  /// ends what goes on before.
  fileprivate func outside(_ times: [ClosedRange<Int64>]) -> [DayStretch] {
    guard start < end else {
      let next = times.indices.partitioningIndex { times[$0].upperBound >= start }
      return next < times.count && times[next].lowerBound < start ? [] : [self]
    }
    return [start...end - 1].subtracting(times).compactMap {
      DayStretch(day, of: start, end, between: $0.lowerBound, $0.upperBound + 1)
    }
  }
}

/// A workout's samples in the order of time, to be asked for those in many parts of it.
struct MemberTimeline {
  private let members: WorkoutMembers.Members
  private let tables: HealthTables
  /// For each of the rows of a type the greatest end of it and those before it.
  private var reaches: [[Int64]] = []

  init(_ members: WorkoutMembers.Members, in tables: HealthTables) {
    self.tables = tables
    var members = members
    for index in members.rows.indices {
      guard let columns = tables.columns(of: members.rows[index].type) else { continue }
      members.rows[index].rows = columns.byStart(members.rows[index].rows)
      reaches.append(members.rows[index].rows.map { columns.ends[$0] }.runningMaximum)
    }
    self.members = members
  }

  /// Returns the samples that touch a part.
  func touching(_ window: WorkoutWindow) -> WorkoutMembers.Members {
    var found = members
    found.rows = []
    for ((type, rows), reach) in zip(members.rows, reaches) {
      guard let columns = tables.columns(of: type) else { continue }
      let first = rows.indices.partitioningIndex { reach[$0] >= window.start }
      let touching = rows[first...].prefix { columns.starts[$0] <= window.end }
        .filter { columns.ends[$0] >= window.start }
      if !touching.isEmpty { found.rows.append((type, Array(touching))) }
    }
    return found
  }
}
