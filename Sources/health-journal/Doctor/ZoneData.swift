import JournalFile

/// The zone data of the system.
struct ZoneData {
  /// Where they are, and which version, as far as they say.
  let text: String

  /// nil: there are none.
  static var found: ZoneData? {
    let system = PosixSystem()
    for folder in ZoneCatalogue.folders
    where (try? system.status(at: folder + "/Europe")).flatMap({ $0 }) != nil {
      return ZoneData(
        text: folder + (version(folder).map { ", version \($0)" } ?? ", of no stated version"))
    }
    return nil
  }

  /// What `+VERSION` says, else the first line of `tzdata.zi`: `# version 2025b`.
  private static func version(_ folder: String) -> String? {
    if let bytes = (try? SmallFile.bytes(folder + "/+VERSION")).flatMap({ $0 }) {
      return firstWord(bytes)
    }
    guard let (bytes, _, _) = (try? SmallFile.beginning(folder + "/tzdata.zi")).flatMap({ $0 })
    else { return nil }
    let mark = Array("# version ".utf8)
    return bytes.starts(with: mark) ? firstWord(Array(bytes.dropFirst(mark.count))) : nil
  }

  private static func firstWord(_ bytes: [UInt8]) -> String? {
    let word = String(decoding: bytes.prefix { $0 > UInt8(ascii: " ") }.prefix(40), as: UTF8.self)
    return word.isEmpty ? nil : word
  }
}
