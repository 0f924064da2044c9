import HealthExport
import Journal
import JournalFile

/// A file that appears whole or not at all: it is written beside its path, synced and renamed.
struct FileSink: TextSink {
  private let system = PosixSystem()
  private let path: String
  private let file: ReplacementFile

  /// - Parameter journal: the folder of the journal, in which nothing is written, as in no other
  ///   one; nil: none has been named.
  init(_ path: String, outside journal: String?) throws {
    self.path = path
    if let journal {
      try JournalPaths(folder: journal).requireOutside(path)
    } else {
      try JournalPaths.requireOutsideAll(path)
    }
    switch try system.kind(of: path) {
    case nil, .regular: break
    case .directory: throw Failure.usage("\(path) is a folder; name a file in it")
    case .link, .other:
      // A rename would replace the link, or /dev/null itself, by a file.
      throw Failure.usage("\(path) is a link or a device; name a file, or - for standard output")
    }
    do {
      file = try ReplacementFile(
        of: path, beside: "\(path).\(system.random()).part", on: system)
    } catch {
      throw error.reason == .missing
        ? Failure.usage("cannot write \(path): its folder does not exist")
        : SystemFailure(.append, path, error.reason)
    }
  }

  mutating func write(_ bytes: [UInt8]) throws {
    try Interrupted.check()
    ProgressMeter.shared.add(bytes.count)
    try SystemFailure.telling(.append, path, try file.append(bytes))
  }

  /// Lets `body` write, and puts the file at its path; where `body` fails, nothing is left behind.
  mutating func write<Result>(_ body: (inout FileSink) throws -> Result) throws -> Result {
    ProgressMeter.shared.begin("writing \(path)")
    let result = try body(&self)
    try file.put()
    return result
  }
}
