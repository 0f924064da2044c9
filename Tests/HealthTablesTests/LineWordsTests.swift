import HealthEvents
import HealthModel
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

@testable import HealthTables

/// With a snapshot, a question about some lines finds those that it finds without one.
@Suite struct LineWordsTests {
  /// Random lines, most of them plain; every tenth or so has metadata that another journal or
  /// program could have written.
  private static func lines(_ seed: UInt64, count: Int) -> [[UInt8]] {
    var scribe = Scribe.unruly(seed, count: 60)
    var dice = RandomEvents(seed &+ 77).dice
    for number in 10_000..<UInt64(10_000 + count) {
      var object = quantity(number, "Plain")
      switch dice.below(12) {
      case 0: object.metadata = Metadata([.init("place", .string(dice.pick(["Küche", "bath"])))])
      case 1: object.metadata = Metadata([.init("HKWasUserEntered", .boolean(true))])
      case 2 where dice.often(10):
        object.metadata = Metadata([.init("rare \"key\"", .string("a\\b \(number)"))])
      case 3 where dice.often(10):
        scribe.add(.save(Save(objects: [object], replaces: [object.uuid])))
        continue
      default: break
      }
      scribe.add(saving(object))
    }
    return scribe.lines
  }

  private static func found(_ journal: ReplayedJournal) throws -> [String] {
    var found: [String] = []
    func note(_ name: String) -> (Entry) -> Void { { found.append("\(name) \($0.sequence)") } }
    for kind in EventKind.allCases where kind.name.utf8.count >= 6 {
      try journal.forEachEntry(ofKinds: [kind]) { if $0.kind == kind { note(kind.name)($0) } }
    }
    for type in journal.tables.types.names {
      guard let columns = journal.tables.columns(of: type) else { continue }
      let rows = (0..<columns.count).filter { !columns.isLive($0) && $0 % 3 > 0 }
      let gone = Set(rows.map { columns.uuids[$0] })
      try journal.forEachEntry(removing: rows, of: type, orOfKinds: [.configure]) { entry in
        let isMeant =
          switch entry.event {
          case .configure?: true
          case .delete(let deletion)?: !gone.isDisjoint(with: deletion.objects)
          case .save(let save)?: !gone.isDisjoint(with: save.replaces)
          default: false
          }
        if isMeant { note("removing \(type)")(entry) }
      }
    }
    let named = Set(
      try journal.tables.sampleTypes.flatMap { try journal.tables.readColumns($0).uuids }
        + journal.tables.objects.map(\.uuid))
    // Of each kind some, the same of the same lines.
    for uuid in named.sorted().enumerated().filter({ $0.offset % 29 == 0 }).map(\.element)
      + journal.tables.objects.prefix(20).map(\.uuid)
    {
      try journal.forEachEntry(mentioning: [uuid], or: .revert) { entry in
        if entry.event.map({ names($0, uuid) }) ?? false { note("names \(uuid)")(entry) }
      }
    }
    for word in ["place", "küche", "rare", "a\\b", "nowhere", "HKWas"] {
      for orText in [false, true] {
        let isWanted = { (text: String) in text.lowercased().contains(word.lowercased()) }
        try journal.forEachEntry(withMetadata: isWanted, orText: orText) { entry in
          guard case .save(let save)? = entry.event else { return }
          let holds = save.objects.flatMap(\.metadata.entries).contains { entry in
            if isWanted(entry.key) { return true }
            if orText, case .string(let text) = entry.value { return isWanted(text) }
            return false
          }
          if holds { note("\(word) \(orText)")(entry) }
        }
      }
    }
    return found
  }

  private static func names(_ event: Event, _ uuid: ObjectUUID) -> Bool {
    switch event {
    case .save(let save):
      save.workout == uuid || save.replaces.contains(uuid)
        || save.objects.contains {
          guard case .correlation(let correlation) = $0.content else { return $0.uuid == uuid }
          return $0.uuid == uuid || correlation.members.contains(uuid)
        }
    case .delete(let deletion): deletion.objects.contains(uuid)
    case .revert: true
    default: false
    }
  }

  @Test(arguments: 1...6) func theLinesAreThoseOfAReadingOfAll(_ seed: UInt64) throws {
    let lines = Self.lines(seed, count: 1500)
    let expected = try Self.found(SnapshotTrial(lines, after: []).read())
    #expect(expected.count > 100)
    for cuts in [[lines.count], [300, 900], [700]] {
      let journal = try SnapshotTrial(lines, after: cuts).read()
      #expect(journal.tables.parts.base != nil)
      #expect(try Self.found(journal) == expected, "\(cuts)")
    }
  }

  /// The reader does not pass over all lines.
  @Test func fewPagesAreRead() throws {
    var scribe = Scribe()
    for number in 1...3000 as ClosedRange<UInt64> {
      var object = quantity(number, "Plain")
      if number == 1700 { object.metadata = Metadata([.init("lost", .string("and found"))]) }
      scribe.add(saving(object))
    }
    let trial = try SnapshotTrial(scribe.lines, after: [scribe.lines.count])
    let words = try #require(try trial.read().tables.parts.base?.words())
    let lines = words.lines(askingForTexts: true) { $0 == .metadataText("and found") }
    #expect(lines == [1537...1792])
    #expect(words.lines(askingForTexts: true) { $0 == .metadataText("none") } == [])
  }

  /// Too many texts are not kept, and then each line may have any.
  @Test func aJournalOfManyTextsIsReadInFull() throws {
    var scribe = Scribe()
    for number in 1...400 as ClosedRange<UInt64> {
      var object = quantity(number, "Plain")
      object.metadata = Metadata([.init("k", .string(String(repeating: "\(number) ", count: 900)))])
      scribe.add(saving(object))
    }
    let trial = try SnapshotTrial(scribe.lines, after: [200, scribe.lines.count])
    let words = try #require(try trial.read().tables.parts.base?.words())
    #expect(words.lines(askingForTexts: true) { _ in false } == nil)
    #expect(words.lines(askingForTexts: false) { $0 == .metadataKey("k") } == [1...512])
    #expect(try JournalAudit("/j", on: trial.system).snapshots.isEmpty)
  }

  /// A line of the number 0 is damage, and no reader ends at it.
  @Test(arguments: [1, 3]) func aLineWithoutANumberIsDamage(_ threads: Int) throws {
    var scribe = Scribe()
    for number in 1...30 as ClosedRange<UInt64> { scribe.add(saving(quantity(number, "Plain"))) }
    let zeros = String(repeating: "0", count: 64)
    let erased =
      #"{"seq":0,"at":"2026-11-20T07:00:01.500Z","event":"erased","digest":"\#(zeros)","#
      + #""chain":"\#(zeros)"}"#
    let lines = scribe.lines + [Array(erased.utf8)]
    let system = try ReplayTests.system(lines)
    #expect(throws: JournalError.self) {
      try ReplayedJournal("/j", on: system, threads: threads)
    }
    let reader = try JournalReader("/j", on: system)
    let found = ParallelReplay.tables(
      of: reader, threads: threads, verifyingChain: true, partBytes: 900)
    #expect(found == nil)
  }

  /// A snapshot that is left to the caller is not there before it is written.
  @Test func aSnapshotThatIsLeftIsWrittenLater() throws {
    let lines = Self.lines(3, count: 40)
    let system = try ReplayTests.system(lines)
    try system.noteDurable(lines)
    let journal = try ReplayedJournal(
      "/j", on: system, snapshots: .always, leavingSnapshot: true)
    #expect(journal.snapshots().isEmpty)
    let due = try #require(journal.dueSnapshot)
    due.write()
    #expect(journal.snapshots().map(\.sequence) == [UInt64(lines.count)])
    #expect(try ReplayedJournal("/j", on: system, snapshots: .always).dueSnapshot == nil)
  }

  /// No snapshot holds lines whose chain is wrong, whenever it is written.
  @Test(arguments: [false, true]) func linesOfAWrongChainHaveNoSnapshot(_ leaves: Bool) throws {
    var lines = Self.lines(5, count: 40)
    let salt = lines[30].count - 75 - 12
    lines[30][salt] = lines[30][salt] == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
    let system = try ReplayTests.system(lines)
    try system.noteDurable(lines)
    let journal = try ReplayedJournal(
      "/j", on: system, snapshots: .always, leavingSnapshot: leaves)
    journal.dueSnapshot?.write()
    #expect(journal.head.sequence == UInt64(lines.count))
    #expect(journal.snapshots().isEmpty)
  }
}
