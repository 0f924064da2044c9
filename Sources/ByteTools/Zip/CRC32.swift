/// The CRC-32 of zip, gzip and PNG (ISO 3309), sixteen bytes at a time.
///
///     var sum = CRC32()
///     sum.update("123456789".utf8.rawBytes)
///     sum.value  // 0xCBF4_3926
package struct CRC32: Sendable {
  private static let slices = 16
  /// What a byte adds to the sum when 0 to 15 bytes follow it: 256 numbers for each of these
  /// distances.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: slices * 256)
    for byte in 0..<256 {
      tables[byte] = (0..<8).reduce(UInt32(byte)) { sum, _ in
        (sum >> 1) ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0)
      }
    }
    for index in 256..<tables.count {
      let before = tables[index - 256]
      tables[index] = (before >> 8) ^ tables[Int(before & 0xFF)]
    }
    return tables
  }()

  private var state = UInt32.max

  /// The sum of no bytes.
  package init() {}

  /// The sum of the bytes taken so far.
  package var value: UInt32 { ~state }

  /// Takes the next bytes.
  package mutating func update(_ bytes: RawSpan) {
    let all = Self.tables
    let tables = all.span
    precondition(tables.count == Self.slices * 256)
    var sum = state
    var at = 0
    while bytes.byteCount &- at >= Self.slices {
      let first = bytes.word(at) ^ UInt64(sum)
      sum =
        Self.sum(tables, first, followedBy: 8)
        ^ Self.sum(tables, bytes.word(at &+ 8), followedBy: 0)
      at &+= Self.slices
    }
    while at < bytes.byteCount {
      sum = (sum >> 8) ^ tables[Int(UInt8(truncatingIfNeeded: sum) ^ bytes.byte(at))]
      at &+= 1
    }
    state = sum
  }

  /// What eight bytes add to the sum when `others` bytes follow them.
  @inline(__always)
  private static func sum(_ tables: Span<UInt32>, _ word: UInt64, followedBy others: Int) -> UInt32
  {
    var sum: UInt32 = 0
    for index in 0..<8 {
      let byte = Int(UInt8(truncatingIfNeeded: word >> UInt64(index &* 8)))
      sum ^= tables[((others &+ 7 &- index) &* 256) &+ byte]
    }
    return sum
  }
}
