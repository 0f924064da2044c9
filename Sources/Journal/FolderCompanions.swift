import ByteTools
import HealthImport
import HealthProjections
import JournalFile
import ViewTables

/// The plain files beside an import's input in its folder. Links are not followed.
struct FolderCompanions: ImportCompanions {
  /// As many as an archive may hold.
  private static let most = Int(ZipArchive.mostEntries)
  /// Folders within folders, at most.
  private static let deepest = 4
  private static let system = PosixSystem()

  private(set) var files: [ImportCompanion] = []
  private let folder: String

  /// Lists what lies beside an input.
  ///
  /// - Parameters:
  ///   - input: its path.
  ///   - layout: where the importer has it; its folder may hold much that has nothing to do with
  ///     it.
  /// - Throws: `OptionProblem` where there are more files than any export has.
  init(besides input: String, _ layout: ImportFolder) throws(OptionProblem) {
    folder = FilePath.folder(of: input)
    let name = FilePath.name(of: input)
    let isOwn = FilePath.name(of: folder) == layout.inner
    for part in Self.names(in: folder)
    where part != name && (isOwn || layout.parts.contains(part)) {
      try add(part, depth: 0)
    }
    files.sort { $0.name < $1.name }
  }

  /// The names in a folder; none in one that may not be listed, where the input itself may be read
  /// all the same.
  private static func names(in folder: String) -> [String] {
    (try? system.names(inDirectory: folder)) ?? []
  }

  private mutating func add(_ name: String, depth: Int) throws(OptionProblem) {
    guard let status = try? Self.system.status(at: folder + "/" + name) else { return }
    switch status.kind {
    case .regular:
      guard files.count < Self.most else {
        throw OptionProblem("more than \(Self.most) files lie in \(folder); no export has so many")
      }
      files.append(ImportCompanion(name: name))
    case .directory where depth < Self.deepest:
      for inner in Self.names(in: folder + "/" + name) {
        try add(name + "/" + inner, depth: depth + 1)
      }
    case .directory, .link, .other: return
    }
  }

  func open(_ index: Int) throws -> any ByteSource {
    do {
      let file = try Self.system.open(folder + "/" + files[index].name, .read)
      return CompanionSource(FileByteSource(file, on: Self.system, from: 0)) {
        Self.system.close(file)
      }
    } catch {
      throw UnreadableCompanion(Wording.text(error))
    }
  }
}

/// The files beside an import's input in its archive.
struct ArchiveCompanions: ImportCompanions {
  let files: [ImportCompanion]
  fileprivate static let damage = "the archive does not hold it whole, or not in a way that is read"
  private let archive: ZipArchive
  /// The files in the archive, in the order of `files`.
  let entries: [ZipEntry]

  /// Those that lie in the folder of an entry, whatever folder that is.
  init(besides input: ZipEntry, in archive: ZipArchive) {
    self.archive = archive
    let slash = UInt8(ascii: "/")
    let folder = input.nameBytes.lastIndex(of: slash).map { input.nameBytes[...$0] } ?? []
    let macintosh = Array("__MACOSX/".utf8)
    entries = archive.entries.filter { entry in
      entry.nameBytes != input.nameBytes && entry.nameBytes.starts(with: folder)
        && entry.nameBytes.last != slash && !entry.nameBytes.starts(with: macintosh)
    }.sorted { $0.name < $1.name }
    let depth = folder.count { $0 == slash }
    files = entries.map { entry in
      let names = FilePath.names(in: entry.name)
      return ImportCompanion(name: names.dropFirst(depth).joined(separator: "/"))
    }
  }

  func open(_ index: Int) throws -> any ByteSource {
    do {
      return CompanionSource(try archive.source(of: entries[index])) {}
    } catch is ZipError {
      throw UnreadableCompanion(ArchiveCompanions.damage)
    }
  }
}

/// The bytes of a file beside the input. It closes the file when it is destroyed.
private final class CompanionSource: ByteSource {
  private var source: any ByteSource
  private let close: () -> Void

  init(_ source: any ByteSource, close: @escaping () -> Void) {
    self.source = source
    self.close = close
  }

  deinit { close() }

  func read(into bytes: inout [UInt8], from start: Int) throws -> Int {
    do {
      return try source.read(into: &bytes, from: start)
    } catch is ZipError {
      throw UnreadableCompanion(ArchiveCompanions.damage)
    } catch let error as SystemFailure {
      throw UnreadableCompanion(Wording.text(error))
    }
  }
}
