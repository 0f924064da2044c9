package import HealthModel
package import ViewTables

/// Whether the rows of a log are taken together, and by what.
struct RollupOptions: Sendable {
  /// How long a row's days are; nil: all days are one row.
  var interval: CalendarInterval?
  /// Whether there is a row of all days.
  var addsTotal = false

  /// Whether they are taken together at all.
  var isAsked: Bool { interval != nil || addsTotal }

  fileprivate static let every = Option(
    "every", "INTERVAL", "totals and averages by week, month or year, or as '2 weeks'")
  fileprivate static let total = Option(
    "total", nil, "totals and averages of all in one row; with --every below the others")

  /// Which options go together: with rows that are taken together, those that ask for other rows do
  /// not.
  static func rules(without others: [Option]) -> [OptionRule] {
    [every, total].map { .excludes($0, others) }
      + [.excludes(total, [.sort, .limit])]
  }

  fileprivate static func read(_ request: ViewRequest) throws(OptionProblem) -> RollupOptions {
    var options = RollupOptions(addsTotal: request.values.has(total))
    options.interval = try request.values.days(every)
    return options
  }
}

extension OptionValues {
  /// A length of whole days; nil where the option is not given.
  package func days(_ option: Option) throws(OptionProblem) -> CalendarInterval? {
    guard let text = self[option] else { return nil }
    guard let interval = CalendarInterval(text), interval.isOfDays else {
      throw outOfRange(option, "day, week, month or year, or some of them, as '2 weeks'")
    }
    return interval
  }
}

extension DeclaredOption {
  /// `--every` and `--total`; with them rows have no name of their own.
  static func rollup(
    _ path: any WritableKeyPath<Options, RollupOptions> & Sendable
  ) -> [DeclaredOption] {
    [RollupOptions.every, RollupOptions.total].map { option in
      .value(path, option) { request, _ in try RollupOptions.read(request) }.unnamed
    }
  }
}

extension View {
  /// The rows of the log that totals add up; nil: the request asks for no totals.
  ///
  /// - Throws: as `table(_:)`.
  package func rowsOfTotals(_ request: ViewRequest) throws -> Table? {
    let totals = [RollupOptions.every, RollupOptions.total]
    guard options.contains(RollupOptions.total), totals.contains(where: { request.values.has($0) })
    else { return nil }
    var values = totals.reduce(request.values) { $0.without($1) }
    if options.contains(.fold) { values.add("", to: Option.fold.name) }
    var whole = request.with(values)
    return try table(&whole)
  }
}
