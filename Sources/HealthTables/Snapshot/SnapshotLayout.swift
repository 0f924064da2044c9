import ByteTools
import HealthModel
import JournalFile

/// How a snapshot's file is laid out: 64 bytes that say what it is, sections, and after them the
/// directory of the sections and a trailer that seals it. All of it comes in multiples of 64 bytes,
/// filled up with zeros.
enum SnapshotLayout {
  /// The version of this layout and of what the sections hold. Another one's file is never read.
  static let version: UInt32 = 8
  /// Sections and columns begin at multiples of this.
  static let alignment = 64
  /// The size, filled up to the alignment.
  static func aligned(_ size: Int) -> Int { (size + alignment - 1) / alignment * alignment }

  /// Bytes of the trailer.
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

/// One section of a snapshot.
struct SnapshotSection: Sendable {
  /// What a section holds.
  enum Kind: UInt32, Sendable {
    /// Names, settings and what else every question needs.
    case facts = 1
    /// Where lines begin.
    case lines = 2
    /// The samples of one type.
    case samples = 3
    /// Where the row IDs of each bucket begin, and a checksum of each.
    case buckets = 4
    /// The row IDs of all uuids.
    case rowIDs = 5
    /// Decisions.
    case rights = 6
    /// Objects that are no samples, and what links objects.
    case links = 7
    /// The blocks of the samples of one type: first start, last end and checksum of each.
    case blocks = 8
    /// The summary rows of one type.
    case marked = 9
    /// The SHA-256 of each other section, and of the row IDs of each bucket.
    case digests = 10
    /// The least and greatest values that samples of one type state which condense a series.
    case extremes = 11
  }

  var kind: Kind
  /// Its place in the directory.
  var number: Int
  /// Elements, or rows.
  var count: Int
  /// Dead rows.
  var dead = 0
  /// The offset of its first byte.
  var offset: Int
  /// How many bytes it has.
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
  /// Where the directory begins.
  var directory: Int
  /// How many sections there are.
  var sections: Int
  /// The size of the file.
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

  /// What the seal covers: the first bytes of the file, the digest of the section of digests, the
  /// directory and the numbers.
  func sealed(_ directory: [UInt8], digests: Digest) -> [UInt8] {
    var writer = FactWriter()
    writer.put(digests)
    return SnapshotLayout.front + writer.bytes + directory + numbers
  }

  /// The bytes of the directory and of the trailer, whose last word is the checksum of all before
  /// it.
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

  /// The directory, which the seal covers.
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
