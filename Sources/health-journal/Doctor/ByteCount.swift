/// Sizes as people read them.
enum ByteCount {
  /// `812 bytes`, `45.3 MB`.
  static func text(_ bytes: UInt64) -> String {
    for (unit, name) in [(1_000_000_000, "GB"), (1_000_000, "MB"), (1_000, "kB")]
      as [(UInt64, String)]
    where bytes >= unit {
      let tenths = bytes / (unit / 10)
      return "\(tenths / 10).\(tenths % 10) \(name)"
    }
    return "\(bytes) bytes"
  }
}
