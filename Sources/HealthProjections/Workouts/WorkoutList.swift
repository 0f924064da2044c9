import HealthEvents
import HealthModel
import HealthTables

/// A workout that a query shows, or a leg of one.
struct ListedWorkout {
  var row: ObjectRow
  /// What its line says.
  var object: HealthObject
  /// All of it, or the leg.
  var leg: WorkoutLeg
  /// Whether it counts, beside others of the same effort.
  var mark = WorkoutEfforts.Mark()
}

/// The live workouts that a query shows, newest first.
///
/// Which of them count is decided among all that the query's sources and predicate choose, whatever
/// its window is. Where it folds copies, those that do not count are as if they were not there.
struct WorkoutList {
  /// Those that are shown.
  private(set) var shown: [ListedWorkout] = []
  private var evaluator: PredicateEvaluator?

  /// Workouts as their sources saved them.
  ///
  /// - Parameter activities: the export's words of the activities to show; nil: all.
  init(
    _ journal: ReplayedJournal, _ query: Query, activities: Set<String>? = nil
  ) throws {
    try self.init(journal, query, keepsAll: activities == nil) { leg in
      activities?.contains(leg.workout.activity) ?? true ? [leg] : []
    }
  }

  /// The efforts of one sport: workouts, and parts of workouts of several sports. That which began
  /// last comes first; of those that began together the order is that of their workouts.
  init(_ journal: ReplayedJournal, _ query: Query, of sport: WorkoutActivityType) throws {
    var all = query
    all.limit = nil
    try self.init(journal, all, keepsAll: false) { $0.legs(of: sport) }
    shown = shown.enumerated().sorted { a, b in
      let (one, other) = (a.element.leg.start, b.element.leg.start)
      return one == other ? a.offset < b.offset : one > other
    }.map(\.element)
    if let limit = query.limit { shown = Array(shown.prefix(limit)) }
  }

  /// - Parameters:
  ///   - keepsAll: whether `legs` keeps every workout.
  ///   - legs: what is shown of a workout.
  private init(
    _ journal: ReplayedJournal, _ query: Query, keepsAll: Bool,
    _ legs: (WorkoutLeg) -> [WorkoutLeg]
  ) throws {
    try WorkoutsView.reads.requireDetermined(in: journal.tables)
    evaluator = try PredicateEvaluator(query, journal)
    try journal.tables.readObjects()
    let limit = query.limit ?? .max
    let live = Self.rows(query, journal.tables)
    var wanted = live.filter { row in
      query.covers(start: row.start, end: row.end) && query.object.map { $0 == row.uuid } ?? true
    }
    // Otherwise it is not known before lines are read which ones are shown.
    let isWhole = keepsAll && evaluator == nil
    if isWhole && !query.foldsCopies { wanted = Array(wanted.prefix(limit)) }
    let near = Self.near(wanted, among: live)
    let isNear = Set(near)
    let alone = wanted.filter { !isNear.contains($0) }
    let read = near + alone.prefix(isWhole ? limit : .max)
    let objects = try journal.objects(inLines: read.map { UInt64($0.sequence) })
    let grouped = Dictionary(
      grouping: Self.marked(
        try near.flatMap { try listed($0, objects, legs) }, query, journal.tables), by: \.row)
    for row in wanted where shown.count < limit {
      let found = try isNear.contains(row) ? grouped[row] ?? [] : listed(row, objects, legs)
      shown += found.filter { listed in
        query.covers(listed.leg.workout.span) && !(query.foldsCopies && listed.mark.counted != nil)
      }
    }
  }

  /// The live workouts of a query's sources, newest first.
  private static func rows(_ query: Query, _ tables: HealthTables) -> [ObjectRow] {
    let passes = query.provenances(in: tables)
    return tables.objects.filter {
      $0.kind == .workout && $0.isLive && passes[Int($0.provenance)]
    }
    .sorted {
      ($0.start, $0.end, $0.sequence, $0.uuid) > ($1.start, $1.end, $1.sequence, $1.uuid)
    }
  }

  /// The workouts that may be one effort with one of some: all of each group that holds one of them
  /// and in which each overlaps, or starts with, another.
  ///
  /// - Parameter rows: newest first.
  private static func near(_ wanted: [ObjectRow], among rows: [ObjectRow]) -> [ObjectRow] {
    let isWanted = Set(wanted)
    var near: [ObjectRow] = []
    var group: [ObjectRow] = []
    var reach = Int64.min
    func close() {
      if group.count > 1, group.contains(where: isWanted.contains) { near += group }
    }
    for row in rows.reversed() {
      if let last = group.last, row.start >= reach, row.start > last.start {
        close()
        group = []
        reach = .min
      }
      group.append(row)
      reach = max(reach, row.end)
    }
    close()
    return near
  }

  /// Returns what a query shows of a workout; nothing where its predicate does not hold.
  private mutating func listed(
    _ row: ObjectRow, _ objects: [UInt64: [ObjectUUID: HealthObject]],
    _ legs: (WorkoutLeg) -> [WorkoutLeg]
  ) throws -> [ListedWorkout] {
    guard let object = objects[UInt64(row.sequence)]?[row.uuid],
      case .workout(let workout) = object.content
    else { return [] }
    let found = legs(WorkoutLeg(workout: workout, metadata: object.metadata))
    guard !found.isEmpty, try evaluator?.holds(row, object) ?? true else { return [] }
    return found.map { ListedWorkout(row: row, object: object, leg: $0) }
  }

  private static func marked(
    _ listed: [ListedWorkout], _ query: Query, _ tables: HealthTables
  ) -> [ListedWorkout] {
    let efforts = WorkoutEfforts(listed, addingUp: query.addsUpWorkouts, in: tables)
    return zip(listed, efforts.marks).map { listed, mark in
      var listed = listed
      listed.mark = mark
      return listed
    }
  }
}

extension Query {
  /// Returns whether a span overlaps the window.
  fileprivate func covers(_ span: TimeSpan) -> Bool {
    covers(start: span.start.instant.microseconds, end: span.end.instant.microseconds)
  }
}
