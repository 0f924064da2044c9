import HealthExport
import Journal
import HealthProjections
import ViewTables

/// `replay`: the tables from line 1, and how fast.
enum ReplayCommand {
  static let page = CommandPage(
    name: "replay", group: .audit, summary: "rebuild everything from line 1, and say how fast",
    options: [.journal, .format, .verify, .threads, .progress],
    details: """
      Reads every line, rebuilds the tables that all views are computed from, and computes the latest
      samples and the daily sums. However many threads read, the result is the same.

        health-journal replay --verify
        health-journal replay --threads 1
      """
  ) { arguments, console in
    let clock = ContinuousClock()
    let start = clock.now
    let count = try arguments.threads()
    var options = Journal.ReadOptions()
    options.isFromFirstLine = true
    options.threads = count
    var opened = try OpenedJournal(arguments, console, options)
    let replayed = clock.now
    var context = try opened.context()
    context.threads = count
    let latest = try LatestView.table(of: opened.request.journal, in: context).rowCount()
    let daily = try DailyView.table(of: opened.request.journal, in: context).rowCount()
    let table = ReplayTable(
      of: opened.request.journal, latest: latest, daily: daily,
      replaySeconds: (replayed - start).seconds, viewSeconds: (clock.now - replayed).seconds
    ).table
    let isForPeople = try Console.format(arguments).isForPeople
    return try console.show(isForPeople ? table.transposed(console.options) : table, arguments)
  }
}

extension Duration {
  /// In seconds.
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
