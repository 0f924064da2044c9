import ByteTools
import HealthEvents
import HealthImport
import HealthJournal
import HealthModel
import HealthProjections
import HealthTables
import JournalFile

/// The measured things, each on data of its own making in a folder of its own.
struct Benchmarks {
  let folder: String
  let events: Int
  let runs: Int
  private let system = PosixSystem()

  init(folder: String, events: Int, runs: Int) {
    self.folder = folder
    self.events = events
    self.runs = runs
  }

  func all() throws -> [Measurement] {
    var all: [Measurement] = []
    all.append(try append("append, 1 a sync", count: min(events, 500), batch: 1))
    all.append(try append("append, 100 a sync", count: min(events, 20_000), batch: 100))
    all.append(try append("append, bulk", count: events, batch: events))
    let journal = folder + "/append-\(events)-\(events)"
    all.append(try replay("replay", journal, verifying: false))
    all.append(try replay("replay, verified", journal, verifying: true))
    all.append(try views(journal))
    all.append(try importing())
    return all
  }

  /// Appends, with a sync after every `batch` events.
  private func append(_ name: String, count: Int, batch: Int) throws -> Measurement {
    let path = folder + "/append-\(count)-\(batch)"
    try JournalSession.create(path, timeZone: "UTC")
    var session = try JournalSession.open(path)
    var generator = Generator(seed: 1)
    let drafts = (0..<count).map { _ in generator.draft() }
    return try Measurement.of(name, events: count, runs: 1) {
      for (index, draft) in drafts.enumerated() {
        let request = Request.save(SaveRequest(objects: [draft]))
        _ = try session.stage(Command(by: Actor.owner, request))
        if (index + 1) % batch == 0 || index == count - 1 { try session.commit() }
      }
      return try size(path)
    }
  }

  private func replay(
    _ name: String, _ journal: String, verifying: Bool
  ) throws -> Measurement {
    try Measurement.of(name, events: events, runs: runs) {
      _ = try ReplayedJournal(journal, verifyingChain: verifying, fromFirstLine: true)
      return try size(journal)
    }
  }

  private func views(_ journal: String) throws -> Measurement {
    let replayed = try ReplayedJournal(journal, fromFirstLine: true)
    let bytes = try size(journal)
    return try Measurement.of("latest and daily", events: events, runs: runs) {
      _ = try LatestView.table(of: replayed, in: ViewContext()).allRows()
      _ = try DailyView.table(of: replayed, in: ViewContext()).allRows()
      return bytes
    }
  }

  /// Imports an export of as many records: read, identified, decided, chained, written, synced.
  private func importing() throws -> Measurement {
    let path = folder + "/import"
    let export = folder + "/export.xml"
    try writeExport(export)
    try JournalSession.create(path, timeZone: "UTC")
    let file = try system.open(export, .readForeign)
    defer { system.close(file) }
    return try Measurement.of("import", events: events, runs: 1) {
      var job = ImportJob(into: try JournalSession.open(path), fileName: "export.xml") { _, _ in }
      _ = try job.run(FileByteSource(file, on: system))
      return Int(try system.size(of: file))
    }
  }

  private func writeExport(_ path: String) throws {
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
  }

  private func size(_ journal: String) throws -> Int {
    let file = try system.open(JournalPaths(folder: journal).events, .read)
    defer { system.close(file) }
    return Int(try system.size(of: file))
  }
}
