extension JSONWriter {
  /// Writes a string with escapes also for what `TerminalText` calls unsafe: output for machines is looked
  /// at on terminals, and a reader of JSON gets the same text either way.
  package mutating func terminalString(_ text: String) {
    guard text.unicodeScalars.contains(where: { $0.value >= 0x7f && TerminalText.isUnsafe($0) })
    else { return string(text) }
    var plain = JSONWriter()
    plain.string(text)
    for scalar in String(decoding: plain.bytes, as: UTF8.self).unicodeScalars {
      if TerminalText.isUnsafe(scalar) {
        // A character beyond U+FFFF is a pair of surrogates.
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter { escape(unit) }
      } else {
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
  }

  private mutating func escape(_ unit: UInt16) {
    let digits = String(0x10000 + UInt32(unit), radix: 16).dropFirst()
    bytes.append(contentsOf: "\\u\(digits)".utf8)
  }
}
