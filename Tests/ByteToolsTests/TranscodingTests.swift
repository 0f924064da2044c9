import ByteTools
import TestSupport
import Testing

/// Text in other encodings comes out as UTF-8, however it comes in pieces.
@Suite struct TranscodingTests {
  private func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return isBigEndian ? bytes.reversed() : bytes
    }
  }

  private func decoded(
    _ bytes: [UInt8], _ encoding: TextEncoding, chunk: Int, room: Int
  ) throws -> (text: [UInt8], replaced: Int) {
    var source = TranscodingSource(MemorySource(bytes, chunk: chunk), from: encoding)
    var (text, buffer) = ([UInt8](), [UInt8](repeating: 0, count: room))
    while case let count = try source.read(into: &buffer, from: 0), count > 0 {
      text += buffer[..<count]
    }
    return (text, source.replacedCount)
  }

  @Test(arguments: [false, true]) func utf16IsDecoded(_ isBigEndian: Bool) throws {
    let text = "\u{FEFF}<a b=\"é ß € \u{A0} 漢字 🏊🏽‍♀️ \u{10FFFF}\u{0}\u{FFFD}\"/>\n"
    let encoding = isBigEndian ? TextEncoding.utf16BigEndian : .utf16LittleEndian
    let bytes = utf16(text, isBigEndian: isBigEndian)
    #expect(TextEncoding(of: bytes.rawBytes) == encoding)
    for (chunk, room) in [(1, 1), (3, 2), (7, 100), (1000, 3), (1000, 1000)] {
      let result = try decoded(bytes, encoding, chunk: chunk, room: room)
      #expect(result.text == Array(text.utf8) && result.replaced == 0, "\(chunk) \(room)")
    }
    // More than one piece, with a pair across their border.
    for shift in 0..<4 {
      let long = String(repeating: "a", count: 32_766 + shift) + "🏊🏽"
      let result = try decoded(
        utf16(long, isBigEndian: isBigEndian), encoding, chunk: .max, room: 4096)
      #expect(result.text == Array(long.utf8) && result.replaced == 0)
    }
  }

  @Test(
    arguments: [
      ([0xD8, 0x3C], "\u{FFFD}", 1), ([0xDF, 0xCA, 0, 0x61], "\u{FFFD}a", 1),
      ([0xD8, 0x3C, 0, 0x61], "\u{FFFD}a", 1), ([0, 0x61, 0], "a\u{FFFD}", 1),
      ([0xD8, 0x3C, 0xD8, 0x3C, 0xDF, 0xCA], "\u{FFFD}\u{1F3CA}", 1),
      ([0xD8, 0x3C, 0], "\u{FFFD}\u{FFFD}", 2), ([], "", 0),
    ] as [([UInt8], String, Int)])
  func whatIsNoCharacterIsReplaced(_ bytes: [UInt8], _ text: String, _ count: Int) throws {
    for chunk in 1...6 {
      let result = try decoded(bytes, .utf16BigEndian, chunk: chunk, room: 10)
      #expect(result.text == Array(text.utf8) && result.replaced == count)
    }
  }

  @Test func everyByteOfLatin1() throws {
    let text = String(String.UnicodeScalarView((0..<256).compactMap(Unicode.Scalar.init)))
    let bytes = Array(UInt8.min...UInt8.max)
    for chunk in [1, 100, 1000] {
      #expect(try decoded(bytes, .latin1, chunk: chunk, room: 7).text == Array(text.utf8))
    }
  }

  @Test(
    arguments: [
      ("", .utf8), ("<?xml version=\"1.0\"?>", .utf8), ("<HealthData>", .utf8), ("<", .utf8),
      ("<?xml version=\"1.0\" encoding=\"utf-8\"?>", .utf8), ("\u{FEFF}<?xml", .utf8),
      ("<?xml version='1.0' encoding = 'iso-8859-1' ?>", .latin1),
      ("<?xml version=\"1.0\" encoding=\"UTF-16\"?>", .utf8),
      ("<?xml encoding=\"Shift_JIS\"?>", .other("Shift_JIS")), ("<?xml encoding=", .utf8),
      ("<?xml encoding=?>", .utf8), ("<\0?\0x\0", .utf16LittleEndian),
      ("\0<\0?\0x", .utf16BigEndian), ("<\0\0\0", .other("UTF-32")), ("\0\0\0<", .other("UTF-32")),
    ] as [(String, TextEncoding)])
  func theBeginningTells(_ text: String, _ encoding: TextEncoding) {
    #expect(TextEncoding(of: Array(text.utf8).rawBytes) == encoding)
  }

  @Test func marksOfUTF32() {
    for bytes: [UInt8] in [[0xFF, 0xFE, 0, 0], [0, 0, 0xFE, 0xFF]] {
      #expect(TextEncoding(of: bytes.rawBytes) == .other("UTF-32"))
    }
  }

  /// By a look at each character, wherever a control character stands.
  @Test func controlCharactersAreFound() {
    let scalars = ((0..<0xA2).compactMap(Unicode.Scalar.init)) + ["é", "€", "🏊"]
    var random = Dice(7)
    for scalar in scalars {
      for place in 0..<17 {
        var text = String(repeating: "x", count: place) + String(scalar)
        for _ in 0..<12 {
          text.unicodeScalars.append(scalars[Int.random(in: 0..<scalars.count, using: &random)])
        }
        let kept = text.unicodeScalars.filter { scalar in
          scalar.properties.generalCategory != .control || "\t\n\r".unicodeScalars.contains(scalar)
        }
        let bytes = Array(text.utf8)
        let removed = ControlCharacters.removed(from: bytes.rawBytes)
        #expect(removed == Array(String(String.UnicodeScalarView(kept)).utf8))
        let count = ControlCharacters.count(in: bytes.rawBytes)
        #expect(count == text.unicodeScalars.count - kept.count)
      }
    }
  }
}
