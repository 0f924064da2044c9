import HealthEvents
import HealthModel
import JournalFile
import JournalTestSupport
import Testing

@testable import HealthTables

/// Several threads find what one finds that takes line by line.
@Suite struct ParallelAuditTests {
  /// Line by line, as the chain is defined.
  private func alone(_ reader: JournalReader) throws -> AuditRun {
    var run = AuditRun()
    let scan = try reader.scan(verifyingChain: true) { line, offset in
      let entry = try LineCodec.decode(line)
      try run.take(entry, at: offset)
      return ScannedLine(sequence: entry.sequence, at: entry.at)
    }
    run.finish(scan)
    return run
  }

  private func reader(_ lines: [[UInt8]], tail: String = "") throws -> JournalReader {
    try JournalReader("/j", on: try ReplayTests.system(lines, tail: tail))
  }

  /// Lines of which some break rules, in parts of a few lines each.
  @Test(arguments: 1...6) func findsTheSame(_ seed: UInt64) throws {
    for lines in [Scribe.random(seed, count: 150).lines, Scribe.unruly(seed, count: 120).lines] {
      let reader = try reader(lines)
      let expected = try alone(reader)
      for threads in [1, 2, 7] {
        for partBytes: UInt64 in [500, 4000, 1 << 20] {
          let found = try #require(
            ParallelAudit.run(of: reader, threads: threads, partBytes: partBytes))
          var run = found.run
          run.finish(JournalScan(head: found.head))
          #expect(found.head.sequence == UInt64(lines.count))
          #expect(run.findings == expected.findings && run.count == expected.count)
        }
      }
    }
  }

  /// Whatever byte is bad, the first problem and its place are those that one thread finds.
  @Test func everyFlippedByteGivesTheSameFindings() throws {
    let bytes = Array(Scribe.unruly(4, count: 8).lines.joined(separator: [0x0A])) + [0x0A]
    // Every place within a line is met in some of the lines.
    for place in stride(from: 0, to: bytes.count, by: 3) {
      var changed = bytes
      changed[place] ^= 1
      let system = try ReplayTests.system([])
      system["/j/events.ndjson"] = changed
      let expected = try alone(try JournalReader("/j", on: system))
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
      let reader = try reader(cut)
      #expect(ParallelAudit.run(of: reader, threads: 2, partBytes: 900) == nil)
    }
  }

  @Test func bytesBehindTheLastLineAreTold() throws {
    let lines = Scribe.random(6, count: 40).lines
    let reader = try reader(lines, tail: "half")
    for partBytes: UInt64 in [300, 2000, 1 << 20] {
      let found = try #require(
        ParallelAudit.run(of: reader, threads: 2, partBytes: partBytes))
      #expect(found.head.sequence == UInt64(lines.count))
    }
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
