import ByteTools
import Testing

/// Text that is looked for where it stands, near the end of a line too.
@Suite struct BytePatternTests {
  private static let line = Array(",\"start\":\"2026-03-01T08:00:00Z\",\"end\":\"2026".utf8)

  /// At every position, and for a pattern of every length: found where the bytes are the same.
  @Test(arguments: 0...32) func isFoundWhereItsBytesStand(_ count: Int) {
    let text = Self.line.dropFirst(3).prefix(count)
    let pattern = BytePattern(String(decoding: text, as: UTF8.self))
    #expect(pattern.count == count)
    for position in -1...Self.line.count + 1 {
      var at = position
      let isThere = Self.line.rawBytes.skip(pattern, at: &at)
      let due =
        position >= 0 && Self.line.dropFirst(position).starts(with: text)
        && position + count <= Self.line.count
      #expect(isThere == due, "\(count) bytes at \(position)")
      #expect(at == position + (due ? count : 0))
    }
  }

  /// One byte that differs, whichever it is.
  @Test func isNotFoundWhereAByteDiffers() {
    let line = Array(Self.line.prefix(32))
    for count in [1, 20, 31, 32] {
      let pattern = BytePattern(String(decoding: line.prefix(count), as: UTF8.self))
      for index in 0..<count {
        for rest in [0, 40] {
          var changed = line.prefix(count) + [UInt8](repeating: 0x20, count: rest)
          changed[index] ^= 1
          var at = 0
          #expect(!Array(changed).rawBytes.skip(pattern, at: &at) && at == 0)
        }
      }
    }
  }
}
