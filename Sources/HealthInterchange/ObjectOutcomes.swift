import HealthModel
import HealthProjections
import HealthTables
import Synchronization
import ViewTables

/// The fate of the live objects of a journal, as its reader sees them, in an export: each is in
/// it, or named as left out, or not asked for. It keeps 17 bytes an object.
final class ObjectOutcomes: Sendable {
  /// The fate of an object.
  enum Outcome: UInt8 {
    /// Nobody has said.
    case unknown
    /// It is in the export.
    case written
    /// It is named among the losses.
    case leftOut
    /// The options of the export do not choose it.
    case notAsked
  }

  private let uuids: [ObjectUUID]
  private let outcomes: Mutex<[Outcome]>
  private let tables: HealthTables

  /// - Throws: what reading rows throws.
  init(_ tables: HealthTables) throws {
    self.tables = tables
    try tables.readAll()
    var all: [ObjectUUID] = []
    Self.forEachLive(in: tables) { uuid, _, _ in all.append(uuid) }
    all.sort()
    // Another program's journal may have a uuid twice.
    uuids = all.indices.filter { $0 == 0 || all[$0] != all[$0 - 1] }.map { all[$0] }
    outcomes = Mutex(Array(repeating: .unknown, count: uuids.count))
  }

  /// - Parameter body: takes a uuid, a type and a kind; of samples nil.
  private static func forEachLive(
    in tables: HealthTables, _ body: (ObjectUUID, String, ObjectRow.Kind?) -> Void
  ) {
    for type in tables.types.names {
      guard let columns = tables.columns(of: type) else { continue }
      for row in columns.liveRows() { body(columns.uuids[row], type, nil) }
    }
    for row in tables.objects where row.isLive {
      body(row.uuid, tables.types.names[Int(row.type)], row.kind)
    }
  }

  private func index(of uuid: ObjectUUID) -> Int? {
    let index = uuids.indices.partitioningIndex { uuids[$0] >= uuid }
    return index < uuids.count && uuids[index] == uuid ? index : nil
  }

  /// Says what becomes of an object. What is once in the export stays in it.
  func note(_ outcome: Outcome, of uuid: ObjectUUID) {
    guard let index = index(of: uuid) else { return }
    outcomes.withLock { if $0[index] != .written { $0[index] = outcome } }
  }

  /// Returns whether an object is asked for; notes one that is not.
  func takes(_ live: LiveObject, _ selection: ObjectSelection) -> Bool {
    let isAsked = selection.takes(live.object.content, origin: live.origin, by: live.by)
    if !isAsked { note(.notAsked, of: live.object.uuid) }
    return isAsked
  }

  /// A row of a file names this object.
  func note(_ uuid: Cell) {
    if case .text(let text) = uuid, let uuid = ObjectUUID(text) { note(.written, of: uuid) }
  }

  /// Says what becomes of those of a kind of which nobody has said; nil: of samples.
  func noteRest(_ outcome: Outcome, of kind: ObjectRow.Kind?) {
    Self.forEachLive(in: tables) { uuid, _, own in
      guard own == kind, let index = index(of: uuid) else { return }
      outcomes.withLock { if $0[index] == .unknown { $0[index] = outcome } }
    }
  }

  /// The rows of a table whose objects are in no file yet.
  func others(of table: Table) -> Table {
    guard let column = table.columns.index(of: .object) else { return table }
    return Table(columns: table.columns) { body in
      try table.forEachRow { row in
        if case .text(let text) = row[column], let uuid = ObjectUUID(text),
          let index = self.index(of: uuid), self.outcomes.withLock({ $0[index] == .written })
        {
          return
        }
        try body(row)
      }
    }
  }

  /// The types of objects of which nobody has said what becomes, and how many of each there are.
  var unknown: [(type: String, count: Int)] {
    var counts: [String: Int] = [:]
    let outcomes = outcomes.withLock { $0 }
    guard outcomes.contains(.unknown) else { return [] }
    Self.forEachLive(in: tables) { uuid, type, _ in
      if let index = index(of: uuid), outcomes[index] == .unknown { counts[type, default: 0] += 1 }
    }
    return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The live objects of the tables against those in the export and those that are not.
  var balance: ObjectBalance {
    let outcomes = outcomes.withLock { $0 }
    func count(_ outcome: Outcome) -> Int { outcomes.count { $0 == outcome } }
    return ObjectBalance(
      live: uuids.count, written: count(.written), leftOut: count(.leftOut),
      notAsked: count(.notAsked))
  }
}
