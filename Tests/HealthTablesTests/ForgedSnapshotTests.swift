import ByteTools
import HealthEvents
import HealthModel
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

@testable import HealthTables

/// A snapshot that is forged with all its checksums may give a wrong answer; never a crash, and an
/// audit tells.
@Suite struct ForgedSnapshotTests {
  private static let cut = 40
  /// The number of forged snapshots of each journal: with 20, none of some journal answers wrongly.
  private static let forgeries = Counts.scaled(60, atLeast: 60)

  private struct Setting {
    let lines: [[UInt8]]
    let uuids: [ObjectUUID]
    let snapshot: [UInt8]
    let expected: [String]

    init(_ seed: UInt64) throws {
      lines = Scribe.unruly(seed, count: 48).lines
      uuids = try HealthTablesTests.uuids(in: lines)
      let trial = try SnapshotTrial(lines, after: [cut])
      snapshot = try #require(trial.snapshot(cut))
      expected = try trial.read(fromFirstLine: true).answers(about: uuids)
      var same = ForgedSnapshot(snapshot)
      same.seal()
      #expect(same.bytes == snapshot)
    }

    /// Asks everything of the journal with another snapshot. Where an answer is wrong, an audit
    /// must tell.
    ///
    /// - Returns: whether the answers were right.
    func ask(
      _ snapshot: [UInt8], _ comment: Comment, _ policy: SnapshotPolicy = .never
    ) throws -> Bool {
      let system = try ReplayTests.system(lines)
      try system.createDirectory("/j/snapshot")
      system[SnapshotTrial.path(cut)] = snapshot
      do {
        let journal = try ReplayedJournal("/j", on: system, snapshots: policy)
        let answers = try journal.answers(about: uuids)
        if answers == expected { return true }
      } catch {
        // Told clearly, and not an answer.
        return true
      }
      // A reader may have taken it away.
      system[SnapshotTrial.path(cut)] = snapshot
      #expect(try !JournalAudit("/j", on: system, threads: 1).snapshots.isEmpty, comment)
      return false
    }
  }

  /// Words that turn up where a number is not what it should be.
  private static let words: [UInt64] = [
    0, 1, 2, 7, 63, 64, 255, 256, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0x1_0000_0000,
    1 << 53, 0x7FF0_0000_0000_0000, 0x7FF8_0000_0000_0000, 0x7FEF_FFFF_FFFF_FFFF,
    0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000, .max, .max - 63,
  ]

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func nothingTrapsAndAnAuditTells(_ seed: UInt64) throws {
    let setting = try Setting(seed)
    var dice = Dice(seed)
    var wrong = 0
    for number in 0..<Self.forgeries {
      var forged = ForgedSnapshot(setting.snapshot)
      for _ in 0...dice.below(3) { forged.change(&dice, Self.words) }
      forged.seal()
      if try !setting.ask(forged.bytes, "\(seed) \(number)") { wrong += 1 }
    }
    // Else nothing was tried.
    #expect(wrong > Self.forgeries / 30)
  }

  /// Every number of the directory and of the trailer.
  @Test func placesAndCountsMayBeAnything() throws {
    let setting = try Setting(3)
    let start = ForgedSnapshot(setting.snapshot).directory.start
    let words = [0, 1, 64, 0xFFFF_FFFF, 1 << 40, .max >> 1, .max] as [UInt64]
    for place in stride(from: start, to: setting.snapshot.count - 8, by: 8) {
      // The numbers of sections stand one after the other, so each meets other words.
      let word = words[place / 8 % words.count]
      var forged = ForgedSnapshot(setting.snapshot)
      forged.replace(place, with: word)
      forged.seal()
      _ = try setting.ask(forged.bytes, "\(place) \(word)")
    }
  }

  /// Every small number of the facts, and with it the number of the last line in the trailer, which
  /// must agree.
  @Test(arguments: [1 << 63, .max - 5] as [UInt64])
  func numbersOfTheFactsMayBeAnything(_ word: UInt64) throws {
    let setting = try Setting(3)
    let start = ForgedSnapshot(setting.snapshot).directory.start
    let trailer = setting.snapshot.count - SnapshotLayout.trailerSize
    var tried = 0
    for place in stride(from: 0, to: start, by: 4) {
      let number = unsafe setting.snapshot.span.bytes.word(place)
      guard number == 1 || number == UInt64(Self.cut) else { continue }
      var forged = ForgedSnapshot(setting.snapshot)
      forged.replace(place, with: word)
      if number != 1 { forged.replace(trailer + 24, with: word) }
      forged.seal()
      _ = try setting.ask(forged.bytes, "\(place)", .always)
      tried += 1
    }
    #expect(tried > 3)
  }

  /// Where an early line is damaged too, nothing is left to answer from: that is said.
  @Test func aSnapshotAndAnEarlyLineMayBeBadAtOnce() throws {
    let setting = try Setting(5)
    var lines = setting.lines
    lines[8][30] ^= 1
    var refused = 0
    for place in stride(from: 0, to: setting.snapshot.count, by: 29) {
      var bad = setting.snapshot
      bad[place] ^= 0x40
      do {
        let journal = try SnapshotTrial.read(lines, Self.cut, bad)
        let answers = try journal.answers(about: setting.uuids)
        #expect(answers == setting.expected)
      } catch let error as JournalError {
        guard case .damaged(let damage) = error else {
          Issue.record("\(error)")
          continue
        }
        // Where the chain is not verified, a changed time shows in the line after it.
        #expect([9, 10].contains(damage.line))
        refused += 1
      }
    }
    #expect(refused > 20)
  }

  /// Another process cuts the file of the snapshot under a reader.
  @Test(arguments: [0, 64, 4096, 10_000]) func aSnapshotThatIsCutUnderAReader(_ size: Int) throws {
    let setting = try Setting(6)
    for kept in [size, setting.snapshot.count / 2, setting.snapshot.count - 64] {
      let trial = try SnapshotTrial(setting.lines, after: [Self.cut])
      let journal = try trial.read()
      #expect(journal.tables.parts.base != nil)
      try trial.system.rewrite(
        SnapshotTrial.path(Self.cut), from: min(kept, setting.snapshot.count), with: [])
      #expect(try journal.answers(about: setting.uuids) == setting.expected)
    }
  }

  /// The same on the real system, where a file that is mapped would end the process.
  @Test func aSnapshotThatIsCutOnTheDisk() throws {
    let setting = try Setting(7)
    let disk = TemporaryFolder()
    defer { withExtendedLifetime(disk) {} }
    let (system, folder) = (PosixSystem(), disk.path("a.journal"))
    try system.createDirectory(folder + "/snapshot")
    for (name, bytes) in [
      ("events.ndjson", setting.lines.flatMap { $0 + [UInt8(ascii: "\n")] }),
      ("snapshot/\(Self.cut)", setting.snapshot),
    ] {
      let file = try system.open("\(folder)/\(name)", .createNew)
      try system.append(bytes, to: file)
      system.close(file)
    }
    let journal = try ReplayedJournal(folder, on: system, snapshots: .never)
    #expect(journal.tables.parts.base != nil)
    let file = try system.open("\(folder)/snapshot/\(Self.cut)", .update)
    try system.truncate(file, to: 0)
    system.close(file)
    #expect(try journal.answers(about: setting.uuids) == setting.expected)
  }
}

extension ForgedSnapshot {
  /// Changes a number, a byte or a stretch, mostly where a section is.
  fileprivate mutating func change(_ dice: inout Dice, _ words: [UInt64]) {
    let place = dice.below(bytes.count - 8)
    switch dice.below(6) {
    case 0: bytes[place] ^= UInt8(1 + dice.below(255))
    case 1: replace(place / 4 * 4, with: dice.pick(words))
    case 2: replace(place / 8 * 8, with: dice.pick(words))
    case 3: replace(place / 8 * 8, with: dice.next())
    case 4:
      let size = min(dice.pick([1, 4, 8, 16, 64]), bytes.count - place)
      let from = dice.below(bytes.count - size)
      bytes.replaceSubrange(place..<place + size, with: bytes[from..<from + size])
    default:
      let entry = entries.randomElement(using: &dice) ?? place
      replace(entry + dice.below(6) * 8, with: dice.pick(words))
    }
  }

  /// Puts a word in a place.
  fileprivate mutating func replace(_ place: Int, with word: UInt64) {
    for index in 0..<8 where place + index < bytes.count {
      bytes[place + index] = UInt8(truncatingIfNeeded: word >> UInt64(index * 8))
    }
  }
}
