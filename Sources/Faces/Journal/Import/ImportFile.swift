package import ByteTools
package import HealthImport
import HealthViews
import JournalFile

/// The file that an import reads: named itself, found in a folder, or standard input.
package struct ImportFile {
  private let file: OpenFile
  package let source: any ByteSource
  /// Its name without its folder.
  package let name: String
  /// The number of its bytes, if known.
  package let size: UInt64?
  /// The other files in its folder or archive; nil for standard input.
  package let companions: (any ImportCompanions)?
  /// The growth that the owner has to confirm before it is read, if it is an archive of much more
  /// than its own size; else nil.
  package let growth: Growth?
  private static let system = PosixSystem()

  /// An archive that holds so much more than it takes that it may be meant to fill a disk.
  package struct Growth: Hashable, Sendable {
    /// The number of bytes of the archive.
    package let archive: UInt64
    /// The bytes that are read of it.
    package let unpacked: UInt64
    /// A ratio that no export reaches: those of phones hold 15 to 40 times the size of their
    /// archive, and files of mostly equal lines some 70 times.
    private static let ratio: UInt64 = 100
    /// Less than this fills no disk.
    private static let least: UInt64 = 32 << 20

    init?(of entries: [ZipEntry], in archive: UInt64) {
      unpacked = entries.reduce(0) { sum, entry in
        let (sum, overflows) = sum.addingReportingOverflow(entry.size)
        return overflows ? .max : sum
      }
      self.archive = archive
      guard unpacked >= Self.least, unpacked / Self.ratio >= archive else { return nil }
    }

    /// It in words: `it takes 318 KiB and holds 1021 times as much`.
    package var words: String {
      "it takes \(archive >> 10) KiB and holds \(unpacked >> 20) MiB, "
        + "\(unpacked / max(archive, 1)) times as much; an export holds 40 times as much at most"
    }
  }

  /// Opens it.
  ///
  /// - Parameters:
  ///   - path: a file, a folder that holds one, or `-` for standard input.
  ///   - importers: those that may read it.
  /// - Throws: `OptionProblem` where the path is not one of these; `SystemFailure`.
  package init(_ path: String, for importers: [any Importer]) throws {
    guard path != "-" else {
      file = OpenFile(descriptor: 0)
      source = FileByteSource(file, on: Self.system)
      name = "standard input"
      size = nil
      companions = nil
      growth = nil
      return
    }
    let found =
      try Self.names(in: path).map { try Self.export(among: $0, in: path, importers) } ?? path
    file = try Self.system.open(found, .readForeign)
    name = FilePath.name(of: found)
    do {
      (source, size, companions, growth) = try Self.contents(of: file, at: found, name, importers)
    } catch {
      Self.system.close(file)
      throw error
    }
  }

  /// Returns the bytes of a file, or of the export in it if it is a zip archive, their number, and
  /// the other files there.
  private static func contents(
    of file: OpenFile, at path: String, _ name: String, _ importers: [any Importer]
  ) throws -> (any ByteSource, UInt64?, (any ImportCompanions)?, Growth?) {
    let size = try system.size(of: file)
    guard try isArchive(file, size) else {
      let layout = size == 0 ? nil : importers.lazy.compactMap(\.folder).first
      let companions = try layout.map { try FolderCompanions(besides: path, $0) }
      return (FileByteSource(file, on: system), size == 0 ? nil : size, companions, nil)
    }
    let archive = try ImportArchive(file, size: size, name: name, for: importers)
    return (archive.source, archive.size, archive.companions, archive.growth)
  }

  /// Returns true if a file begins or ends as an archive. The end counts too: an archive of
  /// uncompressed files with damaged first bytes must not be read as if it were the export in it,
  /// because only the checksum of the archive shows if that is whole.
  private static func isArchive(_ file: OpenFile, _ size: UInt64) throws -> Bool {
    guard size > 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 4)
    for offset in [0, size - min(size, ImportArchive.endSize)] {
      let isWhole = try system.read(file, at: offset, into: &bytes, from: 0) == bytes.count
      if isWhole, ImportArchive.begins(bytes) { return true }
    }
    return false
  }

  package func close() {
    if file.descriptor != 0 { Self.system.close(file) }
  }

  /// Returns the names in a folder; nil if the path is not a folder.
  private static func names(in path: String) throws -> [String]? {
    do {
      return try system.names(inDirectory: path)
    } catch {
      guard error.reason == .notRegular else { throw error }
      return nil
    }
  }

  /// Refuses a folder where an export may have a name that is not UTF-8, which no path of this
  /// program can hold.
  private static func requireText(inNamesOf folder: String, endingWith ending: String) throws {
    let strange = try system.rawNames(inDirectory: folder).first {
      $0.suffix(ending.utf8.count).elementsEqual(ending.utf8)
        && String(validating: $0, as: UTF8.self) == nil
    }
    guard let strange else { return }
    throw OptionProblem(
      "the name of a file in \(folder) is not UTF-8: \(TerminalText.escaped(bytes: strange)); rename it, "
        + "or name the file that is meant")
  }

  /// Finds the file in a folder that one of the importers is sure of.
  private static func export(
    among names: [String], in folder: String, _ importers: [any Importer]
  ) throws -> String {
    var lack = "\(folder) is a folder; name a file in it"
    for importer in importers {
      guard let layout = importer.folder else { continue }
      if let found = try export(among: names, in: folder, layout, importer) { return found }
      lack = "\(layout.lack.what) in \(folder): \(layout.lack.why)"
    }
    throw OptionProblem(lack)
  }

  private static func export(
    among names: [String], in folder: String, _ layout: ImportFolder, _ importer: any Importer
  ) throws -> String? {
    try requireText(inNamesOf: folder, endingWith: layout.ending)
    let found = try names.sorted().filter { $0.hasSuffix(layout.ending) }.map { folder + "/" + $0 }
      .filter { try begins($0, as: importer) }
    guard found.count < 2 else {
      throw OptionProblem(
        "several exports in \(folder); name one: \(found.joined(separator: ", "))")
    }
    guard found.isEmpty, names.contains(layout.inner) else { return found.first }
    let inner = folder + "/" + layout.inner
    return try export(among: try system.names(inDirectory: inner), in: inner, [importer])
  }

  /// Returns true if an importer is sure of a plain file. A pipe is not read: that would wait for
  /// its writer.
  private static func begins(_ path: String, as importer: any Importer) throws -> Bool {
    let file: OpenFile
    do {
      file = try system.open(path, .readForeignFile)
    } catch {
      guard [.notRegular, .missing].contains(error.reason) else { throw error }
      return false
    }
    defer { system.close(file) }
    let input = ImportInput(FileByteSource(file, on: system))
    let beginning = try input.beginning()
    return Importers.recognition(of: beginning.rawBytes, by: importer) == .surely
  }
}

/// The file that an import reads in a zip archive, as the phone shares it: the one that an importer
/// is sure of.
struct ImportArchive {
  /// The first bytes of an archive, and those of an archive without files, which are also those of
  /// the end of any other.
  private static let beginnings: [[UInt8]] = [[0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6]]
  /// The number of bytes of the end of an archive without a comment.
  static let endSize: UInt64 = 22

  /// The bytes of the file, which a thread of its own inflates and checks.
  let source: ReadAheadSource
  /// The number of bytes that the archive states.
  let size: UInt64
  /// The other files in the archive.
  let companions: ArchiveCompanions
  /// The growth that the owner has to confirm before it is read; else nil.
  let growth: ImportFile.Growth?

  static func begins(_ bytes: some Collection<UInt8>) -> Bool {
    beginnings.contains { bytes.starts(with: $0) }
  }

  /// Looks for the file.
  ///
  /// - Throws: `ZipError`; `OptionProblem` where there is none, or more than one.
  init(_ file: OpenFile, size: UInt64, name: String, for importers: [any Importer]) throws {
    let archive = try ZipArchive(SeekableFile(file: file, size: size))
    var lack = "it holds no file that can be imported"
    for importer in importers {
      guard let layout = importer.folder else { continue }
      let found = try archive.entries.filter { entry in
        guard entry.nameBytes.suffix(layout.ending.utf8.count).elementsEqual(layout.ending.utf8)
        else { return false }
        let beginning = try ImportInput(try archive.source(of: entry)).beginning()
        return Importers.recognition(of: beginning.rawBytes, by: importer) == .surely
      }
      guard found.count < 2 else {
        let names = found.map(\.name).joined(separator: ", ")
        throw OptionProblem("several exports in \(name); unpack it and name one: \(names)")
      }
      if let entry = found.first {
        source = ReadAheadSource(try archive.source(of: entry))
        self.size = entry.size
        companions = ArchiveCompanions(besides: entry, in: archive)
        growth = ImportFile.Growth(of: companions.entries + [entry], in: size)
        return
      }
      lack = "\(layout.lack.what) in it: \(layout.lack.why)"
    }
    throw OptionProblem("\(name) is a zip archive, and \(lack)")
  }
}

/// The bytes of an open file, from any offset.
private struct SeekableFile: SeekableBytes {
  let file: OpenFile
  let size: UInt64

  func read(at offset: UInt64, into bytes: inout [UInt8], from start: Int) throws -> Int {
    try PosixSystem().read(file, at: offset, into: &bytes, from: start)
  }
}

/// The plain files next to an import's input in its folder. Links are not followed.
struct FolderCompanions: ImportCompanions {
  /// The greatest number of files, the same as in an archive.
  private static let most = Int(ZipArchive.mostEntries)
  /// Folders within folders, at most.
  private static let deepest = 4
  private static let system = PosixSystem()

  private(set) var files: [ImportCompanion] = []
  private let folder: String

  /// Lists the files next to an input.
  ///
  /// - Parameters:
  ///   - input: its path.
  ///   - layout: the importer's layout of files; the folder may hold much that has nothing to do
  ///     with it.
  /// - Throws: `OptionProblem` if there are more files than any export has.
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

  /// Returns the names in a folder; none if the folder may not be listed: the input itself may
  /// still be readable.
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
      throw UnreadablePart(error.cause)
    }
  }
}

/// The files next to an import's input in its archive.
struct ArchiveCompanions: ImportCompanions {
  let files: [ImportCompanion]
  fileprivate static let damage = "the archive does not hold it whole, or not in a way that is read"
  private let archive: ZipArchive
  /// The files in the archive, in the order of `files`.
  let entries: [ZipEntry]

  /// Finds the files in the folder of an entry, whatever folder that is.
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
      throw UnreadablePart(ArchiveCompanions.damage)
    }
  }
}

/// The bytes of a file next to the input. It closes the file when it is destroyed.
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
      throw UnreadablePart(ArchiveCompanions.damage)
    } catch let error as SystemFailure {
      throw UnreadablePart(error.cause)
    }
  }
}

/// An input that no importer can read.
package struct ForeignInput: Hashable, Sendable {
  package let file: String
  package let encoding: TextEncoding
  /// The content that it seems to have.
  package let content: OtherContent
  /// The format that it does not have: `an Apple Health export`.
  package let lack: String
  /// The files that importers accept.
  package let paths: String

  init(
    _ file: String, _ encoding: TextEncoding, _ beginning: [UInt8], _ importers: [any Importer]
  ) {
    self.file = file
    self.encoding = encoding
    content = OtherContent.guess(beginning.rawBytes)
    lack = importers.map(\.summary).joined(separator: " or ")
    paths = importers.map(\.paths.what).joined(separator: ", or ")
  }
}
