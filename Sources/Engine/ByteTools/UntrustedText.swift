/// Untrusted text for a terminal: nothing in it moves the cursor, changes a colour or turns the
/// direction of what follows (D61).
package enum TerminalText {
  /// Returns the text with every unsafe character as `\u{..}`: ESC becomes `\u{1B}`.
  package static func escaped(_ text: String) -> String {
    guard holdsUnsafe(text) else { return text }
    var output = ""
    for scalar in text.unicodeScalars {
      if isUnsafe(scalar) {
        output += spelled(scalar)
      } else {
        output.unicodeScalars.append(scalar)
      }
    }
    return output
  }

  /// Returns whether some character of a text is unsafe.
  package static func holdsUnsafe(_ text: String) -> Bool {
    !isPrintableASCII(text) && text.unicodeScalars.contains(where: isUnsafe)
  }

  /// Returns whether a text takes a column for each byte and has nothing to escape, as most cells.
  static func isPrintableASCII(_ text: String) -> Bool {
    text.utf8.rawBytes.isPrintableASCII
  }

  /// Bytes that may not be UTF-8 in ASCII: any other byte becomes `\xE9`, and a backslash `\x5C`.
  package static func escaped(bytes: [UInt8]) -> String {
    var output = ""
    for byte in bytes {
      if (0x20..<0x7f).contains(byte), byte != UInt8(ascii: "\\") {
        output.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        output += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return output
  }

  /// Returns true if a character is kept from terminals and pages: C0 and C1 controls, DEL, marks
  /// that turn the direction of text, the line and paragraph separators, the marks of annotations
  /// (U+FFF9 to U+FFFB), and Unicode's default ignorable characters, including tags: nobody sees
  /// these, and they would make two names look the same.
  ///
  /// Some default ignorable characters stay, because names in many scripts, and emoji, are written
  /// with them: joiners (U+200C, U+200D, U+034F), variation selectors (U+180B to U+180D, U+180F,
  /// U+FE00 to U+FE0F, U+E0100 to U+E01EF), and old letters of Hangul (U+115F, U+1160) and Khmer
  /// (U+17B4, U+17B5).
  package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1f, 0x7f...0x9f: true
    case 0x061c, 0x200e, 0x200f, 0x2028...0x202e: true
    case 0xad, 0x180e, 0x200b, 0x2060...0x206f, 0x3164, 0xfeff, 0xffa0, 0xfff0...0xfffb: true
    case 0x1bca0...0x1bca3, 0x1d173...0x1d17a, 0xe0000...0xe00ff, 0xe01f0...0xe0fff: true
    default: false
    }
  }

  /// Returns the columns that a text needs on a terminal: two for wide East Asian characters and
  /// emoji, none for combining marks. `"é"` is 1 however it is composed, `"漢"` and `"🏊"` are 2.
  package static func width(_ text: String) -> Int {
    if isPrintableASCII(text) { return text.utf8.count }
    var columns = 0
    for character in text { columns += width(character) }
    return columns
  }

  /// Returns the visible name of an unsafe character: `\u{1B}`.
  static func spelled(_ scalar: Unicode.Scalar) -> String {
    "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
  }

  private static func width(_ character: Character) -> Int {
    var widest = 0
    for scalar in character.unicodeScalars {
      // Variation selector 16 asks for the picture of a character that is also a plain sign.
      if scalar.value == 0xfe0f { return 2 }
      widest = max(widest, width(scalar))
    }
    return widest
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value >= 0x20, scalar.value < 0x7f { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return scalar.value == 0xad ? 1 : 0
    default: break
    }
    // The second half of a Hangul syllable written in parts.
    if scalar.value >= 0x1160, scalar.value <= 0x11ff { return 0 }
    return isWide(scalar.value) ? 2 : 1
  }

  /// Returns true if a character is in the ranges of wide ones (Unicode's EastAsianWidth W and F,
  /// small gaps closed).
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115f, 0x231a...0x231b, 0x2329...0x232a, 0x23e9...0x23ec, 0x23f0, 0x23f3,
      0x25fd...0x25fe, 0x2614...0x2615, 0x2648...0x2653, 0x267f, 0x2693, 0x26a1,
      0x26aa...0x26ab, 0x26bd...0x26be, 0x26c4...0x26c5, 0x26ce, 0x26d4, 0x26ea,
      0x26f2...0x26f3, 0x26f5, 0x26fa, 0x26fd, 0x2705, 0x270a...0x270b, 0x2728, 0x274c, 0x274e,
      0x2753...0x2755, 0x2757, 0x2795...0x2797, 0x27b0, 0x27bf, 0x2b1b...0x2b1c, 0x2b50, 0x2b55,
      0x2e80...0x303e, 0x3041...0xa4cf, 0xa960...0xa97c, 0xac00...0xd7a3, 0xf900...0xfaff,
      0xfe10...0xfe19, 0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x16fe0...0x18cff,
      0x1aff0...0x1b2ff, 0x1f004, 0x1f0cf, 0x1f18e, 0x1f191...0x1f19a, 0x1f1e6...0x1f265,
      0x1f300...0x1f320, 0x1f32d...0x1f335, 0x1f337...0x1f37c, 0x1f37e...0x1f393,
      0x1f3a0...0x1f3ca, 0x1f3cf...0x1f3d3, 0x1f3e0...0x1f3f0, 0x1f3f4, 0x1f3f8...0x1f43e,
      0x1f440, 0x1f442...0x1f4fc, 0x1f4ff...0x1f53d, 0x1f54b...0x1f54e, 0x1f550...0x1f567,
      0x1f57a, 0x1f595...0x1f596, 0x1f5a4, 0x1f5fb...0x1f64f, 0x1f680...0x1f6c5, 0x1f6cc,
      0x1f6d0...0x1f6d2, 0x1f6d5...0x1f6d7, 0x1f6dc...0x1f6df, 0x1f6eb...0x1f6ec,
      0x1f6f4...0x1f6fc, 0x1f7e0...0x1f7eb, 0x1f7f0, 0x1f90c...0x1f93a, 0x1f93c...0x1f945,
      0x1f947...0x1f9ff, 0x1fa70...0x1faff, 0x20000...0x3fffd:
      true
    default: false
    }
  }
}

extension RawSpan {
  /// True if the bytes are printable characters of ASCII.
  package var isPrintableASCII: Bool { combined(of: Self.strangers) == 0 }

  /// A mask that is not 0 if any of eight bytes is no printable character of ASCII.
  @inline(__always)
  fileprivate static func strangers(_ word: UInt64) -> UInt64 {
    let ones = XMLScanner.ones
    return (((word &- (ones &* 0x20)) & ~word) | word | (word &+ ones)) & (ones &* 0x80)
  }

  /// Combines the masks of all bytes, eight at a time. The last word overlaps the one before it;
  /// fewer bytes than a word has are filled up with letters.
  @inline(__always)
  fileprivate func combined(of mask: (UInt64) -> UInt64) -> UInt64 {
    guard byteCount >= 8 else {
      var short: UInt64 = 0x6161_6161_6161_6161
      for index in 0..<byteCount { short = (short << 8) | UInt64(byte(index)) }
      return mask(short)
    }
    let last = byteCount &- 8
    var (combined, at) = (mask(word(last)), 0)
    while at < last {
      combined |= mask(word(at))
      at &+= 8
    }
    return combined
  }
}

/// The characters that belong in no text: U+0000 to U+001F except tab, line feed and carriage
/// return, U+007F, and U+0080 to U+009F.
package enum ControlCharacters {
  /// Returns the number of control characters in UTF-8.
  package static func count(in bytes: RawSpan) -> Int {
    var count = 0
    forEach(in: bytes) { _ in count += 1 }
    return count
  }

  /// Returns UTF-8 without its control characters.
  package static func removed(from bytes: RawSpan) -> [UInt8] {
    var kept: [UInt8] = []
    var end = 0
    forEach(in: bytes) { range in
      kept.append(contentsOf: bytes.extracting(end..<range.lowerBound))
      end = range.upperBound
    }
    kept.append(contentsOf: bytes.extracting(end...))
    return kept
  }

  /// Calls `body` with the range of each. Where there is none, it moves on by eight bytes.
  @inline(__always)
  private static func forEach(in bytes: RawSpan, _ body: (Range<Int>) -> Void) {
    var at = 0
    while at < bytes.byteCount {
      // The last word overlaps the one before it.
      let last = bytes.byteCount &- 8
      if at > last, last >= 0, !mayHold(bytes.word(last)) { return }
      if at &+ 8 <= bytes.byteCount, !mayHold(bytes.word(at)) {
        at &+= 8
        continue
      }
      let limit = min(at &+ 8, bytes.byteCount)
      while at < limit {
        let length = length(bytes, at)
        if length > 0 { body(at..<at &+ length) }
        at &+= max(length, 1)
      }
    }
  }

  /// Returns the number of bytes of the control character at an offset; 0: another character is
  /// there.
  private static func length(_ bytes: RawSpan, _ at: Int) -> Int {
    switch bytes.byte(at) {
    case 0x09, 0x0A, 0x0D: return 0
    case 0..<0x20, 0x7F: return 1
    case 0xC2:
      let next = at &+ 1
      return next < bytes.byteCount && 0x80..<0xA0 ~= bytes.byte(next) ? 2 : 0
    default: return 0
    }
  }

  /// Returns true if one of eight bytes may be a part of a control character.
  @inline(__always)
  private static func mayHold(_ word: UInt64) -> Bool {
    let ones = XMLScanner.ones
    let small = (word &- (ones &* 0x20)) & ~word & (ones &* 0x80)
    let deletes = XMLScanner.zeroBytes(word ^ (ones &* 0x7F))
    let leads = XMLScanner.zeroBytes(word ^ (ones &* 0xC2))
    return (small | deletes | leads) != 0
  }
}

/// Untrusted text for a cell of a Markdown table.
package enum MarkdownText {
  /// Returns the text as plain words in a table cell: Markdown's and HTML's signs lose their
  /// meaning, a line break becomes a space, and characters that `TerminalText` treats as unsafe
  /// become `\\u{..}`.
  package static func cell(_ text: String) -> String {
    var output = ""
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      append(scalar, after: previous, to: &output)
      previous = scalar
    }
    return output
  }

  private static func append(
    _ scalar: Unicode.Scalar, after previous: Unicode.Scalar, to output: inout String
  ) {
    switch scalar {
    case "\n" where previous == "\r": break
    case "\n", "\r", "\u{2028}", "\u{2029}", "\t": output += " "
    case "<": output += "&lt;"
    case ">": output += "&gt;"
    case "&": output += "&amp;"
    case "|", "\\", "`", "*", "_", "[", "]", "~":
      output += "\\"
      output.unicodeScalars.append(scalar)
    case _ where TerminalText.isUnsafe(scalar): output += "\\" + TerminalText.spelled(scalar)
    default: output.unicodeScalars.append(scalar)
    }
  }
}

/// Untrusted text in a command that a person copies into a shell.
package enum ShellText {
  /// Returns the text as one word of bash, zsh and fish: unchanged if it is plain ASCII, otherwise
  /// in single quotes. A quote and a backslash are outside them, because fish obeys both inside:
  /// `Jo's Watch` becomes `'Jo'\''s Watch'`. A text with characters that are not shown as they are
  /// is written by `printf`.
  package static func word(_ text: String) -> String {
    if !text.isEmpty, text.utf8.allSatisfy(isPlain) { return text }
    // A shell takes line ends off what a command writes.
    if text.unicodeScalars.contains(where: TerminalText.isUnsafe), text.utf8.last != 0x0A {
      return "\"$(printf '" + text.utf8.map(octal).joined() + "')\""
    }
    var word: [UInt8] = [quote]
    for byte in text.utf8 {
      word += byte == quote || byte == backslash ? [quote, backslash, byte, quote] : [byte]
    }
    return String(decoding: word + [quote], as: UTF8.self)
  }

  /// Returns a byte as the format of `printf` has it.
  private static func octal(_ byte: UInt8) -> String {
    if byte == UInt8(ascii: "%") { return "%%" }
    if isPlain(byte), byte != UInt8(ascii: "-") { return String(Unicode.Scalar(byte)) }
    return "\\" + [6, 3, 0].map { String((byte >> $0) & 7) }.joined()
  }

  private static let quote = UInt8(ascii: "'")
  private static let backslash = UInt8(ascii: "\\")

  /// Returns true if no shell gives a byte a special meaning, at any place in a word.
  package static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_-./:@%+,".utf8.contains(byte)
    }
  }
}

/// Cells of comma-separated values (RFC 4180). Rows end with LF. No cell is a formula (D61).
package enum CSVText {
  /// Appends a text cell, in quotes if needed: also if it holds a character that some programs
  /// treat as the end of a cell, such as a semicolon in spreadsheets of many countries.
  ///
  /// A cell that begins with `=`, `+`, `-`, `@`, in either width, a tab, a carriage return or a
  /// line feed, with or without blanks before it, gets an apostrophe in front, so that no
  /// spreadsheet reads it as a formula (OWASP, CSV injection).
  package static func append(text: String, to output: inout [UInt8]) {
    let isQuoted = holdsSeparator(text)
    if isQuoted { output.append(0x22) }
    if beginsFormula(text) { output.append(0x27) }
    if isQuoted {
      for byte in text.utf8 {
        if byte == 0x22 { output.append(0x22) }
        output.append(byte)
      }
      output.append(0x22)
    } else {
      output.append(contentsOf: text.utf8)
    }
  }

  /// Appends a cell of tab-separated values, which has no quotes: a backslash, a tab and the ends
  /// of lines are `\\`, `\t`, `\r` and `\n`. It is no formula either.
  package static func append(tabbed text: String, to output: inout [UInt8]) {
    if beginsFormula(text) { output.append(0x27) }
    for byte in text.utf8 {
      switch byte {
      case 0x09: output += [0x5C, UInt8(ascii: "t")]
      case 0x0A: output += [0x5C, UInt8(ascii: "n")]
      case 0x0D: output += [0x5C, UInt8(ascii: "r")]
      case 0x5C: output += [0x5C, 0x5C]
      default: output.append(byte)
      }
    }
  }

  /// Returns true if a text is certainly a cell as it is: printable ASCII without separators and
  /// quotes, with a beginning that no formula has.
  package static func isPlain(_ text: String) -> Bool {
    let bytes = text.utf8.rawBytes
    guard bytes.byteCount > 0 else { return true }
    switch bytes.byte(0) {
    case UInt8(ascii: " "), UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "@"):
      return false
    default: break
    }
    let ones = XMLScanner.ones
    return bytes.combined { word in
      RawSpan.strangers(word) | XMLScanner.zeroBytes(word ^ (ones &* 0x2C))
        | XMLScanner.zeroBytes(word ^ (ones &* 0x3B)) | XMLScanner.zeroBytes(word ^ (ones &* 0x7C))
        | XMLScanner.zeroBytes(word ^ (ones &* 0x22))
    } == 0
  }

  /// Appends a cell of ASCII characters without separators, as a time is: `date` appends its bytes.
  package static func append(to output: inout [UInt8], date: (inout [UInt8]) -> Void) {
    let start = output.count
    date(&output)
    // A year that needs a sign.
    if start < output.count, output[start] == 0x2B || output[start] == 0x2D {
      output.insert(0x27, at: start)
    }
  }

  private static func holdsSeparator(_ text: String) -> Bool {
    let bytes = text.utf8.span
    for index in bytes.indices where isSeparator(bytes[index]) { return true }
    return false
  }

  /// Returns true for `,` `;` `|`, a tab, quotes and the ends of lines.
  private static func isSeparator(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x2C, 0x3B, 0x7C, 0x09, 0x22, 0x0A, 0x0D: true
    default: false
    }
  }

  private static func beginsFormula(_ text: String) -> Bool {
    switch text.unicodeScalars.first(where: { $0 != " " }) {
    case "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
    default: false
    }
  }
}
