import HealthEvents
import HealthModel
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

@testable import HealthTables

/// Whatever became of a snapshot: the answers are those of the lines.
@Suite struct SnapshotDamageTests {
  private static let cut = 11

  /// A few lines of everything, the last ones after the snapshot.
  private static func scribe() -> Scribe {
    var scribe = Scribe()
    let sync: [Metadata.Entry] = [
      .init(MetadataName.syncIdentifier, .string("s")), .init(MetadataName.syncVersion, .number(1)),
    ]
    scribe.add(.origin(Origin(source: Source(name: "Ünïcode \"app\""), device: Device(name: "W"))))
    scribe.add(saving(quantity(1), quantity(2, "X"), quantity(3)))
    scribe.add(.delete(Deletion(objects: [id(2), id(50)])))
    let food = CorrelationContent(
      type: "Food", span: TimeSpan(time(), time(60)), members: [id(1), id(51)])
    scribe.add(saving(HealthObject(uuid: id(4), content: .correlation(food))))
    scribe.add(saving(quantity(5, "X", sync[0], sync[1])))
    scribe.add(
      .authorize(AuthorizationChange(source: "a", share: [AuthorizationGrant("X", .denied)])))
    let trait = Characteristic(
      type: "HKCharacteristicTypeIdentifierBloodType", value: "HKBloodTypeAPositive")
    scribe.add(saving(HealthObject(uuid: id(6), content: .characteristic(trait))))
    scribe.add(.configure(Configuration(preferredUnits: [PreferredUnit(type: "X", unit: "km")])))
    scribe.add(.save(Save(objects: [quantity(7)], workout: id(52))))
    scribe.add(saving(quantity(8)))
    scribe.add(saving(quantity(9, "X"), quantity(50), quantity(51)))
    scribe.add(.delete(Deletion(objects: [id(3)])))
    scribe.add(.save(Save(objects: [quantity(10, "X", sync[0], sync[1])], replaces: [id(5)])))
    return scribe
  }

  private struct Setting {
    let lines: [[UInt8]]
    let uuids: [ObjectUUID]
    let snapshot: [UInt8]
    let expected: [String]

    init() throws {
      lines = scribe().lines
      uuids = try HealthTablesTests.uuids(in: lines)
      let trial = try SnapshotTrial(lines, after: [cut])
      snapshot = try #require(trial.snapshot(cut))
      expected = try trial.read(fromFirstLine: true).answers(about: uuids)
      #expect(try trial.read().tables.parts.base != nil)
      #expect(try trial.read().answers(about: uuids) == expected)
    }

    func answers(_ snapshot: [UInt8]) throws -> [String] {
      try SnapshotTrial.read(lines, cut, snapshot).answers(about: uuids)
    }
  }

  /// What could not be read goes into no new snapshot, which later ones would believe.
  @Test func aSnapshotThatCannotBeReplacedHasNoSuccessor() throws {
    let setting = try Setting()
    let whole = try SnapshotTrial(setting.lines, after: [Self.cut, setting.lines.count])
    let good = try #require(whole.snapshot(setting.lines.count))
    var refused = 0
    for place in stride(from: 0, to: setting.snapshot.count, by: 41) {
      let trial = try SnapshotTrial(setting.lines, after: [Self.cut])
      var (lines, bad) = (setting.lines, setting.snapshot)
      lines[1][40] ^= 1
      bad[place] ^= 0x20
      trial.system[SnapshotTrial.events] = lines.flatMap { $0 + [UInt8(ascii: "\n")] }
      trial.system[SnapshotTrial.path(Self.cut)] = bad
      _ = try? ReplayedJournal(SnapshotTrial.folder, on: trial.system, snapshots: .always)
      let made = trial.snapshot(setting.lines.count)
      #expect(made == nil || made == good, "\(place)")
      if made == nil { refused += 1 }
    }
    #expect(refused > 20)
  }

  @Test(arguments: 0..<4) func everyByteMayRot(_ part: Int) throws {
    let setting = try Setting()
    var dice = Dice(part)
    for place in stride(from: part, to: setting.snapshot.count, by: 4) {
      var bad = setting.snapshot
      bad[place] ^= dice.often(50) ? 1 << UInt8(dice.below(8)) : UInt8(1 + dice.below(255))
      #expect(try setting.answers(bad) == setting.expected, "byte \(place)")
    }
  }

  @Test(arguments: 0..<4) func theFileMayEndAnywhere(_ part: Int) throws {
    let setting = try Setting()
    for count in stride(from: part, to: setting.snapshot.count, by: 4) {
      let short = Array(setting.snapshot.prefix(count))
      #expect(try setting.answers(short) == setting.expected, "\(count) bytes")
    }
    let zeros = [UInt8](repeating: 0, count: 64)
    for more in [[0], zeros, setting.snapshot] {
      #expect(try setting.answers(setting.snapshot + more) == setting.expected)
    }
  }

  @Test func stretchesMayBeLostOrExchanged() throws {
    let setting = try Setting()
    var dice = Dice(9)
    for _ in 0..<400 {
      var bad = setting.snapshot
      for _ in 0...dice.below(3) {
        let size = dice.pick([1, 8, 64, 512])
        let (from, to) = (dice.below(bad.count - size), dice.below(bad.count - size))
        let piece =
          dice.often(30) ? [UInt8](repeating: 0, count: size) : Array(bad[from..<from + size])
        bad.replaceSubrange(to..<to + size, with: piece)
      }
      #expect(try setting.answers(bad) == setting.expected)
    }
  }

  @Test func anotherJournalsSnapshotIsLeftAlone() throws {
    let setting = try Setting()
    var other = Scribe(journal: id(77))
    for number in 2...15 { other.add(saving(quantity(UInt64(number), "Other"))) }
    let foreign = try SnapshotTrial(other.lines, after: [Self.cut])
    let bytes = try #require(foreign.snapshot(Self.cut))
    #expect(try setting.answers(bytes) == setting.expected)
  }

  @Test func aSnapshotUnderAnotherNumberIsLeftAlone() throws {
    let setting = try Setting()
    for line in [1, 5, 10, 12, 14, 1000] {
      let journal = try SnapshotTrial.read(setting.lines, line, setting.snapshot)
      #expect(journal.tables.parts.base == nil)
      #expect(try journal.answers(about: setting.uuids) == setting.expected)
    }
  }

  @Test func olderFormatsAreLeftAlone() throws {
    let setting = try Setting()
    for version in [0, 1, 255] as [UInt8] {
      var other = setting.snapshot
      other[8] = version
      let journal = try SnapshotTrial.read(setting.lines, Self.cut, other)
      #expect(journal.tables.parts.base == nil)
    }
  }

  @Test func whatIsNoSnapshotInItsPlaceDoesNotMatter() throws {
    let setting = try Setting()
    for name in ["new", "x", "011", "-1", "18446744073709551616"] {
      let system = try ReplayTests.system(setting.lines)
      try system.createDirectory("/j/snapshot")
      system["/j/snapshot/" + name] = setting.snapshot
      try system.noteDurable(setting.lines)
      let journal = try ReplayedJournal("/j", on: system, snapshots: .always)
      #expect(try journal.answers(about: setting.uuids) == setting.expected)
      #expect(system["/j/snapshot/new"] == nil)
      #expect(system["/j/snapshot/14"] != nil)
    }
    let system = try ReplayTests.system(setting.lines)
    system["/j/snapshot"] = [1, 2, 3]
    let journal = try ReplayedJournal("/j", on: system, snapshots: .always)
    #expect(try journal.answers(about: setting.uuids) == setting.expected)
  }

  @Test func aRottenOneIsTakenAwayAndMadeAnew() throws {
    let setting = try Setting()
    let trial = try SnapshotTrial(setting.lines, after: [Self.cut])
    var bad = setting.snapshot
    // In the column of a type, which is looked at only when it is asked for.
    let place = try #require((1...30).lazy.compactMap { Self.place(of: id($0), in: bad) }.first)
    bad[place] ^= 1
    trial.system[SnapshotTrial.path(Self.cut)] = bad
    let journal = try trial.read()
    #expect(try journal.answers(about: setting.uuids) == setting.expected)
    #expect(trial.snapshot(Self.cut) == nil)
    _ = try ReplayedJournal("/j", on: trial.system, snapshots: .always)
    #expect(trial.snapshot(14) != nil)
  }

  /// Returns the only place of a uuid; nil if there are several: what a correlation claims stands
  /// in the facts too, and a row that others need has a copy.
  private static func place(of uuid: ObjectUUID, in bytes: [UInt8]) -> Int? {
    var wanted: [UInt8] = []
    for word in [uuid.high, uuid.low] {
      for shift in 0..<8 { wanted.append(UInt8(truncatingIfNeeded: word >> UInt64(shift * 8))) }
    }
    let found = (0..<bytes.count - 16).filter { Array(bytes[$0..<$0 + 16]) == wanted }
    return found.count == 1 ? found[0] : nil
  }
}
