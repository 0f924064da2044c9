/// How the characters of a text stand as bytes, as far as its beginning tells.
package enum TextEncoding: Hashable, Sendable {
  /// UTF-8, or ASCII, which is a part of it: text that is read without conversion.
  case utf8
  /// UTF-16, the lower byte first.
  case utf16LittleEndian
  /// UTF-16, the higher byte first.
  case utf16BigEndian
  /// ISO-8859-1: each byte is the character of its number.
  case latin1
  /// Another one, by its name; there is no reader of it.
  case other(String)

  /// Its name.
  package var name: String {
    switch self {
    case .utf8: "UTF-8"
    case .utf16LittleEndian, .utf16BigEndian: "UTF-16"
    case .latin1: "ISO-8859-1"
    case .other(let name): name
    }
  }

  /// Whether there is a reader of it.
  package var isReadable: Bool {
    if case .other = self { return false }
    return true
  }

  /// The encoding of a text with this beginning: by its byte order mark, by how `<` stands, or by
  /// what its XML declaration names. A text that does not tell its encoding counts as UTF-8.
  package init(of beginning: RawSpan) {
    let first = beginning.byteCount < 4 ? 0 : beginning.bigEndianWord32(at: 0)
    switch (first >> 24, (first >> 16) & 0xFF, (first >> 8) & 0xFF, first & 0xFF) {
    case (0xFF, 0xFE, 0, 0), (0, 0, 0xFE, 0xFF), (0x3C, 0, 0, 0), (0, 0, 0, 0x3C):
      self = .other("UTF-32")
    case (0xFF, 0xFE, _, _), (0x3C, 0, 1..., 0): self = .utf16LittleEndian
    case (0xFE, 0xFF, _, _), (0, 0x3C, 0, 1...): self = .utf16BigEndian
    default: self = Self.declared(by: beginning)
    }
  }

  /// The encoding that an XML declaration at the very beginning names. A declaration that can be
  /// read byte by byte is not in UTF-16, so one that names UTF-16 counts as UTF-8.
  private static func declared(by beginning: RawSpan) -> TextEncoding {
    var at = 0
    guard beginning.skip("<?xml", at: &at),
      let end = beginning.firstIndex(of: UInt8(ascii: ">"), from: at), end < 1 << 10
    else { return .utf8 }
    let words = beginning.text(at..<end).split { $0 == "=" || $0.isWhitespace }
    guard let index = words.firstIndex(of: "encoding"), index + 1 < words.count else {
      return .utf8
    }
    let name = words[index + 1].filter { $0 != "\"" && $0 != "'" && $0 != "?" }
    switch name.uppercased() {
    case "UTF-8", "UTF8", "US-ASCII", "ASCII", "UTF-16", "UTF-16LE", "UTF-16BE", "": return .utf8
    case "ISO-8859-1", "ISO8859-1", "ISO_8859-1", "LATIN1", "LATIN-1": return .latin1
    default: return .other(String(name.prefix(40)))
    }
  }
}
