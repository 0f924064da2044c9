package import Foundation

/// Where the package's files are.
package enum Project {
  /// The root of the package.
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// `Fixtures`.
  package static let fixtures = root.appending(path: "Fixtures")

  /// The folder beside the package that may hold tables and exports, which are no part of it.
  package static let shared = root.deletingLastPathComponent().appending(path: "shared")
}

/// Exports of real people, which are no part of the project: the folder that `HEALTH_JOURNAL_DATA`
/// names, else `../shared/data`.
package enum RealExports {
  /// The folder, whether it is there or not.
  package static let folder: URL = {
    let named = ProcessInfo.processInfo.environment["HEALTH_JOURNAL_DATA"]
    return named.map { URL(filePath: $0) } ?? Project.shared.appending(path: "data")
  }()

  /// Many sources over years.
  package static let steps = folder.path + "/many-sources-2017/export.xml"

  /// Workouts with their figures.
  package static let workouts = folder.path + "/workouts-2018-2026/export.xml"

  /// Whether they are there.
  package static let arePresent = [steps, workouts].allSatisfy {
    FileManager.default.fileExists(atPath: $0)
  }

  /// The bytes of a file in the folder.
  package static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: path)))
  }

  /// The path of every XML file in the folder.
  package static func paths() -> [String] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".xml") }.map { "\(folder.path)/\($0)" }
  }
}

/// The time zones of the machine.
package enum Zones {
  /// Where they are.
  package static let folder = "/usr/share/zoneinfo"

  /// Whether they are there.
  package static let arePresent = FileManager.default.fileExists(
    atPath: folder + "/Europe/Berlin")
}
