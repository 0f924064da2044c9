import HealthEvents
import JournalTestSupport
import TestSupport
import Testing

@testable import JournalFile

/// What stands after the last good line is set aside where it was never acknowledged, and is
/// damage where it was: `lock` tells them apart.
@Suite struct EndingTests {
  private static let events = "/j/events.ndjson"
  private static let page = 4_096

  /// A journal of five pages, each line with its own sync.
  private static func journal() throws -> (system: MemorySystem, bytes: [UInt8]) {
    let system = MemorySystem()
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    for number: UInt64 in 0..<50 {
      _ = try writer.stage(SampleEvents.steps(number), by: "owner")
      try writer.commit()
    }
    try writer.finish()
    writer.close()
    let bytes = system[events] ?? []
    #expect(bytes.count > 4 * page && !bytes.count.isMultiple(of: 512))
    return (system, bytes)
  }

  /// The damage that a writer and a reader both tell; nil: the writer goes on.
  private func damage(_ system: MemorySystem) throws -> Damage? {
    let told = failure(JournalError.self) { _ = try openWriter("/j", on: system) }
    switch told {
    case nil: return nil
    case .damaged(let damage)?:
      let scan = try JournalReader("/j", on: system).scan(verifyingChain: true) { line, _ in
        try scanned(line)
      }
      #expect(scan.tail == .damaged(damage.problem))
      return damage
    case let other?: throw other
    }
  }

  /// A line as a writer would have written it next.
  private func next(_ count: Int, after system: MemorySystem) throws -> [UInt8] {
    let copy = system.copied(seed: 9)
    let before = copy[Self.events] ?? []
    var writer = try openWriter("/j", on: copy)
    for number in 0..<UInt64(count) {
      _ = try writer.stage(SampleEvents.steps(500 + number), by: "owner")
    }
    try writer.commit()
    return Array((copy[Self.events] ?? [])[before.count...])
  }

  @Test(arguments: [512, 4_096]) func zerosInTheAcknowledgedPartAreDamage(_ unit: Int) throws {
    let (system, bytes) = try Self.journal()
    for start in stride(from: 0, to: bytes.count, by: unit) {
      var changed = bytes
      for index in start..<min(start + unit, bytes.count) { changed[index] = 0 }
      let other = system.copied(seed: 1)
      other[Self.events] = changed
      let line = 1 + bytes[..<start].count { $0 == UInt8(ascii: "\n") }
      #expect(try damage(other)?.line == UInt64(line), "from \(start)")
      #expect(other[Self.events] == changed)
      #expect(!other.paths.contains { $0.hasPrefix("/j/quarantine") })
    }
  }

  @Test func whatWasCutOffIsDamage() throws {
    let (system, bytes) = try Self.journal()
    var end = 0
    for (index, line) in lines(of: bytes).enumerated() {
      for cut in [end, end + line.count / 2] where cut > 0 {
        let other = system.copied(seed: 1)
        other[Self.events] = Array(bytes[..<cut])
        let found = try damage(other)
        #expect(found?.line == UInt64(index + 1), "\(cut) bytes")
        if cut == end { #expect(found?.problem == .cutBack(last: 51)) }
        // Where the older file is meant, the next writer takes it.
        try other.remove("/j/lock")
        if index == 0 { continue }
        #expect(try damage(other) == nil)
      }
      end += line.count + 1
    }
  }

  @Test func anotherJournalInItsPlaceIsDamage() throws {
    let (system, bytes) = try Self.journal()
    let (other, _) = try Self.journal()
    var writer = try openWriter("/j", on: other)
    _ = try writer.stage(SampleEvents.steps(99), by: "owner")
    try writer.commit()
    let longer = (other[Self.events] ?? []).count
    // Another salt, so another chain.
    let foreign = MemorySystem(seed: 77)
    var foreignWriter = try JournalWriter.create("/j", timeZone: "UTC", on: foreign)
    while (foreign[Self.events] ?? []).count < longer {
      _ = try foreignWriter.stage(SampleEvents.steps(1), by: "owner")
      try foreignWriter.commit()
    }
    system[Self.events] = foreign[Self.events]
    #expect(try damage(system)?.problem == .replaced(last: 51))
    #expect(bytes != foreign[Self.events])
  }

  /// A power cut may leave zeros to the end of what a file was extended by, however many.
  @Test(arguments: [1, 100, 5_000, 17 << 20]) func zerosAfterTheAcknowledgedPartAreSetAside(
    _ count: Int
  ) throws {
    let (system, bytes) = try Self.journal()
    system[Self.events] = bytes + [UInt8](repeating: 0, count: count)
    let writer = try openWriter("/j", on: system)
    #expect(writer.recovery.tornBytes == UInt64(count))
    #expect(system[Self.events] == bytes)
    #expect(writer.recovery.quarantinePath.flatMap { system[$0] }?.count == count)
  }

  /// One line, or some, over the boundary of a page, whose first page the disk has not taken: they
  /// have their chain values and line feeds, and were never acknowledged.
  @Test(arguments: [1, 2, 9]) func aLostFirstPageOfASmallCommitIsSetAside(_ count: Int) throws {
    let (system, bytes) = try Self.journal()
    var whole = bytes
    // On to less than a line before the next boundary.
    let line = try next(1, after: system).count
    let boundary = (bytes.count / Self.page + 1) * Self.page
    var writer = try openWriter("/j", on: system)
    while boundary - whole.count >= line {
      _ = try writer.stage(SampleEvents.steps(1), by: "owner")
      try writer.commit()
      whole = system[Self.events] ?? []
    }
    writer.close()
    let new = try self.next(count, after: system)
    let lost = boundary - whole.count
    try #require(lost > 0 && lost < new.count)
    system[Self.events] = whole + [UInt8](repeating: 0, count: lost) + new[lost...]
    let next = try openWriter("/j", on: system)
    #expect(next.recovery.tornBytes == UInt64(new.count))
    #expect(system[Self.events] == whole)
  }

  /// Whole lines after the acknowledged part with a bad one before them: never cut away where no
  /// writer said that it would write more than a page.
  @Test func aBadLineBeforeWholeOnesIsDamage() throws {
    let (system, bytes) = try Self.journal()
    var new = try next(9, after: system)
    new[30] ^= 0x01
    system[Self.events] = bytes + new
    #expect(try damage(system)?.line == 52)
    // And is set aside where one did.
    let lock = system["/j/lock"] ?? []
    let begun = LockRecords(lock).durable.map { LockRecords.record("begun", $0) } ?? []
    system["/j/lock"] = begun + lock[128...]
    #expect(try openWriter("/j", on: system).recovery.tornBytes == UInt64(new.count))
  }

  /// What a writer would write in one commit, the last line feed this many bytes after where a
  /// block of 512 begins.
  private func next(
    endingAt place: Int, of lines: Int = 1, after system: MemorySystem
  ) throws -> [UInt8] {
    let copy = system.copied(seed: 9)
    let before = (copy[Self.events] ?? []).count
    var writer = try openWriter("/j", on: copy)
    for number in 1..<UInt64(lines) {
      _ = try writer.stage(SampleEvents.steps(number), by: "owner")
    }
    // A longer name moves the end.
    let mark = writer.mark
    _ = try writer.stage(SampleEvents.steps(600), by: "a")
    let end = before + writer.stagedBytes - 1
    writer.unstage(to: mark)
    let more = (place - end % 512 + 512) % 512
    _ = try writer.stage(SampleEvents.steps(600), by: String(repeating: "a", count: 1 + more))
    try writer.commit()
    let bytes = copy[Self.events] ?? []
    try #require((bytes.count - 1) % 512 == place)
    return Array(bytes[before...])
  }

  /// A zero in the place of the last line feed: damage to a line that may have been acknowledged.
  /// Only where a block begins with it, the disk has not taken that block, and the line was not
  /// acknowledged.
  @Test(arguments: [0, 1, 100, 511]) func aZeroInPlaceOfTheLastFeed(_ place: Int) throws {
    let (system, bytes) = try Self.journal()
    let new = try next(endingAt: place, after: system)
    let changed = bytes + new.dropLast() + [0]
    system[Self.events] = changed
    guard place == 0 else {
      #expect(try damage(system)?.line == 52)
      #expect(system[Self.events] == changed)
      return
    }
    #expect(try openWriter("/j", on: system).recovery.tornBytes == UInt64(new.count))
    #expect(system[Self.events] == bytes)
  }

  /// The last block of two lines was not taken. The first line stands whole: it is kept where it is
  /// good, and where it is bad nothing is cut away.
  @Test(arguments: [false, true]) func aWholeLineBeforeALostBlockStays(_ isBad: Bool) throws {
    let (system, bytes) = try Self.journal()
    var new = try next(endingAt: 20, of: 2, after: system)
    let (first, lost) = (lines(of: new)[0].count + 1, 21)
    try #require(first < new.count - lost)
    if isBad { new[30] ^= 0x01 }
    let changed = bytes + new.dropLast(lost) + [UInt8](repeating: 0, count: lost)
    system[Self.events] = changed
    if isBad {
      #expect(try damage(system)?.line == 52)
      #expect(system[Self.events] == changed)
    } else {
      #expect(try openWriter("/j", on: system).recovery.tornBytes == UInt64(new.count - first))
      #expect(system[Self.events] == bytes + new.prefix(first))
    }
  }
}
