package import Foundation

/// A folder of its own for one test, deleted with the value.
package final class TemporaryFolder: Sendable {
  /// Where it is.
  package let url: URL

  /// Makes an empty one; where that cannot be, what is first done in it fails.
  package init() {
    url = FileManager.default.temporaryDirectory.appending(path: "test-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Gives a folder to `body`; it goes when that returns.
  package static func use<Result>(
    _ body: (TemporaryFolder) throws -> Result
  ) rethrows -> Result {
    let folder = TemporaryFolder()
    return try withExtendedLifetime(folder) { try body(folder) }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a name in the folder.
  package func path(_ name: String) -> String { url.appending(path: name).path }
}
