import HealthModel
import HealthTables
import ViewTables

/// What checks look at: the samples that a query shows, and when they were recorded.
struct CheckSubject {
  /// The samples of one type.
  struct TypeRows {
    var type: String
    var columns: SampleColumns
    /// By start, end and uuid, so that no check depends on the order in which they were saved.
    var rows: [Int]
    /// Whether a sample of the type without a length says nothing.
    let takesTime: Bool
    /// The greatest length of a sample of the type in microseconds; nil: any.
    let longest: Int64?

    /// How long a row lasts, in microseconds.
    func length(_ row: Int) -> Int64 { columns.ends[row] - columns.starts[row] }
  }

  let journal: ReplayedJournal
  let options: CheckOptions
  /// The types that have samples, by identifier.
  let types: [TypeRows]
  /// The workouts, newest first; none where the query names other types only.
  let workouts: [ListedWorkout]
  var days: DayFinder
  private var knownTimes: RecordedTimes?

  init(_ journal: ReplayedJournal, _ context: ViewContext, _ options: CheckOptions) throws {
    self.journal = journal
    self.options = options
    var context = context
    context.query.leavesOutProblems = false
    let near = journal.forWindow(context.query)
    var selection = try SampleSelection(context.query, near)
    var types: [TypeRows] = []
    for type in try selection.types() {
      guard let columns = near.tables.columns(of: type) else { continue }
      let rows = try selection.rows(of: type)
      if !rows.isEmpty { types.append(TypeRows(type: type, columns: columns, sorting: rows)) }
    }
    self.types = types
    workouts = try Self.workouts(of: journal, context)
    days = try DayFinder(journal.tables, context)
  }

  /// A reader that never asked for workouts, and does not name them now, sees none.
  private static func workouts(
    of journal: ReplayedJournal, _ context: ViewContext
  ) throws -> [ListedWorkout] {
    let isNamed = context.query.types?.contains(Workout.type)
    let isDetermined = journal.tables.isDetermined(Workout.type)
    guard isNamed ?? isDetermined else { return [] }
    return try WorkoutList(journal, context.query).shown
  }

  /// When lines were recorded; read from the file the first time.
  var times: RecordedTimes {
    mutating get throws {
      if let knownTimes { return knownTimes }
      let read = try RecordedTimes(journal)
      knownTimes = read
      return read
    }
  }

  /// Returns whether a time zone is not known on this system.
  mutating func isUnknown(_ zone: String) -> Bool {
    _ = days.cursor(named: zone)
    return days.unknownNames.contains(zone)
  }

  /// A sample as rows show it.
  func example(_ row: Int, of samples: TypeRows, note: String? = nil) -> CheckExample {
    let sample = samples.columns[row]
    let isCategory = sample.flags.contains(.category)
    let tables = journal.tables
    return CheckExample(
      source: tables.sourceName(sample.provenance), seq: Int(sample.sequence),
      uuid: sample.uuid, start: .time(sample.startTime), end: .time(sample.endTime),
      value: isCategory
        ? .text(CategoryWords.word(for: sample, type: samples.type, tables: tables))
        : .number(sample.value),
      unit: isCategory ? .missing : .text(tables.units.names[Int(sample.unit)]), note: note)
  }

  /// A workout as rows show it.
  func example(_ listed: ListedWorkout, note: String? = nil) -> CheckExample {
    let workout = listed.leg.workout
    return CheckExample(
      source: journal.tables.sourceName(listed.row.provenance), seq: Int(listed.row.sequence),
      uuid: listed.row.uuid, start: .time(workout.span.start), end: .time(workout.span.end),
      value: .identifier(workout.activity), note: note)
  }

  /// A finding of each type that has rows for which `note` says something: their number, and the
  /// first.
  ///
  /// - Parameter types: nil: all.
  mutating func findings(
    _ says: CheckStatement, of types: [TypeRows]? = nil,
    where note: (inout CheckSubject, TypeRows, Int) throws -> String?
  ) throws -> [CheckFinding] {
    var findings: [CheckFinding] = []
    for samples in types ?? self.types {
      var finding = CheckFinding(type: samples.type, count: 0, says: says, examples: [])
      for row in samples.rows {
        guard let note = try note(&self, samples, row) else { continue }
        finding.count += 1
        finding.lines.append(samples.columns.sequences[row])
        guard finding.examples.count < options.examples else { continue }
        finding.examples.append(example(row, of: samples, note: note))
      }
      if finding.count > 0 { findings.append(finding) }
    }
    return findings
  }
}

extension CheckSubject.TypeRows {
  fileprivate init(type: String, columns: SampleColumns, sorting rows: [Int]) {
    let sorted = rows.sorted { a, b in
      (columns.starts[a], columns.ends[a], columns.uuids[a])
        < (columns.starts[b], columns.ends[b], columns.uuids[b])
    }
    self.init(
      type: type, columns: columns, rows: sorted, takesTime: SampleLength.takesTime(type),
      longest: SampleLength.longest(type))
  }
}

/// A length of time in words: `12 d 3 h`, `25 h`, `40 min`, `12 s`.
enum LengthWords {
  static func of(_ microseconds: Int64) -> String {
    let seconds = microseconds / 1_000_000
    if seconds < 60 { return "\(seconds) s" }
    if seconds < 2 * 3600 { return "\(seconds / 60) min" }
    let hours = seconds / 3600
    if hours < 48 { return "\(hours) h" }
    return "\(hours / 24) d" + (hours % 24 == 0 ? "" : " \(hours % 24) h")
  }

  static func ofSeconds(_ seconds: Double) -> String { of(Int64(min(seconds, 1e12) * 1e6)) }

  /// `24 h`, `0.5 h`.
  static func hours(_ hours: Double) -> String {
    "\(Int(exactly: hours).map { String($0) } ?? String(hours)) h"
  }
}
