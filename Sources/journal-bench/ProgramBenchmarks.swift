import HealthModel
import JournalFile

/// The command as a whole process that answers from a snapshot, beside a program that does nothing.
struct ProgramBenchmarks {
  static let latest = ["latest", "--type", "heartRate"]

  let workshop: Workshop
  let journal: JournalPaths

  func all() throws -> [Measurement] {
    let day = CivilDate(dayNumber: Generator.middleDay(of: workshop.events)).description
    return [
      try measured("start", ["--version"]),
      try measured("query, latest of a type", Self.latest + ["--journal", journal.folder]),
      try measured(
        "query, a day of a type",
        ["daily", "--type", "stepCount", "--day", day, "--journal", journal.folder]),
    ]
  }

  private func measured(_ name: String, _ words: [String]) throws -> Measurement {
    try Self.measured(name, words, in: workshop, events: workshop.events) {
      try workshop.launcher.run(Yardsticks.nothing).seconds
    }
  }

  /// The command with these words as a whole process, beside a yardstick.
  static func measured(
    _ name: String, _ words: [String], in workshop: Workshop, events: Int,
    yardstick: () throws -> Double
  ) throws -> Measurement {
    let launcher = workshop.launcher
    var peak = 0
    let turns = try Turns(workshop.shortRuns) {
      let ended = try launcher.run([launcher.command] + words)
      peak = max(peak, ended.peakBytes)
      return ended.seconds
    } yardstick: {
      try yardstick()
    }
    return Measurement(name, events: events, turns, peakBytes: peak)
  }
}
