package import HealthModel
package import HealthTables

/// The view of daily figures: per type and local day, the figures of its samples. Cumulative types
/// add up; discrete ones show minimum, average, maximum and the latest; category types show
/// duration and count per value.
///
/// The zone that the context names decides the day, otherwise the sample's own HKTimeZone,
/// otherwise the journal's zone. A day without samples has no row.
package enum DailyView {
  /// To which day a sample counts that spans several.
  package enum Attribution: String, CaseIterable, Sendable {
    /// A sample counts to each day in proportion to the time that it spends there (HealthKit's
    /// collection query).
    case split
    /// Whole, to the day on which it starts.
    case start
  }

  /// The treatment of several sources of a type that adds up.
  package typealias Sources = DayStatistics.Sources

  /// The rules by which days are computed.
  package struct Options: Sendable {
    /// To which day a sample counts.
    package var attribution = Attribution.split
    /// The treatment of several sources.
    package var sources = Sources.merge

    /// Creates the options with samples split over days and sources merged.
    package init() {}
  }

  /// Returns one row a type, day and, if asked for, source; types by identifier, days ascending.
  ///
  /// The days of a type are computed when its rows are first read; before that if several threads
  /// may do it, or if a unit is asked for, which may fit no type.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext, options: Options = Options()
  ) throws -> Table {
    guard context.threads == 1, context.query.unit == nil else {
      let all = try rows(of: journal, in: context, options: options)
      return try Table(columns(options)) { body in
        for rows in all { try rows.forEach(body) }
      }.newest(context.query.limit)
    }
    let days = try Days(journal, context, options)
    let known = days.types.map { _ in Memo<DailyRows?>() }
    var table = Table(columns(options), parts: known.count) { type, body in
      try known[type].value { try days.fold(days.types[type])?.rows }?.forEach(body)
    }
    table.isUncounted = true
    return try table.newest(context.query.limit)
  }

  /// Returns the rows of `table` by type, not limited.
  static func rows(
    of journal: ReplayedJournal, in context: ViewContext, options: Options
  ) throws -> [DailyRows] {
    try days(of: journal, in: context, options, \.rows)
  }

  /// Returns the rows of `table` as values, in the same order.
  package static func statistics(
    of journal: ReplayedJournal, in context: ViewContext, options: Options = Options()
  ) throws -> [DayStatistics] {
    try figures(of: journal, in: context, options: options).map(\.day)
  }

  /// Returns the same rows with their types.
  static func figures(
    of journal: ReplayedJournal, in context: ViewContext, options: Options = Options()
  ) throws -> [DailyRow] {
    try days(of: journal, in: context, options, \.figures).flatMap { $0 }
      .newest(context.query.limit) { Int64($0.day.day.dayNumber) }
  }

  /// Returns the results of `result` for the days of each type that has samples.
  private static func days<Result: Sendable>(
    of journal: ReplayedJournal, in context: ViewContext, _ options: Options,
    _ result: @Sendable (DailyFold) -> Result
  ) throws -> [Result] {
    let days = try Days(journal, context, options)
    return try journal.tables.map(days.types, on: context.threads) {
      try days.fold($0).map(result)
    }.compactMap(\.self)
  }

  /// The samples of each type that a query shows, to be added up by day.
  private struct Days: Sendable {
    let types: [String]
    private let journal: ReplayedJournal
    private let samples: ChosenSamples
    private let query: ViewQuery
    private let options: Options
    private let finder: DayFinder
    /// True if each type is read when it is asked for, and its memory is given back after it.
    private let readsOnce: Bool

    init(_ journal: ReplayedJournal, _ context: ViewContext, _ options: Options) throws {
      query = context.query
      self.options = options
      finder = try DayFinder(journal.tables, context)
      let time = finder.time(of: finder.days(of: query))
      self.journal = journal.forDays(time, query)
      samples = try ChosenSamples(query.ofAllTime, self.journal)
      types = try query.types(in: journal.tables)
      // Where the samples of some types are few already, they stay as they are.
      readsOnce =
        time == nil && types.count > 1 && !samples.areMatched && !journal.tables.isNarrowed
      if !readsOnce { try self.journal.tables.readTogether(types: types) }
    }

    /// Returns the days of a type; nil if it has no samples.
    func fold(_ type: String) throws -> DailyFold? {
      var own = query.ofAllTime
      own.types = [type]
      let tables = (readsOnce ? journal.forOneLook(own) : journal).tables
      if readsOnce { try tables.read(types: [type]) }
      let shown = samples.rows(of: type, in: tables)
      guard let columns = tables.columns(of: type), !columns.isEmpty(shown) else { return nil }
      var fold = try DailyView.fold(type, shown, tables, query, options, finder)
      fold.add(shown)
      return fold
    }
  }

  private static func fold(
    _ type: String, _ rows: RowSelection, _ tables: HealthTables, _ query: ViewQuery,
    _ options: Options,
    _ days: DayFinder, until: Int64 = .max
  ) throws(ProjectionError) -> DailyFold {
    let columns = tables.columns(of: type) ?? SampleColumns()
    // From the shown rows alone: the error for a unit that fits none of them must not tell of
    // hidden rows.
    let plan = try UnitPlan(type, columns, rows, asked: query.unit, in: tables)
    return DailyFold(
      type, columns, options, plan: plan, days: days, shownDays: days.days(of: query),
      until: until, in: tables)
  }

  /// Returns the rows of one type, as `table` has them.
  static func rows(
    of type: String, in tables: HealthTables, _ context: ViewContext, _ options: Options
  ) throws(ProjectionError) -> [DailyRow] {
    let days = try DayFinder(tables, context)
    let rows = SampleSelection.chosenRows(of: type, context.query.ofAllTime, in: tables)
    var fold = try fold(type, rows, tables, context.query, options, days)
    fold.add(rows)
    var found: [DailyRow] = []
    fold.rows.forEach { found.append($0) }
    return found
  }

  /// Returns the sums of the samples of a cumulative type on each day, as `table` shows them, of
  /// samples up to a moment. A sample that is in progress at that moment counts in proportion. Days
  /// without samples are left out.
  ///
  /// - Parameters:
  ///   - rows: the rows that count; nil: all that the query chooses.
  ///   - context: its query names the days and the unit.
  static func sums(
    of type: QuantityType, _ rows: RowSelection? = nil, in tables: HealthTables,
    _ context: ViewContext, until moment: Instant
  ) throws(ProjectionError) -> [Int: Double] {
    let days = try DayFinder(tables, context)
    let rows =
      rows
      ?? SampleSelection.chosenRows(of: type.identifier, context.query.ofAllTime, in: tables)
    var fold = try fold(
      type.identifier, rows, tables, context.query, Options(), days, until: moment.microseconds)
    fold.add(rows)
    return fold.sums(in: context.query.unit)
  }

  /// Returns the fields of `daily`; `value` names the category value that a row is about.
  static func columns(_ options: Options) -> [RowColumn<DailyRow>] {
    [
      RowColumn(.type, tellsApart: true, rank: .key) { .identifier($0.type) },
      RowColumn(.date, .time, named: "day", tellsApart: true, rank: .key) { .day($0.day.day) },
    ] + (options.sources == .separate ? [sourceColumn] : []) + RowColumn.figures + [
      RowColumn("count", .count, rank: .detail) { .whole($0.day.count) },
      RowColumn("duration", .duration, unit: "s", rank: .key) { Cell($0.day.duration) },
    ]
  }

  private static let sourceColumn = RowColumn<DailyRow>(
    .source, tellsApart: true, rank: .key, note: "with `--sources separate`"
  ) { Cell(text: $0.day.source) }

  /// All of them, for the documents.
  static var fields: [RowColumn<DailyRow>] {
    var options = Options()
    options.sources = .separate
    return columns(options)
  }
}

extension DailyView.Sources {
  /// True if the part of a sample that counts depends on samples of other sources.
  var merges: Bool { self == .merge || self == .first }
}

/// The options of `daily`.
package struct DailyOptions: ViewOptions {
  /// The rules by which samples are counted.
  package var view = DailyView.Options()
  /// The only day; nil: every day of the window.
  var day: CivilDate?
  /// True if the view explains its figures.
  var explains = false

  package init() {}

  /// The option for samples over the end of a day.
  package static let attribute = Option(
    "attribute", "RULE",
    "split (in proportion to each day, the default) or start (whole, to the first day)")
  /// The option for several sources.
  package static let sources = Option(
    "sources", "RULE", "merge (the default), first, all (add up all sources) or separate")
  private static let explain = Option(
    "explain", nil, "show why the figures are as they are; needs --type and --on")

  /// The options in the order of help.
  package static let declared: [DeclaredOption<Self>] =
    shared(
      .timeZone, .dayStarts, .type, .from, .to, .period, .last, .source, .predicate, .typed,
      .withoutProblems, .limit, .unit, .sort)
    + [
      .choice(\.view.attribution, attribute),
      .choice(\.view.sources, sources),
      .value(\.day, .on) { request, option in try request.day(option) },
      .flag(\.explains, explain).ofCommand,
    ]

  /// The rules for combining them.
  package static let rules: [OptionRule] = [
    .requires(explain, [.on], saying: "--explain needs one --type and --on"),
    .requiresOne(explain, of: .type, saying: "--explain needs one --type and --on"),
  ]
}

extension View {
  /// The view of sums and averages by day.
  package static let daily = View(
    "daily", summary: "sums and averages by day",
    options: DailyOptions.self,
    details: """
      Shows one row per day and type. Cumulative types are added up. Discrete types have minimum,
      average, maximum and the latest value. Category types have a duration (s) and a count for
      each value. A day without samples has no row. --from and --to always mean whole days.

      The time zone that a sample names (HKTimeZone) decides its day. If the sample names no zone,
      the journal's time zone decides. With --time-zone that zone decides for every sample. A day
      has 23 or 25 hours when clocks change. With --day-starts 04:00 a day lasts from 04:00 to
      04:00 and has the date on which it starts.

      A sample that spans several days counts for each day in proportion (--attribute split). With
      --attribute start it counts whole on its first day. A sample that lasts more than ten years
      is not a measurement. It counts whole on its first day. `count` is the number of samples
      that touch the day and contribute to it. For a category, `count` is the number of samples
      that start on the day. So the sum of these counts can differ from the number of samples.

      If samples have several units, their sum is in the usual metric unit of the type. A unit
      that cannot be converted has a row of its own. Samples of a category are added up, whatever
      their sources. If they overlap, a day may have more than 24 hours. `sleep` counts each
      moment once, and `statistics` counts it once per value.

      --sources is for cumulative types. It decides what happens if several sources measured at
      the same time:

        merge     At each moment only the first source counts, in the order that `sources` shows. If
                  a source before it in this order covers a part of a sample, only the other part
                  counts, in proportion. All samples of the same source count. This is the default.
        first     on each day only the first source that has samples
        all       every sample of every source
        separate  every sample, with one row per source

      --explain shows why the figures of one day and type are as they are. The field `what` has
      the kind of each row:

        day         the bounds of the day, its length and its zone
        rule        how samples count for days, which sources count, how the average is computed
        source      the order of the sources and its reason, with `merge` and `first`
        counted     A sample that counts. `share` is the part of its value that counts, `counted` is
                    this part as a figure. If the average is weighted by time, `note` has the weight
                    (s).
        suppressed  A sample that does not count. `by` has the lines (seq) of the samples that count
                    at its time. With `first`, if no sample counts at its time, `by` has the line of
                    the earliest sample that counts on the day. A list that is too long ends with
                    `others`.
        total       the figures of the day, with the lines of minimum, maximum and latest
        other       The sum, average or duration with another --sources or --attribute. For five
                    types, Apple's headers and the running system average in different ways; `types
                    restingHeartRate` shows an example. For these types one more row has the average
                    that the headers define.

      `daily bloodPressure` shows the figures of blood pressures as pairs, and the average of the
      pulses that were measured with them.

      For sums and durations, the rows `counted` add up exactly to the row `total`.

      Examples

        health-journal daily --type stepCount --from 2026-03-01 --to 2026-04-01
        health-journal daily --type stepCount --sources separate --attribute start --format csv
        health-journal daily --type stepCount --on 2026-03-01 --explain
      """,
    reads: .asked.byDay, isComparedByDefault: true, showsGroups: true, hasOwnDays: true,
    looksAtAll: true,
    forms: [
      Form("", DailyView.fields), Form("--type bloodPressure", GroupsView.dayColumns),
      Form("--explain", DailyExplanation.columns()),
    ]
  ) { request, options in
    var context = try request.context()
    let journal = request.journal
    if let day = options.day {
      context.query.show(day.dayNumber, of: try context.calendar(of: journal.tables))
    }
    if let group = try GroupsView.asked(context.query, explaining: options.explains)?.first {
      guard group.membership == .eachOnce else { throw GroupsView.noFigure(of: group) }
      return try GroupsView.days(of: group, journal, in: context, options: options.view)
    }
    guard let day = options.day, options.explains, let type = context.query.types?.first else {
      let near = try journal.forDays(of: context)
      return try DailyView.table(of: near, in: context, options: options.view)
        .remarking(onProblemsOf: context.query, unless: .withoutProblems, in: near)
    }
    let table = try DailyExplanation.table(
      of: type, on: day, journal, in: context, options: options.view)
    let samples = "--type \(TypeCatalogue.shortName(of: type)) --on \(day)"
    return try ExplainedRow.withEvidence(samples, table)
      .remarking(onProblemsOf: context.query, unless: .withoutProblems, in: journal)
  }
}

/// A row of `daily`: a day of a type.
struct DailyRow: Equatable, SampleFigures, Sendable {
  var type: String
  var day: DayStatistics

  var value: String? { day.value }
  var unit: String? { day.unit }
  var sum: Double? { day.sum }
  var minimum: Double? { day.minimum }
  var average: Double? { day.average }
  var maximum: Double? { day.maximum }
  var latest: Double? { day.latest }
}

/// The days of one type in `daily`, which become rows when they are read: so held, many of them
/// need little memory.
struct DailyRows: Sendable {
  private struct Day: Sendable {
    var number: Int32
    var group: Int32
    var count: Int
  }

  /// The style of each group: how its samples are taken together.
  private let styles: [FigureCells.Style]
  /// A row for each group, with all that the rows of the group share.
  private let groups: [DailyRow]
  private var days: [Day] = []
  /// The figures of the rows, row by row: the sum of a cumulative type, the seconds of a category,
  /// otherwise the minimum, average, maximum and latest value.
  private var figures: [Double] = []

  /// Creates the rows of the days in the cells of a fold.
  init(_ fold: SampleFold, _ type: String) {
    let (cells, indices) = (fold.cells, fold.indices)
    styles = cells.groups.map(\.style)
    groups = cells.groups.map { group in
      let label = fold.name(group)
      let isCategory = group.style == .category
      let day = DayStatistics(
        day: CivilDate(dayNumber: 0), source: fold.name(ofSource: group),
        value: isCategory ? label : nil, unit: isCategory ? nil : label)
      return DailyRow(type: type, day: day)
    }
    days.reserveCapacity(indices.count)
    for index in indices {
      let key = cells.keys[index]
      days.append(
        Day(
          number: Int32(key.day), group: Int32(key.group), count: cells.figures[index].count))
      // One by one: a copy of the figures would have references to count.
      guard styles[key.group] == .discrete else {
        figures.append(cells.figures[index].sum.value)
        continue
      }
      figures.append(cells.figures[index].minimum)
      figures.append(cells.figures[index].average ?? .nan)
      figures.append(cells.figures[index].maximum)
      figures.append(cells.figures[index].latest?.value ?? .nan)
    }
  }

  /// Calls `body` with each row.
  func forEach<Failure: Error>(
    _ body: (DailyRow) throws(Failure) -> Void
  ) throws(Failure) {
    // One row is filled in again for each day of its group.
    guard var row = groups.first else { return }
    var (group, next) = (0, 0)
    for day in days {
      if day.group != group {
        group = Int(day.group)
        row = groups[group]
      }
      row.day.day = CivilDate(dayNumber: Int(day.number))
      row.day.count = day.count
      switch styles[group] {
      case .cumulative: row.day.sum = figures[next]
      case .category: row.day.duration = figures[next]
      case .discrete:
        row.day.minimum = figures[next]
        row.day.average = figures[next + 1]
        row.day.maximum = figures[next + 2]
        row.day.latest = figures[next + 3]
        next += 3
      }
      next += 1
      try body(row)
    }
  }
}

/// The figures of some days of one type, from the figures that `daily` has of them.
///
/// Each day with data has the same weight for a cumulative type. The average of another type is the
/// average of all its samples, as in `statistics`.
package struct DayFigures: Hashable, Sendable {
  /// A value with its day.
  package struct Day: Hashable, Sendable {
    /// The value in the unit of the days.
    package var value: Double
    /// The first day that has it.
    package var day: CivilDate
  }

  /// The number of days that have data.
  package let days: Int
  /// The number of samples that count on these days.
  package let samples: Int
  /// The sum of the days of a type that adds up; nil for any other.
  package let sum: Double?
  /// The mean of the days' sums, or the average of the samples.
  package let average: Double
  /// The least figure of a day; of a type that does not add up the least value of any sample.
  package let least: Day
  /// The greatest value, with the first day that has it.
  package let greatest: Day

  /// Creates the figures of days of one type; nil if none has a figure.
  ///
  /// - Parameter first: the first day of the time, which may have no figures: its number since
  ///   1970-01-01.
  package init?(_ days: some Sequence<DayStatistics>, from first: Int) {
    let figures = days.compactMap { day in
      (day.sum ?? day.average).map { (value: $0, day: day) }
    }
    let values = figures.map { $0.value }
    guard let one = figures.first, let mean = SampleSpread.mean(of: values) else { return nil }
    let least = figures.map { Day(value: $0.day.minimum ?? $0.value, day: $0.day.day) }
    let greatest = figures.map { Day(value: $0.day.maximum ?? $0.value, day: $0.day.day) }
    self.days = figures.count
    samples = figures.reduce(0) { $0 + $1.day.count }
    self.sum = one.day.sum == nil ? nil : ExactSum(values).value
    average = figures.map { $0.day }.average(from: first) ?? mean
    self.least = least.dropFirst().reduce(least[0]) { $1.value < $0.value ? $1 : $0 }
    self.greatest = greatest.dropFirst().reduce(greatest[0]) { $1.value > $0.value ? $1 : $0 }
  }
}
