import HealthEvents
import HealthExport
import HealthViews
import Journal
import JournalFile

/// The command `status`: the identity, size and span of the journal.
enum StatusCommand {
  static let page = CommandPage(
    name: "status", group: .audit, summary: "show the journal's identity, last line, size and span",
    options: Option.rows + [.asOf, .verify, .timeZone],
    details: """
      Shows the journal's identity, its last line, its size, its first and last time, and its
      snapshots. Keep the number of the line and the chain value in another place. With them you can
      later prove that nobody changed this line or an earlier line. A `checkpoint` is the best proof.
      The witnessed line is the last line of the newest checkpoint that `witness` kept on this
      machine. Rungs are the lines from which a question about the past is answered quickly.

      Examples

        health-journal status

      Fields

        journal, format, seq, chain, events, objects, bytes, first, last, timeZone, unread, snapshots,
          snapshotSeq, snapshotBytes, witnessedSeq, imported, rungs, rungBytes
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

/// The command `replay`: it rebuilds the tables from line 1 and shows the speed.
enum ReplayCommand {
  static let page = CommandPage(
    name: "replay", group: .audit, summary: "rebuild everything from line 1, and show the speed",
    options: [.journal, .format, .columns, .verify, .threads, .progress],
    details: """
      Rebuilds all tables from line 1, computes the latest samples and the daily sums, and shows
      the speed. --verify also computes every chain value. Each processor reads a part of the
      lines; --threads sets another number of threads. The result is the same.

      Examples

        health-journal replay --verify
        health-journal replay --threads 1

      Fields

        events, bytes, objects, latestRows, dailyRows, replaySeconds, viewSeconds, eventsPerSecond,
          megabytesPerSecond
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
