import HealthProjections

/// `swims`: the swim log.
enum SwimsCommand {
  static let page = CommandPage(
    name: "swims", group: .read, summary: "the swim log, newest first",
    options: Option.view + Option.calendar + [.from, .to, .source, .predicate, .limit, .sort],
    details: """
      One row a swim, from `swim` and from imported swimming workouts: laps, metres per lap, metres,
      total time (s), pace (s for 100 m), strokes, SWOLF (seconds and strokes of an average lap),
      kilocalories.

        health-journal swims --sort -metres
      """
  ) { arguments, console in
    try arguments.require(words: 0...0, "")
    var reading = try Reading(arguments, console)
    let table = try SwimsView.table(of: reading.journal, in: try reading.context())
    return try console.show(table, arguments)
  }
}
