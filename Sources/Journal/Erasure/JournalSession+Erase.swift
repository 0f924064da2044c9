import HealthEvents
import HealthModel
import HealthTables
import JournalFile

extension JournalSession {
  /// What was erased.
  package struct Erased: Hashable, Sendable {
    /// How much.
    package var counts: ErasureCounts
    /// The lines that say so; nil: there was nothing to erase, or it was only counted.
    package var lines: ClosedRange<UInt64>?

    /// So much, said in these lines.
    package init(counts: ErasureCounts, lines: ClosedRange<UInt64>? = nil) {
      self.counts = counts
      self.lines = lines
    }
  }

  /// Counts what a selection would erase.
  ///
  /// - Throws: as `erase`.
  package func countErasure(_ selection: ErasureSelection) throws -> ErasureCounts {
    try ErasurePlan(selection, of: try replayed()).counts
  }

  /// Takes what is selected out of the lines, and with it snapshots and what is in quarantine. The old lines stand
  /// until the new ones take their place. The session is over then.
  ///
  /// - Throws: `ErasureProblem`; `ProjectionError`; `JournalError`: `.outcomeUnknown` where the new lines may have
  ///   taken their place, else nothing was changed.
  package mutating func erase(_ selection: ErasureSelection, reason: String) throws -> Erased {
    if try system.kind(of: paths.session) != nil { throw ErasureProblem.workoutInProgress }
    let plan = try ErasurePlan(selection, of: try replayed())
    guard !plan.counts.isEmpty else { return Erased(counts: plan.counts) }
    let reader = try JournalReader(paths.folder, on: system)
    let (system, snapshots) = (system, SnapshotFolder(paths, on: system))
    var said: ClosedRange<UInt64>?
    try writer.replaceLines { file in
      var lines = ErasedLines(plan.eraser, to: file, on: system)
      // Lines that are not what was written must not become what was erased.
      let scan = try reader.scan(verifyingChain: true) { line, _ in try lines.take(line) }
      if let damage = scan.damage(in: reader.paths) { throw damage }
      said = try lines.finish(reason: reason)
      return lines.head
    } removingCaches: { body in
      try snapshots.removeAll(until: body)
    }
    return Erased(counts: plan.counts, lines: said)
  }
}
