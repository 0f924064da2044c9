import HealthEvents
import HealthExport
import HealthViews
import Journal
import JournalFile

/// `status`: what the journal is.
enum StatusCommand {
  static let page = CommandPage(
    name: "status", group: .audit, summary: "the journal's identity, head, size and span",
    options: Option.rows + [.asOf, .verify, .timeZone],
    details: """
      Note the seq and the chain value somewhere else: with them you can show later that nothing
      before that line was changed; `checkpoint` prints what shows it best. witnessedSeq is the last line
      of the newest checkpoint that `witness` was given here.
      """
  ) { arguments, console in
    var opened = try OpenedJournal(arguments, console)
    let note = opened.request.identity.flatMap { journal -> CheckpointNote? in
      do {
        return try WitnessedNote.newest(of: journal)
      } catch {
        // The note is no part of the journal: what is known of that is shown all the same.
        console.remark(Failure(error).message)
        return nil
      }
    }
    var table = try opened.request.timed(
      try StatusTable.table(of: opened.request.journal, witnessed: note?.checkpoint.lines))
    table.presentation = Presentation(hidesEmptyColumns: false, isTransposed: true)
    return try console.show(table, arguments)
  }
}

/// `replay`: the tables from line 1, and how fast.
enum ReplayCommand {
  static let page = CommandPage(
    name: "replay", group: .audit, summary: "rebuild everything from line 1, and say how fast",
    options: [.journal, .format, .columns, .verify, .threads, .progress],
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
    var table = ReplayTable(
      of: opened.request.journal, latest: latest, daily: daily,
      replaySeconds: (replayed - start).seconds, viewSeconds: (clock.now - replayed).seconds
    ).table
    table.presentation = Presentation(hidesEmptyColumns: false, isTransposed: true)
    return try console.show(table, arguments)
  }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
