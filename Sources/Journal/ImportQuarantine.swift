import ByteTools
import JournalFile

/// The file of what an import could not take: the bytes, and before them a note that says where
/// they were and why they were set aside. The importer decides how a note is written. The file is
/// made when there is something to keep.
///
/// It has a bound, so that no file can fill the disk: what does not fit is counted, and the file's
/// last line says so. The first bytes wait in memory, so that an import that is refused soon makes
/// no file.
struct ImportQuarantine {
  private let name: String
  private let paths: JournalPaths
  private let system: any FileSystem
  private let most: Int
  private var open: (file: OpenFile, path: String)?
  private var size = 0
  /// Bytes that are not in the file yet.
  private var waiting: [UInt8] = []
  private static let mostWaiting = 1 << 16
  /// A note as it stands among the bytes.
  var note: (String) -> String = { $0 }
  /// Bytes that did not fit.
  private(set) var leftOut: UInt64 = 0

  init(named name: String, of paths: JournalPaths, holding most: Int, on system: any FileSystem) {
    self.name = name
    self.paths = paths
    self.most = most
    self.system = system
  }

  /// Where the bytes are; nil: there are none.
  var path: String? { open?.path }

  /// Keeps bytes that stood at `offset`; those of a run have one note, before the first.
  mutating func keep(
    _ bytes: RawSpan, offset: UInt64, reason: String, continues: Bool
  ) throws {
    var text: [UInt8] = []
    if !continues || leftOut > 0 { text += line("byte \(offset): \(reason)") }
    guard size + text.count + bytes.byteCount < most else {
      leftOut += UInt64(bytes.byteCount)
      return
    }
    text.append(contentsOf: bytes)
    text.append(UInt8(ascii: "\n"))
    waiting += text
    size += text.count
    if waiting.count >= Self.mostWaiting { try write() }
  }

  private func line(_ text: String) -> [UInt8] { Array("\(note(text))\n".utf8) }

  private mutating func write() throws {
    let file = try file()
    try system.append(waiting, to: file)
    waiting.removeAll(keepingCapacity: true)
  }

  private mutating func file() throws -> OpenFile {
    if let open { return open.file }
    let made = try Quarantine.newFile(named: name, in: paths, on: system)
    open = made
    return made.file
  }

  /// Says what did not fit, and gets all onto the disk.
  mutating func finish() throws {
    if leftOut > 0 {
      waiting += line("\(leftOut) bytes more did not fit: \(most) at most")
    }
    if !waiting.isEmpty { try write() }
    guard let file = open?.file else { return }
    try system.synchronize(file)
    try system.synchronizeDirectory(paths.quarantine)
  }

  /// Takes the file away again, where the import failed.
  mutating func withdraw() throws {
    waiting = []
    guard let made = open else { return }
    open = nil
    system.close(made.file)
    try system.remove(made.path)
  }

  /// Gives the file back.
  func close() {
    if let file = open?.file { system.close(file) }
  }
}
