import HealthEvents
import HealthModel
import JournalTestSupport
import TestSupport
import Testing

@testable import JournalFile

/// Lines that another thread seals and writes are those that the writer itself would have written;
/// a write that fails there loses no line before it and keeps none after it.
@Suite struct BackgroundWriterTests {
  /// Stages so many lines and has them written without a sync, some hundred at a time.
  private func write(_ count: UInt64, _ writer: inout JournalWriter) throws {
    for number in 0..<count {
      _ = try writer.stage(SampleEvents.steps(number), by: "owner")
      if writer.stagedBytes >= BackgroundWriter.leastBytes {
        try writer.commit(synchronizing: false)
        #expect(writer.stagedBytes == 0)
      }
    }
  }

  @Test func manyLinesAreSealedAndWrittenInOrder() throws {
    let system = MemorySystem()
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    for round: UInt64 in 1...2 {
      try write(2_000, &writer)
      try writer.commit()
      #expect(writer.committed == writer.staged)
      #expect(writer.committed.sequence == 1 + round * 2_000)
    }
    #expect(system.calls(of: .append) > 10)
    let reading = try read("/j", on: system)
    #expect(reading.scan.tail == .clean)
    #expect(reading.scan.head == writer.committed)
  }

  /// The failure shows by the sync at the latest; the writer goes on after what was synced.
  @Test(arguments: 0..<8, [0, 1, 70_000]) func aFailedWriteIsTheLast(_ call: Int, _ written: Int)
    throws
  {
    let system = MemorySystem()
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    let whole = system["/j/events.ndjson"]?.count ?? 0
    system.fail(.append, after: call, with: .full, written: written)
    let error = failure(JournalError.self) {
      try write(1_500, &writer)
      try writer.commit()
    }
    #expect(error == .system(SystemFailure(.append, "/j/events.ndjson", .full)))
    #expect(writer.staged == writer.committed && writer.stagedBytes == 0)
    #expect(system["/j/events.ndjson"]?.count == Int(writer.committed.offset))
    #expect(writer.committed.offset == whole)
    try write(500, &writer)
    try writer.commit()
    let reading = try read("/j", on: system)
    #expect(reading.scan.tail == .clean)
    #expect(reading.scan.head == writer.committed)
  }

  /// Starts a commit of so many lines.
  private func start(_ lines: Range<UInt64>, _ writer: inout JournalWriter) throws {
    for number in lines { _ = try writer.stage(SampleEvents.steps(number), by: "owner") }
    try writer.startCommit()
    #expect(writer.stagedBytes == 0)
  }

  @Test func commitsFollowOneAnotherWhileMoreIsStaged() throws {
    let system = MemorySystem()
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    for round: UInt64 in 0..<3 {
      let first = round * 1_000
      try start(first..<first + 300, &writer)
      try start(first + 300..<first + 600, &writer)
      let syncs = system.calls(of: .synchronize)
      try writer.finishCommit()
      let bytes = system["/j/events.ndjson"] ?? []
      #expect(lines(of: bytes).count >= 1 + Int(round) * 601 + 300)
      try writer.finishCommit()
      #expect(system.calls(of: .synchronize) >= syncs)
      #expect(writer.committed == writer.staged)
      _ = try writer.stage(SampleEvents.steps(first + 999), by: "owner")
      // Nothing is under way: it returns at once.
      try writer.finishCommit()
      try writer.commit()
      #expect(writer.committed == writer.staged)
    }
    system.crash(keeping: 0)
    let reading = try read("/j", on: system)
    #expect(reading.scan.tail == .clean)
    #expect(reading.scan.head == writer.committed)
    #expect(reading.scan.head.sequence == 1 + 3 * 601)
  }

  /// What was started before the failing commit is on the disk, nothing after it is in the file.
  @Test(arguments: 0..<3, [0, 70_000]) func aFailedCommitTakesThoseAfterItAlong(
    _ call: Int, _ written: Int
  ) throws {
    let system = MemorySystem()
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    system.fail(.append, after: call, with: .full, written: written)
    var acknowledged = 0
    let error = failure(JournalError.self) {
      try start(0..<300, &writer)
      try start(300..<600, &writer)
      try writer.finishCommit()
      acknowledged += 1
      try start(600..<900, &writer)
      try writer.finishCommit()
      acknowledged += 1
      try writer.finishCommit()
    }
    #expect(error == .system(SystemFailure(.append, "/j/events.ndjson", .full)))
    #expect(acknowledged == call)
    #expect(writer.staged == writer.committed && writer.stagedBytes == 0)
    #expect(writer.committed.sequence == UInt64(1 + call * 300))
    #expect(system["/j/events.ndjson"]?.count == Int(writer.committed.offset))
    try start(1_000..<1_100, &writer)
    try writer.finishCommit()
    #expect(try read("/j", on: system).scan.head == writer.committed)
  }

  /// Lines that were written ahead belong to the next commit, and so does their failure.
  @Test(arguments: [false, true]) func linesWrittenAheadAreOfTheNextCommit(_ fails: Bool) throws {
    let system = MemorySystem()
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    if fails { system.fail(.append, after: 1, with: .full, written: 70) }
    try start(0..<100, &writer)
    for number: UInt64 in 100..<110 {
      _ = try writer.stage(SampleEvents.steps(number), by: "owner")
    }
    try writer.writeAhead()
    #expect(writer.stagedBytes == 0)
    try writer.finishCommit()
    _ = try writer.stage(SampleEvents.steps(110), by: "owner")
    let isSent = writer.isWorthSending
    #expect(isSent)
    let error = failure(JournalError.self) {
      try writer.startCommit()
      try writer.finishCommit()
    }
    let full = JournalError.system(SystemFailure(.append, "/j/events.ndjson", .full))
    #expect(error == (fails ? full : nil))
    #expect(writer.committed.sequence == (fails ? 101 : 112))
    #expect(writer.staged == writer.committed && writer.stagedBytes == 0)
    #expect(system["/j/events.ndjson"]?.count == Int(writer.committed.offset))
    #expect(try read("/j", on: system).scan.head == writer.committed)
  }

  @Test(arguments: 0..<2) func aFailedSyncIsTheEnd(_ call: Int) throws {
    let system = MemorySystem()
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    // The first sync is that of the note that lines are on their way.
    system.fail(.synchronize, after: call + 1, with: .other(5))
    var acknowledged = 0
    let error = failure(JournalError.self) {
      try start(0..<300, &writer)
      try start(300..<600, &writer)
      try writer.finishCommit()
      acknowledged += 1
      try writer.finishCommit()
    }
    #expect(error == .outcomeUnknown(SystemFailure(.synchronize, "/j/events.ndjson", .other(5))))
    #expect(acknowledged == call && writer.isFinished)
    #expect(throws: JournalError.finished) { try writer.startCommit() }
    #expect(throws: JournalError.finished) { try writer.finishCommit() }
  }

  /// Where it cannot be noted that lines are on their way, none is written.
  @Test(arguments: [SystemFailure.Operation.write, .synchronize])
  func withoutItsNoteNothingIsWritten(_ operation: SystemFailure.Operation) throws {
    let system = MemorySystem()
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    let before = system["/j/events.ndjson"]
    system.fail(operation, with: .other(5))
    let error = failure(JournalError.self) { try start(0..<300, &writer) }
    #expect(error == .system(SystemFailure(operation, "/j/lock", .other(5))))
    #expect(writer.isFinished && system["/j/events.ndjson"] == before)
  }

  @Test func whatIsOnItsWayCanBeWithdrawn() throws {
    let system = MemorySystem()
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    let start = writer.committed
    let before = system["/j/events.ndjson"]
    try write(1_000, &writer)
    try writer.withdraw(to: start)
    #expect(system["/j/events.ndjson"] == before)
    #expect(writer.staged == start)
    _ = try writer.stage(SampleEvents.delete, by: "owner")
    try writer.commit()
    #expect(try read("/j", on: system).scan.head == writer.committed)
  }

  /// A write that failed on its way was cut away: nothing is left to withdraw, and the writer goes
  /// on.
  @Test func whatFailedOnItsWayCanBeWithdrawn() throws {
    let system = MemorySystem()
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    let start = writer.committed
    let before = system["/j/events.ndjson"]
    system.fail(.append, with: .full)
    for number: UInt64 in 0..<300 {
      _ = try writer.stage(SampleEvents.steps(number), by: "owner")
    }
    let isSent = writer.isWorthSending
    #expect(isSent)
    try writer.commit(synchronizing: false)
    try writer.withdraw(to: start)
    let (staged, isFinished) = (writer.staged, writer.isFinished)
    #expect(system["/j/events.ndjson"] == before)
    #expect(staged == start && !isFinished)
    _ = try writer.stage(SampleEvents.delete, by: "owner")
    try writer.commit()
    #expect(try read("/j", on: system).scan.head == writer.committed)
  }

  /// A writer that goes away in the middle leaves whole lines and gives its files back.
  @Test func aWriterThatGoesAwayWaits() throws {
    let system = MemorySystem()
    do {
      var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
      try write(1_000, &writer)
    }
    #expect(system.openFiles == 0)
    #expect(try read("/j", on: system).scan.tail == .clean)
  }
}
