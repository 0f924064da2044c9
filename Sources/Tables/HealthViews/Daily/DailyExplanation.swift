package import HealthModel
package import HealthTables

/// The explanation of a day's figure: the day's bounds and rules, the order of the sources, every
/// sample that counts and how much of it, every one that does not and which others count instead,
/// and the results of other rules.
///
/// The column `what` names the kind of each row. For sums and durations, the column `counted` of
/// the rows that count adds up to the row `total`, to the last digit. Other types have a row
/// `total` for each figure of `daily`.
package enum DailyExplanation {
  /// Returns the explanation of one type and day.
  ///
  /// Rows by `what`: `day`, `rule`, `source`, `counted`, `suppressed`, `total`, `other`.
  package static func table(
    of type: String, on day: CivilDate, _ journal: ReplayedJournal, in context: ViewContext,
    options: DailyView.Options
  ) throws -> Table {
    let rows = try rows(of: type, on: day, journal, in: context, options: options)
    return Table(columns(of: rows.isEmpty ? nil : type), rows: rows)
  }

  /// Returns the rows of `table`.
  package static func rows(
    of type: String, on day: CivilDate, _ journal: ReplayedJournal, in context: ViewContext,
    options: DailyView.Options
  ) throws -> [ExplainedRow] {
    var context = context
    let calendar = try context.calendar(of: journal.tables)
    context.query.types = [type]
    context.query.show(day.dayNumber, of: calendar)
    let journal = try journal.forDays(of: context)
    let explained = try ExplainedDay(type, day.dayNumber, journal, context, options)
    let (figures, samples) = (explained.figures, explained.samples)
    guard !samples.isEmpty else { return [] }
    let style = journal.tables.catalogue.style(of: type)
    let rule = "--sources \(options.sources.applying(to: style).rawValue)"
    return [bounds(of: day, calendar, ownZones: context.timeZone == nil)]
      + rules(type, style, options, samples) + explained.rows
      + figures.totals(samples, withLatest: true) { _ in rule } + figures.headerAverages(samples)
      + (try others(than: options, type, journal, context))
  }

  /// Returns the fields of `daily --explain`.
  ///
  /// - Parameter type: the type of all figures.
  static func columns(of type: String? = nil) -> [RowColumn<ExplainedRow>] {
    ExplainedRow.columns(
      "`day`, `rule`, `source`, `counted`, `suppressed`, `total` or `other`", of: type)
  }

  /// - Parameter ownZones: true if a sample's own time zone decides, if it has one.
  private static func bounds(
    of day: CivilDate, _ calendar: DayCalendar, ownZones: Bool
  ) -> ExplainedRow {
    let (start, end) = (calendar.start(of: day.dayNumber), calendar.start(of: day.dayNumber + 1))
    let hours = Double(calendar.length(of: day.dayNumber)) / 3600
    let length = hours == Double(Int(hours)) ? String(Int(hours)) : String(hours)
    let from = calendar.startsAt == .midnight ? "" : " from \(calendar.startsAt)"
    let rule =
      ownZones ? "a sample's own time zone goes before" : "whatever time zone a sample names"
    return ExplainedRow(
      what: .day, start: Timestamp(start, in: calendar.zone),
      end: Timestamp(end, in: calendar.zone),
      note: "\(day)\(from) in \(calendar.zone.name), \(length) hours; \(rule)")
  }

  private static func rules(
    _ type: String, _ style: AggregationStyle, _ options: DailyView.Options,
    _ samples: [ExplainedSamples.Sample]
  ) -> [ExplainedRow] {
    let averaging = samples.allSatisfy(\.isCategory) ? nil : style.averaging(of: type)
    return [
      options.attribution.words(style), options.sources.applying(to: style).words, averaging,
    ].compactMap { words in words.map { ExplainedRow(what: .rule, note: $0) } }
  }

  /// Returns the figures of the same day by the other rules: those for sources, and the other
  /// attribution.
  private static func others(
    than options: DailyView.Options, _ type: String, _ journal: ReplayedJournal,
    _ context: ViewContext
  ) throws -> [ExplainedRow] {
    var rows: [ExplainedRow] = []
    let style = journal.tables.catalogue.style(of: type)
    let own = options.sources.applying(to: style)
    for sources in DailyView.Sources.allCases
    where sources != own && sources == sources.applying(to: style) {
      var other = options
      other.sources = sources
      rows += try figures(by: other, "--sources \(sources.rawValue)", journal, context)
    }
    for attribution in DailyView.Attribution.allCases where attribution != options.attribution {
      var other = options
      other.attribution = attribution
      rows += try figures(by: other, "--attribute \(attribution.rawValue)", journal, context)
    }
    return rows
  }

  /// Returns the sums, averages or durations of the day by other rules.
  private static func figures(
    by options: DailyView.Options, _ rule: String, _ journal: ReplayedJournal,
    _ context: ViewContext
  ) throws -> [ExplainedRow] {
    var found: [ExplainedRow] = []
    for rows in try DailyView.rows(of: journal, in: context, options: options) {
      rows.forEach { found.append(other($0.day, rule)) }
    }
    return Array(found.prefix(context.query.limit ?? .max))
  }

  /// Returns the row of a day by another rule.
  private static func other(_ day: DayStatistics, _ rule: String) -> ExplainedRow {
    var row = ExplainedRow(
      what: .other, source: day.source, value: Cell(text: day.value), unit: day.unit, note: rule)
    if let duration = day.duration {
      (row.unit, row.counted, row.note) = ("s", duration, "\(rule): duration")
    } else if let average = day.average {
      (row.counted, row.note) = (average, "\(rule): average")
    } else {
      row.counted = day.sum
    }
    return row
  }
}

extension DailyView.Attribution {
  /// Returns the rule in words, for types of a style.
  fileprivate func words(_ style: AggregationStyle) -> String {
    switch self {
    case .split where style.isCumulative:
      "split: a sample counts to each day in proportion to its time there"
    case .split: "split: a sample counts to each day that it touches, for its time there"
    case .start: "start: a sample counts whole to the day on which it starts"
    }
  }
}

extension DailyView.Sources {
  /// The rule in words.
  fileprivate var words: String {
    switch self {
    case .merge: "merge: at each instant only the source of the smallest rank that covers it counts"
    case .first: "first: only the source of the smallest rank that has samples on the day counts"
    case .all: "all: every sample of every source counts"
    case .separate: "separate: every sample counts to its own source"
    }
  }

  /// Returns the rule by which the samples of a type of this style count: merging is for those that
  /// add up.
  func applying(to style: AggregationStyle) -> Self {
    merges && !style.isCumulative ? .all : self
  }
}

/// A day of one type, sample by sample.
struct ExplainedDay {
  /// Statements about the samples.
  let figures: ExplainedSamples
  /// The samples that touch the day, in the order of time.
  let samples: [ExplainedSamples.Sample]
  private let sources: [ExplainedRow]

  /// Reads the day.
  ///
  /// - Parameters:
  ///   - until: samples count up to this moment.
  ///   - lasting: true if only samples count that state which time they cover, see `StatedBasal`.
  init(
    _ type: String, _ day: Int, _ journal: ReplayedJournal, _ context: ViewContext,
    _ options: DailyView.Options, until: Instant = Instant(microseconds: .max),
    lasting: Bool = false
  ) throws {
    var options = options
    let tables = journal.tables
    options.sources = options.sources.applying(to: tables.catalogue.style(of: type))
    var selection = try SampleSelection(context.query.ofAllTime, journal, of: [type])
    let columns = tables.columns(of: type) ?? SampleColumns()
    _ = try selection.types()
    var rows = try selection.chosenRows(of: type)
    if lasting { rows = RowSelection(StatedBasal.lasting(columns.rows(rows), columns)) }
    let plan = try UnitPlan(type, columns, rows, asked: context.query.unit, in: tables)
    var days = try DayFinder(tables, context)
    let counted = CountedStretches(
      type, columns, columns.rows(rows, near: day..<day + 1), options,
      until: until.microseconds, in: tables, days: &days)
    var figures = ExplainedSamples(
      type, columns, counted, plan: plan, sources: options.sources, in: tables)
    let touching = counted.all.filter { $0.day == day }
      .sorted { ($0.start, $0.end, $0.row) < ($1.start, $1.end, $1.row) }
    let holds = SampleHolds(type, columns, in: tables)
    let ownZones = context.timeZone == nil
    samples = touching.map { stretch in
      var end = holds.end(of: stretch.row, stretch.start, stretch.end)
      if end > stretch.end {
        end = days.end(ofDayAt: stretch.start, zone: columns.zone(stretch.row), before: end)
      }
      return figures.sample(stretch, seconds: SampleHolds.seconds(stretch.start, end)) { row in
        Self.zoneNote(row, tables, days, ownZones: ownZones)
      }
    }
    sources = figures.sources(of: touching)
    self.figures = figures
  }

  /// The rows of the sources that have samples on the day, in their order and with the reason for
  /// it; then those of the samples.
  var rows: [ExplainedRow] { sources + samples.map(\.explained) }

  /// - Parameter ownZones: true if the day of a sample is that of its own time zone.
  private static func zoneNote(
    _ row: SampleRow, _ tables: HealthTables, _ days: DayFinder, ownZones: Bool
  ) -> String? {
    guard row.zone != SampleRow.none else { return nil }
    let name = tables.zones.names[Int(row.zone)]
    guard ownZones else { return "its own \(name) is set aside" }
    return days.unknownNames.contains(name)
      ? "\(name) is not known here, day of \(days.zone(of: 0).name)" : "day of \(name)"
  }
}
