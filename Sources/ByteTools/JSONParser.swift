/// The general parser: RFC 8259, strictly, with the limits of a journal line. The fast path of a
/// replay never takes what this refuses.
package struct JSONParser {
  /// Levels of arrays and objects.
  package static let nestingLimit = 32
  /// Bytes of a decoded string.
  package static let stringLimit = 1 << 20

  /// Parses `bytes`, which hold one value and white space around it.
  ///
  /// - Throws: the first problem with its byte offset.
  package static func parse(_ bytes: RawSpan) throws(JSONFailure) -> JSONValue {
    var position = 0
    let value = try self.value(bytes, &position, depth: 0)
    skipWhiteSpace(bytes, &position)
    guard position == bytes.byteCount else { throw fail(.trailingBytes, position) }
    return value
  }

  private static func fail(_ problem: JSONProblem, _ offset: Int) -> JSONFailure {
    JSONFailure(problem: problem, offset: offset)
  }

  private static func skipWhiteSpace(_ bytes: RawSpan, _ at: inout Int) {
    while at < bytes.byteCount {
      switch bytes.byte(at) {
      case 0x20, 0x09, 0x0A, 0x0D: at += 1
      default: return
      }
    }
  }

  private static func value(
    _ bytes: RawSpan, _ at: inout Int, depth: Int
  ) throws(JSONFailure) -> JSONValue {
    skipWhiteSpace(bytes, &at)
    guard at < bytes.byteCount else { throw fail(.unexpectedEnd, at) }
    switch bytes.byte(at) {
    case UInt8(ascii: "{"): return try object(bytes, &at, depth: depth + 1)
    case UInt8(ascii: "["): return try array(bytes, &at, depth: depth + 1)
    case UInt8(ascii: "\""): return .string(try string(bytes, &at))
    case UInt8(ascii: "t"): return try word("true", .boolean(true), bytes, &at)
    case UInt8(ascii: "f"): return try word("false", .boolean(false), bytes, &at)
    case UInt8(ascii: "n"): return try word("null", .null, bytes, &at)
    default: return .number(try number(bytes, &at))
    }
  }

  private static func word(
    _ text: StaticString, _ value: JSONValue, _ bytes: RawSpan, _ at: inout Int
  ) throws(JSONFailure) -> JSONValue {
    guard bytes.skip(text, at: &at) else { throw fail(.unexpectedByte, at) }
    return value
  }

  private static func number(_ bytes: RawSpan, _ at: inout Int) throws(JSONFailure) -> Double {
    let start = at
    guard let value = DecimalText.parse(bytes, at: &at) else {
      let digit = bytes.byte(at) == UInt8(ascii: "-") ? at + 1 : at
      let isNumber = digit < bytes.byteCount && bytes.digit(digit) != nil
      let overflows = isNumber && isOverflow(bytes, start)
      throw fail(overflows ? .numberOutOfRange : .unexpectedByte, at)
    }
    if at < bytes.byteCount, bytes.continuesNumber(at) { throw fail(.unexpectedByte, at) }
    return value
  }

  /// Whether the number text at `start` reads as infinity.
  private static func isOverflow(_ bytes: RawSpan, _ start: Int) -> Bool {
    var end = start + 1
    while end < bytes.byteCount,
      bytes.continuesNumber(end)
        || [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes.byte(end))
    {
      end += 1
    }
    return Double(bytes.text(start..<end))?.isInfinite ?? false
  }

  private static func array(
    _ bytes: RawSpan, _ at: inout Int, depth: Int
  ) throws(JSONFailure) -> JSONValue {
    guard depth <= nestingLimit else { throw fail(.tooDeep, at) }
    at += 1
    var elements: [JSONValue] = []
    skipWhiteSpace(bytes, &at)
    if at < bytes.byteCount, bytes.byte(at) == UInt8(ascii: "]") {
      at += 1
      return .array(elements)
    }
    repeat {
      elements.append(try value(bytes, &at, depth: depth))
    } while try more(bytes, &at, close: UInt8(ascii: "]"))
    return .array(elements)
  }

  private static func object(
    _ bytes: RawSpan, _ at: inout Int, depth: Int
  ) throws(JSONFailure) -> JSONValue {
    guard depth <= nestingLimit else { throw fail(.tooDeep, at) }
    at += 1
    var members: [JSONMember] = []
    var keys = KeyCheck()
    skipWhiteSpace(bytes, &at)
    if at < bytes.byteCount, bytes.byte(at) == UInt8(ascii: "}") {
      at += 1
      return .object(members)
    }
    repeat {
      skipWhiteSpace(bytes, &at)
      let start = at
      guard at < bytes.byteCount else { throw fail(.unexpectedEnd, at) }
      guard bytes.byte(at) == UInt8(ascii: "\"") else { throw fail(.unexpectedByte, at) }
      let key = try string(bytes, &at)
      guard keys.isNew(key, beside: members) else { throw fail(.duplicateKey, start) }
      skipWhiteSpace(bytes, &at)
      guard at < bytes.byteCount else { throw fail(.unexpectedEnd, at) }
      guard bytes.byte(at) == UInt8(ascii: ":") else { throw fail(.unexpectedByte, at) }
      at += 1
      members.append(JSONMember(key, try value(bytes, &at, depth: depth)))
    } while try more(bytes, &at, close: UInt8(ascii: "}"))
    return .object(members)
  }

  /// Behind an element: whether a comma asks for another, or `close` ends the list.
  private static func more(
    _ bytes: RawSpan, _ at: inout Int, close: UInt8
  ) throws(JSONFailure) -> Bool {
    skipWhiteSpace(bytes, &at)
    guard at < bytes.byteCount else { throw fail(.unexpectedEnd, at) }
    let byte = bytes.byte(at)
    guard byte == close || byte == UInt8(ascii: ",") else { throw fail(.unexpectedByte, at) }
    at += 1
    return byte != close
  }

  private static func string(_ bytes: RawSpan, _ at: inout Int) throws(JSONFailure) -> String {
    let start = at + 1
    let plain = bytes.plainPart(from: start)
    at = plain.end
    guard at < bytes.byteCount else { throw fail(.unexpectedEnd, at) }
    switch bytes.byte(at) {
    case UInt8(ascii: "\""):
      at += 1
      return try checked(bytes, start..<plain.end, isASCII: plain.isASCII)
    case UInt8(ascii: "\\"): return try escapedString(bytes, start, &at)
    default: throw fail(.controlCharacter, at)
    }
  }

  private static func checked(
    _ bytes: RawSpan, _ range: Range<Int>, isASCII: Bool
  ) throws(JSONFailure) -> String {
    guard range.count <= stringLimit else { throw fail(.stringTooLong, range.lowerBound) }
    guard isASCII || UTF8Check.isValid(bytes, range) else {
      throw fail(.invalidUTF8, range.lowerBound)
    }
    return bytes.text(range)
  }

  /// A string from its first backslash on; what stands before has been read already.
  private static func escapedString(
    _ bytes: RawSpan, _ start: Int, _ at: inout Int
  ) throws(JSONFailure) -> String {
    var decoded = bytes.extracting(start..<at).array
    while at < bytes.byteCount {
      let byte = bytes.byte(at)
      if byte == UInt8(ascii: "\"") {
        at += 1
        do {
          return try checked(unsafe decoded.span.bytes, 0..<decoded.count, isASCII: false)
        } catch {
          throw fail(error.problem, start)
        }
      }
      if byte < 0x20 { throw fail(.controlCharacter, at) }
      at += 1
      if byte == UInt8(ascii: "\\") {
        try escape(bytes, &at, into: &decoded)
      } else {
        decoded.append(byte)
      }
      if decoded.count > stringLimit { throw fail(.stringTooLong, start) }
    }
    throw fail(.unexpectedEnd, at)
  }

  private static func escape(
    _ bytes: RawSpan, _ at: inout Int, into decoded: inout [UInt8]
  ) throws(JSONFailure) {
    guard at < bytes.byteCount else { throw fail(.unexpectedEnd, at) }
    let byte = bytes.byte(at)
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): decoded.append(byte)
    case UInt8(ascii: "b"): decoded.append(0x08)
    case UInt8(ascii: "f"): decoded.append(0x0C)
    case UInt8(ascii: "n"): decoded.append(0x0A)
    case UInt8(ascii: "r"): decoded.append(0x0D)
    case UInt8(ascii: "t"): decoded.append(0x09)
    case UInt8(ascii: "u"):
      let scalar = try scalar(bytes, &at)
      decoded.append(contentsOf: String(Character(scalar)).utf8)
    default: throw fail(.invalidEscape, at - 2)
    }
  }

  private static func scalar(
    _ bytes: RawSpan, _ at: inout Int
  ) throws(JSONFailure) -> Unicode.Scalar {
    let start = at - 2
    let first = try unit(bytes, &at)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, bytes.skip("\\u", at: &at) else { throw fail(.unpairedSurrogate, start) }
    let second = try unit(bytes, &at)
    guard second >= 0xDC00, second < 0xE000,
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw fail(.unpairedSurrogate, start) }
    return scalar
  }

  private static func unit(_ bytes: RawSpan, _ at: inout Int) throws(JSONFailure) -> UInt32 {
    guard at + 4 <= bytes.byteCount else { throw fail(.unexpectedEnd, bytes.byteCount) }
    var value: UInt32 = 0
    for index in at..<at + 4 {
      guard let digit = Character(Unicode.Scalar(bytes.byte(index))).hexDigitValue,
        bytes.byte(index) < 0x80
      else { throw fail(.invalidEscape, index) }
      value = value << 4 | UInt32(digit)
    }
    at += 4
    return value
  }
}

/// Tells a key that an object has already. A look at each member is cheaper than a set until there are
/// many.
private struct KeyCheck {
  private var keys: Set<String> = []

  mutating func isNew(_ key: String, beside members: [JSONMember]) -> Bool {
    if members.count < 16 { return !members.contains { $0.key == key } }
    if keys.isEmpty { keys = Set(members.map(\.key)) }
    return keys.insert(key).inserted
  }
}
