import HealthEvents
import Journal
import JournalFile

/// Appending: events are decided by the rules, chained, written and synced. Small batches, whose
/// time is that of the disk, are compared with a plain write and sync of the same lines; the bulk,
/// whose time is not, with reading them.
struct AppendBenchmarks {
  let workshop: Workshop

  func all() throws -> [Measurement] {
    let events = workshop.events
    // All of them are held in memory until the one sync.
    let bulk = min(events, 200_000)
    return [
      try synced("append, 1 a sync", count: min(events, 100), batch: 1),
      try synced("append, 100 a sync", count: min(events, 4_000), batch: 100),
      try append("append, bulk", count: bulk, batch: bulk, runs: workshop.runs) {
        try Yardsticks.reading($0.events)
      },
    ]
  }

  private func synced(_ name: String, count: Int, batch: Int) throws -> Measurement {
    // Often and few at a time: how long a disk takes changes within seconds.
    try append(name, count: count, batch: batch, runs: workshop.shortRuns) { paths in
      try Yardsticks.appending(
        paths, batch: batch, syncs: (count + batch - 1) / batch, to: workshop.path("raw"))
    }
  }

  private func append(
    _ name: String, count: Int, batch: Int, runs: Int,
    beside yardstick: (JournalPaths) throws -> Double
  ) throws -> Measurement {
    var generator = Generator(seed: 1)
    let drafts = (0..<count).map { _ in generator.draft() }
    let paths = JournalPaths(folder: workshop.path("append"))
    defer { try? workshop.system.removeDirectory(paths.folder) }
    let turns = try Turns(runs) {
      try? workshop.system.removeDirectory(paths.folder)
      return try seconds(drafts, batch, to: paths)
    } yardstick: {
      try yardstick(paths)
    }
    return Measurement(name, events: count, turns)
  }

  /// Seconds to append samples to a new journal, with a sync after each `batch` of them.
  private func seconds(_ drafts: [Draft], _ batch: Int, to paths: JournalPaths) throws -> Double {
    try JournalSession.create(paths.folder, timeZone: "UTC")
    var session = try JournalSession.open(paths.folder)
    // When the session ends it writes a snapshot, which is no part of this.
    let seconds = try Turns.seconds {
      for (index, draft) in drafts.enumerated() {
        try session.save(draft)
        if (index + 1) % batch == 0 || index == drafts.count - 1 { try session.commit() }
      }
    }
    return seconds
  }
}
