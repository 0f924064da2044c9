import HealthTables
import ByteTools
package import HealthModel
import JournalFile

/// A copy of a journal as it stands, taken without a lock, beside a writer: all lines up to one,
/// verified.
///
/// It is a folder, which is a journal by itself, or a tar archive of such a folder. Snapshots, the
/// lock, the workout in progress and the quarantine are no part of it.
///
///     let done = try Backup(of: journal, threads: 2).write(to: "2026-11-23.tar")
package struct Backup {
  /// The name of the lines in a backup.
  static let events = "events.ndjson"
  /// The name of the checkpoint of all of them.
  static let checkpoint = "checkpoint"

  /// What came of it.
  package struct Written: Hashable, Sendable {
    /// How many lines it has.
    package var lines: UInt64
    /// The chain value of the last one, as 64 hex digits.
    package var chain: String
    /// Bytes of the lines.
    package var bytes: UInt64
    /// When the last line was recorded.
    package var lastAt: Instant
    /// What an audit of the copy finds: rules that lines break. The lines themselves are sound.
    package var problems: Int
  }

  private let journal: Journal
  private let threads: Int
  private let system = PosixSystem()

  /// A backup of this journal.
  ///
  /// - Parameter threads: how many threads may verify the copy.
  package init(of journal: Journal, threads: Int) {
    (self.journal, self.threads) = (journal, threads)
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

  /// A verified copy of the lines, in a folder that has not been put in its place.
  private func copy(at path: String) throws -> (ReplacementFolder, Written) {
    let (folder, head) = try copiedLines(at: path)
    let audit = try JournalAudit(folder.beside, threads: threads)
    let note = try Journal(at: folder.beside).checkpoint(threads: threads)
    try folder.append(Array(note.text.utf8), to: Self.checkpoint)
    let written = Written(
      lines: audit.lines, chain: audit.chain, bytes: head.offset, lastAt: head.at,
      problems: audit.count)
    return (folder, written)
  }

  /// The lines as they stand at one moment, whose chain is verified on the way, and the position
  /// after the last.
  private func copiedLines(at path: String) throws -> (ReplacementFolder, Head) {
    let consistent = try JournalReader.consistent(journal.folder, on: journal.system) { reader in
      let folder = try ReplacementFolder(at: path, outside: journal.paths.folder)
      var (line, size, part) = (UInt64(0), UInt64(0), [UInt8]())
      let scan = try reader.scan(verifyingChain: true) { bytes, _ in
        // The line that was read last stays here: it may turn out not to be sound.
        if part.count >= 1 << 20 {
          try folder.append(part, to: Self.events)
          part.removeAll(keepingCapacity: true)
        }
        part.append(contentsOf: bytes.array)
        part.append(UInt8(ascii: "\n"))
        (line, size) = (line + 1, size + UInt64(bytes.byteCount) + 1)
        // The first line says which format it is.
        if line == 1 { _ = try LineCodec.decode(bytes) }
        return ScannedLine(sequence: line, at: try LineCodec.recordedAt(bytes))
      }
      if let damage = scan.damage(in: reader.paths) { throw damage }
      guard scan.head.sequence > 0 else { throw reader.missing }
      part.removeLast(Int(size - scan.head.offset))
      try folder.append(part, to: Self.events)
      return ((folder, scan.head), scan)
    }
    return consistent.found
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

  /// The name of the folder in an archive: the journal's own, where a header has room for it.
  private static func name(of journal: Journal) -> String {
    let name = FilePath.name(of: journal.paths.folder)
    let isFit = name.hasSuffix(".journal") && name.utf8.count <= 80 && !journal.areLinesAlone
    return isFit ? name : "health.journal"
  }
}
