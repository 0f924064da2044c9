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
    guard try system.kind(of: path) != .directory else {
      throw Failure.usage("\(path) is a folder")
    }
    beside = path + ".part"
    if try system.kind(of: beside) != nil { try system.remove(beside) }
    file = try system.open(beside, .createNew)
  }

  mutating func write(_ bytes: [UInt8]) throws { try system.append(bytes, to: file) }

  /// Lets `body` write, and puts the file in its place; where `body` fails, nothing is left behind.
  mutating func write<Result>(_ body: (inout FileSink) throws -> Result) throws -> Result {
    defer { system.close(file) }
    do {
      let result = try body(&self)
      try system.synchronize(file)
      try system.rename(beside, to: path)
      return result
    } catch {
      try? system.remove(beside)
      throw error
    }
  }
}
