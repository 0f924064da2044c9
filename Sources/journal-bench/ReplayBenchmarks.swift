import HealthProjections
import HealthTables
import JournalFile
import ViewTables

/// Reading a journal from its first line, and what is computed from it, in this process.
struct ReplayBenchmarks {
  let workshop: Workshop
  let journal: JournalPaths

  func all() throws -> [Measurement] {
    [
      try replay(Benchmarks.first, threads: 1),
      try replay("replay, all threads"),
      try replay("replay verified, 1 thread", verifying: true, threads: 1),
      try replay("replay verified, all threads", verifying: true),
      try audit("audit, all threads") { try JournalAudit($0, threads: $1) },
      try audit("audit of the chain, all threads") { try JournalAudit(chainOf: $0, threads: $1) },
      try views("latest and daily, 1 thread", threads: 1),
      try views("latest and daily, all threads"),
    ]
  }

  private func replay(
    _ name: String, verifying: Bool = false, threads: Int = PosixSystem.processors
  ) throws -> Measurement {
    let turns = try Turns(workshop.runs) {
      try Self.seconds(journal, verifying: verifying, threads: threads)
    } yardstick: {
      try Yardsticks.reading(journal.events, threads: threads)
    }
    return Measurement(name, events: workshop.events, turns)
  }

  /// Seconds for a replay from line 1.
  static func seconds(
    _ journal: JournalPaths, verifying: Bool = false, threads: Int = 1
  ) throws -> Double {
    try Turns.seconds {
      _ = try ReplayedJournal(
        journal.folder, verifyingChain: verifying, fromFirstLine: true, threads: threads)
    }
  }

  private func audit(
    _ name: String, _ audit: (String, Int) throws -> JournalAudit
  ) throws -> Measurement {
    let turns = try Turns(workshop.runs) {
      try Turns.seconds { _ = try audit(journal.folder, PosixSystem.processors) }
    } yardstick: {
      try Yardsticks.reading(journal.events, threads: PosixSystem.processors)
    }
    return Measurement(name, events: workshop.events, turns)
  }

  private func views(
    _ name: String, threads: Int = PosixSystem.processors
  ) throws -> Measurement {
    let replayed = try ReplayedJournal(journal.folder, fromFirstLine: true)
    var context = ViewContext()
    context.threads = threads
    let turns = try Turns(workshop.runs) {
      try Turns.seconds {
        _ = try LatestView.table(of: replayed, in: context).allRows()
        _ = try DailyView.table(of: replayed, in: context).allRows()
      }
    } yardstick: {
      try Yardsticks.reading(journal.events, threads: threads)
    }
    return Measurement(name, events: workshop.events, turns)
  }
}
