/// What a file of a zip archive holds, checked against what the archive says of it.
///
/// No byte beyond the size that was said is given out, and the end only where size and checksum are
/// right. What failed once fails again.
package struct ZipEntrySource: ByteSource, Sendable {
  private let entry: ZipEntry
  private var part: PartSource
  private var inflate: Inflate?
  private var checksum = CRC32()
  private var count: UInt64 = 0
  private var failure: (any Error)?

  init(_ entry: ZipEntry, _ part: PartSource) {
    self.entry = entry
    self.part = part
    inflate = entry.method == 8 ? Inflate() : nil
  }

  /// Writes the next bytes into an array; see `ByteSource`.
  ///
  /// - Throws: `ZipError`, or what reading the archive throws.
  package mutating func read(into bytes: inout [UInt8], from start: Int) throws -> Int {
    if let failure { throw failure }
    do {
      let count = try readPart(into: &bytes, from: start)
      try check(bytes.rawBytes.extracting(start..<start + count))
      return count
    } catch {
      failure = error
      throw error
    }
  }

  private mutating func readPart(into bytes: inout [UInt8], from start: Int) throws -> Int {
    do {
      if let count = try inflate?.read(into: &bytes, from: start, of: &part) { return count }
    } catch is InflateError {
      throw ZipError.notDeflated
    }
    return try part.read(into: &bytes, from: start)
  }

  private mutating func check(_ bytes: RawSpan) throws(ZipError) {
    guard UInt64(bytes.byteCount) <= entry.size - count else { throw .moreBytes }
    count += UInt64(bytes.byteCount)
    checksum.update(bytes)
    guard bytes.byteCount == 0 else { return }
    guard count == entry.size else { throw .fewerBytes }
    if let inflate, inflate.used != entry.compressedSize { throw .notDeflated }
    guard checksum.value == entry.checksum else { throw .wrongChecksum }
  }
}
