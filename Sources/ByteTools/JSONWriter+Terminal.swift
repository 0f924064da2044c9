extension JSONWriter {
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
  /// Appends a JSON text with escapes in place of characters that a terminal obeys or hides: a
  /// reader of JSON reads the same value.
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
