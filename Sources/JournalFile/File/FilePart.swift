/// A part of a file, read a mebibyte at a time.
package struct FilePart {
  private let file: OpenFile
  private let path: String
  private let range: Range<UInt64>
  private let system: any FileSystem

  /// - Parameter path: where the file is, for errors.
  package init(
    _ file: OpenFile, at path: String, _ range: Range<UInt64>, on system: any FileSystem
  ) {
    (self.file, self.path, self.range, self.system) = (file, path, range, system)
  }

  /// Calls `body` with the bytes, in order, and where they begin in the file.
  ///
  /// - Throws: what `body` throws; `SystemFailure`, `.replaced` where the file is shorter now.
  package func forEach(_ body: (_ bytes: [UInt8], _ offset: UInt64) throws -> Void) throws {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let end = min(offset + (1 << 20), range.upperBound)
      let bytes = try system.bytes(of: file, from: offset, to: end)
      guard bytes.count == end - offset else { throw SystemFailure(.read, path, .replaced) }
      try body(bytes, offset)
      offset = end
    }
  }

  /// Writes the bytes after the end of another file.
  package func append(to other: OpenFile) throws {
    try forEach { bytes, _ in try system.append(bytes, to: other) }
  }
}

extension FileSystem {
  /// The bytes of a file from one offset to another, fewer where it is shorter.
  package func bytes(
    of file: OpenFile, from start: UInt64, to end: UInt64
  ) throws(SystemFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(end - start))
    var filled = 0
    while filled < bytes.count {
      let count = try read(file, at: start + UInt64(filled), into: &bytes, from: filled)
      guard count > 0 else { return Array(bytes.prefix(filled)) }
      filled += count
    }
    return bytes
  }
}
