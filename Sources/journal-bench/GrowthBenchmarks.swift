import HealthTables
import JournalFile

/// What four times as many events cost: in memory, in time for each event, and in work whose time
/// must not grow with their number.
struct GrowthBenchmarks {
  /// The hidden word before a journal that a process of its own is to hold in memory.
  static let word = "--hold"
  /// What an object may take with the index of uuids, in bytes.
  private static let mostBytes = 80.0
  /// With fewer events the peaks tell of the program and not of its tables.
  private static let leastEvents = 20_000

  let workshop: Workshop
  /// The journal of as many events as were asked for.
  let one: JournalPaths
  /// That of four times as many.
  let four: JournalPaths

  func all() throws -> [Measurement] {
    [
      try memory(),
      try growth("growth, replay", runs: workshop.runs) { try ReplayBenchmarks.seconds($0) },
      try growth("growth, query", runs: workshop.shortRuns) { journal in
        let launcher = workshop.launcher
        let words = ProgramBenchmarks.latest + ["--journal", journal.folder]
        return try launcher.run([launcher.command] + words).seconds
      },
      try middle(),
      try save(),
    ]
  }

  /// Replays a journal and makes the index of uuids, as a writer does.
  static func hold(_ folder: String) throws {
    var tables = try ReplayedJournal(folder, fromFirstLine: true, threads: 1).tables
    tables.buildIndex()
  }

  /// Bytes for each of the objects that the one journal has more than the other.
  private func memory() throws -> Measurement {
    let launcher = workshop.launcher
    func peak(_ journal: JournalPaths) throws -> Int {
      try launcher.run([launcher.own, Self.word, journal.folder]).peakBytes
    }
    let (small, large) = (try peak(one), try peak(four))
    let bytes = Double(large - small) / Double(workshop.events * 3)
    return Measurement(
      "memory of an object", events: workshop.events * 4,
      measured: workshop.events < Self.leastEvents ? nil : bytes, yardstick: Self.mostBytes,
      unit: "B", peakBytes: large)
  }

  /// The time for each event, beside that with a quarter of the events.
  private func growth(
    _ name: String, runs: Int, _ seconds: (JournalPaths) throws -> Double
  ) throws -> Measurement {
    let turns = try Turns(runs) {
      try seconds(four)
    } yardstick: {
      try seconds(one)
    }
    let events = workshop.events * 4
    return Measurement(
      name, events: events, measured: turns.ours * 1e9 / Double(events),
      yardstick: turns.yardstick * 1e9 / Double(workshop.events), unit: "ns an event")
  }

  /// As of the line in the middle, beside the replay of all, both by one thread.
  private func middle() throws -> Measurement {
    let line = UInt64(workshop.events * 2)
    let turns = try Turns(workshop.runs) {
      try Turns.seconds {
        _ = try ReplayedJournal(four.folder, asOf: .sequence(line), threads: 1)
      }
    } yardstick: {
      try ReplayBenchmarks.seconds(four)
    }
    return Measurement("as of the middle", events: workshop.events * 4, turns)
  }

  /// The save of one sample by the command, as a whole process, beside a write and sync of as many
  /// bytes.
  private func save() throws -> Measurement {
    try ProgramBenchmarks.measured(
      "save one", ["save", "bodyMass", "71.5", "kg", "--journal", four.folder], in: workshop,
      events: workshop.events * 4
    ) {
      try Yardsticks.appending(bytes: 500, to: workshop.path("raw"))
    }
  }
}
