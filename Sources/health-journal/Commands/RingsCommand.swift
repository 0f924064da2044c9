import HealthExport
import HealthProjections

/// `rings`: Apple's stated activity rings beside the journal's own figures.
enum RingsCommand {
  static let view = View(
    name: "rings", summary: "activity rings as stated, and as the samples have it",
    options: Option.calendar + [.from, .to, .source, .limit, .sort],
    details: """
      A row a day and ring: what Apple's summary states and its goal, what the samples come to, and
      whether they agree. move: active energy (kcal), within 0.01. exercise: minutes, rounded. stand:
      hours that any source calls stood. A stated 0 beside no samples has no row, and neither has what
      Apple dates before 1970. The last line counts the days that agree. statedOnly: the journal has no such samples of the day, as where a
      summary outlived them; samplesOnly: no summary. --source, --time-zone and --day-starts are about the
      samples; Apple's days are those of where the watch was.

        health-journal rings --from 2026-03-01 --to 2026-04-01
      """,
    rowKey: RingsView.rowKey
  ) {
    try RingsView.table(of: $1.journal, in: try $1.context(types: false))
  } show: { arguments, reading, console in
    let context = try reading.context(types: false)
    let figures = try RingsView.figures(of: reading.journal, in: context)
    let table = RingsView.table(figures).limited(to: context.query.limit)
    let code = try console.show(table, arguments)
    if code == .done, try Console.format(arguments) == .text, !arguments.has(.columns) {
      try console.print("\n" + RingsView.summary(of: figures))
    }
    return code
  }
}
