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

  /// Takes what is selected out of the lines, and with it snapshots and what is in quarantine. The
  /// old lines stand until the new ones take their place. The session is over then.
  ///
  /// - Parameters:
  ///   - reason: why; it stays in the file.
  ///   - forgets: whether nothing is left by which an import would know the objects again.
  /// - Throws: `ErasureProblem`; `ProjectionError`; `JournalError`: `.outcomeUnknown` where the new
  ///   lines may have taken their place, else nothing was changed.
  package mutating func erase(
    _ selection: ErasureSelection, reason: String, forgets: Bool = false
  ) throws -> Erased {
    guard try removeLeftover() == nil else { throw ErasureProblem.workoutInProgress }
    try requireReach()
    let journal = try replayed()
    let plan = try ErasurePlan(selection, of: journal)
    guard !plan.counts.isEmpty else { return Erased(counts: plan.counts) }
    _ = try writer.readClock()
    let salt = plan.salt ?? TombstoneSalt(random: (system.random(), system.random()))
    let tombstones =
      forgets ? nil : try Tombstones(of: plan.found, in: journal, salt, after: plan.before)
    let reader = try JournalReader(paths.folder, on: system)
    let (system, snapshots) = (system, SnapshotFolder(paths, on: system))
    // Such copies hold all lines as they were. No restore is running: a writer has the lock.
    try Restore.removeLeftovers(from: paths)
    var said: ClosedRange<UInt64>?
    try writer.replaceLines { file in
      var lines = ErasedLines(plan.eraser, to: file, on: system)
      // A damaged line must not be rewritten as an erased one.
      let scan = try reader.scan(verifyingChain: true) { line, _ in try lines.take(line) }
      if let damage = scan.damage(in: reader.paths) { throw damage }
      said = try lines.finish(reason: reason, tombstones)
      return lines.head
    } removingCaches: { body in
      try snapshots.removeAll(until: body)
    }
    return Erased(counts: plan.counts, lines: said)
  }

  /// Requires that snapshots and the quarantine can be removed: each is a plain folder without
  /// folders in it.
  private func requireReach() throws {
    for folder in [paths.snapshots, paths.quarantine] {
      guard let kind = try system.kind(of: folder) else { continue }
      guard kind == .directory else { throw ErasureProblem.outOfReach(path: folder) }
      for path in try system.names(inDirectory: folder).map({ "\(folder)/\($0)" })
      where try system.kind(of: path) == .directory {
        throw ErasureProblem.outOfReach(path: path)
      }
    }
  }
}
