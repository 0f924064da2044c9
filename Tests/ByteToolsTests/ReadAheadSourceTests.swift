import ByteTools
import Synchronization
import Testing

/// The bytes are those of the source, whichever thread reads it, and nothing goes on when nobody
/// reads.
@Suite struct ReadAheadSourceTests {
  /// Counts bytes up to a failure.
  private struct Counting: ByteSource, Sendable {
    struct Failure: Error {}

    final class Calls: Sendable {
      let count = Atomic(0)
      let isGone = Atomic(false)
      let after = Atomic(0)
    }

    var left: Int
    var fails: Bool
    let calls = Calls()

    mutating func read(into bytes: inout [UInt8], from start: Int) throws -> Int {
      calls.count.add(1, ordering: .relaxed)
      if calls.isGone.load(ordering: .acquiring) { calls.after.add(1, ordering: .relaxed) }
      if left == 0, fails { throw Failure() }
      let count = min(left, bytes.count - start, 7)
      for place in start..<start + count {
        bytes[place] = UInt8(truncatingIfNeeded: left - (place - start))
      }
      left -= count
      return count
    }
  }

  @Test(arguments: [true, false], [0, 1, 99, 100, 101, 1000])
  func bytesArriveInOrder(_ hasThread: Bool, _ count: Int) throws {
    let plain = try readAll(Counting(left: count, fails: false))
    #expect(plain.count == count)
    let source = ReadAheadSource(
      Counting(left: count, fails: false), pieceSize: 100, from: ThreadStarter { hasThread })
    #expect(try readAll(source, chunk: 33) == plain)
  }

  @Test(arguments: [true, false], [0, 100, 250])
  func aFailureStandsAfterTheBytes(_ hasThread: Bool, _ count: Int) {
    var source = ReadAheadSource(
      Counting(left: count, fails: true), pieceSize: 100, from: ThreadStarter { hasThread })
    var bytes = [UInt8](repeating: 0, count: 1000)
    var sum = 0
    for _ in 0..<2 {
      #expect(throws: Counting.Failure.self) {
        while case let read = try source.read(into: &bytes, from: sum), read > 0 { sum += read }
      }
      #expect(sum == count)
    }
  }

  /// Without a reader the source is left alone.
  @Test(arguments: 0..<20) func itEndsWithItsReader(_ reads: Int) throws {
    let source = Counting(left: .max, fails: false)
    do {
      var ahead = ReadAheadSource(source, pieceSize: 1000)
      var bytes = [UInt8](repeating: 0, count: 300)
      for _ in 0..<reads { #expect(try ahead.read(into: &bytes, from: 0) > 0) }
    }
    source.calls.isGone.store(true, ordering: .releasing)
    let count = source.calls.count.load(ordering: .relaxed)
    #expect(count <= (reads + 3) * 143)
    #expect(source.calls.after.load(ordering: .relaxed) == 0)
  }
}
