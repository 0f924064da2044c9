import ViewTables

extension View {
  /// Apple's stated activity rings beside the journal's own figures.
  package static let rings = View(
    "rings", summary: "activity rings as stated, and as the samples have it",
    options: NoOptions.self,
    sharing: [.timeZone, .dayStarts, .from, .to, .on, .period, .last, .source, .limit, .sort],
    details: """
      A row a day and ring: what Apple's summary states and its goal, what the samples come to, and
      whether they agree. move: active energy (kcal), within 0.01; where the goal is in minutes, as
      on a child's watch, move minutes, rounded. exercise: minutes, rounded. stand: hours that any
      source calls stood. A stated 0 beside no samples has no row, and neither has what
      Apple dates before 1970. The last line counts the days that agree. statedOnly: the journal has no such samples of the day, as where a
      summary outlived them; samplesOnly: no summary. --source, --time-zone and --day-starts are about the
      samples; Apple's days are those of where the watch was.

        health-journal rings --from 2026-03-01 --to 2026-04-01
      """,
    reads: RingsView.reads, hasOwnDays: true,
    tool: .offered("A ring is closed where stated reaches goal"),
    forms: [Form("", RingsView.columns)]
  ) { request, _ in
    let context = try request.context()
    let figures = try RingsView.figures(of: request.journal, in: context)
    var table = RingsView.table(figures).limited(to: context.query.limit)
    table.presentation = Presentation(hidesEmptyColumns: false)
    table.presentation?.footer = RingsView.summary(of: figures)
    return table
  }
}
