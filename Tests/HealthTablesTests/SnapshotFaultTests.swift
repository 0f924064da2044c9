import HealthEvents
import HealthModel
import JournalFile
import JournalTestSupport
import Testing

@testable import HealthTables

/// Every call of writing a snapshot fails once, and then the power goes or the program is stopped.
@Suite struct SnapshotFaultTests {
  enum Ending: CaseIterable {
    case goesOn, stopped, lost, kept100, namesKept

    func happen(to system: MemorySystem) {
      switch self {
      case .goesOn: break
      case .stopped: system.crash(keeping: .max, keepingNames: true)
      case .lost: system.crash(keeping: 0)
      case .kept100: system.crash(keeping: 100)
      case .namesKept: system.crash(keeping: 0, keepingNames: true)
      }
    }
  }

  private static let lines = Scribe.random(21, count: 25).lines

  /// A journal with one snapshot, and lines enough for another.
  private static func prepared() throws -> MemorySystem {
    let system = try SnapshotTrial(lines, after: [12]).system
    try system.synchronizeDirectory("/j")
    try system.synchronizeDirectory("/j/snapshot")
    return system
  }

  /// One reason with every ending, and another one, which changes from call to call.
  private static func cases(_ call: Int) -> [(SystemFailure.Reason, Ending)] {
    let others: [SystemFailure.Reason] = [.full, .missing, .notPermitted]
    return Ending.allCases.map { (.other(5), $0) } + [(others[call % 3], .goesOn)]
  }

  @Test(arguments: SystemFailure.Operation.allCases)
  func noFailureChangesAnAnswer(_ operation: SystemFailure.Operation) throws {
    let clean = try Self.prepared()
    let before = clean.calls(of: operation)
    let expected = try ReplayedJournal("/j", on: clean, snapshots: .always).tables.dump()
    #expect(clean["/j/snapshot/26"] != nil)
    for call in 0..<clean.calls(of: operation) - before {
      for (reason, ending) in Self.cases(call) {
        let comment: Comment = "\(operation) \(call) \(reason) \(ending)"
        let system = try Self.prepared()
        system.fail(operation, after: call, with: reason, written: call * 37 % 400)
        // Only the lines themselves can fail a reader.
        let found = try? ReplayedJournal("/j", on: system, snapshots: .always).tables.dump()
        #expect(found == nil || found == expected, comment)
        #expect(system.openFiles == 0, comment)
        ending.happen(to: system)
        let next = try ReplayedJournal("/j", on: system, snapshots: .always)
        #expect(next.tables.dump() == expected, comment)
        #expect(system["/j/snapshot/new"] == nil, comment)
        #expect(system["/j/snapshot/26"] != nil, comment)
        #expect(try ReplayedJournal("/j", on: system).tables.parts.base != nil, comment)
      }
    }
  }

  @Test func whereNothingCanBeWrittenThereIsNoSnapshot() throws {
    for operation in [SystemFailure.Operation.createDirectory, .append, .rename, .synchronize] {
      let system = try ReplayTests.system(Self.lines)
      try system.noteDurable(Self.lines)
      system.fail(operation, with: .notPermitted)
      let journal = try ReplayedJournal("/j", on: system, snapshots: .always)
      #expect(journal.head.sequence == 26)
      #expect(system["/j/snapshot/26"] == nil)
    }
  }
}
