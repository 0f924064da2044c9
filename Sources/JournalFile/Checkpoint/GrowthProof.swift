package import ByteTools

/// A proof about the tree of a checkpoint, as text: it can be verified without the journal.
package enum TreeProof {
  /// That a line is in the tree: C2SP's tlog-proof.
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
  /// How many lines there were.
  package let oldLines: UInt64
  /// The hashes that lead to both roots.
  package let path: [Digest]
  /// What there is now.
  package let note: CheckpointNote

  /// The proof by these hashes.
  package init(from oldLines: UInt64, by path: [Digest], to note: CheckpointNote) {
    self.oldLines = oldLines
    self.path = path
    self.note = note
  }

  /// The proof as text.
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

  /// Whether its hashes, from an earlier checkpoint on, lead to the root of its own checkpoint; if
  /// not, it proves nothing about the journal.
  package func isSound(from old: Checkpoint) -> Bool {
    let roots = MerkleProof.roots(
      from: (old.lines, old.root), to: note.checkpoint.lines, by: path)
    return old.lines == oldLines && roots?.after == note.checkpoint.root
  }

  /// Whether the journal had this checkpoint when it had `oldLines`.
  package func extends(_ old: Checkpoint) -> Bool {
    let new = note.checkpoint
    return old.journal == new.journal && old.lines == oldLines
      && MerkleProof.isGrowth(
        from: (old.lines, old.root), to: (new.lines, new.root), by: path)
  }
}
