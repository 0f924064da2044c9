package import ByteTools
public import HealthModel

/// The state of a journal at a line, in so few bytes that they can be kept outside of it: C2SP's
/// tlog-checkpoint.
///
///     health-journal/3F2504E0-4F89-41D3-9A0C-0305E82C3301
///     12
///     CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
///
/// The root is that of the Merkle tree (RFC 6962) whose leaves are the digests of the lines. An
/// erasure, which keeps the digests, does not change it (D158).
public struct Checkpoint: Hashable, Sendable, CustomStringConvertible {
  /// The identity of the journal.
  public let journal: ObjectUUID
  /// The number of lines.
  public let lines: UInt64
  /// The root of the tree over them.
  package let root: Digest

  /// The root as 44 letters of Base64.
  public var rootText: String { root.base64Text }

  /// The three lines, the last one's line feed too: what is signed.
  public var description: String { "\(Self.origin)\(journal)\n\(lines)\n\(rootText)\n" }

  /// The text at the beginning of the first line.
  private static let origin = "health-journal/"
}

extension Checkpoint {
  /// Reads the lines of a checkpoint. Those after the third are extensions, which say nothing
  /// here.
  init?(lines text: ArraySlice<Substring>) {
    guard text.count >= 3, text.allSatisfy({ !$0.isEmpty }),
      let origin = text.first, origin.hasPrefix(Self.origin),
      let journal = ObjectUUID(origin.dropFirst(Self.origin.count)),
      let lines = UInt64(text[text.startIndex + 1]), String(lines) == text[text.startIndex + 1],
      lines <= JournalLimits.wholeNumber,
      let root = Digest(base64: text[text.startIndex + 2])
    else { return nil }
    self.init(journal: journal, lines: lines, root: root)
  }
}

/// A checkpoint as it was kept, perhaps signed: C2SP's signed note.
package struct CheckpointNote: Hashable, Sendable {
  package let checkpoint: Checkpoint
  /// All of it, with a line feed at its end.
  package let text: String
  /// The number of its lines of signatures. None of them is verified.
  package let signatures: Int

  /// Reads a note: a checkpoint, and after an empty line its signatures, if there are any. A line
  /// feed may be missing at the end; any other text gives nil.
  package init?(_ bytes: [UInt8]) {
    guard var text = String(validating: bytes, as: UTF8.self) else { return nil }
    if text.last != "\n" { text += "\n" }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    var signed: ArraySlice<Substring> = []
    if let empty = lines.firstIndex(of: "") {
      signed = lines[(empty + 1)...]
      lines = lines[..<empty]
      guard !signed.isEmpty, signed.allSatisfy({ $0.hasPrefix("— ") }) else { return nil }
    }
    guard let checkpoint = Checkpoint(lines: lines) else { return nil }
    self.checkpoint = checkpoint
    self.text = text
    signatures = signed.count
  }

  /// Creates an unsigned note.
  package init(_ checkpoint: Checkpoint) {
    self.checkpoint = checkpoint
    text = checkpoint.description
    signatures = 0
  }
}

/// A proof about the tree of a checkpoint, as text: it can be verified without the journal.
package enum TreeProof {
  /// Returns the proof that a line is in the tree: C2SP's tlog-proof.
  ///
  /// - Parameters:
  ///   - line: its number, from 1; the proof counts from 0.
  ///   - path: from the leaf's sibling up.
  package static func inclusion(
    of line: UInt64, by path: [Digest], in note: CheckpointNote
  ) -> String {
    text(["c2sp.org/tlog-proof@v1", "index \(line - 1)"], path, note)
  }

  fileprivate static func text(
    _ head: [String], _ path: [Digest], _ note: CheckpointNote
  ) -> String {
    (head + path.map(\.base64Text)).joined(separator: "\n") + "\n\n" + note.text
  }
}

/// The proof that a journal has only grown since it had fewer lines, as C2SP's tlog-witness has it:
/// `old` and that number, the hashes, an empty line, the checkpoint.
package struct GrowthProof: Hashable, Sendable {
  /// The number of lines at the older checkpoint.
  package let oldLines: UInt64
  /// The hashes that lead to both roots.
  package let path: [Digest]
  /// The checkpoint note of the present state.
  package let note: CheckpointNote

  /// Creates the proof by these hashes.
  package init(from oldLines: UInt64, by path: [Digest], to note: CheckpointNote) {
    self.oldLines = oldLines
    self.path = path
    self.note = note
  }

  package var text: String { TreeProof.text(["old \(oldLines)"], path, note) }

  /// Reads what `text` writes; nil for anything else.
  package init?(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.first, first.hasPrefix("old "),
      let oldLines = UInt64(first.dropFirst(4)), let empty = lines.firstIndex(of: "")
    else { return nil }
    let path = lines[1..<empty].compactMap { Digest(base64: $0) }
    let rest = lines[(empty + 1)...].joined(separator: "\n")
    guard path.count == empty - 1, let note = CheckpointNote(Array(rest.utf8)) else { return nil }
    self.init(from: oldLines, by: path, to: note)
  }

  /// Returns true if its hashes, from an earlier checkpoint on, lead to the root of its own
  /// checkpoint; if not, it proves nothing about the journal.
  package func isSound(from old: Checkpoint) -> Bool {
    let roots = MerkleProof.roots(
      from: (old.lines, old.root), to: note.checkpoint.lines, by: path)
    return old.lines == oldLines && roots?.after == note.checkpoint.root
  }

  /// Returns true if the journal had this checkpoint when it had `oldLines`.
  package func extends(_ old: Checkpoint) -> Bool {
    let new = note.checkpoint
    return old.journal == new.journal && old.lines == oldLines
      && MerkleProof.isGrowth(
        from: (old.lines, old.root), to: (new.lines, new.root), by: path)
  }
}

/// The result of an audit, in one of five words.
public enum AuditVerdict: String, Sendable {
  /// Every checkpoint holds, and nothing is wrong.
  case verified = "VERIFIED"
  /// Nothing is wrong, and no checkpoint was compared: a cut tail or a chain that was written again
  /// looks the same.
  case unanchored = "UNANCHORED"
  /// There are fewer lines than a checkpoint had.
  case rolledBack = "ROLLED BACK"
  /// The lines are not those of a checkpoint, or are of another journal.
  case forked = "FORKED"
  /// A line is bad, or anything else that the audit looks at.
  case damaged = "DAMAGED"
}

/// The result of comparing a kept checkpoint with a journal.
package enum NoteOutcome: Hashable, Sendable {
  /// Its lines are the first of the journal.
  case same
  /// Its lines are the first of the journal, but a part of this many lines was erased later. Only
  /// the `erase` vouches for the rest of these: the chain, and so the checkpoint, has the digests
  /// of the original lines.
  case sameButErased(lines: UInt64)
  /// The journal has fewer lines.
  case fewerLines
  /// The first lines of the journal, as many as the checkpoint has, have another root.
  case otherRoot
  case otherJournal(ObjectUUID)
  /// The journal is damaged before the last line of the checkpoint.
  case beyondDamage

  /// True if the journal has grown from the checkpoint.
  package var holds: Bool {
    switch self {
    case .same, .sameButErased: true
    case .fewerLines, .otherRoot, .otherJournal, .beyondDamage: false
    }
  }
}
