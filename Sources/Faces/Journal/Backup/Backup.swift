import ByteTools
package import HealthModel
import HealthTables
import JournalFile

/// A copy of a journal, made without a lock while a writer may be at work: all lines up to one,
/// verified.
///
/// It is a folder, which is a journal by itself, or a tar archive of such a folder. It does not
/// contain snapshots, the lock, the workout in progress or the quarantine.
///
///     let done = try Backup(of: journal, threads: 2).write(to: "2026-11-23.tar")
package struct Backup {
  /// The name of the lines in a backup.
  static let events = "events.ndjson"
  /// The name of the checkpoint of all of them.
  static let checkpoint = "checkpoint"

  /// The result of writing a backup.
  package struct Written: Hashable, Sendable {
    package var lines: UInt64
    /// The chain value of the last one, as 64 hex digits.
    package var chain: String
    /// The number of bytes of the lines.
    package var bytes: UInt64
    /// The time at which the last line was recorded.
    package var lastAt: Instant
    /// The number of problems that an audit of the copy finds: rules that lines break. The lines
    /// themselves are sound.
    package var problems = 0
    /// The number of lines that were added to a backup; nil: all were written to a new one.
    package var added: UInt64?
    /// The number of lines from which something was erased since the backup; 0: its lines stayed as
    /// they were.
    package var erased = 0
  }

  let journal: Journal
  private let threads: Int
  private let isContinued: Bool
  let system = PosixSystem()

  /// Creates a backup of this journal.
  ///
  /// - Parameters:
  ///   - threads: the greatest number of threads that verify the copy.
  ///   - isContinued: true if lines are added later. Then those are left out that their writer may
  ///     still take back: no other lines could follow them.
  package init(of journal: Journal, threads: Int, continued isContinued: Bool = false) {
    (self.journal, self.threads, self.isContinued) = (journal, threads, isContinued)
  }

  /// Writes it to a path where nothing is: a tar archive where the name ends in `.tar`, else a
  /// folder. It appears whole or not at all.
  ///
  /// - Throws: `BackupProblem`; `JournalError`, `.damaged` where a line of the journal is not
  ///   sound; `OptionProblem`; `SystemFailure`.
  package func write(to path: String) throws -> Written {
    guard try system.kind(of: path) == nil else { throw BackupProblem.pathTaken(path: path) }
    let (folder, written) = try copy(at: path)
    if path.hasSuffix(".tar") {
      try pack(folder.beside, written, into: path)
    } else {
      try folder.put()
    }
    return written
  }

  /// Writes a verified copy of the lines to a folder that is not yet put at its path.
  private func copy(at path: String) throws -> (ReplacementFolder, Written) {
    var folder: ReplacementFolder?
    let head = try copyLines { _ in
      folder = try ReplacementFolder(at: path, outside: journal.paths.folder)
    } take: { part, _ in
      try folder?.append(part, to: Self.events)
    }
    guard let folder, head.sequence > 0 else { throw JournalError(missing: journal.paths) }
    let audit = try JournalAudit(folder.beside, threads: threads)
    let note = try Journal(at: folder.beside).checkpoint(threads: threads)
    try folder.append(Array(note.text.utf8), to: Self.checkpoint)
    let written = Written(
      lines: audit.lines, chain: audit.chain, bytes: head.offset, lastAt: head.at,
      problems: audit.count)
    return (folder, written)
  }

  /// Reads the lines of one moment after a position, and hands out their bytes when their chain is
  /// verified, about a mebibyte at a time. If the journal changes meanwhile, it begins again.
  ///
  /// - Parameters:
  ///   - begin: is called before the first line, each time.
  ///   - look: receives each line, before its chain is verified, and its number.
  ///   - take: receives the bytes of lines, and the position after the last of them.
  /// - Returns: the position after the last line.
  /// - Throws: `JournalError`, `.damaged` where a line is not sound; the errors of the closures.
  func copyLines(
    after start: Head = Head(), begin: (JournalReader) throws -> Void,
    looking look: (RawSpan, UInt64) throws -> Void = { _, _ in },
    take: ([UInt8], Head) throws -> Void
  ) throws -> Head {
    try JournalReader.consistent(journal.folder, on: journal.system) { reader in
      try begin(reader)
      let end = isContinued ? try reader.settledEnd : reader.size
      var (head, part) = (start, [UInt8]())
      let scan = try reader.scan(from: start, verifyingChain: true) { bytes, offset in
        guard offset < end else { return nil }
        // The line that was read last stays here: it may turn out not to be sound.
        if part.count >= 1 << 20 {
          try take(part, head)
          part.removeAll(keepingCapacity: true)
        }
        part.append(contentsOf: bytes.array)
        part.append(UInt8(ascii: "\n"))
        head.sequence += 1
        head.offset += UInt64(bytes.byteCount) + 1
        try look(bytes, head.sequence)
        // The first line says which format it is.
        if head.sequence == 1 { _ = try LineCodec.decode(bytes) }
        head.at = try LineCodec.recordedAt(bytes)
        head.chain = Chain.stated(in: bytes) ?? head.chain
        return ScannedLine(sequence: head.sequence, at: head.at)
      }
      if let damage = scan.damage(in: reader.paths) { throw damage }
      part.removeLast(Int(head.offset - scan.head.offset))
      if !part.isEmpty { try take(part, scan.head) }
      return (scan.head, scan)
    }.found
  }

  /// Writes the archive of a folder. The same lines make the same bytes: its time is that of the
  /// last line.
  private func pack(_ folder: String, _ written: Written, into path: String) throws {
    let part = "\(path).\(system.random()).part"
    let archive = try ReplacementFile(of: path, beside: part, on: system)
    let seconds = UInt64(max(written.lastAt.microseconds, 0)) / 1_000_000
    for name in [Self.events, Self.checkpoint] {
      let file = try system.open("\(folder)/\(name)", .read)
      defer { system.close(file) }
      let size = try system.size(of: file)
      let header = TarHeader("\(Self.name(of: journal))/\(name)", size: size)
      guard let block = header.bytes(time: seconds) else {
        throw BackupProblem.noBackup(path: path)
      }
      try archive.append(block)
      try FilePart(file, at: "\(folder)/\(name)", 0..<size, on: system).forEach { bytes, _ in
        try archive.append(bytes)
      }
      try archive.append([UInt8](repeating: 0, count: Int(TarHeader.padded(size) - size)))
    }
    try archive.append([UInt8](repeating: 0, count: 2 * TarHeader.block))
    guard try system.kind(of: path) == nil else { throw BackupProblem.pathTaken(path: path) }
    try archive.put()
  }

  /// Returns the name of the folder in an archive: the journal's own, if a header has room for it.
  private static func name(of journal: Journal) -> String {
    let name = FilePath.name(of: journal.paths.folder)
    let isFit = name.hasSuffix(".journal") && name.utf8.count <= 80 && !journal.areLinesAlone
    return isFit ? name : "health.journal"
  }
}

/// The header of one file in a tar archive: POSIX's ustar, 512 bytes.
///
/// What is written names no user and has no mode but the files' own, 0600. A size of 8 GiB or more
/// is written as GNU tar, bsdtar and Python do, in base 256.
struct TarHeader: Hashable {
  /// Headers, and files filled up with zeros, come in blocks of this many bytes.
  static let block = 512

  /// The path in the archive.
  var name: String
  /// The size of the file in bytes.
  var size: UInt64
  /// The kind of the entry: `0` is a file; anything else is skipped.
  var kind = UInt8(ascii: "0")

  /// Returns the number of bytes of the file in the archive after the header.
  static func padded(_ size: UInt64) -> UInt64 {
    (size + UInt64(block) - 1) / UInt64(block) * UInt64(block)
  }

  private enum Field {
    static let name = 0..<100
    static let mode = 100..<108
    static let user = 108..<116
    static let group = 116..<124
    static let size = 124..<136
    static let time = 136..<148
    static let sum = 148..<156
    static let kind = 156
    static let magic = 257..<265
    static let prefix = 345..<500
  }

  // MARK: Writing

  /// Returns the bytes; nil if the name is too long.
  ///
  /// - Parameter time: the time at which the file was written, in seconds since 1970.
  func bytes(time: UInt64) -> [UInt8]? {
    guard name.utf8.count <= Field.name.count else { return nil }
    var bytes = [UInt8](repeating: 0, count: Self.block)
    func put(_ text: some Sequence<UInt8>, _ field: Range<Int>) {
      for (index, byte) in zip(field, text) { bytes[index] = byte }
    }
    put(name.utf8, Field.name)
    put(Self.octal(0o600, digits: 7), Field.mode)
    put(Self.octal(0, digits: 7), Field.user)
    put(Self.octal(0, digits: 7), Field.group)
    put(Self.number(size), Field.size)
    put(Self.number(time), Field.time)
    bytes[Field.kind] = kind
    put("ustar\u{0}00".utf8, Field.magic)
    put(Self.octal(Self.sum(bytes), digits: 6) + [0, UInt8(ascii: " ")], Field.sum)
    return bytes
  }

  private static func octal(_ number: UInt64, digits: Int) -> [UInt8] {
    let text = String(number, radix: 8)
    return Array((String(repeating: "0", count: max(digits - text.count, 0)) + text).utf8)
  }

  /// Returns eleven octal digits, else 12 bytes with the first bit set.
  private static func number(_ number: UInt64) -> [UInt8] {
    if number < 1 << 33 { return octal(number, digits: 11) }
    return [0x80, 0, 0, 0]
      + (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  /// Returns the sum of all bytes; those of the sum itself count as spaces.
  private static func sum(_ bytes: [UInt8]) -> UInt64 {
    bytes.indices.reduce(0) { sum, index in
      sum + (Field.sum.contains(index) ? 32 : UInt64(bytes[index]))
    }
  }

  // MARK: Reading

  /// Creates a header to write.
  init(_ name: String, size: UInt64) { (self.name, self.size) = (name, size) }

  /// Reads a block; nil if it is no header.
  init?(_ block: [UInt8]) {
    guard block.count == Self.block, let sum = Self.number(block[Field.sum]),
      sum == Self.sum(block), let size = Self.number(block[Field.size])
    else { return nil }
    let prefix = block[Field.magic].starts(with: "ustar".utf8) ? Self.text(block[Field.prefix]) : ""
    let name = Self.text(block[Field.name])
    self.name = prefix.isEmpty ? name : prefix + "/" + name
    self.size = size
    kind = block[Field.kind] == 0 ? UInt8(ascii: "0") : block[Field.kind]
  }

  private static func text(_ field: ArraySlice<UInt8>) -> String {
    String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Reads octal digits between spaces and NULs, or 12 bytes in base 256.
  private static func number(_ field: ArraySlice<UInt8>) -> UInt64? {
    if let first = field.first, first & 0x80 != 0 {
      guard first == 0x80, field.dropFirst().dropLast(8).allSatisfy({ $0 == 0 }) else { return nil }
      return field.suffix(8).reduce(0) { ($0 << 8) | UInt64($1) }
    }
    let digits = field.filter { $0 != 0 && $0 != UInt8(ascii: " ") }
    return UInt64(String(decoding: digits, as: UTF8.self), radix: 8)
  }
}

/// The attributes that an entry of an archive states of the file after it: its long name, as GNU
/// tar writes it, or any attributes (POSIX's pax).
struct TarAttributes {
  /// More bytes of it are not read: names of paths are shorter.
  static let most: UInt64 = 1 << 16

  private static let longName = UInt8(ascii: "L")
  private static let pax = UInt8(ascii: "x")

  private var name: String?
  private var size: UInt64?

  /// Returns true if an entry of this kind holds attributes.
  static func areMeant(by kind: UInt8) -> Bool { kind == longName || kind == pax }

  /// Reads the attributes in the bytes of an entry.
  mutating func take(_ bytes: [UInt8], _ kind: UInt8) {
    if kind == Self.longName {
      name = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      return
    }
    // Records as `27 path=a/events.ndjson` and a line feed, whose number counts all its bytes.
    var rest = bytes[...]
    while let blank = rest.firstIndex(of: UInt8(ascii: " ")),
      let count = Int(String(decoding: rest[..<blank], as: UTF8.self)),
      count > blank - rest.startIndex + 1, count <= rest.count
    {
      let record = rest[blank...].prefix(count - (blank - rest.startIndex)).dropFirst().dropLast()
      rest = rest.dropFirst(count)
      let value = String(
        decoding: record.drop { $0 != UInt8(ascii: "=") }.dropFirst(), as: UTF8.self)
      switch String(decoding: record.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self) {
      case "path": name = value
      case "size": size = UInt64(value)
      default: break
      }
    }
  }

  /// Returns the header of the next file with these attributes, which are used up then.
  mutating func applied(to header: TarHeader) -> TarHeader {
    guard !Self.areMeant(by: header.kind) else { return header }
    defer { self = TarAttributes() }
    var header = header
    header.name = name ?? header.name
    header.size = size ?? header.size
    return header
  }
}
