import Foundation
import TestSupport

/// The tables that this module's data came from, for tests that compare with them:
/// `../shared/reference`.
enum Reference {
  private static let folder = Project.shared.appending(path: "reference").path

  static let isPresent = FileManager.default.fileExists(atPath: folder)

  /// The rows of a tab-separated table, each by column name.
  static func rows(_ name: String) throws -> [[String: String]] {
    let text = try String(contentsOfFile: "\(folder)/\(name).tsv", encoding: .utf8)
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
