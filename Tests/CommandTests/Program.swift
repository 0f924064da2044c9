import Foundation
import Synchronization
import TestSupport

/// The built command and the folders that tests need.
enum Program {
  /// `Fixtures/cli`.
  static let fixtures = Project.fixtures.appending(path: "cli")

  /// `Docs/journeys`.
  static let journeys = Project.root.appending(path: "Docs/journeys")

  /// The command that was built together with the tests: beside the test bundle.
  static let path: String = {
    let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let places = [
      bundle, bundle.deletingLastPathComponent(), Project.root.appending(path: ".build/debug"),
    ]
    let found = places.map { $0.appending(path: "health-journal").path }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    return found ?? "health-journal"
  }()
}

/// A folder of its own for one test, deleted with the value.
final class Scratch: Sendable {
  private let folder = TemporaryFolder()
  var url: URL { folder.url }

  init() throws {
    try FileManager.default.createDirectory(
      at: url.appending(path: "home"), withIntermediateDirectories: false)
  }

  /// The path of a file in the folder.
  func path(_ name: String) -> String { folder.path(name) }

  /// Writes a file.
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: url.appending(path: name))
  }

  /// The bytes of a file; none where it is missing.
  func bytes(_ name: String) -> Data {
    (try? Data(contentsOf: url.appending(path: name))) ?? Data()
  }

  /// The journal that commands without `--journal` use here.
  static let journal = "home/.local/share/health-journal/health.journal"
  static let events = journal + "/events.ndjson"

  /// The same environment for every command: nothing of the machine's own, but for what a sanitizer
  /// is told.
  var environment: [String: String] {
    let told = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }
    return told.merging([
      "HOME": path("home"), "TZ": "UTC", "LANG": "C.UTF-8", "DIR": url.path,
      "FIXTURES": Program.fixtures.path,
      "PATH": URL(fileURLWithPath: Program.path).deletingLastPathComponent().path
        + ":/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    ]) { $1 }
  }

  /// Runs a line of shell in the folder.
  func run(_ line: String) throws -> Outcome {
    let id = UUID().uuidString
    let (output, errors) = (path("home/\(id).out"), path("home/\(id).err"))
    defer {
      try? FileManager.default.removeItem(atPath: output)
      try? FileManager.default.removeItem(atPath: errors)
    }
    let child = try Child.starting.withLock { _ in
      let streams = unsafe [
        open("/dev/null", O_RDONLY), open(output, O_WRONLY | O_CREAT, 0o600),
        open(errors, O_WRONLY | O_CREAT, 0o600),
      ]
      defer { for stream in streams { close(stream) } }
      return try Child(line, in: url.path, environment, streams: streams)
    }
    let code = child.wait()
    return Outcome(
      output: String(decoding: try Data(contentsOf: URL(fileURLWithPath: output)), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: URL(fileURLWithPath: errors)), as: UTF8.self),
      code: code)
  }
}

/// What a command came to.
struct Outcome {
  var output: String
  var errors: String
  /// The exit code; -1 where a signal ended it.
  var code: Int32

  /// The lines of standard error.
  var complaints: [Substring] { errors.split(separator: "\n") }
}
