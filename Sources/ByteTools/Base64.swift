/// Bytes as text of 64 letters (RFC 4648 §4).
package enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The text of bytes: `[0xFF]` is `/w==`.
  package static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var word = group.reduce(UInt32(0)) { ($0 << 8) | UInt32($1) }
      word <<= UInt32(8 * (3 - group.count))
      for index in 0..<4 {
        let letter = letters[Int((word >> UInt32(18 - 6 * index)) & 63)]
        text.append(index <= group.count ? letter : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text; nil where it is not written exactly as `text` writes them.
  package static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var (word, bits) = (UInt32(0), UInt32(0))
    for letter in text.utf8 where letter != UInt8(ascii: "=") {
      guard let value = letters.firstIndex(of: letter) else { return nil }
      word = (word << 6) | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: word >> bits))
      }
    }
    return Self.text(bytes) == text ? bytes : nil
  }
}

extension Digest {
  /// The digest as 44 letters of Base64.
  package var base64Text: String { Base64.text((0..<32).map { self[$0] }) }

  /// Reads what `base64Text` writes; anything else gives nil.
  package init?(base64 text: some StringProtocol) {
    guard let bytes = Base64.bytes(text), bytes.count == 32 else { return nil }
    let words = stride(from: 0, to: 32, by: 8).map { start in
      bytes[start..<start + 8].reduce(UInt64(0)) { ($0 << 8) | UInt64($1) }
    }
    self.init(words: (words[0], words[1], words[2], words[3]))
  }
}
