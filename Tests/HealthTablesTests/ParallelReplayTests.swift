import ByteTools
import HealthEvents
import HealthModel
import JournalFile
import JournalTestSupport
import Synchronization
import TestSupport
import Testing

@testable import HealthTables

/// Several threads rebuild what one does, with the same numbers for the same names.
@Suite struct ParallelReplayTests {
  private func reader(_ lines: [[UInt8]]) throws -> JournalReader {
    try JournalReader("/j", on: try ReplayTests.system(lines))
  }

  private func alone(_ lines: [[UInt8]]) throws -> HealthTables {
    var builder = TableBuilder()
    for (line, offset) in zip(lines, offsets(of: lines)) {
      _ = try builder.apply(line: unsafe line.span.bytes, at: offset)
    }
    builder.applyClaims()
    return builder.tables
  }

  private func offsets(of lines: [[UInt8]]) -> [UInt64] {
    lines.reduce(into: [0]) { $0.append(($0.last ?? 0) + UInt64($1.count) + 1) }
  }

  /// The words of lines, as a snapshot has them.
  private func bytes(_ tables: HealthTables) throws -> [UInt8] {
    var writer = FactWriter()
    try tables.wholeWords().write(to: &writer)
    return writer.bytes
  }

  /// The fast path notes the words that the general one does.
  @Test(arguments: Counts.seeds(1...12 as ClosedRange<UInt64>)) func noteTheSameWords(
    _ seed: UInt64
  ) throws {
    for lines in [Scribe.random(seed, count: 300).lines, Scribe.unruly(seed, count: 120).lines] {
      var builder = TableBuilder()
      for line in lines { try builder.apply(try LineCodec.decode(line.rawBytes), at: 0) }
      #expect(try bytes(builder.tables) == bytes(alone(lines)), "\(seed)")
    }
  }

  @Test(arguments: Counts.seeds(1...12 as ClosedRange<UInt64>)) func giveTheSameTables(
    _ seed: UInt64
  ) throws {
    for lines in [Scribe.random(seed, count: 300).lines, Scribe.unruly(seed, count: 120).lines] {
      let expected = try alone(lines)
      for threads in [1, 2, 3, 5, 16] {
        let reader = try reader(lines)
        let found = ParallelReplay.tables(
          of: reader, threads: threads, verifyingChain: true,
          partBytes: reader.size / UInt64(threads * 2))
        var builder = try #require(found).builder
        builder.applyClaims()
        let tables = builder.tables
        #expect(tables.dump() == expected.dump(), "\(seed) \(threads)")
        #expect(tables.numbers == expected.numbers, "\(seed) \(threads)")
        #expect(try bytes(tables) == bytes(expected), "\(seed) \(threads)")
        #expect(
          try Array(tables.lines.starts.all()) == Array(expected.lines.starts.all()))
        #expect(tables.firstAt == expected.firstAt)
        #expect(found?.head.sequence == UInt64(lines.count))
        #expect(found?.head.offset == offsets(of: lines).last)
      }
    }
  }

  /// A system that gives no thread, or one and no more.
  static let scarce: [@Sendable () -> ThreadStarter] = [
    { ThreadStarter { false } },
    {
      let given = Atomic(0)
      return ThreadStarter { given.wrappingAdd(1, ordering: .relaxed).oldValue == 0 }
    },
  ]

  @Test(arguments: scarce.indices) func doTheWorkWithoutThreads(_ scarce: Int) throws {
    let starter = Self.scarce[scarce]
    let lines = Scribe.random(9, count: 300).lines
    let reader = try reader(lines)
    let replay = ParallelReplay.tables(
      of: reader, threads: 4, from: starter(), verifyingChain: true, partBytes: 4000)
    var builder = try #require(replay).builder
    builder.applyClaims()
    #expect(builder.tables.dump() == (try alone(lines)).dump())
    let snapshots = SnapshotAudit(SnapshotFolder(reader.paths, on: MemorySystem()), of: reader)
    let audit = try ParallelAudit(reader, threads: 4, from: starter(), partBytes: 4000)
      .found(snapshots)
    #expect(audit.scan.head == replay?.head)
    #expect(audit.found.run.findings == (try PlainAudit(reader)).run.findings)
    let chain = ParallelChain.head(of: reader, threads: 4, from: starter())
    #expect(chain?.chain == replay?.head.chain && chain?.sequence == UInt64(lines.count))
  }

  /// Where a line is bad, one thread has to say what is wrong.
  @Test(arguments: [1, 2, 3, 8]) func leaveBadLinesToOne(_ threads: Int) throws {
    let lines = Scribe.random(3, count: 60).lines
    for place in lines.indices {
      var cut = lines
      cut.remove(at: place)
      if place < cut.count {
        let reader = try reader(cut)
        let found = ParallelReplay.tables(
          of: reader, threads: threads, verifyingChain: false)
        #expect(found == nil, "without line \(place + 1)")
      }
      var changed = lines
      // The salt is the last thing before the chain value: no grammar minds another digit.
      let digit = changed[place].count - 80
      changed[place][digit] = changed[place][digit] == UInt8(ascii: "0") ? 0x31 : 0x30
      let reader = try reader(changed)
      let verified = ParallelReplay.tables(
        of: reader, threads: threads, verifyingChain: true)
      #expect(verified == nil, "line \(place + 1)")
    }
  }

  /// A bad byte anywhere is found.
  @Test(arguments: [1, 4]) func everyFlippedByteIsLeftToOne(_ threads: Int) throws {
    let good = Scribe.random(5, count: 6).lines
    let bytes = Array(good.joined(separator: [0x0A])) + [0x0A]
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 1
      let system = try ReplayTests.system([])
      system["/j/events.ndjson"] = changed
      let reader = try JournalReader("/j", on: system)
      let found = ParallelReplay.tables(of: reader, threads: threads, verifyingChain: true)
      // Only the last line feed can be taken for one that has not been written yet.
      if place == bytes.count - 1 {
        #expect(found?.head.sequence == UInt64(good.count - 1))
      } else if found != nil {
        Issue.record("byte \(place)")
      }
    }
  }

  @Test(arguments: [1, 3, 8]) func bytesAfterTheLastLineAreLeft(_ threads: Int) throws {
    let lines = Scribe.random(2, count: 40).lines
    let system = try ReplayTests.system(lines, tail: "{\"seq\":4")
    let reader = try JournalReader("/j", on: system)
    let found = try #require(
      ParallelReplay.tables(of: reader, threads: threads, verifyingChain: true))
    #expect(found.head.sequence == UInt64(lines.count))
    #expect(found.head.offset == offsets(of: lines).last)
    #expect(try ReplayedJournal("/j", on: system, threads: 4).unread == 8)
  }
}

extension HealthTables {
  /// What stands for what, in the order of the numbers.
  fileprivate var numbers: [[String]] {
    [
      types.names, units.names, zones.names, actors.names, categoryNames.names,
      provenances.map { "\($0)" }, vocabulary.contexts.all.map { "\($0)" },
    ]
  }
}
