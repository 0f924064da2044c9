import ByteTools
import HealthEvents
import HealthModel
import Journal
import JournalFile
import JournalTestSupport
import Testing

@testable import HealthTables

/// A snapshot whose checksums are right, and which hides an object: readers may be misled, writers
/// never.
@Suite struct SealedSnapshotTests {
  private static let always = SnapshotPolicy(leastBytes: 1)
  private static let never = SnapshotPolicy(leastBytes: .max)
  private static let count = 40
  private static let path = "/j/snapshot/\(count + 1)"

  private static func uuid(_ number: Int) -> ObjectUUID {
    ObjectUUID(random: (UInt64(number) &* 0x9E37_79B9_7F4A_7C15, UInt64(number)))
  }

  private static func save(_ number: Int) -> Command {
    let time = Timestamp(
      instant: Instant(wholeSeconds: 1_700_000_000 + Int64(number)), offsetMinutes: 0)
    let sample = QuantityContent(
      type: QuantityType.stepCount.identifier, span: TimeSpan(time, time), value: 1, unit: "count")
    let object = HealthObject(uuid: uuid(number), content: .quantity(sample))
    return Command(by: EventActor.owner, .save(SaveRequest(objects: [Draft(object)])))
  }

  /// A journal of so many samples, and the snapshot of all.
  private static func journal() throws -> MemorySystem {
    let system = MemorySystem()
    try JournalSession.create("/j", timeZone: "UTC", on: system)
    var session = try JournalSession.open("/j", on: system, snapshots: always)
    for number in 0..<count { _ = try session.perform(save(number)) }
    try session.finish()
    #expect(system[path] != nil)
    return system
  }

  /// Whether a reader still finds the object that is hidden.
  private static func isSeen(_ number: Int, on system: MemorySystem) throws -> Bool {
    var tables = try ReplayedJournal("/j", on: system, snapshots: never).tables
    tables.buildIndex()
    return tables.facts(of: uuid(number)) != nil
  }

  /// Saves an object that the journal holds, and one that it does not hold.
  private static func requireRefusal(
    of number: Int, on system: MemorySystem, _ policy: SnapshotPolicy = never
  ) throws {
    var session = try JournalSession.open("/j", on: system, snapshots: policy)
    #expect(throws: Rejection.self) { try session.perform(save(number)) }
    _ = try session.perform(save(count + 1))
    try session.finish()
    #expect(try JournalAudit("/j", on: system).findings.isEmpty)
  }

  /// Writes a snapshot that has another uuid in the place of one.
  private static func hide(
    _ number: Int, on system: MemorySystem, _ seal: SnapshotSeal
  ) throws {
    let journal = try ReplayedJournal("/j", on: system, fromFirstLine: true)
    var tables = journal.tables
    let row = try #require(
      (0..<count).first { tables.samples[0].uuids[$0] == uuid(number) })
    tables.samples[0].uuids.replace(row, with: uuid(1000))
    var bytes: [UInt8] = []
    try Snapshot.write(tables, journal.head, seal) { bytes += $0 }
    system[path] = bytes
  }

  private static func storedSeal(on system: MemorySystem) throws -> Digest {
    try SnapshotTrailer(SnapshotFile(path, on: system)).seal
  }

  @Test func aWriterUsesASealedOne() throws {
    let system = try Self.journal()
    let session = try JournalSession.open("/j", on: system, snapshots: Self.never)
    #expect(session.tables.parts.base != nil)
  }

  @Test(arguments: ["none", "stored", "foreign"])
  func aDuplicateIsRefusedWhateverTheSnapshotSays(_ kind: String) throws {
    let system = try Self.journal()
    let seal: SnapshotSeal =
      switch kind {
      case "none": .copied(.zero)
      case "stored": .copied(try Self.storedSeal(on: system))
      default: .key(Array(2...33))
      }
    try Self.hide(7, on: system, seal)
    // Else nothing is forged.
    #expect(try !Self.isSeen(7, on: system))
    try Self.requireRefusal(of: 7, on: system)
  }

  /// A reader that writes the next snapshot does not go on from a forged one, and seal it.
  @Test func aForgedOneIsNeverGoneOnFrom() throws {
    let system = try Self.journal()
    try Self.hide(7, on: system, .copied(.zero))
    var session = try JournalSession.open("/j", on: system, snapshots: Self.never)
    _ = try session.perform(Self.save(Self.count))
    try session.finish()
    _ = try ReplayedJournal("/j", on: system, snapshots: Self.always)
    #expect(system["/j/snapshot/\(Self.count + 2)"] != nil)
    #expect(try Self.isSeen(7, on: system))
    try Self.requireRefusal(of: 7, on: system)
  }

  /// A checksum of 64 bits can be met by other bytes; the digest that the seal covers cannot.
  @Test func bytesOfTheSameChecksumAreFound() throws {
    let system = try Self.journal()
    let file = try SnapshotFile(Self.path, on: system)
    let sections = try SnapshotTrailer(file).readSections(file.bytes)
    let rowIDs = try #require(sections.first { $0.kind == .rowIDs })
    #expect(file.load(rowIDs.offset..<rowIDs.end))
    var words = file.bytes.withBytes(rowIDs.offset..<rowIDs.end) { bytes in
      (0..<rowIDs.count).map { bytes.word($0 * 8) }
    }
    let before = try Self.sum(words)
    Collision.change(&words, at: 3)
    #expect(try Self.sum(words) == before)
    var bytes = try #require(system[Self.path])
    for (index, word) in words.enumerated() {
      for byte in 0..<8 {
        bytes[rowIDs.offset + index * 8 + byte] = UInt8(truncatingIfNeeded: word >> (byte * 8))
      }
    }
    system[Self.path] = bytes
    let hidden = try (0..<Self.count).filter { try !Self.isSeen($0, on: system) }
    #expect(!hidden.isEmpty)
    try Self.requireRefusal(of: try #require(hidden.first), on: system)
  }

  private static func sum(_ words: [UInt64]) throws -> UInt64 {
    var sum = Checksum64()
    for word in words { sum.update(word) }
    return sum.value
  }

  /// Where the user has no key, all lines are read.
  @Test func withoutAKeyNoSnapshotIsUsedToWrite() throws {
    let system = try Self.journal()
    try Self.hide(7, on: system, .copied(.zero))
    system.hasUserKey = false
    let session = try JournalSession.open("/j", on: system, snapshots: Self.never)
    #expect(session.tables.parts.base == nil)
  }
}

/// Words that are changed without a change of their checksum, as its steps can be undone.
private enum Collision {
  private static let factor: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let other: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  private static func step(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    let mixed = (lane ^ word) &* factor
    return (mixed << 31) | (mixed >> 33)
  }

  /// Changes a word, and the next one of its lane so that it makes up for it.
  static func change(_ words: inout [UInt64], at place: Int) {
    var lane = [factor, other, ~factor, ~other][place % 4]
    for index in stride(from: place % 4, to: place, by: 4) { lane = step(lane, words[index]) }
    let before = step(lane, words[place])
    words[place] ^= 0xFFFF << 40
    words[place + 4] ^= before ^ step(lane, words[place])
  }
}
