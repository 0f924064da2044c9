import ByteTools
import HealthEvents
import JournalTestSupport
import TestSupport
import Testing

@testable import JournalFile

/// Lines of a journal are appended to an earlier copy of it.
@Suite struct SealedLinesTests {
  private static let ends = [4, 20, 22, 41]

  /// The lines of a journal, and the positions after some of them.
  private static func source() throws -> (bytes: [UInt8], heads: [Head]) {
    let system = MemorySystem()
    var writer = try JournalWriter.create("/j", timeZone: "UTC", on: system)
    for number in 0..<40 as Range<UInt64> {
      _ = try writer.stage(SampleEvents.steps(number), by: "owner")
    }
    try writer.commit()
    try writer.finish()
    let bytes = try #require(system["/j/events.ndjson"])
    let all = lines(of: bytes)
    let heads = try ends.map { end in
      try read(all.prefix(end).flatMap { $0 + [UInt8(ascii: "\n")] }).scan.head
    }
    return (bytes, heads)
  }

  private static func append(
    _ source: (bytes: [UInt8], heads: [Head]), on system: MemorySystem
  ) throws {
    var writer = try openWriter("/j", on: system)
    for head in source.heads.dropFirst() {
      let part = source.bytes[Int(writer.committed.offset)..<Int(head.offset)]
      try writer.append(sealed: Array(part), upTo: head)
    }
    try writer.commit()
    try writer.finish()
  }

  @Test func theyAreThoseOfTheSource() throws {
    let source = try Self.source()
    let system = try memory(Array(source.bytes.prefix(Int(source.heads[0].offset))))
    try Self.append(source, on: system)
    #expect(system["/j/events.ndjson"] == source.bytes)
    #expect(LockRecords(system["/j/lock"] ?? []).durable?.chain == source.heads.last?.chain)
    var writer = try openWriter("/j", on: system)
    _ = try writer.stage(SampleEvents.steps(77), by: "owner")
    try writer.commit()
    #expect(try read("/j", on: system).scan.tail == .clean)
  }

  /// Where the power goes at any call, the first lines of the source are left, and no damage.
  @Test func thePowerGoesAtEachCall() throws {
    let source = try Self.source()
    let least = Int(source.heads[0].offset)
    var (isDone, stop, dice, sizes) = (false, 0, Dice(7), Set<Int>())
    while !isDone {
      let system = try memory(Array(source.bytes.prefix(least)))
      system.stop(after: stop)
      do {
        try Self.append(source, on: system)
        isDone = true
      } catch {}
      for _ in 0..<Counts.scaled(40) {
        let crashed = system.crashed(using: &dice)
        do { _ = try openWriter("/j", on: crashed) }
        let left = try #require(crashed["/j/events.ndjson"])
        #expect(left.count >= least && source.bytes.starts(with: left), "call \(stop)")
        sizes.insert(left.count)
      }
      stop += 1
    }
    #expect(sizes.count > 2 && stop > 10)
  }

  /// A failed write takes back what was appended and not synced; the writer goes on.
  @Test func aFailedWriteIsTakenBack() throws {
    let source = try Self.source()
    let system = try memory(Array(source.bytes.prefix(Int(source.heads[0].offset))))
    var writer = try openWriter("/j", on: system)
    let part = source.bytes[Int(source.heads[0].offset)..<Int(source.heads[1].offset)]
    try writer.append(sealed: Array(part), upTo: source.heads[1])
    system.fail(.append, with: .full)
    let rest = source.bytes[Int(source.heads[1].offset)..<Int(source.heads[2].offset)]
    #expect(throws: JournalError.self) {
      try writer.append(sealed: Array(rest), upTo: source.heads[2])
    }
    #expect(writer.committed == source.heads[0] && !writer.isFinished)
    try writer.append(sealed: Array(part + rest), upTo: source.heads[2])
    try writer.commit()
    #expect(system["/j/events.ndjson"].map { source.bytes.starts(with: $0) } == true)
    #expect(writer.committed == source.heads[2])
  }
}
