import ByteTools
import HealthEvents
import HealthModel
import JournalTestSupport
import TestSupport
import Testing

@testable import HealthTables
@testable import JournalFile

extension HealthTables: AuditState {
  func isOrigin(_ line: UInt64) -> Bool { origins[line] != nil }
}

/// An audit as it is defined: line by line, each asked of the tables of the lines before it.
struct PlainAudit {
  private(set) var run = AuditRun()
  private(set) var scan = JournalScan()

  init(_ reader: JournalReader) throws {
    var builder = TableBuilder()
    builder.buildIndex()
    var before = run
    scan = try reader.scan(verifyingChain: true, erasedMayLackVoucher: true) { line, offset in
      let entry = try LineCodec.decode(line)
      let expected = builder.tables.lastSequence + 1
      guard entry.sequence == expected else { throw LineProblem.sequence(expected: expected) }
      if let last = builder.tables.lastAt, entry.at < last { throw LineProblem.timeRanBack }
      before = run
      run.take(entry, at: offset, given: builder.tables)
      try builder.apply(entry, at: offset)
      builder.applyClaims()
      return ScannedLine(sequence: entry.sequence, at: entry.at)
    }
    // What a line said that the scan refused does not count.
    if builder.tables.lastSequence > scan.head.sequence { run = before }
    run.finish(scan)
  }
}

/// Several threads that look at columns find what one finds that takes line by line.
@Suite struct ParallelAuditTests {
  private func reader(_ lines: [[UInt8]], tail: String = "") throws -> JournalReader {
    try JournalReader("/j", on: try ReplayTests.system(lines, tail: tail))
  }

  /// Compares the findings with those of the plain audit.
  @discardableResult
  private func expectTheSame(_ reader: JournalReader, _ comment: String) throws -> PlainAudit {
    let expected = try PlainAudit(reader)
    let snapshots = SnapshotAudit(
      SnapshotFolder(reader.paths, on: MemorySystem()), of: reader)
    for (threads, partBytes) in [(1, nil), (3, 4000)] as [(Int, UInt64?)] {
      let (found, scan) = try ParallelAudit(reader, threads: threads, partBytes: partBytes)
        .found(snapshots)
      if found.run.findings != expected.run.findings || found.run.count != expected.run.count {
        Issue.record("\(comment): \(found.run.findings) for \(expected.run.findings)")
      }
      #expect(scan.head == expected.scan.head && scan.tail == expected.scan.tail, "\(comment)")
    }
    return expected
  }

  /// Lines of which some break rules, in parts of a few lines each.
  @Test(arguments: 1...6) func findsTheSame(_ seed: UInt64) throws {
    for lines in [Scribe.random(seed, count: 150).lines, Scribe.unruly(seed, count: 120).lines] {
      try expectTheSame(try reader(lines), "\(seed)")
    }
  }

  // MARK: Rules

  /// The number of journals: with so many every rule is broken in one of them.
  private static let journals = Counts.scaled(12, atLeast: 12)

  /// Every rule that a line can break, and those of them that a canonical sample can.
  private static let rules = rulesOfSamples.union([
    "\(Rejection.Fault.negativeDuration)", "alreadyDeleted", "memberMissing", "notOwned",
    "notRevertible", "ownerOnly", "stillThere", "timeZoneUnknown", "torn", "unbalancedImport",
    "unexplainedErasure", "uuidUnknown", "workoutMissing",
  ])
  private static let rulesOfSamples: Set = [
    "\(Rejection.Fault.endBeforeStart)", "authorizationDenied", "authorizationNotDetermined",
    "kindMismatch", "readOnly", "unitMismatch", "unitUnknown", "unknownOrigin", "uuidExists",
    "uuidTwice",
  ]

  /// The name of the rule that a finding says is broken, or its words where it has no values.
  private func rule(_ problem: JournalAudit.Problem) -> String {
    func name(_ value: Any) -> String {
      Mirror(reflecting: value).children.first?.label ?? "\(value)"
    }
    return switch problem {
    case .rule(.invalidArgument(let fault, _)): name(fault)
    case .rule(let rejection): name(rejection)
    case .line, .torn, .unknownOrigin, .unexplainedErasure, .stillThere, .unbalancedImport:
      name(problem)
    }
  }

  /// Whether a line is one of those of which only columns tell whether they are to be looked into.
  private func isOfColumns(_ line: [UInt8]) -> Bool {
    var part = ReplayPart()
    _ = try? part.take(unsafe line.span.bytes, at: 0)
    return part.linesBesideRows.isEmpty
  }

  @Test func findsEveryBrokenRule() throws {
    var (found, ofSamples): (Set<String>, Set<String>) = ([], [])
    for seed in 1...Self.journals {
      let lines = RuleBreaks.lines(seed, count: 150, rate: 60)
      let audit = try expectTheSame(
        try reader(lines, tail: seed % 5 == 0 ? "half" : ""), "\(seed)")
      #expect(audit.scan.head.sequence == UInt64(lines.count))
      for finding in audit.run.findings {
        let name = rule(finding.problem)
        found.insert(name)
        let place = Int(finding.line) - 1
        if place < lines.count, isOfColumns(lines[place]) { ofSamples.insert(name) }
      }
    }
    #expect(found == Self.rules)
    #expect(ofSamples == Self.rulesOfSamples)
  }

  /// More than are told.
  @Test func countsAllOfMany() throws {
    let audit = try expectTheSame(
      try reader(RuleBreaks.lines(2, count: 600, rate: 200)), "many")
    #expect(audit.run.findings.count == JournalAudit.limit)
    #expect(audit.run.count > 3 * JournalAudit.limit)
  }

  @Test func goodLinesAreNotLookedInto() throws {
    var scribe = Scribe()
    for number: UInt64 in 2...500 { scribe.add(saving(quantity(number))) }
    var builder = try builder(scribe.lines)
    let past = JournalPast(builder)
    #expect(ColumnAudit.lines(past, threads: 1, from: .system).isEmpty)
    scribe.add(saving(quantity(7)))
    builder = try HealthTablesTests.builder(scribe.lines)
    let lines = ColumnAudit.lines(JournalPast(builder), threads: 1, from: .system)
    #expect(lines.sortedOnce() == [7, 501])
  }

  // MARK: Damage

  @Test func damagedJournalsGiveTheSameFindings() throws {
    for seed in 1...16 {
      var dice = Dice(seed)
      var lines = RuleBreaks.lines(seed, count: 60)
      let place = dice.below(lines.count - 1)
      switch seed % 4 {
      case 0: lines[place][dice.below(lines[place].count)] ^= 1
      case 1: lines.remove(at: place)
      case 2: lines.insert(lines[place], at: dice.below(lines.count))
      default: lines.swapAt(place, place + 1)
      }
      try expectTheSame(try reader(lines), "\(seed)")
    }
  }

  /// Whatever byte is bad, the first problem and its place are those that one thread finds.
  @Test func everyFlippedByteGivesTheSameFindings() throws {
    let bytes = Array(Scribe.unruly(4, count: 8).lines.joined(separator: [0x0A])) + [0x0A]
    // Every place within a line is met in some of the lines.
    for place in stride(from: 0, to: bytes.count, by: 7) {
      var changed = bytes
      changed[place] ^= 1
      let system = try ReplayTests.system([])
      system["/j/events.ndjson"] = changed
      let expected = try PlainAudit(try JournalReader("/j", on: system)).run
      let audit = try JournalAudit("/j", on: system, threads: 3)
      if audit.findings != expected.findings || audit.count != expected.count {
        Issue.record("byte \(place): \(audit.findings) for \(expected.findings)")
      }
    }
  }

  @Test func everyLineThatIsGoneIsFound() throws {
    let lines = Scribe.random(6, count: 40).lines
    for place in lines.indices.dropLast() {
      var cut = lines
      cut.remove(at: place)
      let audit = try expectTheSame(try reader(cut), "without line \(place + 1)")
      #expect(audit.scan.head.sequence == UInt64(place))
    }
  }

  @Test func bytesAfterTheLastLineAreTold() throws {
    let audit = try expectTheSame(
      try reader(Scribe.random(6, count: 40).lines, tail: "half"), "half")
    #expect(audit.run.findings.last?.problem == .torn(bytes: 4))
  }

  /// The chain alone.
  @Test(arguments: [1, 4]) func everyFlippedByteBreaksTheChain(_ threads: Int) throws {
    let good = Scribe.random(4, count: 8).lines
    let bytes = Array(good.joined(separator: [0x0A])) + [0x0A]
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 1
      let system = try ReplayTests.system([])
      system["/j/events.ndjson"] = changed
      let audit = try JournalAudit(chainOf: "/j", on: system, threads: threads)
      let before = UInt64(bytes[..<place].count { $0 == 0x0A })
      if audit.count != 1 || audit.lines != before || audit.findings[0].line != before + 1 {
        Issue.record("byte \(place): \(audit.findings)")
      }
    }
  }

  @Test func theChainOfErasedAndTornLines() throws {
    var scribe = Scribe.random(4, count: 30)
    scribe.add(.erase(Erasure(lines: [5], reason: "asked for")))
    var lines = scribe.lines
    lines[4] = AuditTests.erased(lines[4], 5)
    for threads in [1, 2, 5] {
      let system = try ReplayTests.system(lines, tail: "half")
      let audit = try JournalAudit(chainOf: "/j", on: system, threads: threads)
      #expect(audit.lines == UInt64(lines.count))
      #expect(audit.findings.map(\.problem) == [.torn(bytes: 4)])
      #expect(audit.chain.utf8.elementsEqual(lines[lines.count - 1].suffix(66).prefix(64)))
    }
  }
}
