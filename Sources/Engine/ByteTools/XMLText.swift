package enum XMLText {
  /// Appends the bytes with `&lt;` `&gt;` `&amp;` `&quot;` `&apos;` and numeric references decoded.
  /// Any other `&` stays unchanged, also a reference to no character such as `&#0;` or `&#xD800;`.
  package static func decode(_ bytes: RawSpan, to output: inout [UInt8]) {
    var index = 0
    while let ampersand = bytes.firstIndex(of: 0x26, from: index) {
      output.append(contentsOf: bytes.extracting(index..<ampersand))
      if let (scalar, end) = reference(bytes, at: ampersand) {
        output.append(contentsOf: scalar.utf8)
        index = end
      } else {
        output.append(0x26)
        index = ampersand + 1
      }
    }
    output.append(contentsOf: bytes.extracting(index..<bytes.byteCount))
  }

  /// Returns the text of raw bytes, entities decoded, invalid UTF-8 as U+FFFD.
  package static func string(_ bytes: RawSpan) -> String {
    .written { decode(bytes, to: &$0) }
  }

  /// Returns the character of the reference at an `&`, and the end of the reference.
  private static func reference(_ bytes: RawSpan, at start: Int) -> (Unicode.Scalar, Int)? {
    // The longest of all, with leading zeros: `&#0001114111;`.
    let limit = min(start + 14, bytes.byteCount)
    var end = start + 1
    while end < limit, bytes.byte(end) != 0x3b { end += 1 }
    guard end < limit, end > start + 1 else { return nil }
    let name = bytes.extracting(start + 1..<end)
    guard let scalar = named(name) ?? numbered(name) else { return nil }
    return (scalar, end + 1)
  }

  private static func named(_ name: RawSpan) -> Unicode.Scalar? {
    if name.equals("lt") { return "<" }
    if name.equals("gt") { return ">" }
    if name.equals("amp") { return "&" }
    if name.equals("quot") { return "\"" }
    return name.equals("apos") ? "'" : nil
  }

  private static func numbered(_ name: RawSpan) -> Unicode.Scalar? {
    guard name.byteCount >= 2, name.byte(0) == 0x23 else { return nil }
    let isHex = name.byte(1) == 0x78
    let digits = isHex ? 2..<name.byteCount : 1..<name.byteCount
    guard !digits.isEmpty else { return nil }
    var value: UInt64 = 0
    for index in digits {
      let byte = name.byte(index)
      let lower = byte | (isHex ? 0x20 : 0)
      guard let digit = Hex.value(ofDigit: byte <= 0x39 ? byte : lower), isHex || digit < 10
      else { return nil }
      value = value * (isHex ? 16 : 10) + UInt64(digit)
    }
    guard value > 0, let code = UInt32(exactly: value) else { return nil }
    return Unicode.Scalar(code)
  }

  /// Appends a text as the value of an attribute or as character data: it writes `<` `>` `&` `"`,
  /// and white space that a reader would not keep, as references. A character that XML 1.0 cannot
  /// hold becomes U+FFFD.
  ///
  /// - Returns: false if there was such a character.
  /// - Source: XML 1.0 §2.2, §3.3.3.
  @discardableResult
  package static func append(_ text: String, to output: inout [UInt8]) -> Bool {
    let start = output.count
    output.append(contentsOf: text.utf8)
    guard let first = output[start...].firstIndex(where: isSpecial) else { return true }
    let rest = Array(output[first...])
    output.removeSubrange(first...)
    return append(rest.rawBytes, to: &output)
  }

  /// Returns true if a byte may need another spelling; U+FFFE and U+FFFF begin with the last of
  /// these bytes.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
      || byte == UInt8(ascii: "&") || byte == UInt8(ascii: "\"") || byte == 0xEF
  }

  private static func append(_ bytes: RawSpan, to output: inout [UInt8]) -> Bool {
    var isWhole = true
    var index = 0
    while index < bytes.byteCount {
      let byte = bytes.byte(index)
      index += 1
      switch byte {
      case UInt8(ascii: "<"): output.append(contentsOf: "&lt;".utf8)
      case UInt8(ascii: ">"): output.append(contentsOf: "&gt;".utf8)
      case UInt8(ascii: "&"): output.append(contentsOf: "&amp;".utf8)
      case UInt8(ascii: "\""): output.append(contentsOf: "&quot;".utf8)
      case 0x09, 0x0A, 0x0D: output.append(contentsOf: "&#\(byte);".utf8)
      case 0..<0x20:
        isWhole = false
        output.append(contentsOf: "\u{FFFD}".utf8)
      case 0xEF where isNoCharacter(bytes, at: index):
        isWhole = false
        output.append(contentsOf: "\u{FFFD}".utf8)
        index += 2
      default: output.append(byte)
      }
    }
    return isWhole
  }

  /// Returns true if these bytes end U+FFFE or U+FFFF, after their first.
  private static func isNoCharacter(_ bytes: RawSpan, at index: Int) -> Bool {
    index + 1 < bytes.byteCount && bytes.byte(index) == 0xBF && bytes.byte(index + 1) >= 0xBE
  }
}
