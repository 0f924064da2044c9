import HealthProjections

/// `rings`: Apple's stated activity rings beside the journal's own figures.
enum RingsCommand {
  static let page = CommandPage(
    name: "rings", group: .read, summary: "activity rings as stated, and as the samples have it",
    options: Option.view + Option.calendar + [.from, .to, .source, .limit, .sort],
    details: """
      A row a day and ring: what Apple's summary states and its goal, what the samples come to, and
      whether they agree. move: active energy (kcal), within 0.01. exercise: minutes, rounded. stand:
      hours that any source calls stood. statedOnly: the journal has no such samples of the day, as where a
      summary outlived them; samplesOnly: no summary. --source, --time-zone and --day-starts are about the
      samples; Apple's days are those of where the watch was.

        health-journal rings --from 2026-03-01 --to 2026-04-01
      """
  ) { arguments, console in
    try arguments.require(words: 0...0, "")
    var reading = try Reading(arguments, console)
    let table = try RingsView.table(of: reading.journal, in: try reading.context(types: false))
    return try console.show(table, arguments)
  }
}
