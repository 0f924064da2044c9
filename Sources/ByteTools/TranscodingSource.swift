/// The bytes of a source in another encoding, as UTF-8.
///
/// An unpaired surrogate becomes U+FFFD, and so does a byte that is left over at the end.
package struct TranscodingSource: ByteSource {
  /// How many U+FFFD stand where the input had no valid character.
  package private(set) var replacedCount = 0

  private var source: any ByteSource
  private let encoding: TextEncoding
  private var raw = [UInt8](repeating: 0, count: 1 << 16)
  /// Bytes of `raw` that the last piece left: a part of a character.
  private var left = 0
  private var text: [UInt8] = []
  private var given = 0
  private var hasEnded = false

  /// The bytes of a source.
  package init(_ source: some ByteSource, from encoding: TextEncoding) {
    self.source = source
    self.encoding = encoding
    text.reserveCapacity(raw.count * 2 + 8)
  }

  /// Copies the next bytes.
  package mutating func read(into bytes: inout [UInt8], from start: Int) throws -> Int {
    while given == text.count {
      if hasEnded { return 0 }
      try fill()
    }
    let count = min(bytes.count - start, text.count - given)
    bytes.replaceSubrange(start..<start + count, with: text[given..<given + count])
    given += count
    return count
  }

  /// Decodes the next piece.
  private mutating func fill() throws {
    text.removeAll(keepingCapacity: true)
    given = 0
    let count = try source.read(into: &raw, from: left)
    hasEnded = count == 0
    let end = left + count
    var at = 0
    switch encoding {
    case .utf16LittleEndian: decode16(&at, end, low: 0, high: 1)
    case .utf16BigEndian: decode16(&at, end, low: 1, high: 0)
    case .latin1: decode8(&at, end)
    case .utf8, .other:
      text.append(contentsOf: raw[..<end])
      at = end
    }
    if hasEnded, at < end {
      replace()
      at = end
    }
    for index in at..<end { raw[index - at] = raw[index] }
    left = end - at
  }

  private mutating func decode8(_ at: inout Int, _ end: Int) {
    while at < end {
      append(UInt32(raw[at]))
      at += 1
    }
  }

  /// Decodes whole characters; the first half of a pair waits for the second while more may come.
  private mutating func decode16(_ at: inout Int, _ end: Int, low: Int, high: Int) {
    while at + 1 < end {
      let unit = (UInt32(raw[at + high]) << 8) | UInt32(raw[at + low])
      at += 2
      guard 0xD800...0xDFFF ~= unit else {
        append(unit)
        continue
      }
      guard unit < 0xDC00 else {
        replace()
        continue
      }
      guard at + 1 < end else {
        if hasEnded {
          replace()
        } else {
          at -= 2
          return
        }
        continue
      }
      let next = (UInt32(raw[at + high]) << 8) | UInt32(raw[at + low])
      if 0xDC00...0xDFFF ~= next {
        append(0x10000 + ((unit - 0xD800) << 10) + (next - 0xDC00))
        at += 2
      } else {
        replace()
      }
    }
  }

  private mutating func replace() {
    replacedCount += 1
    append(0xFFFD)
  }

  private mutating func append(_ code: UInt32) {
    let scalar = Unicode.Scalar(code) ?? "\u{FFFD}"
    text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}
