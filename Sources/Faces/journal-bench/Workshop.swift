import HealthEvents
import HealthModel
import HealthTables
import Journal
import JournalFile

/// The folder in which journals and files are made, how large they are, and how often each thing is
/// measured.
struct Workshop {
  let launcher: Launcher
  /// The default number of events in the journals.
  let events: Int
  /// The number of times that each thing is measured.
  let runs: Int
  /// The number of times that short work is measured: a disturbance can last longer than a whole
  /// run of it.
  var shortRuns: Int { runs * 9 }
  let system = PosixSystem()

  /// Returns the path of something in the folder.
  func path(_ name: String) -> String { launcher.folder + "/" + name }

  /// Makes a journal of the samples that `next` gives until it gives nil, and a snapshot of it.
  func journal(_ name: String, _ next: () -> Draft?) throws -> JournalPaths {
    let path = path(name)
    try JournalSession.create(path, timeZone: "UTC")
    try fill(path, next)
    var snapshots = SnapshotPolicy(leastBytes: 1)
    snapshots.mostTails = .max
    return try ReplayedJournal(path, snapshots: snapshots).paths
  }

  /// Fills a journal. A function of its own: the session releases the journal when it returns.
  private func fill(_ path: String, _ next: () -> Draft?) throws {
    var session = try JournalSession.open(path)
    while let draft = next() {
      try session.save(draft)
      if session.stagedBytes > 1 << 22 { try session.commit() }
    }
    try session.commit()
  }

  /// Makes a journal of this many made-up samples.
  func journal(events: Int) throws -> JournalPaths {
    var generator = Generator(seed: 1)
    var left = events
    return try journal("of-\(events)") {
      defer { left -= 1 }
      return left > 0 ? generator.draft() : nil
    }
  }

  /// Makes a journal of this many days of steps.
  func journal(stepDays days: Int) throws -> JournalPaths {
    var generator = StepsGenerator(seed: 3)
    var day = 0
    var waiting: [Draft] = []
    return try journal("steps") {
      if waiting.isEmpty, day < days {
        waiting = generator.day(day).reversed()
        day += 1
      }
      return waiting.popLast()
    }
  }

  /// Makes an export of this many made-up records.
  func export() throws -> String {
    let path = path("export.xml")
    let file = try system.open(path, .createNew)
    defer { system.close(file) }
    var generator = Generator(seed: 2)
    var bytes = Array("<?xml version=\"1.0\"?>\n<HealthData locale=\"en\">\n".utf8)
    for _ in 0..<events {
      bytes += Array(generator.record().utf8)
      if bytes.count > 1 << 20 {
        try system.append(bytes, to: file)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    bytes += Array("</HealthData>\n".utf8)
    try system.append(bytes, to: file)
    return path
  }
}

extension JournalSession {
  /// Stages the save of one sample by the owner.
  mutating func save(_ draft: Draft) throws {
    _ = try stage(Command(by: EventActor.owner, .save(SaveRequest(objects: [draft]))))
  }
}
