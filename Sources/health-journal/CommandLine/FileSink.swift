import HealthExport
import JournalFile

/// A file that appears whole or not at all: it is written beside its place, synced and renamed.
struct FileSink: TextSink {
  private let system = PosixSystem()
  private let path: String
  private let beside: String
  private let file: OpenFile

  /// - Parameter journal: the folder of the journal, in which nothing is written.
  init(_ path: String, outside journal: String) throws {
    self.path = path
    let folder = Self.folder(of: path)
    for inside in [journal, journal + "/quarantine"] {
      guard try !system.isSame(folder, inside) else {
        throw Failure.usage("\(path) is in the journal's own folder; name a place outside of it")
      }
    }
    switch try system.kind(of: path) {
    case nil, .regular: break
    case .directory: throw Failure.usage("\(path) is a folder; name a file in it")
    case .link, .other:
      // A rename would put a file in the place of the link, or of /dev/null itself.
      throw Failure.usage("\(path) is a link or a device; name a file, or - for standard output")
    }
    beside = "\(path).\(system.random()).part"
    do {
      file = try system.open(beside, .createNew)
    } catch {
      throw error.reason == .missing
        ? Failure.usage("cannot write \(path): its folder does not exist")
        : SystemFailure(.append, path, error.reason)
    }
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  mutating func write(_ bytes: [UInt8]) throws {
    do {
      try system.append(bytes, to: file)
    } catch {
      throw SystemFailure(.append, path, error.reason)
    }
  }

  /// Lets `body` write, and puts the file in its place; where `body` fails, nothing is left behind.
  mutating func write<Result>(_ body: (inout FileSink) throws -> Result) throws -> Result {
    defer { system.close(file) }
    do {
      let result = try body(&self)
      try system.synchronize(file)
      try system.rename(beside, to: path)
      try system.synchronizeDirectory(Self.folder(of: path))
      return result
    } catch {
      try? system.remove(beside)
      throw error
    }
  }
}
