import HealthModel

/// An undo: a deletion that takes back a save of the owner. The line of the save stays in the
/// journal.
public enum Undo {
  /// The reason of the deletion that an undo makes; a later undo recognizes an undo by it.
  public static func reason(line: UInt64) -> String { "undo of line \(line)" }

  static func isReason(_ text: String?) -> Bool { text?.hasPrefix("undo of line ") ?? false }

  /// Why an event is not taken back.
  public enum Obstacle: Hashable, Sendable {
    /// It deleted objects, and a uuid is used once.
    case deletion
    /// It is a line of an import: objects of it that were deleted would stay out when the same file
    /// is imported again.
    case importReceipt
    /// It decided on a source.
    case authorization
    /// It changed settings.
    case settings
    /// It replaced older versions, which no event brings back.
    case replacement
    /// It erased lines.
    case erasure
    /// Another source did it.
    case ofSource(String)
  }
}

extension Decider {
  /// The deletion that takes back an event; nil where there is nothing to take back: no object that
  /// it saved is live, or it is an undo itself, an origin or the opening.
  ///
  /// - Parameters:
  ///   - line: the number of its line.
  ///   - by: the source that asked for the event.
  /// - Throws: `Rejection` where no event takes it back.
  public func undoing(
    _ event: Event, line: UInt64, by: String, given state: some JournalState
  ) throws(Rejection) -> Deletion? {
    func refusal(_ obstacle: Undo.Obstacle) -> Rejection {
      .invalid(.notUndoable(line: line, obstacle))
    }
    if event.kind == .origin || event.kind == .open { return nil }
    guard by == EventActor.owner else { throw refusal(.ofSource(by)) }
    switch event {
    case .save(let save):
      let live = save.objects.map(\.uuid).filter { state.facts(of: $0)?.isLive ?? false }
      if live.isEmpty { return nil }
      // The receipt may be missing: a kill of the import may have kept it from being written.
      guard !live.contains(where: \.isOfContent) else { throw refusal(.importReceipt) }
      guard save.replaces.isEmpty else { throw refusal(.replacement) }
      return Deletion(objects: live, reason: Undo.reason(line: line))
    case .delete(let deletion):
      if Undo.isReason(deletion.reason) { return nil }
      throw refusal(.deletion)
    case .open, .origin: return nil
    case .authorize: throw refusal(.authorization)
    case .configure: throw refusal(.settings)
    case .importReceipt: throw refusal(.importReceipt)
    case .erase: throw refusal(.erasure)
    }
  }
}

extension Undo.Obstacle {
  /// What a line is, and what to do instead of an undo.
  func sentence(line: UInt64) -> String {
    switch self {
    case .deletion:
      "line \(line) is a deletion, and a uuid is used once; save anew what was deleted: `history UUID` "
        + "shows it"
    case .importReceipt:
      "line \(line) is of an import, and what is deleted of it stays deleted when the file is imported "
        + "again; `delete --where` deletes what is wrong"
    case .authorization:
      "line \(line) decides on a source; decide anew with `authorize`: `authorizations --as-of "
        + "\(line - 1)` shows what was in force"
    case .settings: "line \(line) changes settings; set them anew with `configure`"
    case .replacement:
      "line \(line) replaced older versions, which no event brings back; save anew what they said: "
        + "`history UUID` shows it"
    case .erasure: "line \(line) erased lines, which nothing brings back"
    case .ofSource(let by): "line \(line) is of \(by); `delete UUID` deletes what it saved"
    }
  }
}
