import ByteTools
package import HealthEvents
import HealthModel
package import HealthTables
package import HealthViews
import JournalFile

/// A revert before it is written: what it takes back, and the state of everything then.
///
/// An event counts unless a later revert that counts names its line. The state of an object is that
/// of the events that count: its save, and those that deleted or replaced it. So a revert of a
/// revert makes the events count again.
package struct RevertPlan: Sendable {
  /// The lines that no longer count.
  package let lines: [LineRun]
  /// The effect; more than one where one line would be too long.
  package private(set) var parts: [Revert]
  /// The objects that change, by what they are from then on, and by type.
  package private(set) var counts: [ObjectState: [String: Int]] = [:]
  /// The rights that sources would get back.
  package private(set) var widened: [RestoredRight] = []
  /// The number of lines whose content was erased and does not come back.
  package private(set) var erasedLines = 0

  /// The most single uuids, and the most runs, that one line names.
  package static let mostInALine = 150_000

  /// Plans a revert of some lines.
  ///
  /// - Parameters:
  ///   - lines: those that no longer count.
  ///   - actor: the source that asks.
  ///   - reason: the reason, in words.
  ///   - most: the most single uuids, and the most runs, that one line names.
  /// - Throws: `Rejection` where a line cannot be reverted; the errors of reading lines.
  package init(
    of lines: [LineRun], in journal: ReplayedJournal, by actor: String, reason: String? = nil,
    inALine most: Int = mostInALine
  ) throws {
    try self.init(of: lines, in: RevertHistory(journal), by: actor, reason: reason, inALine: most)
  }

  /// Plans a revert of some lines of a journal whose history has been read.
  fileprivate init(
    of lines: [LineRun], in history: RevertHistory, by actor: String, reason: String?,
    inALine most: Int = mostInALine
  ) throws {
    let past = try history.over(LineSet(lines))
    let (lines, journal) = (past.lines, past.journal)
    self.lines = lines.runs
    try past.require(by: actor)
    let before = past.state(without: past.reverted(with: LineSet([])))
    let after = past.state(without: past.reverted(with: lines))
    var whole = Revert(lines: lines.runs, reason: reason)
    let changes = after.objects.filter { before.objects[$0.key] != $0.value }
    try Self.requireNoLaterVersion(changes, journal)
    let singly = actor != EventActor.owner
    for state in [ObjectState.live, .reverted, .removed] {
      whole[state] = try Self.runs(of: state, changes, journal.tables, singly: singly)
    }
    (whole.joined, whole.freed) = try CorrelationChanges(journal, changes).members()
    whole.rights = after.rights(since: before)
    whole.settings = after.settings.changes(since: before.settings)
    for (uuid, state) in changes {
      counts[state, default: [:]][past.types[uuid] ?? "", default: 0] += 1
    }
    let now = Instant(microseconds: journal.system.now())
    widened = whole.rights.filter { !$0.widened(given: journal.tables, at: now).isEmpty }
    erasedLines = past.erasedLines
    if whole.isWithoutEffect {
      throw Rejection.invalidArgument(
        .notRevertible(
          line: lines.runs.first?.first ?? 0, erasedLines > 0 ? .erased : .done), index: nil)
    }
    parts = Self.parts(whole, most)
  }

  /// Returns the statements by which objects live again that an import states.
  static func restoring(_ uuids: [ObjectUUID], in journal: ReplayedJournal) throws -> [Revert] {
    let changes = Dictionary(uuids.map { ($0, ObjectState.live) }) { first, _ in first }
    var whole = Revert(lines: [])
    whole[.live] = try runs(of: .live, changes, journal.tables, singly: false)
    (whole.joined, whole.freed) = try CorrelationChanges(journal, changes).members()
    return parts(whole, mostInALine)
  }

  /// Up to so many objects are named one by one, which people read more easily than lines.
  private static let few = 16

  private static func runs(
    of state: ObjectState, _ changes: [ObjectUUID: ObjectState], _ tables: HealthTables,
    singly: Bool
  ) throws -> ObjectRuns {
    let objects = changes.filter { $0.value == state }.map(\.key)
    if singly || objects.count <= few { return ObjectRuns(objects: objects.sorted()) }
    return try tables.runs(to: state, changes)
  }

  /// Refuses to bring a version back while a newer one stays live.
  private static func requireNoLaterVersion(
    _ changes: [ObjectUUID: ObjectState], _ journal: ReplayedJournal
  ) throws {
    for (uuid, state) in changes where state == .live {
      for newer in journal.tables.newerVersions(of: uuid)
      where changes[newer] ?? journal.tables.state(of: newer) == .live {
        let lines = try journal.tables.lines(of: [uuid, newer])
        throw Rejection.invalidArgument(
          .notRevertible(line: lines[uuid] ?? 0, .replacedLater(line: lines[newer] ?? 0)),
          index: nil)
      }
    }
  }

  /// Returns the same effect in events that fit a line each, all of which name the lines.
  private static func parts(_ whole: Revert, _ most: Int) -> [Revert] {
    let size = whole.objects.reduce(0) { $0 + $1.runs.lines.count + $1.runs.objects.count }
    if size <= most { return [whole] }
    var first = whole
    var parts: [Revert] = []
    for (runs, state) in whole.objects {
      first[state] = ObjectRuns()
      let pieces =
        runs.lines.pieces(of: most).map { ObjectRuns(lines: $0) }
        + runs.objects.pieces(of: most).map { ObjectRuns(objects: $0) }
      for piece in pieces {
        var part = Revert(lines: whole.lines, reason: whole.reason)
        part[state] = piece
        parts.append(part)
      }
    }
    return parts + (first.isWithoutEffect ? [] : [first])
  }
}

extension Array {
  /// Returns the same elements in arrays of at most this many; none of an empty one.
  fileprivate func pieces(of most: Int) -> [[Element]] {
    stride(from: 0, to: count, by: most).map { Array(self[$0..<Swift.min($0 + most, count)]) }
  }
}

/// The samples that correlations hold after some objects have changed their states.
private struct CorrelationChanges {
  private let journal: ReplayedJournal
  private let changes: [ObjectUUID: ObjectState]

  init(_ journal: ReplayedJournal, _ changes: [ObjectUUID: ObjectState]) {
    (self.journal, self.changes) = (journal, changes)
  }

  /// Returns the samples that become members, and those that are members no more.
  ///
  /// A correlation whose save counts holds its members, also one that was deleted.
  func members() throws -> (joined: [ObjectUUID], freed: [ObjectUUID]) {
    if changes.isEmpty { return ([], []) }
    let tables = journal.tables
    let correlations = tables.objects.filter { $0.kind == .correlation }
    let returned = changes.filter { $0.value != .reverted && tables.state(of: $0.key) == .reverted }
    let toggled = correlations.filter { row in
      changes[row.uuid].map { ($0 == .reverted) != (row.state == .reverted) } ?? false
    }
    if correlations.isEmpty || toggled.isEmpty && returned.isEmpty { return ([], []) }
    let isToggled = Set(toggled.map(\.uuid))
    var (held, affected) = (Set<ObjectUUID>(), Set(returned.keys))
    try forEachMembers(of: correlations) { row, members in
      let all = members.flatMap { [$0] + tables.newerVersions(of: $0) }
      if changes[row.uuid] ?? row.state != .reverted { held.formUnion(all) }
      if isToggled.contains(row.uuid) { affected.formUnion(all) }
    }
    let there = affected.filter { changes[$0] ?? tables.state(of: $0) != .reverted }
    return (
      there.filter { held.contains($0) && !tables.isMember($0) }.sorted(),
      there.filter { !held.contains($0) && tables.isMember($0) }.sorted()
    )
  }

  private func forEachMembers(
    of correlations: [ObjectRow], _ body: (ObjectRow, [ObjectUUID]) -> Void
  ) throws {
    for start in stride(from: 0, to: correlations.count, by: 1024) {
      let rows = correlations[start..<min(start + 1024, correlations.count)]
      let objects = try journal.objects(inLines: Set(rows.map { UInt64($0.sequence) }))
      for row in rows {
        guard case .correlation(let content)? = objects[UInt64(row.sequence)]?[row.uuid]?.content
        else { continue }
        body(row, content.members)
      }
    }
  }
}

extension JournalSession {
  /// The result of a revert.
  package struct Reverted: Sendable {
    /// The seq of the last line that was written for it.
    package var sequence: UInt64
    package var plan: RevertPlan
  }

  /// Plans a revert; nothing is written.
  ///
  /// - Throws: as `RevertPlan.init`.
  package func plan(
    revertOf lines: [LineRun], by actor: String = EventActor.owner, reason: String? = nil,
    inALine most: Int = RevertPlan.mostInALine
  ) throws -> RevertPlan {
    try RevertPlan(of: lines, in: try replayed(), by: actor, reason: reason, inALine: most)
  }

  /// Returns the changes in views that a revert would make: a row a view.
  ///
  /// - Throws: the errors of the views.
  package func difference(
    of views: [View], after plan: RevertPlan
  ) throws -> Table {
    let journal = try replayed()
    var builder = builder
    for part in plan.parts {
      try builder.apply(
        Entry(
          sequence: tables.lastSequence + 1, at: now,
          body: .event(.revert(part), by: EventActor.owner)),
        at: journal.head.offset)
    }
    builder.applyClaims()
    var before = ViewRequest(journal, OptionValues(), now: now)
    var after = ViewRequest(journal.with(builder.tables), OptionValues(), now: now)
    return try Journal.difference(of: views, from: &before, to: &after, OptionValues()).summary
  }

  /// Returns the line up to which events were recorded at a moment.
  ///
  /// - Parameter moment: the number of a line, or a time.
  /// - Throws: `OptionProblem`; the errors of reading lines.
  package func line(upTo moment: String) throws -> UInt64 {
    var options = Journal.ReadOptions()
    (options.asOf, options.asOfName) = (moment, "--to")
    return try Journal(at: paths.folder, on: system).read(OptionValues(), options).journal.head
      .sequence
  }

  /// Writes a revert to the disk, all of it or nothing.
  ///
  /// - Parameter widensRights: true if the owner agrees that sources get rights back.
  /// - Throws: `Rejection`; `JournalError`.
  package mutating func perform(
    _ plan: RevertPlan, by actor: String = EventActor.owner, widensRights: Bool = false
  ) throws -> Reverted {
    var sequence: UInt64 = 0
    try stageAll { session in
      for part in plan.parts {
        let request = RevertRequest(part, widensRights: widensRights)
        sequence = try session.stage(Command(by: actor, .revert(request))).sequence
      }
    }
    try commit()
    return Reverted(sequence: sequence, plan: plan)
  }

  /// Returns the lines of the newest import that counts: those that it appended, and its receipt;
  /// nil if there is none.
  package func lastImport() throws -> [LineRun]? {
    try newestAction { entry -> [LineRun]? in
      guard case .importReceipt(let receipt)? = entry.event else { return nil }
      return Self.lines(of: receipt, at: entry.sequence)
    }
  }

  /// Reverts the owner's newest action that counts, or the events of a line.
  ///
  /// - Returns: nil if there is nothing to revert.
  /// - Throws: as `plan(revertOf:)`; the errors of writing.
  package mutating func undo(
    line: UInt64? = nil, widensRights: Bool = false
  ) throws -> Reverted? {
    guard let plan = try planOfUndo(line: line) else { return nil }
    return try perform(plan, widensRights: widensRights)
  }

  /// Plans what `undo` does; nothing is written.
  package func planOfUndo(line: UInt64? = nil) throws -> RevertPlan? {
    let history = try RevertHistory(try replayed())
    func plan(_ lines: [LineRun]) throws -> RevertPlan {
      try RevertPlan(
        of: lines, in: history, by: EventActor.owner, reason: UndoReason.undo.text(lines))
    }
    if let line { return try plan([LineRun(line, line)]) }
    return try newestAction { entry -> RevertPlan? in
      guard let lines = Self.lines(toUndo: entry) else { return nil }
      do {
        return try plan(lines)
      } catch Rejection.invalidArgument(.notRevertible(line: _, .done), index: _) {
        // It changed nothing, as an import that found everything known.
        return nil
      }
    }
  }

  /// Reverts the newest undo, unless the owner has done something else since.
  ///
  /// - Returns: nil if there is nothing to redo.
  /// - Throws: as `undo`.
  package mutating func redo(widensRights: Bool = false) throws -> Reverted? {
    guard let plan = try planOfRedo() else { return nil }
    return try perform(plan, widensRights: widensRights)
  }

  /// Plans what `redo` does; nothing is written.
  package func planOfRedo() throws -> RevertPlan? {
    let newest = try newestAction { entry -> [LineRun]? in
      guard entry.by == EventActor.owner, let event = entry.event else { return nil }
      if case .revert(let revert) = event, UndoReason(revert.reason) == .redo { return nil }
      return Self.isAction(event) ? [LineRun(entry.sequence, entry.sequence)] : nil
    }
    guard let newest, case .revert(let revert)? = try replayed().entry(newest[0].last)?.event,
      UndoReason(revert.reason) == .undo
    else { return nil }
    return try plan(revertOf: newest, reason: UndoReason.redo.text(newest))
  }

  /// Returns the lines of an action of the owner's; nil of an undo or a redo, and of what is none.
  private static func lines(toUndo entry: Entry) -> [LineRun]? {
    guard entry.by == EventActor.owner, let event = entry.event, isAction(event) else {
      return nil
    }
    if case .revert(let revert) = event, UndoReason(revert.reason) != nil { return nil }
    if case .importReceipt(let receipt) = event { return lines(of: receipt, at: entry.sequence) }
    return [LineRun(entry.sequence, entry.sequence)]
  }

  private static func isAction(_ event: Event) -> Bool {
    switch event {
    case .save, .delete, .authorize, .configure, .importReceipt, .erase, .revert: true
    case .open, .origin, .declare, .format: false
    }
  }

  /// Returns the first result of `find` for the entries that count, the newest first.
  private func newestAction<Found>(_ find: (Entry) throws -> Found?) throws -> Found? {
    let journal = try replayed()
    let reverted = try journal.revertedLines()
    var found: Found?
    try journal.forEachEntryBackwards(from: .max, to: 1) { entry in
      if !reverted.contains(entry.sequence) { found = try find(entry) }
      return found == nil
    }
    return found
  }

  private static func lines(of receipt: ImportReceipt, at line: UInt64) -> [LineRun] {
    (receipt.lines(before: line).map { [LineRun($0)] } ?? []) + [LineRun(line, line)]
  }
}

/// The reasons of the reverts that `undo` and `redo` write; a later one recognizes them by it.
private enum UndoReason: String {
  case undo, redo

  init?(_ reason: String?) {
    guard let word = reason?.split(separator: " ").first else { return nil }
    self.init(rawValue: String(word))
  }

  /// Returns the reason: `undo of line 12`.
  func text(_ lines: [LineRun]) -> String { "\(rawValue) of \(EventSummary.lines(lines))" }
}
