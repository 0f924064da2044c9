import ByteTools
import TestSupport
import Testing

/// The parser against a slow reader of the same grammar, which knows nothing of bytes and tapes.
@Suite struct JSONReferenceTests {
  @Test(arguments: 1...8)
  func takesAndRefusesWhatTheSlowReaderDoes(_ seed: UInt64) throws {
    var random = Dice(seed)
    for _ in 0..<1_500 {
      let text = Speller.value(&random, depth: 0)
      var bytes = Array(text.utf8)
      #expect(written(try parse(bytes)) == SlowReader.read(bytes).map { written($0) }, "\(text)")
      for _ in 0...Int.random(in: 0...2, using: &random) { Speller.damage(&bytes, &random) }
      let found = (try? parse(bytes)).map { written($0) }
      let expected = SlowReader.read(bytes).map { written($0) }
      #expect(found == expected, "\(seed): \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  /// Keys that are few, some of them equal only as text, in objects small and large.
  @Test(arguments: 1...8)
  func findsTheKeysThatAreEqualAsStrings(_ seed: UInt64) {
    let alike = [
      "K", "\u{212A}", ";", "\u{37E}", "e\u{301}", "\u{E9}", "\\u00e9", "\\u0065\u{301}", "\\u004B",
      "", "e", "\u{AC00}", "\u{1100}\u{1161}", "q\u{307}\u{323}", "q\u{323}\u{307}", "\\u0000",
    ]
    var random = Dice(seed)
    var refusals = 0
    for _ in 0..<400 {
      let count = [3, 8, 33, 40, 80].randomElement(using: &random) ?? 3
      let plain = (0..<count).map { "k\($0)" }
      let others = (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
        Bool.random(using: &random) ? alike.randomElement(using: &random) : "k\(count / 2)"
      }
      let keys = (plain + others).shuffled(using: &random)
      let bytes = Array("{\(keys.map { "\"\($0)\":0" }.joined(separator: ","))}".utf8)
      let isTaken = (try? parse(bytes)) != nil
      #expect(isTaken == (SlowReader.read(bytes) != nil), "\(keys)")
      if !isTaken { refusals += 1 }
    }
    #expect((100..<400).contains(refusals))
  }

  /// Strings that are equal need not have the same bytes.
  private func written(_ value: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    writer.value(value)
    return writer.bytes
  }
}

/// Random JSON in random spelling.
private enum Speller {
  static func value(_ random: inout Dice, depth: Int) -> String {
    let space = [" ", "\t", "\r\n", "", "", "", ""].randomElement(using: &random) ?? ""
    return space + bare(&random, depth: depth) + space
  }

  private static func bare(_ random: inout Dice, depth: Int) -> String {
    switch Int.random(in: depth > 3 ? 0...5 : 0...9, using: &random) {
    case 0: return ["null", "true", "false"].randomElement(using: &random) ?? ""
    case 1, 2: return number(&random)
    case 3...5: return string(&random)
    case 6, 7:
      let count = Int.random(in: 0...4, using: &random)
      let elements = (0..<count).map { _ in value(&random, depth: depth + 1) }
      return "[" + elements.joined(separator: ",") + "]"
    default:
      let count = Int.random(in: 0...5, using: &random)
      let members = (0..<count).map { place in
        let key = string(&random).dropLast() + "\(place)\""
        return key + ":" + value(&random, depth: depth + 1)
      }
      return "{" + members.joined(separator: ",") + "}"
    }
  }

  private static func number(_ random: inout Dice) -> String {
    switch Int.random(in: 0...3, using: &random) {
    case 0: return "\(Int.random(in: -1000...1000, using: &random))"
    case 1: return "\(Double.random(in: -1e6...1e6, using: &random))"
    case 2: return "\(random.next())\(random.next()).\(random.next())"
    default: return "\(random.next() % 100)E\(Int.random(in: -350...300, using: &random))"
    }
  }

  private static func string(_ random: inout Dice) -> String {
    let parts = [
      "a", "bc", "\\n", "\\\"", "\\\\", "\\/", "\u{E9}", "\u{1F639}", "\\u00e9", "\\ud83d\\uDE39",
      "longer than eight bytes", "\u{7F}", "\\u0000", "K", "{}[]:,",
    ]
    let count = Int.random(in: 0...4, using: &random)
    let chosen = (0..<count).compactMap { _ in parts.randomElement(using: &random) }
    return "\"" + chosen.joined() + "\""
  }

  private static let alphabet = Array("{}[]\",:\\u0dD8eE+-.12tfnalsr \n\u{0}".utf8) + [0xFF, 0xC3]

  static func damage(_ bytes: inout [UInt8], _ random: inout Dice) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &random)
    let other = alphabet.randomElement(using: &random) ?? 0
    switch Int.random(in: 0...3, using: &random) {
    case 0: bytes.remove(at: place)
    case 1: bytes.insert(other, at: place)
    case 2: bytes[place] = other
    default: bytes.insert(contentsOf: bytes[place..<min(place + 7, bytes.count)], at: place)
    }
  }
}

/// RFC 8259 read scalar by scalar; nil for whatever a journal refuses.
struct SlowReader {
  private var rest: [Unicode.Scalar]
  /// Made once: that takes longer than a match.
  private let numberForm = /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/

  private init(_ text: String) { rest = text.unicodeScalars.reversed() }

  static func read(_ bytes: [UInt8]) -> JSONValue? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    var reader = SlowReader(text)
    guard let value = reader.value(0), reader.next() == nil else { return nil }
    return value
  }

  /// What comes next after white space.
  private mutating func next() -> Unicode.Scalar? {
    while let scalar = rest.last, " \t\n\r".unicodeScalars.contains(scalar) { rest.removeLast() }
    return rest.last
  }

  private mutating func take(_ text: String) -> Bool {
    guard rest.suffix(text.unicodeScalars.count).reversed().elementsEqual(text.unicodeScalars)
    else { return false }
    rest.removeLast(text.unicodeScalars.count)
    return true
  }

  private mutating func value(_ depth: Int) -> JSONValue? {
    switch next() {
    case "{": return depth < 32 ? object(depth + 1) : nil
    case "[": return depth < 32 ? array(depth + 1) : nil
    case "\"": return string().map { .string($0) }
    default: break
    }
    if take("null") { return .null }
    if take("true") { return .boolean(true) }
    if take("false") { return .boolean(false) }
    return number()
  }

  private mutating func number() -> JSONValue? {
    var text = ""
    while let scalar = rest.last, "+-.eE0123456789".unicodeScalars.contains(scalar) {
      text.unicodeScalars.append(scalar)
      rest.removeLast()
    }
    guard text.wholeMatch(of: numberForm) != nil,
      let number = Double(text), number.isFinite
    else { return nil }
    return .number(number)
  }

  private mutating func array(_ depth: Int) -> JSONValue? {
    rest.removeLast()
    var elements: [JSONValue] = []
    if next() == "]", take("]") { return .array([]) }
    repeat {
      guard let element = value(depth) else { return nil }
      elements.append(element)
    } while next() == "," && take(",")
    return take("]") ? .array(elements) : nil
  }

  private mutating func object(_ depth: Int) -> JSONValue? {
    rest.removeLast()
    var members: [JSONMember] = []
    if next() == "}", take("}") { return .object([]) }
    repeat {
      guard next() == "\"", let key = string(), !members.contains(where: { $0.key == key }),
        next() == ":", take(":"), let value = value(depth)
      else { return nil }
      members.append(JSONMember(key, value))
    } while next() == "," && take(",")
    return take("}") ? .object(members) : nil
  }

  private mutating func string() -> String? {
    rest.removeLast()
    var units: [UInt16] = []
    while let scalar = rest.popLast() {
      switch scalar {
      case "\"":
        return String(validating: units, as: UTF16.self)
      case "\\":
        guard let unit = escape() else { return nil }
        units.append(unit)
      case "\u{0}"..."\u{1F}": return nil
      default: units += String(scalar).utf16
      }
    }
    return nil
  }

  private mutating func escape() -> UInt16? {
    let letters: [Unicode.Scalar: UInt16] = [
      "\"": 0x22, "\\": 0x5C, "/": 0x2F, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9,
    ]
    guard let letter = rest.popLast() else { return nil }
    guard letter == "u" else { return letters[letter] }
    let digits = rest.suffix(4).reversed()
    guard digits.count == 4, digits.allSatisfy({ $0.properties.isASCIIHexDigit }) else {
      return nil
    }
    rest.removeLast(4)
    return UInt16(String(String.UnicodeScalarView(digits)), radix: 16)
  }
}
