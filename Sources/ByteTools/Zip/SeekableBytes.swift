/// Bytes that can be read from any offset: a file, or memory.
package protocol SeekableBytes: Sendable {
  /// How many bytes there are.
  var size: UInt64 { get }

  /// Writes the bytes from `offset` on into an array, from `start` to its end at most, and returns
  /// how many; 0 means that there is none. The caller leaves room for one byte or more. Fewer bytes
  /// than there is room for do not mean the end.
  func read(at offset: UInt64, into bytes: inout [UInt8], from start: Int) throws -> Int
}

extension [UInt8]: SeekableBytes {
  /// How many bytes there are.
  package var size: UInt64 { UInt64(count) }

  /// Copies bytes from an offset.
  package func read(at offset: UInt64, into bytes: inout [UInt8], from start: Int) -> Int {
    guard let from = Int(exactly: offset), from < count else { return 0 }
    let length = Swift.min(bytes.count - start, count - from)
    bytes.replaceSubrange(start..<start + length, with: self[from..<from + length])
    return length
  }
}

extension SeekableBytes {
  /// All bytes from `offset` on, this many of them.
  ///
  /// - Throws: `ZipError.truncated` where there are fewer, or what reading throws.
  func bytes(at offset: UInt64, count: Int) throws -> [UInt8] {
    guard offset <= size, UInt64(count) <= size - offset else { throw ZipError.truncated }
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let more = try read(at: offset + UInt64(done), into: &bytes, from: done)
      guard more > 0 else { throw ZipError.truncated }
      done += more
    }
    return bytes
  }
}

/// A part of bytes, in its order.
struct PartSource: ByteSource {
  private let bytes: any SeekableBytes
  private var offset: UInt64
  private let end: UInt64

  init(_ bytes: any SeekableBytes, _ range: Range<UInt64>) {
    self.bytes = bytes
    offset = range.lowerBound
    end = range.upperBound
  }

  /// Reads the next bytes. Past those that are counted, it may write bytes that follow the part.
  mutating func read(into array: inout [UInt8], from start: Int) throws -> Int {
    guard offset < end else { return 0 }
    let read = try bytes.read(at: offset, into: &array, from: start)
    let count = Int(min(UInt64(read), end - offset))
    offset += UInt64(count)
    return count
  }
}
