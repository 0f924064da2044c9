import HealthProjections
import JournalFile

/// A backup as it lies there: a folder with lines, or a tar archive of one.
final class BackupSource {
  /// The bytes of the lines.
  let lines: Range<UInt64>
  private let file: OpenFile
  private let system: PosixSystem

  /// Finds the lines.
  ///
  /// - Throws: `BackupProblem`; `SystemFailure`.
  init(_ path: String, on system: PosixSystem) throws {
    self.system = system
    switch system.kindBehindLinks(of: path) {
    case .directory:
      do throws(SystemFailure) {
        file = try system.open("\(path)/\(Backup.events)", .readForeignFile)
      } catch {
        throw error.reason == .missing ? BackupProblem.noBackup(path: path) : error
      }
      lines = 0..<(try Self.size(file, on: system))
    case .regular:
      file = try system.open(path, .readForeignFile)
      do {
        lines = try Self.linesInArchive(file, path, on: system)
      } catch {
        system.close(file)
        throw error
      }
    case nil: throw SystemFailure(.open, path, .missing)
    case .link, .other: throw BackupProblem.noBackup(path: path)
    }
  }

  deinit { system.close(file) }

  /// Calls `body` with the lines, a mebibyte at a time.
  func forEachPart(_ body: ([UInt8]) throws -> Void) throws {
    try FilePart(file, lines, on: system).forEach(body)
  }

  private static func size(_ file: OpenFile, on system: PosixSystem) throws -> UInt64 {
    do { return try system.size(of: file) } catch {
      system.close(file)
      throw error
    }
  }

  /// Passes over all files of an archive but the one with the lines. Names in it lead nowhere.
  private static func linesInArchive(
    _ file: OpenFile, _ path: String, on system: PosixSystem
  ) throws -> Range<UInt64> {
    let size = try system.size(of: file)
    var (offset, found) = (UInt64(0), Range<UInt64>?.none)
    while offset < size {
      let end = offset + UInt64(TarHeader.block)
      let block = try system.bytes(of: file, from: offset, to: end)
      if block.allSatisfy({ $0 == 0 }), found != nil { break }
      guard let header = TarHeader(block) else {
        throw found == nil ? BackupProblem.noBackup(path: path) : .cut(path: path)
      }
      guard header.size <= size, end <= size - header.size else {
        throw BackupProblem.cut(path: path)
      }
      if header.kind == UInt8(ascii: "0"),
        header.name.split(separator: "/").last.map(String.init) == Backup.events
      {
        guard found == nil else { throw BackupProblem.several(path: path) }
        found = end..<end + header.size
      }
      offset = end + TarHeader.padded(header.size)
    }
    guard let found else { throw BackupProblem.noBackup(path: path) }
    return found
  }
}
