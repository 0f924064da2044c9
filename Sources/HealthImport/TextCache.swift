import ByteTools

/// Strings by their bytes: types, units, source names and metadata keys come by the million and
/// are few. A fixed number of slots, each held by the last text that fell on it.
struct TextCache: Sendable {
  private var slots = [String](repeating: "", count: 4096)

  /// The text of the bytes; invalid UTF-8 becomes U+FFFD.
  mutating func text(_ bytes: RawSpan) -> String {
    // Up to 15 bytes a string allocates nothing; long texts seldom come again.
    guard (16...256).contains(bytes.byteCount) else { return bytes.text() }
    let slot = Self.slot(of: bytes)
    if slots[slot].utf8.rawBytes.equals(bytes) { return slots[slot] }
    let text = bytes.text()
    slots[slot] = text
    return text
  }

  /// FNV-1a, folded to 12 bits.
  private static func slot(of bytes: RawSpan) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in 0..<bytes.byteCount {
      hash = (hash ^ UInt64(bytes.byte(index))) &* 0x100_0000_01b3
    }
    return Int(((hash ^ (hash >> 32)) >> 4) & 4095)
  }
}
