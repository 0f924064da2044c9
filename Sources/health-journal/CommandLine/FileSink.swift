import HealthExport
import JournalFile

/// A file that appears whole or not at all: it is written beside its place, synced and renamed.
struct FileSink: TextSink {
  private let system = PosixSystem()
  private let path: String
  private let beside: String
  private let file: OpenFile

  init(_ path: String) throws {
    self.path = path
    switch try system.kind(of: path) {
    case nil, .regular: break
    case .directory: throw Failure.usage("\(path) is a folder; name a file in it")
    case .link, .other:
      // A rename would put a file in the place of the link, or of /dev/null itself.
      throw Failure.usage("\(path) is a link or a device; name a file, or - for standard output")
    }
    beside = path + ".part"
    if try system.kind(of: beside) != nil { try system.remove(beside) }
    do {
      file = try system.open(beside, .createNew)
    } catch {
      throw error.reason == .missing
        ? Failure.usage("cannot write \(path): its folder does not exist")
        : SystemFailure(.append, path, error.reason)
    }
  }

  private var folder: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  mutating func write(_ bytes: [UInt8]) throws { try system.append(bytes, to: file) }

  /// Lets `body` write, and puts the file in its place; where `body` fails, nothing is left behind.
  mutating func write<Result>(_ body: (inout FileSink) throws -> Result) throws -> Result {
    defer { system.close(file) }
    do {
      let result = try body(&self)
      try system.synchronize(file)
      try system.rename(beside, to: path)
      try system.synchronizeDirectory(folder)
      return result
    } catch {
      try? system.remove(beside)
      throw error
    }
  }
}
