import ByteTools
import JournalFile

/// A folder of an export that appears at its path whole or not at all, as a zip archive. Its files
/// are written to a folder beside it, and packed when all are there.
package struct ZippedFolder: ExportFolder {
  private let folder: ReplacementFolder
  private let archive: ReplacementFile
  /// The name of the folder in the archive.
  private let name: String
  private let system = PosixSystem()

  /// Whether a path names an archive, by its ending.
  package static func isMeant(by path: String) -> Bool { path.lowercased().hasSuffix(".zip") }

  /// Makes what is written until it is put at its path.
  ///
  /// - Parameters:
  ///   - name: the name of the folder in the archive.
  ///   - journal: the folder of the journal, in which nothing is written, as in no other one.
  /// - Throws: `OptionProblem` where a folder, a link or a device stands at the path;
  ///   `SystemFailure`.
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
