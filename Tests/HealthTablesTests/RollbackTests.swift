import HealthEvents
import HealthModel
import JournalFile
import JournalTestSupport
import Testing

@testable import HealthTables

/// A journal that was cut back below its own snapshot is an older one, and that is said.
@Suite struct RollbackTests {
  private static let lines = Scribe.random(31, count: 30).lines

  private static func system(
    _ lines: [[UInt8]], after cuts: [Int] = [12, 25]
  ) throws -> MemorySystem {
    let system = try SnapshotTrial(Self.lines, after: cuts).system
    system[SnapshotTrial.events] = lines.flatMap { $0 + [UInt8(ascii: "\n")] }
    system["/j/lock"] = []
    return system
  }

  private static func ways(_ system: MemorySystem) -> [() throws -> Void] {
    [
      { _ = try ReplayedJournal("/j", on: system) },
      { _ = try ReplayedJournal("/j", on: system, asOf: .sequence(3)) },
      { _ = try ReplayedJournal("/j", on: system, verifyingChain: true) },
      { _ = try ReplayedJournal("/j", on: system, fromFirstLine: true) },
      { try SnapshotFolder(JournalPaths(folder: "/j"), on: system).requireLines() },
    ]
  }

  private static func problem(_ body: () throws -> Void) -> LineProblem? {
    do {
      try body()
      return nil
    } catch JournalError.damaged(let damage) {
      return damage.problem
    } catch {
      Issue.record(error)
      return nil
    }
  }

  @Test(arguments: [1, 11, 12, 20, 24]) func linesThatAreMissing(_ count: Int) throws {
    let system = try Self.system(Array(Self.lines.prefix(count)))
    for way in Self.ways(system) { #expect(Self.problem(way) == .cutBack(last: 25)) }
    #expect(system["/j/snapshot/25"] != nil)
    let audit = try JournalAudit("/j", on: system)
    #expect(audit.count >= 1)
    #expect(audit.snapshots == [SnapshotFinding(sequence: 25, problem: .ahead)])
  }

  /// An audit ends at a bad line: it has not seen that the lines of a snapshot are gone.
  @Test(arguments: [5, 20]) func aBadLineSaysNothingOfLaterSnapshots(_ line: Int) throws {
    var lines = Self.lines
    lines[line - 1][lines[line - 1].count - 90] ^= 1
    let audit = try JournalAudit("/j", on: try Self.system(lines))
    #expect(audit.findings.last?.line == UInt64(line))
    #expect(audit.snapshots.isEmpty)
  }

  @Test func otherLinesInTheirPlace() throws {
    var other = Scribe()
    for line in Self.lines.dropFirst().prefix(14) {
      other.add(try #require(try LineCodec.decode(unsafe line.span.bytes).event), by: "x")
    }
    for number in 1...40 as ClosedRange<UInt64> { other.add(saving(quantity(number))) }
    let system = try Self.system(other.lines)
    for way in Self.ways(system) { #expect(Self.problem(way) == .replaced(last: 25)) }
    #expect(try JournalAudit("/j", on: system).snapshots.map(\.problem) == [.differs])
  }

  /// What is no rollback: all lines, more of them, snapshots of another journal, no snapshots,
  /// rubbish.
  @Test func whatIsNone() throws {
    for count in [25, 26, 31] {
      let system = try Self.system(Array(Self.lines.prefix(count)))
      for way in Self.ways(system) { #expect(Self.problem(way) == nil) }
      #expect(try JournalAudit("/j", on: system).snapshots.isEmpty)
    }
    var foreign = Scribe(journal: id(77))
    for number in 1...9 as ClosedRange<UInt64> { foreign.add(saving(quantity(number))) }
    let system = try Self.system(foreign.lines)
    for way in Self.ways(system) { #expect(Self.problem(way) == nil) }
    let cut = try Self.system(Array(Self.lines.prefix(5)))
    for name in ["12", "25"] { cut["/j/snapshot/" + name] = [1, 2, 3] }
    for way in Self.ways(cut) { #expect(Self.problem(way) == nil) }
  }

  /// Lines that may still be lost are in no snapshot: it would call their loss a rollback.
  @Test func linesThatMayBeLostAreInNoSnapshot() throws {
    let system = try ReplayTests.system(Self.lines)
    for durable in [1, 30] {
      try system.noteDurable(Array(Self.lines.prefix(durable)))
      _ = try ReplayedJournal("/j", on: system, snapshots: .always)
      #expect(system.paths.allSatisfy { !$0.hasPrefix("/j/snapshot") })
    }
    try system.noteDurable(Self.lines)
    _ = try ReplayedJournal("/j", on: system, snapshots: .always)
    #expect(system["/j/snapshot/31"] != nil)
  }
}
