package import HealthEvents
package import HealthModel
import JournalFile

/// Numbers of lines, as runs that ascend and do not touch.
package struct LineSet: Hashable, Sendable {
  package private(set) var runs: [LineRun] = []

  /// Creates the set of the lines of runs in any order.
  package init(_ runs: [LineRun] = []) {
    for run in runs.sorted(by: { $0.first < $1.first }) {
      if let last = self.runs.last, run.first <= last.last + 1 {
        self.runs[self.runs.count - 1].last = max(last.last, run.last)
      } else {
        self.runs.append(run)
      }
    }
  }

  /// Returns true if a line is in the set.
  package func contains(_ line: UInt64) -> Bool {
    let next = runs.indices.partitioningIndex { runs[$0].last >= line }
    return next < runs.count && runs[next].first <= line
  }

  /// Returns the lines of both sets.
  package func union(_ other: LineSet) -> LineSet { LineSet(runs + other.runs) }

  /// Returns the lines that do not count, with those that reverts name: a revert that does not
  /// count itself reverts nothing.
  ///
  /// - Parameter reverts: all of a journal, in the order of their lines.
  package func withLines(revertedBy reverts: [(line: UInt64, lines: LineSet)]) -> LineSet {
    var all = self
    for revert in reverts.reversed() where !all.contains(revert.line) {
      all = all.union(revert.lines)
    }
    return all
  }
}

extension ReplayedJournal {
  /// Returns the lines whose events do not count, because a revert names them that counts.
  ///
  /// - Throws: the errors of reading lines.
  package func revertedLines() throws -> LineSet {
    var reverts: [(line: UInt64, lines: LineSet)] = []
    try forEachLine(ofKinds: [.revert]) { entry in
      guard case .revert(let revert)? = entry.event else { return }
      reverts.append((entry.sequence, LineSet(revert.lines)))
    }
    return LineSet().withLines(revertedBy: reverts)
  }

  /// Returns those of some objects whose saves were reverted that a deletion took which counts:
  /// what a person deleted stays deleted when an import states it again.
  ///
  /// - Parameter reverted: the lines that do not count.
  /// - Throws: the errors of reading lines.
  package func deletions(of uuids: Set<ObjectUUID>, _ reverted: LineSet) throws -> Set<ObjectUUID> {
    var found: Set<ObjectUUID> = []
    if uuids.isEmpty { return found }
    try forEachEntry(ofKinds: [.delete, .revert]) { entry in
      guard !reverted.contains(entry.sequence) else { return }
      switch entry.event {
      case .delete(let deletion)?: found.formUnion(deletion.objects.filter(uuids.contains))
      // An import states that they live again.
      case .revert(let revert)? where revert.lines.isEmpty && !found.isEmpty:
        found.subtract(try tables.objects(of: revert[.live]).keys)
      case .open?, .origin?, .save?, .authorize?, .configure?, .declare?, .importReceipt?, .erase?,
        .revert?, .format?, nil:
        break
      }
    }
    return found
  }
}

extension ReplayedJournal {
  /// Returns the other journals that imports have taken, and up to where; imports that were
  /// reverted do not count.
  ///
  /// - Throws: the errors of reading lines.
  package func importedJournals() throws -> [ObjectUUID: ImportedJournal] {
    var found: [ObjectUUID: ImportedJournal] = [:]
    for receipt in try importReceipts() {
      if let journal = receipt.journal { found[journal.journal] = journal }
    }
    return found
  }
}
