import HealthModel
import HealthTables
import Synchronization
import ViewTables

/// The live objects of a journal, as its reader sees them, and which of them have a row in a file.
/// It keeps 17 bytes an object.
final class WrittenObjects: Sendable {
  private let uuids: [ObjectUUID]
  private let isWritten: Mutex<[Bool]>
  private let tables: HealthTables

  init(_ tables: HealthTables) {
    self.tables = tables
    var all: [ObjectUUID] = []
    Self.forEachLive(in: tables) { uuid, _ in all.append(uuid) }
    all.sort()
    // Another program's journal may have a uuid twice.
    uuids = all.indices.filter { $0 == 0 || all[$0] != all[$0 - 1] }.map { all[$0] }
    isWritten = Mutex(Array(repeating: false, count: uuids.count))
  }

  private static func forEachLive(
    in tables: HealthTables, _ body: (ObjectUUID, String) -> Void
  ) {
    for type in tables.types.names {
      guard let columns = tables.columns(of: type) else { continue }
      for row in columns.liveRows() { body(columns.uuids[row], type) }
    }
    for row in tables.objects where row.isLive {
      body(row.uuid, tables.types.names[Int(row.type)])
    }
  }

  private func index(of cell: Cell) -> Int? {
    guard case .text(let text) = cell, let uuid = ObjectUUID(text) else { return nil }
    let index = uuids.indices.partitioningIndex { uuids[$0] >= uuid }
    return index < uuids.count && uuids[index] == uuid ? index : nil
  }

  /// A row of a file names this object.
  func note(_ uuid: Cell) {
    guard let index = index(of: uuid) else { return }
    isWritten.withLock { $0[index] = true }
  }

  /// The rows of a table whose objects are in no file yet.
  func others(of table: Table) -> Table {
    guard let column = table.columns.firstIndex(where: { $0.field == "uuid" }) else { return table }
    return Table(columns: table.columns) { body in
      try table.forEachRow { row in
        if let index = self.index(of: row[column]), self.isWritten.withLock({ $0[index] }) {
          return
        }
        try body(row)
      }
    }
  }

  /// The types of objects that are in no file, and how many of each there are.
  var absent: [(type: String, count: Int)] {
    var counts: [String: Int] = [:]
    let isWritten = isWritten.withLock { $0 }
    guard isWritten.contains(false) else { return [] }
    Self.forEachLive(in: tables) { uuid, type in
      if let index = index(of: .text(uuid.description)), !isWritten[index] {
        counts[type, default: 0] += 1
      }
    }
    return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The live objects of the tables against those in files and those that are named as left out.
  var balance: ObjectBalance {
    ObjectBalance(
      live: uuids.count, written: isWritten.withLock { $0.count { $0 } },
      leftOut: absent.reduce(0) { $0 + $1.count })
  }
}
