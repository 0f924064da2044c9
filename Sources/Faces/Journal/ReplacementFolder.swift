import ByteTools
import HealthViews
import JournalFile

/// A folder that appears at its path whole or not at all: it is written next to the path, synced
/// and renamed.
///
///     let folder = try ReplacementFolder(at: "export", outside: journal.folder)
///     try folder.append(bytes, to: "export.xml")
///     try folder.put()
package final class ReplacementFolder: ExportFolder {
  private let system = PosixSystem()
  private let path: String
  /// The path at which it is written until it is put at its own path.
  package let beside: String
  private var isPut = false
  /// The file that was written last is open: most of what is written goes on in it.
  private var open: (name: String, file: OpenFile)?
  /// The files, in the order in which they were begun.
  package private(set) var names: [String] = []
  /// The number of bytes of the open file that may not be on their way to the disk yet.
  private var unsent: UInt64 = 0
  private var known: Set<String> = []
  private var folders: Set<String> = []

  /// Makes an empty folder next to the path.
  ///
  /// - Parameters:
  ///   - journal: the folder of the journal, in which nothing is written, as in no other one; nil
  ///     for a folder of a journal itself.
  /// - Throws: `OptionProblem` if its own folder is missing, or something at the path is no
  ///   folder; the errors of `NewFolder.require`; `SystemFailure`.
  package init(at path: String, outside journal: String?) throws {
    let path = FilePath.withoutEndingSlashes(path)
    self.path = path
    let system = PosixSystem()
    beside = "\(path).\(system.random()).part"
    try Self.requireFree(path, outside: journal, on: system)
    try SystemFailure.telling(.createDirectory, path, try system.createDirectory(beside))
    system.giveOwner(of: path, toFolder: beside)
  }

  /// Takes away what was not put at its path.
  deinit {
    if let open { system.close(open.file) }
    if !isPut { try? system.removeDirectory(beside) }
  }

  private static func requireFree(
    _ path: String, outside journal: String?, on system: PosixSystem
  ) throws {
    let above = FilePath.folder(of: path)
    guard try system.kind(of: above) != nil else {
      throw OptionProblem("cannot write \(path): its folder does not exist")
    }
    if let journal { try JournalPaths(folder: journal).requireOutside(path) }
    switch try system.kind(of: path) {
    case nil: return
    case .directory:
      _ = try NewFolder.require(path, on: system)
      // A folder on which a disk is mounted cannot be replaced: that is said before the work.
      let (own, outer) = (try system.status(at: path), try system.statusFollowingLink(at: above))
      guard own?.identity.device == outer?.identity.device else {
        throw SystemFailure(.createDirectory, path, .busy)
      }
    case .regular, .link, .other:
      throw OptionProblem("\(path) is not a folder; name a new folder, or an empty one")
    }
  }

  /// Writes after what a file holds.
  package func append(_ bytes: [UInt8], to name: String) throws {
    do {
      let file = try file(name)
      try system.append(bytes, to: file)
      unsent += UInt64(bytes.count)
      if unsent >= 16 << 20 { try send(file) }
    } catch let failure as SystemFailure {
      throw SystemFailure(.append, path + "/" + name, failure.reason)
    }
  }

  /// Has the disk begin with what was written, so that little is left for it at the end.
  private func send(_ file: OpenFile) throws {
    system.startSynchronizing(file, from: try system.size(of: file) - unsent)
    unsent = 0
  }

  private func file(_ name: String) throws -> OpenFile {
    if let open, open.name == name { return open.file }
    if let open { system.close(open.file) }
    (open, unsent) = (nil, 0)
    let target = beside + "/" + name
    if known.insert(name).inserted {
      names.append(name)
      let folder = FilePath.folder(of: target)
      if folder != beside, folders.insert(folder).inserted {
        try system.createDirectory(folder)
        system.giveOwner(of: path, toFolder: folder)
      }
    }
    let file = try system.open(target, .append)
    system.giveOwner(of: path, to: file)
    open = (name, file)
    return file
  }

  /// Puts the folder at its path, and returns when all of it is on the disk there.
  package func put() throws {
    for name in names { try system.synchronize(try file(name)) }
    for folder in folders { try system.synchronizeDirectory(folder) }
    try system.synchronizeDirectory(beside)
    try SystemFailure.telling(.rename, path, try system.rename(beside, to: path))
    isPut = true
    try system.synchronizeDirectory(FilePath.folder(of: path))
  }
}

/// A folder of an export that appears at its path whole or not at all, as a zip archive. Its files
/// are written to a folder next to it, and packed when all are there.
package struct ZippedFolder: ExportFolder {
  private let folder: ReplacementFolder
  private let archive: ReplacementFile
  /// The name of the folder in the archive.
  private let name: String
  private let system = PosixSystem()

  /// Returns true if the ending of a path is that of an archive.
  package static func isMeant(by path: String) -> Bool { path.lowercased().hasSuffix(".zip") }

  /// Makes the folder that is written until the archive is put at its path.
  ///
  /// - Parameters:
  ///   - name: the name of the folder in the archive.
  ///   - journal: the folder of the journal, in which nothing is written, as in no other one.
  /// - Throws: `OptionProblem` if a folder, a link or a device is at the path; `SystemFailure`.
  package init(at path: String, holding name: String, outside journal: String) throws {
    self.name = name
    try JournalPaths(folder: journal).requireOutside(path)
    try OneFileExport.requirePlain(path, on: system)
    let part = "\(path).\(system.random())"
    folder = try ReplacementFolder(at: part, outside: journal)
    archive = try ReplacementFile(of: path, beside: "\(part).part", on: system)
  }

  /// Writes after what a file holds.
  package mutating func append(_ bytes: [UInt8], to file: String) throws {
    try folder.append(bytes, to: file)
  }

  /// Packs the files, and puts the archive at its path.
  package func put() throws {
    var directory = ZipDirectory()
    for file in folder.names { try pack(file, &directory) }
    try archive.append(directory.end)
    try archive.put()
  }

  private func pack(_ inner: String, _ directory: inout ZipDirectory) throws {
    let path = "\(folder.beside)/\(inner)"
    let file = try system.open(path, .read)
    defer { system.close(file) }
    let size = try system.size(of: file)
    let part = FilePart(file, at: path, 0..<size, on: system)
    var sum = CRC32()
    try part.forEach { bytes, _ in sum.update(bytes.rawBytes) }
    try archive.append(directory.add("\(name)/\(inner)", size: size, checksum: sum.value))
    try part.forEach { bytes, _ in try archive.append(bytes) }
  }
}

/// A file of an export that appears at its path whole or not at all.
package struct OneFileExport: ExportFolder {
  private let file: ReplacementFile

  /// Makes an empty file next to the path.
  ///
  /// - Parameter journal: the folder of the journal, in which nothing is written.
  /// - Throws: `OptionProblem` if a folder, a link or a device is at the path; `SystemFailure`.
  package init(at path: String, outside journal: String) throws {
    let system = PosixSystem()
    try JournalPaths(folder: journal).requireOutside(path)
    try Self.requirePlain(path, on: system)
    file = try ReplacementFile(of: path, beside: "\(path).\(system.random()).part", on: system)
  }

  /// Refuses a path if anything but a plain file is there: a rename would replace it.
  static func requirePlain(_ path: String, on system: PosixSystem) throws {
    switch try system.kind(of: path) {
    case nil, .regular: break
    case .directory, .link, .other: throw OptionProblem("\(path) is not a plain file")
    }
  }

  /// Appends to its content.
  package mutating func append(_ bytes: [UInt8], to name: String) throws { try file.append(bytes) }

  /// Puts it at its path.
  package func put() throws { try file.put() }
}
