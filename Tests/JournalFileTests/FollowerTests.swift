import ByteTools
import HealthEvents
import HealthModel
import JournalFile
import TestSupport
import Testing

/// What follows a journal while others do to it all that writers do.
@Suite struct FollowerTests {
  private let place = Place("posix")

  /// A follower that stands after a line of the journal.
  private func follower(after sequence: UInt64) throws -> JournalFollower {
    var head = Head()
    let reader = try JournalReader(place.folder, on: place.system)
    _ = try reader.scan { line, _ in
      let seen = try scanned(line)
      guard seen.sequence <= sequence else { return nil }
      try head.advance(over: line, seen, verifyingChain: true)
      return seen
    }
    let events = try read(place.folder, on: place.system).events
    guard case .open(let opening)? = events.first else { throw JournalError.finished }
    return try JournalFollower(place.folder, journal: opening.journal, after: head)
  }

  /// The numbers of the lines that a look hands out.
  private func look(
    _ follower: inout JournalFollower, _ outcome: JournalFollower.Outcome = .wentOn
  ) throws -> [UInt64] {
    var seen: [UInt64] = []
    #expect(
      try follower.poll {
        seen.append($0.sequence)
        return true
      } == outcome)
    return seen
  }

  private func write(_ count: Int) throws {
    var writer = try openWriter(place.folder, on: place.system)
    for number in 0..<UInt64(count) {
      _ = try writer.stage(SampleEvents.steps(number), by: "owner")
    }
    try writer.commit()
  }

  @Test func handsOutEachLineOnce() throws {
    try place.fill(2)
    var follower = try follower(after: 2)
    #expect(try look(&follower) == [3])
    #expect(try look(&follower) == [])
    try write(3)
    #expect(try look(&follower) == [4, 5, 6])
    #expect(try look(&follower) == [])
    #expect(follower.head.sequence == 6)
  }

  @Test func halfALineWaitsForTheRest() throws {
    try place.fill(0)
    var follower = try follower(after: 1)
    let whole = try place.bytes(place.events)
    try write(2)
    let grown = try place.bytes(place.events)
    for end in stride(from: whole.count, to: grown.count, by: 17) {
      try place.replace(Array(grown[..<end]), in: place.events)
      let seen = try look(&follower)
      #expect(seen.count <= 1)
    }
    try place.replace(grown, in: place.events)
    #expect(try look(&follower) == [3])
  }

  @Test func stopsWhenItIsTold() throws {
    try place.fill(3)
    var follower = try follower(after: 1)
    var seen: [UInt64] = []
    _ = try follower.poll {
      seen.append($0.sequence)
      return seen.count < 2
    }
    #expect(seen == [2, 3])
  }

  @Test(arguments: [false, true]) func tornBytesAreNoLineAndNoDamage(_ withFeed: Bool) throws {
    try place.fill(1)
    var follower = try follower(after: 2)
    try place.append(Array("\0\0\0garbage\(withFeed ? "\n" : "")\0".utf8), to: place.events)
    #expect(try look(&follower) == [])
    #expect(try look(&follower) == [])
    // The next writer sets them aside.
    try write(1)
    #expect(try look(&follower) == [3])
  }

  /// The file has the same size again, and other bytes at its end.
  @Test func aLineOfTheLengthOfTornBytesIsSeen() throws {
    try place.fill(1)
    var follower = try follower(after: 2)
    let before = try place.bytes(place.events)
    try write(1)
    #expect(try look(&follower) == [3])
    let length = try place.bytes(place.events).count - before.count
    try place.append(Array(repeating: 0, count: length - 2) + Array("\n\0".utf8), to: place.events)
    #expect(try look(&follower) == [])
    #expect(try look(&follower) == [])
    try write(1)
    #expect(try place.bytes(place.events).count == before.count + 2 * length)
    #expect(try look(&follower) == [4])
  }

  @Test func goesOnInAnotherFileOfTheSameName() throws {
    try place.fill(2)
    var follower = try follower(after: 3)
    let bytes = try place.bytes(place.events)
    try place.append(bytes, to: place.folder + "/copy")
    try place.system.rename(place.folder + "/copy", to: place.events)
    #expect(try look(&follower) == [])
    try write(1)
    #expect(try look(&follower) == [4])
  }

  @Test func goesOnAfterAnErasure() throws {
    try place.fill(3)
    var follower = try follower(after: 4)
    var writer = try openWriter(place.folder, on: place.system)
    _ = try writer.stage(.erase(Erasure(lines: [2], reason: "asked for")), by: "owner")
    try writer.commit()
    writer.close()
    let erased = try erasing(2, in: try place.bytes(place.events))
    try place.append(erased, to: place.folder + "/copy")
    // As a program must that rewrites lines: the notes are of the lines as they were.
    try place.system.remove(place.folder + "/lock")
    try place.system.rename(place.folder + "/copy", to: place.events)
    #expect(try look(&follower) == [5])
    try write(1)
    #expect(try look(&follower) == [6])
  }

  @Test(arguments: [0, 2]) func tellsWhatWasTakenBack(_ written: Int) throws {
    try place.fill(1)
    let before = try place.bytes(place.events)
    var follower = try follower(after: 1)
    try write(3)
    #expect(try look(&follower) == [2, 3, 4, 5])
    // An older file that is meant: without `lock` nothing says that more was acknowledged.
    try place.system.remove(place.folder + "/lock")
    try place.replace(before, in: place.events)
    // Even where the file is as long as it was by the time of the next look.
    if written > 0 { try write(written + 2) }
    let seen = try look(&follower, .cutBack(to: 2))
    #expect(seen == (written > 0 ? [3, 4, 5, 6] : []))
    try write(1)
    #expect(try look(&follower) == [written > 0 ? 7 : 3])
  }

  @Test func acknowledgedLinesThatAreGoneAreDamage() throws {
    try place.fill(1)
    let before = try place.bytes(place.events)
    var follower = try follower(after: 1)
    try write(3)
    #expect(try look(&follower) == [2, 3, 4, 5])
    try place.replace(before, in: place.events)
    let found = failure(JournalError.self) { _ = try look(&follower) }
    let gone = Damage(
      path: place.events, line: 3, offset: UInt64(before.count), problem: .cutBack(last: 5))
    #expect(found == .damaged(gone))
  }

  @Test func knowsAnotherJournal() throws {
    try place.fill(1)
    var follower = try follower(after: 2)
    let other = Place("posix")
    try other.fill(5)
    try place.replace(try other.bytes(other.events), in: place.events)
    #expect(try look(&follower, .replaced) == [])
  }

  /// A flipped bit in an acknowledged line is damage, and its place is told.
  @Test func damageIsToldWithItsPlace() throws {
    try place.fill(1)
    var follower = try follower(after: 2)
    let good = try place.bytes(place.events)
    try write(2)
    var bytes = try place.bytes(place.events)
    bytes[good.count + 60] ^= 0x20
    try place.replace(bytes, in: place.events)
    let found = failure(JournalError.self) { _ = try look(&follower) }
    guard case .damaged(let damage)? = found else {
      Issue.record("\(String(describing: found))")
      return
    }
    #expect(damage.line == 3)
    #expect(damage.offset == UInt64(good.count))
  }

  @Test func aJournalThatIsGoneIsMissing() throws {
    try place.fill(1)
    var follower = try follower(after: 2)
    try place.system.remove(place.events)
    #expect(throws: JournalError.missing(path: place.folder)) { _ = try look(&follower) }
  }
}
