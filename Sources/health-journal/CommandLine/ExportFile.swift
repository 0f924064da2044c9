import ByteTools
import JournalFile

/// The file that an import reads: named itself, found in a folder, or standard input.
struct ExportFile {
  let file: OpenFile
  /// Its name without its folder.
  let name: String
  /// How many bytes it has, where that is known.
  let size: UInt64?
  private static let system = PosixSystem()

  init(_ path: String) throws {
    guard path != "-" else {
      file = OpenFile(descriptor: 0)
      name = "standard input"
      size = nil
      return
    }
    let found = try Self.names(in: path).map { try Self.export(among: $0, in: path) } ?? path
    file = try Self.system.open(found, .readForeign)
    name = String(found.split(separator: "/").last ?? "")
    let bytes = try Self.system.size(of: file)
    size = bytes == 0 ? nil : bytes
    if size != nil, try Self.isArchive(file) {
      Self.system.close(file)
      throw Failure.usage("\(name) is a zip archive; unpack it and import the folder")
    }
  }

  /// Whether a file is the archive that the phone shares, which holds the export.
  private static func isArchive(_ file: OpenFile) throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4)
    let count = try system.read(file, at: 0, into: &buffer, from: 0)
    return count == 4 && buffer == [0x50, 0x4B, 0x03, 0x04]
  }

  func close() {
    if file.descriptor != 0 { Self.system.close(file) }
  }

  /// The names in a folder, nil where the path is none.
  private static func names(in path: String) throws -> [String]? {
    do {
      return try system.names(inDirectory: path)
    } catch {
      guard error.reason == .notRegular else { throw error }
      return nil
    }
  }

  /// Refuses a folder where an export may have a name that no path here leads to.
  private static func requireText(inNamesOf folder: String) throws {
    let strange = try system.rawNames(inDirectory: folder).first {
      $0.suffix(4).elementsEqual(".xml".utf8) && String(validating: $0, as: UTF8.self) == nil
    }
    guard let strange else { return }
    throw Failure.usage(
      "the name of a file in \(folder) is not UTF-8: \(TerminalText.escaped(bytes: strange)); rename it, "
        + "or name the file that is meant")
  }

  /// The file in a folder that holds `<HealthData`: Apple's name for it follows the phone's language.
  private static func export(among names: [String], in folder: String) throws -> String {
    try requireText(inNamesOf: folder)
    var found: [String] = []
    for name in names.sorted() where name.hasSuffix(".xml") {
      let path = folder + "/" + name
      if try beginsAsExport(path) { found.append(path) }
    }
    if let first = found.first, found.count == 1 { return first }
    if found.isEmpty, names.contains("apple_health_export") {
      let inner = folder + "/apple_health_export"
      return try export(among: try system.names(inDirectory: inner), in: inner)
    }
    throw Failure.usage(
      found.isEmpty
        ? "no Apple Health export in \(folder): no .xml file there holds <HealthData>"
        : "several exports in \(folder); name one: \(found.joined(separator: ", "))")
  }

  /// Whether a plain file holds `<HealthData` near its beginning; of a pipe that would be waited for.
  private static func beginsAsExport(_ path: String) throws -> Bool {
    let file: OpenFile
    do {
      file = try system.open(path, .readForeignFile)
    } catch {
      guard [.notRegular, .missing].contains(error.reason) else { throw error }
      return false
    }
    defer { system.close(file) }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = try system.readNext(file, into: &buffer, from: 0)
    return ByteSearch("<HealthData").occurs(in: buffer.rawBytes.extracting(0..<count))
  }
}
