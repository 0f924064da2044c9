public import HealthEvents
import HealthImport
import Journal

/// What an import did.
public struct ImportSummary: Hashable, Sendable {
  /// The name of the file, without its folder.
  public let fileName: String
  /// What became of each kind of element; see `ImportCount`.
  public let counts: [ImportCount]
  /// What became of the objects of each type; `element` is its identifier.
  public let types: [ImportCount]
  /// How many objects earlier exports of the same person stated and this one does not, by type; nil: there is none
  /// to compare it with.
  public let vanished: [VanishedCount]?
  /// The first and last line that it appended, without its receipt; nil: the journal knew everything.
  public let lines: ClosedRange<UInt64>?
  /// The file of what could not be read; nil: there is none.
  public let quarantinePath: String?
  /// The first places that could not be taken as they stood, a sentence each, without a health value.
  public let problems: [String]
  /// Whether everything that the file holds is in the journal now.
  public let isComplete: Bool
}

extension HealthStore {
  /// Imports what another program exported, as `import` does: what the journal knows is not saved again.
  ///
  ///     let summary = try await store.importFile(at: "apple_health_export")
  ///     summary.counts.map(\.saved).reduce(0, +)   // 48213
  ///
  /// - Parameters:
  ///   - path: a file, or a folder that holds one. Its format is told by its content.
  ///   - progress: is told how many bytes and elements have been read, every so often.
  /// - Throws: a `StoreError`; then the journal is as it was before, but for one case: of `.outcomeUnknown` lines
  ///   may stay, and the next import of the same file knows what they hold.
  public func importFile(
    at path: String, progress: @escaping (_ bytes: UInt64, _ elements: Int) -> Void = { _, _ in }
  ) throws -> ImportSummary {
    try exchangingWriter {
      try StoreError.rethrowing {
        let file = try ImportFile(path, for: Importers.all)
        defer { file.close() }
        var job = try ImportJob(into: try journal.write(), fileName: file.name, progress: progress)
        return ImportSummary(try job.run(file.source, size: file.size), fileName: file.name)
      }
    }
  }
}

extension ImportSummary {
  fileprivate init(_ report: ImportJob.Report, fileName: String) {
    let outcome = report.outcome
    self.fileName = fileName
    counts = outcome.counts
    types = outcome.types
    vanished = report.vanishedCounts
    lines = report.lines
    quarantinePath = report.quarantinePath
    let cut = outcome.truncatedAt.map { ["the file ends too early, at byte \($0)"] } ?? []
    let places = outcome.issues.map { issue in
      "byte \(issue.offset)\(issue.element.isEmpty ? "" : ", " + issue.element): \(issue.reason)"
    }
    problems = (outcome.doubt.map { ["\(fileName) \($0)"] } ?? []) + places + cut
    isComplete = outcome.isComplete && outcome.balances
  }
}
