import HealthEvents
package import HealthModel
package import HealthTables
import JournalFile

/// The origin of a view's rows: the lines that saved their content.
///
/// Rows that name a line or an object are of the line that saved it; rows of a time are of the
/// lines that saved the samples of their type, and other objects, that touch it.
package struct RowLines: Sendable {
  /// The type of the objects; nil: the rows name lines or objects.
  package let type: String?
  /// The span in which they were searched; nil: the rows name them.
  package let span: TimeSpan?
  /// The lines that saved them.
  package let lines: FigureLines

  /// Returns the lines of some rows, the lines that they name first, then those of each type.
  ///
  /// - Parameters:
  ///   - reads: what the rows are made of: it knows the types of rows that name none.
  ///   - times: the times of rows that have no time of their own.
  /// - Throws: what the query's predicate and reader may; the errors of reading lines.
  package static func find(
    _ rows: [[Cell]], _ columns: [Column], _ reads: Reads, at times: [Range<Instant>] = [],
    in journal: ReplayedJournal, _ context: ViewContext
  ) throws -> [RowLines] {
    let calendar = try context.calendar(of: journal.tables)
    try journal.tables.readObjects()
    var finder = RowLinesFinder(journal, calendar, reads, times, context)
    for row in rows { finder.add(columns.cellsByRole(row)) }
    return try finder.found()
  }
}

/// Gathers what rows say of where they come from.
private struct RowLinesFinder {
  /// A type and which of a row's times.
  private struct Subject: Hashable {
    var type: String
    var time: Int
  }

  private let journal: ReplayedJournal
  private let calendar: DayCalendar
  private let reads: Reads
  private let times: [Range<Instant>]
  private let context: ViewContext
  private let sequences: [ObjectUUID: UInt32]
  private var named: [UInt32] = []
  /// Objects that are none of `sequences`: samples.
  private var samples: Set<ObjectUUID> = []
  private var spans: [Subject: Range<Int64>] = [:]
  /// The types of rows that are of no time.
  private var timeless: Set<String> = []
  /// The days of rows for which types count that last.
  private var days: Set<Int> = []

  init(
    _ journal: ReplayedJournal, _ calendar: DayCalendar, _ reads: Reads,
    _ times: [Range<Instant>], _ context: ViewContext
  ) {
    (self.journal, self.calendar, self.reads) = (journal, calendar, reads)
    (self.times, self.context) = (times, context)
    sequences = Dictionary(journal.tables.objects.map { ($0.uuid, $0.sequence) }) { $1 }
  }

  mutating func add(_ row: [Column.Role: Cell]) {
    if case .whole(let line)? = row[.line] { return named.append(UInt32(clamping: line)) }
    if case .text(let text)? = row[.object], let uuid = ObjectUUID(text) {
      guard let line = sequences[uuid] else {
        samples.insert(uuid)
        return
      }
      return named.append(line)
    }
    if !reads.lasting.isEmpty, case .day(let day)? = row[.date] { days.insert(day.dayNumber) }
    var own = [span(row), span(row, .earlierStart, .earlierEnd)].compactMap { $0 }
    if own.isEmpty { own = times.map { $0.lowerBound.microseconds..<$0.upperBound.microseconds } }
    if own.isEmpty, case .identifier(let type)? = row[.type] { timeless.insert(type) }
    for (index, span) in own.enumerated() {
      for type in types(row) { widen(Subject(type: type, time: index), by: span) }
    }
  }

  private mutating func widen(_ subject: Subject, by span: Range<Int64>) {
    let known = spans[subject] ?? span
    let first = min(known.lowerBound, span.lowerBound)
    spans[subject] = first..<max(known.upperBound, span.upperBound)
  }

  private func types(_ row: [Column.Role: Cell]) -> [String] {
    if case .identifier(let type)? = row[.type] { return [type] }
    return reads.ofDates
  }

  private func span(
    _ row: [Column.Role: Cell], _ start: Column.Role, _ end: Column.Role
  ) -> Range<Int64>? {
    guard let first = row[start]?.moment(in: calendar),
      let last = row[end]?.moment(in: calendar), first <= last
    else { return nil }
    return first..<max(last, first + 1)
  }

  /// Returns the time of a row. Naps may lie anywhere on the date of a night.
  private func span(_ row: [Column.Role: Cell]) -> Range<Int64>? {
    let span = span(row, .start, .end) ?? span(row, .first, .last)
    guard let span, case .number? = row[.naps], let day = day(row) else { return span ?? day(row) }
    return min(span.lowerBound, day.lowerBound)..<max(span.upperBound, day.upperBound)
  }

  /// Returns the day of a row, or its night.
  private func day(_ row: [Column.Role: Cell]) -> Range<Int64>? {
    guard case .day(let day)? = row[.date] else { return nil }
    guard reads.ofNight.isEmpty else {
      let night = calendar.night(of: day.dayNumber)
      return night.lowerBound.microseconds..<night.upperBound.microseconds
    }
    let end = calendar.start(of: day.dayNumber + 1).microseconds
    return calendar.start(of: day.dayNumber).microseconds..<end
  }

  // MARK: Lines

  func found() throws -> [RowLines] {
    var all: [RowLines] = []
    let named = try self.named + linesOfSamples()
    if !named.isEmpty { all.append(RowLines(type: nil, span: nil, lines: FigureLines(named))) }
    all += try linesThatLast()
    let others = try OtherObjects(context.query, in: journal, calendar)
    for type in timeless.sorted() {
      let lines = try others.timed(of: type).filter { $0.span == nil }.map(\.row.sequence)
      if !lines.isEmpty { all.append(RowLines(type: type, span: nil, lines: FigureLines(lines))) }
    }
    let ordered = spans.sorted {
      ($0.key.type, $0.value.lowerBound) < ($1.key.type, $1.value.lowerBound)
    }
    for (subject, span) in ordered {
      let lines = try lines(of: subject.type, span, others)
      guard lines.count > 0 else { continue }
      let times = [span.lowerBound, span.upperBound].map {
        Timestamp(Instant(microseconds: $0), in: calendar.zone)
      }
      all.append(
        RowLines(type: subject.type, span: TimeSpan(times[0], times[1]), lines: lines))
    }
    return all
  }

  /// Returns the lines of objects of a type, or of workouts of an activity.
  private func lines(
    of type: String, _ span: Range<Int64>, _ others: OtherObjects
  ) throws -> FigureLines {
    guard WorkoutActivityType.find(type) == nil else {
      let workouts = try WorkoutList(journal, context.query, activities: [type]).shown
      return FigureLines(
        workouts.filter { span.contains($0.row.start) }.map(\.row.sequence))
    }
    let edges = [span.lowerBound, span.upperBound]
    let samples = try FigureLines.numbers(of: type, in: journal, context.query, edges: edges)[0]
    let touching = try others.timed(of: type).filter { $0.span?.overlaps(span) ?? false }
    return FigureLines(samples + touching.map(\.row.sequence))
  }

  /// Returns the lines of the samples that rows name by their uuids.
  private func linesOfSamples() throws -> [UInt32] {
    guard !samples.isEmpty else { return [] }
    try journal.tables.read(types: nil)
    return journal.tables.sampleTypes.flatMap { type in
      let columns = journal.tables.columns(type)
      return (0..<columns.count).filter { samples.contains(columns.uuids[$0]) }
        .map { columns.sequences[$0] }
    }
  }

  /// Returns the lines of lasting facts that counted on the days of the rows: a characteristic as
  /// it is now, a quantity as it was measured last.
  private func linesThatLast() throws -> [RowLines] {
    guard !days.isEmpty else { return [] }
    try journal.tables.read(types: reads.lasting)
    let ends = days.map { calendar.start(of: $0 + 1).adding(microseconds: -1) }
    return reads.lasting.compactMap { type in
      let lines: [UInt32] =
        switch TypeCatalogue.find(type) {
        case .characteristic(let known)?:
          [journal.tables.characteristicRow(known)?.sequence].compactMap { $0 }
        case .quantity(let known)?:
          LatestRows(known, context.query, in: journal.tables).map { rows in
            ends.compactMap { rows.rowForFormula(at: $0)?.sequence }
          } ?? []
        case .category?, .correlation?, .workout?, .other?, nil: []
        }
      return lines.isEmpty ? nil : RowLines(type: type, span: nil, lines: FigureLines(lines))
    }
  }
}

/// The lines behind a figure: how many, and which, the first spans of them by number and the last.
///
///     FigureLines([12, 40, 41, 42, 99]).spans    // [12...12, 40...42, 99...99]
package struct FigureLines: Hashable, Sendable {
  /// The number of lines.
  package let count: Int
  /// The first spans of lines that follow one another, and after them the last one.
  package let spans: [ClosedRange<UInt32>]
  /// True if there are spans between the last two that are not named.
  package let leavesOut: Bool

  /// The number of spans that are named before the last one.
  private static let named = 2

  /// Creates the list of these lines, in any order and some of them perhaps twice.
  package init(_ lines: [UInt32] = []) {
    let isSorted = zip(lines, lines.dropFirst()).allSatisfy { $0 <= $1 }
    var (count, spans, last) = (0, [ClosedRange<UInt32>](), ClosedRange<UInt32>?.none)
    var leavesOut = false
    for line in isSorted ? lines : lines.sorted() where line != last?.upperBound {
      count += 1
      if let known = last, known.upperBound + 1 == line {
        last = known.lowerBound...line
        continue
      }
      if let last {
        if spans.count < Self.named { spans.append(last) } else { leavesOut = true }
      }
      last = line...line
    }
    if let last { spans.append(last) }
    self.count = count
    self.spans = spans
    self.leavesOut = leavesOut
  }

  /// Returns for each stretch between two edges the lines that saved the live samples of a type
  /// that touch it: one for each sample, in the order in which they were saved.
  ///
  /// - Parameter edges: microseconds since 1970, ascending; at least two.
  /// - Complexity: one pass over the samples of the type.
  package static func numbers(
    of type: String, in journal: ReplayedJournal, _ query: ViewQuery, edges: [Int64]
  ) throws -> [[UInt32]] {
    precondition(edges.count > 1, "there is a stretch")
    var query = query
    query.types = [type]
    query.from = edges.first.map { Instant(microseconds: $0) }
    query.to = edges.last.map { Instant(microseconds: $0) }
    let journal = journal.forDays(edges[0]...edges[edges.count - 1], query)
    var selection = try SampleSelection(query, journal)
    guard let columns = journal.tables.columns(of: type) else {
      return [[UInt32]](repeating: [], count: edges.count - 1)
    }
    let rows = try selection.chosenRows(of: type)
    var found = [[UInt32]](repeating: [], count: edges.count - 1)
    var stretch = 0
    let sequences = columns.sequences
    columns.forEachChunk(of: rows) { chunk, first, starts, ends, _, _, flags in
      for index in chunk {
        let row = rows[index]
        if rows.skips(flags[row - first]) { continue }
        let (start, end) = (starts[row - first], ends[row - first])
        if start < edges[stretch] || start >= edges[stretch + 1] {
          stretch = edges.step(of: start)
        }
        guard query.touches(start: start, end: end) else { continue }
        found[stretch].append(sequences[row])
        // An endless sample counts only where it starts.
        guard end > edges[stretch + 1], !DayStretch.isEndless(start, end) else { continue }
        var later = stretch + 1
        while later < found.count, edges[later] < end {
          found[later].append(sequences[row])
          later += 1
        }
      }
    }
    return found
  }
}

/// The live objects of a journal that are no quantity or category samples, with the time of each.
struct OtherObjects {
  struct Timed {
    let row: ObjectRow
    /// The span in microseconds since 1970, of rings their day up to its last second; nil: it has
    /// none, as a characteristic.
    let span: ClosedRange<Int64>?
  }

  private let journal: ReplayedJournal
  private let calendar: DayCalendar
  private let rows: [UInt32: [ObjectRow]]

  /// Creates the live objects whose sources a query names, whatever its window is.
  ///
  /// - Throws: the errors of reading them.
  init(_ query: ViewQuery, in journal: ReplayedJournal, _ calendar: DayCalendar) throws {
    try journal.tables.readObjects()
    (self.journal, self.calendar) = (journal, calendar)
    let passes = query.provenances(in: journal.tables)
    let live = journal.tables.objects.filter { $0.isLive && passes[Int($0.provenance)] }
    rows = Dictionary(grouping: live, by: \.type)
  }

  /// The identifiers of the types that have some.
  var types: [String] { rows.keys.map { journal.tables.types.names[Int($0)] } }

  /// Returns the objects of a type. The lines of rings are read, as only they state their day.
  func timed(of type: String) throws -> [Timed] {
    guard let number = journal.tables.types.number(of: type), let rows = rows[number] else {
      return []
    }
    let lines = rows.filter { $0.kind == .summary }.map { UInt64($0.sequence) }
    let entries = try journal.entries(lines)
    return rows.map { row in
      switch row.kind {
      case .characteristic: Timed(row: row, span: nil)
      case .correlation, .workout, .document:
        Timed(row: row, span: row.start...max(row.start, row.end))
      case .summary: Timed(row: row, span: day(of: row, entries).map(span))
      }
    }
  }

  /// Returns the day of rings; nil if their line states none.
  private func day(of row: ObjectRow, _ entries: [UInt64: Entry]) -> CivilDate? {
    guard case .save(let save)? = entries[UInt64(row.sequence)]?.event,
      case .summary(let summary)? = save.objects.first(where: { $0.uuid == row.uuid })?.content
    else { return nil }
    return CivilDate(summary.date)
  }

  private func span(of day: CivilDate) -> ClosedRange<Int64> {
    let first = calendar.start(of: day.dayNumber)
    let end = calendar.start(of: day.dayNumber + 1).adding(microseconds: -1_000_000)
    return first.microseconds...max(first, end).microseconds
  }
}
