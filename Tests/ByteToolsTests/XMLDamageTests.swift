import ByteTools
import Foundation
import TestSupport
import Testing

@Suite struct XMLDamageTests {
  @Test func everyTruncationIsReported() throws {
    let bytes = Array(sampleExport.utf8)
    let whole = try transcript(bytes)
    let close = bytes.count - 2
    for count in 0...bytes.count {
      let lines = try transcript(Array(bytes[..<count]))
      let cut = lines[lines.count - 2]
      if count > close {
        #expect(lines == whole)
        continue
      }
      #expect(cut.contains("%") && cut.hasSuffix("..<\(count)"), "cut at \(count)")
      let offset = try #require(Int(cut.split(separator: "%")[1].prefix { $0 != "." }))
      // Only what stands between tokens, or one token cut in two, is after the offset.
      let rest = bytes[min(offset, count)..<count]
      let isWhole = rest.isEmpty || rest.first == 0x3c || rest.first == 0x6f || count < 3
      #expect(isWhole, "cut at \(count): \(String(decoding: rest, as: UTF8.self))")
      #expect(Array(lines.dropLast(2)) == Array(whole.prefix(lines.count - 2)), "cut at \(count)")
    }
  }

  @Test(arguments: 1...8)
  func damagedBytesNeverCrash(_ seed: Int) throws {
    var random = Dice(seed)
    let bytes = Array(sampleExport.utf8)
    let sharp = Array("<>\"'&/=![]?-\n \u{0}".utf8) + [0xff]
    for _ in 0..<500 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<damaged.count, using: &random)
        let isSharp = Bool.random(using: &random)
        damaged[place] =
          isSharp
          ? sharp[Int.random(in: 0..<sharp.count, using: &random)]
          : UInt8.random(in: 0...255, using: &random)
      }
      let lines = try transcript(damaged)
      #expect(lines.last?.hasSuffix(".") == true)
      #expect(try transcript(damaged, chunk: 7, window: 16) == lines)
    }
  }

  @Test(arguments: 1...4)
  func noiseNeverCrashes(_ seed: Int) throws {
    var random = Dice(UInt64(seed) &* 77)
    let alphabet = Array("<>/=\"'&;!?-[]ab \n".utf8)
    for _ in 0..<1000 {
      let count = Int.random(in: 0...80, using: &random)
      let bytes = (0..<count).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      let lines = try transcript(bytes)
      #expect(lines.last?.hasSuffix(".") == true)
      #expect(try transcript(bytes, chunk: 3, window: 16) == lines)
    }
  }

  /// Quadratic time would show here: minutes instead of a second.
  @Test(
    .timeLimit(.minutes(20)), arguments: ["<a x='*y'/>", "<?pi *y?><a/>", "<a>*y</a>", "*<a/>*"])
  func longRunsOfLineFeeds(_ pattern: String) throws {
    let run = String(repeating: "\n", count: 500_000)
    let text = pattern.split(separator: "*", omittingEmptySubsequences: false).joined(
      separator: run)
    let lines = try transcript(text)
    #expect(lines.last == "0." && lines.contains { $0.hasPrefix("0+a") })
    #expect(!lines.contains { $0.contains("!") || $0.contains("%") })
  }

  @Test func oneLostQuoteCostsOneRecord() throws {
    let record = "\n <Record type=\"x\" unit=\"m\" value=\"1\" startDate=\"2024\"/>"
    let text = "<HealthData>" + String(repeating: record, count: 3) + "\n</HealthData>"
    let bytes = Array(text.utf8)
    let second = 12 + record.utf8.count..<12 + 2 * record.utf8.count
    for place in second where bytes[place] == 0x22 {
      var damaged = bytes
      damaged[place] = 0x78
      let lines = try transcript(damaged)
      #expect(lines.filter { $0.contains("+Record") }.count == 2, "quote at \(place)")
      #expect(lines.filter { $0.contains("!") }.count == 1, "quote at \(place)")
      #expect(lines.last == "0.")
    }
  }
}

/// Tests on real exports, which stay outside the project.
@Suite struct XMLRealExportTests {
  @Test(.enabled(if: RealExports.arePresent, "no folder of real exports"))
  func manySources() throws {
    let bytes = try RealExports.bytes("many-sources-2017/export.xml")
    for window in [4096, 1 << 20] {
      var xml = XMLTokenizer(source: MemorySource(bytes), windowSize: window)
      var counts: [String: Int] = [:]
      while true {
        let token = try xml.next()
        if token == .finished { break }
        #expect(token != .malformed && token != .truncated)
        if case .start = token { counts["\(xml.elementName) \(xml.depth)", default: 0] += 1 }
      }
      #expect(counts["Record 1"] == 10_939)
      #expect(counts["Record 2"] == 162)
      #expect(counts["Correlation 1"] == 34)
      #expect(counts["Workout 1"] == 61)
    }
  }

  @Test(
    .enabled(if: RealExports.arePresent, "no folder of real exports"),
    arguments: [
      "workouts-2018-2026/export.xml", "small/tdda-6s3.xml", "small/dogsheep-2019.xml",
      "small/dogsheep-zip-2019.xml", "small/ahcd-blood-pressure.xml", "small/jdecool-fr.xml",
      "small/aleksi-ru.xml",
    ])
  func readsWithoutDamage(_ name: String) throws {
    let lines = try transcript(try RealExports.bytes(name))
    #expect(lines.filter { $0.contains("!") && $0.contains("..<") }.isEmpty)
    #expect(lines.filter { $0.contains("%") && $0.contains("..<") }.isEmpty)
    #expect(lines.contains { $0.hasPrefix("1+Record") || $0.hasPrefix("1+Workout") })
  }
}

/// However a file is made, each of its bytes is looked at a few times and no more.
@Suite struct XMLLinearityTests {
  private static let fragments = [
    "<?a ", "?>", ">", "<a", " b=", "\"", "'", "\n", "<b/>", "</a>", "<!--", "-->", "<![CDATA[",
    "]]>",
    "x", "=", " ", "<", "&", "<!DOCTYPE a [", "]>", "/",
  ]

  /// What a token that is open may wait for.
  private static let ends = ["", "\n<b/>", "\n</b>", "?>", "-->", "]]>", "\"", "'>"]

  /// How many bytes are looked at for each of the file's.
  private static func looks(_ bytes: [UInt8], window: Int) throws -> Double {
    var xml = XMLTokenizer(source: MemorySource(bytes), windowSize: window)
    while try xml.next() != .finished {}
    return Double(xml.bytesScanned) / Double(bytes.count)
  }

  private static func pick(_ count: ClosedRange<Int>, _ random: inout Dice) -> String {
    (0..<Int.random(in: count, using: &random))
      .map { _ in fragments[Int.random(in: 0..<fragments.count, using: &random)] }.joined()
  }

  /// A beginning, a short piece over and over, and an end: what is quadratic shows in one of them.
  @Test(arguments: 1...8) func repeatedPieces(_ seed: Int) throws {
    var random = Dice(UInt64(seed) &* 1_000_003)
    for _ in 0..<100 {
      let piece = Self.pick(1...4, &random)
      let times = 6_000 / piece.utf8.count
      let text =
        (Bool.random(using: &random) ? "<r>" : "") + Self.pick(0...3, &random)
        + String(repeating: piece, count: times) + Self.pick(0...2, &random)
        + Self.ends[Int.random(in: 0..<Self.ends.count, using: &random)]
      let looks = try Self.looks(
        Array(text.utf8), window: Bool.random(using: &random) ? 64 : 1 << 16)
      #expect(looks < 6, "\(looks) for \(piece.debugDescription)")
    }
  }

  @Test(arguments: ["<?a >", "<?a ><?", "<a b='>", "<a>", "</a>", "<!--", "<![CDATA[", "<a\n"])
  func pieceByPiece(_ piece: String) throws {
    for end in Self.ends {
      let text = "<r>" + String(repeating: piece, count: 4_000) + end
      #expect(try Self.looks(Array(text.utf8), window: 64) < 6, "\(end.debugDescription)")
    }
  }
}
