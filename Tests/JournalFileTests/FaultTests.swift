import ByteTools
import HealthEvents
import HealthModel
import JournalTestSupport
import TestSupport
import Testing

@testable import JournalFile

/// What was asked of a journal while the system failed, by the number of each event.
struct Trial {
  var attempted: [UInt64] = []
  var acknowledged: [UInt64] = []
  /// Events of a failed write, which the writer has taken back.
  var retracted: Set<UInt64> = []
  /// Written without a sync.
  var pending: [UInt64] = []
  var isCreated = false
  var syncHasFailed = false

  /// Appends so many events in one batch; after a failed write it tries once more.
  mutating func append(
    _ count: Int, to writer: inout JournalWriter, synchronizing: Bool = true, again: Bool = true
  ) throws {
    var batch: [UInt64] = []
    for _ in 0..<count {
      let number = (attempted.last ?? 0) + 1
      attempted.append(number)
      batch.append(number)
      _ = try writer.stage(SampleEvents.steps(number), by: "owner")
    }
    var problem: JournalError?
    do { try writer.commit(synchronizing: synchronizing) } catch { problem = error }
    if let failure = problem, case .system = failure {
      #expect(writer.staged == writer.committed)
      retracted.formUnion(pending + batch)
      pending = []
      guard again, !writer.isFinished else { throw failure }
      return try append(count, to: &writer, synchronizing: synchronizing, again: false)
    }
    if let problem {
      expectFinished(&writer, after: problem)
      throw problem
    }
    pending += batch
    guard synchronizing else { return }
    acknowledged += pending
    pending = []
  }

  private mutating func expectFinished(_ writer: inout JournalWriter, after problem: JournalError) {
    guard case .outcomeUnknown = problem else {
      Issue.record("\(problem)")
      return
    }
    syncHasFailed = true
    pending = []
    #expect(throws: JournalError.finished) { try writer.commit() }
    #expect(throws: JournalError.finished) {
      _ = try writer.stage(SampleEvents.delete, by: "owner")
    }
  }

  /// Single saves and batches, with and without a sync.
  mutating func use(_ writer: inout JournalWriter) throws {
    isCreated = true
    pending = []
    try append(1, to: &writer)
    try append(3, to: &writer)
    try append(1, to: &writer, synchronizing: false)
    try append(1, to: &writer)
  }

  mutating func createAndUse(_ system: MemorySystem) throws {
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    try use(&writer)
  }

  mutating func openAndUse(_ system: MemorySystem) throws {
    var writer = try openWriter("/j", on: system)
    try use(&writer)
  }

  /// What the journal says it holds is what it may say.
  func check(_ reading: Reading, _ comment: Comment) {
    #expect(reading.scan.tail == .clean, comment)
    let claimed = reading.entries.dropFirst().compactMap { Trial.number(of: $0) }
    #expect(claimed == claimed.sorted() && Set(claimed).count == claimed.count, comment)
    #expect(Set(claimed).isSuperset(of: acknowledged), comment)
    #expect(Set(attempted).isSuperset(of: claimed), comment)
    #expect(retracted.isDisjoint(with: claimed), comment)
  }

  private static func number(of entry: Entry) -> UInt64? {
    guard case .save(let save)? = entry.event else { return nil }
    return save.objects.first?.uuid.high
  }
}

/// Every call of every operation fails once, and then the power goes or the program is stopped.
@Suite struct FaultTests {
  enum Ending: CaseIterable {
    case stopped, lost, kept1, kept100, keptAll, namesKept

    func happen(to system: MemorySystem) {
      switch self {
      case .stopped: break
      case .lost: system.crash(keeping: 0)
      case .kept1: system.crash(keeping: 1)
      case .kept100: system.crash(keeping: 100)
      case .keptAll: system.crash(keeping: .max)
      case .namesKept: system.crash(keeping: 0, keepingNames: true)
      }
    }
  }

  static let reasons: [SystemFailure.Reason] = [
    .missing, .exists, .notRegular, .notPermitted, .readOnly, .tooManyOpen, .busy, .closed,
    .full, .other(5),
  ]

  /// One reason with every ending, and another one, which changes from call to call.
  static func cases(_ call: Int) -> [(SystemFailure.Reason, Ending)] {
    Ending.allCases.map { (.other(5), $0) } + [(reasons[call % reasons.count], .lost)]
  }

  @Test(arguments: SystemFailure.Operation.allCases)
  func everyCallOfCreatingAndAppending(_ operation: SystemFailure.Operation) throws {
    let clean = MemorySystem()
    var whole = Trial()
    try whole.createAndUse(clean)
    try whole.openAndUse(clean)
    for call in 0..<clean.calls(of: operation) {
      for (reason, ending) in Self.cases(call) {
        let system = MemorySystem()
        var trial = Trial()
        system.fail(operation, after: call, with: reason, written: call * 37 % 400)
        try? trial.createAndUse(system)
        try? trial.openAndUse(system)
        try end(&trial, system, ending, "\(operation) \(call) \(reason) \(ending)")
      }
    }
  }

  /// A torn tail and the mark of a failed sync: all of recovery, with a failure at every call.
  @Test(arguments: SystemFailure.Operation.allCases)
  func everyCallOfRecovering(_ operation: SystemFailure.Operation) throws {
    let (clean, prepared) = try Self.torn()
    var whole = prepared
    let before = clean.calls(of: operation)
    try whole.openAndUse(clean)
    for call in 0..<clean.calls(of: operation) - before {
      for (reason, ending) in Self.cases(call) {
        let (system, prepared) = try Self.torn()
        var trial = prepared
        system.fail(operation, after: call, with: reason, written: call * 37 % 400)
        try? trial.openAndUse(system)
        try end(&trial, system, ending, "\(operation) \(call) \(reason) \(ending)")
        #expect(system.paths.contains { $0.hasPrefix("/j/quarantine/torn-") })
      }
    }
  }

  static func torn() throws -> (MemorySystem, Trial) {
    let system = MemorySystem()
    var trial = Trial()
    try trial.createAndUse(system)
    let bytes = system["/j/events.ndjson"] ?? []
    system["/j/events.ndjson"] = bytes + Array("{\"seq\":99,\"at\":".utf8)
    system["/j/lock"] = Array("sync failed\n".utf8)
    return (system, trial)
  }

  /// Ends the trial and looks at what the next writer finds.
  func end(
    _ trial: inout Trial, _ system: MemorySystem, _ ending: Ending, _ comment: Comment
  ) throws {
    #expect(system.openFiles == 0, comment)
    if ending == .stopped { system.crash(keeping: .max, keepingNames: true) }
    ending.happen(to: system)
    do {
      var writer = try openWriter("/j", on: system)
      trial.pending = []
      trial.check(try read("/j", on: system), comment)
      try trial.append(2, to: &writer)
    } catch JournalError.missing {
      #expect(!trial.isCreated && trial.acknowledged.isEmpty, comment)
      try trial.createAndUse(system)
    }
    system.crash(keeping: 0)
    trial.check(try read("/j", on: system), comment)
    #expect(system["/j/events.ndjson.copy"] == nil, comment)
  }

  /// Every length of a short write, with and without a crash before the writer can cut it back.
  @Test func shortWritesOfEveryLength() throws {
    for written in 0..<2_000 {
      let system = MemorySystem()
      var trial = Trial()
      var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
      trial.isCreated = true
      system.fail(.append, with: .full, written: written)
      let cutFails = written % 2 == 1
      if cutFails { system.fail(.truncate, with: .other(5)) }
      let error = failure(JournalError.self) { try trial.append(2, to: &writer, again: false) }
      let cause =
        cutFails
        ? JournalError.outcomeUnknown(SystemFailure(.truncate, "/j/events.ndjson", .other(5)))
        : .system(SystemFailure(.append, "/j/events.ndjson", .full))
      #expect(error == cause)
      if cutFails {
        #expect(throws: JournalError.finished) { try writer.commit() }
        trial.retracted = []
        system.crash(keeping: .max, keepingNames: true)
      } else {
        try trial.append(1, to: &writer)
        system.crash(keeping: 0)
      }
      let next = try openWriter("/j", on: system)
      trial.check(try read("/j", on: system), "\(written) bytes")
      if written > 700 { break }
      _ = consume next
    }
  }

  /// A failed sync leaves a mark, even on a full disk; the next writer copies and clears it.
  @Test(arguments: [false, true]) func aFailedSyncIsRemembered(_ diskIsFull: Bool) throws {
    let system = MemorySystem()
    var trial = Trial()
    try trial.createAndUse(system)
    do {
      var writer = try openWriter("/j", on: system)
      system.fail(.synchronize, with: .other(5))
      if diskIsFull { system.fail(.write, after: 1, with: .full) }
      #expect(throws: JournalError.self) { try trial.append(1, to: &writer) }
      #expect(trial.syncHasFailed)
    }
    #expect(LockRecords(system["/j/lock"] ?? []).isInDoubt)
    for half in [0, 10, 1_000] {
      system.fail(.append, with: .full, written: half)
      #expect(throws: JournalError.system(SystemFailure(.append, "/j/events.ndjson.copy", .full))) {
        _ = try openWriter("/j", on: system)
      }
      #expect(LockRecords(system["/j/lock"] ?? []).isInDoubt)
      // A full disk is not filled by a part of a copy.
      #expect(system["/j/events.ndjson.copy"] == nil)
    }
    do {
      let writer = try openWriter("/j", on: system)
      #expect(writer.recovery.wasCopied)
    }
    let records = LockRecords(system["/j/lock"] ?? [])
    #expect(!records.isInDoubt)
    #expect(records.durable?.offset == system["/j/events.ndjson"].map { UInt64($0.count) })
    #expect(system["/j/events.ndjson.copy"] == nil)
    system.crash(keeping: 0)
    #expect(try openWriter("/j", on: system).recovery == Recovery())
    trial.check(try read("/j", on: system), "after the copy")
  }

  @Test func aSyncThatFailsOnOpenIsRememberedToo() throws {
    let system = MemorySystem()
    var trial = Trial()
    try trial.createAndUse(system)
    system.fail(.synchronize, with: .other(5))
    let failed = SystemFailure(.synchronize, "/j/events.ndjson", .other(5))
    // Nothing was staged, so nothing is unknown to who asked.
    #expect(throws: JournalError.system(failed)) { _ = try openWriter("/j", on: system) }
    #expect(try openWriter("/j", on: system).recovery.wasCopied)
    #expect(!(try openWriter("/j", on: system).recovery.wasCopied))
  }

  /// Whole lines of a write that fell short may stand where the file cannot even be looked at.
  @Test(arguments: [0, 1]) func aCutThatCannotBeMadeLeavesADoubt(_ call: Int) throws {
    let system = MemorySystem()
    var trial = Trial()
    try trial.createAndUse(system)
    var writer = try openWriter("/j", on: system)
    system.fail(.append, with: .full, written: 600)
    // Both files are looked at before the write, and before the cut.
    system.fail(.kind, after: 2 + call, with: .other(5))
    let path = ["/j/lock", "/j/events.ndjson"][call]
    #expect(throws: JournalError.outcomeUnknown(SystemFailure(.kind, path, .other(5)))) {
      for number in 100..<103 as Range<UInt64> {
        _ = try writer.stage(SampleEvents.steps(number), by: "owner")
      }
      try writer.commit()
    }
    #expect(LockRecords(system["/j/lock"] ?? []).isInDoubt)
  }

  /// What was written without a sync is taken back with the write that failed after it, and
  /// nothing of it is ever noted as durable.
  @Test func aFailedWriteTakesBackAllThatWasNotSynced() throws {
    let system = MemorySystem()
    var trial = Trial()
    try trial.createAndUse(system)
    let durable = system["/j/events.ndjson"]?.count
    var writer = try openWriter("/j", on: system)
    _ = try writer.stage(SampleEvents.steps(100), by: "owner")
    try writer.commit(synchronizing: false)
    _ = try writer.stage(SampleEvents.steps(101), by: "owner")
    system.fail(.append, with: .full)
    #expect(throws: JournalError.self) { try writer.commit() }
    #expect(system["/j/events.ndjson"]?.count == durable)
    let noted = LockRecords(system["/j/lock"] ?? []).durable?.offset
    #expect(noted == durable.map { UInt64($0) })
    _ = try writer.stage(SampleEvents.steps(102), by: "owner")
    try writer.commit()
    #expect(try read("/j", on: system).scan.tail == .clean)
  }

  /// Syncs in a row cost one note each 64, and the last of them is noted.
  @Test func syncsInARowAreNotedTogether() throws {
    let system = MemorySystem()
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    let before = system.calls(of: .write)
    for number in 0..<130 as Range<UInt64> {
      _ = try writer.stage(SampleEvents.steps(number), by: "owner")
      try writer.commit(moreFollows: number < 129)
    }
    #expect(system.calls(of: .write) - before == 6)
    let records = LockRecords(system["/j/lock"] ?? [])
    #expect(records.durable?.offset == system["/j/events.ndjson"].map { UInt64($0.count) })
    #expect(!records.wasStoppedInSync && !records.isInDoubt)
  }

  /// Lines that were written without a sync and synced at the end leave nothing for the next writer
  /// to look at.
  @Test func aCleanEndIsNoted() throws {
    let system = MemorySystem()
    do {
      var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
      for number in 0..<3 as Range<UInt64> {
        _ = try writer.stage(SampleEvents.steps(number), by: "owner")
        try writer.commit(synchronizing: number == 2)
      }
      #expect(LockRecords(system["/j/lock"] ?? []).durable?.canHaveHolesAfter == true)
      try writer.finish()
    }
    let records = LockRecords(system["/j/lock"] ?? [])
    #expect(records.durable?.offset == system["/j/events.ndjson"].map { UInt64($0.count) })
    #expect(records.durable?.canHaveHolesAfter == false)
    #expect(!records.isInDoubt && !records.wasStoppedInSync)
  }

  /// A copy that got fewer bytes than were verified never takes the place of the lines.
  @Test func aShortCopyIsNoCopy() throws {
    let (system, trial) = try Self.torn()
    let size = system["/j/events.ndjson"]?.count ?? 0
    let error = failure(JournalError.self) {
      _ = try JournalWriter.open("/j", on: system) { line, offset in
        let seen = try scanned(line)
        if seen.sequence == 7 { try Self.cut(system, to: size - 100) }
        return seen
      }
    }
    #expect(error != nil)
    #expect(system["/j/events.ndjson"]?.count == size - 100)
    #expect(trial.acknowledged.count == 6)
  }

  private static func cut(_ system: MemorySystem, to size: Int) throws {
    let file = try system.open("/j/events.ndjson", .append)
    defer { system.close(file) }
    try system.truncate(file, to: UInt64(size))
  }

  /// Something else that is missing is not "there is no journal".
  @Test func aMissingQuarantineIsNotAMissingJournal() throws {
    let (system, _) = try Self.torn()
    system.fail(.open, after: 2, with: .missing)
    let error = failure(JournalError.self) { _ = try openWriter("/j", on: system) }
    guard case .system(let failure)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(failure.path.hasPrefix("/j/quarantine/"))
  }

  @Test func aReaderThatCannotMeasureGivesItsFileBack() throws {
    let (system, _) = try Self.torn()
    system.fail(.kind, with: .other(5))
    #expect(throws: JournalError.self) { _ = try JournalReader("/j", on: system) }
    #expect(system.openFiles == 0)
  }
}
