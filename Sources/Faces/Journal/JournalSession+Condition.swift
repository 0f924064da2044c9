package import HealthEvents
package import HealthModel
import HealthTables
import JournalFile

/// The refusal of a command because the journal is not as its condition requires. Nothing of the
/// command was written.
package struct CommandConflict: Error, Hashable, Sendable {
  /// The difference between the journal and the condition.
  package enum Reason: Hashable, Sendable {
    /// The condition names a line that the journal does not have yet.
    case noLine(UInt64)
    /// Other lines are there than the condition names.
    case otherHead
    /// A line changed objects of the type.
    case changed(type: String, line: UInt64)
  }

  /// The difference.
  package let reason: Reason
  /// The anchor after the last line that is there now.
  package let head: ChangeAnchor
}

extension CommandConflict: Problem {
  package var problemCode: ProblemCode { .conflict }

  package var cause: String {
    let difference =
      switch reason {
      case .noLine(let line):
        "the journal has no line \(line) yet; its last is \(head.sequence)"
      case .otherHead: "the journal has another last line now, line \(head.sequence)"
      case .changed(let type, let line): "line \(line) changed \(type)"
      }
    return difference + "; nothing was written. Read what is new, then decide anew"
  }
}

extension JournalSession {
  /// The anchor after the last line on the disk.
  package var anchor: ChangeAnchor {
    ChangeAnchor(sequence: writtenHead.sequence, chain: writtenHead.chainText)
  }

  /// Requires that the journal is as a command depends on; nothing may be staged.
  ///
  /// A command whose uuids the journal knows is refused by the rules, as without a condition: so a
  /// client whose answer was lost learns that its command was done, and not of a conflict with its
  /// own line.
  ///
  /// - Throws: `CommandConflict`; `Rejection` for a repeated command, and for a type that is no
  ///   full identifier; the errors of reading lines.
  package mutating func require(_ condition: CommandCondition, for command: Command) throws {
    if let unchanged = condition.unchanged {
      try Decider.requireIdentifier(unchanged.type, in: catalogue)
    }
    guard let reason = try reason(against: condition, by: command.by) else { return }
    do {
      try check(command)
    } catch let rejection as Rejection {
      if rejection.isOfRepetition { throw rejection }
    }
    throw CommandConflict(reason: reason, head: anchor)
  }

  private func reason(
    against condition: CommandCondition, by actor: String
  ) throws -> CommandConflict.Reason? {
    let last = max(condition.head?.sequence ?? 0, condition.unchanged?.since ?? 0)
    guard last <= writtenHead.sequence else { return .noLine(last) }
    if let head = condition.head, head != anchor { return .otherHead }
    guard let unchanged = condition.unchanged else { return nil }
    // A source learns nothing of objects that it may not see.
    let line = try replayed(by: actor).line(changing: unchanged.type, after: unchanged.since)
    try tables.requireReadable()
    return line.map { .changed(type: unchanged.type, line: $0) }
  }
}

extension ReplayedJournal {
  /// Returns the first line after another that changed objects of a type; nil if none did. Nobody
  /// knows what an erasure took, so it counts as a change of every type.
  fileprivate func line(changing type: String, after sequence: UInt64) throws -> UInt64? {
    var found: UInt64?
    func isOfType(_ uuid: ObjectUUID) throws -> Bool { try facts(of: uuid)?.type == type }
    try forEachEntry(from: sequence + 1) { entry in
      let isChange =
        switch entry.event {
        case .save(let save)?:
          try save.objects.contains { $0.content.type == type }
            || save.replaces.contains(where: isOfType)
        case .delete(let deletion)?: try deletion.objects.contains(where: isOfType)
        case .revert(let revert)?:
          try revert.objects.contains { runs, _ in
            try tables.objects(of: runs).keys.contains(where: isOfType)
          }
        case .erase?: true
        case .open?, .origin?, .authorize?, .configure?, .declare?, .importReceipt?, .format?, nil:
          false
        }
      if isChange { found = entry.sequence }
      return !isChange
    }
    return found
  }
}
