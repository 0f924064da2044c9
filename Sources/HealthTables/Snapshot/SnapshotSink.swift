import ByteTools
import JournalFile

/// Writes the sections of a snapshot, a megabyte at a time, with their checksums.
struct SnapshotSink {
  private static let window = 1 << 20

  /// What takes the bytes, in order.
  typealias Output = ([UInt8]) throws -> Void

  private let output: Output
  private var buffer: [UInt8] = []
  private var sum = Checksum64()
  private var hash = SHA256()
  /// The SHA-256 of each section.
  private(set) var digests: [Digest] = []
  private var written = 0
  private(set) var sections: [SnapshotSection] = []

  init(_ output: @escaping Output) throws {
    self.output = output
    try put(SnapshotLayout.front)
    try flush()
  }

  /// Writes one section, which `body` fills.
  mutating func section(
    _ kind: SnapshotSection.Kind, count: Int, dead: Int = 0,
    _ body: (inout SnapshotSink) throws -> Void
  ) throws {
    let start = written
    sum = Checksum64()
    hash = SHA256()
    try body(&self)
    try flush()
    digests.append(hash.finalize())
    sections.append(
      SnapshotSection(
        kind: kind, number: sections.count, count: count, dead: dead, offset: start,
        size: written - start, checksum: sum.value))
  }

  /// Writes a column, filled up to the alignment.
  mutating func put<Element>(_ column: StoredColumn<Element>) throws {
    var start = 0
    while start < column.count {
      let end = min(start + Self.window / MemoryLayout<Element>.stride, column.count)
      buffer.append(memoryOf: Array(column[start..<end]))
      start = end
      if buffer.count >= Self.window, start < column.count { try flush() }
    }
    pad()
    if buffer.count >= Self.window { try flush() }
  }

  /// Writes bytes, filled up to the alignment.
  mutating func put(_ bytes: [UInt8]) throws {
    buffer.append(contentsOf: bytes)
    pad()
  }

  /// Writes the digests of what was written, the directory and the trailer.
  ///
  /// - Parameter buckets: the digests of the row IDs of each bucket.
  mutating func finish(_ head: Head, buckets: [Digest], _ seal: SnapshotSeal) throws {
    let all = digests + buckets
    try section(.digests, count: all.count) { sink in
      var writer = FactWriter()
      for digest in all { writer.put(digest) }
      try sink.put(writer.bytes)
    }
    var directory = FactWriter()
    for section in sections { section.write(to: &directory) }
    directory.pad(to: SnapshotLayout.alignment)
    let size = written + directory.bytes.count + SnapshotLayout.trailerSize
    var trailer = SnapshotTrailer(
      head: head, directory: written, sections: sections.count, fileSize: size)
    trailer.seal = seal.of(trailer.sealed(directory.bytes, digests: digests[digests.count - 1]))
    try put(trailer.bytes(directory.bytes))
    try flush()
  }

  private mutating func pad() {
    let alignment = SnapshotLayout.alignment
    let rest = (written + buffer.count) % alignment
    if rest > 0 { buffer.append(contentsOf: repeatElement(0, count: alignment - rest)) }
  }

  private mutating func flush() throws {
    var sum = sum
    sum.update(buffer.rawBytes)
    self.sum = sum
    var hash = hash
    hash.update(buffer.rawBytes)
    self.hash = hash
    try output(buffer)
    written += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }
}
