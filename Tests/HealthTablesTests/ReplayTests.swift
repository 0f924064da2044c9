import ByteTools
import HealthEvents
import HealthModel
import HealthTables
import JournalFile
import JournalTestSupport
import Testing

/// Reading lines again by number and by what they mention, and what a replay does with damage.
@Suite struct ReplayTests {
  static let folder = "/j"

  static func journal(_ lines: [[UInt8]], tail: String = "") throws -> ReplayedJournal {
    try ReplayedJournal(folder, on: try system(lines, tail: tail))
  }

  static func system(_ lines: [[UInt8]], tail: String = "") throws -> MemorySystem {
    let system = MemorySystem()
    try system.createDirectory(folder)
    system[JournalPaths(folder: folder).events] =
      lines.flatMap { $0 + [UInt8(ascii: "\n")] } + Array(tail.utf8)
    return system
  }

  @Test func everyLineIsFoundByItsNumber() throws {
    let scribe = Scribe.random(77, count: 500)
    let journal = try Self.journal(scribe.lines)
    let decoded = try scribe.lines.map { try LineCodec.decode(unsafe $0.span.bytes) }
    for (place, entry) in decoded.enumerated() {
      #expect(try journal.entry(UInt64(place) + 1) == entry)
    }
    for from in [0, 1, 2, 63, 64, 65, 128, 129, 500, 501, 502] as [UInt64] {
      var seen: [Entry] = []
      try journal.forEachEntry(from: from) {
        seen.append($0); return true
      }
      #expect(seen == Array(decoded.dropFirst(Int(max(from, 1)) - 1)))
    }
    #expect(try journal.entry(0) == nil)
    #expect(try journal.entry(502) == nil)
  }

  @Test(
    arguments: [
      [1], [501], [1, 501], [64, 65, 66], [2, 400], [300, 10, 10, 299], [], [0, 5], [600, 7], [999],
      Array(0...700), Array(stride(from: 600, to: 1, by: -3)),
    ] as [[UInt64]])
  func severalLinesAreFoundAtOnce(_ wanted: [UInt64]) throws {
    let scribe = Scribe.random(78, count: 500)
    let found = try Self.journal(scribe.lines).entries(wanted)
    let real = Set(wanted).filter { (1...501).contains($0) }
    #expect(Set(found.keys) == real)
    for (number, entry) in found { #expect(entry.sequence == number) }
  }

  @Test func aLoopStopsWhereItIsTold() throws {
    let journal = try Self.journal(Scribe.random(79, count: 100).lines)
    var count = 0
    try journal.forEachEntry(from: 50) { _ in
      count += 1
      return count < 3
    }
    #expect(count == 3)
  }

  /// The tables after a line are those of a reading up to it, also where several threads read the
  /// lines before the first of some.
  @Test func theStatesAfterSomeLinesAreThoseAsOfThem() throws {
    let lines = Scribe.random(80, count: 9000).lines
    let system = try Self.system(lines)
    let journal = try ReplayedJournal("/j", on: system, snapshots: .never)
    #expect(journal.head.offset > 2 << 20)
    for asked in [[8000, 8100, 8999], [3, 8500], [9001]] as [Set<UInt64>] {
      var seen: Set<UInt64> = []
      try journal.forEachState(after: asked) { entry, tables in
        seen.insert(entry.sequence)
        let then = try ReplayedJournal(
          "/j", on: system, asOf: .sequence(entry.sequence), snapshots: .never)
        #expect(tables.dump() == then.tables.dump(), "\(entry.sequence)")
      }
      #expect(seen == asked)
    }
  }

  @Test func linesThatMentionAUUIDAreFoundInEitherCase() throws {
    var scribe = Scribe()
    scribe.add(saving(quantity(0xABCDEF)))
    scribe.add(saving(quantity(2)))
    scribe.add(.delete(Deletion(objects: [id(0xABCDEF)])))
    let text = id(0xABCDEF).description
    let lower = scribe.lines.map { line in
      Array(
        String(decoding: line, as: UTF8.self).split(
          separator: text, omittingEmptySubsequences: false
        )
        .joined(separator: text.lowercased()).utf8)
    }
    for lines in [scribe.lines, lower] {
      var seen: [UInt64] = []
      try Self.journal(lines).forEachEntry(mentioning: [id(0xABCDEF)]) { seen.append($0.sequence) }
      #expect(seen == [2, 4])
    }
  }

  @Test func anObjectIsReadAgainFromItsLine() throws {
    var scribe = Scribe()
    scribe.add(saving(quantity(1), quantity(2)))
    let journal = try Self.journal(scribe.lines)
    #expect(try journal.object(id(2), in: 2) == quantity(2))
    #expect(try journal.object(id(3), in: 2) == nil)
    #expect(try journal.object(id(2), in: 1) == nil)
    #expect(try journal.object(id(2), in: 9) == nil)
  }

  @Test func aTornLineLeavesUsableTables() throws {
    var scribe = Scribe()
    scribe.add(saving(quantity(1)))
    var next = scribe
    next.add(saving(quantity(2, "TypeOfTheTornLine")))
    let torn = String(decoding: next.lines[2].dropLast(120), as: UTF8.self) + "\0\0\n"
    let journal = try Self.journal(scribe.lines, tail: torn)
    #expect(journal.unread == UInt64(torn.utf8.count))
    #expect(journal.tables.columns(of: "TypeOfTheTornLine") == nil)
    #expect(journal.tables.liveCount == 1)
  }

  @Test func aBadLineBeforeGoodOnesIsDamage() throws {
    var lines = Scribe.random(80, count: 10).lines
    lines[5][3] ^= 1
    #expect(throws: JournalError.self) { _ = try Self.journal(lines) }
    #expect(throws: JournalError.self) { _ = try Self.journal([]) }
  }
}

/// The audit reads on past broken rules and explains what erasure took away.
@Suite struct AuditTests {
  static func audit(_ lines: [[UInt8]], tail: String = "") throws -> JournalAudit {
    try JournalAudit(ReplayTests.folder, on: try ReplayTests.system(lines, tail: tail))
  }

  /// The line without its content, as an erasure leaves it.
  static func erased(_ line: [UInt8], _ number: UInt64) -> [UInt8] {
    let covered = line.dropLast(JournalLimits.suffixBytes)
    let digest = Chain.digest(of: unsafe Array(covered).span.bytes).hexText
    let text = String(decoding: line, as: UTF8.self)
    let at = text.split(separator: "\"at\":\"")[1].prefix(24)
    let head = "{\"seq\":\(number),\"at\":\"\(at)\",\"event\":\"erased\",\"digest\":\"\(digest)\""
    return Array(head.utf8) + line.suffix(JournalLimits.suffixBytes)
  }

  @Test func aGoodJournalHasNoFindings() throws {
    var scribe = Scribe()
    scribe.add(saving(quantity(1)))
    scribe.add(.delete(Deletion(objects: [id(1)])))
    let audit = try Self.audit(scribe.lines)
    #expect(audit.findings.isEmpty && audit.count == 0 && audit.lines == 3)
    #expect(audit.chain.utf8.elementsEqual(scribe.lines[2].suffix(66).prefix(64)))
  }

  @Test func brokenRulesAreFoundOneByOne() throws {
    var scribe = Scribe()
    scribe.add(saving(quantity(1)), by: "com.example.app")
    scribe.add(.delete(Deletion(objects: [id(9)])))
    var orphan = quantity(2)
    orphan.origin = 2
    scribe.add(saving(orphan))
    let audit = try Self.audit(scribe.lines, tail: "half a line")
    #expect(audit.findings.map(\.line) == [2, 3, 4, 5])
    #expect(audit.findings[2].problem == .unknownOrigin(2))
    #expect(audit.findings[3].problem == .torn(bytes: 11))
  }

  @Test func whatIsReplacedMustBeThereAndOnesOwn() throws {
    let app = "com.example.app"
    var scribe = Scribe()
    scribe.add(saving(quantity(1)))
    let grant = AuthorizationGrant(quantity(2).content.type, .authorized)
    scribe.add(.authorize(AuthorizationChange(source: app, share: [grant])))
    scribe.add(.save(Save(objects: [quantity(2)], replaces: [id(1)])), by: app)
    scribe.add(.save(Save(objects: [quantity(3)], replaces: [id(9)])))
    let problems = try Self.audit(scribe.lines).findings.map(\.problem)
    #expect(
      problems == [
        .rule(.invalidArgument(.notOwned(id(1), by: EventActor.owner), index: nil)),
        .rule(.invalidArgument(.uuidUnknown(id(9)), index: nil)),
      ])
  }

  @Test func settingsThatNobodyCanUseAreFound() throws {
    var scribe = Scribe()
    let unit = PreferredUnit(type: QuantityType.bodyMass.identifier, unit: "m")
    scribe.add(.configure(Configuration(preferredUnits: [unit])))
    #expect(try Self.audit(scribe.lines).findings.map(\.line) == [2])
  }

  @Test func erasureExplainsWhatItTook() throws {
    var scribe = Scribe()
    scribe.add(saving(quantity(1)))
    scribe.add(.delete(Deletion(objects: [id(1)])))
    scribe.add(.erase(Erasure(lines: [2], reason: "asked for")))
    var lines = scribe.lines
    lines[1] = Self.erased(lines[1], 2)
    #expect(try Self.audit(lines).findings.map(\.problem) == [])
    let unexplained = try Self.audit(Array(lines.dropLast()))
    #expect(unexplained.findings.map(\.problem) == [.unexplainedErasure])
  }

  /// The last `erase` that names a line says what is left of it.
  @Test func theLastErasureCounts() throws {
    var scribe = Scribe()
    scribe.add(saving(quantity(1)))
    scribe.add(.erase(Erasure(lines: [2], reason: "asked for")))
    let left = KeptLine(sequence: 2, digest: Digest.zero.hexText)
    scribe.add(.erase(Erasure(lines: [], kept: [left], reason: "a part")))
    var lines = scribe.lines
    lines[1] = Self.erased(lines[1], 2)
    #expect(try Self.audit(lines).findings.map(\.problem) == [.unexplainedErasure])
  }

  /// The line as it was has the digest that the chain holds: it can be put back, and shows.
  @Test func contentThatWasPutBackIsFound() throws {
    var scribe = Scribe()
    for number: UInt64 in 1...3 { scribe.add(saving(quantity(number))) }
    scribe.add(.erase(Erasure(lines: [2, 3], reason: "asked for")))
    var lines = scribe.lines
    let whole = lines
    for index in [1, 2] { lines[index] = Self.erased(lines[index], UInt64(index + 1)) }
    #expect(try Self.audit(lines).findings.isEmpty)
    lines[2] = whole[2]
    let found = try Self.audit(lines).findings
    #expect(found.map(\.line) == [5] && found.map(\.problem) == [.stillThere(line: 3)])
  }

  @Test func anImportThatDoesNotBalanceIsFound() throws {
    var count = ImportCount(element: "Record")
    count.read = 3
    count.saved = 2
    var scribe = Scribe()
    scribe.add(
      .importReceipt(
        ImportReceipt(format: "f", file: "e", bytes: 1, sha256: "00", counts: [count])))
    #expect(
      try Self.audit(scribe.lines).findings.map(\.problem) == [.unbalancedImport(element: "Record")]
    )
  }
}
