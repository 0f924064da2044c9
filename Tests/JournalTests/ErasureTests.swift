import ByteTools
import Foundation
import HealthEvents
import HealthModel
import HealthTables
import HealthViews
import Journal
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

/// What is erased is in no file any more, the chain is whole, and what is left says what it said.
@Suite struct ErasureTests {
  /// Given an object alone on its line, when it is erased, then its line goes whole.
  @Test func aLineWithoutOtherObjectsGoesWhole() throws {
    var trial = try ErasureTrial()
    try trial.save([1])
    try trial.save([2])
    try trial.delete([2])
    let erased = try trial.erase(.objects([ErasureTrial.uuid(2)]))
    // The line that saved it, and the one that deleted it.
    #expect(erased.counts.lines == 2 && erased.counts.parts == 0)
    #expect(erased.counts.objects == 1 && erased.counts.live.isEmpty)
    #expect(erased.lines == 5...5)
    try trial.check(gone: [2], left: [1])
  }

  /// Given two objects on a line, when one is erased, then the line keeps the other.
  @Test func aLineWithOtherObjectsKeepsThem() throws {
    var trial = try ErasureTrial()
    try trial.save([1, 2])
    try trial.save([3])
    try trial.delete([1, 2])
    let erased = try trial.erase(.objects([ErasureTrial.uuid(2)]))
    #expect(erased.counts.lines == 0 && erased.counts.parts == 2)
    try trial.check(gone: [2], left: [1, 3])
    // Once more from the same line: the digest stays that of the first.
    let again = try trial.erase(.objects([ErasureTrial.uuid(1)]))
    #expect(again.counts.lines == 2)
    try trial.check(gone: [1, 2], left: [3])
  }

  @Test func anOlderVersionDoesNotComeBack() throws {
    var trial = try ErasureTrial()
    try trial.save([1], replaces: [])
    try trial.save([2], replaces: [1])
    _ = try trial.erase(.objects([ErasureTrial.uuid(2)]))
    try trial.check(gone: [1, 2], left: [])
  }

  @Test func linesAndWhatADeletionSays() throws {
    var trial = try ErasureTrial()
    try trial.save([1, 2])
    try trial.delete([1], reason: "TEXT-9 of a reason")
    let erased = try trial.erase(.lines([3]))
    #expect(erased.counts.parts == 1 && erased.counts.objects == 0)
    try trial.check(gone: [9], left: [1, 2])
    #expect(try trial.tables().liveCount == 1)
    #expect(throws: SessionProblem.notErasable(line: 1)) { try trial.erase(.lines([1])) }
    #expect(throws: SessionProblem.notErasable(line: 4)) { try trial.erase(.lines([4])) }
    #expect(throws: SessionProblem.noLine(77)) { try trial.erase(.lines([77])) }
    #expect(throws: SessionProblem.noReceipt(line: 2)) { try trial.erase(.importReceipt(2)) }
  }

  /// Names of source and device go; what was measured stays, and what is merged stays merged.
  @Test func namesOfASource() throws {
    var trial = try ErasureTrial()
    let source = Source(name: "TEXT-7 Watch", bundle: "com.TEXT-8 x")
    try trial.save([1], source: source, device: Device(name: "TEXT-6 "))
    try trial.save([2], source: source)
    try trial.configure(priority: ["TEXT-7 Watch", "com.TEXT-8 x", "Phone"])
    let erased = try trial.erase(.names("TEXT-7 Watch"))
    #expect(erased.counts.parts == 3 && erased.counts.lines == 0)
    try trial.check(gone: [6, 7, 8], left: [1, 2])
    let lines = try trial.everything()
    #expect(lines.components(separatedBy: "\"source\":{\"name\":\"erased 2\"}").count == 3)
    #expect(try trial.tables().settings.priority(of: "*") == ["erased 2", "Phone"])
  }

  /// Given a name with the signs of Apple's names, when it is erased as a keyboard writes it, then
  /// it leaves settings too, where a person typed it.
  @Test func namesAsTheyAreTyped() throws {
    var trial = try ErasureTrial()
    let name = "Anna’s TEXT-7\u{A0}Watch"
    try trial.save([1], source: Source(name: name), device: Device(name: name))
    try trial.save([2], device: Device(name: name))
    try trial.configure(priority: ["Anna's TEXT-7 Watch", "Phone"])
    let erased = try trial.erase(.names("Anna's TEXT-7 Watch"))
    #expect(erased.counts.parts == 3)
    #expect(try !trial.everything().contains("TEXT-7"))
    #expect(try trial.tables().settings.priority(of: "*") == ["erased 2", "Phone"])
    try trial.check(gone: [], left: [1, 2])
  }

  /// Given names of settings with bundle or hardware behind them, when the name is erased, then all
  /// of it leaves them, and the place in the order stays.
  @Test func namesWithWhatTellsThemApart() throws {
    var trial = try ErasureTrial()
    let name = "Anna’s Rose-7"
    try trial.save([1], source: Source(name: name), device: Device(hardware: "Rose-6,1"))
    try trial.save([2], source: Source(name: name, bundle: "com.Rose-8"))
    try trial.configure(priority: [
      "Anna's Rose-7 (Rose-6,1)", "Phone (iPhone14,5)", "Anna’s Rose-7 (com.Rose-8)",
    ])
    _ = try trial.erase(.names("Anna's Rose-7"))
    #expect(try !trial.everything().contains("Rose-"))
    #expect(
      try trial.tables().settings.priority(of: "*") == ["erased 2", "Phone (iPhone14,5)"])
    try trial.check(gone: [], left: [1, 2])
  }

  /// An origin goes with the last object that names it.
  @Test func anOriginThatNothingNamesGoes() throws {
    var trial = try ErasureTrial()
    try trial.save([1], source: Source(name: "TEXT-7 "))
    try trial.save([2], source: Source(name: "TEXT-8 "))
    try trial.save([3], source: Source(name: "TEXT-8 "))
    try trial.configure(priority: ["TEXT-8 ", "TEXT-7 "])
    var query = ViewQuery()
    query.sources = ["TEXT-7 "]
    _ = try trial.erase(.query(query))
    try trial.check(gone: [1, 7], left: [2, 3, 8])
    #expect(try trial.tables().settings.priority(of: "*") == ["TEXT-8 ", "erased 2"])
    _ = try trial.erase(.objects([ErasureTrial.uuid(2)]))
    try trial.check(gone: [1, 2, 7], left: [3, 8])
  }

  @Test func nothingIsErasedBesideAWorkoutInProgress() throws {
    var trial = try ErasureTrial()
    try trial.save([1])
    trial.system["/j/session"] = Array("anything".utf8)
    let before = trial.system["/j/events.ndjson"]
    #expect(throws: JournalError.self) { try trial.erase(.objects([ErasureTrial.uuid(1)])) }
    try trial.system.remove("/j/session")
    let start = Timestamp(instant: Instant(microseconds: 1), offsetMinutes: 0)
    try trial.inSession { session in
      _ = try session.startWorkout(
        activity: "HKWorkoutActivityTypeYoga", kilocaloriesPerHour: nil, by: EventActor.owner,
        at: start)
    }
    #expect(throws: SessionProblem.workoutInProgress) {
      try trial.erase(.objects([ErasureTrial.uuid(1)]))
    }
    #expect(trial.system["/j/events.ndjson"] == before)
    // Its end is saved, and its file cannot be removed: the workout is over all the same.
    try trial.inSession { [system = trial.system] session in
      system.fail(.remove, with: .notPermitted)
      let end = start.instant.adding(microseconds: 60_000_000)
      let ended = try session.endWorkout(
        by: EventActor.owner, at: Timestamp(instant: end, offsetMinutes: 0))
      #expect(ended.leftover != nil)
    }
    #expect(trial.system["/j/session"] != nil)
    _ = try trial.erase(.objects([ErasureTrial.uuid(1)]))
    #expect(trial.system["/j/session"] == nil)
    try trial.check(gone: [1], left: [])
  }

  /// What a link or a folder that is not the program's leads to would stay, and was once counted as
  /// gone.
  @Test(arguments: ["snapshot", "quarantine"]) func whatIsOutOfReachIsNotPassedOver(
    _ name: String
  ) throws {
    let scratch = TemporaryFolder()
    let journal = Journal(at: scratch.path("a.journal"))
    try journal.create(timeZone: "UTC")
    var session = try journal.write()
    _ = try session.perform(
      Command(
        by: EventActor.owner, .save(SaveRequest(objects: [ErasureTrial.draft(1, nil, nil)]))))
    try session.finish()
    let path = "\(journal.folder)/\(name)"
    let elsewhere = scratch.path("elsewhere")
    let files = FileManager.default
    let lines = try Data(contentsOf: URL(fileURLWithPath: journal.paths.events))
    func expectRefusal(_ outOfReach: String) throws {
      #expect(throws: SessionProblem.outOfReach(path: outOfReach)) {
        var session = try journal.write()
        _ = try session.erase(.lines([2]), reason: "asked for")
      }
      #expect(try Data(contentsOf: URL(fileURLWithPath: journal.paths.events)) == lines)
    }
    try? files.removeItem(atPath: path)
    try files.createDirectory(atPath: "\(path)/old", withIntermediateDirectories: true)
    try expectRefusal("\(path)/old")
    try files.moveItem(atPath: path, toPath: elsewhere)
    try files.createSymbolicLink(atPath: path, withDestinationPath: elsewhere)
    try expectRefusal(path)
  }

  /// Random journals and selections: nothing of what was erased is left in any file, and the views
  /// are those of a journal that never had it.
  @Test(arguments: Counts.seeds(0...39)) func nothingIsLeft(_ seed: Int) throws {
    var dice = Dice(seed)
    var trial = try ErasureTrial()
    let gone = Set((1...30).filter { _ in dice.often(40) })
    var (other, number) = (try ErasureTrial(), 1)
    while number <= 30 {
      let count = min(dice.below(4) + 1, 31 - number)
      let numbers = Array(number..<number + count)
      try trial.save(numbers)
      try other.save(numbers.filter { !gone.contains($0) })
      if dice.often(20) {
        let deleted = dice.pick(numbers)
        try trial.delete([deleted])
        if !gone.contains(deleted) { try other.delete([deleted]) }
      }
      number += count
    }
    if gone.isEmpty { return }
    try trial.system.createDirectory("/j/quarantine")
    trial.system["/j/quarantine/torn-1-1"] = Array("TEXT-\(gone.first ?? 0) ".utf8)
    let half = gone.filter { _ in dice.often(50) }
    for part in [half, gone] where !part.isEmpty {
      _ = try trial.erase(.objects(part.map(ErasureTrial.uuid)))
    }
    try trial.check(gone: gone, left: Set(1...30).subtracting(gone))
    let (tables, expected) = (try trial.tables(), try other.tables())
    #expect(tables.liveCount == expected.liveCount)
    #expect(ErasureTrial.rows(tables) == ErasureTrial.rows(expected))
  }

  /// The power goes at any call, and any subset of unsynced pages is lost: the old lines or the new
  /// ones.
  @Test func noCrashLeavesAMixture() throws {
    var trial = try ErasureTrial()
    for number in 1...6 { try trial.save([number, number + 10]) }
    try trial.delete([3])
    trial.leaveSnapshot()
    try trial.system.createDirectory("/j/quarantine")
    trial.system["/j/quarantine/torn-1-1"] = Array("TEXT-13 ".utf8)
    trial.system.crash(keeping: .max, keepingNames: true)
    let gone: Set = [3, 13]
    let base = trial.system
    let whole = base.copied(seed: 1)
    try ErasureTrial(on: whole).erase(gone)
    let calls = whole.calls
    var outcomes: Set<Bool> = []
    for stop in 0...calls {
      var dice = Dice(stop)
      let system = base.copied(seed: 5)
      system.stop(after: stop)
      let isTold = (try? ErasureTrial(on: system).erase(gone)) != nil
      for _ in 0..<Counts.scaled(3) {
        let left = system.crashed(using: &dice)
        let isErased = try ErasureTrial(on: left).isErased(gone, "call \(stop) of \(calls)")
        #expect(isErased || !isTold, "call \(stop)")
        outcomes.insert(isErased)
      }
    }
    #expect(outcomes == [true, false])
  }

  /// Every call of the system fails once: the old lines stand, or the new ones do and that is told.
  @Test func noFailureLeavesAMixture() throws {
    var trial = try ErasureTrial()
    try trial.save([1, 2])
    trial.leaveSnapshot()
    let base = trial.system
    let operations: [SystemFailure.Operation] = [
      .open, .append, .write, .truncate, .synchronize, .rename, .remove, .synchronizeDirectory,
    ]
    for operation in operations {
      for place in 0..<12 {
        let system = base.copied(seed: 3)
        system.fail(operation, after: place, with: .full)
        let isTold = (try? ErasureTrial(on: system).erase([2])) != nil
        let left = system.copied(seed: 4)
        let isErased = try ErasureTrial(on: left).isErased([2], "\(operation) \(place)")
        #expect(isErased || !isTold, "\(operation) \(place)")
      }
    }
  }

  /// Given a reader, when objects are erased between any two of its calls, then it reads the lines
  /// as they were before or after, and calls nothing damage.
  @Test(arguments: [true, false]) func whoReadsMeanwhile(withSnapshot: Bool) throws {
    var (moment, isTried, found) = (0, true, Set<Int>())
    while isTried {
      var trial = try ErasureTrial()
      for number in 1...6 { try trial.save([number]) }
      if withSnapshot { trial.leaveSnapshot() }
      let (erasure, place) = (trial, moment)
      let system = MeddlingSystem(trial.system) { _, call in
        if call == place { try erasure.erase([1, 2, 3]) }
      }
      let snapshots = SnapshotPolicy(leastBytes: withSnapshot ? 1 : .max)
      let journal = try ReplayedJournal(
        "/j", on: system, verifyingChain: !withSnapshot, snapshots: snapshots)
      found.insert(journal.tables.liveCount)
      isTried = system.count > moment
      moment += 1
    }
    #expect(found == [3, 6])
  }
}

/// A journal in memory whose objects say texts that can be looked for: object 7 says `TEXT-7 `.
struct ErasureTrial {
  private static let type = QuantityType.stepCount.identifier
  let system: MemorySystem

  init() throws {
    system = MemorySystem()
    try JournalSession.create("/j", timeZone: "UTC", on: system)
  }

  init(on system: MemorySystem) { self.system = system }

  /// A uuid made from content, as an import makes it.
  static func uuid(_ number: Int) -> ObjectUUID {
    ObjectUUID(content: (UInt64(number) &* 0x9E37_79B9_7F4A_7C15, UInt64(number)))
  }

  static func draft(_ number: Int, _ source: Source?, _ device: Device?) -> Draft {
    let start = Timestamp(
      instant: Instant(microseconds: 1_700_000_000_000_000 + Int64(number) * 60_000_000),
      offsetMinutes: 0)
    let sample = QuantityContent(
      type: type, span: TimeSpan(at: start), value: Double(number), unit: "count")
    var object = HealthObject(uuid: uuid(number), content: .quantity(sample))
    object.metadata["note"] = .string("TEXT-\(number) ")
    return Draft(object, source: source, device: device)
  }

  private mutating func perform(_ request: Request) throws {
    var session = try JournalSession.open("/j", on: system)
    _ = try session.perform(Command(by: EventActor.owner, request))
    try session.finish()
  }

  func inSession(_ body: (inout JournalSession) throws -> Void) throws {
    var session = try JournalSession.open("/j", on: system)
    try body(&session)
    try session.finish()
  }

  mutating func save(
    _ numbers: [Int], replaces: [Int] = [], source: Source? = nil, device: Device? = nil
  ) throws {
    guard !numbers.isEmpty else { return }
    try perform(
      .save(
        SaveRequest(
          objects: numbers.map { Self.draft($0, source, device) }, imported: true,
          replaces: replaces.map(Self.uuid))))
  }

  mutating func delete(_ numbers: [Int], reason: String? = nil) throws {
    try perform(.delete(Deletion(objects: numbers.map(Self.uuid), reason: reason)))
  }

  mutating func configure(priority: [String]) throws {
    try perform(
      .configure(Configuration(priority: [SourcePriority(type: "*", sources: priority)])))
  }

  func erase(_ selection: ErasureSelection) throws -> JournalSession.Erased {
    var session = try JournalSession.open("/j", on: system)
    do {
      let erased = try session.erase(selection, reason: "asked for")
      try session.finish()
      return erased
    } catch {
      try session.finish(after: error)
    }
  }

  func erase(_ numbers: Set<Int>) throws {
    _ = try erase(.objects(numbers.sorted().map(Self.uuid)))
  }

  /// Has a writer leave a snapshot.
  func leaveSnapshot() {
    guard
      var session = try? JournalSession.open(
        "/j", on: system, snapshots: SnapshotPolicy(leastBytes: 1))
    else { return }
    try? session.finish()
  }

  func tables() throws -> HealthTables {
    try ReplayedJournal("/j", on: system, verifyingChain: true).tables
  }

  /// What views see of samples: uuids and values.
  static func rows(_ tables: HealthTables) -> [String] {
    guard let columns = tables.columns(of: type) else { return [] }
    return (0..<columns.count).filter(columns.isLive).map { "\(columns[$0].uuid)" }
  }

  /// All bytes of all files.
  func everything() throws -> String {
    var text = ""
    for folder in ["/j", "/j/snapshot", "/j/quarantine"]
    where try system.kind(of: folder) == .directory {
      for name in try system.names(inDirectory: folder) {
        text += String(decoding: system["\(folder)/\(name)"] ?? [], as: UTF8.self) + "\n"
      }
    }
    return text
  }

  /// Requires a good journal that says some texts and others nowhere.
  func check(gone: Set<Int>, left: Set<Int>) throws {
    let all = try everything()
    for number in gone {
      #expect(!all.contains("TEXT-\(number) "), "\(number)")
      #expect(!all.contains(Self.uuid(number).description), "\(number)")
    }
    for number in left { #expect(all.contains("TEXT-\(number)"), "\(number)") }
    let audit = try JournalAudit("/j", on: system)
    #expect(audit.count == 0, "\(audit.findings)")
  }

  /// Whether what a crash left is the journal without some objects; else it must be the one with
  /// all of them.
  func isErased(_ gone: Set<Int>, _ place: Comment) throws -> Bool {
    leaveSnapshot()
    let all = try everything()
    let held = gone.filter { all.contains("TEXT-\($0) ") }
    #expect(held.isEmpty || held == gone, place)
    #expect(all.contains("\"event\":\"erase\"") == held.isEmpty, place)
    #expect(system["/j/erasing"] == nil && system["/j/events.ndjson.copy"] == nil, place)
    #expect(try JournalAudit("/j", on: system).count == 0, place)
    return held.isEmpty
  }
}
