import ByteTools
import HealthEvents
import HealthModel
import HealthTables

/// A workout that a query shows, or a leg of one.
struct ListedWorkout {
  var row: ObjectRow
  /// The object of its line.
  var object: HealthObject
  /// The whole workout, or the leg.
  var leg: WorkoutLeg
  /// The mark that shows if it counts among others of the same effort.
  var mark = WorkoutEfforts.Mark()
}

/// The live workouts that a query shows, newest first.
///
/// The list decides which of them count among all that the query's sources and predicate choose,
/// whatever its window is. If it folds copies, those that do not count are as if they were not
/// there.
struct WorkoutList {
  private(set) var shown: [ListedWorkout] = []
  /// The latest end of the workouts that were not looked at, in microseconds.
  private var unread = Int64.min
  private var evaluator: PredicateEvaluator?

  /// Workouts as their sources saved them.
  ///
  /// - Parameter activities: the export's words of the activities to show; nil: all.
  init(
    _ journal: ReplayedJournal, _ query: ViewQuery, activities: Set<String>? = nil
  ) throws {
    try self.init(journal, query, newest: .max, keepsAll: activities == nil) { leg in
      activities?.contains(leg.workout.activity) ?? true ? [leg] : []
    }
  }

  /// Creates the list of the efforts of one sport: workouts, and parts of workouts of several
  /// sports. The effort that began last comes first; efforts that began together have the order of
  /// their workouts.
  init(_ journal: ReplayedJournal, _ query: ViewQuery, of sport: WorkoutActivityType) throws {
    var all = query
    all.limit = nil
    // A limit asks for few of the newest: mostly they are among four times as many workouts.
    let names = QuotedWords([sport.exportName, WorkoutActivityType.swimBikeRun.exportName])
    var newest = query.limit.map { $0 < 1 << 32 ? max($0, 16) * 4 : .max } ?? .max
    while true {
      self = try WorkoutList(journal, all, newest: newest, keepsAll: false, naming: names) {
        $0.legs(of: sport)
      }
      shown = shown.enumerated().sorted { a, b in
        let (one, other) = (a.element.leg.start, b.element.leg.start)
        return one == other ? a.offset < b.offset : one > other
      }.map(\.element)
      shown.removeLast(max(shown.count - (query.limit ?? .max), 0))
      if unread == .min || isComplete(query.limit) { return }
      newest *= 4
    }
  }

  /// Returns true if no effort of a workout that was not looked at is among the newest: parts lie
  /// in their workouts, as far as sources do not round.
  private func isComplete(_ limit: Int?) -> Bool {
    guard let last = shown.last, shown.count == limit else { return false }
    return last.leg.start.microseconds > unread + Int64(2e6 * WorkoutContent.rounding)
  }

  /// - Parameters:
  ///   - newest: the number of workouts that are looked at.
  ///   - keepsAll: true if `legs` keeps every workout.
  ///   - names: the words of which lines of workouts that it keeps have one; nil: any.
  ///   - legs: returns the parts of a workout that are shown.
  private init(
    _ journal: ReplayedJournal, _ query: ViewQuery, newest: Int, keepsAll: Bool,
    naming names: QuotedWords? = nil, _ legs: (WorkoutLeg) -> [WorkoutLeg]
  ) throws {
    try WorkoutsView.reads.requireDetermined(in: journal.tables)
    evaluator = try PredicateEvaluator(query, journal)
    try journal.tables.readObjects()
    let limit = query.limit ?? .max
    let live = Self.rows(query, journal.tables)
    var wanted = live.filter { row in
      query.covers(start: row.start, end: row.end) && query.object.map { $0 == row.uuid } ?? true
    }
    unread = wanted.dropFirst(newest).map(\.end).max() ?? .min
    wanted = Array(wanted.prefix(newest))
    // Otherwise it is not known before lines are read which ones are shown.
    let isWhole = keepsAll && evaluator == nil
    if isWhole && !query.foldsCopies { wanted = Array(wanted.prefix(limit)) }
    let near = Self.near(wanted, among: live)
    let isNear = Set(near)
    let alone = wanted.filter { !isNear.contains($0) }
    let read = near + alone.prefix(isWhole ? limit : .max)
    let objects = try journal.objects(
      inLines: read.map { UInt64($0.sequence) }, naming: names)
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

  /// Returns the live workouts of a query's sources, newest first.
  private static func rows(_ query: ViewQuery, _ tables: HealthTables) -> [ObjectRow] {
    let passes = query.provenances(in: tables)
    return tables.objects.filter {
      $0.kind == .workout && $0.isLive && passes[Int($0.provenance)]
    }
    .sorted { tables.isNewer($0, than: $1) }
  }

  /// Returns the workouts that may be one effort with one of some: all of each group that holds one
  /// of them and in which each overlaps, or starts with, another.
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
    _ listed: [ListedWorkout], _ query: ViewQuery, _ tables: HealthTables
  ) -> [ListedWorkout] {
    let efforts = WorkoutEfforts(listed, addingUp: query.addsUpWorkouts, in: tables)
    return zip(listed, efforts.marks).map { listed, mark in
      var listed = listed
      listed.mark = mark
      return listed
    }
  }
}

extension [ListedWorkout] {
  /// Returns the types whose samples some totals of these add up.
  func types(of totals: [WorkoutTotal]) -> Set<String> {
    Set(flatMap { listed in totals.flatMap { listed.leg.workout.types(of: $0) } })
  }
}

extension ViewQuery {
  /// Returns whether a span overlaps the window.
  fileprivate func covers(_ span: TimeSpan) -> Bool {
    covers(start: span.start.instant.microseconds, end: span.end.instant.microseconds)
  }
}

/// An effort of one sport in a workout: the whole of a workout, or one part of a workout of several
/// sports.
struct WorkoutLeg {
  /// The leg as a workout of its own.
  var workout: WorkoutContent
  /// The metadata of the part, then those of the workout.
  var metadata: Metadata
  /// The time in which the workout's samples belong to it.
  var window = WorkoutWindow.all
  var start: Instant { workout.span.start.instant }

  /// Returns the legs of a sport in it, newest first; itself if it is one.
  func legs(of sport: WorkoutActivityType) -> [WorkoutLeg] {
    if workout.activity == sport.exportName { return [self] }
    guard workout.activity == WorkoutActivityType.swimBikeRun.exportName else { return [] }
    return parts.filter { $0.workout.activity == sport.exportName }.sorted { $0.start > $1.start }
  }

  /// Every part of it, in the order of the source.
  var parts: [WorkoutLeg] {
    zip(workout.activities, workout.parts).map {
      WorkoutLeg($0, timed: $1, of: workout, metadata)
    }
  }

  /// For the types of its distance, if there are several, the microseconds in which only parts of
  /// it go on in whose sport none is measured by them, merged.
  var otherSports: [String: [ClosedRange<Int64>]] {
    let types = workout.types(of: .totalDistance)
    guard types.count > 1 else { return [:] }
    let parts = workout.parts.map {
      (types: $0.types(of: .totalDistance), window: WorkoutWindow($0.span, of: workout))
    }
    let end = workout.span.end.instant.microseconds
    func times(_ isMeant: ([String]) -> Bool) -> [ClosedRange<Int64>] {
      let windows = parts.filter { isMeant($0.types) && $0.window.start < $0.window.end }
      // The last moment of a part belongs to the next one.
      return windows.map { $0.window.start...$0.window.end }.merged().map {
        $0.lowerBound...($0.upperBound < end ? $0.upperBound - 1 : $0.upperBound)
      }
    }
    let others = types.map { type in
      (type, times { !$0.contains(type) }.subtracting(times { $0.contains(type) }))
    }
    return Dictionary(uniqueKeysWithValues: others.filter { !$0.1.isEmpty })
  }
}

extension WorkoutLeg {
  /// - Parameter part: the activity as a workout of its own.
  private init(
    _ activity: WorkoutActivity, timed part: WorkoutContent, of whole: WorkoutContent,
    _ metadata: Metadata
  ) {
    workout = part
    workout.events = Self.events(of: part, in: whole)
    self.metadata = Metadata(activity.metadata.entries + metadata.entries)
    window = WorkoutWindow(part.span, of: whole)
  }

  /// Returns the part's own events and those of the whole in its time, with the pauses of the whole
  /// as far as they lie in it. Among the events at the moment when the part ends, only the mark of
  /// a lap still belongs to it.
  private static func events(of part: WorkoutContent, in whole: WorkoutContent) -> [WorkoutEvent] {
    let (start, end) = (part.span.start.instant, part.span.end.instant)
    let inside = whole.events.filter { event in
      let isMark = event.type == WorkoutEventName.lap && (event.duration ?? 0) <= 0
      return event.date.instant >= start
        && (event.date.instant < end || isMark && event.date.instant == end)
    }
    let clock = [WorkoutEventName.pause, WorkoutEventName.resume]
    let pauses = whole.pauses(within: part.span).flatMap { pause in
      zip(clock, [pause.start, pause.end]).map { WorkoutEvent(type: $0, date: $1) }
    }
    return (part.events + inside).filter { !clock.contains($0.type) } + pauses
  }
}

/// The workouts that are records of one effort, and the one of them that counts for all.
///
/// Workouts of one activity and of different sources are one effort if more than half of the longer
/// one lies in the other, and so are those of one source that have the same start and end: it was
/// saved several times. Each workout, in the order of sources, joins the first that counts and is
/// one effort with it, else counts itself. Intervals of one source, and sets of different
/// activities, stay apart.
///
/// Views list all of them unless the query folds copies; totals over workouts leave out those that
/// joined another.
struct WorkoutEfforts {
  /// A workout, or a leg of one.
  fileprivate struct Record {
    let row: ObjectRow
    /// The export's word for the activity.
    let activity: String
    let span: TimeSpan

    var start: Int64 { span.start.instant.microseconds }
    var end: Int64 { span.end.instant.microseconds }
  }

  /// The role of a record among the others.
  struct Mark: Hashable {
    /// 2, 3 … for a further copy: of an equal one of its source that was saved before it.
    var copy: Int?
    /// The workout that counts in its place; nil: it counts itself.
    var counted: ObjectRow?
  }

  /// The mark of each record.
  private(set) var marks: [Mark]
  /// Two or more equal records each, by index, in the order in which they were saved; groups newest
  /// first.
  let copies: [[Int]]

  /// - Parameters:
  ///   - addsUp: true if every source counts, so that only equal records of one source join.
  ///   - tables: the tables that give the order of the sources.
  /// - Complexity: O(n log n) of n records.
  init(_ workouts: [ListedWorkout], addingUp addsUp: Bool = false, in tables: HealthTables) {
    let records = workouts.map {
      Record(row: $0.row, activity: $0.leg.workout.activity, span: $0.leg.workout.span)
    }
    marks = Array(repeating: Mark(), count: records.count)
    if records.count < 2 {
      copies = []
      return
    }
    let order = WorkoutOrder(workouts, tables)
    copies = Self.equals(records, order)
    for group in copies {
      for (number, index) in group.enumerated().dropFirst() {
        marks[index] = Mark(copy: number + 1, counted: records[group[0]].row)
      }
    }
    if !addsUp { join(records, order) }
  }

  private static func equals(_ records: [Record], _ order: WorkoutOrder) -> [[Int]] {
    struct Content: Hashable {
      var start: Int64
      var end: Int64
      var source: Int
      var activity: String
    }
    let groups = Dictionary(grouping: records.indices) { index in
      let record = records[index]
      return Content(
        start: record.start, end: record.end, source: order.source(record.row),
        activity: record.activity)
    }
    func key(_ index: Int) -> (UInt32, ObjectUUID) {
      (records[index].row.sequence, records[index].row.uuid)
    }
    func place(_ group: [Int]) -> (Int64, Int64, ObjectUUID) {
      (records[group[0]].start, records[group[0]].end, records[group[0]].row.uuid)
    }
    return groups.values.filter { $0.count > 1 }.map { $0.sorted { key($0) < key($1) } }
      .sorted { place($0) > place($1) }
  }

  private mutating func join(_ records: [Record], _ order: WorkoutOrder) {
    func key(_ index: Int) -> (Int, Int64, Int64, ObjectUUID) {
      let record = records[index]
      return (order.rank(record.row), record.start, record.end, record.row.uuid)
    }
    var counted: [String: CountedRecords] = [:]
    let firsts = records.indices.filter { marks[$0].copy == nil }
    for index in firsts.sorted(by: { key($0) < key($1) }) {
      let record = records[index]
      let source = order.source(record.row)
      if let first = counted[record.activity]?.first(
        joinedBy: record, of: source, among: records)
      {
        marks[index].counted = records[first].row
      } else {
        counted[record.activity, default: CountedRecords()].add(index, record, of: source)
      }
    }
    for group in copies {
      guard let other = marks[group[0]].counted else { continue }
      for index in group.dropFirst() { marks[index].counted = other }
    }
  }
}

extension TimeSpan {
  /// Returns whether more than half of the longer one lies in the other.
  func isOneEffort(with other: TimeSpan) -> Bool {
    let shared = min(end.instant, other.end.instant)
      .seconds(since: max(start.instant, other.start.instant))
    return shared > max(duration, other.duration) / 2
  }
}

/// The records of one activity that count so far, by their length and the place of their middle.
///
/// Two records are one effort if neither is twice as long as the other, and the middle of each lies
/// in the other. So those that a record may join lie in a few cells around its own. All records of
/// a cell are one effort with each other except for their source, so a cell has only one source,
/// which recorded one activity several times at once: of these the first are joined.
private struct CountedRecords {
  /// More than any source records at once.
  private static let mostOfCell = 64

  private struct Cell: Hashable {
    /// The power of two that the length has reached, in microseconds.
    var size: Int
    /// Twice the middle, in steps of that power.
    var place: Int64
  }

  private var cells: [Cell: (source: Int, records: [Int])] = [:]
  /// The position of each record in the order of adding.
  private var places: [Int: Int] = [:]

  mutating func add(_ index: Int, _ record: WorkoutEfforts.Record, of source: Int) {
    places[index] = places.count
    guard let size = record.size else { return }
    let cell = Cell(size: size, place: record.twiceTheMiddle >> size)
    guard cells[cell]?.records.count ?? 0 < Self.mostOfCell else { return }
    cells[cell, default: (source, [])].records.append(index)
  }

  /// Returns the record that was added first of those that a record of this source joins; nil if
  /// there is none.
  func first(
    joinedBy record: WorkoutEfforts.Record, of source: Int, among records: [WorkoutEfforts.Record]
  ) -> Int? {
    guard let own = record.size else { return nil }
    let middle = record.twiceTheMiddle
    var found: [Int] = []
    for size in max(own - 1, 0)...own + 1 {
      let reach = min(record.end - record.start, 1 << (size + 1))
      let (low, high) = ((middle &- reach) >> size, (middle &+ reach) >> size)
      guard low <= high else { continue }
      for place in low...high {
        guard let cell = cells[Cell(size: size, place: place)], cell.source != source else {
          continue
        }
        if let first = cell.records.first(where: { records[$0].span.isOneEffort(with: record.span) }
        ) {
          found.append(first)
        }
      }
    }
    return found.min { places[$0, default: 0] < places[$1, default: 0] }
  }
}

extension WorkoutEfforts.Record {
  /// The power of two that its length has reached; nil: it has none.
  fileprivate var size: Int? {
    let length = end - start
    return length > 0 ? Int64.bitWidth - 1 - length.leadingZeroBitCount : nil
  }

  fileprivate var twiceTheMiddle: Int64 { start &+ end }
}

/// The order in which the sources of workouts count: that of `SourceOrder`, by all workouts that
/// the reader sees.
private struct WorkoutOrder {
  private let order: SourceOrder
  private let byHand: Set<ObjectRow>

  /// Creates the order.
  ///
  /// - Parameter listed: the workouts that it will be asked for.
  init(_ listed: [ListedWorkout], _ tables: HealthTables) {
    let byHand = Set(
      listed.filter { $0.object.metadata[MetadataName.wasUserEntered]?.isTrue ?? false }
        .map(\.row))
    let rows = tables.objects.filter { $0.kind == .workout && $0.isLive }
    let spans = rows.enumerated().map { index, row in
      SourceSpan(
        row: index, provenance: row.provenance, start: row.start, end: row.end,
        isByHand: byHand.contains(row))
    }
    self.byHand = byHand
    order = SourceOrder(WorkoutContent.type, of: spans, in: tables)
  }

  /// Returns the rank of a workout's source, from 0.
  func rank(_ row: ObjectRow) -> Int { order.rank(row.provenance, flags(row), row.start) }

  /// Returns the number that separates its source from others.
  func source(_ row: ObjectRow) -> Int { order.head(row.provenance, flags(row), row.start) }

  private func flags(_ row: ObjectRow) -> SampleRow.Flags {
    byHand.contains(row) ? .userEntered : []
  }
}
