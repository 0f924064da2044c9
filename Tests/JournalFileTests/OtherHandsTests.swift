import HealthEvents
import JournalTestSupport
import TestSupport
import Testing

@testable import JournalFile

/// Another program changes a journal's files while a writer has them open, or before.
@Suite struct OtherHandsTests {
  private static let (events, lock) = ("/j/events.ndjson", "/j/lock")

  /// What other programs do, and the file that the writer then names.
  enum Deed: CaseIterable {
    case removesLock, replacesLock, removesEvents, replacesEvents, appends, cuts

    func happen(on system: MemorySystem) throws {
      switch self {
      case .removesLock: try system.remove(lock)
      case .replacesLock: system[lock] = system[lock]
      case .removesEvents: try system.remove(events)
      case .replacesEvents: system[events] = system[events]
      case .appends: try system.append(Array("x\n".utf8), to: try system.open(events, .append))
      case .cuts: try system.truncate(try system.open(events, .append), to: 100)
      }
    }

    var file: String {
      switch self {
      case .removesLock, .replacesLock: lock
      case .removesEvents, .replacesEvents, .appends, .cuts: events
      }
    }
  }

  /// The writer ends with nothing written, whichever way it was about to write.
  @Test(arguments: Deed.allCases, [1, 3_000]) func theWriterEnds(_ deed: Deed, _ count: Int) throws
  {
    let system = MemorySystem()
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    try deed.happen(on: system)
    let before = system[Self.events]
    for number in 0..<UInt64(count) {
      _ = try writer.stage(SampleEvents.steps(number), by: "owner")
    }
    let told = failure(JournalError.self) {
      if writer.isWorthSending {
        try writer.startCommit()
        try writer.finishCommit()
      } else {
        try writer.commit()
      }
    }
    #expect(told == .changed(path: deed.file))
    #expect(writer.isFinished && system[Self.events] == before)
    #expect(throws: JournalError.finished) { try writer.commit() }
    writer.close()
  }

  /// A lock file that is taken away lets a second writer in; the first one then writes no more.
  @Test func oneOfTwoWritersWrites() throws {
    let system = MemorySystem()
    var one = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    try system.remove(Self.lock)
    var other = try openWriter("/j", on: system)
    for number: UInt64 in 1...2 {
      _ = try other.stage(SampleEvents.steps(number), by: "owner")
      try other.commit()
      if number == 1 { _ = try one.stage(SampleEvents.steps(9), by: "owner") }
      let told = failure(JournalError.self) { try one.commit() }
      #expect(told == (number == 1 ? .changed(path: Self.lock) : .finished))
    }
    let reading = try read("/j", on: system)
    #expect(reading.scan.tail == .clean && reading.scan.head == other.committed)
  }

  @Test(arguments: [events, lock]) func aFileWithTwoNamesIsRefused(_ path: String) throws {
    let system = MemorySystem()
    do { _ = try JournalWriter.create("/j", timeZone: "UTC", on: system) }
    let content = system[path]
    system.placeHardLink(to: path, at: "/copy")
    let told = failure(JournalError.self) { _ = try openWriter("/j", on: system) }
    #expect(told == .hardLinked(path: path))
    #expect(system["/copy"] == content && system.openFiles == 0)
    try system.remove("/copy")
    _ = try openWriter("/j", on: system)
  }

  @Test(arguments: ["/j", events, lock]) func anothersFileIsTold(_ path: String) throws {
    let system = MemorySystem()
    do { _ = try JournalWriter.create("/j", timeZone: "UTC", on: system) }
    system.giveAway(path)
    let recovery = try openWriter("/j", on: system).recovery
    #expect(recovery.foreign == [path] && recovery.openToOthers == [path])
  }

  @Test func aCopyThatWasNotFinishedGoesAway() throws {
    let system = MemorySystem()
    do { _ = try JournalWriter.create("/j", timeZone: "UTC", on: system) }
    system["/j/events.ndjson.copy"] = Array("half".utf8)
    _ = try openWriter("/j", on: system)
    #expect(system["/j/events.ndjson.copy"] == nil)
  }

  /// A sync that failed in the background is noted, whether or not it was waited for; `finish`
  /// tells it.
  @Test(arguments: [false, true]) func aFailureInTheBackgroundIsTold(_ finishes: Bool) throws {
    let system = MemorySystem()
    do {
      var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
      // After that of the note that lines are on their way.
      system.fail(.synchronize, after: 1, with: .other(5))
      for number: UInt64 in 0..<300 {
        _ = try writer.stage(SampleEvents.steps(number), by: "owner")
      }
      try writer.startCommit()
      if finishes {
        let told = failure(JournalError.self) { try writer.finish() }
        #expect(told == .outcomeUnknown(SystemFailure(.synchronize, Self.events, .other(5))))
      }
    }
    #expect(LockRecords(system[Self.lock] ?? []).isInDoubt)
    let recovery = try openWriter("/j", on: system).recovery
    #expect(recovery.wasCopied && recovery.madeDurable == 2...301)
    #expect(try openWriter("/j", on: system).recovery == Recovery())
  }
}
