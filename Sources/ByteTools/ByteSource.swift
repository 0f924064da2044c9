/// Bytes in their order: of a file, of standard input or of memory.
package protocol ByteSource {
  /// Writes up to `buffer.count` bytes to the start of the buffer and returns how many; 0 means
  /// that the source has ended. The buffer is never empty. A short count is no end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
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
  package mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, chunk, bytes.count - offset)
    unsafe buffer.copyBytes(from: bytes[offset..<offset + count])
    offset += count
    return count
  }
}
