import JournalFile

/// The process that holds a lock, as Linux tells in `/proc/locks`: to ask by trying to take it
/// would keep a writer out.
struct LockHolder {
  /// Who it is.
  let text: String

  private static let table = "/proc/locks"

  /// Whether the system tells.
  static var canTell: Bool { (try? SmallFile.bytes(table)).flatMap { $0 } != nil }

  /// nil: nobody holds it, or the system does not tell.
  init?(of path: String, on system: PosixSystem) {
    guard let file = (try? system.status(at: path)).flatMap({ $0 }),
      let table = (try? SmallFile.bytes(Self.table)).flatMap({ $0 })
    else { return nil }
    // `1: FLOCK  ADVISORY  WRITE 4711 08:01:1234 0 EOF`: the process, and the numbers of device and
    // file.
    for line in String(decoding: table, as: UTF8.self).split(separator: "\n") {
      let fields = line.split(separator: " ")
      guard fields.count > 5, fields[1] == "FLOCK",
        fields[5].split(separator: ":").last == "\(file.identity.number)"
      else { continue }
      let name = (try? SmallFile.bytes("/proc/\(fields[4])/comm")).flatMap { $0 } ?? []
      let words = String(decoding: name.filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      text = "process \(fields[4])" + (words.isEmpty ? "" : " (\(words))")
      return
    }
    return nil
  }
}
