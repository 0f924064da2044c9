import HealthEvents
import HealthModel
import HealthTables
import JournalFile

/// The lines of a part of the journal by what they touched, so that a figure that changed can name
/// the events that changed it.
struct TouchedRows {
  /// The source and type that a line decided on.
  private struct Decided: Hashable {
    var source: String
    var type: String
  }

  private var byUUID: [ObjectUUID: Set<UInt64>] = [:]
  private var byType: [String: Set<UInt64>] = [:]
  private var byDay: [String: [Int: Set<UInt64>]] = [:]
  /// The same lines by their days, whatever the type.
  private var ofDay: [Int: Set<UInt64>] = [:]
  private var spans: [String: LineSpans] = [:]
  /// The lines that changed how the samples of a type are counted on every day.
  private var ordering: [String: Set<UInt64>] = [:]
  private var settings: Set<UInt64> = []
  private var decisions: [Decided: Set<UInt64>] = [:]
  private let calendar: DayCalendar
  private let period: SleepSummary.Period

  /// Reads the lines after `first` that a journal holds.
  ///
  /// - Throws: `ProjectionError.zone`; the errors of reading lines.
  init(
    _ journal: ReplayedJournal, after first: UInt64, in context: ViewContext,
    sleepBy period: SleepSummary.Period
  ) throws {
    calendar = try context.calendar(of: journal.tables)
    self.period = period
    var lines: [ObjectUUID: Set<UInt64>] = [:]
    // Objects that earlier lines saved.
    var earlier: Set<ObjectUUID> = []
    try journal.forEachEntry(from: first + 1) { entry in
      switch entry.event {
      case .save(let save)?:
        for object in save.objects {
          lines[object.uuid, default: []].insert(entry.sequence)
          note(object.content, entry.sequence)
        }
        for uuid in save.replaces { lines[uuid, default: []].insert(entry.sequence) }
        earlier.formUnion(save.replaces)
        if let workout = save.workout { byUUID[workout, default: []].insert(entry.sequence) }
      case .delete(let deletion)?:
        for uuid in deletion.objects { lines[uuid, default: []].insert(entry.sequence) }
        earlier.formUnion(deletion.objects)
      case .configure?, .declare?: settings.insert(entry.sequence)
      case .authorize(let change)?:
        settings.insert(entry.sequence)
        for grant in change.share + change.read {
          let subject = Decided(source: change.source, type: grant.type)
          decisions[subject, default: []].insert(entry.sequence)
        }
      case .revert(let revert)?:
        for (runs, _) in revert.objects {
          for uuid in try journal.tables.objects(of: runs).keys {
            lines[uuid, default: []].insert(entry.sequence)
          }
        }
        if !revert.rights.isEmpty || revert.settings != nil { settings.insert(entry.sequence) }
        for right in revert.rights {
          decisions[Decided(source: right.source, type: right.type), default: []]
            .insert(entry.sequence)
        }
      case .open?, .origin?, .importReceipt?, .erase?, .format?, nil: break
      }
      return true
    }
    byUUID.merge(lines) { $0.union($1) }
    let samples = try Self.samples(earlier, after: first, journal.tables)
    try noteSamples(lines, samples, journal.tables, context)
    order(lines, samples, after: first, journal.tables)
  }

  /// Returns enough samples of each type, by its number: those that lines after one saved, deleted
  /// or replaced, and those that tell of the sources after each of these lines.
  private static func samples(
    _ earlier: Set<ObjectUUID>, after first: UInt64, _ tables: HealthTables
  ) throws -> [SampleColumns] {
    try tables.readObjects()
    let numbers = tables.findsRowsByUUID ? tables.sampleNumbers(of: earlier) : [:]
    return try tables.sampleTypes.map { number in
      let type = tables.types.names[number]
      if tables.findsRowsByUUID,
        let past = tables.pastSamples(
          of: type, after: first, and: numbers[number] ?? [])
      {
        return past.rows
      }
      try tables.read(types: [type])
      return tables.columns(number)
    }
  }

  /// Notes the type of an object, and the day of a summary, which no table of samples has.
  private mutating func note(_ content: Content, _ line: UInt64) {
    byType[content.type, default: []].insert(line)
    if case .summary(let summary) = content, let day = CivilDate(summary.date)?.dayNumber {
      byDay[content.type, default: [:]][day, default: []].insert(line)
    }
  }

  /// Notes the types, days and times of the objects that the lines touched.
  private mutating func noteSamples(
    _ lines: [ObjectUUID: Set<UInt64>], _ samples: [SampleColumns], _ tables: HealthTables,
    _ context: ViewContext
  ) throws {
    var days = try DayFinder(tables, context)
    for (number, columns) in samples.enumerated() {
      let type = tables.types.names[number]
      for row in 0..<columns.count {
        guard let touching = lines[columns.uuids[row]] else { continue }
        byType[type, default: []].formUnion(touching)
        for line in touching {
          spans[type, default: LineSpans()].add(
            start: columns.starts[row], end: columns.ends[row], line: line)
        }
        DayStretch.forEach(of: columns[row], .split, days: &days) { stretch in
          byDay[type, default: [:]][stretch.day, default: []].formUnion(touching)
          ofDay[stretch.day, default: []].formUnion(touching)
        }
      }
    }
    for object in tables.objects {
      guard let touching = lines[object.uuid] else { continue }
      let type = tables.types.names[Int(object.type)]
      byType[type, default: []].formUnion(touching)
      guard object.kind != .characteristic, object.kind != .summary else { continue }
      for line in touching {
        spans[type, default: LineSpans()].add(
          start: object.start, end: max(object.start, object.end), line: line)
      }
    }
    for type in Array(spans.keys) { spans[type]?.sort() }
  }

  /// Notes the lines that changed the order of the sources or the units of a type.
  private mutating func order(
    _ lines: [ObjectUUID: Set<UInt64>], _ samples: [SampleColumns], after first: UInt64,
    _ tables: HealthTables
  ) {
    for (number, columns) in samples.enumerated() {
      var removals: [ObjectUUID: UInt64] = [:]
      for row in 0..<columns.count where !columns.isLive(row) {
        removals[columns.uuids[row]] = lines[columns.uuids[row]]?
          .filter { $0 > columns.sequences[row] }.min()
      }
      let found = OrderChanges.lines(columns, removals: removals, in: tables)
      ordering[tables.types.names[number]] = Set(found.filter { $0 > first })
    }
  }

  /// Returns the days on which the samples of a type may count otherwise than before the lines;
  /// nil: on any day.
  func days(of type: String) -> RangeSet<Int>? {
    guard settings.isEmpty, ordering[type]?.isEmpty ?? true else { return nil }
    // A sample also changes what counts of others in its time, and how long the one before it
    // holds. By another clock that may be the next day or the one after.
    return RangeSet(byDay[type, default: [:]].keys.map { $0 - 3..<$0 + 4 })
  }

  /// Returns the lines that can have changed a row of a view: those that touched its object, its
  /// type on its day or night or in its time, or, if it has no types of its own, objects in its
  /// time. If there are none, those that changed the order of the sources or the units of its
  /// types; else those that changed settings, and in the end those that touched its types.
  ///
  /// A row that shows a fact and no objects has the lines that stated the fact.
  ///
  /// - Parameter reads: the objects that the rows of the view are made of.
  func lines(of change: TableDifference.Change, _ reads: Reads) -> [UInt64] {
    let row = change.row
    if let fact = reads.fact { return lines(of: fact, row) }
    var types = reads.ofDates
    var own: [String] = []
    if case .identifier(let type)? = row[.type] {
      // An activity is one of workouts, or of samples that their totals add up.
      let isActivity = WorkoutActivityType.find(type) != nil
      own = isActivity ? [WorkoutContent.type] : CorrelationType.members(of: [type])
      types = isActivity ? [WorkoutContent.type] + WorkoutContent.typesOfTotals : [type]
    }
    var found = lines(of: reads, row)
    for case .text(let text)? in [row[.object], change.earlier[.object]] {
      if let uuid = ObjectUUID(text) { found.formUnion(byUUID[uuid] ?? []) }
    }
    if row[.object] == nil {
      for type in own { found.formUnion(lines(of: type, at: row)) }
      if found.isEmpty, !own.isEmpty {
        for type in types { found.formUnion(lines(of: type, at: row)) }
      }
      if own.isEmpty {
        let read = reads.objects + reads.ofDay
        for type in read { found.formUnion(lines(inTimeOf: row, of: type)) }
      }
    }
    if found.isEmpty, types.isEmpty, reads.lasting.isEmpty { found = lines(inTimeOf: row) }
    if found.isEmpty { found = Self.lines(ordering, of: types) }
    if found.isEmpty { found = settings }
    if found.isEmpty { found = Self.lines(byType, of: types) }
    return found.sorted()
  }

  private static func lines(
    _ lines: [String: Set<UInt64>], of types: [String]
  ) -> Set<UInt64> {
    // Most rows have one type, whose lines need not be copied.
    guard let first = types.first else { return [] }
    return types.dropFirst().reduce(lines[first] ?? []) { $0.union(lines[$1] ?? []) }
  }

  /// Returns the lines that touched a type on the day or in the time of a row, or at any time if
  /// the row has none.
  private func lines(of type: String, at row: [Column.Role: Cell]) -> Set<UInt64> {
    if case .day(let day)? = row[.date] {
      return byDay[type]?[day.dayNumber] ?? []
    }
    guard let end = row[.end], end != .missing else { return byType[type] ?? [] }
    return lines(inTimeOf: row, of: type)
  }

  private func lines(of fact: Reads.Fact, _ row: [Column.Role: Cell]) -> [UInt64] {
    switch (fact, row[.source], row[.type], row[.line]) {
    case (.authorizations, .text(let source)?, .identifier(let type)?, _):
      decisions[Decided(source: source, type: type), default: []].sorted()
    case (.receipts, _, _, .whole(let line)?): [UInt64(line)]
    default: []
    }
  }

  private func lines(of reads: Reads, _ row: [Column.Role: Cell]) -> Set<UInt64> {
    var found: Set<UInt64> = []
    for type in reads.lasting { found.formUnion(byType[type] ?? []) }
    guard case .day(let day)? = row[.date] else { return found }
    for type in reads.ofDay {
      found.formUnion(byDay[type]?[day.dayNumber] ?? [])
    }
    for type in reads.ofNight {
      if period == .night {
        let night = calendar.night(of: day.dayNumber)
        let (first, last) = (night.lowerBound.microseconds, night.upperBound.microseconds)
        found.formUnion(spans[type]?.lines(from: first, to: last) ?? [])
      } else {
        found.formUnion(byDay[type]?[day.dayNumber] ?? [])
      }
      // Sleep may reach beyond the evenings, or be of a night of another zone.
      found.formUnion(lines(inTimeOf: row, of: type))
    }
    return found
  }

  /// Returns the lines that touched objects in the times of a row, or any on its day. A row without
  /// an end is of a moment.
  ///
  /// - Parameter type: objects of this type; nil: of any.
  private func lines(inTimeOf row: [Column.Role: Cell], of type: String? = nil) -> Set<UInt64> {
    let ends = [(row[.start], row[.end] ?? row[.start]), (row[.earlierStart], row[.earlierEnd])]
    let times = ends.compactMap { first, last -> ClosedRange<Int64>? in
      guard case .time(let start)? = first, case .time(let end)? = last else { return nil }
      let from = start.instant.microseconds
      return from...max(from, end.instant.microseconds)
    }
    if times.isEmpty, type == nil, case .day(let day)? = row[.date] {
      return ofDay[day.dayNumber] ?? []
    }
    let chosen = type.map { name in spans[name].map { [$0] } ?? [] } ?? Array(spans.values)
    return chosen.reduce(into: []) { found, spans in
      for time in times {
        found.formUnion(spans.lines(from: time.lowerBound, to: time.upperBound))
      }
    }
  }
}

/// The times of samples that lines touched, to be asked for those in many spans of time.
struct LineSpans {
  private typealias Span = (start: Int64, end: Int64, line: UInt64)

  private var spans: [Span] = []
  /// For each of the spans the greatest end of it and those before it.
  private var reaches: [Int64] = []

  mutating func add(start: Int64, end: Int64, line: UInt64) { spans.append((start, end, line)) }

  /// Puts the spans in the order of time; to be called before they are asked for.
  mutating func sort() {
    spans.sort { ($0.start, $0.line) < ($1.start, $1.line) }
    reaches = spans.map(\.end).runningMaximum
  }

  /// Returns the lines that touched samples between two moments, both included.
  func lines(from first: Int64, to last: Int64) -> Set<UInt64> {
    let index = spans.indices.partitioningIndex { reaches[$0] >= first }
    return Set(
      spans[index...].lazy.prefix { $0.start <= last }.filter { $0.end >= first }.map(\.line))
  }
}

extension [Int64] {
  /// For each index the greatest value up to it: for ends in the order of the starts, how far the
  /// spans up to that index reach.
  var runningMaximum: [Int64] {
    var greatest = Int64.min
    return map { moment in
      greatest = Swift.max(greatest, moment)
      return greatest
    }
  }
}
