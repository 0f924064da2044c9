import HealthModel
import HealthProjections

/// `statistics`: what samples come to over a range, or in each interval of it.
enum StatisticsCommand {
  /// How samples at the borders of the range count.
  enum Border: String, CaseIterable {
    case start
    case end
    case both

    var options: HealthPredicate.QueryOptions {
      switch self {
      case .start: .strictStartDate
      case .end: .strictEndDate
      case .both: [.strictStartDate, .strictEndDate]
      }
    }
  }

  static let every = Option(
    "every", "INTERVAL", "by hour, day, week, month or year, or as '2 weeks', '15 minutes'")
  static let anchor = Option("anchor", "TIME", "count the intervals from here, in both directions")
  static let bySource = Option("by-source", nil, "each source too, from its samples alone")
  static let percentiles = Option(
    "percentiles", "N,N", "of the values of discrete types, as 5,50,95", isRepeatable: true)
  static let empty = Option("empty", nil, "show intervals without data too")
  static let strict = Option(
    "strict", "BORDER", "only what has its start, end or both within the range")
  private static let sources = Option(
    "sources", "RULE", "merge (the default), first or all (add them up)")

  static let view = View(
    name: "statistics", summary: "what samples come to over a range, or by intervals",
    options: [
      .type, .from, .to, .source, .predicate, .limit, .unit, .sort, every, anchor, .timeZone,
      bySource, sources, percentiles, empty, strict,
    ],
    details: """
      Cumulative types have a sum, several sources merged as `daily` does; discrete types minimum,
      maximum and the average of their aggregation style; category types a row for each value. All
      have the count of their samples and the duration (s) that these cover, overlaps once; quantities
      also the latest value. Without --every there is one row over the range.

      Intervals are steps of the calendar of one zone, counted from the anchor: a day has 23 to 25
      hours, a month after 31 January ends on the last of February, the next on 31 March. Minutes
      and hours have 60 and 3600 seconds always. Without --anchor they are counted from the midnight,
      Monday or 1 January with which the range begins. What lies outside the range does not
      count, so its first and last interval may be parts of one, and say so.

        health-journal statistics --type stepCount --every month --from 2026-01-01
        health-journal statistics --type heartRate --every '6 hours' --percentiles 5,50,95
      """,
    rowKey: StatisticsView.rowKey
  ) {
    try table($0, &$1)
  }

  static func table(_ arguments: Arguments, _ reading: inout Reading) throws -> Table {
    let context = try reading.context()
    return try StatisticsView.table(
      of: reading.journal, in: context, options: try options(arguments, &reading))
  }

  private static func options(
    _ arguments: Arguments, _ reading: inout Reading
  ) throws -> Statistics.Options {
    var options = Statistics.Options()
    options.interval = try interval(arguments)
    options.anchor = try reading.time(anchor)
    guard options.anchor == nil || options.interval != nil else {
      throw arguments.misused("--anchor needs --every")
    }
    options.sources = try Inputs.choice(sources, arguments) ?? .merge
    options.separatesSources = arguments.has(bySource)
    options.percentiles = try percents(arguments)
    options.includesEmpty = arguments.has(empty)
    let border: Border? = try Inputs.choice(strict, arguments)
    options.border = border?.options ?? []
    return options
  }

  private static func interval(_ arguments: Arguments) throws(Failure) -> CalendarInterval? {
    guard let text = arguments[every] else { return nil }
    guard let interval = CalendarInterval(text) else {
      throw arguments.outOfRange(
        every, "minute, hour, day, week, month or year, or some of them, as '2 weeks'")
    }
    return interval
  }

  private static func percents(_ arguments: Arguments) throws(Failure) -> [Double] {
    var percents: [Double] = []
    for text in try arguments.list(percentiles) {
      guard let percent = Double(text), (0...100).contains(percent) else {
        throw .usage("--percentiles takes numbers from 0 to 100, as 5,50,95, not '\(text)'")
      }
      if !percents.contains(percent) { percents.append(percent) }
    }
    return percents
  }
}
