/// What `XMLTokenizer.next()` found.
package enum XMLToken: Equatable, Sendable {
  /// A start tag; a self-closing one has no end tag of its own.
  case start(selfClosing: Bool)
  /// An end tag. It may close several elements at once where end tags are missing: see `depth`.
  case end
  /// Character data or a CDATA section that is not only white space, trimmed of white space.
  case text
  /// Bytes that had to be skipped; the token's offsets say which. Reading goes on after them.
  case malformed
  /// The file ended inside a token, inside an element, or before any element. Reported once.
  case truncated
  /// Nothing is left.
  case finished
}

/// Where the bytes of an XML file come from: a file, standard input or memory.
package protocol XMLByteSource {
  /// Writes up to `buffer.count` bytes to the start of the buffer and returns how many; 0 means
  /// that the source has ended. The buffer is never empty. A short count is no end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}

/// Bytes in memory as a source.
package struct XMLMemorySource: XMLByteSource {
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

/// One attribute of a start tag, as offsets from the tag's first byte.
@usableFromInline
struct XMLAttribute {
  @usableFromInline var nameStart: Int
  @usableFromInline var nameEnd: Int
  @usableFromInline var valueStart: Int
  @usableFromInline var valueEnd: Int
  /// Whether the value holds an `&`.
  @usableFromInline var hasReference: Bool
  /// Whether the value holds a byte above 0x7f.
  @usableFromInline var hasNonASCII: Bool
}

/// What a scan of one token found; offsets count from the token's first byte.
enum XMLScan {
  /// The token ends before `end`.
  case complete(end: Int)
  /// A start tag that is also an end tag.
  case selfClosing(end: Int)
  /// The bytes at hand do not decide.
  case incomplete
  /// The token went wrong at `at`.
  case malformed(at: Int)
}
