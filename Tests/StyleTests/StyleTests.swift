import Foundation
import Testing

/// What the compiler does not check: layers, sizes and words.
struct StyleTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// What a target may import of the others, in the order of the flow.
  private static let layers: [(target: String, imports: Set<String>)] = [
    ("ByteTools", []),
    ("HealthModel", []),
    ("HealthEvents", ["HealthModel"]),
    ("JournalFile", ["ByteTools", "HealthModel", "HealthEvents"]),
    ("HealthTables", ["ByteTools", "HealthModel", "HealthEvents", "JournalFile"]),
    ("HealthProjections", ["HealthModel", "HealthEvents", "JournalFile", "HealthTables"]),
    ("HealthImport", ["ByteTools", "HealthModel", "HealthEvents"]),
    ("HealthExport", ["ByteTools", "HealthModel", "HealthProjections"]),
  ]

  private static func files(_ folder: String, _ suffix: String) -> [URL] {
    let all = FileManager.default.enumerator(
      at: root.appending(path: folder), includingPropertiesForKeys: nil)
    return (all?.compactMap { $0 as? URL } ?? []).filter { $0.lastPathComponent.hasSuffix(suffix) }
  }

  private static func lines(_ file: URL) throws -> [Substring] {
    try String(contentsOf: file, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
  }

  @Test(arguments: layers.map(\.target)) func importsFollowTheFlow(_ target: String) throws {
    let own = Self.layers.map(\.target) + ["HealthJournal"]
    let allowed = try #require(Self.layers.first { $0.target == target }).imports
    let files = Self.files("Sources/\(target)", ".swift")
    #expect(!files.isEmpty)
    for file in files {
      let imported = try Self.lines(file).filter { $0.contains("import ") && !$0.hasPrefix("/") }
        .compactMap { $0.split(separator: " ").last.map(String.init) }.filter(own.contains)
      #expect(Set(imported).isSubset(of: allowed), "\(file.lastPathComponent)")
    }
  }

  @Test func filesStayShort() throws {
    for file in Self.files("Sources", ".swift") where !file.path.contains("/Tables/") {
      #expect(try Self.lines(file).count <= 400, "\(file.lastPathComponent)")
    }
  }

  /// Foundation is a matter of the one program that speaks HTTP, which is a process of its own.
  private static let withFoundation = "Sources/health-journal-http/"

  @Test(arguments: [
    "try!", "as!", "@unchecked", "fatalError(", "TODO", "FIXME", "import Foundation",
    "nonisolated(unsafe)",
  ])
  func sourcesDoWithout(_ word: String) throws {
    for file in Self.files("Sources", ".swift") {
      if word == "import Foundation", file.path.contains(Self.withFoundation) { continue }
      let found = try Self.lines(file).firstIndex { $0.contains(word) }
      #expect(found == nil, "\(file.lastPathComponent):\((found ?? 0) + 1)")
    }
  }

  @Test func theTopLevelIsWhatItIs() throws {
    let allowed: Set = [
      "Package.swift", "Sources", "Tests", "Fixtures", "Docs", "README.md", "LICENSE",
    ]
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.root.path)
    #expect(names.filter { !$0.hasPrefix(".") && !allowed.contains($0) } == [])
  }
}
