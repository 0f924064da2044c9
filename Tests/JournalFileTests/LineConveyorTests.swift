import HealthEvents
import HealthModel
import Testing

@testable import JournalFile

/// Lines that another thread seals and writes are those that the writer itself would have written; a write that
/// fails there loses no line before it and keeps none behind it.
@Suite struct LineConveyorTests {
  /// Stages so many lines and has them written without a sync, some hundred at a time.
  private func write(_ count: UInt64, _ writer: inout JournalWriter) throws {
    for number in 0..<count {
      _ = try writer.stage(SampleEvents.steps(number), by: "owner")
      if writer.stagedBytes >= LineConveyor.leastBytes {
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

  /// The failure shows by the sync at the latest; the writer goes on behind what was written whole.
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
    #expect(call == 0 ? writer.committed.offset == whole : writer.committed.offset > whole)
    try write(500, &writer)
    try writer.commit()
    let reading = try read("/j", on: system)
    #expect(reading.scan.tail == .clean)
    #expect(reading.scan.head == writer.committed)
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
