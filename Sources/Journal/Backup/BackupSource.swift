import HealthProjections
import JournalFile

/// A backup as it lies there: a folder with lines, or a tar archive of one, and the checkpoint of
/// the lines, where it has one.
final class BackupSource {
  /// The checkpoint that lies beside the lines.
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

  /// Whether there is no byte of a line.
  var isEmpty: Bool { lines.range.isEmpty }

  /// Calls `body` with the lines, a mebibyte at a time.
  func forEachPart(_ body: ([UInt8]) throws -> Void) throws {
    try FilePart(lines.file, at: path, lines.range, on: system).forEach { bytes, _ in
      try body(bytes)
    }
  }

  /// A file of a folder; nil: it is not there.
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

  /// Where the lines and the checkpoint are in an archive; other files are passed over. Names in it
  /// lead nowhere.
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
