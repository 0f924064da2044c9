/// Untrusted text in a command that a person copies into a shell.
package enum ShellText {
  /// The text as one word of bash, zsh and fish: as it is where it is plain ASCII, else in single
  /// quotes. A quote and a backslash stand outside of them, as fish obeys both inside:
  /// `Jo's Watch` is `'Jo'\''s Watch'`.
  package static func word(_ text: String) -> String {
    if !text.isEmpty, text.utf8.allSatisfy(isPlain) { return text }
    var word: [UInt8] = [quote]
    for byte in text.utf8 {
      word += byte == quote || byte == backslash ? [quote, backslash, byte, quote] : [byte]
    }
    return String(decoding: word + [quote], as: UTF8.self)
  }

  private static let quote = UInt8(ascii: "'")
  private static let backslash = UInt8(ascii: "\\")

  /// Whether a byte is one in which no shell sees more, wherever it stands in a word.
  package static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_-./:@%+,".utf8.contains(byte)
    }
  }
}
