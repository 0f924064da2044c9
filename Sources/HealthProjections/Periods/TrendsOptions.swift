import HealthModel
import ViewTables

/// The options of `trends`.
struct TrendsOptions: ViewOptions {
  /// The last day that counts; nil: yesterday.
  var day: CivilDate?

  /// Whether it draws the last days of each type.
  var drawsDays = false

  private static let on = Option("on", "DAY", "the last day that counts; else yesterday")

  static let declared: [DeclaredOption<Self>] =
    shared(.type)
    + [.value(\.day, on) { request, option in try request.day(option) }]
    + shared(.source, .withProblems, .unit, .timeZone, .dayStarts, .limit, .sort)
    + [.flag(\.drawsDays, Sparkline.option).ofCommand]
}

extension View {
  /// The last days of each type beside those before.
  package static let trends = View(
    "trends", summary: "the last 7 and 28 days against the 28 before, and a year ago",
    options: TrendsOptions.self,
    details: """
      A row a type: the average of the last 7 and the last 28 days, of the 28 days before those, and
      of the same 28 days a year ago; by which part (0.1 is 10 %) it differs; and the spread of the
      last 28 days (the standard deviation of what `daily` has for each). Of what adds up it is the
      average of the days' sums, of sleep that of the time asleep of a night (h), of other types the
      average of all samples of the days, as `statistics` has it. Values that `check` calls
      implausible are left out; --with-problems counts them. Today is not over, so yesterday is the
      last day, or the one that --on names. Only days with data count. A stretch of 7 days with data
      on fewer than \(DaysWithData.least(of: 7)) of them, or of 28 on fewer than \(DaysWithData.least(of: 28)),
      has no average: notEnough names it. Of what is measured now and then, as body mass and blood
      pressure, \(DaysWithData.leastOfAll) days are enough. Types without data in the last 8 weeks have no row unless they
      are named.

        health-journal trends
        health-journal trends restingHeartRate
        health-journal trends --sparkline
        health-journal trends --on 2026-03-31 --format csv
      """,
    reads: .asked, hasOwnDays: true,
    forms: TrendsView.forms
  ) { request, options in
    let yesterday = try request.timeInput().days("yesterday")?.first
    let day = options.day ?? yesterday ?? CivilDate(dayNumber: 0)
    let context = try request.contextWithoutProblems()
    var table = try TrendsView.table(
      of: request.journal, in: context, upTo: day, drawingDays: options.drawsDays
    ).limited(to: try request.limitUnlessSorted())
    table.presentation = Presentation(
      nothing: "nothing found in the 8 weeks up to \(day)")
    table.presentation?.footer =
      "days up to \(day); where too few days have data there is no figure, see `notEnough`"
    let queries = try TrendsView.queries(context, upTo: day, in: request.tables)
    table.times = queries.compactMap { query in
      query.from.flatMap { from in query.to.map { from..<max(from, $0) } }
    }
    return try table.remarking(
      onProblemsOf: queries[0], queries[1], unless: .withProblems, in: request.journal)
  }
}
