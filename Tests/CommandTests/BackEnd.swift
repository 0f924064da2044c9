import Foundation
import Synchronization
import TestSupport
import Testing

/// A back end of its own for one test: `push_server.py`, which answers what the test tells it to.
final class BackEnd {
  /// What a request held.
  struct Got: Hashable {
    var path: String
    var key: String
    var authorization: String?
    /// Each row as JSON with sorted keys.
    var rows: [String]
  }

  private let child: Child
  private let scratch: Scratch
  private let folder: String
  /// The port on 127.0.0.1.
  let port: String

  /// - Parameter certificate: a file with a key and a certificate in the folder, for TLS.
  init(_ scratch: Scratch, certificate: String? = nil) throws {
    self.scratch = scratch
    folder = "backend-\(UUID().uuidString)"
    _ = try scratch.run("mkdir \(folder)")
    try scratch.write("", to: folder + "/script")
    let program = Project.root.appending(path: "Tests/CommandTests/push_server.py").path
    let line = "exec '\(try #require(Python.path))' '\(program)' \(folder) \(certificate ?? "")"
    child = try Child.starting.withLock { _ in
      let null = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
      defer { close(null) }
      return try Child(
        line, in: scratch.url.path, scratch.environment, streams: [null, null, null])
    }
    for _ in 1...600 where scratch.bytes(folder + "/port").isEmpty { usleep(50_000) }
    port = String(decoding: scratch.bytes(folder + "/port"), as: UTF8.self)
    try #require(!port.isEmpty)
  }

  deinit {
    child.kill()
    _ = child.wait()
  }

  /// What it shall answer, a line for each request; then 200.
  func script(_ lines: String...) throws {
    try scratch.write(lines.map { $0 + "\n" }.joined(), to: folder + "/script")
  }

  /// What it got so far, in order.
  func got() throws -> [Got] {
    try scratch.bytes(folder + "/got").split(separator: 0x0A).map { line in
      let object = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
      let rows = try #require(object["rows"] as? [[String: Any]])
      return Got(
        path: try #require(object["path"] as? String), key: try #require(object["key"] as? String),
        authorization: object["authorization"] as? String, rows: try rows.map(Self.text))
    }
  }

  /// Waits until it has got so many requests.
  func wait(for count: Int) throws {
    for _ in 1...600 where try got().count < count { usleep(50_000) }
    try #require(try got().count >= count)
  }

  static func text(_ row: [String: Any]) throws -> String {
    let data = try JSONSerialization.data(withJSONObject: row, options: .sortedKeys)
    return String(decoding: data, as: UTF8.self)
  }
}
