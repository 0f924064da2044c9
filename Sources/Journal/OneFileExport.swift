import HealthProjections
import JournalFile
import ViewTables

/// A file of an export that appears at its path whole or not at all.
package struct OneFileExport: ExportFolder {
  private let file: ReplacementFile

  /// Makes an empty file beside the path.
  ///
  /// - Parameter journal: the folder of the journal, in which nothing is written.
  /// - Throws: `OptionProblem` where a folder, a link or a device stands at the path;
  ///   `SystemFailure`.
  package init(at path: String, outside journal: String) throws {
    let system = PosixSystem()
    try JournalPaths(folder: journal).requireOutside(path)
    try Self.requirePlain(path, on: system)
    file = try ReplacementFile(of: path, beside: "\(path).\(system.random()).part", on: system)
  }

  /// Refuses a path at which anything but a plain file stands: a rename would replace it.
  static func requirePlain(_ path: String, on system: PosixSystem) throws {
    switch try system.kind(of: path) {
    case nil, .regular: break
    case .directory, .link, .other: throw OptionProblem("\(path) is no plain file")
    }
  }

  /// Writes after what it holds.
  package mutating func append(_ bytes: [UInt8], to name: String) throws { try file.append(bytes) }

  /// Puts it at its path.
  package func put() throws { try file.put() }
}
