import ByteTools
import HealthEvents
import HealthModel
import JournalFile
import JournalTestSupport
import TestSupport
import Testing

/// Lines that were erased whole: nothing but an `erase` makes them good, in any verification of the
/// chain.
@Suite struct ErasedLineTests {
  /// A journal whose line 3 was erased, and what says so, or does not.
  private func bytes(_ erasures: [Event]) throws -> [UInt8] {
    let events = [SampleEvents.origin, SampleEvents.steps(1), SampleEvents.steps(2)] + erasures
    return try erasing(3, in: SampleEvents.bytes(events))
  }

  private static func erase(_ lines: [UInt64], kept: [KeptLine] = []) -> Event {
    .erase(Erasure(lines: lines, kept: kept, reason: "asked for"))
  }

  private static let left = KeptLine(sequence: 3, digest: Digest.zero.hexText)

  /// None at all, one of another line, one that says that a part is left, the last of two that says
  /// so.
  private static let unvouched: [[Event]] = [
    [], [erase([2])], [erase([4]), erase([])], [erase([], kept: [left])],
    [erase([3]), erase([], kept: [left])],
  ]

  /// What each verification of the chain says of a journal: the place of the damage; nil: all is
  /// well.
  private func damage(
    _ bytes: [UInt8]
  ) throws -> [(name: String, line: UInt64?, problem: LineProblem?)] {
    let system = try memory(bytes)
    var found: [(name: String, line: UInt64?, problem: LineProblem?)] = []
    func note(_ name: String, _ error: JournalError?) {
      guard case .damaged(let damage)? = error else { return found.append((name, nil, nil)) }
      found.append((name, damage.line, damage.problem))
    }
    let scan = try read(bytes).scan
    note("scan", scan.damage(in: JournalPaths(folder: "/j")))
    note(
      "tree",
      failure(JournalError.self) {
        _ = try JournalTree.ofDurableLines(
          in: "/j", on: system, answering: JournalTree.Questions(), threads: 1)
      })
    note("writer", failure(JournalError.self) { _ = try openWriter("/j", on: system) })
    return found
  }

  @Test(arguments: unvouched.indices) func isRefusedWithoutAVoucher(_ index: Int) throws {
    let bytes = try bytes(Self.unvouched[index])
    for found in try damage(bytes) {
      #expect(found.line == 3 && found.problem == .notVouchedFor, "\(found)")
    }
    let scan = try read(bytes).scan
    let before = lines(of: bytes).prefix(2)
    #expect(scan.head.sequence == 2)
    #expect(scan.head.offset == before.reduce(0) { $0 + UInt64($1.count) + 1 })
    #expect(scan.head.chain == before.last.flatMap { Chain.stated(in: $0.rawBytes) })
    #expect(try scan.head.at == before.last.map { try decode($0).at })
    guard Python.isPresent else { return }
    #expect(
      try VerifierTests.verify(bytes).said
        == "line 3: was erased, and no erase event vouches for what is left\n")
  }

  @Test func isGoodWithAVoucher() throws {
    for erasures in [
      [Self.erase([3])], [Self.erase([2, 3])],
      [Self.erase([], kept: [Self.left]), Self.erase([3])],
    ] {
      let bytes = try bytes(erasures)
      for found in try damage(bytes) { #expect(found.line == nil, "\(found)") }
      let reader = try JournalReader("/j", on: memory(bytes))
      #expect(try reader.vouchesForErasures())
      #expect(try reader.verifyChain(from: 0, to: reader.linesEnd).metErasure)
    }
  }

  /// An audit that asks itself what vouches for erased lines reads on after them.
  @Test func isReadOnAsAnAuditAsks() throws {
    let reader = try JournalReader("/j", on: memory(bytes([])))
    let scan = try reader.scan(verifyingChain: true, erasedMayLackVoucher: true) { line, _ in
      try scanned(line)
    }
    #expect(scan.tail == .clean && scan.head.sequence == 4)
  }
}
