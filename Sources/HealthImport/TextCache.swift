import ByteTools

/// Strings by their bytes: types, units, source names and metadata keys come by the million and
/// are few. A fixed number of places, each held by the last text that fell on it.
struct TextCache: Sendable {
  private var places = [String](repeating: "", count: 4096)

  /// The text of the bytes; invalid UTF-8 becomes U+FFFD.
  mutating func text(_ bytes: RawSpan) -> String {
    // Up to 15 bytes a string allocates nothing; long texts seldom come again.
    guard (16...256).contains(bytes.byteCount) else { return bytes.text() }
    let place = Self.place(of: bytes)
    if places[place].utf8.rawBytes.equals(bytes) { return places[place] }
    let text = bytes.text()
    places[place] = text
    return text
  }

  /// FNV-1a, folded to 12 bits.
  private static func place(of bytes: RawSpan) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in 0..<bytes.byteCount {
      hash = (hash ^ UInt64(bytes.byte(index))) &* 0x100_0000_01b3
    }
    return Int(((hash ^ (hash >> 32)) >> 4) & 4095)
  }
}
