import JournalFile
import Testing

@Suite struct FilePathTests {
  /// Folder, last name and path without ending slashes of each path. A slash that a combining mark
  /// follows or a prefix sign leads is one character in Swift, and a slash for the system.
  @Test(arguments: [
    ("/a/b", "/a", "b", "/a/b"), ("/a", "/", "a", "/a"), ("a", ".", "a", "a"), ("", ".", "", ""),
    ("/", "/", "", "/"), ("///", "//", "", "/"), ("a/b//", "a/b/", "b", "a/b"),
    ("/a/\u{301}b", "/a", "\u{301}b", "/a/\u{301}b"),
    ("a\u{600}/", "a\u{600}", "a\u{600}", "a\u{600}"),
    ("a\u{600}/b", "a\u{600}", "b", "a\u{600}/b"),
  ])
  func parts(_ path: String, _ folder: String, _ name: String, _ trimmed: String) {
    #expect(Array(FilePath.folder(of: path).utf8) == Array(folder.utf8))
    #expect(Array(FilePath.name(of: path).utf8) == Array(name.utf8))
    #expect(Array(FilePath.withoutEndingSlashes(path).utf8) == Array(trimmed.utf8))
    #expect(FilePath.names(in: path).joined(separator: "/") == path)
    #expect(JournalPaths(folder: path).events == trimmed + "/events.ndjson")
  }

  @Test func names() {
    #expect(FilePath.names(in: "/a//\u{301}b/") == ["", "a", "", "\u{301}b", ""])
  }
}
