import ByteTools
import HealthModel
import HealthTables
import HealthViews
package import JournalFile

/// Puts the lines of a backup in the place of a journal's, once an audit has found them good. What
/// stood there before is kept in the quarantine of the journal.
///
///     let done = try Restore(to: journal, replacing: false, threads: 2).run(from:
/// "2026-11-23.tar")
package struct Restore {
  /// The result of a restore.
  package struct Done: Hashable, Sendable {
    /// The number of lines in the journal now.
    package var lines: UInt64
    /// The chain value of the last one, as 64 hex digits.
    package var chain: String
    /// The path of the lines that were there before; nil if there were none.
    package var keptAt: String?
    /// The number of erasures in the replaced lines that the new lines do not have: their erased
    /// content is back.
    package var undoneErasures = 0
    /// The time by which the last line is ahead of now; nil if it is not.
    package var leap: ClockLeap?
  }

  private let journal: Journal
  private let replaces: Bool
  private let notes: [(path: String, checkpoint: Checkpoint)]
  private let threads: Int
  private let system = PosixSystem()
  private var paths: JournalPaths { journal.paths }
  /// The folder in which the copy is verified, in the folder of a journal that is there.
  fileprivate static let folderName = "restored"
  private var copyPath: String { "\(paths.folder)/\(Self.folderName)" }

  /// Creates a restore of this journal.
  ///
  /// - Parameters:
  ///   - replacing: true if a journal with other lines is set aside.
  ///   - notes: checkpoints that were kept, and their files: the copy must have grown from each.
  ///   - threads: the greatest number of threads that verify the copy.
  package init(
    to journal: Journal, replacing: Bool,
    against notes: [(path: String, checkpoint: Checkpoint)] = [], threads: Int
  ) {
    (self.journal, replaces, self.notes, self.threads) = (journal, replacing, notes, threads)
  }

  /// Does it.
  ///
  /// - Parameter check: throws where the work is to end; not asked once the lines are exchanged.
  /// - Throws: `BackupProblem`; `JournalError`, `.locked` where a writer has the journal open;
  ///   `OptionProblem`; `SystemFailure`; what `check` throws. Nothing was changed then, unless the
  ///   system failed while the lines were exchanged: see `JournalExchange.put`.
  package func run(
    from path: String, checking check: () throws -> Void = {}
  ) throws -> Done {
    try journal.requireFolder("to restore")
    guard try !system.isSame(path, paths.folder) else { throw BackupProblem.itself(path: path) }
    let source = try BackupSource(path, on: system)
    guard try isInPlace() else {
      let (folder, audit) = try copy(source, path, at: paths.folder, check)
      try put(folder)
      return Done(lines: audit.lines, chain: audit.chain, leap: leap(of: audit))
    }
    let exchange = try JournalExchange(paths, on: journal.system)
    try Self.removeLeftovers(from: paths)
    let (folder, audit) = try copy(source, path, at: copyPath, check)
    try folder.put()
    defer { try? system.removeDirectory(copyPath) }
    if !replaces {
      guard try exchange.isContained(in: copyPath) else {
        throw BackupProblem.wouldLose(journal: paths.folder)
      }
      guard try system.kind(of: paths.session) == nil else {
        throw BackupProblem.workoutInProgress(journal: paths.folder)
      }
    }
    let undone = replaces ? try undoneErasures() : 0
    try check()
    let kept = try exchange.put(Backup.events, from: copyPath)
    return Done(
      lines: audit.lines, chain: audit.chain, keptAt: kept, undoneErasures: undone,
      leap: leap(of: audit))
  }

  /// Returns true if some files of a journal exist. A folder that has other files and no lines is
  /// not a journal.
  private func isInPlace() throws -> Bool {
    guard try system.kindFollowingLinks(of: paths.folder) == .directory,
      try !system.rawNames(inDirectory: paths.folder).isEmpty
    else { return false }
    if try system.kind(of: paths.events) == nil {
      let left = try system.names(inDirectory: paths.folder).filter(Self.isLeftover)
      try NewFolder.requireEmpty(paths.folder, butFor: paths.names.union(left), on: system)
    }
    return true
  }

  private func leap(of audit: JournalAudit) -> ClockLeap? {
    ClockLeap(of: audit.lastAt, after: Instant(microseconds: system.now()))
  }

  /// Puts the folder of a new journal in its place.
  private func put(_ folder: ReplacementFolder) throws {
    do {
      try folder.put()
    } catch let failure as SystemFailure where (try? system.kind(of: paths.events)) == .regular {
      throw BackupProblem.notSynced(journal: paths.folder, keptAt: nil, failure)
    }
  }

  /// Counts the erasures in the lines of the journal that the lines of the copy do not have, as far
  /// as they can be read. Returns 0 if the copy is of another journal, because that journal never
  /// had the erased content.
  private func undoneErasures() throws -> Int {
    guard try system.kind(of: paths.events) != nil else { return 0 }
    let (own, copied) = try (erasures(in: paths.folder), erasures(in: copyPath))
    return own.opening == copied.opening ? own.erasures.subtracting(copied.erasures).count : 0
  }

  /// Returns the first line, and the lines of erasures.
  private func erasures(
    in folder: String
  ) throws -> (opening: [UInt8], erasures: Set<[UInt8]>) {
    var (opening, found): ([UInt8], Set<[UInt8]>) = ([], [])
    try JournalReader(folder, on: system).forEachLine(from: 0) { line, offset in
      if offset == 0 { opening = line.array }
      if LineCodec.erasure(in: line) != nil { found.insert(line.array) }
      return true
    }
    return (opening, found)
  }

  /// Removes the copies that are left of restores that a kill or a loss of power ended. To be
  /// called under the lock of the journal, when no restore is running.
  ///
  /// - Throws: `SystemFailure`.
  static func removeLeftovers(from paths: JournalPaths) throws(SystemFailure) {
    let system = PosixSystem()
    guard try system.kind(of: paths.folder) == .directory else { return }
    for name in try system.names(inDirectory: paths.folder)
    where isLeftover(name) {
      let leftover = "\(paths.folder)/\(name)"
      if try system.kind(of: leftover) == .directory { try system.removeDirectory(leftover) }
    }
  }

  private static func isLeftover(_ name: String) -> Bool {
    name == folderName || (name.hasPrefix("\(folderName).") && name.hasSuffix(".part"))
  }

  /// Makes a copy of the lines, which an audit finds good, in a folder that is not yet put at its
  /// path.
  private func copy(
    _ source: BackupSource, _ path: String, at copyPath: String, _ check: () throws -> Void
  ) throws -> (ReplacementFolder, JournalAudit) {
    // An audit of the copy would speak of the copy.
    guard !source.isEmpty else { throw JournalError.noLines(path: path) }
    let folder = try ReplacementFolder(at: copyPath, outside: copyPath == paths.folder ? path : nil)
    try source.forEachPart { part in
      try check()
      try folder.append(part, to: Backup.events)
    }
    let checkpoints = notes.map(\.checkpoint) + [source.checkpoint].compactMap { $0 }
    let audit = try JournalAudit(
      folder.beside, against: checkpoints, on: journal.system, threads: threads)
    try check()
    guard audit.count == 0, audit.lines > 0 else {
      throw BackupProblem.bad(
        path: path, problems: max(audit.count, 1), line: audit.findings.first?.line)
    }
    for (note, outcome) in zip(notes, audit.outcomes) where !outcome.holds {
      throw BackupProblem.against(
        path: path, note: note.path, outcome, lines: audit.lines)
    }
    guard audit.outcomes.allSatisfy(\.holds) else {
      throw BackupProblem.otherCheckpoint(path: path)
    }
    return (folder, audit)
  }
}

extension Journal {
  /// Opens another journal, which this one is to import: a folder, or a tar archive of one. The
  /// lines of an archive are copied into the folder of this journal meanwhile.
  ///
  /// - Throws: `BackupProblem`; `SystemFailure`; what `body` throws.
  package func withOther<Result>(
    at path: String, _ body: (Journal) throws -> Result
  ) throws -> Result {
    let system = PosixSystem()
    if try system.kindFollowingLinks(of: path) == .directory {
      guard try system.kind(of: JournalPaths(folder: path).events) != nil else {
        throw OptionProblem("\(path) is not a journal: it has no file events.ndjson")
      }
      return try body(Journal(at: path))
    }
    let source = try BackupSource(path, on: system)
    let folder = try ReplacementFolder(at: "\(paths.folder)/\(Restore.folderName)", outside: nil)
    try source.forEachPart { try folder.append($0, to: Backup.events) }
    return try withExtendedLifetime(folder) { try body(Journal(at: folder.beside)) }
  }
}

/// The lock of a journal, under which other lines replace its lines.
final class JournalExchange {
  private let paths: JournalPaths
  private let lock: OpenFile
  private let system: any FileSystem

  /// Takes the lock.
  ///
  /// - Throws: `JournalError.locked`; `SystemFailure`.
  init(_ paths: JournalPaths, on system: any FileSystem) throws {
    (self.paths, self.system) = (paths, system)
    lock = try system.open(paths.lock, .update)
    guard try system.lock(lock, patiently: true) else {
      system.close(lock)
      throw JournalError.locked(path: paths.folder)
    }
  }

  deinit { system.close(lock) }

  /// Returns true if another journal has all lines of this one: the line that ends at the end of
  /// this one's last line has its chain value. It is also true if this one has no lines, or a part
  /// of the first, as a crash leaves it.
  func isContained(in folder: String) throws -> Bool {
    guard try system.kind(of: paths.events) != nil else { return true }
    let own = try JournalReader(paths.folder, on: system)
    if own.linesEnd == 0 { return try !JournalWriter.holdsFirstLine(paths, on: system) }
    let other = try JournalReader(folder, on: system)
    guard own.linesEnd <= other.linesEnd, let chain = try own.chain(endingAt: own.linesEnd) else {
      return false
    }
    return try chain == other.chain(endingAt: own.linesEnd)
  }

  /// Replaces the journal's lines by a file of lines, which is on the disk in another folder. If
  /// the power fails during any of its calls, the journal has its old lines or the new ones, and
  /// the files next to them fit both.
  ///
  /// - Returns: the path of the old lines; nil if there were none.
  /// - Throws: `SystemFailure`: the old lines are in place. `BackupProblem.notSynced`: the new
  ///   ones are.
  func put(_ name: String, from folder: String) throws -> String? {
    // By snapshots and notes of the old lines, a reader would refuse the new ones as cut back.
    for name in (try? system.names(inDirectory: paths.snapshots)) ?? [] {
      try system.remove("\(paths.snapshots)/\(name)")
    }
    try system.truncate(lock, to: 0)
    try system.synchronize(lock)
    let kept = try setAside(paths.events, as: "replaced")
    if try setAside(paths.session, as: "session") != nil { try system.remove(paths.session) }
    // Not straight to its name: a crash in a rename between folders may leave both names, and lines
    // in a file with two names are refused.
    try system.rename("\(folder)/\(name)", to: paths.copy)
    try system.synchronizeDirectory(paths.folder)
    try system.synchronizeDirectory(folder)
    try system.rename(paths.copy, to: paths.events)
    do throws(SystemFailure) {
      try system.synchronizeDirectory(paths.folder)
    } catch {
      throw BackupProblem.notSynced(journal: paths.folder, keptAt: kept, error)
    }
    return kept
  }

  /// Copies a file of the journal to the quarantine; nil: it is not there.
  private func setAside(_ path: String, as name: String) throws -> String? {
    guard try system.kind(of: path) != nil else { return nil }
    let file = try system.open(path, .read)
    defer { system.close(file) }
    let part = FilePart(file, at: path, 0..<(try system.size(of: file)), on: system)
    return try Quarantine.keep(part, as: name, in: paths, on: system)
  }
}

/// A backup on the disk: a folder with lines, or a tar archive of one, and the checkpoint of the
/// lines, if it has one.
final class BackupSource {
  /// The checkpoint next to the lines.
  private(set) var checkpoint: Checkpoint?
  private let path: String
  private let lines: FileRange
  private let system: PosixSystem

  /// A file, or a part of an archive.
  private struct FileRange {
    var file: OpenFile
    var range: Range<UInt64>
  }

  /// A checkpoint with its signatures has at most this many bytes.
  private static let mostNoteBytes: UInt64 = 1 << 16

  /// Finds the lines.
  ///
  /// - Throws: `BackupProblem`; `SystemFailure`.
  init(_ path: String, on system: PosixSystem) throws {
    (self.path, self.system) = (path, system)
    let note: FileRange?
    switch try system.kindFollowingLinks(of: path) {
    case .directory:
      guard let found = try Self.file(Backup.events, in: path, on: system) else {
        throw BackupProblem.noBackup(path: path)
      }
      lines = found
      note = try Self.file(Backup.checkpoint, in: path, on: system)
    case .regular: (lines, note) = try Self.archive(path, on: system)
    case nil: throw SystemFailure(.open, path, .missing)
    case .link, .other: throw BackupProblem.noBackup(path: path)
    }
    // Since `lines` is set, `deinit` closes its file, also where this throws.
    if let note { checkpoint = try read(note) }
  }

  private func read(_ note: FileRange) throws -> Checkpoint {
    defer { if note.file != lines.file { system.close(note.file) } }
    let end = min(note.range.upperBound, note.range.lowerBound + Self.mostNoteBytes)
    let bytes = try system.bytes(of: note.file, from: note.range.lowerBound, to: end)
    guard let found = CheckpointNote(bytes) else { throw BackupProblem.noCheckpoint(path: path) }
    return found.checkpoint
  }

  deinit { system.close(lines.file) }

  /// True if there is no byte of a line.
  var isEmpty: Bool { lines.range.isEmpty }

  /// Calls `body` with the lines, a mebibyte at a time.
  func forEachPart(_ body: ([UInt8]) throws -> Void) throws {
    try FilePart(lines.file, at: path, lines.range, on: system).forEach { bytes, _ in
      try body(bytes)
    }
  }

  /// Opens a file of a folder; nil if it is not there.
  private static func file(
    _ name: String, in folder: String, on system: PosixSystem
  ) throws -> FileRange? {
    let file: OpenFile
    do throws(SystemFailure) {
      file = try system.open("\(folder)/\(name)", .readForeignFile)
    } catch {
      if error.reason == .missing { return nil }
      throw error
    }
    do {
      return FileRange(file: file, range: 0..<(try system.size(of: file)))
    } catch {
      system.close(file)
      throw error
    }
  }

  private static func archive(
    _ path: String, on system: PosixSystem
  ) throws -> (lines: FileRange, note: FileRange?) {
    let file = try system.open(path, .readForeignFile)
    do {
      let found = try ranges(in: file, path, on: system)
      guard let lines = found[Backup.events] else { throw BackupProblem.noBackup(path: path) }
      let note = found[Backup.checkpoint].map { FileRange(file: file, range: $0) }
      return (FileRange(file: file, range: lines), note)
    } catch {
      system.close(file)
      throw error
    }
  }

  /// Finds the lines and the checkpoint in an archive; other files are skipped. Names in it are
  /// never used as paths.
  private static func ranges(
    in file: OpenFile, _ path: String, on system: PosixSystem
  ) throws -> [String: Range<UInt64>] {
    let size = try system.size(of: file)
    var (offset, found) = (UInt64(0), [String: Range<UInt64>]())
    var long = TarAttributes()
    while offset < size {
      let end = offset + UInt64(TarHeader.block)
      let block = try system.bytes(of: file, from: offset, to: end)
      if block.allSatisfy({ $0 == 0 }), !found.isEmpty { break }
      guard let read = TarHeader(block) else {
        throw found.isEmpty ? BackupProblem.noBackup(path: path) : .cut(path: path)
      }
      let header = long.applied(to: read)
      guard header.size <= size, end <= size - header.size else {
        throw BackupProblem.cut(path: path)
      }
      if TarAttributes.areMeant(by: header.kind), header.size <= TarAttributes.most {
        long.take(try system.bytes(of: file, from: end, to: end + header.size), header.kind)
      }
      let name = FilePath.name(of: header.name)
      if header.kind == UInt8(ascii: "0"), [Backup.events, Backup.checkpoint].contains(name) {
        guard found[name] == nil else { throw BackupProblem.several(path: path) }
        found[name] = end..<end + header.size
      }
      offset = end + TarHeader.padded(header.size)
    }
    return found
  }
}
