import ByteTools
import HealthTables
import HealthViews
package import JournalFile

/// The findings of an audit, in words.
package struct AuditReport: Sendable {
  /// A problem and its line.
  package struct Problem: Sendable {
    package let line: UInt64
    /// The offset of its first byte.
    package let byte: UInt64
    package let text: String
  }

  /// The number of good lines.
  package let lines: UInt64
  /// The chain value after them, as 64 hex digits.
  package let chain: String
  /// The numbers of erased and of rewritten lines; nil if the chain alone was audited.
  package let erasures: (erased: UInt64, rewritten: UInt64)?
  /// The first problems, in the order of their lines.
  package let problems: [Problem]
  /// The problems of snapshots, by the last line of each; the oldest first.
  package let snapshots: [(sequence: UInt64, text: String)]
  /// The number of all problems.
  package let count: Int
  /// The results of comparing the lines with each checkpoint.
  package let outcomes: [NoteOutcome]
  /// The verdict on everything that was found.
  package let verdict: AuditVerdict

  /// True if the audit found no problem.
  package var isGood: Bool { [.verified, .unanchored].contains(verdict) }

  init(_ audit: JournalAudit) {
    lines = audit.lines
    chain = audit.chain
    erasures = audit.erasures.map { ($0.erased, $0.rewritten) }
    problems = audit.findings.map { Problem(line: $0.line, byte: $0.offset, text: $0.text) }
    snapshots = audit.snapshots.map { ($0.sequence, $0.text) }
    count = audit.count
    outcomes = audit.outcomes
    verdict = audit.verdict
  }
}

extension JournalAudit.Finding {
  /// The problem in words.
  var text: String {
    switch problem {
    case .line(let problem): problem.cause
    case .torn(let bytes):
      "\(bytes) bytes that are no line; they were never acknowledged, and the next writer sets "
        + "them aside"
    case .rule(let rejection): rejection.cause
    case .unknownOrigin(let line): "an object refers to line \(line), which tells no origin"
    case .unexplainedErasure: "the line was erased, and no `erase` event says why"
    case .stillThere(let line):
      "it says that line \(line) was erased, in whole or in part, and that line is as it was written first"
    case .unbalancedImport(let element): "the import's count of \(element) does not balance"
    }
  }
}

extension SnapshotFinding {
  fileprivate var text: String {
    switch problem {
    case .ahead:
      "the journal has no such line: it was cut back. Put the newer file back; or, if this older one is meant, "
        + "remove `snapshot`"
    case .differs:
      "it does not say what the lines say, and what was answered from it does not hold; remove `snapshot`, "
        + "which is a cache"
    }
  }
}

/// A checkpoint of a journal, and the text that the call asked for.
package struct MadeCheckpoint: Sendable {
  /// The checkpoint: the given one, with its signatures, or a new one of the journal.
  package let note: CheckpointNote
  /// The text that was asked for: the note itself, or a proof that ends in it.
  package let text: String
  /// The number of bytes of complete lines that may not be on the disk yet, and are left out.
  package let leftOut: UInt64
}

extension Journal {
  /// The proof that is shown of a checkpoint.
  package enum CheckpointProof: Hashable, Sendable {
    /// The checkpoint itself, without a proof.
    case none
    /// The proof that the checkpoint contains this line, from 1 on.
    case inclusion(of: UInt64)
    /// The proof that the checkpoint extends the first lines of the journal; their number is 1 or
    /// more.
    case growth(from: UInt64)

    /// The line that the journal must have.
    var line: UInt64? {
      switch self {
      case .none: nil
      case .inclusion(let line), .growth(let line): line
      }
    }
  }

  /// Verifies the chain, and makes a checkpoint of all lines that are known to be on the disk.
  ///
  /// - Parameters:
  ///   - proof: the proof to make with the checkpoint.
  ///   - note: an earlier checkpoint that the proof is about; nil: the new one.
  ///   - threads: the greatest number of threads that hash.
  /// - Throws: `JournalError`; `SessionProblem.foreignNote`; `OptionProblem` if there is no such
  ///   line.
  package func checkpoint(
    proving proof: CheckpointProof = .none, in note: CheckpointNote? = nil, threads: Int
  ) throws -> MadeCheckpoint {
    var questions = JournalTree.Questions()
    questions.lines = [proof.line].compactMap { $0 }
    questions.sizes = [note?.checkpoint.lines].compactMap { $0 }
    var (tree, leftOut) = try JournalTree.ofDurableLines(
      in: folder, on: system, mostLines: note?.checkpoint.lines ?? .max, answering: questions,
      threads: threads)
    if let checkpoint = note?.checkpoint {
      let outcome = tree.outcome(of: checkpoint)
      guard outcome.holds else {
        throw SessionProblem.foreignNote(outcome, checkpoint, lines: tree.head.sequence)
      }
    }
    if let line = proof.line, line > tree.tree.size {
      let owner = note == nil ? "the journal" : "the checkpoint"
      throw OptionProblem("\(owner) has no line \(line); its last is \(tree.tree.size)")
    }
    guard let note = note ?? tree.checkpoint.map({ CheckpointNote($0) }) else {
      throw JournalError.missing(path: paths.folder)
    }
    return MadeCheckpoint(note: note, text: tree.text(of: proof, note), leftOut: leftOut)
  }
}

extension JournalTree {
  /// Returns the text of a checkpoint of the tree, or of the proof about it.
  fileprivate mutating func text(
    of proof: Journal.CheckpointProof, _ note: CheckpointNote
  ) -> String {
    switch proof {
    case .none: note.text
    case .inclusion(let line):
      TreeProof.inclusion(of: line, by: tree.inclusion(of: line - 1), in: note)
    case .growth(let size):
      GrowthProof(from: size, by: tree.consistency(with: size), to: note).text
    }
  }
}
