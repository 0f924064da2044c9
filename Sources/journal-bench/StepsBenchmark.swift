import HealthProjections
import HealthTables
import JournalFile
import ViewTables

/// The daily sums of ten years of steps that a phone and a watch counted both, beside the replay of
/// their lines by one thread.
enum StepsBenchmark {
  static func measured(in workshop: Workshop) throws -> Measurement {
    // Fewer years where less than 200,000 events were asked for: to see that it works.
    let days = min(max(workshop.events / 50, 1), 3_650)
    let journal = try workshop.journal(stepDays: days)
    let replayed = try ReplayedJournal(journal.folder, fromFirstLine: true)
    var query = Query()
    query.types = [StepsGenerator.type]
    let context = ViewContext(query)
    let turns = try Turns(workshop.runs) {
      try Turns.seconds { _ = try DailyView.table(of: replayed, in: context).allRows() }
    } yardstick: {
      try ReplayBenchmarks.seconds(journal)
    }
    return Measurement("daily steps, merged", events: days * StepsGenerator.aDay, turns)
  }
}
