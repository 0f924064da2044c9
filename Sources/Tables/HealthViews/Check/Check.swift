import ByteTools
import HealthEvents
import HealthModel
import HealthTables
import JournalFile
import Synchronization

/// A check of the samples of a journal: one file each, and one line in `all`.
package struct Check: Sendable {
  /// The meaning of a finding of a check.
  package enum Level: String, Sendable {
    /// Something is wrong with the samples themselves.
    case problem
    /// For information: the samples may be right.
    case note
  }

  /// The word for it: `duplicates`.
  package var name: String
  /// The meaning of its findings.
  package var level: Level
  /// The subject of the check, in one line.
  package var summary: String
  /// Makes one finding of those of several types; nil: each type has its own.
  ///
  /// Its parameters are the findings of the workouts, then those of each type, by identifier.
  var join: (@Sendable ([[CheckFinding]], CheckOptions) -> [CheckFinding])?
  /// Finds what the samples and workouts of a subject show.
  var find: @Sendable (inout CheckSubject) throws -> [CheckFinding]

  /// Every check, in the order of the report.
  package static let all: [Check] = [
    .future, .zeroLength, .absurdLength, .duplicates, .implausible, .wholeSecond, .late, .gaps,
    .wear, .unitChanges, .overlaps, .unknownValues, .unknownTypes,
    .zones,
  ]
}

/// The strictness of checks, and what they show.
package struct CheckOptions: Sendable {
  /// The names of the checks to run; nil: all.
  package var only: Set<String>?
  /// A sample that was recorded more than this many hours after its end is late.
  package var lateHours = 24.0
  /// A day on which a watch was worn for fewer hours is short.
  ///
  /// Source: ten hours make a valid day of accelerometry (Troiano et al., Med Sci Sports Exerc
  /// 40:181, 2008).
  package var wearHours = 10.0
  /// The number of examples that a finding shows.
  package var examples = 3

  /// Creates the options of every check, as strict as usual.
  package init() {}
}

/// The finding of a check for one type.
package struct CheckFinding: Sendable {
  /// The type's identifier; nil: it is about several types.
  package var type: String?
  /// The number of samples, workouts, days or other cases that it counts.
  package var count: Int
  /// The statement about them.
  package var says: CheckStatement
  /// The lines of the samples or workouts behind the count; none if it counts days or sources of
  /// one type, for then they are those of all samples of the type.
  package var lines: [UInt32] = []
  /// The first ones, in an order that does not depend on when they were saved.
  var examples: [CheckExample]
  /// For each day the hours with samples, a bit each, where the finding is about days.
  var hours: [Int: UInt32] = [:]
}

/// An example of what a finding counts.
struct CheckExample: Sendable {
  var source: String?
  var seq: Int?
  var uuid: ObjectUUID?
  var start = Cell.missing
  var end = Cell.missing
  var value = Cell.missing
  var unit = Cell.missing
  var note: String?
}

/// The statement of a finding about what it counts: a value, which a page may put into words of
/// another language.
package enum CheckStatement: Hashable, Sendable {
  /// The samples start after they were recorded or exported.
  case ahead
  /// The statement that they have no length.
  case withoutLength
  /// They start and end in the same whole second.
  case inOneSecond
  /// They last longer than their type can.
  case tooLong
  /// They are further copies, in this many groups of equal ones.
  case copies(groups: Int)
  /// Their values lie outside of a range.
  case outside(PlausibleRange)
  /// They were recorded or created this many hours after their end.
  case late(hours: Double)
  /// Days without samples, in this many gaps.
  case gaps(Int)
  /// Days with a watch worn for fewer hours, of this many days whose median is known.
  case shortDays(hours: Double, days: Int, median: Double)
  /// Pairs of sources that overlap, on this many days with several sources; of so many sources that
  /// this number of others was not compared.
  case overlaps(pairs: Int, days: Int, others: Int)
  /// Their values are none that is known; of sleep they count as asleep.
  case unknownValues(areAsleep: Bool)
  /// Their type is neither one that is known nor one that the journal declares.
  case unknownType
  /// Workouts that state more active time than lies between their start and end.
  case longerThanSpan
  /// Workouts that record the effort of another source's, which counts in their place.
  case sharedEfforts(Int)
  /// The changes between units, with the number of samples of each.
  case unitChanges([SamplesOfUnit])

  /// They name a zone that is not known, and their days are those of another.
  case unknownZone(String, used: String)

  /// The number of samples that have a unit.
  package struct SamplesOfUnit: Hashable, Sendable {
    /// The number of samples.
    package var count: Int
    /// The unit as lines have it.
    package var unit: String
  }
}

extension CheckStatement: CustomStringConvertible {
  /// The words of `check`: `are further copies, in 3 groups`.
  package var description: String {
    switch self {
    case .ahead: "start after they were recorded or exported"
    case .withoutLength: "have no length"
    case .inOneSecond: "start and end in the same whole second"
    case .tooLong: "last longer than their type can"
    case .copies(let groups): "are further copies, in \(counted(groups, "group"))"
    case .outside(let range): "outside \(range)"
    case .late(let hours):
      "recorded or created more than \(LengthWords.hours(hours)) after their end"
    case .gaps(let gaps): "days without samples, in \(counted(gaps, "gap"))"
    case .shortDays(let hours, let days, let median):
      "days with a watch worn for under \(LengthWords.hours(hours)), of \(counted(days, "day")); "
        + "median \(LengthWords.hours(median))"
    case .overlaps(let pairs, let days, let others):
      (pairs == 1 ? "pair of sources that overlaps" : "pairs of sources that overlap")
        + "; \(counted(days, "day")) with several sources"
        + (others == 0 ? "" : "; \(counted(others, "more source")) not compared")
    case .unknownValues(let areAsleep):
      "have a value that is not known here" + (areAsleep ? "; `sleep` counts them as asleep" : "")
    case .unknownType: "are of a type that is not known here"
    case .longerThanSpan: "state more active time than there is; totals leave it out"
    case .sharedEfforts(let pairs):
      pairs == 1
        ? "pair of sources that recorded one effort, which counts once"
        : "pairs of sources that recorded one effort, which counts once"
    case .unknownZone(let name, let zone):
      "of the time zone \(name), which is not known here; days of \(zone) count in its place"
    case .unitChanges(let units):
      "changes of unit: "
        + units.map { "\($0.count) in \($0.unit)" }.joined(separator: ", ")
    }
  }
}

/// The subject of checks: the samples and workouts that a query shows, or a part of them, and when
/// they were recorded.
struct CheckSubject: Sendable {
  /// The samples of one type.
  struct TypeRows: Sendable {
    var type: String
    var columns: SampleColumns
    /// By start, end and uuid, so that no check depends on the order in which they were saved.
    var rows: [Int]
    /// True if a sample of the type without a length has no meaning.
    let hasDuration: Bool
    /// The greatest length of a sample of the type in microseconds; nil: any.
    let longest: Int64?

    /// Returns the length of a row, in microseconds.
    func length(_ row: Int) -> Int64 { columns.ends[row] - columns.starts[row] }
  }

  let journal: ReplayedJournal
  let options: CheckOptions
  /// The types that have samples, by identifier.
  private(set) var types: [TypeRows] = []
  /// The workouts, newest first; none where the query names other types only.
  private(set) var workouts: [ListedWorkout]
  var days: DayFinder
  private let query: ViewQuery
  private let samples: ChosenSamples
  private let threads: Int
  /// By type its rows that start after they were known.
  private var knownAhead: [String: Set<Int>] = [:]
  /// The same for all copies, once one of them has read what imports state.
  private let sharedTimes = Memo<RecordedTimes>()

  /// Creates the subject of all workouts and samples.
  init(_ journal: ReplayedJournal, _ context: ViewContext, _ options: CheckOptions) throws {
    try self.init(workoutsOf: journal, context, options)
    types = try map { _, subject in subject.types }.flatMap(\.self)
  }

  /// Creates the subject of the workouts alone.
  init(
    workoutsOf journal: ReplayedJournal, _ context: ViewContext, _ options: CheckOptions
  ) throws {
    self.journal = journal
    self.options = options
    threads = context.threads
    var context = context
    context.query.leavesOutProblems = false
    query = context.query
    samples = try ChosenSamples(query, journal)
    workouts = try Self.workouts(of: journal, context)
    days = try DayFinder(journal.tables, context)
  }

  /// Returns the results of `body` for the samples of each type, by identifier. The samples of a
  /// type that only a snapshot holds are read for it, and their memory is given back after it.
  func map<Result: Sendable>(
    _ body: @Sendable (_ type: String, inout CheckSubject) throws -> Result
  ) throws -> [Result] {
    try journal.tables.map(query.types(in: journal.tables), on: threads) { type in
      var subject = self
      subject.workouts = []
      subject.types = try rows(of: type).map { [$0] } ?? []
      return try body(type, &subject)
    }
  }

  /// Returns the samples of a type; nil if the query shows none.
  private func rows(of type: String) throws -> TypeRows? {
    var query = query
    query.types = [type]
    let tables = (samples.areMatched ? journal : journal.forOneLook(query)).tables
    guard let columns = tables.columns(of: type) else { return nil }
    let rows = columns.rows(samples.rows(of: type, in: tables))
    return rows.isEmpty ? nil : TypeRows(type: type, columns: columns, sorting: rows)
  }

  /// Returns the workouts. A reader that never asked for workouts, and does not name them now, sees
  /// none.
  private static func workouts(
    of journal: ReplayedJournal, _ context: ViewContext
  ) throws -> [ListedWorkout] {
    let isNamed = context.query.types?.contains(WorkoutContent.type)
    let isDetermined = journal.tables.isDetermined(WorkoutContent.type)
    guard isNamed ?? isDetermined else { return [] }
    return try WorkoutList(journal, context.query).shown
  }

  /// The times at which lines were recorded.
  var times: RecordedTimes {
    get throws { try sharedTimes.value { try RecordedTimes(journal) } }
  }

  /// Returns the rows of a type that start after they were known: they make no day a day with data.
  mutating func ahead(of samples: TypeRows) throws -> Set<Int> {
    if let known = knownAhead[samples.type] { return known }
    let (times, columns) = (try times, samples.columns)
    let ahead = Set(
      samples.rows.lazy.filter { row in
        guard let exported = times.importing(columns.sequences[row])?.exported else {
          return columns.flags[row].contains(.ahead)
        }
        return SampleRow.Flags.isAhead(
          start: columns.starts[row], known: exported.microseconds)
      })
    knownAhead[samples.type] = ahead
    return ahead
  }

  /// Returns whether a time zone is not known on this system.
  mutating func isUnknown(_ zone: String) -> Bool {
    _ = days.cursor(named: zone)
    return days.unknownNames.contains(zone)
  }

  /// Returns a sample as rows show it.
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

  /// Returns a workout as rows show it.
  func example(_ listed: ListedWorkout, note: String? = nil) -> CheckExample {
    let workout = listed.leg.workout
    return CheckExample(
      source: journal.tables.sourceName(listed.row.provenance), seq: Int(listed.row.sequence),
      uuid: listed.row.uuid, start: .time(workout.span.start), end: .time(workout.span.end),
      value: .identifier(workout.activity), note: note)
  }

  /// Returns a finding for each type that has rows for which `isFound` returns true: their number,
  /// and the first, each with a note.
  ///
  /// - Parameter types: nil: all.
  func findings(
    _ says: CheckStatement, of types: [TypeRows]? = nil,
    where isFound: (TypeRows, Int) throws -> Bool, note: (TypeRows, Int) throws -> String?
  ) throws -> [CheckFinding] {
    var findings: [CheckFinding] = []
    for samples in types ?? self.types {
      var finding = CheckFinding(type: samples.type, count: 0, says: says, examples: [])
      for row in samples.rows where try isFound(samples, row) {
        finding.count += 1
        finding.lines.append(samples.columns.sequences[row])
        guard finding.examples.count < options.examples else { continue }
        finding.examples.append(example(row, of: samples, note: try note(samples, row)))
      }
      if finding.count > 0 { findings.append(finding) }
    }
    return findings
  }
}

extension CheckSubject.TypeRows {
  fileprivate init(type: String, columns: SampleColumns, sorting rows: [Int]) {
    var sorted = columns.byStart(rows)
    var from = 0
    while from < sorted.count {
      let start = columns.starts[sorted[from]]
      let end = sorted[from...].firstIndex { columns.starts[$0] != start } ?? sorted.count
      if end - from > 1 {
        sorted[from..<end].sort { a, b in
          (columns.ends[a], columns.uuids[a]) < (columns.ends[b], columns.uuids[b])
        }
      }
      from = end
    }
    self.init(
      type: type, columns: columns, rows: sorted, hasDuration: SampleLength.hasDuration(type),
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

  /// Returns hours as text: `24 h`, `0.5 h`.
  static func hours(_ hours: Double) -> String {
    "\(Int(exactly: hours).map { String($0) } ?? String(hours)) h"
  }
}

/// The times at which lines were recorded, and what imports state of themselves. No line has an
/// earlier time than the line before it: the times of some that are kept bound those of the others,
/// which are read where that does not do.
struct RecordedTimes: Sendable {
  /// Lines that one import appended.
  struct Import: Sendable {
    var lines: ClosedRange<UInt64>
    /// The time of the export that the file states.
    var exported: Instant?
  }

  /// The imports by their first line.
  let imports: [Import]
  private let journal: ReplayedJournal
  /// The times that are kept, in microseconds.
  private let bounds: [Int64]
  /// The lines from one of these to the next, as far as they were read, by their place.
  private let read = KeptTimes()

  private final class KeptTimes: Sendable {
    let blocks = Mutex<[Int: [Instant]]>([:])
  }

  init(_ journal: ReplayedJournal) throws {
    self.journal = journal
    bounds = try journal.recordedTimes().map(\.microseconds)
    var imports: [Import] = []
    for receipt in try journal.importReceipts() {
      guard let lines = receipt.lines() else { continue }
      imports.append(Import(lines: lines, exported: receipt.exported?.instant))
    }
    self.imports = imports.sorted { $0.lines.lowerBound < $1.lines.lowerBound }
  }

  /// Returns the import that appended a line.
  func importing(_ sequence: UInt32) -> Import? {
    if imports.isEmpty { return nil }
    let index = imports.indices.partitioningIndex {
      imports[$0].lines.upperBound >= UInt64(sequence)
    }
    return imports[index...].first.flatMap { $0.lines.contains(UInt64(sequence)) ? $0 : nil }
  }

  /// Returns the time at which a line was recorded.
  func recorded(_ sequence: UInt32) throws -> Instant {
    let (block, line) = (Int(sequence) - 1).quotientAndRemainder(dividingBy: Self.step)
    return try read.blocks.withLock { blocks in
      let first = UInt64(block * Self.step + 1)
      let lines = first...min(first + UInt64(Self.step) - 1, journal.head.sequence)
      let times = try blocks[block] ?? journal.recordedTimes(of: lines)
      blocks[block] = times
      return times[line]
    }
  }

  /// Returns the moment by which the content of a line had happened: the date of the export that
  /// the import read, else the time of the line.
  func known(_ sequence: UInt32) throws -> Instant {
    try importing(sequence)?.exported ?? recorded(sequence)
  }

  /// Returns true if a line was recorded more than some time after a moment; both are in
  /// microseconds.
  func isRecorded(_ sequence: UInt32, moreThan limit: Double, after moment: Int64) throws -> Bool {
    let block = (Int(sequence) - 1) / Self.step
    if Double(bounds[block] - moment) > limit { return true }
    if Double(bounds[block + 1] - moment) <= limit { return false }
    return try Double(recorded(sequence).microseconds - moment) > limit
  }

  private static let step = ReplayedJournal.timeStep
}
