import ByteTools
import TestSupport
import Testing

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
