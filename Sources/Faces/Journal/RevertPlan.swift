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
    let past = try RevertHistory(journal, over: LineSet(lines))
    let lines = past.lines
    self.lines = lines.runs
    try past.require(by: actor, journal)
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

/// The events that a revert has to know: what saved, deleted and replaced the objects that it
/// touches, all earlier reverts, decisions and settings.
private struct RevertHistory {
  /// An event that makes objects leave the views, or the statement of an import that they live
  /// again.
  private struct Removal {
    let line: UInt64
    let objects: [ObjectUUID]
    let state: ObjectState
  }

  /// The result of the events that count.
  struct State {
    var objects: [ObjectUUID: ObjectState] = [:]
    var settings = HealthTables.Settings()
    fileprivate var rights: [Right: Held] = [:]
  }

  /// A right of a source on a type.
  fileprivate struct Right: Hashable {
    let source: String
    let type: String
    let isRead: Bool
  }

  /// A right, and the decision that made it so.
  fileprivate struct Held: Equatable {
    var right = AuthorizationRight.notDetermined
    var line: UInt64?
  }

  /// The lines that shall not count, with all lines of a revert that is written in several.
  private(set) var lines: LineSet
  private var reverts: [(line: UInt64, lines: LineSet)] = []
  private var removals: [Removal] = []
  private var configurations: [(line: UInt64, Configuration)] = []
  private let decisions: [AuthorizationDecision]
  private let opening: JournalOpening?
  /// The line that saved each object that the revert may touch.
  private var saved: [ObjectUUID: UInt64] = [:]
  private(set) var types: [ObjectUUID: String] = [:]
  private(set) var erasedLines = 0
  private let last: UInt64
  /// The actors of the deletions, reverts and settings among the lines.
  private var effects: [(line: UInt64, by: String)] = []
  /// The actors who saved the objects of the lines.
  private var savers: Set<String> = []

  /// Reads the history of the lines that a revert names.
  init(_ journal: ReplayedJournal, over lines: LineSet) throws {
    (self.lines, last) = (lines, journal.head.sequence)
    let tables = journal.tables
    opening = tables.opening
    decisions = tables.decisions
    var reverts: [(line: UInt64, lines: LineSet)] = []
    var stated: [(line: UInt64, Configuration)] = []
    try journal.forEachEntry(
      ofKinds: [.delete, .revert, .configure], orHolding: ["replaces"]
    ) { entry in
      guard let event = entry.event, let by = entry.by else { return }
      if lines.contains(entry.sequence), event.kind != .save {
        effects.append((entry.sequence, by))
      }
      switch event {
      case .delete(let deletion):
        removals.append(Removal(line: entry.sequence, objects: deletion.objects, state: .removed))
      case .save(let save) where !save.replaces.isEmpty:
        removals.append(Removal(line: entry.sequence, objects: save.replaces, state: .removed))
      case .revert(let revert) where revert.lines.isEmpty:
        for (runs, state) in revert.objects where !runs.isEmpty {
          let objects = Array(try tables.objects(of: runs).keys)
          removals.append(Removal(line: entry.sequence, objects: objects, state: state))
        }
      case .revert(let revert):
        reverts.append((entry.sequence, LineSet(revert.lines)))
        if let settings = revert.settings { stated.append((entry.sequence, settings)) }
      case .configure(let configuration): configurations.append((entry.sequence, configuration))
      case .open, .origin, .save, .authorize, .declare, .importReceipt, .erase, .format: break
      }
    }
    self.reverts = reverts
    self.lines = self.lines.union(LineSet(partsOfReverts))
    try findObjects(in: journal)
    try findErased(in: journal, stated)
  }

  /// The runs of lines by which one revert is written, of those that the lines touch.
  private var partsOfReverts: [LineRun] {
    var runs: [(run: LineRun, lines: LineSet)] = []
    for revert in reverts {
      if let last = runs.last, last.run.last + 1 == revert.line, last.lines == revert.lines {
        runs[runs.count - 1].run.last = revert.line
      } else {
        runs.append((LineRun(revert.line, revert.line), revert.lines))
      }
    }
    return runs.map(\.run).filter { run in
      (run.first...run.last).contains { lines.contains($0) }
    }
  }

  /// Notes the objects that the lines may touch, by themselves or by what they revert.
  private mutating func findObjects(in journal: ReplayedJournal) throws {
    let reach = reach(of: lines)
    let removed = removals.filter { reach.contains($0.line) }.flatMap(\.objects)
    saved = try journal.tables.objects(of: ObjectRuns(lines: reach.runs, objects: removed))
    for uuid in saved.keys {
      guard let facts = journal.tables.facts(of: uuid) else { continue }
      types[uuid] = facts.type
      if let line = saved[uuid], lines.contains(line) { savers.insert(facts.by) }
    }
  }

  /// Counts the erased lines. What a revert states of settings follows from the lines that it
  /// names, unless one of them was erased.
  private mutating func findErased(
    in journal: ReplayedJournal, _ stated: [(line: UInt64, Configuration)]
  ) throws {
    guard journal.tables.counts[.erased] > 0 || journal.tables.counts[.erase] > 0 else { return }
    var erased: [UInt64] = []
    try journal.forEachEntry(ofKinds: [.erased], orHolding: ["digest"]) { entry in
      if entry.event == nil { erased.append(entry.sequence) }
      if lines.contains(entry.sequence), entry.event == nil || entry.original != nil {
        erasedLines += 1
      }
    }
    configurations += stated.filter { line, _ in
      let reach = reach(of: LineSet([LineRun(line, line)]))
      return erased.contains { reach.contains($0) }
    }
    configurations.sort { $0.line < $1.line }
  }

  /// Returns lines with those that the reverts among them name.
  private func reach(of lines: LineSet) -> LineSet {
    var reach = lines
    for revert in reverts.reversed() where reach.contains(revert.line) {
      reach = reach.union(revert.lines)
    }
    return reach
  }

  /// Refuses lines that an actor may not revert, or nobody can.
  func require(by actor: String, _ journal: ReplayedJournal) throws {
    guard let first = lines.runs.first, let end = lines.runs.last?.last, first.first >= 1 else {
      throw Rejection.invalidArgument(.empty, index: nil)
    }
    func refuse(_ line: UInt64, _ obstacle: RevertObstacle) -> Rejection {
      .invalidArgument(.notRevertible(line: line, obstacle), index: nil)
    }
    if end > last { throw refuse(end, .notThere(last: last)) }
    if first.first == end {
      switch try journal.entry(end)?.kind {
      case .open?, .format?: throw refuse(end, .foundation)
      case .declare?: throw refuse(end, .declaration)
      case .erase?: throw refuse(end, .erasure)
      case .erased?: throw refuse(end, .erased)
      default: break
      }
    } else if first.first == 1 {
      throw refuse(1, .foundation)
    }
    guard actor != EventActor.owner else { return }
    if let other = effects.first(where: { $0.by != actor }) {
      throw refuse(other.line, .ofSource(other.by))
    }
    if let other = savers.first(where: { $0 != actor }) { throw refuse(end, .ofSource(other)) }
  }

  /// Returns the lines that do not count, with these besides those that reverts name: a revert that
  /// does not count itself reverts nothing.
  func reverted(with lines: LineSet) -> LineSet {
    lines.withLines(revertedBy: reverts)
  }

  /// Returns what the events have made that count.
  ///
  /// - Parameter reverted: the lines that do not.
  func state(without reverted: LineSet) -> State {
    var state = State()
    for (uuid, line) in saved {
      state.objects[uuid] = reverted.contains(line) ? .reverted : .live
    }
    for removal in removals where !reverted.contains(removal.line) {
      for uuid in removal.objects {
        guard let present = state.objects[uuid] else { continue }
        if removal.state != .removed || present == .live { state.objects[uuid] = removal.state }
      }
    }
    state.settings = HealthTables.Settings(opening)
    for (line, configuration) in configurations where !reverted.contains(line) {
      state.settings.apply(configuration)
    }
    for decision in decisions where !reverted.contains(decision.sequence) {
      state.take(decision, without: reverted)
    }
    return state
  }
}

extension RevertHistory.State {
  /// Takes the next decision on rights. What a revert states of them follows from the decisions,
  /// unless the one that it restores was erased.
  fileprivate mutating func take(_ decision: AuthorizationDecision, without reverted: LineSet) {
    func take(_ right: AuthorizationRight?, _ restored: RestoredDecision?, isRead: Bool) {
      if let restored {
        guard restored.at == nil, let line = restored.sequence, !reverted.contains(line) else {
          return
        }
      }
      let key = RevertHistory.Right(
        source: decision.source, type: decision.type, isRead: isRead)
      guard let right, right != rights[key, default: .init()].right else { return }
      rights[key] = RevertHistory.Held(right: right, line: decision.sequence)
    }
    take(decision.sharing, decision.restoredShare, isRead: false)
    take(decision.reading, decision.restoredRead, isRead: true)
  }

  /// Returns the rights that are others than before.
  fileprivate func rights(since before: Self) -> [RestoredRight] {
    var restored: [String: [String: RestoredRight]] = [:]
    for right in Set(rights.keys).union(before.rights.keys) {
      let held = rights[right, default: .init()]
      guard held != before.rights[right, default: .init()] else { continue }
      var row =
        restored[right.source]?[right.type]
        ?? RestoredRight(source: right.source, type: right.type)
      if right.isRead {
        (row.reading, row.readLine) = (held.right, held.line)
      } else {
        (row.sharing, row.shareLine) = (held.right, held.line)
      }
      restored[right.source, default: [:]][right.type] = row
    }
    return restored.values.flatMap(\.values).sorted { ($0.source, $0.type) < ($1.source, $1.type) }
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
    try newestAction { entry in
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
    var before = UInt64.max
    while true {
      let lines = try line.map { [LineRun($0, $0)] } ?? lastAction(before: before)
      guard let lines else { return nil }
      do {
        let plan = try plan(revertOf: lines, reason: UndoReason.undo.text(lines))
        return try perform(plan, widensRights: widensRights)
      } catch Rejection.invalidArgument(.notRevertible(line: _, .done), index: _) where line == nil
      {
        // It changed nothing, as an import that found everything known.
        before = lines.map(\.last).max() ?? 0
      }
    }
  }

  /// Reverts the newest undo, unless the owner has done something else since.
  ///
  /// - Returns: nil if there is nothing to redo.
  /// - Throws: as `undo`.
  package mutating func redo(widensRights: Bool = false) throws -> Reverted? {
    let newest = try newestAction { entry -> [LineRun]? in
      guard entry.by == EventActor.owner, let event = entry.event else { return nil }
      if case .revert(let revert) = event, UndoReason(revert.reason) == .redo { return nil }
      return Self.isAction(event) ? [LineRun(entry.sequence, entry.sequence)] : nil
    }
    guard let newest, case .revert(let revert)? = try replayed().entry(newest[0].last)?.event,
      UndoReason(revert.reason) == .undo
    else { return nil }
    let plan = try plan(revertOf: newest, reason: UndoReason.redo.text(newest))
    return try perform(plan, widensRights: widensRights)
  }

  /// Returns the lines of the owner's newest action before a line; one that counts and is neither
  /// an undo nor a redo.
  private func lastAction(before line: UInt64) throws -> [LineRun]? {
    try newestAction { entry in
      guard entry.sequence < line, entry.by == EventActor.owner, let event = entry.event,
        Self.isAction(event)
      else { return nil }
      if case .revert(let revert) = event, UndoReason(revert.reason) != nil { return nil }
      if case .importReceipt(let receipt) = event {
        return Self.lines(of: receipt, at: entry.sequence)
      }
      return [LineRun(entry.sequence, entry.sequence)]
    }
  }

  private static func isAction(_ event: Event) -> Bool {
    switch event {
    case .save, .delete, .authorize, .configure, .importReceipt, .erase, .revert: true
    case .open, .origin, .declare, .format: false
    }
  }

  /// Returns the first result of `find` for the entries that count, the newest first.
  private func newestAction(_ find: (Entry) -> [LineRun]?) throws -> [LineRun]? {
    let journal = try replayed()
    let reverted = try journal.revertedLines()
    var found: [LineRun]?
    try journal.forEachEntryBackwards(from: .max, to: 1) { entry in
      if !reverted.contains(entry.sequence) { found = find(entry) }
      return found == nil
    }
    return found
  }

  private static func lines(of receipt: ImportReceipt, at line: UInt64) -> [LineRun] {
    guard let first = receipt.first, let last = receipt.last else { return [LineRun(line, line)] }
    return [LineRun(first, last), LineRun(line, line)]
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
