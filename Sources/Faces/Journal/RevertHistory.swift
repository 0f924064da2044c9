import ByteTools
import HealthEvents
import HealthModel
import HealthTables
import JournalFile

/// The events that a revert has to know: what saved, deleted and replaced the objects that it
/// touches, all earlier reverts, decisions and settings. A journal is read once, for any number of
/// plans.
struct RevertHistory {
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

  let journal: ReplayedJournal
  /// The lines that shall not count, with all lines of a revert that is written in several.
  private(set) var lines = LineSet()
  private var reverts: [(line: UInt64, lines: LineSet)] = []
  private var removals: [Removal] = []
  private var configurations: [(line: UInt64, Configuration)] = []
  private let decisions: [AuthorizationDecision]
  private let opening: JournalOpening?
  /// The line that saved each object that the revert may touch.
  private var saved: [ObjectUUID: UInt64] = [:]
  private(set) var types: [ObjectUUID: String] = [:]
  /// The lines of which content was erased.
  private var erased: [UInt64] = []
  /// The actors of all deletions, reverts and settings.
  private var effects: [(line: UInt64, by: String)] = []
  /// The actors who saved the objects of the lines.
  private var savers: Set<String> = []

  /// The number of the lines whose content was erased.
  var erasedLines: Int { erased.count { lines.contains($0) } }

  /// Reads the history of a journal.
  init(_ journal: ReplayedJournal) throws {
    self.journal = journal
    let tables = journal.tables
    opening = tables.opening
    decisions = tables.decisions
    var reverts: [(line: UInt64, lines: LineSet)] = []
    var stated: [(line: UInt64, Configuration)] = []
    try journal.forEachEntry(
      ofKinds: [.delete, .revert, .configure], orHolding: ["replaces"]
    ) { entry in
      guard let event = entry.event, let by = entry.by else { return }
      if event.kind != .save { effects.append((entry.sequence, by)) }
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
    try findErased(stated)
  }

  /// Returns the history of the lines that a revert names.
  func over(_ lines: LineSet) throws -> Self {
    var past = self
    past.lines = lines.union(LineSet(partsOfReverts(touching: lines)))
    try past.findObjects()
    return past
  }

  /// Returns the runs of lines by which one revert is written, of those that the lines touch.
  private func partsOfReverts(touching lines: LineSet) -> [LineRun] {
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
  private mutating func findObjects() throws {
    let reach = reach(of: lines)
    let removed = removals.filter { reach.contains($0.line) }.flatMap(\.objects)
    saved = try journal.tables.objects(of: ObjectRuns(lines: reach.runs, objects: removed))
    for uuid in saved.keys {
      guard let facts = journal.tables.facts(of: uuid) else { continue }
      types[uuid] = facts.type
      if let line = saved[uuid], lines.contains(line) { savers.insert(facts.by) }
    }
  }

  /// Finds the erased lines. What a revert states of settings follows from the lines that it
  /// names, unless one of them was erased.
  private mutating func findErased(_ stated: [(line: UInt64, Configuration)]) throws {
    guard journal.tables.counts[.erased] > 0 || journal.tables.counts[.erase] > 0 else { return }
    var whole: [UInt64] = []
    try journal.forEachEntry(ofKinds: [.erased], orHolding: ["digest"]) { entry in
      if entry.event == nil { whole.append(entry.sequence) }
      if entry.event == nil || entry.original != nil { erased.append(entry.sequence) }
    }
    configurations += stated.filter { line, _ in
      let reach = reach(of: LineSet([LineRun(line, line)]))
      return whole.contains { reach.contains($0) }
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
  func require(by actor: String) throws {
    guard let first = lines.runs.first, let end = lines.runs.last?.last, first.first >= 1 else {
      throw Rejection.invalidArgument(.empty, index: nil)
    }
    func refuse(_ line: UInt64, _ obstacle: RevertObstacle) -> Rejection {
      .invalidArgument(.notRevertible(line: line, obstacle), index: nil)
    }
    let last = journal.head.sequence
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
    if let other = effects.first(where: { $0.by != actor && lines.contains($0.line) }) {
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
    for removal in saved.isEmpty ? [] : removals where !reverted.contains(removal.line) {
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
  func rights(since before: Self) -> [RestoredRight] {
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
