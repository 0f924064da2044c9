package import HealthEvents
package import JournalFile

/// The full check of a journal: chain, sequence, time order, structure, and the rules that its lines
/// break by themselves; and of the snapshots beside it, each of which is made again from the lines and
/// compared. It reads past broken rules, and stops where a line itself is bad.
package struct JournalAudit: Sendable {
  /// Something wrong.
  package enum Problem: Hashable, Sendable {
    /// The line itself.
    case line(LineProblem)
    /// Bytes behind the last line, never acknowledged.
    case torn(bytes: UInt64)
    /// A rule.
    case rule(Rejection)
    /// An object names a line that is no `origin`.
    case unknownOrigin(UInt64)
    /// An erased line that no later `erase` names.
    case unexplainedErasure
    /// The equation of an import does not hold.
    case unbalancedImport(element: String)
  }

  /// A problem and its place.
  package struct Finding: Hashable, Sendable {
    /// The line's number.
    package var line: UInt64
    /// The offset of its first byte.
    package var offset: UInt64
    /// What is wrong.
    package var problem: Problem
  }

  /// How many findings are kept.
  package static let limit = 100

  /// Good lines.
  package let lines: UInt64
  /// The chain value behind them, as 64 hex digits.
  package let chain: String
  /// The first findings, in order of their lines.
  package let findings: [Finding]
  /// What is wrong with snapshots, the oldest first.
  package let snapshots: [SnapshotFinding]
  /// How many problems there are in all.
  package let count: Int

  /// Audits the journal in a folder.
  ///
  /// - Parameter threads: how many threads may read and verify lines; the result is the same.
  /// - Throws: `JournalError` where it cannot be read at all.
  package init(
    _ folder: String, on system: any FileSystem = PosixSystem(),
    threads: Int = PosixSystem.processors
  ) throws {
    let snapshots = SnapshotFolder(JournalPaths(folder: folder), on: system)
    let (_, found, scan) = try JournalReader.settled(folder, on: system) { reader in
      try ParallelAudit(reader, threads: threads).found(SnapshotAudit(snapshots, of: reader))
    }
    self.init(found.run, scan, snapshots: found.snapshots)
  }

  /// Audits the chain alone: whether the bytes are those that were written, whatever they say.
  ///
  /// - Parameter threads: how many threads may verify lines; the result is the same.
  /// - Throws: `JournalError` where the journal cannot be read at all.
  package init(
    chainOf folder: String, on system: any FileSystem = PosixSystem(),
    threads: Int = PosixSystem.processors
  ) throws {
    let (_, _, scan) = try JournalReader.settled(folder, on: system) { reader in
      let head = ParallelChain.head(of: reader, threads: threads) ?? Head()
      var line = head.sequence
      let scan = try reader.scan(from: head, verifyingChain: true) { _, _ in
        line += 1
        return ScannedLine(sequence: line, at: head.at)
      }
      return ((), scan)
    }
    var run = AuditRun()
    run.finish(scan)
    self.init(run, scan, snapshots: [])
  }

  private init(_ run: AuditRun, _ scan: JournalScan, snapshots: [SnapshotFinding]) {
    lines = scan.head.sequence
    chain = scan.head.chainText
    findings = run.findings
    self.snapshots = snapshots
    count = run.count + snapshots.count
  }
}
