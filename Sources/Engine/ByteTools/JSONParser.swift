/// The one parser: RFC 8259, strictly, with the limits of a journal line. The fast path of a replay
/// never takes what this refuses.
package struct JSONParser {
  /// Room for the nodes, asked for once.
  typealias Nodes = OutputSpan<JSONNode>

  /// Levels of arrays and objects.
  package static let nestingLimit = 32
  /// The most bytes of a decoded string.
  package static let stringLimit = 1 << 20

  private(set) var decoded: [UInt8] = []

  /// Reads one value and white space around it.
  mutating func read(_ bytes: RawSpan, _ nodes: inout Nodes) throws(JSONFailure) {
    let end = Self.pastWhiteSpace(bytes, try value(bytes, 0, &nodes, depth: 0))
    guard end == bytes.byteCount else { throw fail(.trailingBytes, end) }
  }

  private func fail(_ problem: JSONFailure.Problem, _ offset: Int) -> JSONFailure {
    JSONFailure(problem: problem, offset: offset)
  }

  /// Returns the end of white space that begins at `start`, if any does. After keys and values, the
  /// functions below call it only if the byte that a line of this library has there is missing.
  private static func pastWhiteSpace(_ bytes: RawSpan, _ start: Int) -> Int {
    var at = start
    while at < bytes.byteCount {
      switch bytes.byte(at) {
      case 0x20, 0x09, 0x0A, 0x0D: at += 1
      default: return at
      }
    }
    return at
  }

  @inline(__always)
  private static func holds(_ bytes: RawSpan, _ at: Int, _ byte: UInt8) -> Bool {
    at < bytes.byteCount && bytes.byte(at) == byte
  }

  // Each of the following reads what begins at `at` and returns where it ends.

  @inline(__always)
  private mutating func value(
    _ bytes: RawSpan, _ at: Int, _ nodes: inout Nodes, depth: Int
  ) throws(JSONFailure) -> Int {
    guard at < bytes.byteCount else { throw fail(.unexpectedEnd, at) }
    switch bytes.byte(at) {
    case UInt8(ascii: "\""): return try string(bytes, at, &nodes)
    case UInt8(ascii: "{"): return try object(bytes, at, &nodes, depth: depth + 1)
    case UInt8(ascii: "["): return try array(bytes, at, &nodes, depth: depth + 1)
    case UInt8(ascii: "t"): return try word("true", .yes, bytes, at, &nodes)
    case UInt8(ascii: "f"): return try word("false", .no, bytes, at, &nodes)
    case UInt8(ascii: "n"): return try word("null", .null, bytes, at, &nodes)
    case 0x20, 0x09, 0x0A, 0x0D: return try spacedValue(bytes, at, &nodes, depth: depth)
    default: return try number(bytes, at, &nodes)
    }
  }

  @inline(never)
  private mutating func spacedValue(
    _ bytes: RawSpan, _ at: Int, _ nodes: inout Nodes, depth: Int
  ) throws(JSONFailure) -> Int {
    try value(bytes, Self.pastWhiteSpace(bytes, at), &nodes, depth: depth)
  }

  private mutating func word(
    _ text: StaticString, _ kind: JSONNode.Kind, _ bytes: RawSpan, _ start: Int,
    _ nodes: inout Nodes
  ) throws(JSONFailure) -> Int {
    var at = start
    guard bytes.skip(text, at: &at) else { throw fail(.unexpectedByte, start) }
    nodes.append(JSONNode(kind, at: start))
    return at
  }

  private mutating func number(
    _ bytes: RawSpan, _ start: Int, _ nodes: inout Nodes
  ) throws(JSONFailure) -> Int {
    var at = start
    guard let value = DecimalText.parse(bytes, at: &at) else {
      let digit = bytes.byte(at) == UInt8(ascii: "-") ? at + 1 : at
      let isNumber = digit < bytes.byteCount && bytes.digit(digit) != nil
      let overflows = isNumber && Self.isOverflow(bytes, start)
      throw fail(overflows ? .numberOutOfRange : .unexpectedByte, at)
    }
    if at < bytes.byteCount, bytes.continuesNumber(at) { throw fail(.unexpectedByte, at) }
    nodes.append(JSONNode(.number, at: start, value.bitPattern))
    return at
  }

  /// Returns true if the number text at `start` reads as infinity.
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

  private mutating func array(
    _ bytes: RawSpan, _ start: Int, _ nodes: inout Nodes, depth: Int
  ) throws(JSONFailure) -> Int {
    guard depth <= Self.nestingLimit else { throw fail(.tooDeep, start) }
    let own = nodes.count
    nodes.append(JSONNode(.array, at: start))
    var at = Self.pastWhiteSpace(bytes, start + 1)
    if Self.holds(bytes, at, UInt8(ascii: "]")) {
      at += 1
    } else {
      repeat {
        at = try value(bytes, at, &nodes, depth: depth)
      } while try more(bytes, &at, close: UInt8(ascii: "]"))
    }
    nodes[own].payload = UInt64(nodes.count)
    return at
  }

  private mutating func object(
    _ bytes: RawSpan, _ start: Int, _ nodes: inout Nodes, depth: Int
  ) throws(JSONFailure) -> Int {
    guard depth <= Self.nestingLimit else { throw fail(.tooDeep, start) }
    let own = nodes.count
    nodes.append(JSONNode(.object, at: start))
    var at = Self.pastWhiteSpace(bytes, start + 1)
    if Self.holds(bytes, at, UInt8(ascii: "}")) {
      at += 1
    } else {
      var keys = JSONKeyCheck(first: own + 1)
      repeat {
        at = try member(bytes, at, &keys, &nodes, depth: depth)
      } while try more(bytes, &at, close: UInt8(ascii: "}"))
    }
    nodes[own].payload = UInt64(nodes.count)
    return at
  }

  @inline(__always)
  private mutating func member(
    _ bytes: RawSpan, _ start: Int, _ keys: inout JSONKeyCheck, _ nodes: inout Nodes,
    depth: Int
  ) throws(JSONFailure) -> Int {
    let quote = try position(of: UInt8(ascii: "\""), bytes, start)
    let after = try string(bytes, quote, &nodes)
    let isNew = keys.isNew(nodes.span, bytes, decoded.rawBytes)
    guard isNew else { throw fail(.duplicateKey, quote) }
    let colon = try position(of: UInt8(ascii: ":"), bytes, after)
    return try value(bytes, colon + 1, &nodes, depth: depth)
  }

  /// Returns the position of the byte that must come next.
  @inline(__always)
  private func position(
    of byte: UInt8, _ bytes: RawSpan, _ start: Int
  ) throws(JSONFailure) -> Int {
    if Self.holds(bytes, start, byte) { return start }
    let at = Self.pastWhiteSpace(bytes, start)
    guard at < bytes.byteCount else { throw fail(.unexpectedEnd, at) }
    guard bytes.byte(at) == byte else { throw fail(.unexpectedByte, at) }
    return at
  }

  /// Returns true if a comma after an element asks for another, and false if `close` ends the list.
  @inline(__always)
  private func more(
    _ bytes: RawSpan, _ at: inout Int, close: UInt8
  ) throws(JSONFailure) -> Bool {
    if !Self.holds(bytes, at, UInt8(ascii: ",")) { at = try position(ofCommaOr: close, bytes, at) }
    defer { at += 1 }
    return bytes.byte(at) != close
  }

  private func position(
    ofCommaOr close: UInt8, _ bytes: RawSpan, _ start: Int
  ) throws(JSONFailure) -> Int {
    let at = Self.pastWhiteSpace(bytes, start)
    guard at < bytes.byteCount else { throw fail(.unexpectedEnd, at) }
    let byte = bytes.byte(at)
    guard byte == close || byte == UInt8(ascii: ",") else { throw fail(.unexpectedByte, at) }
    return at
  }

  @inline(__always)
  private mutating func string(
    _ bytes: RawSpan, _ quote: Int, _ nodes: inout Nodes
  ) throws(JSONFailure) -> Int {
    let start = quote + 1
    let plain = bytes.plainPart(from: start)
    guard plain.end < bytes.byteCount else { throw fail(.unexpectedEnd, plain.end) }
    switch bytes.byte(plain.end) {
    case UInt8(ascii: "\""): break
    case UInt8(ascii: "\\"): return try escapedString(bytes, start, plain.end, &nodes)
    default: throw fail(.controlCharacter, plain.end)
    }
    guard plain.end - start <= Self.stringLimit else { throw fail(.stringTooLong, start) }
    guard plain.isASCII || bytes.extracting(start..<plain.end).isUTF8 else {
      throw fail(.invalidUTF8, start)
    }
    nodes.append(
      JSONNode(.text, at: start, UInt64(UInt(bitPattern: plain.end)), isASCII: plain.isASCII))
    return plain.end + 1
  }

  /// Reads a string from its first backslash on; the text before has been read already.
  private mutating func escapedString(
    _ bytes: RawSpan, _ start: Int, _ slash: Int, _ nodes: inout Nodes
  ) throws(JSONFailure) -> Int {
    let own = decoded.count
    decoded.append(contentsOf: bytes.extracting(start..<slash))
    var at = slash
    while at < bytes.byteCount {
      let byte = bytes.byte(at)
      if byte == UInt8(ascii: "\"") {
        let isASCII = decoded[own...].allSatisfy { $0 < 0x80 }
        guard isASCII || decoded.rawBytes.extracting(own...).isUTF8
        else { throw fail(.invalidUTF8, start) }
        nodes.append(
          JSONNode(
            .text, at: own, UInt64(decoded.count), isASCII: isASCII, isDecoded: true))
        return at + 1
      }
      if byte < 0x20 { throw fail(.controlCharacter, at) }
      at += 1
      if byte == UInt8(ascii: "\\") {
        try escape(bytes, &at)
      } else {
        decoded.append(byte)
      }
      if decoded.count - own > Self.stringLimit { throw fail(.stringTooLong, start) }
    }
    throw fail(.unexpectedEnd, at)
  }

  private mutating func escape(_ bytes: RawSpan, _ at: inout Int) throws(JSONFailure) {
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
    case UInt8(ascii: "u"): decoded.append(contentsOf: String(try scalar(bytes, &at)).utf8)
    default: throw fail(.invalidEscape, at - 2)
    }
  }

  private func scalar(_ bytes: RawSpan, _ at: inout Int) throws(JSONFailure) -> Unicode.Scalar {
    let start = at - 2
    let first = try unit(bytes, &at)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, bytes.skip("\\u", at: &at) else { throw fail(.unpairedSurrogate, start) }
    let second = try unit(bytes, &at)
    guard second >= 0xDC00, second < 0xE000,
      let scalar = Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00))
    else { throw fail(.unpairedSurrogate, start) }
    return scalar
  }

  private func unit(_ bytes: RawSpan, _ at: inout Int) throws(JSONFailure) -> UInt32 {
    guard at + 4 <= bytes.byteCount else { throw fail(.unexpectedEnd, bytes.byteCount) }
    var value: UInt32 = 0
    for index in at..<at + 4 {
      let byte = bytes.byte(index)
      // Letters of either case.
      guard let digit = Hex.value(ofDigit: byte < 0x41 ? byte : byte | 0x20)
      else { throw fail(.invalidEscape, index) }
      value = (value << 4) | UInt32(digit)
    }
    at += 4
    return value
  }
}

/// The check for repeated keys of an object. Keys are equal as strings are: once their escapes are
/// decoded, and if Unicode treats them as the same text.
///
/// Comparing a key with each one before it is cheaper than a set until there are many, and the bits
/// in `seen` save most of these comparisons.
struct JSONKeyCheck {
  /// The node of the object's first key.
  private let first: Int
  private var count = 0
  /// A bit for the length, first and last byte of each key; all bits where a key is not ASCII.
  private var seen: UInt64 = 0
  private var keys: Set<String> = []

  init(first: Int) { self.first = first }

  /// Returns true if the last node is a key that none of the object's keys before it equals.
  @inline(__always)
  mutating func isNew(_ nodes: Span<JSONNode>, _ bytes: RawSpan, _ decoded: RawSpan) -> Bool {
    let key = Key(nodes[nodes.count - 1], bytes, decoded)
    count += 1
    if count > 32 { return isNewAmongMany(key, nodes, bytes, decoded) }
    let bits = key.bits
    defer { seen |= bits }
    if bits & seen == 0 { return true }
    return isNew(key, nodes, bytes, decoded)
  }

  @inline(never)
  private func isNew(
    _ key: Key, _ nodes: Span<JSONNode>, _ bytes: RawSpan, _ decoded: RawSpan
  ) -> Bool {
    var index = first
    while index < nodes.count - 1 {
      if key.equals(Key(nodes[index], bytes, decoded)) { return false }
      index = nodes[index + 1].next(after: index + 1)
    }
    return true
  }

  @inline(never)
  private mutating func isNewAmongMany(
    _ key: Key, _ nodes: Span<JSONNode>, _ bytes: RawSpan, _ decoded: RawSpan
  ) -> Bool {
    if keys.isEmpty {
      var index = first
      while index < nodes.count - 1 {
        keys.insert(Key(nodes[index], bytes, decoded).characters.text())
        index = nodes[index + 1].next(after: index + 1)
      }
    }
    return keys.insert(key.characters.text()).inserted
  }
}

/// A key, with its escapes decoded.
private struct Key: ~Escapable {
  let characters: RawSpan
  let isASCII: Bool

  @inline(__always) @_lifetime(copy bytes, copy decoded)
  init(_ node: JSONNode, _ bytes: RawSpan, _ decoded: RawSpan) {
    characters = (node.isDecoded ? decoded : bytes).extracting(node.range)
    isASCII = node.isASCII
  }

  /// Keys without a bit in common are not equal.
  @inline(__always)
  var bits: UInt64 {
    // A key that is not ASCII may equal one that is: the Kelvin sign equals the letter K.
    guard isASCII else { return .max }
    let count = characters.byteCount
    guard count > 0 else { return 1 }
    let ends = Int(characters.byte(0)) &* 7 &+ Int(characters.byte(count - 1))
    return 1 << UInt64(truncatingIfNeeded: (ends &* 5 &+ count) & 63)
  }

  func equals(_ other: borrowing Key) -> Bool {
    if isASCII, other.isASCII { return characters.equals(other.characters) }
    return characters.text() == other.characters.text()
  }
}
