import ByteTools
package import HealthModel
package import HealthTables
import JournalFile

/// Sleep: the time of each stage by night or day, without counting an instant twice.
///
/// At each instant the stage of the source of the smallest rank counts (`SourceOrder`); among
/// stages of one source, the first in the order of `SleepStage`. Time in bed is the time that a
/// stage that counts covers, or a sample of being in bed of any source: Apple's watch writes stages
/// alone, and a person who sleeps is in bed.
package enum SleepView {
  /// The objects that the rows are made of.
  package static let reads = Reads.types(ofNight: [sleepType], requiring: [sleepType])
    .ofWindow

  /// Returns one row a night or day, dates ascending; for each source if they are kept apart.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext, _ rule: Rule = Rule()
  ) throws -> Table {
    Table(columns(rule.sources), rows: try summaries(of: journal, in: context, rule))
  }

  /// The rule for rows: their period, their sources, and the time at which a night begins.
  package struct Rule: Sendable {
    /// The period of a row: a night or a day.
    package var period = SleepSummary.Period.night
    /// The treatment of several sources.
    package var sources = SleepSummary.Sources.merge
    /// The time of the clock. A sleep that ends at this time or later belongs to the next date. If
    /// the time is before noon, a sleep that ends before it belongs to the previous date.
    package var nightStarts = ClockTime.evening
    /// True if naps count in the row of their date. Otherwise the rows contain only nights.
    package var hasNaps = true

    /// Nights, of sources that are merged.
    package init(
      by period: SleepSummary.Period = .night, _ sources: SleepSummary.Sources = .merge
    ) {
      (self.period, self.sources) = (period, sources)
    }

    /// The rule of exports: only nights, so that all sleep of a night lies between its start and
    /// its end.
    package static let withoutNaps: Rule = {
      var rule = Rule()
      rule.hasNaps = false
      return rule
    }()
  }

  /// Returns the rows of `table` as values.
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
    }.sorted { $0.key < $1.key }.suffix(context.query.limit ?? .max).map { key, figures in
      SleepSummary(key.date, figures, hasNaps: rule.hasNaps, order, &zones)
    }
  }

  /// Returns the nights for averages and counts: the rows of `summaries` without the dates that
  /// have only naps, see `SleepSummary.asNight`.
  package static func nights(
    of journal: ReplayedJournal, in context: ViewContext, _ rule: Rule = Rule()
  ) throws -> [SleepSummary] {
    var all = context
    all.query.limit = nil
    return Array(
      try summaries(of: journal, in: all, rule).compactMap(\.asNight)
        .suffix(context.query.limit ?? .max))
  }

  /// Returns the figures of some dates, and perhaps of others; nil if there is no sleep.
  ///
  /// - Parameter time: the time that samples are read of; nil: all.
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

  /// Returns the remark on samples in the window whose stage is not known; nil if there are none.
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
  private static let naps = hours("naps", role: .naps, note: "a part of `asleep`") { $0.naps }
  /// The lengths of a night and of its parts.
  private static let times = [
    inBed, asleep, hours("core") { $0.core }, hours("deep") { $0.deep }, hours("rem") { $0.rem },
    hours("unspecified", rank: .detail) { $0.unspecified }, hours("awake") { $0.awake },
  ]

  /// Returns the fields of `sleep`.
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
    .source, tellsApart: true, rank: .key, note: "with `--sources separate`, instead of `sources`"
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

  /// Returns one row an interval, and a source if these are kept apart.
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

  /// The row for means and counts of nights: nil for a date that has naps alone, and without the
  /// times asleep for a night that has no sample with them.
  var asNight: SleepSummary? {
    guard isNight else { return nil }
    guard asleep == naps else { return self }
    var night = self
    (night.asleep, night.core, night.deep, night.rem) = (nil, nil, nil, nil)
    night.unspecified = nil
    return night
  }
  /// The part that counts as a night, and the part that only adds to totals, as naps do.
  fileprivate var parts: [(part: SleepSummary, isNight: Bool)] {
    var rest = self
    guard var night = asNight else { return [(rest, false)] }
    night.naps = nil
    rest.inBed = nil
    if night.asleep != nil { rest.asleep = nil }
    return [(night, true), (rest, false)]
  }
}

/// The options of `sleep`.
package struct SleepOptions: ViewOptions {
  /// The rule for rows.
  var rule = SleepView.Rule()
  /// The options for grouping nights.
  var rollup = RollupOptions()

  package init() {}

  private static let period = Option(
    "per", "PERIOD", "one row per night (the default), or per day from midnight to midnight")

  /// The options in the order of help.
  package static let declared: [DeclaredOption<Self>] =
    [
      .choice(\.rule.period, period),
      .choice(
        \.rule.sources,
        Option("sources", "RULE", "merge (the default), separate or all (add up all sources)")),
      .value(
        \.rule.nightStarts, "day-starts", "HH:MM",
        "a sleep that ends at this time or later has the next date; default: 18:00"
      ) { request, _ in try Inputs.dayStarts(request.values) },
    ]
    + shared([.timeZone] + Option.narrowing + [.limit, .sort])
    + DeclaredOption.rollup(\.rollup)

  /// The rules for combining them.
  package static let rules = RollupOptions.rules(without: [])

  /// Returns the context of the query. Nights have dates of their own: the days that a window names
  /// begin at midnight.
  fileprivate func context(_ request: inout ViewRequest) throws -> ViewContext {
    guard rule.period == .night else { return try request.context() }
    var nights = request.with(request.values.without(.dayStarts))
    return try nights.context()
  }

  /// Returns the period by which a comparison of views compares sleep: the period of the option if
  /// `sleep` is the only view, otherwise the night.
  package static func period(
    comparing views: [View], _ values: OptionValues
  ) throws(OptionProblem) -> SleepSummary.Period {
    guard views.map(\.name) == [View.sleep.name] else { return .night }
    return try values.choice(period) ?? .night
  }
}

extension View {
  /// Sleep by night or day, the time of each stage.
  package static let sleep = View(
    "sleep", summary: "time in bed and asleep, by stage and night",
    options: SleepOptions.self,
    details: """
      Shows one row per night: the time in bed and asleep, by stage. The date of a night is the
      date on which the person wakes up, as in Apple's Health app: `sleep last night` shows the
      night that ended today. Formats for programs show seconds. Text for people shows hours and
      minutes.

      Here, a "sleep" is a series of samples asleep or awake, with gaps of less than two hours
      between them. A sleep belongs whole to the date on which it ends. If it ends at 18:00 or
      later, it belongs to the next date. The night of a date is the sleep with the most time
      asleep, together with all sleeps that lie between 18:00 and noon. All other sleeps of the
      date are naps. A sleep of less than three hours outside this time is a nap, even if the date
      has no other sleep. Examples: 21:30 to 22:30 and then 01:00 to 07:00 is one night. 08:00 to
      15:30 is one night of a person who works at night.

      A time in bed belongs to the sleep that it overlaps most. If it overlaps no sleep, it is a
      sleep of its own. A time awake of four hours or more counts in the same way: it does not
      connect two sleeps. If a sleep lasts more than 24 hours by these rules, it is divided at its
      longest gaps.

      The time zone that a sample names (HKTimeZone) decides the clock. If the sample names no
      zone, the journal's zone decides. If a sleep crosses several zones, the clock at its end
      decides. --day-starts names another time than 18:00. If this time is before noon, for
      example 04:00, a sleep that ends before this time belongs to the previous date. --from and
      --to mean the dates of nights. With --per day samples are cut at midnight, or at
      --day-starts, and there are no naps.

        asleep      core, deep, REM and unspecified sleep together, including naps
        inBed       The time that samples in bed or of any stage cover, from every source. It is
                    never less than asleep and awake together. It includes naps.
        naps        the part of `asleep` that is naps
        start, end  the start and end of the night, without naps

      A date that has only naps has a row, but is not a night. It does not count in `nights`, in
      the averages of --every and --total, in `compare`, `summary`, `trends`, `chart --night`, in
      reports or in exports. An average uses only the nights that have the figure. If no sample
      shows a figure, the figure is missing, not 0.

      No moment counts twice. --sources decides what happens if there are several sources:

        merge     At each moment only the stage of the first source counts, in the order that
                  `sources` shows. This is the default.
        separate  one row per source, as if each source were the only one
        all       the rows of `separate`, added up

      If stages of one source overlap, only the first one in this order counts: awake, deep, REM,
      core, unspecified. Time in bed is not a stage and does not replace one. A newer system may
      write a stage that this program does not know. This stage counts as unspecified sleep, and a
      remark names it.

      Examples

        health-journal sleep --from yesterday
        health-journal sleep --sources separate --sort -asleep --limit 10
        health-journal sleep --per day --format csv
      """,
    reads: SleepView.reads, hasOwnDays: true,
    tool: .offered("A night has the date on which the person wakes up"),
    forms: [
      Form("", SleepView.fields),
      Form("--every month", SleepView.rollup(SleepView.Rule(.separate)).columns),
    ]
  ) { request, options in
    let context = try options.context(&request)
    var table: Table
    if options.rollup.isAsked {
      table = try SleepView.table(of: request.journal, in: context, options.rule, options.rollup)
      table.presentation = Presentation()
    } else {
      let nights = try SleepView.summaries(of: request.journal, in: context, options.rule)
      table = Table(SleepView.columns(options.rule.sources), rows: nights)
      table.presentation = Presentation()
      table.remark(
        onFuture: nights.filter { $0.span.start.instant > request.now }.map { "\($0.date)" })
    }
    if let remark = try SleepView.remarkOnStages(of: request.journal, in: context) {
      table.presentation?.remarks.append(remark)
    }
    return table
  }
}

/// Adds up the time of each stage by night or day, no instant twice.
struct SleepFold {
  /// The times of a row: of a night, and of the naps of its date.
  struct Figures: Equatable {
    /// The times of the night, or of the day.
    var night = Times()
    /// The other times on the date: naps, and being in bed by day.
    var naps = Times()

    /// The sum of both.
    var all: Times { night.adding(naps) }
  }

  /// The sums of pieces.
  struct Times: Equatable {
    /// The microseconds of each stage that count, by its raw value.
    var counted = [Int64](repeating: 0, count: SleepStage.allCases.count)
    var start = Int64.max
    var end = Int64.min
    /// The names of the zones of the first piece and of the last.
    var zones = (first: "", last: "")
    /// The least ranks of the sources that have a piece which counts.
    var ranks: Set<Int> = []

    /// True if nothing counts.
    var isEmpty: Bool { ranks.isEmpty }

    /// Returns the microseconds of some stages; nil if no sample has any.
    func sum(_ stages: [SleepStage]) -> Int64? {
      let sum = stages.reduce(0) { $0 + counted[$1.rawValue] }
      return sum > 0 ? sum : nil
    }

    /// Returns the sum of these times and others.
    func adding(_ others: Times) -> Times {
      var sum = self
      for index in counted.indices { sum.counted[index] += others.counted[index] }
      sum.reach(others.start, others.end, others.zones)
      sum.ranks.formUnion(others.ranks)
      return sum
    }

    static func == (a: Times, b: Times) -> Bool {
      (a.counted, a.start, a.end, a.ranks) == (b.counted, b.start, b.end, b.ranks)
        && a.zones == b.zones
    }
  }

  /// A row: its date, and the least rank of its source where sources are kept apart.
  struct Key: Hashable, Comparable {
    var date: Int
    var rank: Int?

    static func < (a: Key, b: Key) -> Bool { (a.date, a.rank ?? -1) < (b.date, b.rank ?? -1) }
  }

  private(set) var figures: [Key: Figures] = [:]

  /// Creates the fold of pieces.
  ///
  /// - Parameter nights: finds the nights of sessions; nil: pieces are parts of days.
  /// - Complexity: O(n log n).
  init(_ pieces: [SleepPiece], _ sources: SleepSummary.Sources, nights: NightFinder?) {
    var nights = nights
    guard sources != .merge else {
      add(pieces, rank: nil, &nights)
      return
    }
    for (source, own) in Dictionary(grouping: pieces, by: \.source) {
      add(own, rank: sources == .separate ? source : nil, &nights)
    }
  }

  /// Merges pieces, and adds the parts that count.
  private mutating func add(_ pieces: [SleepPiece], rank: Int?, _ nights: inout NightFinder?) {
    let joined = SleepPiece.joined(pieces)
    func add(_ times: Times, to path: WritableKeyPath<Figures, Times>, _ date: Int) {
      let key = Key(date: date, rank: rank)
      let known = figures[key, default: Figures()]
      figures[key, default: known][keyPath: path] = known[keyPath: path].adding(times)
    }
    guard nights != nil else {
      for (day, times) in Self.times(joined) { add(times, to: \.night, day) }
      return
    }
    let sessions = SleepSessions(joined)
    let times = Self.times(SleepPiece.joined(sessions.pieces))
    let counted = sessions.all.enumerated().compactMap { index, session in
      times[index].map { (session: session, times: $0) }
    }
    for (part, place) in zip(counted, nights?.places(of: counted) ?? []) {
      add(part.times, to: place.isNap ? \.naps : \.night, place.date)
    }
  }

  /// Returns the times that count of pieces, by the session or day of the pieces.
  private static func times(_ joined: [SleepPiece]) -> [Int: Times] {
    let levels = SleepPiece.levels(of: joined)
    let stretches = zip(joined, levels).map { piece, level in
      SourceMerge.Stretch(start: piece.start, end: piece.end, rank: level)
    }
    let counted = SourceMerge.counted(stretches, ranks: (levels.max() ?? -1) + 1)
    var times: [Int: Times] = [:]
    for (piece, time) in zip(joined, counted) where time > 0 {
      times[piece.part, default: Times()].add(piece, time)
    }
    return times
  }
}

extension SleepFold.Times {
  fileprivate mutating func add(_ piece: SleepPiece, _ time: Int64) {
    counted[piece.stage.rawValue] += time
    reach(piece.start, piece.end, (piece.zone, piece.zone))
    ranks.insert(piece.source)
  }

  /// Widens the span. If several pieces begin, or end, at the same moment, the zone whose name
  /// comes first is shown.
  fileprivate mutating func reach(
    _ from: Int64, _ to: Int64, _ others: (first: String, last: String)
  ) {
    if start == .max || (from, others.first) < (start, zones.first) { zones.first = others.first }
    if end == .min || to > end || to == end && others.last < zones.last { zones.last = others.last }
    start = min(start, from)
    end = max(end, to)
  }
}
