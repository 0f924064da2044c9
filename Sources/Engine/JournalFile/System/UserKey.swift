/// The file of the key that a user's programs seal snapshots with: 32 random bytes, outside all
/// journals.
///
///     let file = UserKeyFile(in: "/home/me/.local/state/health-journal", on: system)
///     file.read() ?? file.made()
struct UserKeyFile {
  /// The number of bytes of a key.
  static let bytes = 32

  private let folder: String
  private let system: any FileSystem
  private var path: String { folder + "/snapshot-key" }

  init(in folder: String, on system: any FileSystem) {
    (self.folder, self.system) = (folder, system)
  }

  /// Reads the key; nil if there is none, or if another user could have put it there.
  func read() -> [UInt8]? {
    guard let file = try? system.open(path, .read) else { return nil }
    defer { system.close(file) }
    var key = [UInt8](repeating: 0, count: Self.bytes)
    guard let status = try? system.status(of: file), status.size == UInt64(Self.bytes),
      status.isOwn, !status.isOpenToOthers,
      (try? system.read(file, at: 0, into: &key, from: 0)) == Self.bytes
    else { return nil }
    return key
  }

  /// Makes a new key, which replaces one that cannot be relied on; nil if it cannot be kept. If two
  /// programs make one at once, the later one remains.
  func made() -> [UInt8]? {
    var words = [UInt64](repeating: 0, count: Self.bytes / 8)
    system.random(into: &words)
    let key = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) } }
    do {
      try system.ensureDirectory(folder)
      let name = "\(path).\(String(system.random(), radix: 16))"
      let file = try ReplacementFile(of: path, beside: name, keepsOwner: false, on: system)
      try file.append(key)
      try file.put()
    } catch {
      return nil
    }
    return read()
  }
}

extension PosixSystem {
  /// Returns a key of 32 bytes, in `snapshot-key` in the folder for the kept files of this user's
  /// programs.
  public func userKey(making: Bool) -> [UInt8]? {
    guard let folder = Self.stateFolder else { return nil }
    let file = UserKeyFile(in: folder, on: PosixSystem())
    return file.read() ?? (making ? file.made() : nil)
  }
}
