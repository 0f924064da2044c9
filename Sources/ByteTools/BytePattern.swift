/// Up to 32 bytes that are compared with the bytes of a span, for text that is known only when the
/// program runs.
///
/// Public only so that the compiler can inline it into other modules, which it does not do with
/// package types.
public struct BytePattern: Sendable {
  @usableFromInline let bytes: SIMD4<UInt64>
  @usableFromInline let mask: SIMD4<UInt64>
  /// How many bytes.
  public let count: Int

  /// The bytes of a text, which has 32 at most.
  public init(_ text: String) {
    count = text.utf8.count
    precondition(count <= 32, "longer than a pattern")
    let room = [UInt8](repeating: 0, count: 32)
    let text = Array(text.utf8) + room
    let ones = [UInt8](repeating: 0xFF, count: count) + room
    bytes = unsafe text.rawBytes.uncheckedVector(0)
    mask = unsafe ones.rawBytes.uncheckedVector(0)
  }

  /// The byte at an offset, of less than 32.
  fileprivate func byte(_ offset: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: UInt64(littleEndian: bytes[offset / 8]) >> (8 * (offset % 8)))
  }
}

extension RawSpan {
  /// Whether the pattern's bytes stand at a position; moves past them if so.
  @inlinable @inline(__always)
  package func skip(_ pattern: BytePattern, at position: inout Int) -> Bool {
    guard position >= 0, byteCount &- position >= 32 else { return skipSlowly(pattern, &position) }
    return unsafe uncheckedSkip(pattern, at: &position)
  }

  /// The same where 32 bytes are known to stand there.
  @unsafe @inlinable @inline(__always)
  package func uncheckedSkip(_ pattern: BytePattern, at position: inout Int) -> Bool {
    let difference = unsafe (uncheckedVector(position) ^ pattern.bytes) & pattern.mask
    guard difference[0] | difference[1] | difference[2] | difference[3] == 0 else { return false }
    position &+= pattern.count
    return true
  }

  /// The same near the end, where the bytes may not be there.
  @usableFromInline @inline(never)
  func skipSlowly(_ pattern: BytePattern, _ position: inout Int) -> Bool {
    guard position >= 0, byteCount - position >= pattern.count else { return false }
    for offset in 0..<pattern.count
    where byte(position + offset) != pattern.byte(offset) { return false }
    position += pattern.count
    return true
  }
}
