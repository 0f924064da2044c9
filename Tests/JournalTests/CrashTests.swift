import ByteTools
import HealthEvents
import HealthImport
import HealthModel
import HealthTables
import Journal
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

/// The power goes at any call, and the disk has any subset of the pages that were not synced: the
/// next writer opens, nothing acknowledged is lost, nothing cut is lost, and every reader agrees
/// with it.
///
/// Erasures and restores have their own tests, `ErasureTests` and `JournalExchangeTests`, which
/// crash at every call.
@Suite struct CrashTests {
  /// What a writer is doing when the power goes.
  enum Work: CaseIterable {
    case single, batch, imported, settings, copy, stopped, snapshot, workout, export

    /// The states that a full run tries of this work: fewer where one takes long.
    var states: Int {
      switch self {
      case .single: 1_500
      case .batch: 500
      case .settings: 500
      case .imported: 300
      case .copy: 900
      case .stopped: 1_600
      case .snapshot: 700
      case .workout: 2_000
      case .export: 2_000
      }
    }
  }

  /// Crashes that are tried for each run that stops somewhere.
  private static let crashesOfARun = 5

  @Test(arguments: Work.allCases) func noCrashCostsTheJournal(_ work: Work) throws {
    let base = try CrashTrial.prepared(for: work)
    let calls = try Self.callsOfAll(work, from: base)
    let runs = Counts.scaled(work.states / Self.crashesOfARun)
    for run in 0..<runs {
      var dice = Dice(run)
      let system = try CrashTrial.start(of: work, from: base, &dice)
      var trial = CrashTrial()
      let stop = Int.random(in: 0...calls, using: &dice)
      system.stop(after: stop)
      try? trial.run(work, on: system)
      for crash in 0..<Self.crashesOfARun {
        let left = system.crashed(using: &dice)
        let place: Comment = "\(work), run \(run), call \(stop) of \(calls), crash \(crash)"
        do {
          try trial.check(work, left, after: system, place, &dice)
        } catch {
          Issue.record(error, place)
        }
      }
    }
  }

  /// How many calls the whole work takes.
  private static func callsOfAll(_ work: Work, from base: MemorySystem) throws -> Int {
    let system = base.copied(seed: 1)
    var trial = CrashTrial()
    try trial.run(work, on: system)
    #expect(trial.acknowledged > 0 || work == .export)
    return system.calls
  }
}

/// What was done and acknowledged until the power went.
struct CrashTrial {
  /// The last line that was acknowledged.
  private(set) var acknowledged: UInt64 = 0
  /// Steps of the workout in progress that were acknowledged; nil: it has ended.
  private var steps: Int? = 0
  private var isExported = false

  private static let type = QuantityType.stepCount.identifier
  private static let events = "/j/events.ndjson"
  private static let product = "/out/steps.csv"
  private static let (older, newer) = (
    [UInt8](repeating: 0x61, count: 9_000), [UInt8](repeating: 0x62, count: 17_000)
  )

  // MARK: The work

  /// The system before the work.
  static func prepared(for work: CrashTests.Work) throws -> MemorySystem {
    let system = MemorySystem()
    try system.createDirectory("/out")
    system[product] = older
    try JournalSession.create("/j", timeZone: "UTC", on: system)
    var session = try JournalSession.open("/j", on: system)
    for number in 0..<3 { _ = try session.perform(save(number, padding: 1_500)) }
    try session.finish()
    system.crash(keeping: .max, keepingNames: true)
    if work == .copy {
      var session = try JournalSession.open("/j", on: system)
      system.fail(.synchronize, with: .other(5))
      _ = try? session.perform(save(3, padding: 5_000))
      try? session.finish()
    }
    return system
  }

  /// The system in which a run begins: `stopped`: a writer before it was stopped at any call, with
  /// the power on.
  static func start(
    of work: CrashTests.Work, from base: MemorySystem, _ dice: inout Dice
  ) throws -> MemorySystem {
    let system = base.copied(seed: dice.next())
    guard work == .stopped else { return system }
    system.stop(after: Int.random(in: 20...90, using: &dice))
    var before = CrashTrial()
    try? before.run(.single, on: system)
    return system.copied(seed: dice.next())
  }

  private static func span(_ minutes: Int) -> TimeSpan {
    func time(_ minutes: Int) -> Timestamp {
      Timestamp(
        instant: Instant(wholeSeconds: 1_700_000_000 + Int64(minutes) * 60), offsetMinutes: 0)
    }
    return TimeSpan(time(minutes), time(minutes + 1))
  }

  private static func uuid(_ number: Int) -> ObjectUUID {
    ObjectUUID(random: (UInt64(number) &* 0x9E37_79B9_7F4A_7C15, UInt64(number)))
  }

  private static func save(_ number: Int, padding: Int) -> Command {
    let sample = QuantityContent(
      type: type, span: span(number), value: Double(number % 100), unit: "count")
    var object = HealthObject(uuid: uuid(number), content: .quantity(sample))
    object.metadata["note"] = .string(String(repeating: "x", count: padding))
    return Command(by: EventActor.owner, .save(SaveRequest(objects: [Draft(object)])))
  }

  /// Does the work until it is done or a call fails.
  mutating func run(_ work: CrashTests.Work, on system: MemorySystem) throws {
    // What stood there before was acknowledged.
    if work != .copy { acknowledged = 4 }
    if work == .export { return try export(on: system) }
    let policy: SnapshotPolicy =
      work == .snapshot ? SnapshotPolicy(leastBytes: 1) : .standard
    var session = try JournalSession.open("/j", on: system, snapshots: policy)
    acknowledged = session.tables.lastSequence
    switch work {
    case .single, .copy, .snapshot: try appendSingles(&session)
    case .stopped: try appendSingles(&session, from: 120)
    case .batch: try appendBatches(&session)
    case .imported: return try importAll(session)
    case .settings: try changeSettings(&session)
    case .workout: try takeSteps(&session, system)
    case .export: break
    }
    try session.finish()
  }

  /// Lines of 0.3 to 12 KB, each with its own sync; some of the syncs are noted later.
  private mutating func appendSingles(
    _ session: inout JournalSession, from first: Int = 100
  ) throws {
    for (number, padding) in [0, 100, 3_900, 12_000, 800].enumerated() {
      let staged = try session.stage(Self.save(first + number, padding: padding))
      try session.commit(moreFollows: number % 3 > 0)
      acknowledged = staged.sequence
    }
  }

  /// A small batch, and two that another thread writes while the next one is staged.
  private mutating func appendBatches(_ session: inout JournalSession) throws {
    for number in 0..<12 { _ = try session.stage(Self.save(200 + number, padding: 600)) }
    try session.commit()
    acknowledged = session.tables.lastSequence
    var last: [UInt64] = []
    for batch in 0..<2 {
      for number in 0..<9 {
        _ = try session.stage(Self.save(300 + batch * 20 + number, padding: 8_000))
      }
      #expect(try session.startCommit())
      last.append(session.tables.lastSequence)
    }
    for sequence in last {
      try session.finishCommit()
      acknowledged = sequence
    }
  }

  /// Records of 10 KB, so that lines are written several times before the one sync.
  private mutating func importAll(_ session: consuming JournalSession) throws {
    let note = String(repeating: "y", count: 10_000)
    let records = (0..<60).map { number in
      """
      <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" \
      value="\(number + 1)" startDate="2024-04-01 08:\(10 + number % 50):00 +0200" \
      endDate="2024-04-01 09:\(10 + number % 50):00 +0200">\
      <MetadataEntry key="n" value="\(note)"/></Record>
      """
    }
    let file = Array("<HealthData>\(records.joined())</HealthData>".utf8)
    var job = try ImportJob(into: session, fileName: "export.xml") { _, _ in }
    let report = try job.run(MemorySource(file, chunk: 1 << 20))
    // After the lines stands the receipt.
    acknowledged = (report.lines?.upperBound ?? 0) + 1
  }

  /// What saves nothing: taking back what was saved last, a grant, settings, a deletion, a revert
  /// of all that.
  private mutating func changeSettings(_ session: inout JournalSession) throws {
    let grant = AuthorizationGrant(Self.type, .authorized)
    let order = SourcePriority(type: "*", sources: [String(repeating: "x", count: 5_000)])
    let requests: [Request] = [
      .authorize(AuthorizationChange(source: "com.example.reader", share: [grant])),
      .configure(Configuration(weekStarts: .sunday, priority: [order])),
      .delete(Deletion(objects: [Self.uuid(1)], reason: "entered twice")),
    ]
    acknowledged = try session.undo()?.sequence ?? 0
    for request in requests {
      acknowledged = try session.perform(Command(by: EventActor.owner, request)).sequence
    }
    // In several lines, which are written at once.
    let plan = try session.plan(revertOf: [LineRun(3, session.lastLine)], inALine: 1)
    acknowledged = try session.perform(plan, widensRights: true).sequence
  }

  private mutating func takeSteps(
    _ session: inout JournalSession, _ system: MemorySystem
  ) throws {
    _ = try session.startWorkout(
      activity: "HKWorkoutActivityTypeRunning", kilocaloriesPerHour: 500, by: EventActor.owner,
      at: nil)
    steps = 1
    for action in [WorkoutSession.Action.pause, .resume, .lap] {
      system.advance(by: 60_000_000)
      _ = try session.take(action, by: EventActor.owner, at: nil)
      steps = (steps ?? 0) + 1
    }
    system.advance(by: 60_000_000)
    acknowledged = try session.endWorkout(by: EventActor.owner, at: nil).accepted?.sequence ?? 0
    steps = nil
  }

  private mutating func export(on system: MemorySystem) throws {
    let file = try ReplacementFile(
      of: Self.product, beside: Self.product + ".part", on: system)
    for start in stride(from: 0, to: Self.newer.count, by: 5_000) {
      try file.append(Array(Self.newer[start...].prefix(5_000)))
    }
    try file.put()
    isExported = true
  }

  // MARK: What must hold

  /// Looks at what the crash left.
  func check(
    _ work: CrashTests.Work, _ left: MemorySystem, after before: MemorySystem, _ place: Comment,
    _ dice: inout Dice
  ) throws {
    if work == .export {
      let found = left[Self.product]
      #expect(found == Self.newer || (found == Self.older && !isExported), place)
      return
    }
    let found = left[Self.events] ?? []
    let promised = firstLines(Int(acknowledged), of: before[Self.events] ?? [])
    _ = try ReplayedJournal("/j", on: left)
    var session = try JournalSession.open("/j", on: left)
    let kept = left[Self.events] ?? []
    #expect(begins(kept, with: promised), place)
    #expect(kept.last == UInt8(ascii: "\n") && begins(found, with: kept), place)
    #expect(left["/j/events.ndjson.copy"] == nil, place)
    if kept.count < found.count {
      let aside = session.recovery.quarantinePath.flatMap { left[$0] }
      #expect(aside == Array(found[kept.count...]), place)
    }
    try checkWorkout(&session, place)
    let accepted = try session.perform(Self.save(900, padding: 300))
    try session.finish()
    try Self.checkReplay(left, upTo: accepted.sequence, place)

    let again = left.crashed(using: &dice)
    let whole = left[Self.events] ?? []
    #expect(begins(whole, with: kept), place)
    try Self.openAndFinish(on: again)
    #expect(again[Self.events] == whole, place)
    #expect(again.openFiles == 0, place)
  }

  /// The session is gone when this returns, and with it the snapshot that it holds open.
  private static func openAndFinish(on system: MemorySystem) throws {
    var session = try JournalSession.open("/j", on: system)
    try session.finish()
  }

  private func checkWorkout(_ session: inout JournalSession, _ place: Comment) throws {
    let workout = try session.workoutSession()
    guard let steps else { return #expect(workout == nil, place) }
    // The step that was being taken may be there, and the end of all.
    if let workout {
      #expect(workout.steps.count == steps || workout.steps.count == steps + 1, place)
    } else {
      #expect(steps == 0 || steps == 4, place)
    }
  }

  /// A replay from the newest snapshot and one of all lines come to the same, in a good journal.
  private static func checkReplay(
    _ system: MemorySystem, upTo last: UInt64, _ place: Comment
  ) throws {
    let one = try ReplayedJournal("/j", on: system).tables
    let other = try ReplayedJournal("/j", on: system, fromFirstLine: true).tables
    #expect(one.lastSequence == last && other.lastSequence == last, place)
    #expect(try JournalAudit("/j", on: system).snapshots.isEmpty, place)
    #expect(one.liveCount == other.liveCount, place)
    let (a, b) = (one.columns(of: type), other.columns(of: type))
    #expect(
      a.map { a in (0..<a.count).map { a[$0] } } == b.map { b in (0..<b.count).map { b[$0] } },
      place)
  }
}
