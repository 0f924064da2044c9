import TestSupport
import Testing
@testable import ByteTools

/// The cases of Nicolas Seriot's JSONTestSuite that matter, written anew: y_ taken, n_ refused.
@Suite struct JSONParserTests {
  static let taken: [(String, JSONValue)] = [
    ("[]", .array([])), ("{}", .object([])), (" [] ", .array([])),
    ("[[]   ]", .array([.array([])])),
    ("\t\r\n1\n", .number(1)), ("\"\"", .string("")), ("null", .null), ("true", .boolean(true)),
    ("false", .boolean(false)), ("[1\n]", .array([.number(1)])),
    (
      "[null,1,\"1\",{}]",
      .array([.null, .number(1), .string("1"), .object([])])
    ),
    ("{\"\":0}", .object([JSONMember("", .number(0))])),
    ("{\"a\":1,\"b\":2}", .object([JSONMember("a", .number(1)), JSONMember("b", .number(2))])),
    (
      "{\"a\":{\"a\":1}}",
      .object([JSONMember("a", .object([JSONMember("a", .number(1))]))])
    ),
    ("0", .number(0)), ("-0", .number(-0.0)), ("-1", .number(-1)), ("123e65", .number(123e65)),
    ("0e+1", .number(0)), ("0e1", .number(0)), ("20e1", .number(200)), ("123e45", .number(123e45)),
    ("1E22", .number(1e22)), ("1E-2", .number(0.01)), ("1E+2", .number(100)),
    ("123.456e78", .number(123.456e78)), ("1e-400", .number(0)),
    (
      "-0.000000000000000000000000000000000000000000000000000000000000000000000000000001",
      .number(-1e-78)
    ),
    ("100000000000000000000", .number(1e20)),
    ("\"\\u0060\\u012a\\u12AB\"", .string("\u{60}\u{12A}\u{12AB}")),
    ("\"\\uD801\\udc37\"", .string("\u{10437}")),
    (
      "\"\\ud83d\\ude39\\ud83d\\udc8d\"",
      .string("\u{1F639}\u{1F48D}")
    ),
    ("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", .string("\"\\/\u{8}\u{C}\n\r\t")),
    ("\"\\\\u0000\"", .string("\\u0000")), ("\"\\u0000\"", .string("\u{0}")),
    ("\"a/*b*/c\"", .string("a/*b*/c")), ("\"\u{7F}\"", .string("\u{7F}")),
    ("\"\u{10FFFF}\"", .string("\u{10FFFF}")), ("\"\\uFFFF\"", .string("\u{FFFF}")),
    ("\"\u{2028}\u{2029}\"", .string("\u{2028}\u{2029}")),
    ("\"\\u00e9\"", .string("\u{E9}")), ("\"\u{20AC}\u{1D11E}\"", .string("\u{20AC}\u{1D11E}")),
  ]

  @Test(arguments: taken) func takes(_ text: String, _ value: JSONValue) throws {
    #expect(try parse(text) == value)
  }

  @Test func keepsTheSignOfZero() throws {
    guard case .number(let zero) = try parse("-0") else { return #expect(Bool(false)) }
    #expect(zero.sign == .minus)
  }

  static let refused: [(String, JSONFailure.Problem, Int)] = [
    ("", .unexpectedEnd, 0), (" ", .unexpectedEnd, 1), ("[", .unexpectedEnd, 1),
    ("[1", .unexpectedEnd, 2), ("[1,", .unexpectedEnd, 3), ("[,1]", .unexpectedByte, 1),
    ("[1,,2]", .unexpectedByte, 3), ("[1,]", .unexpectedByte, 3), ("[1 true]", .unexpectedByte, 3),
    ("[\"a\" \"b\"]", .unexpectedByte, 5), ("[1:2]", .unexpectedByte, 2), ("]", .unexpectedByte, 0),
    ("[]]", .trailingBytes, 2), ("[1]x", .trailingBytes, 3), ("1 2", .trailingBytes, 2),
    ("{", .unexpectedEnd, 1), ("{\"a\"", .unexpectedEnd, 4), ("{\"a\":", .unexpectedEnd, 5),
    ("{\"a\":1", .unexpectedEnd, 6), ("{\"a\":1,", .unexpectedEnd, 7),
    ("{\"a\":1,}", .unexpectedByte, 7), ("{a:1}", .unexpectedByte, 1),
    ("{'a':1}", .unexpectedByte, 1), ("{1:1}", .unexpectedByte, 1),
    ("{\"a\" 1}", .unexpectedByte, 5),
    ("{\"a\":1 \"b\":2}", .unexpectedByte, 7), ("{\"a\"::1}", .unexpectedByte, 5),
    ("{\"a\":1,\"a\":1}", .duplicateKey, 7), ("{\"a\":1,\"\\u0061\":1}", .duplicateKey, 7),
    ("{\"x\":{\"b\":1,\"b\":2}}", .duplicateKey, 12), ("{} {}", .trailingBytes, 3),
    ("nul", .unexpectedByte, 0), ("nulL", .unexpectedByte, 0), ("True", .unexpectedByte, 0),
    ("truex", .trailingBytes, 4), ("NaN", .unexpectedByte, 0), ("Infinity", .unexpectedByte, 0),
    ("-Infinity", .unexpectedByte, 0), ("-NaN", .unexpectedByte, 0),
    ("1e999", .numberOutOfRange, 0),
    ("-1e999", .numberOutOfRange, 0),
    ("1\(String(repeating: "0", count: 309))", .numberOutOfRange, 0),
    ("01", .unexpectedByte, 0), ("-01", .unexpectedByte, 0), ("00", .unexpectedByte, 0),
    ("+1", .unexpectedByte, 0), ("1.", .unexpectedByte, 0), (".5", .unexpectedByte, 0),
    ("-.5", .unexpectedByte, 0), ("-", .unexpectedByte, 0), ("--1", .unexpectedByte, 0),
    ("1.e1", .unexpectedByte, 0), ("1e", .unexpectedByte, 0), ("1e+", .unexpectedByte, 0),
    ("1E-", .unexpectedByte, 0), ("0.e1", .unexpectedByte, 0), ("1.2.3", .unexpectedByte, 3),
    ("1e1.5", .unexpectedByte, 3), ("1e1e1", .unexpectedByte, 3), ("0x1", .trailingBytes, 1),
    ("1_000", .trailingBytes, 1), ("1+2", .trailingBytes, 1), ("1-2", .trailingBytes, 1),
    ("\u{FF11}", .unexpectedByte, 0), ("1\u{FF11}", .trailingBytes, 1),
    ("\"", .unexpectedEnd, 1), ("\"a", .unexpectedEnd, 2), ("\"\\", .unexpectedEnd, 2),
    ("\"\\\"", .unexpectedEnd, 3), ("\"\\a\"", .invalidEscape, 1), ("\"\\x00\"", .invalidEscape, 1),
    ("\"\\U0041\"", .invalidEscape, 1), ("\"\\u00G1\"", .invalidEscape, 5),
    ("\"\\u 041\"", .invalidEscape, 3), ("\"\\u00", .unexpectedEnd, 5),
    ("\"\\ud800\"", .unpairedSurrogate, 1), ("\"\\uDFFF\"", .unpairedSurrogate, 1),
    ("\"\\ud800x\"", .unpairedSurrogate, 1), ("\"\\ud800\\n\"", .unpairedSurrogate, 1),
    ("\"\\ud800\\u0041\"", .unpairedSurrogate, 1), ("\"\\ud800\\ud800\"", .unpairedSurrogate, 1),
    ("\"\t\"", .controlCharacter, 1), ("\"\u{0}\"", .controlCharacter, 1),
    ("\"a\nb\"", .controlCharacter, 2), ("\"\\n\u{1F}\"", .controlCharacter, 3),
    ("\u{FEFF}1", .unexpectedByte, 0), ("\u{A0}1", .unexpectedByte, 0),
    ("\u{C}1", .unexpectedByte, 0),
    ("// c\n1", .unexpectedByte, 0), ("1 /**/", .trailingBytes, 2), ("'a'", .unexpectedByte, 0),
  ]

  @Test(arguments: refused)
  func refuses(_ text: String, _ problem: JSONFailure.Problem, _ offset: Int) {
    let found = failure(JSONFailure.self) { _ = try parse(text) }
    #expect(found == JSONFailure(problem: problem, offset: offset))
  }

  static let badUTF8: [[UInt8]] = [
    [0x80], [0xBF], [0xFF], [0xFE], [0xC0, 0xAF], [0xC1, 0x81], [0xE0, 0x80, 0xAF], [0xE2, 0x82],
    [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0xAF], [0xF4, 0x90, 0x80, 0x80],
    [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xE2, 0x28, 0xA1], [0xC3],
  ]

  @Test(arguments: badUTF8) func refusesInvalidUTF8(_ bytes: [UInt8]) {
    let quote = UInt8(ascii: "\"")
    let escape = Array("\\n".utf8)
    let plain = failure(JSONFailure.self) { _ = try parse([0x5B, quote] + bytes + [quote, 0x5D]) }
    #expect(plain == JSONFailure(problem: .invalidUTF8, offset: 2))
    let escaped = failure(JSONFailure.self) {
      _ = try parse([0x5B, quote] + escape + bytes + [quote, 0x5D])
    }
    #expect(escaped == JSONFailure(problem: .invalidUTF8, offset: 2))
    #expect(throws: JSONFailure.self) {
      try parse([0x7B, quote] + bytes + [quote, 0x3A, 0x31, 0x7D])
    }
    #expect(throws: JSONFailure.self) { try parse(bytes) }
  }

  @Test func nestsUpTo32Levels() {
    func nested(_ levels: Int) -> String {
      String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }
    #expect(throws: Never.self) { try parse(nested(32)) }
    #expect(throws: JSONFailure(problem: .tooDeep, offset: 32)) { try parse(nested(33)) }
    let objects = String(repeating: "{\"a\":", count: 33) + "1" + String(repeating: "}", count: 33)
    #expect(throws: JSONFailure(problem: .tooDeep, offset: 160)) { try parse(objects) }
    let hostile = String(repeating: "[{\"a\":", count: 1 << 18)
    #expect(throws: JSONFailure.self) { try parse(hostile) }
  }

  @Test func stringsHoldUpTo1MiB() throws {
    let limit = 1 << 20
    let longest = String(repeating: "a", count: limit)
    #expect(try parse("\"\(longest)\"") == .string(longest))
    #expect(try parse("\"\\n\(longest.dropLast())\"") == .string("\n" + longest.dropLast()))
    for text in ["\"\(longest)a\"", "\"\\n\(longest)\"", "\"\(longest)\\n\""] {
      let found = failure(JSONFailure.self) { _ = try parse(text) }
      #expect(found?.problem == .stringTooLong)
    }
    #expect(throws: JSONFailure.self) { try parse("{\"\(longest)a\":1}") }
  }

  /// Time that grows with the square of the length would take minutes here.
  @Test(.timeLimit(.minutes(20))) func hostileSizesTakeLinearTime() throws {
    let keys = (0..<100_000).map { "\"k\($0)\":0" }.joined(separator: ",")
    guard case .object(let members) = try parse("{\(keys)}") else { return #expect(Bool(false)) }
    #expect(members.count == 100_000)
    let digits = String(repeating: "7", count: 1 << 20)
    #expect(try parse("0.\(digits)") == .number(0.777_777_777_777_777_8))
    #expect(try parse("\(digits)e-\((1 << 20) - 1)") == .number(7.777_777_777_777_778))
    #expect(throws: JSONFailure(problem: .numberOutOfRange, offset: 0)) { try parse(digits) }
    #expect(throws: JSONFailure.self) { try parse("1e\(digits)") }
  }

  @Test func writesWhatItReads() throws {
    for (_, value) in Self.taken {
      var writer = JSONWriter()
      writer.value(value)
      #expect(try parse(writer.bytes) == value)
    }
  }

  @Test func anyBytesAreReadOrRefusedAndNeverTrap() {
    var random = Dice(7)
    let alphabet = Array("{}[]\",:\\u0dD8eE+-.12tfnalsr \n\u{0}é".utf8) + [0xFF, 0xC0, 0xED]
    for _ in 0..<20_000 {
      let count = Int.random(in: 0...24, using: &random)
      let bytes = (0..<count).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      guard let value = try? parse(bytes) else { continue }
      var writer = JSONWriter()
      writer.value(value)
      #expect((try? parse(writer.bytes)) == value)
    }
  }
}
