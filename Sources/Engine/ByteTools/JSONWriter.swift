/// Canonical JSON onto the end of a byte array: no white space, keys in the order of the calls.
///
///     var writer = JSONWriter()
///     writer.object { $0.member("seq", 2); $0.member("by", "owner") }
///     // {"seq":2,"by":"owner"}
package struct JSONWriter {
  /// A value that was written and that no reader takes back.
  package enum Fault: Hashable, Sendable {
    /// The value that was written last.
    case value
    /// The value of this key.
    case member(String)
  }

  /// The bytes written so far.
  package var bytes: [UInt8] = []
  /// The first value that no reader takes back; nil: there is none.
  package private(set) var fault: Fault?

  package init() {}

  /// Returns `{…}` with the members that `body` writes.
  package static func objectBytes(_ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    writer.object(body)
    return writer.bytes
  }

  /// Returns `{…}` with the members that `body` writes, as text.
  package static func objectText(_ body: (inout JSONWriter) -> Void) -> String {
    String(decoding: objectBytes(body), as: UTF8.self)
  }

  /// Notes that no reader takes back the value that is being written.
  package mutating func noteFault() {
    if fault == nil { fault = .value }
  }

  /// Names the key of the value that was written last, if it is the noted one.
  @inline(__always)
  package mutating func nameFault(_ key: @autoclosure () -> String) {
    if fault == .value { fault = .member(key()) }
  }

  /// Forgets all but the first `count` bytes, and the fault.
  package mutating func truncate(to count: Int) {
    bytes.removeLast(bytes.count - count)
    fault = nil
  }

  /// Writes `{…}` around the members that `body` writes.
  @inlinable
  package mutating func object(_ body: (inout JSONWriter) -> Void) {
    bytes.append(UInt8(ascii: "{"))
    body(&self)
    bytes.append(UInt8(ascii: "}"))
  }

  /// Writes `[…]` with one element for each of `elements`.
  @inlinable
  package mutating func array<Elements: Sequence>(
    _ elements: Elements, _ body: (inout JSONWriter, Elements.Element) -> Void
  ) {
    bytes.append(UInt8(ascii: "["))
    for element in elements {
      separate()
      body(&self, element)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Writes an object under a key.
  @inlinable
  package mutating func object(_ key: String, _ body: (inout JSONWriter) -> Void) {
    self.key(key)
    object(body)
  }

  /// Writes an array under a key.
  @inlinable
  package mutating func array<Elements: Sequence>(
    _ key: String, _ elements: Elements, _ body: (inout JSONWriter, Elements.Element) -> Void
  ) {
    self.key(key)
    array(elements, body)
  }

  /// Writes an array of texts under a key.
  package mutating func strings(_ key: String, _ texts: some Sequence<String>) {
    array(key, texts) { $0.string($1) }
  }

  /// Writes a comma unless this is the first thing in its object or array.
  @inlinable
  package mutating func separate() {
    switch bytes.last {
    case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: "\n"): break
    default: bytes.append(UInt8(ascii: ","))
    }
  }

  /// Writes `"key":`, with the comma before it where one is due. Keys of the format need no
  /// escapes; others' keys get them.
  @inlinable
  package mutating func key(_ key: String) {
    separate()
    string(key)
    bytes.append(UInt8(ascii: ":"))
  }

  package mutating func member(_ key: String, _ value: String) {
    self.key(key)
    string(value)
  }

  package mutating func member(_ key: String, _ value: Double) {
    self.key(key)
    self.value(value)
  }

  /// Writes a number that is text already.
  package mutating func member(_ key: String, number: String) {
    self.key(key)
    bytes.append(contentsOf: number.utf8)
  }

  package mutating func member(_ key: String, _ value: UInt64) {
    self.key(key)
    DecimalText.append(value, to: &bytes)
  }

  package mutating func member(_ key: String, _ value: Bool) {
    self.key(key)
    self.value(value)
  }

  package mutating func value(_ number: Double) { DecimalText.append(number, to: &bytes) }

  /// Writes `true` or `false`.
  package mutating func value(_ flag: Bool) {
    bytes.append(contentsOf: flag ? "true".utf8 : "false".utf8)
  }

  /// Writes a string: `"`, `\` and control characters escaped, all else as UTF-8.
  package mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    let characters = text.utf8.rawBytes
    var start = 0
    while start < characters.byteCount {
      let end = characters.plainPart(from: start).end
      bytes.append(contentsOf: characters.extracting(start..<end))
      if end < characters.byteCount { escape(characters.byte(end)) }
      start = end &+ 1
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func escape(_ byte: UInt8) {
    guard byte >= 0x20 else { return control(byte) }
    bytes.append(UInt8(ascii: "\\"))
    bytes.append(byte)
  }

  private mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x08: bytes.append(contentsOf: "\\b".utf8)
    case 0x09: bytes.append(contentsOf: "\\t".utf8)
    case 0x0A: bytes.append(contentsOf: "\\n".utf8)
    case 0x0C: bytes.append(contentsOf: "\\f".utf8)
    case 0x0D: bytes.append(contentsOf: "\\r".utf8)
    default:
      let digits = Array("0123456789abcdef".utf8)
      bytes.append(contentsOf: "\\u00".utf8)
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    }
  }

  /// Writes a string with escapes also for what `TerminalText` calls unsafe: output for machines is
  /// looked at on terminals, and a reader of JSON gets the same text either way.
  package mutating func terminalString(_ text: String) {
    guard !TerminalText.isPrintableASCII(text),
      text.unicodeScalars.contains(where: { $0.value >= 0x7f && TerminalText.isUnsafe($0) })
    else { return string(text) }
    var plain = JSONWriter()
    plain.string(text)
    bytes.append(terminalJSON: plain.bytes.rawBytes)
  }
}

extension [UInt8] {
  /// Appends a JSON text with escapes for the characters that a terminal obeys or hides: a reader
  /// of JSON reads the same value.
  ///
  /// - Parameter json: UTF-8. White space between tokens must be plain.
  package mutating func append(terminalJSON json: RawSpan) {
    var isPlain = true
    for index in 0..<json.byteCount where json.byte(index) >= 0x7f { isPlain = false }
    let start = count
    append(contentsOf: json)
    if isPlain { return }
    let text = String(decoding: self[start...], as: UTF8.self)
    removeLast(count - start)
    for scalar in text.unicodeScalars {
      if TerminalText.isUnsafe(scalar) {
        // A character beyond U+FFFF is a pair of surrogates.
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter { escape(unit) }
      } else {
        append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  private mutating func escape(_ unit: UInt16) {
    let digits = String(0x10000 + UInt32(unit), radix: 16).dropFirst()
    append(contentsOf: "\\u\(digits)".utf8)
  }
}
