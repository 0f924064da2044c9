import ByteTools
import HealthModel
import HealthTables
import ViewTables

/// The options of `statistics`.
struct StatisticsOptions: ViewOptions {
  /// The figures that are computed, and the intervals.
  var options = Statistics.Options()
  /// What of a sample must lie within the range; nil: any part of it.
  var border: Border?

  /// What of a sample must lie within the range.
  enum Border: String, CaseIterable {
    case start
    case end
    case both

    fileprivate var options: HealthPredicate.QueryOptions {
      switch self {
      case .start: .strictStartDate
      case .end: .strictEndDate
      case .both: [.strictStartDate, .strictEndDate]
      }
    }
  }

  private static let every = Option(
    "every", "INTERVAL", "by hour, day, week, month or year, or as '2 weeks', '15 minutes'")
  private static let anchor = Option(
    "anchor", "TIME", "count the intervals from here, in both directions")
  private static let bySource = Option(
    "by-source", nil, "each source too, from its samples alone")
  private static let percentiles = Option(
    "percentiles", "N,N", "of the values of discrete types, as 5,50,95", isRepeatable: true)
  private static let empty = Option("empty", nil, "show intervals without data too")
  private static let strict = Option(
    "strict", "BORDER", "only what has its start, end or both within the range")
  private static let sources = Option(
    "sources", "RULE", "merge (the default), first or all (add them up)")

  private static func percents(_ texts: [String]) throws(OptionProblem) -> [Double] {
    var percents: [Double] = []
    for text in texts {
      guard let percent = Double(text), (0...100).contains(percent) else {
        throw OptionProblem(
          "--percentiles takes numbers from 0 to 100, as 5,50,95, not '\(text)'")
      }
      if !percents.contains(percent) { percents.append(percent) }
    }
    return percents
  }

  static let declared: [DeclaredOption<Self>] =
    shared(
      .type, .from, .to, .on, .period, .last, .source, .predicate, .typed, .withoutProblems, .limit,
      .unit,
      .sort)
    + [
      .value(\.options.interval, every) { request, every in
        guard let interval = CalendarInterval(request.values[every] ?? "") else {
          throw request.values.outOfRange(
            every, "minute, hour, day, week, month or year, or some of them, as '2 weeks'")
        }
        return interval
      },
      .value(\.options.anchor, anchor) { request, anchor in try request.time(anchor) },
    ]
    + shared(.timeZone)
    + [
      .flag(\.options.separatesSources, bySource),
      .choice(\.options.sources, sources),
      .value(\.options.percentiles, percentiles) { request, option in
        try percents(try request.values.list(option))
      },
      .flag(\.options.includesEmpty, empty),
      .choice(\.border, strict),
    ]

  static let rules: [OptionRule] = [
    .requires(anchor, [every])
  ]
}

extension View {
  /// What samples come to over a range.
  package static let statistics = View(
    "statistics", summary: "what samples come to over a range, or by intervals",
    options: StatisticsOptions.self,
    details: """
      Cumulative types have a sum, several sources merged as `daily` does; discrete types minimum,
      maximum and the average of their aggregation style; category types a row for each value. All
      have the count of their samples and the duration (s) that these cover, overlaps once;
      quantities also the latest value. Without --every there is one row over the range.

      Intervals are steps of the calendar of one zone, counted from the anchor: a day has 23 to 25
      hours, a month after 31 January ends on the last of February, the next on 31 March. Minutes
      and hours have 60 and 3600 seconds always. Without --anchor they are counted from the
      midnight, first day of the week or 1 January with which the range begins. What lies outside
      the range does not count, so its first and last interval may be parts of one, and say so.

        health-journal statistics --type stepCount --every month --from 2026-01-01
        health-journal statistics --type heartRate --every '6 hours' --percentiles 5,50,95
      """,
    reads: .asked, tool: .offered("One row over the whole range without every"),
    forms: [Form("", StatisticsView.fields)]
  ) { request, options in
    var statistics = options.options
    statistics.border = options.border?.options ?? []
    let context = try request.context()
    return try StatisticsView.table(of: request.journal, in: context, options: statistics)
      .remarkingOnPercentiles(statistics, context.query, in: request.journal)
      .remarking(onProblemsOf: context.query, unless: .withoutProblems, in: request.journal)
  }
}

extension Table {
  /// The same, with a remark where percentiles are asked for of samples that condense a series.
  fileprivate func remarkingOnPercentiles(
    _ options: Statistics.Options, _ query: Query, in journal: ReplayedJournal
  ) throws -> Table {
    guard !options.percentiles.isEmpty else { return self }
    var selection = try SampleSelection(query, journal)
    var count = 0
    for type in try selection.types() {
      guard let columns = journal.tables.columns(of: type), columns.hasExtremes else { continue }
      count += try selection.rows(of: type).count { columns.extremes(of: $0) != nil }
    }
    guard count > 0 else { return self }
    var table = self
    if table.presentation == nil { table.presentation = Presentation() }
    table.presentation?.remarks.append(
      "percentiles and the latest value know only the average of \(counted(count, "sample")) that "
        + (count == 1 ? "condenses others" : "condense others"))
    return table
  }
}
