import HealthEvents
import HealthModel
import HealthTables
import JournalFile
import JournalTestSupport
import Synchronization
import Testing

/// A writer takes lines back and writes others while somebody reads: what is read is the journal as
/// it stood at one moment, or a clear error; and reading ends.
@Suite struct ChangingFileTests {
  /// What happens to the file: cut back to so many lines, then lines of another history after
  /// them.
  private struct Change: Sendable {
    var kept: Int
    var lines: [[UInt8]]

    /// The file before and after the change.
    func files(_ before: [[UInt8]]) -> [[UInt8]] {
      let after = before.prefix(kept) + lines
      return [bytes(before), bytes(Array(after)), bytes(Array(before.prefix(kept)))]
    }
  }

  private static func bytes(_ lines: [[UInt8]]) -> [UInt8] {
    lines.flatMap { $0 + [UInt8(ascii: "\n")] }
  }

  /// Two histories that are the same up to a line, the second one's lines as long as the first
  /// one's, or not.
  private static func histories(_ common: Int, sameLengths: Bool) -> [[[UInt8]]] {
    [0, 1].map { history in
      var scribe = Scribe()
      for number in 2...14 as ClosedRange<UInt64> {
        let isCommon = Int(number) <= common || history == 0
        // Digits of another number, or a longer name of a type.
        let type = isCommon || sameLengths ? "X" : "Longer"
        scribe.add(saving(quantity(isCommon ? number : number + 20, type)))
      }
      return scribe.lines
    }
  }

  private static let cuts: [(common: Int, sameLengths: Bool, grownTo: Int)] = [
    (3, true, 14), (3, false, 14), (8, true, 14), (8, false, 9), (1, true, 6), (12, false, 14),
    (5, true, 5), (1, false, 1), (13, true, 13),
  ]

  /// What a reader of a file that does not change gives.
  private static func answer(_ bytes: [UInt8], _ question: Question) throws -> String {
    let system = try ReplayTests.system([])
    system[SnapshotTrial.events] = bytes
    return try question.ask(system)
  }

  /// What reads lines.
  enum Question: CaseIterable {
    case tables, tablesOnOneThread, verified, audit, chain, entries, times, mentions, states, anchor

    /// All that is found out.
    func ask(_ system: any FileSystem) throws -> String {
      switch self {
      case .audit:
        let audit = try JournalAudit("/j", on: system, threads: 2)
        return "\(audit.lines) \(audit.chain) \(audit.findings)"
      case .chain:
        let audit = try JournalAudit(chainOf: "/j", on: system, threads: 2)
        return "\(audit.lines) \(audit.chain) \(audit.findings)"
      case .tables: return try read(system).tables.dump().joined()
      case .tablesOnOneThread: return try read(system, threads: 1).tables.dump().joined()
      case .verified: return try read(system, verified: true).tables.dump().joined()
      case .entries:
        let journal = try read(system)
        let last = journal.head.sequence
        return try journal.entries([1, last / 2 + 1, last]).map { "\($0.key) \($0.value)" }
          .sorted().joined() + "\(last)"
      case .times: return try "\(read(system).recordedTimes(of: 1...1))"
      case .mentions:
        var found = ""
        try read(system).forEachEntry(ofKinds: [], orHolding: ["quantity"]) {
          found += "\($0)"
        }
        return found
      case .states:
        var found = ""
        try read(system).forEachState(after: [1, 4, 13]) { found += "\($0) \($1.liveCount)" }
        return found
      case .anchor:
        let journal = try read(system)
        return try "\(journal.anchor(after: journal.head.sequence / 2) as Any)"
      }
    }

    private func read(
      _ system: any FileSystem, verified: Bool = false, threads: Int? = nil
    ) throws -> ReplayedJournal {
      try ReplayedJournal(
        "/j", on: system, verifyingChain: verified, snapshots: .never, threads: threads)
    }
  }

  @Test(arguments: Question.allCases)
  func whatIsReadStoodThereAtOneMoment(_ question: Question) throws {
    for cut in Self.cuts {
      let histories = Self.histories(cut.common, sameLengths: cut.sameLengths)
      let change = Change(
        kept: cut.common, lines: Array(histories[1][cut.common..<cut.grownTo]))
      let files = change.files(histories[0])
      let expected = try Set(files.map { try Self.answer($0, question) })
      let offset = Self.bytes(Array(histories[0].prefix(cut.common))).count
      var calls = 0
      repeat {
        let inner = try ReplayTests.system(histories[0])
        let moment = calls
        let system = MeddlingSystem(inner, most: 250) { _, call in
          guard call == moment else { return }
          try inner.rewrite(
            SnapshotTrial.events, from: offset, with: Array(files[1][offset...]))
        }
        do {
          let found = try question.ask(system)
          #expect(expected.contains(found), "\(question) \(cut) \(moment) of \(system.count)")
        } catch let error as JournalError {
          #expect(error == .linesGone(path: SnapshotTrial.events), "\(question) \(cut) \(moment)")
        }
        #expect(inner.openFiles == 0)
        calls = system.count > calls ? calls + 1 : 0
      } while calls > 0
    }
  }

  /// What follows the journal has handed out, at the end, the lines that stand there; and calls
  /// nothing damage.
  @Test func whatFollowsEndsWithTheLinesThatStand() throws {
    for cut in Self.cuts {
      let histories = Self.histories(cut.common, sameLengths: cut.sameLengths)
      let change = Change(
        kept: cut.common, lines: Array(histories[1][cut.common..<cut.grownTo]))
      let after = change.files(histories[0])[1]
      let offset = Self.bytes(Array(histories[0].prefix(cut.common))).count
      var (moment, isTried) = (0, true)
      while isTried {
        let inner = try ReplayTests.system(histories[0])
        let last = moment
        let state = Mutex((follows: false, isDone: false))
        let system = MeddlingSystem(inner, most: 250) { _, call in
          guard call >= last, state.withLock({ $0.follows && !$0.isDone }) else { return }
          try inner.rewrite(SnapshotTrial.events, from: offset, with: Array(after[offset...]))
          state.withLock { $0.isDone = true }
        }
        var seen: [UInt64: Entry] = [:]
        var follower = try JournalFollower(
          "/j", journal: id(0), after: try Self.head(histories[0][0]), on: system)
        state.withLock { $0.follows = true }
        for _ in 0..<4 {
          _ = try follower.poll {
            seen[$0.sequence] = $0
            return true
          }
        }
        isTried = state.withLock { $0.isDone }
        let expected =
          isTried ? Array(histories[0].prefix(cut.common)) + change.lines : histories[0]
        for line in expected.dropFirst() {
          let entry = try LineCodec.decode(unsafe line.span.bytes)
          #expect(seen[entry.sequence] == entry, "\(cut) \(moment)")
        }
        #expect(follower.head.sequence == UInt64(expected.count), "\(cut) \(moment)")
        moment += 1
      }
    }
  }

  /// The place after a first line.
  private static func head(_ line: [UInt8]) throws -> Head {
    var head = Head()
    let entry = try LineCodec.decode(unsafe line.span.bytes)
    try head.advance(
      over: unsafe line.span.bytes, ScannedLine(sequence: entry.sequence, at: entry.at),
      verifyingChain: true)
    return head
  }

  /// Reading ends also where the file changes before every read.
  @Test(arguments: Question.allCases) func aFileThatNeverRestsIsRefused(_ question: Question) throws
  {
    let histories = Self.histories(3, sameLengths: true)
    let offset = Self.bytes(Array(histories[0].prefix(3))).count
    let inner = try ReplayTests.system(histories[0])
    let system = MeddlingSystem(inner, most: 250) { _, call in
      let lines = histories[call % 2][3...]
      try inner.rewrite(SnapshotTrial.events, from: offset, with: Self.bytes(Array(lines)))
    }
    _ = try? question.ask(system)
    #expect(system.count < 100_000)
  }

  /// Damage that was there before and stays is told as what it is, whoever writes meanwhile.
  @Test func damageIsDamageBesideAWriter() throws {
    var lines = Self.histories(3, sameLengths: true)[0]
    lines[5][20] ^= 1
    for most in [250, .max] {
      let inner = try ReplayTests.system(lines)
      let system = MeddlingSystem(inner, most: most) { _, _ in
        try inner.rewrite(
          SnapshotTrial.events, from: inner[SnapshotTrial.events]?.count ?? 0, with: [0x7B])
      }
      let error = #expect(throws: JournalError.self) {
        _ = try ReplayedJournal("/j", on: system, snapshots: .never)
      }
      guard case .damaged(let damage)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(damage.line == 6)
    }
  }

  /// A journal that has been read asks for lines again: those that were cut away since are not
  /// waited for.
  @Test func linesThatAreGoneAreMissed() throws {
    let lines = Self.histories(3, sameLengths: true)[0]
    for kept in [0, 1, 7, 13] {
      let system = try ReplayTests.system(lines)
      let journal = try ReplayedJournal("/j", on: system, snapshots: .never)
      try system.rewrite(
        SnapshotTrial.events, from: Self.bytes(Array(lines.prefix(kept))).count, with: [])
      let gone = JournalError.linesGone(path: SnapshotTrial.events)
      #expect(throws: gone) { try journal.entries([2, 9, 14]) }
      #expect(throws: gone) { try journal.entry(14) }
      #expect(throws: gone) { try journal.forEachEntry { _ in true } }
      #expect(throws: gone) { try journal.recordedTimes(of: 1...1) }
      #expect(throws: gone) { try journal.anchor(after: 13) }
    }
  }
}
