import ByteTools
import HealthProjections
package import JournalFile
import ViewTables

/// A checkpoint of a journal, and what was asked about it.
package struct MadeCheckpoint: Sendable {
  /// The checkpoint: that which was given, with its signatures, or the journal's own.
  package let note: CheckpointNote
  /// The text that was asked for: the note itself, or a proof that ends in it.
  package let text: String
  /// How many bytes of complete lines may not be on the disk yet, and are left out.
  package let leftOut: UInt64
}

extension Journal {
  /// What is to be shown of a checkpoint.
  package enum CheckpointProof: Hashable, Sendable {
    /// The checkpoint itself.
    case none
    /// That it holds this line, from 1 on.
    case inclusion(of: UInt64)
    /// That it holds what the journal was when it had this many lines, 1 or more.
    case growth(from: UInt64)

    /// The line that has to be there.
    var line: UInt64? {
      switch self {
      case .none: nil
      case .inclusion(let line), .growth(let line): line
      }
    }
  }

  /// A checkpoint that is not one of the journal.
  package struct ForeignNote: Error {
    /// What is wrong with it.
    package let outcome: NoteOutcome
    /// The checkpoint.
    package let checkpoint: Checkpoint
    /// How many lines the journal has.
    package let lines: UInt64
  }

  /// Verifies the chain and makes a checkpoint of all lines that are known to be on the disk.
  ///
  /// - Parameters:
  ///   - proof: what is shown beside it.
  ///   - note: an earlier checkpoint that the proof is about; nil: the one that is made.
  ///   - threads: how many may hash.
  /// - Throws: `JournalError`; `ForeignNote`; `OptionProblem` where there is no such line.
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
        throw ForeignNote(
          outcome: outcome, checkpoint: checkpoint, lines: tree.head.sequence)
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
  /// A checkpoint of the tree, or what is shown about it.
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
