import Journal
import JournalFile

/// The import of an export into a new journal by the command, as a whole process: read, identified,
/// decided, chained, written, synced.
enum ImportBenchmark {
  static func measured(in workshop: Workshop) throws -> Measurement {
    let export = try workshop.export()
    let journal = workshop.path("import")
    let launcher = workshop.launcher
    var peak = 0
    let turns = try Turns(workshop.runs) {
      try? workshop.system.removeDirectory(journal)
      try JournalSession.create(journal, timeZone: "UTC")
      let ended = try launcher.run([launcher.command, "import", export, "--journal", journal])
      peak = max(peak, ended.peakBytes)
      return ended.seconds
    } yardstick: {
      try Yardsticks.reading(export)
    }
    try workshop.system.removeDirectory(journal)
    return Measurement("import", events: workshop.events, turns, peakBytes: peak)
  }
}
