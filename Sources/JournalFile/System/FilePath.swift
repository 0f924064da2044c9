/// Parts of paths, as the system sees them: names of bytes between slashes. In Swift a slash and a
/// combining mark after it are one character, which is no slash.
package enum FilePath {
  private static let slash = UInt8(ascii: "/")

  /// The folder that holds a file: `.` for a name alone.
  package static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: slash) else { return "." }
    return slash == path.startIndex ? "/" : String(Substring(path.utf8[..<slash]))
  }

  /// The last name: `c` of `a/b/c` and of `a/b/c/`; empty where there is none.
  package static func name(of path: String) -> String { names(in: path).last { !$0.isEmpty } ?? "" }

  /// All names, empty ones too: `""`, `a`, `b` of `/a/b`.
  package static func names(in path: String) -> [String] {
    path.utf8.split(separator: slash, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  /// The path of a folder without the slashes that may follow it; `/` stays.
  package static func withoutEndingSlashes(_ path: String) -> String {
    let end = path.utf8.lastIndex { $0 != slash }
    return end.map { String(Substring(path.utf8[...$0])) } ?? (path.isEmpty ? "" : "/")
  }
}
