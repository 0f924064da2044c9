extension XMLText {
  /// Appends a text as the value of an attribute or as character data: `<` `>` `&` `"` and what
  /// white space a reader would not keep as references. A character that XML 1.0 cannot hold
  /// becomes U+FFFD.
  ///
  /// - Returns: false where there was such a character.
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

  /// What may need another spelling; U+FFFE and U+FFFF begin with the last of these.
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

  /// Whether these bytes end U+FFFE or U+FFFF, after their first.
  private static func isNoCharacter(_ bytes: RawSpan, at index: Int) -> Bool {
    index + 1 < bytes.byteCount && bytes.byte(index) == 0xBF && bytes.byte(index + 1) >= 0xBE
  }
}
