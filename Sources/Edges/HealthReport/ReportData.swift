import ByteTools
import HealthModel
import HealthTables
import HealthViews
import JournalFile
import Synchronization

/// The data of a report's sections: the views' figures of its days, each computed once.
struct ReportData: Sendable {
  let journal: ReplayedJournal
  /// The journal with the samples of the period and of the one before only, for views that need no
  /// others.
  let near: ReplayedJournal
  let period: ReportPeriod
  /// The twelve months that end with the period.
  let year: ReportPeriod
  /// The period of the first page: the last twelve months at most.
  var recent: ReportPeriod { period.days.count > year.days.count ? year : period }
  /// The days from the first that a section asks for to the last of the period.
  let allDays: Range<Int>
  let words: Words
  let options: ReportOptions
  /// The calendar of the journal's days.
  let calendar: DayCalendar
  /// The query of the period.
  let context: ViewContext
  /// The samples of the report's types that are problems, in both periods.
  let problems: ProblemCount
  /// The figures computed so far, shared by all copies.
  private let known = KnownFigures()

  init(
    _ journal: ReplayedJournal, _ context: ViewContext, _ options: ReportOptions
  ) throws {
    self.journal = journal
    try journal.tables.readObjects()
    self.options = options
    period = options.period
    year = ReportPeriod(.year, endingWith: period.last)
    let isLong = period.days.count > year.days.count
    let starts = [period.before, year, isLong ? year.before : year].map(\.days.lowerBound)
    allDays = (starts.min() ?? period.days.lowerBound)..<period.days.upperBound
    words = Words(language: options.language)
    calendar = try context.calendar(of: journal.tables)
    var context = context
    context.query.show(period.days, of: calendar)
    self.context = context
    // The first night begins on the day before.
    near = try journal.near(allDays.lowerBound - 1..<allDays.upperBound, in: context)
    var query = context.query
    query.from = calendar.start(of: options.period.before.days.lowerBound)
    let types = Set((Measure.compared + Measure.vital).map(\.type))
    query.types = types.filter(journal.tables.isDetermined).sorted()
    problems = try ProblemCount(near, query)
  }

  /// Returns the query of other days, or of types.
  func context(days: Range<Int>? = nil, types: [String]? = nil) -> ViewContext {
    var context = context
    let days = days ?? period.days
    context.query.show(days, of: calendar)
    context.query.types = types
    return context
  }

  /// Returns the period in days, calendar weeks, or months.
  func parts(_ step: ReportPeriod.Step) -> [ReportPeriod.Part] {
    period.parts(step, weekStarts: journal.tables.settings.weekStarts)
  }

  /// Returns those of some types whose samples the reader may see.
  func present(_ types: [String]) -> [String] {
    let shown = Set(journal.tables.types.names)
    return types.filter {
      shown.contains($0) && journal.tables.isDetermined($0)
    }
  }

  /// Returns the rows of `daily` of a type, in the unit that most days have.
  ///
  /// - Parameter chosen: the days; nil: those of the period.
  func days(_ type: String, in chosen: ReportPeriod? = nil) throws -> ArraySlice<DayStatistics> {
    let rows = try known.days(type).value {
      guard !present([type]).isEmpty else { return [] }
      let all = try DailyView.statistics(of: near, in: context(days: allDays, types: [type]))
      let units = Dictionary(grouping: all, by: \.unit)
      let most = units.max { ($0.value.count, $1.key ?? "") < ($1.value.count, $0.key ?? "") }
      return most?.value ?? []
    }
    let days = (chosen ?? period).days
    let start = rows.indices.partitioningIndex { rows[$0].day.dayNumber >= days.lowerBound }
    let end = rows.indices.partitioningIndex { rows[$0].day.dayNumber >= days.upperBound }
    return rows[start..<end]
  }

  /// Returns the nights of a period, or of the one before it, by their mornings.
  func nights(_ period: ReportPeriod) throws -> [SleepSummary] {
    let type = CategoryType.sleepAnalysis.identifier
    guard !present([type]).isEmpty else { return [] }
    let all = try known.nights.value {
      try SleepView.nights(of: journal, in: context(days: allDays))
    }
    return all.filter { period.days.contains($0.date.dayNumber) }
  }

  /// Returns the workouts that begin in a period, newest first.
  func workouts(_ period: ReportPeriod) throws -> [WorkoutRecord] {
    let all = try known.workouts.value {
      try WorkoutRecord.all(of: journal, in: context(days: allDays))
    }
    return all.filter { period.days.contains($0.day) }
  }

  /// Returns what checks found in the period; those that ask when lines were recorded are left to
  /// `check`.
  func checked() throws -> CheckReport {
    try known.checked.value {
      var options = CheckOptions()
      options.only = Set(Check.all.map(\.name)).subtracting(["late", "future", "wholeSecond"])
      options.examples = 0
      return try CheckReport(near, in: context, options: options)
    }
  }

  /// Returns the readings of blood pressure of a period in mmHg, newest first; none where the
  /// reader may not see both figures.
  func pressures(_ period: ReportPeriod) throws -> [PressureView.Reading] {
    let types = [Measure.systolic.type, Measure.diastolic.type]
    guard types.allSatisfy(journal.tables.isDetermined) else { return [] }
    let all = try known.pressures.value {
      var context = context(days: allDays)
      context.query.unit = try Unit("mmHg")
      return try PressureView.readings(of: near, in: context).readings
    }
    return all.filter { period.days.contains(date(of: $0.start).dayNumber) }
  }

  /// Returns the figures of the days of a period; nil if none has data.
  func figures(_ type: String, in chosen: ReportPeriod? = nil) throws -> DayFigures? {
    DayFigures(
      try days(type, in: chosen), from: (chosen ?? period).days.lowerBound)
  }

  /// Returns the figures of the days of each part of a period; nil if no day has data.
  func figures(
    _ type: String, _ parts: [ReportPeriod.Part], in chosen: ReportPeriod? = nil
  ) throws -> [DayFigures?] {
    var rest = try days(type, in: chosen)
    return parts.map { part in
      let own = rest.prefix { $0.day.dayNumber < part.days.upperBound }
      rest = rest.dropFirst(own.count)
      return DayFigures(own, from: part.days.lowerBound)
    }
  }

  /// Returns the range of values that is drawn of a type, as its figures are shown: no axis is
  /// longer for a value that nobody can have.
  func drawn(_ type: String) throws -> ClosedRange<Double> {
    let ends = try days(type, in: ReportPeriod(allDays)).first?.unit
      .flatMap { PlausibleRange.ends(of: type, in: $0) }
    let factor = try unit(type).factor
    return
      (ends?.least.map { $0 * factor } ?? -.infinity)...(ends?.greatest.map { $0 * factor }
      ?? .infinity)
  }

  /// Returns the unit of the days of a type, as people read it.
  func unit(_ type: String) throws -> UnitText {
    UnitText(try days(type, in: ReportPeriod(allDays)).first?.unit ?? "")
  }

  // MARK: Lines

  /// Returns the lines of the samples of a type that touch the days of each part.
  func lines(_ type: String, _ parts: [ReportPeriod.Part]) throws -> [FigureLines] {
    guard let last = parts.last, !present([type]).isEmpty else {
      return parts.map { _ in FigureLines() }
    }
    let edges = (parts.map(\.days.lowerBound) + [last.days.upperBound])
      .map { calendar.start(of: $0).microseconds }
    var query = ViewQuery()
    query.leavesOutProblems = context.query.leavesOutProblems
    return try FigureLines.numbers(of: type, in: near, query, edges: edges)
      .map { FigureLines($0) }
  }

  /// Returns the lines of a type in the period and in the one before.
  func bothLines(_ type: String) throws -> KnownFigures.Lines {
    try known.lines(type).value {
      let parts = [period.before, period].map { ReportPeriod.Part(days: $0.days) }
      let found = try lines(type, parts)
      return (now: found[1], before: found[0])
    }
  }

  /// Returns the lines of the sleep samples that touch some nights, one for each sample.
  func lines(_ nights: [SleepSummary]) throws -> [UInt32] {
    let lines = try known.nightLines.value {
      var evening = context
      evening.dayStarts = .evening
      let evenings = try evening.calendar(of: journal.tables)
      // The sleep of a date, naps too, ends between the evening before and its own.
      let edges = (allDays.lowerBound - 1..<allDays.upperBound)
        .map { evenings.start(of: $0).microseconds }
      return try FigureLines.numbers(
        of: CategoryType.sleepAnalysis.identifier, in: near, ViewQuery(), edges: edges)
    }
    return nights.flatMap { lines[$0.date.dayNumber - allDays.lowerBound] }
  }

  /// Returns a day and a time on the clock of the page, that of its days, whatever offset a source
  /// gave.
  func moment(_ time: Timestamp) -> String {
    words.moment(Timestamp(time.instant, in: calendar.zone))
  }

  /// Returns the day of a time on the same clock.
  func date(of time: Timestamp) -> CivilDate {
    CivilDate(dayNumber: calendar.day(of: time.instant))
  }

  /// Returns the numbers of the lines, in words.
  func text(_ lines: FigureLines) -> String {
    words.lines(lines.spans, count: lines.count, leavesOut: lines.leavesOut)
  }

  /// Returns the numbers of the lines behind a figure; if they are in too many places, the call
  /// that shows its samples, or its nights, and how many lines there are.
  ///
  /// - Parameters:
  ///   - type: the type of the samples.
  ///   - days: the days of the figure, as numbers since 1970-01-01.
  func text(_ lines: FigureLines, of type: String, on days: Range<Int>) -> String {
    guard lines.leavesOut else { return text(lines) }
    let isSleep = type == CategoryType.sleepAnalysis.identifier
    let view = isSleep ? View.sleep.name : "samples \(TypeCatalogue.shortName(of: type))"
    let (first, end) = (
      CivilDate(dayNumber: days.lowerBound), CivilDate(dayNumber: days.upperBound)
    )
    return words(.inAll, "\(view) --from \(first) --to \(end)", words.number(lines.count))
  }

  /// The note about values that nobody can have; nil: there are none.
  var problemText: String? {
    if problems.count == 0 { return nil }
    let types = problems.types.map { "\(words.type($0.type)): \(words.number($0.count))" }
      .joined(separator: ", ")
    return words(context.query.leavesOutProblems ? .problemsLeftOut : .problemsCounted, types)
  }
}

/// The figures that a report has computed, so that threads that write sections of one report
/// compute each once.
final class KnownFigures: Sendable {
  /// The lines of a type in both periods.
  typealias Lines = (now: FigureLines, before: FigureLines)

  let nights = Memo<[SleepSummary]>()
  let nightLines = Memo<[[UInt32]]>()
  let workouts = Memo<[WorkoutRecord]>()
  let pressures = Memo<[PressureView.Reading]>()
  let checked = Memo<CheckReport>()
  private let days = Mutex([String: Memo<[DayStatistics]>]())
  private let lines = Mutex([String: Memo<Lines>]())

  func days(_ type: String) -> Memo<[DayStatistics]> { Self.memo(type, days) }

  func lines(_ type: String) -> Memo<Lines> { Self.memo(type, lines) }

  private static func memo<Value>(
    _ type: String, _ memos: borrowing Mutex<[String: Memo<Value>]>
  ) -> Memo<Value> {
    memos.withLock { memos in
      let memo = memos[type] ?? Memo()
      memos[type] = memo
      return memo
    }
  }
}

/// A unit as people read it.
package struct UnitText {
  /// The text after a number; empty for a plain count.
  package let text: String
  /// The factor of a stored number: HealthKit's percent is a fraction.
  let factor: Double

  /// Creates the text for a unit of the journal.
  package init(_ unit: String) {
    factor = unit == "%" ? 100 : 1
    text =
      switch unit {
      case "count": ""
      case "count/min": "/min"
      case "degC": "°C"
      case "degF": "°F"
      case "dBASPL", "dBHL": "dB"
      case "mL/min·kg", "mL/kg·min": "mL/(kg·min)"
      case "hr": "h"
      case "km/hr": "km/h"
      case "mi/hr": "mph"
      default:
        unit.hasPrefix("mmol<") ? "mmol/L" : unit
      }
  }

  /// After a number: ` km`, or nothing.
  var suffix: String { text.isEmpty ? "" : " " + text }
}
