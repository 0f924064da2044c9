import HealthEvents
import HealthModel
import HealthPages
import HealthTables
import HealthViews
import Journal
import JournalFile
import Synchronization

/// Everything that is measured, in the order of the table.
struct Benchmarks {
  /// The row that is about as many events as were asked for.
  static let first = "replay, 1 thread"

  let workshop: Workshop

  /// Makes the data and measures.
  ///
  /// - Throws: `JournalError`, `SystemFailure` and `EndedProcess.Failure`.
  func all() throws -> [Measurement] {
    let one = try workshop.journal(events: workshop.events)
    var all = try ReplayBenchmarks(workshop: workshop, journal: one).all()
    all.append(try StepsBenchmark.measured(in: workshop))
    all += try AppendBenchmarks(workshop: workshop).all()
    all.append(try ImportBenchmark.measured(in: workshop))
    let programs = ProgramBenchmarks(workshop: workshop, journal: one)
    all += try programs.all()
    let four = try workshop.journal(events: workshop.events * 4)
    all += try GrowthBenchmarks(workshop: workshop, one: one, four: four).all()
    let questions = QuestionBenchmarks(workshop: workshop, journal: four)
    all += try questions.all()
    all += try PageBenchmarks(workshop: workshop, journal: four, day: questions.day).all()
    return all
  }
}

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

/// The benchmark of the daily sums of ten years of steps that a phone and a watch counted both,
/// compared with the replay of their lines by one thread.
enum StepsBenchmark {
  static func measured(in workshop: Workshop) throws -> Measurement {
    // Fewer years where less than 200,000 events were asked for: to see that it works.
    let days = min(max(workshop.events / 50, 1), 3_650)
    let journal = try workshop.journal(stepDays: days)
    let replayed = try ReplayedJournal(journal.folder, fromFirstLine: true)
    var query = ViewQuery()
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

/// The costs of four times as many events: in memory, in time for each event, and in work whose
/// time must not grow with their number.
struct GrowthBenchmarks {
  /// The hidden word before a journal that a process of its own is to hold in memory.
  static let word = "--hold"
  /// The greatest memory for an object with the index of uuids, in bytes.
  private static let mostBytes = 80.0
  /// With fewer events the peaks tell of the program and not of its tables.
  private static let leastEvents = 20_000

  let workshop: Workshop
  /// The journal of as many events as were asked for.
  let one: JournalPaths
  /// The journal of four times as many.
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

  /// Measures the time for each event, compared with that for a quarter of the events.
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

  /// Measures a replay as of the line in the middle, compared with the replay of all, both by one
  /// thread.
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

  /// Measures the save of one sample by the command, as a whole process, compared with a write and
  /// sync of as many bytes.
  private func save() throws -> Measurement {
    try ProgramBenchmarks.measured(
      "save one", ["save", "bodyMass", "71.5", "kg", "--journal", four.folder], in: workshop,
      events: workshop.events * 4
    ) {
      try Yardsticks.appending(bytes: 500, to: workshop.path("raw"))
    }
  }
}

/// The benchmarks of the command as a whole process that answers from a snapshot, compared with a
/// program that does nothing.
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

  /// Measures the command with these words as a whole process, compared with a yardstick.
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

/// The benchmarks of questions to four times as many events, as whole processes that answer from a
/// snapshot, compared with a replay of the same lines by the command.
struct QuestionBenchmarks {
  let workshop: Workshop
  let journal: JournalPaths

  func all() throws -> [Measurement] {
    try saveWorkouts()
    return try [first()]
      + questions.map { name, words in try question(name, words, after: ["replay"]) }
      + [question("checkpoint", ["checkpoint"], after: ["audit", "--chain"])]
  }

  private var events: Int { workshop.events * 4 }

  /// About the middle day of the samples.
  var day: String {
    CivilDate(dayNumber: Generator.middleDay(of: events)).description
  }

  private var questions: [(name: String, words: [String])] {
    let month = String(day.prefix(7))
    let (line, middle) = ("\(events - min(events / 4, 10_000))", "\(events / 2)")
    return [
      ("runs", ["runs", "--limit", "5"]),
      ("find", ["find", "Watch"]),
      ("history of a day", ["history", "--daily", "stepCount", day]),
      ("diff", ["diff", line, "now", "daily", "--type", "stepCount"]),
      ("as of a late line", ["latest", "--type", "heartRate", "--as-of", line]),
      ("as of the middle, a command", ["latest", "--type", "heartRate", "--as-of", middle]),
      ("check", ["check"]),
      ("report of a year", ["report", "--period", String(day.prefix(4)), "-o", report]),
      ("compare", ["compare", "--period", month]),
      ("summary", ["summary", month]),
      ("sources", ["sources"]),
      ("swims", ["swims", "--limit", "5"]),
      ("workouts", ["workouts", "--limit", "5"]),
      ("workouts with samples", ["workouts", "--samples", "--limit", "5"]),
      ("statistics", ["statistics", "--type", "heartRate", "--every", "month"]),
      (
        "statistics with percentiles",
        ["statistics", "--type", "heartRate", "--every", "month", "--percentiles", "50,95"]
      ),
      ("changes", ["changes", "--since", "\(events - 10)"]),
      ("trends", ["trends"]),
      ("energy of a day", ["energy", "--day", day]),
      (
        "samples where",
        ["samples", "--type", "heartRate", "--where", "value > 150 count/min", "--limit", "5"]
      ),
      ("log", ["log"]),
      ("export of samples", ["export", "samples", "--type", "heartRate", "--format", "csv"]),
      ("daily steps", ["daily", "--type", "stepCount"]),
      ("daily steps explained", ["daily", "--type", "stepCount", "--day", day, "--explain"]),
    ]
  }

  private var report: String { workshop.path("report.html") }

  /// Saves a swim and a run, which the made-up samples do not have.
  private func saveWorkouts() throws {
    let time = ["--start", day + " 12:00", "--journal", journal.folder]
    for words in [
      ["swim", "--laps", "40", "--minutes", "38", "--kcal", "420"], ["run", "--distance", "5 km"],
    ] {
      let end = ["--end", day + " 12:40"]
      _ = try workshop.launcher.run([workshop.launcher.command] + words + time + end)
    }
  }

  /// Measures the first question of a journal without a snapshot, to the end of its process.
  private func first() throws -> Measurement {
    try question("first question", ["latest", "--type", "heartRate"], after: ["replay"]) {
      // A small journal is left without one.
      if try workshop.system.kind(of: journal.snapshots) != nil {
        try workshop.system.removeDirectory(journal.snapshots)
      }
    }
  }

  private func question(
    _ name: String, _ words: [String], after yardstick: [String],
    _ prepare: () throws -> Void = {}
  ) throws -> Measurement {
    let launcher = workshop.launcher
    func seconds(_ words: [String]) throws -> Double {
      // `check` ends with 1 where it finds something, which it does in made-up samples.
      try launcher.run(
        [launcher.command] + words + ["--journal", journal.folder], mostCode: 1
      ).seconds
    }
    let turns = try Turns(workshop.runs) {
      try prepare()
      return try seconds(words)
    } yardstick: {
      try seconds(yardstick)
    }
    return Measurement("question, \(name)", events: events, turns)
  }
}

/// The benchmarks of pages, asked for again while the journal stays as it is, compared with reading
/// its file.
struct PageBenchmarks {
  let workshop: Workshop
  let journal: JournalPaths
  /// A day with samples.
  let day: String

  /// A page that was not made.
  private struct NoPage: Error { let target: String }

  func all() throws -> [Measurement] {
    try [
      ("start", "/"), ("a day", "/period?on=\(day)"),
      ("a month", "/period?period=\(day.prefix(7))"),
      ("a year", "/period?period=\(day.prefix(4))"), ("a type", "/type/heartRate"),
      ("a day explained", "/explained/stepCount/\(day)"), ("a line", "/line/\(workshop.events)"),
    ].map(page)
  }

  private func page(_ name: String, _ target: String) throws -> Measurement {
    let journal = Journal(at: journal.folder)
    let start = journal.system.now()
    let turn = Atomic<Int64>(0)
    var browser = Browser(
      JournalSource(
        // Two minutes later each time, so that each page is made anew.
        now: {
          let turn = turn.wrappingAdd(1, ordering: .relaxed).newValue
          return Instant(microseconds: start + turn * 120_000_000)
        },
        state: { JournalSource.State(try? journal.system.status(at: journal.paths.events)) },
        read: { try journal.read($0) },
        difference: { try journal.difference(of: $0, between: $1, $2) },
        explain: { JournalSource.Explained(.system, "\($0)") }),
      BrowserSettings())
    // The first ones warm the files, and have what is kept for these lines computed.
    while browser.answer(target).isUnderWay {}
    guard browser.answer(target).status == 200 else { throw NoPage(target: target) }
    let turns = try Turns(workshop.runs) {
      Turns.seconds { _ = browser.answer(target) }
    } yardstick: {
      try Yardsticks.reading(self.journal.events, threads: PosixSystem.processors)
    }
    return Measurement("page, \(name)", events: workshop.events * 4, turns)
  }
}
