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

  /// Sets the end of each file: the beginning of the next one, or of the directory.
  private static func setEnds(_ entries: inout [ZipEntry], directory: UInt64) {
    var next = directory
    for index in entries.indices.sorted(by: { entries[$0].offset > entries[$1].offset }) {
      entries[index].end = next
      next = entries[index].offset
    }
  }

  /// Returns the content of a file. It is inflated while it is read, on the thread that reads: see
  /// `ReadAheadSource`.
  ///
  /// - Parameter entry: an entry of this archive.
  /// - Throws: `ZipError`, or the errors of reading.
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

  /// Returns the position of a file's bytes: after its own header, which must match the directory's
  /// entry.
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

/// The data about the directory at the end of an archive.
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

  /// Finds the end: after it come a comment of 65,535 bytes at most, and then only zeros, with
  /// which `bsdtar` fills its output into a pipe.
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

  /// Returns the position of the zip64 end; nil: there is none.
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

/// A file in a zip archive, as the directory of the archive describes it.
package struct ZipEntry: Sendable {
  /// The name as it is in the archive. It is untrusted text, not a path to open or write.
  package let nameBytes: [UInt8]
  /// The name: as UTF-8 if it is or is marked so, otherwise in the IBM PC's code page 437.
  package let name: String
  /// The method of compression: 0 is none, 8 is deflating.
  package let method: UInt16
  /// The number of its bytes in the archive.
  package let compressedSize: UInt64
  /// The number of its bytes when inflated.
  package let size: UInt64
  /// The CRC-32 of what it holds.
  package let checksum: UInt32
  /// True if a password is needed.
  package let isEncrypted: Bool

  /// The position of its header.
  let offset: UInt64
  /// The position of the next part of the archive; set when all entries are known.
  var end: UInt64 = 0

  /// The earliest offset at which the file can end, by the sizes of its header, name and compressed
  /// bytes; nil where that overflows.
  var leastEnd: UInt64? {
    let (end, overflows) = offset.addingReportingOverflow(compressedSize)
    let header = UInt64(LocalHeader.size + nameBytes.count)
    return overflows || end > .max - header ? nil : end + header
  }
}

/// The fixed part of the header in front of a file.
enum LocalHeader {
  static let size = 30
  static let signature: UInt64 = 0x0403_4B50
}

extension ZipEntry {
  /// The fixed part of an entry of the directory.
  static let fixedSize = 46
  static let signature: UInt64 = 0x0201_4B50

  /// Reads the entry of a directory that begins at a position, and moves past it.
  init(_ directory: RawSpan, at position: inout Int) throws(ZipError) {
    let start = position
    guard directory.byteCount - start >= Self.fixedSize,
      directory.number(start, 4) == Self.signature
    else { throw .damaged }
    let flags = directory.number(start + 8, 2)
    let nameEnd = start + Self.fixedSize + Int(directory.number(start + 28, 2))
    let extraEnd = nameEnd + Int(directory.number(start + 30, 2))
    position = extraEnd + Int(directory.number(start + 32, 2))
    guard position <= directory.byteCount else { throw .damaged }

    var long = LongFields(directory.extracting(nameEnd..<extraEnd))
    size = try long.value(directory.number(start + 24, 4), 4)
    compressedSize = try long.value(directory.number(start + 20, 4), 4)
    offset = try long.value(directory.number(start + 42, 4), 4)
    guard try long.value(directory.number(start + 34, 2), 2) == 0 else { throw .split }

    method = UInt16(directory.number(start + 10, 2))
    checksum = UInt32(directory.number(start + 16, 4))
    // Bit 0: encrypted; bit 6: strongly; bit 13: so are the headers. Bit 11: the name is UTF-8.
    isEncrypted = flags & 0x2041 != 0
    nameBytes = directory.extracting(start + Self.fixedSize..<nameEnd).array
    name = Self.text(nameBytes, isUTF8: flags & 0x800 != 0)
  }

  private static func text(_ bytes: [UInt8], isUTF8: Bool) -> String {
    if isUTF8 || bytes.rawBytes.isUTF8 { return bytes.rawBytes.text() }
    return String(
      String.UnicodeScalarView(
        bytes.map { $0 < 0x80 ? Unicode.Scalar($0) : upperHalf[Int($0) - 0x80] }))
  }

  /// The characters of code page 437 from 0x80 on.
  private static let upperHalf = Array(
    """
    ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
    αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}
    """.unicodeScalars)
}

/// The numbers that do not fit into zip's original fields: if all bits of such a field are set, its
/// value is in the zip64 extra field, in the order of the fields.
private struct LongFields: ~Escapable {
  private let field: RawSpan
  private var at = 0

  @_lifetime(copy extra)
  init(_ extra: RawSpan) {
    var start = 0
    while extra.byteCount - start >= 4 {
      let end = start + 4 + Int(extra.number(start + 2, 2))
      guard end <= extra.byteCount else { break }
      if extra.number(start, 2) == 1 {
        field = extra.extracting(start + 4..<end)
        return
      }
      start = end
    }
    field = extra.extracting(0..<0)
  }

  /// Returns the value of a field of two or four bytes.
  mutating func value(_ short: UInt64, _ width: Int) throws(ZipError) -> UInt64 {
    guard short == (1 << UInt64(width * 8)) - 1 else { return short }
    // Sizes and offsets take eight bytes there, volumes four. Without a field, all bits set is the
    // value.
    guard field.byteCount > 0 else { return short }
    guard field.byteCount - at >= width * 2 else { throw .damaged }
    defer { at += width * 2 }
    return field.number(at, width * 2)
  }
}

extension RawSpan {
  /// Returns a number of this many bytes, the lowest first.
  func number(_ offset: Int, _ width: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in (offset..<offset + width).reversed() {
      number = (number << 8) | UInt64(byte(index))
    }
    return number
  }
}

/// The content of a file in a zip archive, checked against the archive's statement of it.
///
/// No byte beyond the stated size is given out, and the end only if size and checksum are right. A
/// failure repeats on each later read.
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
    if let count = try inflate?.read(into: &bytes, from: start, of: &part) { return count }
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

/// Bytes that can be read from any offset: a file, or memory.
package protocol SeekableBytes: Sendable {
  /// The number of bytes.
  var size: UInt64 { get }

  /// Writes the bytes from `offset` on into an array, from `start` to its end at most, and returns
  /// how many; 0 means that there is none. The caller leaves room for one byte or more. Fewer bytes
  /// than there is room for do not mean the end.
  func read(at offset: UInt64, into bytes: inout [UInt8], from start: Int) throws -> Int
}

extension [UInt8]: SeekableBytes {
  /// The number of bytes.
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
  /// Returns all bytes from `offset` on, this many of them.
  ///
  /// - Throws: `ZipError.truncated` if there are fewer, or the errors of reading.
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

/// The CRC-32 of zip, gzip and PNG (ISO 3309), sixteen bytes at a time.
///
///     var sum = CRC32()
///     sum.update("123456789".utf8.rawBytes)
///     sum.value  // 0xCBF4_3926
package struct CRC32: Sendable {
  private static let slices = 16
  /// The numbers that a byte adds to the sum when 0 to 15 bytes follow it: 256 numbers for each of
  /// these distances.
  private static let tables: [UInt32] = {
    var tables = [UInt32](repeating: 0, count: slices * 256)
    for byte in 0..<256 {
      tables[byte] = (0..<8).reduce(UInt32(byte)) { sum, _ in
        (sum >> 1) ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0)
      }
    }
    for index in 256..<tables.count {
      let before = tables[index - 256]
      tables[index] = (before >> 8) ^ tables[Int(before & 0xFF)]
    }
    return tables
  }()

  private var state = UInt32.max

  /// Creates the sum of no bytes.
  package init() {}

  /// The sum of the bytes taken so far.
  package var value: UInt32 { ~state }

  /// Adds the next bytes.
  package mutating func update(_ bytes: RawSpan) {
    let all = Self.tables
    let tables = all.span
    precondition(tables.count == Self.slices * 256)
    var sum = state
    var at = 0
    while bytes.byteCount &- at >= Self.slices {
      let first = bytes.word(at) ^ UInt64(sum)
      sum =
        Self.sum(tables, first, followedBy: 8)
        ^ Self.sum(tables, bytes.word(at &+ 8), followedBy: 0)
      at &+= Self.slices
    }
    while at < bytes.byteCount {
      sum = (sum >> 8) ^ tables[Int(UInt8(truncatingIfNeeded: sum) ^ bytes.byte(at))]
      at &+= 1
    }
    state = sum
  }

  /// Returns the number that eight bytes add to the sum when `others` bytes follow them.
  @inline(__always)
  private static func sum(_ tables: Span<UInt32>, _ word: UInt64, followedBy others: Int) -> UInt32
  {
    var sum: UInt32 = 0
    for index in 0..<8 {
      let byte = Int(UInt8(truncatingIfNeeded: word >> UInt64(index &* 8)))
      sum ^= tables[((others &+ 7 &- index) &* 256) &+ byte]
    }
    return sum
  }
}
