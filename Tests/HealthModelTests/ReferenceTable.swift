#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Files that lie beside the package, for tests that compare with them where they exist.
///
/// `<package>/../shared/reference` holds the tables that this module's data came from;
/// `HEALTH_JOURNAL_DATA` or `<package>/../shared/data` holds real exports.
enum Beside {
  static let shared: String = {
    let parts = #filePath.split(separator: "/").dropLast(4)
    return "/" + parts.joined(separator: "/") + "/shared"
  }()

  static let reference = shared + "/reference"
  static let data =
    ProcessInfo.processInfo.environment["HEALTH_JOURNAL_DATA"] ?? shared + "/data"

  static let hasReference = FileManager.default.fileExists(atPath: reference)
  static let hasData = FileManager.default.fileExists(atPath: data)

  /// Every XML file in the data folder.
  static func exports() -> [String] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: data)) ?? []
    return names.filter { $0.hasSuffix(".xml") }.map { "\(data)/\($0)" }
  }

  /// The rows of a tab-separated table, each by column name.
  static func rows(_ name: String) throws -> [[String: String]] {
    let text = try String(contentsOfFile: "\(reference)/\(name).tsv", encoding: .utf8)
    let lines = text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    guard let head = lines.first else { return [] }
    return lines.dropFirst().map { cells in
      Dictionary(uniqueKeysWithValues: zip(head, cells))
    }
  }
}

/// A cell without the `?` that marks it as not confirmed.
func confirmed(_ cell: String?) -> String {
  (cell ?? "").split(separator: " ").first.map { $0.filter { $0 != "?" } } ?? ""
}
