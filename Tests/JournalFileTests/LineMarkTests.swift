import ByteTools
import JournalTestSupport
import TestSupport
import Testing

@testable import JournalFile

/// Where a reader without a lock ends: after the last complete line, as the file stood at one
/// moment.
@Suite struct LineMarkTests {
  private static let events = "/j/events.ndjson"

  /// The mark of a file of these bytes.
  private func mark(_ bytes: [UInt8]) throws -> LineMark {
    let system = try memory(bytes)
    let file = try system.open(Self.events, .read)
    defer { system.close(file) }
    return try LineMark(file, on: system)
  }

  @Test func aMarkIsAfterTheLastCompleteLine() throws {
    let good = try SampleEvents.bytes(saves: 2)
    let half = Array("{\"seq\":4,".utf8)
    let before = good.count - lines(of: good)[2].count - 1
    let cases: [(bytes: [UInt8], end: Int)] = [
      ([], 0), (half, 0), (Array("x".utf8), 0), (Array("\n".utf8), 1), (good, good.count),
      (good + half, good.count), (good + [0], good.count), (Array(good.dropLast()), before),
      // The line feed of the last line is another byte.
      (good.dropLast() + [0x0B], before), (good.dropLast() + [0], before),
    ]
    for (index, (bytes, end)) in cases.enumerated() {
      let mark = try mark(bytes)
      #expect(mark.end == end && mark.size == bytes.count, "case \(index)")
    }
  }

  /// The longest line may be under way; after more bytes than that there is no line to wait for.
  @Test func aMarkIsBeforeTheLongestLine() throws {
    let feed = [UInt8(ascii: "\n")]
    let longest = [UInt8](repeating: UInt8(ascii: "a"), count: JournalLimits.lineBytes)
    #expect(try mark(feed + longest).end == 1)
    let longer = feed + longest + [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 16)
    #expect(try mark(longer).end == longer.count)
  }

  /// The end of a file of whole lines is read once, and nothing else of it.
  @Test func aMarkOfWholeLinesTakesOneLook() throws {
    let system = try memory(try SampleEvents.bytes(saves: 2))
    let file = try system.open(Self.events, .read)
    _ = try LineMark(file, on: system)
    #expect(system.calls(of: .read) == 1)
    system.close(file)
  }

  /// A writer sets torn bytes aside while a reader looks for the last line: whichever of its looks
  /// this comes before, the reader ends where the lines do then.
  @Test(arguments: 0...2) func aMarkIsFoundTwice(_ moment: Int) throws {
    let good = try SampleEvents.bytes(saves: 2)
    let inner = try memory(good + Array("junk\n".utf8))
    let system = MeddlingSystem(inner) { _, call in
      if call == moment { try inner.rewrite(Self.events, from: good.count, with: []) }
    }
    let file = try system.open(Self.events, .read)
    defer { system.close(file) }
    let mark = try LineMark(file, on: system)
    #expect(inner[Self.events] == good)
    #expect(mark.end == good.count && mark.size == good.count)
    #expect(try mark.stands(in: file, on: system))
  }

  @Test func bytesOfAFileAreThoseBetweenTwoPlaces() throws {
    let bytes: [UInt8] = [5, 6, 7, 8, 9]
    let system = try memory(bytes)
    let file = try system.open(Self.events, .read)
    defer { system.close(file) }
    for start in 0...6 {
      for end in start...7 {
        let found = try system.bytes(of: file, from: UInt64(start), to: UInt64(end))
        #expect(found == Array(bytes.dropFirst(start).prefix(end - start)), "\(start) to \(end)")
      }
    }
  }

  /// A line of 16 MiB is handed out whole. One that is longer ends the reading, also where its line
  /// feed is there.
  @Test func aLineThatIsTooLongIsNotHandedOut() throws {
    for (count, isHandedOut) in [(0, true), (2, false), (1 << 20, false)] {
      let long = [UInt8](repeating: UInt8(ascii: "a"), count: JournalLimits.lineBytes + count)
      let system = try memory(Array("b\n".utf8) + long + Array("\nc\n".utf8))
      let file = try system.open(Self.events, .read)
      defer { system.close(file) }
      var reader = LineReader(file, on: system, from: 0, to: try system.size(of: file))
      var found: [Int] = []
      let stop = try reader.forEachLine { line, _ in
        found.append(line.byteCount)
        return true
      }
      #expect(found == (isHandedOut ? [1, long.count, 1] : [1]))
      #expect(stop.tooLong != isHandedOut)
      #expect(isHandedOut || stop.end == 2)
    }
  }

  /// A chain value is read where a line ends, and nowhere else.
  @Test func aChainValueEndsWithItsLine() throws {
    let bytes = try SampleEvents.bytes(saves: 2)
    let short = [UInt8(ascii: "x")] + bytes.suffix(JournalLimits.suffixBytes + 1)
    for content in [bytes, short] {
      let system = try memory(content)
      let file = try system.open(Self.events, .read)
      defer { system.close(file) }
      var ends: [UInt64] = []
      for offset in 0...UInt64(content.count + 2)
      where try Head.chain(endingAt: offset, in: file, on: system) != nil { ends.append(offset) }
      var expected: [UInt64] = []
      for line in lines(of: content) {
        expected.append((expected.last ?? 0) + UInt64(line.count) + 1)
      }
      #expect(ends == expected)
    }
  }
}

/// What a line states at its end, which is read before anything is known of the line.
@Suite struct StatedValueTests {
  @Test func onlyAWholeEndAfterSomethingStatesAChainValue() throws {
    let line = try #require(lines(of: try SampleEvents.bytes(saves: 1)).last)
    for start in line.indices {
      let part = Array(line[start...])
      let isWhole = part.count > JournalLimits.suffixBytes
      #expect((Chain.stated(in: part.rawBytes) != nil) == isWhole, "\(part.count) bytes")
      #expect((Chain.digest(ofLine: part.rawBytes) != nil) == isWhole, "\(part.count) bytes")
      let value = Chain.value(of: part.rawBytes, after: .zero)
      #expect((value != nil) == isWhole, "\(part.count) bytes")
    }
    let nothing: [UInt8] = []
    #expect(Chain.stated(in: nothing.rawBytes) == nil)
    #expect(Chain.value(of: nothing.rawBytes, after: .zero) == nil)
  }

  /// A digest takes the place of something in a line: at the beginning of a line it is none.
  @Test func aDigestStandsAfterSomething() {
    let digest = Digest.zero.hexText
    let plain = Array(",\"digest\":\"\(digest)\"".utf8)
    let erased = Array(",\"event\":\"erased\",\"digest\":\"\(digest)\"".utf8)
    for (bytes, isErased) in [(plain, false), (erased, true)] {
      for start in 0...12 {
        let part = Array(bytes[start...])
        #expect(Chain.erasedDigest(in: part.rawBytes) == nil, "from \(start)")
        let hasPlain = isErased && part.count > plain.count
        #expect((Chain.statedDigest(in: part.rawBytes) != nil) == hasPlain, "from \(start)")
      }
      let whole = Array("{".utf8) + bytes
      #expect(Chain.statedDigest(in: whole.rawBytes) == .zero)
      #expect(Chain.erasedDigest(in: whole.rawBytes) == (isErased ? .zero : nil))
    }
  }
}
