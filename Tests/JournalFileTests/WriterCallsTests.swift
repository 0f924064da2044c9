import ByteTools
import HealthEvents
import HealthModel
import JournalTestSupport
import Synchronization
import TestSupport
import Testing

@testable import JournalFile

/// What a writer asks of the system, and in which order, where a crash or a failure may come in
/// between.
@Suite struct WriterCallsTests {
  private static let (events, lock) = ("/j/events.ndjson", "/j/lock")

  /// Stages lines of these numbers.
  private func stage(_ numbers: Range<UInt64>, _ writer: inout JournalWriter) throws {
    for number in numbers { _ = try writer.stage(SampleEvents.steps(number), by: "owner") }
  }

  /// A commit of nothing and the end of a writer that left nothing unsynced touch no file.
  @Test func nothingStagedIsNothingDone() throws {
    let system = MemorySystem()
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    try stage(0..<1, &writer)
    try writer.commit()
    let (calls, files) = (system.calls, system.paths.map { system[$0] })
    try writer.commit()
    try writer.commit(moreFollows: true)
    try writer.commit(synchronizing: false)
    try writer.finishCommit()
    try writer.finish()
    #expect(system.calls == calls)
    #expect(system.paths.map { system[$0] } == files)
  }

  /// What a writer does in every way that it has to write.
  private func write(to system: any FileSystem, failing memory: MemorySystem) throws {
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    for number: UInt64 in 0..<70 {
      try stage(number..<number + 1, &writer)
      try writer.commit(moreFollows: number < 68)
    }
    for written in [0, 40, 500] {
      try stage(0..<2, &writer)
      memory.fail(.append, with: .full, written: written)
      #expect(throws: JournalError.self) { try writer.commit() }
      try stage(0..<1, &writer)
      try writer.commit()
    }
    let start = writer.committed
    try stage(0..<3, &writer)
    try writer.commit(synchronizing: false)
    try writer.withdraw(to: start)
    try stage(0..<1, &writer)
    try writer.commit(synchronizing: false)
    try stage(0..<300, &writer)
    try writer.startCommit()
    try stage(0..<300, &writer)
    try writer.startCommit()
    try writer.finishCommit()
    try writer.finishCommit()
    try stage(0..<1, &writer)
    try writer.commit()
    try writer.finish()
    writer.close()
    var next = try openWriter("/j", on: system)
    try stage(0..<1, &next)
    try next.commit()
  }

  /// Whenever the disk is asked for lines of which nothing is noted yet, the lock says that a sync
  /// is under way: so the next writer knows of a process that is stopped in it.
  @Test func aSyncIsNotedBeforeItBegins() throws {
    let inner = MemorySystem()
    let syncs = Mutex(0)
    let unnoted = Mutex<[Int]>([])
    let system = MeddlingSystem(inner) { call, number in
      guard call == .synchronize, let events = inner[Self.events], let lock = inner[Self.lock]
      else { return }
      let records = LockRecords(lock)
      syncs.withLock { $0 += 1 }
      if records.durable.map({ $0.offset >= UInt64(events.count) }) ?? false { return }
      if records.wasStoppedInSync || records.isInDoubt { return }
      unnoted.withLock { $0.append(number) }
    }
    try write(to: system, failing: inner)
    #expect(unnoted.withLock { $0 } == [])
    #expect(syncs.withLock { $0 } > 70)
    #expect(try read("/j", on: inner).scan.tail == .clean)
  }

  /// Leaves a journal in which lines were written that nobody asked the disk for.
  private func leaveUnsynced(on system: MemorySystem) throws {
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    try stage(0..<40, &writer)
    try writer.commit(synchronizing: false)
    writer.close()
    let records = LockRecords(system[Self.lock] ?? [])
    #expect(records.durable?.canHaveHolesAfter == true)
    #expect(!records.wasStoppedInSync && !records.isInDoubt)
  }

  /// Lines that no sync was asked for are in the cache and go to the disk from there: they are not
  /// written once more.
  @Test func onlyWhatWasStoppedInASyncIsWrittenAgain() throws {
    let system = MemorySystem()
    try leaveUnsynced(on: system)
    let before = system.calls(of: .write)
    let committed = try openWriter("/j", on: system).committed
    #expect(committed.sequence == 41)
    #expect(system.calls(of: .write) == before + 2, "the two notes in the lock alone")
  }

  /// A note that lines may be missing is gone for good when they are on the disk: after a loss of
  /// power it would have the next writer take damage among them for a torn end.
  @Test func aNoteOfUnsyncedLinesDoesNotComeBack() throws {
    let system = MemorySystem()
    try leaveUnsynced(on: system)
    let committed = try openWriter("/j", on: system).committed
    system.crash(keeping: 0)
    let durable = LockRecords(system[Self.lock] ?? []).durable
    #expect(durable == DurablePart(committed))
  }

  /// Bytes of a write that failed are cut away, and the disk has to take that: else they may come
  /// back.
  @Test(arguments: [0, 40, 600]) func aCutThatIsNotOnTheDiskLeavesADoubt(_ written: Int) throws {
    let system = MemorySystem()
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    let before = system[Self.events]
    try stage(0..<4, &writer)
    system.fail(.append, with: .full, written: written)
    system.fail(.synchronize, with: .other(5))
    let told = failure(JournalError.self) { try writer.commit() }
    #expect(told == .outcomeUnknown(SystemFailure(.synchronize, Self.events, .other(5))))
    #expect(writer.isFinished && system[Self.events] == before)
    #expect(LockRecords(system[Self.lock] ?? []).isInDoubt)
    writer.close()
    #expect(try openWriter("/j", on: system).recovery.wasCopied)
  }

  /// After a sync that failed on the other thread nothing is cut away, as any of it may be on the
  /// disk.
  @Test func nothingIsWithdrawnAfterAFailedSync() throws {
    let system = MemorySystem()
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    let start = writer.committed
    // After that of the note that lines begin.
    system.fail(.synchronize, after: 1, with: .other(5))
    try stage(0..<300, &writer)
    try writer.startCommit()
    let told = failure(JournalError.self) { try writer.withdraw(to: start) }
    #expect(told == .outcomeUnknown(SystemFailure(.synchronize, Self.events, .other(5))))
    #expect(lines(of: system[Self.events] ?? []).count == 301)
    #expect(throws: JournalError.finished) { try writer.withdraw(to: start) }
    #expect(LockRecords(system[Self.lock] ?? []).isInDoubt)
  }

  /// Who writes without waiting is told of a failed write while more is written, not at the end of
  /// it all.
  @Test func aFailedWriteIsToldBeforeTheEnd() throws {
    let system = MemorySystem()
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    let before = system[Self.events]
    system.fail(.append, with: .full)
    // Two buffers wait at most, so the first of them has failed by the fourth.
    let told = failure(JournalError.self) {
      for _ in 1...5 {
        while !writer.isWorthSending { try stage(0..<50, &writer) }
        try writer.commit(synchronizing: false)
      }
    }
    #expect(told == .system(SystemFailure(.append, Self.events, .full)))
    #expect(writer.staged == writer.committed && writer.committed.sequence == 1)
    #expect(system[Self.events] == before)
  }

  /// A clock that leaps by more than a year is not believed; one that leaps by months is.
  @Test func aClockThatLeapsAYearIsRefused() throws {
    let system = MemorySystem()
    let day: Int64 = 86_400_000_000
    let last = Instant(microseconds: system.now())
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    system.advance(by: 367 * day)
    let leap = ClockLeap(from: last, to: Instant(microseconds: system.now()))
    #expect(leap.days == 367 && leap.isFar)
    #expect(throws: JournalError.clockLeap(leap)) {
      _ = try writer.stage(SampleEvents.delete, by: "owner")
    }
    #expect(writer.staged.sequence == 1 && writer.stagedBytes == 0)
    system.advance(by: -2 * day)
    let at = try writer.stage(SampleEvents.delete, by: "owner")
    #expect(at == last.adding(microseconds: 365 * day))
    try writer.commit()
    #expect(try read("/j", on: system).entries.count == 2)
  }

  /// It is asked once a leap, not for each line, and again where the clock leaps on.
  @Test func aLeapIsJudgedOnce() throws {
    let system = MemorySystem()
    let day: Int64 = 86_400_000_000
    let asked = Mutex<[Int64]>([])
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    writer.judgesLeap = { leap in
      asked.withLock { $0.append(leap.days) }
      return true
    }
    for days: Int64 in [0, 31, 32, 0, 0, -400, 4_000, 0] {
      system.advance(by: days * day)
      let mark = writer.mark
      _ = try writer.stage(SampleEvents.delete, by: "owner")
      writer.unstage(to: mark)
      _ = try writer.stage(SampleEvents.delete, by: "owner")
      try writer.commit()
    }
    #expect(asked.withLock { $0 } == [32, 3_600])
  }

  /// A clock that was in the year 10000 for a moment leaves no such time on a line.
  @Test func aTimeThatNoLineCanSayIsForgotten() throws {
    let system = MemorySystem()
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    writer.judgesLeap = { _ in true }
    guard case .save(let save) = SampleEvents.steps(1), let object = save.objects.first,
      let template = SampleTemplate(object), case .quantity(let sample) = object.content
    else { throw LineProblem.noChain }
    let start = Array(sample.span.start.description.utf8)
    let end = Array(sample.span.end.description.utf8)
    let (value, nothing) = (Array(DecimalText.text(sample.value).utf8), [UInt8]())
    let farAway: Int64 = 10_000 * 366 * 86_400_000_000
    var told: [JournalError?] = []
    for step: Int64 in [0, farAway, -farAway, 1_000] {
      system.advance(by: step)
      told.append(
        failure(JournalError.self) {
          try writer.stage(
            template, object.uuid, start: start.rawBytes, end: end.rawBytes,
            value: value.rawBytes, created: nothing.rawBytes, metadata: nothing.rawBytes)
        })
    }
    #expect(told == [nil, .unwritable(.wrongValue("at")), nil, nil])
    try writer.commit()
    let reading = try read("/j", on: system)
    #expect(reading.scan.tail == .clean && reading.entries.count == 4)
  }
}
