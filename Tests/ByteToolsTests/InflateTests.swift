import ByteTools
import TestSupport
import Testing

/// What zlib deflated is inflated to the same bytes, and nothing else is taken for deflated.
@Suite struct InflateTests {
  @Test func theEmptyStreamIsEmpty() throws {
    #expect(try readAll(InflatedSource([3, 0])).isEmpty)
  }

  /// A match reaches into itself, at every distance below a word and beyond.
  @Test func repeatsAreWrittenOut() throws {
    // "abc" as fixed codes, then a match of length 10 at distance 3.
    #expect(
      try readAll(InflatedSource([0x4B, 0x4C, 0x4A, 0x46, 0x20, 0x00]))
        == Array("abcabcabcabca".utf8))
  }

  @Test(.enabled(if: MadeZips.python != nil)) func streamsOfZlibAreRead() throws {
    let lines = try MadeZips.lines("streams.txt")
    #expect(lines.count >= 230)
    for (number, line) in lines.enumerated() {
      let (packed, plain) = (try MadeZips.bytes(line[0]), try MadeZips.bytes(line[1]))
      let chunks = [(Int.max, 1 << 20), (Int.max, 4099), (517, 50_000), (1, 1 << 20)]
      let (input, output) = chunks[packed.count < 60_000 ? number % 4 : number % 2]
      var source = InflatedSource(packed + [1, 2, 3], chunk: input)
      #expect(try readAll(source, chunk: output) == plain, "\(line)")
      // The end is where it is, whatever follows.
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      while try source.read(into: &bytes, from: 0) > 0 {}
      #expect(source.inflate.used == UInt64(packed.count), "\(line)")
    }
  }

  @Test(.enabled(if: MadeZips.python != nil)) func aStreamThatEndsEarlyIsRefused() throws {
    for name in ["6.deflated", "36.deflated", "66.deflated", "100.deflated"] {
      let packed = try MadeZips.bytes(name)
      let cuts =
        packed.count < 500 ? Array(packed.indices) : (1..<120).map { packed.count / $0 - 1 }
      for count in cuts {
        #expect(throws: ZipError.notDeflated, "\(name) \(count)") {
          try readAll(InflatedSource(Array(packed[..<count])))
        }
      }
    }
  }

  @Test(
    arguments: [
      [0x07], [0x01, 0, 0, 0, 0], [0x05, 0, 0], [0xFD, 0xFF, 0xFF], [0x4B, 0x04, 0x42, 0],
      [0x1B, 0x03], [0x4B, 0x04, 0x3E],
    ] as [[UInt8]])
  func whatIsNotDeflatedIsRefused(_ bytes: [UInt8]) {
    #expect(throws: ZipError.notDeflated) { try readAll(InflatedSource(bytes)) }
  }

  /// Random bytes are read as random codes, complete ones among them or not, and end in an error or
  /// an end.
  @Test func noBytesAreTooStrange() {
    var random = Dice(5)
    for _ in 0..<20_000 {
      var bytes = (0..<Int.random(in: 1...600, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      bytes[0] = (bytes[0] & 0xF8) | 5
      var source = InflatedSource(bytes)
      var sum = 0
      var array = [UInt8](repeating: 0, count: 4096)
      do {
        while case let count = try source.read(into: &array, from: 0), count > 0 { sum += count }
      } catch { #expect(error as? ZipError == .notDeflated) }
      #expect(sum <= 600 * 1032)
    }
  }
}

@Suite struct CRC32Tests {
  @Test func knownSums() {
    var sum = CRC32()
    #expect(sum.value == 0)
    sum.update("123456789".utf8.rawBytes)
    #expect(sum.value == 0xCBF4_3926)
  }

  @Test(.enabled(if: MadeZips.python != nil)) func sumsAreThoseOfZlib() throws {
    let lines = try MadeZips.lines("checksums.txt")
    #expect(lines.count == 81)
    for line in lines {
      let all = line[0] == "-" ? [] : try bytes(ofHex: line[0])
      for cut in [0, all.count / 3, all.count] {
        var sum = CRC32()
        sum.update(all.rawBytes.extracting(0..<cut))
        sum.update(all.rawBytes.extracting(cut..<all.count))
        #expect(sum.value == UInt32(line[1], radix: 16))
      }
    }
  }
}
