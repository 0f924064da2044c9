/// A zip archive that is read in place, by its directory: PKWARE's APPNOTE 6.3, with zip64.
///
///     let archive = try ZipArchive(file)
///     for entry in archive.entries { var source = try archive.source(of: entry) … }
///
/// Names are only text, and nothing is written anywhere. What concerns the whole archive is checked
/// when it is opened, and what concerns one file when that file is read: so the good files of a
/// damaged archive can be read.
package struct ZipArchive: Sendable {
  /// The most files that are read, as all names are held in memory. An export has one for each
  /// workout, electrocardiogram and clinical record: this many in ten years are 27 a day.
  package static let mostEntries: UInt64 = 100_000
  /// The longest directory that is read, in bytes: 335 for each of the most files.
  package static let longestDirectory: UInt64 = 32 << 20
  /// Inflating makes no more than this many bytes of one: a match of 258 takes two bits at least. A
  /// lower limit, as Apache POI's 100, would refuse files of mostly equal lines; as entries may not
  /// overlap, no archive holds more than this many times its own size.
  static let highestRatio: UInt64 = 1032

  /// The files and folders, in the directory's order.
  package let entries: [ZipEntry]
  private let bytes: any SeekableBytes

  /// Opens an archive and reads its directory.
  ///
  /// - Throws: `ZipError`, or what reading throws.
  package init(_ bytes: some SeekableBytes) throws {
    let end = try ZipEnd(bytes)
    guard end.count <= Self.mostEntries, end.directorySize <= Self.longestDirectory else {
      throw ZipError.tooManyEntries(end.count)
    }
    guard end.count <= end.directorySize / UInt64(ZipEntry.fixedSize) else {
      throw ZipError.damaged
    }
    let directory = try bytes.bytes(at: end.directoryOffset, count: Int(end.directorySize))
    var entries: [ZipEntry] = []
    entries.reserveCapacity(Int(end.count))
    var offset = 0
    for _ in 0..<end.count {
      entries.append(try ZipEntry(directory.rawBytes, at: &offset))
    }
    guard offset == directory.count else { throw ZipError.damaged }
    Self.setEnds(&entries, directory: end.directoryOffset)
    self.entries = entries
    self.bytes = bytes
  }

  /// Each file ends where the next one begins, or the directory.
  private static func setEnds(_ entries: inout [ZipEntry], directory: UInt64) {
    var next = directory
    for index in entries.indices.sorted(by: { entries[$0].offset > entries[$1].offset }) {
      entries[index].end = next
      next = entries[index].offset
    }
  }

  /// What a file holds. It is inflated as it is read, on the thread that reads: see
  /// `ReadAheadSource`.
  ///
  /// - Parameter entry: one of this archive's.
  /// - Throws: `ZipError`, or what reading throws.
  package func source(of entry: ZipEntry) throws -> ZipEntrySource {
    if entry.isEncrypted { throw ZipError.encrypted }
    guard entry.method == 0 || entry.method == 8 else { throw ZipError.method(entry.method) }
    guard let leastEnd = entry.leastEnd, leastEnd <= entry.end else { throw ZipError.overlap }
    if entry.method == 0, entry.size != entry.compressedSize { throw ZipError.damaged }
    guard entry.size / Self.highestRatio <= entry.compressedSize else {
      throw ZipError.impossibleRatio
    }
    let start = try start(of: entry)
    guard start <= entry.end, entry.compressedSize <= entry.end - start else {
      throw ZipError.overlap
    }
    return ZipEntrySource(entry, PartSource(bytes, start..<start + entry.compressedSize))
  }

  /// Where the bytes of a file begin: after its own header, which has to be that of the
  /// directory's entry.
  private func start(of entry: ZipEntry) throws -> UInt64 {
    let fixed = LocalHeader.size
    let header = try bytes.bytes(at: entry.offset, count: fixed + entry.nameBytes.count)
    let span = header.rawBytes
    // Sizes and checksum may stand after the file instead, so those of the directory are taken.
    guard span.number(0, 4) == LocalHeader.signature,
      span.number(8, 2) == UInt64(entry.method),
      span.number(26, 2) == UInt64(entry.nameBytes.count),
      header[fixed...].elementsEqual(entry.nameBytes)
    else { throw ZipError.damaged }
    return entry.offset + UInt64(header.count) + span.number(28, 2)
  }
}

/// What the end of an archive says of its directory.
struct ZipEnd {
  private static let size = 22
  static let signature: UInt64 = 0x0605_4B50
  private static let locatorSize = 20
  static let locatorSignature: UInt64 = 0x0706_4B50
  static let longSize = 56
  static let longSignature: UInt64 = 0x0606_4B50

  private(set) var count: UInt64
  private(set) var directorySize: UInt64
  private(set) var directoryOffset: UInt64

  /// Finds the end: after it stands a comment of 65,535 bytes at most, and then nothing but zeros,
  /// with which `bsdtar` fills what it writes into a pipe.
  init(_ bytes: some SeekableBytes) throws {
    let tailSize = min(bytes.size, UInt64(Self.size + 0xFFFF))
    let tailStart = bytes.size - tailSize
    let tail = try bytes.bytes(at: tailStart, count: Int(tailSize))
    guard let offset = Self.offset(in: tail.rawBytes) else { throw ZipError.noArchive }
    let record = tail.rawBytes.extracting(offset..<offset + Self.size)
    count = record.number(10, 2)
    directorySize = record.number(12, 4)
    directoryOffset = record.number(16, 4)
    let isWhole =
      record.number(4, 2) == 0 && record.number(6, 2) == 0 && record.number(8, 2) == count
    var end = tailStart + UInt64(offset)

    let isLong =
      count == 0xFFFF || directorySize == 0xFFFF_FFFF || directoryOffset == 0xFFFF_FFFF
    if isLong, let long = try Self.longOffset(bytes, before: end) {
      try readLong(bytes, at: long)
      end = long
    } else if !isWhole {
      throw ZipError.split
    }
    guard directoryOffset <= end, directorySize <= end - directoryOffset else {
      throw ZipError.damaged
    }
  }

  private static func offset(in tail: RawSpan) -> Int? {
    for offset in stride(from: tail.byteCount - size, through: 0, by: -1)
    where tail.number(offset, 4) == signature {
      let end = offset + size + Int(tail.number(offset + 20, 2))
      if end <= tail.byteCount, (end..<tail.byteCount).allSatisfy({ tail.byte($0) == 0 }) {
        return offset
      }
    }
    return nil
  }

  /// Where the zip64 end stands; nil: there is none.
  private static func longOffset(
    _ bytes: some SeekableBytes, before end: UInt64
  ) throws -> UInt64? {
    guard end >= UInt64(locatorSize) else { return nil }
    let locator = try bytes.bytes(at: end - UInt64(locatorSize), count: locatorSize)
    let span = locator.rawBytes
    guard span.number(0, 4) == locatorSignature else { return nil }
    guard span.number(4, 4) == 0, span.number(16, 4) <= 1 else { throw ZipError.split }
    let offset = span.number(8, 8)
    guard offset <= end - UInt64(locatorSize) else { throw ZipError.damaged }
    return offset
  }

  private mutating func readLong(_ bytes: some SeekableBytes, at offset: UInt64) throws {
    let record = try bytes.bytes(at: offset, count: Self.longSize)
    let span = record.rawBytes
    guard span.number(0, 4) == Self.longSignature else { throw ZipError.damaged }
    count = span.number(32, 8)
    directorySize = span.number(40, 8)
    directoryOffset = span.number(48, 8)
    guard span.number(16, 4) == 0, span.number(20, 4) == 0, span.number(24, 8) == count else {
      throw ZipError.split
    }
  }
}
