package import HealthModel
package import HealthTables
package import ViewTables

/// Where rows of a view come from: the lines that saved what they say.
///
/// Rows that name a line or an object are of the line that saved it; rows of a time are of the
/// lines that saved the samples of their type that touch it.
package struct RowLines: Sendable {
  /// The type of the samples; nil: the rows name lines or objects.
  package let type: String?
  /// From when to when samples were looked at; nil: they were not.
  package let span: TimeSpan?
  /// The lines that saved them.
  package let lines: FigureLines

  /// The lines of some rows, the lines that they name first, then those of each type.
  ///
  /// - Parameter reads: what the rows are made of: it knows the types of rows that name none.
  /// - Throws: what the query's predicate and reader may.
  package static func find(
    _ rows: [[Cell]], _ columns: [Column], _ reads: Reads, in journal: ReplayedJournal,
    _ context: ViewContext
  ) throws -> [RowLines] {
    var finder = RowLinesFinder(journal, try context.calendar(of: journal.tables), reads)
    for row in rows {
      finder.add(
        Dictionary(zip(columns.map(\.field), row)) { first, _ in first })
    }
    return try finder.found(context)
  }
}

/// Gathers what rows say of where they come from.
private struct RowLinesFinder {
  /// A type and which of a row's two times.
  private struct Subject: Hashable {
    var type: String
    var isEarlier: Bool
  }

  private let journal: ReplayedJournal
  private let calendar: DayCalendar
  private let reads: Reads
  private let sequences: [ObjectUUID: UInt32]
  private var named: [UInt32] = []
  private var spans: [Subject: Range<Int64>] = [:]

  init(_ journal: ReplayedJournal, _ calendar: DayCalendar, _ reads: Reads) {
    (self.journal, self.calendar, self.reads) = (journal, calendar, reads)
    sequences = Dictionary(journal.tables.objects.map { ($0.uuid, $0.sequence) }) { $1 }
  }

  mutating func add(_ row: [String: Cell]) {
    if case .whole(let line)? = row["seq"] { return named.append(UInt32(clamping: line)) }
    if case .text(let text)? = row["uuid"], let uuid = ObjectUUID(text),
      let line = sequences[uuid]
    {
      return named.append(line)
    }
    for (span, isEarlier) in [
      (span(row), false),
      (span(row, "earlierStart", "earlierEnd"), true),
    ] {
      guard let span else { continue }
      for type in types(row) { widen(Subject(type: type, isEarlier: isEarlier), by: span) }
    }
  }

  private mutating func widen(_ subject: Subject, by span: Range<Int64>) {
    let known = spans[subject] ?? span
    let first = min(known.lowerBound, span.lowerBound)
    spans[subject] = first..<max(known.upperBound, span.upperBound)
  }

  private func types(_ row: [String: Cell]) -> [String] {
    if case .identifier(let type)? = row["type"] { return [type] }
    return reads.ofDates
  }

  private func span(_ row: [String: Cell], _ start: String, _ end: String) -> Range<Int64>? {
    guard let first = moment(row[start]), let last = moment(row[end]), first <= last else {
      return nil
    }
    return first..<max(last, first + 1)
  }

  private func moment(_ cell: Cell?) -> Int64? {
    switch cell {
    case .time(let time)?: time.instant.microseconds
    case .day(let day)?: calendar.start(of: day.dayNumber).microseconds
    default: nil
    }
  }

  /// The time of a row. Naps may lie anywhere on the date of a night.
  private func span(_ row: [String: Cell]) -> Range<Int64>? {
    let span = span(row, "start", "end") ?? span(row, "first", "last")
    guard let span, case .number? = row["naps"], let day = day(row) else { return span ?? day(row) }
    return min(span.lowerBound, day.lowerBound)..<max(span.upperBound, day.upperBound)
  }

  /// The day of a row, or its night.
  private func day(_ row: [String: Cell]) -> Range<Int64>? {
    guard case .day(let day)? = row["day"] ?? row["date"] else { return nil }
    guard reads.ofNight.isEmpty else {
      let night = calendar.night(of: day.dayNumber)
      return night.lowerBound.microseconds..<night.upperBound.microseconds
    }
    let end = calendar.start(of: day.dayNumber + 1).microseconds
    return calendar.start(of: day.dayNumber).microseconds..<end
  }

  func found(_ context: ViewContext) throws -> [RowLines] {
    var all: [RowLines] = []
    if !named.isEmpty { all.append(RowLines(type: nil, span: nil, lines: FigureLines(named))) }
    let ordered = spans.sorted {
      ($0.key.type, $0.value.lowerBound) < ($1.key.type, $1.value.lowerBound)
    }
    for (subject, span) in ordered {
      let lines = try lines(of: subject.type, span, context)
      guard lines.count > 0 else { continue }
      let times = [span.lowerBound, span.upperBound].map {
        Timestamp(Instant(microseconds: $0), in: calendar.zone)
      }
      all.append(
        RowLines(type: subject.type, span: TimeSpan(times[0], times[1]), lines: lines))
    }
    return all
  }

  /// The lines of samples of a type, or of workouts of an activity.
  private func lines(
    of type: String, _ span: Range<Int64>, _ context: ViewContext
  ) throws -> FigureLines {
    guard WorkoutActivityType.find(type) == nil else {
      let workouts = try WorkoutList(journal, context.query, activities: [type]).shown
      return FigureLines(
        workouts.filter { span.contains($0.row.start) }.map(\.row.sequence))
    }
    let edges = [span.lowerBound, span.upperBound]
    return FigureLines(
      try FigureLines.numbers(of: type, in: journal, context.query, edges: edges)[0])
  }
}
