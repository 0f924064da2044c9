import ViewTables

/// The options of `compare`.
struct CompareOptions: ViewOptions {
  /// The period to compare with, as it was typed; nil: the one before.
  var against: String?

  private static let against = Option(
    "against", "PERIOD", "with this one, as 2025-11, or as long ago as 'a year ago'")

  static let declared: [DeclaredOption<Self>] =
    shared(.type, .period, .last, .on)
    + [
      .value(\.against, against) { request, option in request.values[option] }
    ]
    + shared(.source, .withProblems, .timeZone, .limit, .sort)

  /// The two periods.
  func periods(_ request: inout ViewRequest) throws -> ComparedPeriods {
    let input = try request.timeInput()
    let text = request.values[.last].map { "last " + $0 } ?? request.values[.period] ?? "this month"
    let days: DayPeriod
    if request.values.has(.on) {
      days = DayPeriod(try request.day(.on))
    } else {
      guard let named = try Inputs.period(request.values, input) ?? input.period(text),
        let found = named.days
      else { throw OptionProblem("compare takes periods of days, not '\(text)'") }
      days = found
    }
    guard let against else {
      return ComparedPeriods(days, days.before, ago: days.length, input)
    }
    if let ago = TimeInput.ago(against), ago.isOfDays {
      return ComparedPeriods(days, days.earlier(by: ago), ago: ago, input)
    }
    guard let other = input.days(against) else {
      throw OptionProblem(
        "--against: '\(against)' is no period; write 'a year ago', 2025-11 or 'last month'; "
          + Inputs.seeTimes)
    }
    return ComparedPeriods(days, other, input)
  }
}

extension View {
  /// Two periods side by side.
  package static let compare = View(
    "compare", summary: "a period against the one before: totals, averages, nights, workouts",
    options: CompareOptions.self,
    details: """
      This month against the last one, or --period, --last or --on against --against: another
      period, or the same one so long ago. A period that is not over is compared as far as it goes:
      up to now, with the other one up to the same time of the same date of it, or up to the end of
      a month that has no such date. The last line says what was compared.

      A row for each figure: what a type comes to (total), that for each day with data
      (dailyAverage), the average of discrete types, the count and time of category values; nights,
      and the average of time asleep and in bed; workouts of each activity. Figures are those of
      `statistics`, `sleep --total` and `workouts --every`, so further copies of a workout do not
      count. days and earlierDays say on how many days there was data; a figure of which there was
      none is missing, and so is a difference to it. change is a part (0.1 is 10 %). Days are those
      of the journal's zone or of --time-zone, as in `statistics`; `daily` takes a sample's own zone.
      Values that `check` calls implausible are left out; --with-problems counts them.

        health-journal compare
        health-journal compare steps --period 2026-03 --against 2026-02
        health-journal compare sleepAnalysis --period 'this week'
        health-journal compare --last 4w --against 'a year ago'
      """,
    reads: .asked, tool: .offered("This month against the last one, or period against another"),
    forms: [Form("", CompareView.columns())]
  ) { request, options in
    let periods = try options.periods(&request)
    let context = try request.contextWithoutProblems()
    return try CompareView.table(of: request.journal, in: context, periods)
      .remarking(
        onProblemsOf: context.query.within(periods.current), context.query.within(periods.earlier),
        unless: .withProblems, in: request.journal)
  }
}
