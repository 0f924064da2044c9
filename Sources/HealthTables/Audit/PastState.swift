import HealthEvents
import HealthModel

/// The state that an audit checks rules against: a journal as it was before a line.
protocol AuditState: JournalState {
  /// Whether a line before says where objects come from.
  func isOrigin(_ line: UInt64) -> Bool
}

extension AuditState {
  /// The line that an object names as its origin, if no `origin` line before has that number.
  func unknownOrigin(of object: HealthObject) -> UInt64? {
    object.origin.flatMap { isOrigin($0) ? nil : $0 }
  }
}

/// A journal by the tables of all its lines, of which any earlier state can be told.
final class JournalPast: Sendable {
  /// The tables of all lines, with the index of uuids.
  let tables: HealthTables
  /// A uuid that no object has.
  let unusedUUID: ObjectUUID
  /// The numbers of the lines that decide on authorizations.
  private let decisions: [UInt64]
  private let statuses: [HealthTables.GrantKey: [(line: UInt64, status: AuthorizationStatus)]]

  /// The journal of all lines that a builder has taken.
  init(_ builder: consuming TableBuilder) {
    builder.buildIndex()
    let tables = builder.tables
    var statuses: [HealthTables.GrantKey: [(line: UInt64, status: AuthorizationStatus)]] = [:]
    func note(_ decision: AuthorizationDecision, isRead: Bool, _ status: AuthorizationStatus?) {
      guard let status else { return }
      let key = HealthTables.GrantKey(
        source: decision.source, type: decision.type, isRead: isRead)
      statuses[key, default: []].append((decision.sequence, status))
    }
    for decision in tables.decisions {
      note(decision, isRead: false, decision.share)
      note(decision, isRead: true, decision.read)
    }
    var unused = ObjectUUID(high: 0, low: 0)
    while tables.holds(unused) { unused = ObjectUUID(high: 0, low: unused.low + 1) }
    decisions = tables.decisions.map(\.sequence)
    unusedUUID = unused
    self.statuses = statuses
    self.tables = tables
  }

  /// The first line from this one on that decides on authorizations; nil: none does.
  func decision(from line: UInt64) -> UInt64? {
    let index = decisions.indices.partitioningIndex { decisions[$0] >= line }
    return index < decisions.count ? decisions[index] : nil
  }

  /// What had been decided before a line.
  func status(
    of type: String, by source: String, isRead: Bool, before line: UInt64
  ) -> AuthorizationStatus {
    let key = HealthTables.GrantKey(source: source, type: type, isRead: isRead)
    guard let made = statuses[key] else { return .notDetermined }
    let next = made.indices.partitioningIndex { made[$0].line >= line }
    return next > 0 ? made[next - 1].status : .notDetermined
  }
}

/// A journal as it stood before a line, told from the tables of all lines.
struct PastState: AuditState {
  private let past: JournalPast
  /// The number of the line.
  private(set) var nextSequence: UInt64
  /// What lines before have deleted or replaced.
  private var removed: Set<ObjectUUID> = []

  /// As it stood before a line; what had been removed by then is not known.
  init(_ past: JournalPast, before line: UInt64) {
    self.past = past
    nextSequence = line
  }

  /// Moves on to a line. The lines in between must remove nothing.
  mutating func move(to line: UInt64) { nextSequence = line }

  /// Notes what a line removes; to be called after that line was checked.
  mutating func take(_ event: Event?) {
    switch event {
    case .save(let save)?: removed.formUnion(save.replaces)
    case .delete(let deletion)?: removed.formUnion(deletion.objects)
    case .open?, .origin?, .authorize?, .configure?, .importReceipt?, .erase?, nil: break
    }
  }

  func isOrigin(_ line: UInt64) -> Bool {
    line < nextSequence && past.tables.origins[line] != nil
  }

  func facts(of uuid: ObjectUUID) -> ObjectFacts? {
    let tables = past.tables
    guard let rowID = tables.rowID(of: uuid), tables.sequence(at: rowID) < nextSequence else {
      return nil
    }
    var facts = tables.facts(at: rowID)
    facts.isLive = !removed.contains(uuid)
    return facts
  }

  func shareStatus(of type: String, by source: String) -> AuthorizationStatus {
    past.status(of: type, by: source, isRead: false, before: nextSequence)
  }

  func readStatus(of type: String, by source: String) -> AuthorizationStatus {
    past.status(of: type, by: source, isRead: true, before: nextSequence)
  }

  func sequence(of origin: Origin) -> UInt64? {
    past.tables.sequence(of: origin).flatMap { $0 < nextSequence ? $0 : nil }
  }

  /// No rule of an audit asks for it: which version a line replaces is taken as it is stated.
  func synced(_ name: SyncName) -> SyncedObject? { nil }
}
