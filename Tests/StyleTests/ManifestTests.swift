import Foundation
import TestSupport
import Testing

/// The manifest, as SwiftPM reads it for a package that depends on this one by version. SwiftPM
/// builds no such package where a target has unsafe flags.
struct ManifestTests {
  private static let swift = ChildProgram("swift")

  @Test(.enabled(if: swift != nil), arguments: ["", "1"])
  func unsafeFlagsAreForTunedTestsAlone(_ tuned: String) throws {
    let manifest = try Self.manifest(with: ["HEALTH_JOURNAL_TUNED_TESTS": tuned])
    #expect(manifest.contains("\"JournalFileTests\""))
    #expect(manifest.contains("unsafeFlags") == (tuned == "1"))
  }

  /// Returns the manifest as JSON. SwiftPM reads a copy, as it locks the project while tests run.
  private static func manifest(with variables: [String: String]) throws -> String {
    let swift = try #require(swift)
    let environment = ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("HEALTH_JOURNAL_") }.merging(variables) { $1 }
    return try TemporaryFolder.use { folder in
      try FileManager.default.copyItem(
        at: Project.root.appending(path: "Package.swift"),
        to: folder.url.appending(path: "Package.swift"))
      return try swift.run(
        [
          "package", "--package-path", folder.url.path, "--scratch-path", folder.path("build"),
          "--manifest-cache", "none", "dump-package",
        ], environment: environment)
    }
  }
}
