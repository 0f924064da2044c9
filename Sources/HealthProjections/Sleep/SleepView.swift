import ByteTools
package import HealthModel
package import HealthTables
import JournalFile
package import ViewTables

/// Sleep: the time of each stage by night or day, without counting an instant twice.
///
/// At each instant the stage of the source of the smallest rank counts (`SourceOrder`); among
/// stages of one source, the first in the order of `SleepStage`. Time in bed is the time that a
/// stage that counts covers, or a sample of being in bed of any source: Apple's watch writes stages
/// alone, and a person who sleeps is in bed.
package enum SleepView {
  /// What they are made of.
  package static let reads = Reads.types(ofNight: [sleepType], requiring: [sleepType])
    .ofWindow

  /// One row a night or day, dates ascending; for each source where they are kept apart.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext, _ rule: Rule = Rule()
  ) throws -> Table {
    Table(columns(rule.sources), rows: try summaries(of: journal, in: context, rule))
  }

  /// What a row is of.
  package struct Rule: Sendable {
    /// Nights or days.
    package var period = SleepSummary.Period.night
    /// What becomes of several sources.
    package var sources = SleepSummary.Sources.merge
    /// From which time of the clock on a sleep that ends belongs to the next date; before noon:
    /// before which time it belongs to the date before.
    package var nightStarts = ClockTime.evening
    /// Whether naps count to the row of their date; else rows are of nights alone.
    package var hasNaps = true

    /// Nights, of sources that are merged.
    package init(
      by period: SleepSummary.Period = .night, _ sources: SleepSummary.Sources = .merge
    ) {
      (self.period, self.sources) = (period, sources)
    }

    /// Nights alone, as they are exported: what is asleep in one lies between its start and end.
    package static let withoutNaps: Rule = {
      var rule = Rule()
      rule.hasNaps = false
      return rule
    }()
  }

  /// The rows of `table` as values.
  package static func summaries(
    of journal: ReplayedJournal, in context: ViewContext, _ rule: Rule = Rule()
  ) throws -> [SleepSummary] {
    let days = try DayFinder(journal.tables, context)
    let shown = days.days(of: context.query)
    // Samples more than two nights away cannot change these nights, whatever zones they name, but
    // for those of a session that reaches so far.
    let near = days.time(of: shown.lowerBound - 2..<shown.upperBound + 2)
    guard let (fold, order) = try fold(journal, context, rule, of: shown, reading: near) else {
      return []
    }
    var zones = context.zones
    return fold.figures.filter { key, figures in
      shown.contains(key.date) && (rule.hasNaps || !figures.night.isEmpty)
    }.sorted { $0.key < $1.key }.prefix(context.query.limit ?? .max).map { key, figures in
      SleepSummary(key.date, figures, hasNaps: rule.hasNaps, order, &zones)
    }
  }

  /// The nights that means and counts are of: those of `summaries` without the dates that have naps
  /// alone, see `SleepSummary.asNight`.
  package static func nights(
    of journal: ReplayedJournal, in context: ViewContext, _ rule: Rule = Rule()
  ) throws -> [SleepSummary] {
    var all = context
    all.query.limit = nil
    return Array(
      try summaries(of: journal, in: all, rule).compactMap(\.asNight)
        .prefix(context.query.limit ?? .max))
  }

  /// The figures of some dates, and perhaps of others; nil where nothing of sleep is there.
  ///
  /// - Parameter time: which samples are read; nil: all.
  private static func fold(
    _ journal: ReplayedJournal, _ context: ViewContext, _ rule: Rule, of shown: Range<Int>,
    reading time: ClosedRange<Int64>?
  ) throws -> (fold: SleepFold, order: SourceOrder)? {
    let near = journal.forDays(time, context.query, of: reads)
    let tables = near.tables
    var query = context.query.ofAllTime
    query.types = [sleepType]
    var selection = try SampleSelection(query, near)
    guard try !selection.types().isEmpty, let columns = tables.columns(of: sleepType) else {
      return nil
    }
    let rows = try selection.rows(of: sleepType)
    let order = SourceOrder(sleepType, columns, in: tables)
    var days = try DayFinder(tables, context)
    var pieces = SleepPiece.of(columns, rows, order, by: rule.period, days: &days)
    if let time { pieces.removeAll { $0.end < time.lowerBound || $0.start > time.upperBound } }
    guard rule.period == .night else {
      return (SleepFold(pieces, rule.sources, nights: nil), order)
    }
    // A night begins on the day before.
    let nights = shown.lowerBound - 1..<shown.upperBound + 1
    if let time, let nights = days.time(of: nights),
      let wider = SleepSessions.time(read: time, reachedBy: pieces, in: nights)
    {
      return try fold(journal, context, rule, of: shown, reading: wider)
    }
    let finder = try NightFinder(tables, context, dayStarts: rule.nightStarts)
    return (SleepFold(pieces, rule.sources, nights: finder), order)
  }

  /// Returns what is said of samples in the window whose stage is not known; nil: there are none.
  static func remarkOnStages(
    of journal: ReplayedJournal, in context: ViewContext
  ) throws -> String? {
    var query = context.query
    query.types = [sleepType]
    let journal = journal.forWindow(query)
    var selection = try SampleSelection(query, journal)
    guard try !selection.types().isEmpty, let columns = journal.tables.columns(of: sleepType) else {
      return nil
    }
    let unknown = try selection.rows(of: sleepType).map { columns[$0] }
      .filter { $0.flags.contains(.category) && SleepStage.known($0) == nil }
    guard !unknown.isEmpty else { return nil }
    let minutes = unknown.reduce(0) { $0 + ($1.end - $1.start) / 60_000_000 }
    let words = Set(
      unknown.map { CategoryWords.word(for: $0, type: sleepType, tables: journal.tables) })
    let clock = "\(minutes / 60):" + (minutes % 60 < 10 ? "0" : "") + "\(minutes % 60)"
    return "\(counted(unknown.count, "sample")) (\(clock)) \(unknown.count == 1 ? "has" : "have")"
      + " stages that are not known here and count as asleep: "
      + words.sorted().prefix(3).map(TerminalText.escaped).joined(separator: ", ")
      + (words.count > 3 ? " …" : "")
  }

  private static let sleepType = CategoryType.sleepAnalysis.identifier

  // MARK: Columns

  private static func hours(
    _ field: String, role: Column.Role? = nil, rank: Column.Rank = .usual, note: String? = nil,
    _ seconds: @escaping @Sendable (SleepSummary) -> Double?
  ) -> RowFigure<SleepSummary> {
    RowFigure(field, .hours, unit: "s", role: role, rank: rank, note: note, value: seconds)
  }

  private static let inBed = hours("inBed") { $0.inBed }
  private static let asleep = hours("asleep", rank: .key) { $0.asleep }
  private static let naps = hours("naps", role: .naps, note: "of `asleep`") { $0.naps }
  /// The lengths of a night and of its parts.
  private static let times = [
    inBed, asleep, hours("core") { $0.core }, hours("deep") { $0.deep }, hours("rem") { $0.rem },
    hours("unspecified", rank: .detail) { $0.unspecified }, hours("awake") { $0.awake },
  ]

  /// The fields of `sleep`.
  static func columns(_ sources: SleepSummary.Sources) -> [RowColumn<SleepSummary>] {
    [
      RowColumn(.date, .time, tellsApart: true, rank: .key) { .day($0.date) },
      RowColumn(.start, .time, rank: .detail) { .time($0.span.start) },
      RowColumn(.end, .time, rank: .detail) { .time($0.span.end) },
    ] + times.map(\.cells) + [naps.cells] + [sources == .separate ? sourceColumn : sourcesColumn]
  }

  /// All of them, for the documents.
  static let fields = columns(.merge) + [sourceColumn]

  private static let sourceColumn = RowColumn<SleepSummary>(
    .source, tellsApart: true, rank: .key, note: "with `--sources separate`, for `sources`"
  ) { .text($0.sources.first ?? "") }
  private static let sourcesColumn = RowColumn<SleepSummary>(
    "sources", rank: .detail, note: "names"
  ) { .names($0.sources) }

  // MARK: Several nights

  /// Returns the totals of nights, or of days.
  static func rollup(_ rule: Rule) -> Rollup<SleepSummary> {
    var rollup = Rollup(
      figures: times + [naps],
      shown: times.map { .average($0) } + [.sum(inBed), .sum(asleep), .sum(naps)])
    rollup.daysWithData = rule.period == .night ? "nights" : "daysWithData"
    if rule.sources == .separate { rollup.group = RowColumn(.source) { .text($0) } }
    return rollup
  }

  /// One row an interval, and a source where these are kept apart.
  static func table(
    of journal: ReplayedJournal, in context: ViewContext, _ rule: Rule, _ options: RollupOptions
  ) throws -> Table {
    var all = context
    all.query.limit = nil
    let items = try summaries(of: journal, in: all, rule).flatMap { row in
      let group = rule.sources == .separate ? row.sources.first ?? "" : nil
      return row.parts.map { part, isNight in
        Rollup.Item(
          day: row.date.dayNumber, group: group, row: part, isCounted: isNight)
      }
    }
    return try rollup(rule).table(items, options, journal, in: context)
  }
}

extension SleepSummary {
  fileprivate init(
    _ date: Int, _ figures: SleepFold.Figures, hasNaps: Bool, _ order: SourceOrder,
    _ zones: inout ZoneCatalogue
  ) {
    let times = hasNaps ? figures.all : figures.night
    let reach = figures.night.isEmpty ? figures.naps : figures.night
    func time(_ microseconds: Int64, _ zone: String) -> Timestamp {
      Timestamp(
        Instant(microseconds: microseconds), in: (try? zones.rules(named: zone)) ?? .utc)
    }
    func seconds(_ stages: [SleepStage], of times: SleepFold.Times = times) -> Double? {
      times.sum(stages).map { Double($0) / 1e6 }
    }
    self.init(
      date: CivilDate(dayNumber: date),
      span: TimeSpan(time(reach.start, reach.zones.first), time(reach.end, reach.zones.last)),
      inBed: seconds(SleepStage.allCases), asleep: seconds(SleepStage.asleep),
      core: seconds([.core]), deep: seconds([.deep]), rem: seconds([.rem]),
      unspecified: seconds([.unspecified]), awake: seconds([.awake]),
      naps: hasNaps ? seconds(SleepStage.asleep, of: figures.naps) : nil,
      isNight: !figures.night.isEmpty,
      sources: times.ranks.sorted().map { order.sources[$0].name })
  }

  /// The row as means and counts of nights take it: nil of a date that has naps alone, and without
  /// the times asleep of a night of which no sample tells them.
  var asNight: SleepSummary? {
    guard isNight else { return nil }
    guard asleep == naps else { return self }
    var night = self
    (night.asleep, night.core, night.deep, night.rem) = (nil, nil, nil, nil)
    night.unspecified = nil
    return night
  }
  /// What counts as a night, and what only adds to totals, as naps do.
  fileprivate var parts: [(part: SleepSummary, isNight: Bool)] {
    var rest = self
    guard var night = asNight else { return [(rest, false)] }
    night.naps = nil
    rest.inBed = nil
    if night.asleep != nil { rest.asleep = nil }
    return [(night, true), (rest, false)]
  }
}
