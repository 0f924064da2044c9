import ByteTools
import HealthModel
import JournalFile

/// A snapshot's file. Parts of it are read into memory of the process's own when they are first
/// asked for, and never again: what was verified does not change when the file does.
final class SnapshotFile: Sendable {
  /// The bytes that have been read so far, in their place.
  let bytes: OwnedBytes
  private let file: OpenFile
  private let system: any FileSystem
  /// The object that closes the file; nil if this one does.
  private let owner: SnapshotFile?

  /// Opens a file.
  ///
  /// - Throws: `SystemFailure`; `SnapshotProblem` where there is no room for its bytes.
  init(_ path: String, on system: any FileSystem) throws {
    self.system = system
    owner = nil
    file = try system.open(path, .read)
    do {
      guard let count = Int(exactly: try system.size(of: file)),
        let bytes = OwnedBytes(count: count)
      else { throw SnapshotProblem() }
      self.bytes = bytes
    } catch {
      system.close(file)
      throw error
    }
  }

  /// Creates the same file with nothing read of it yet, for one question about a few rows.
  init?(again owner: SnapshotFile) {
    guard let bytes = OwnedBytes(count: owner.count) else { return nil }
    (self.bytes, self.owner) = (bytes, owner)
    (file, system) = (owner.file, owner.system)
  }

  deinit { if owner == nil { system.close(file) } }

  /// The size of the file when it was opened.
  var count: Int { bytes.count }

  /// Reads a range that nobody uses yet; false where the file is shorter now, or the system
  /// refuses.
  ///
  /// Of many bytes several threads read a part each: it is memory that is new to the process that
  /// costs time.
  func load(_ range: Range<Int>) -> Bool {
    let count = min(PosixSystem.processors, range.count / Self.bytesOfThread)
    guard count > 1 else { return loadPart(range) }
    let size = range.count / count
    let parts = (0..<count).map { part in
      let start = range.lowerBound + part * size
      return start..<(part == count - 1 ? range.upperBound : start + size)
    }
    return Threads.map(parts, on: count, loadPart).allSatisfy(\.self)
  }

  /// The number of bytes for which it pays to have another thread.
  private static let bytesOfThread = 8 << 20

  private func loadPart(_ range: Range<Int>) -> Bool {
    var start = range.lowerBound
    while start < range.upperBound {
      guard let count = try? system.read(file, start..<range.upperBound, into: bytes), count > 0
      else { return false }
      start += count
    }
    return true
  }

  /// Reads a section that nobody uses yet; whether its bytes are those that were written.
  func loadSound(_ section: SnapshotSection) -> Bool {
    let range = section.offset..<section.end
    guard load(range), bytes.withBytes(range, Checksum64.of) == section.checksum else {
      return false
    }
    return section.digest.map { $0 == bytes.withBytes(range, SHA256.hash) } ?? true
  }

  /// Gives rows of a section, which were read and which nobody uses yet, the flags that they had at
  /// a cut; returns the rows that it leaves.
  func cut(
    _ columns: SampleColumns, of section: SnapshotSection, type: Int, at cut: Cut
  ) -> SampleColumns? {
    let own = cut.unread(columns, type: type)
    let past = own.flags(at: cut.line, cut.ladder.tables[type], of: cut.ladder)
    fill(0..<own.count, of: section, with: Array(past.flags))
    return past.deadCount == own.deadCount ? own : nil
  }

  /// Gives rows of a section, which were read and which nobody uses yet, these flags.
  func fill(_ rows: Range<Int>, of section: SnapshotSection, with flags: [SampleRow.Flags]) {
    let offset = SampleColumns.strides.dropLast()
      .reduce(section.offset) { $0 + SnapshotLayout.aligned(section.count * $1) }
    bytes.fill(
      offset + rows.lowerBound..<offset + rows.upperBound, with: flags.map(\.rawValue))
  }

  /// Reads some rows of a section of samples that nobody uses yet.
  func load(_ rows: Range<Int>, of section: SnapshotSection) -> Bool {
    var offset = section.offset
    for stride in SampleColumns.strides {
      let start = offset + rows.lowerBound * stride
      guard load(start..<start + rows.count * stride) else { return false }
      offset += SnapshotLayout.aligned(section.count * stride)
    }
    return true
  }
}

/// The layout of a snapshot's file: 64 bytes that identify it, sections, and after them the
/// directory of the sections and a trailer that seals it. All of it comes in multiples of 64 bytes,
/// filled up with zeros.
enum SnapshotLayout {
  /// The version of this layout and of what the sections hold. Another one's file is never read.
  static let version: UInt32 = 18
  /// Sections and columns begin at multiples of this.
  static let alignment = 64
  /// Returns the size, filled up to the alignment.
  static func aligned(_ size: Int) -> Int { (size + alignment - 1) / alignment * alignment }

  /// The number of bytes of the trailer.
  static let trailerSize = 128

  /// The first bytes: what the file is, its version, and in which order this machine keeps bytes.
  static var front: [UInt8] {
    var front = FactWriter()
    front.put(0x746F_6873_7061_6E73 as UInt64)  // "snapshot"
    front.put(version)
    var bytes = front.bytes
    bytes.append(memoryOf: [0x0102_0304 as UInt32])
    return bytes + [UInt8](repeating: 0, count: alignment - bytes.count)
  }
}

struct SnapshotSection: Sendable {
  /// The content of a section.
  enum Kind: UInt32, Sendable {
    /// Names, settings and what else every question needs.
    case facts = 1
    /// The places at which lines begin, and when they were recorded.
    case lines = 2
    /// The samples of one type.
    case samples = 3
    /// The offsets at which the row IDs of each bucket begin, and a checksum of each.
    case buckets = 4
    /// The row IDs of all uuids.
    case rowIDs = 5
    case rights = 6
    /// Objects that are no samples, and what links objects.
    case links = 7
    /// The blocks of the samples of one type: first start, last end, checksum, last line of each.
    case blocks = 8
    /// The summary rows of one type.
    case marked = 9
    /// The SHA-256 of each other section, and of the row IDs of each bucket.
    case digests = 10
    /// The least and greatest values that samples of one type state which condense a series.
    case extremes = 11
    /// The words that lines hold, by pages of lines.
    case words = 12
    /// The steps back to earlier lines.
    case ladder = 13
  }

  var kind: Kind
  /// The number of its place in the directory.
  var number: Int
  /// The number of elements, or rows.
  var count: Int
  /// The number of dead rows.
  var dead = 0
  /// The offset of its first byte.
  var offset: Int
  /// The number of its bytes.
  var size: Int
  /// The checksum of its bytes.
  var checksum: UInt64
  /// Their SHA-256, where the seal vouches for it.
  var digest: Digest?

  /// The offset after its last byte.
  var end: Int { offset + size }

  /// Bytes of an entry in the directory.
  static let entrySize = 48

  func write(to writer: inout FactWriter) {
    writer.put(kind.rawValue)
    writer.put(0 as UInt32)
    for number in [count, dead, offset, size] { writer.put(UInt64(number)) }
    writer.put(checksum)
  }
}

extension SnapshotSection {
  /// Reads an entry; nil where the bytes are not one.
  init?(_ entry: RawSpan, number: Int, fileSize: Int) {
    guard let kind = Kind(rawValue: UInt32(truncatingIfNeeded: entry.word(0))) else { return nil }
    self.kind = kind
    self.number = number
    count = Int(truncatingIfNeeded: entry.word(8))
    dead = Int(truncatingIfNeeded: entry.word(16))
    offset = Int(truncatingIfNeeded: entry.word(24))
    size = Int(truncatingIfNeeded: entry.word(32))
    checksum = entry.word(40)
    // Every element has a byte at least.
    guard count >= 0, count <= size, dead >= 0, dead <= count, offset >= 0, offset <= fileSize,
      size >= 0,
      size <= fileSize - offset
    else { return nil }
  }
}

/// The end of a snapshot: up to which line it goes, where its directory is, and the seal of the
/// user who wrote it.
struct SnapshotTrailer {
  /// The position after the last line that it holds.
  var head: Head
  /// The offset at which the directory begins.
  var directory: Int
  /// The number of sections.
  var sections: Int
  var fileSize: Int
  /// See `SnapshotSeal`; zero: nobody's.
  var seal = Digest.zero

  /// The numbers of the trailer, in front of the seal.
  private var numbers: [UInt8] {
    var writer = FactWriter()
    for number in [directory, sections, fileSize] { writer.put(UInt64(number)) }
    writer.put(head.sequence)
    writer.put(head.offset)
    writer.put(head.at.microseconds)
    writer.put(head.chain)
    return writer.bytes
  }

  /// Returns the bytes that the seal covers: the first bytes of the file, the digest of the section
  /// of digests, the directory and the numbers.
  func sealed(_ directory: [UInt8], digests: Digest) -> [UInt8] {
    var writer = FactWriter()
    writer.put(digests)
    return SnapshotLayout.front + writer.bytes + directory + numbers
  }

  /// Returns the bytes of the directory and of the trailer; the last word is the checksum of all
  /// before it.
  func bytes(_ directory: [UInt8]) -> [UInt8] {
    var writer = FactWriter()
    writer.put(seal)
    var bytes = directory + numbers + writer.bytes
    let zeros = directory.count + SnapshotLayout.trailerSize - 8 - bytes.count
    bytes += [UInt8](repeating: 0, count: zeros)
    let sum = Checksum64.of(bytes.rawBytes)
    bytes.append(memoryOf: [sum.littleEndian])
    return bytes
  }
}

extension SnapshotTrailer {
  /// Reads the trailer of a file and checks its checksum; `SnapshotDigests` checks the seal.
  init(_ snapshot: SnapshotFile) throws(SnapshotProblem) {
    let file = snapshot.bytes
    let size = SnapshotLayout.trailerSize
    guard file.count >= size + SnapshotLayout.alignment,
      file.count % SnapshotLayout.alignment == 0
    else { throw SnapshotProblem() }
    let front = SnapshotLayout.front
    guard snapshot.load(0..<front.count), snapshot.load(file.count - size..<file.count) else {
      throw SnapshotProblem()
    }
    let isOurs = file.withBytes(0..<front.count) { $0.equals(front.rawBytes) }
    guard isOurs else { throw SnapshotProblem() }
    var reader = file.withBytes(file.count - size..<file.count) { FactReader($0) }
    let numbers = [try reader.number(UInt64.self), try reader.number(), try reader.number()]
    var head = Head()
    head.sequence = try reader.number()
    head.offset = try reader.number()
    head.at = Instant(microseconds: try reader.number())
    head.chain = try reader.digest()
    self.head = head
    seal = try reader.digest()
    let limit = UInt64(file.count - size)
    guard numbers[2] == UInt64(file.count), numbers[0] <= limit, numbers[1] <= limit,
      (limit - numbers[0]) / UInt64(SnapshotSection.entrySize) >= numbers[1]
    else { throw SnapshotProblem() }
    (directory, sections, fileSize) = (Int(numbers[0]), Int(numbers[1]), file.count)
    guard snapshot.load(directory..<file.count - size) else { throw SnapshotProblem() }
    let sum = file.withBytes(directory..<file.count - 8) { Checksum64.of($0) }
    var last = file.withBytes(file.count - 8..<file.count) { FactReader($0) }
    guard try last.number(UInt64.self) == sum else { throw SnapshotProblem() }
  }

  /// Reads the directory, which the seal covers.
  func readSections(_ file: OwnedBytes) throws(SnapshotProblem) -> [SnapshotSection] {
    let size = SnapshotSection.entrySize
    var found: [SnapshotSection] = []
    found.reserveCapacity(sections)
    try file.withBytes(directory..<directory + sections * size) {
      (entries) throws(SnapshotProblem) in
      for entry in 0..<sections {
        let bytes = entries.extracting(entry * size..<(entry + 1) * size)
        guard let section = SnapshotSection(bytes, number: entry, fileSize: directory) else {
          throw SnapshotProblem()
        }
        // Sections must not overlap: reading one must not overwrite what was verified of another.
        guard section.offset >= found.last?.end ?? SnapshotLayout.front.count else {
          throw SnapshotProblem()
        }
        found.append(section)
      }
    }
    return found
  }
}

/// Writes the sections of a snapshot, a megabyte at a time, with their checksums.
struct SnapshotSink {
  private static let window = 1 << 20

  /// The closure that receives the bytes, in order.
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

/// The key or digest that seals a snapshot. Checksums detect bytes that rotted; the seal shows that
/// a program of this user wrote them: a person who can write to the journal's folder can make
/// checksums fit, but does not have the key.
enum SnapshotSeal {
  /// The key of the user.
  case key([UInt8])
  /// A seal that was read, right or not: what is compared with is written with the same one.
  case copied(Digest)

  /// Returns the seal of the bytes that `SnapshotTrailer.sealed` returns.
  func of(_ bytes: [UInt8]) -> Digest {
    switch self {
    case .key(let key): HMAC.sha256(bytes.rawBytes, key: key)
    case .copied(let seal): seal
    }
  }

  /// Creates the seal of the user who runs the process; nobody's if the user has no key.
  init(of system: any FileSystem) {
    self = system.userKey(making: true).map(Self.key) ?? .copied(.zero)
  }
}

/// The digests of the sections of a snapshot, which its seal vouches for.
struct SnapshotDigests {
  private let digests: [Digest]
  private let sections: Int

  /// Reads the digests and checks the seal; nil if it was not made with this key.
  init?(
    _ file: SnapshotFile, _ trailer: SnapshotTrailer, _ sections: [SnapshotSection], _ key: [UInt8]
  ) {
    guard let last = sections.last, last.kind == .digests, file.loadSound(last) else { return nil }
    let range = last.offset..<last.end
    let digest = file.bytes.withBytes(range) { SHA256.hash($0) }
    let directory = file.bytes.withBytes(
      trailer.directory..<file.count - SnapshotLayout.trailerSize
    ) { $0.array }
    let seal = HMAC.sha256(trailer.sealed(directory, digests: digest).rawBytes, key: key)
    guard trailer.seal == seal else { return nil }
    var reader = FactReader(file.bytes, last)
    guard let all = try? (0..<last.count).map({ _ in try reader.digest() }),
      all.count >= sections.count - 1
    else { return nil }
    (digests, self.sections) = (all, sections.count - 1)
  }

  /// The digest of a section by its index in the directory; nil for the last section, which holds
  /// the digests.
  subscript(section index: Int) -> Digest? { index < sections ? digests[index] : nil }

  /// The digests of the row IDs of each bucket.
  var buckets: ArraySlice<Digest> { digests[sections...] }
}
