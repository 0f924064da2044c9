package import HealthModel

/// What an audit comes to, in one of five words.
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

/// What a checkpoint that was kept says of a journal.
package enum NoteOutcome: Hashable, Sendable {
  /// Its lines are the first of the journal.
  case same
  /// The same, but from this many lines a part was erased later. What is left of these is vouched
  /// for by the `erase` alone: the chain, and so the checkpoint, has the digests of what they were.
  case sameButErased(lines: UInt64)
  /// The journal has fewer lines.
  case fewerLines
  /// The first lines of the journal, as many as the checkpoint has, have another root.
  case otherRoot
  /// It is of the journal with this uuid.
  case otherJournal(ObjectUUID)
  /// The journal is damaged before the last line of the checkpoint.
  case beyondDamage

  /// Whether the journal has grown from the checkpoint.
  package var holds: Bool {
    switch self {
    case .same, .sameButErased: true
    case .fewerLines, .otherRoot, .otherJournal, .beyondDamage: false
    }
  }
}
