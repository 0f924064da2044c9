/// Bytes in their order: of a file, of standard input or of memory.
package protocol ByteSource {
  /// Writes the next bytes into an array, from `start` to its end at most, and returns how many; 0
  /// means that the source has ended. The caller leaves room for one byte or more. Fewer bytes than
  /// there is room for do not mean the end.
  mutating func read(into bytes: inout [UInt8], from start: Int) throws -> Int
}

/// Bytes in memory as a source.
package struct MemorySource: ByteSource {
  private let bytes: [UInt8]
  private let chunk: Int
  private var offset = 0

  /// Gives out the bytes, at most `chunk` of them at a time.
  package init(_ bytes: [UInt8], chunk: Int = .max) {
    precondition(chunk > 0, "a chunk holds at least one byte")
    self.bytes = bytes
    self.chunk = chunk
  }

  /// Copies the next bytes.
  package mutating func read(into bytes: inout [UInt8], from start: Int) -> Int {
    let count = min(bytes.count - start, chunk, self.bytes.count - offset)
    bytes.replaceSubrange(start..<start + count, with: self.bytes[offset..<offset + count])
    offset += count
    return count
  }
}
