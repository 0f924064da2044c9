package import HealthEvents
package import HealthModel
package import JournalFile

/// The full check of a journal: chain, sequence, time order, structure, and the rules that its
/// lines break by themselves; and of the snapshots beside it, each of which is made again from the
/// lines and compared. It reads past broken rules, and stops where a line itself is bad.
package struct JournalAudit: Sendable {
  /// Something wrong.
  package enum Problem: Hashable, Sendable {
    /// The line itself.
    case line(LineProblem)
    /// Bytes after the last line, never acknowledged.
    case torn(bytes: UInt64)
    /// A rule.
    case rule(Rejection)
    /// An object names a line that is no `origin`.
    case unknownOrigin(UInt64)
    /// An erased line that no later `erase` names.
    case unexplainedErasure
    /// An `erase` names a line from which nothing was erased, or to which its content was put back.
    case stillThere(line: UInt64)
    /// The equation of an import does not hold.
    case unbalancedImport(element: String)
  }

  /// A problem and its line.
  package struct Finding: Hashable, Sendable {
    /// The line's number.
    package var line: UInt64
    /// The offset of its first byte.
    package var offset: UInt64
    /// What is wrong.
    package var problem: Problem
  }

  /// What was erased.
  package struct Erasures: Hashable, Sendable {
    /// Lines that were erased whole.
    package var erased: UInt64 = 0
    /// Lines that were rewritten, as a part of them was erased.
    package var rewritten: UInt64 = 0

    /// Nothing.
    package init() {}
  }

  /// How many findings are kept.
  package static let limit = 100

  /// Good lines.
  package let lines: UInt64
  /// How many of them were erased or rewritten; nil where the chain alone is audited.
  package let erasures: Erasures?
  /// The chain value after them, as 64 hex digits.
  package let chain: String
  /// When the last of them was recorded, where not the chain alone is audited.
  package let lastAt: Instant
  /// The first findings, in order of their lines.
  package let findings: [Finding]
  /// What is wrong with snapshots, the oldest first.
  package let snapshots: [SnapshotFinding]
  /// How many problems there are in all.
  package let count: Int
  /// What the checkpoints say that it was compared with, in their order.
  package let outcomes: [NoteOutcome]
  /// Whether a line is bad, and what stands after it was not read.
  package let isDamaged: Bool

  /// Audits the journal in a folder.
  ///
  /// - Parameters:
  ///   - checkpoints: what its lines are compared with.
  ///   - threads: how many threads may read and verify lines; the result is the same.
  /// - Throws: `JournalError` where it cannot be read at all.
  package init(
    _ folder: String, against checkpoints: [Checkpoint] = [],
    on system: any FileSystem = PosixSystem(), threads: Int = PosixSystem.processors
  ) throws {
    let snapshots = SnapshotFolder(JournalPaths(folder: folder), on: system)
    let (_, found, scan) = try JournalReader.consistent(folder, on: system) { reader in
      let (found, scan) = try ParallelAudit(reader, threads: threads)
        .found(SnapshotAudit(snapshots, of: reader))
      let outcomes = try Self.outcomes(of: checkpoints, reader, scan, threads: threads)
      return ((found, outcomes), scan)
    }
    self.init(found.0.run, scan, snapshots: found.0.snapshots, found.1)
  }

  /// Audits the chain alone: whether the bytes are those that were written, whatever they say.
  ///
  /// - Parameters:
  ///   - checkpoints: what its lines are compared with.
  ///   - threads: how many threads may verify lines; the result is the same.
  /// - Throws: `JournalError` where the journal cannot be read at all.
  package init(
    chainOf folder: String, against checkpoints: [Checkpoint] = [],
    on system: any FileSystem = PosixSystem(), threads: Int = PosixSystem.processors
  ) throws {
    let (_, outcomes, scan) = try JournalReader.consistent(folder, on: system) { reader in
      let head = ParallelChain.head(of: reader, threads: threads) ?? Head()
      var line = head.sequence
      let scan = try reader.scan(from: head, verifyingChain: true) { _, _ in
        line += 1
        return ScannedLine(sequence: line, at: head.at)
      }
      return (try Self.outcomes(of: checkpoints, reader, scan, threads: threads), scan)
    }
    var run = AuditRun()
    run.finish(scan)
    self.init(run, scan, snapshots: [], outcomes, onlyChain: true)
  }

  /// What checkpoints say of the good lines.
  private static func outcomes(
    of checkpoints: [Checkpoint], _ reader: JournalReader, _ scan: JournalScan, threads: Int
  ) throws -> [NoteOutcome] {
    guard !checkpoints.isEmpty else { return [] }
    var tree = try JournalTree(
      of: reader, upTo: scan.head.offset,
      answering: JournalTree.Questions(sizes: checkpoints.map(\.lines)), threads: threads)
    try tree.findVouchers(by: reader)
    return checkpoints.map { tree.outcome(of: $0, isDamaged: scan.isDamaged) }
  }

  private init(
    _ run: AuditRun, _ scan: JournalScan, snapshots: [SnapshotFinding], _ outcomes: [NoteOutcome],
    onlyChain: Bool = false
  ) {
    self.outcomes = outcomes
    isDamaged = scan.isDamaged
    lines = scan.head.sequence
    erasures = onlyChain ? nil : run.erasures
    chain = scan.head.chainText
    lastAt = scan.head.at
    findings = run.findings
    self.snapshots = snapshots
    count = run.count + snapshots.count
  }
}

extension JournalScan {
  /// Whether a line is bad that was acknowledged, or may have been. Lines that are missing at the
  /// end do not count as bad.
  var isDamaged: Bool {
    switch tail {
    case .clean, .torn, .damaged(.cutBack): false
    case .damaged: true
    }
  }
}

extension JournalAudit {
  /// The verdict: the most serious one that is certain. Good lines that are not those of a
  /// checkpoint count more than a bad line, and a bad line more than missing ones, which may be
  /// after it.
  package var verdict: AuditVerdict {
    let isForked = outcomes.contains { outcome in
      switch outcome {
      case .otherRoot, .otherJournal: true
      case .same, .sameButErased, .fewerLines, .beyondDamage: false
      }
    }
    if isForked { return .forked }
    if isDamaged { return .damaged }
    if outcomes.contains(.fewerLines) { return .rolledBack }
    if count > 0 { return .damaged }
    return outcomes.isEmpty ? .unanchored : .verified
  }
}
