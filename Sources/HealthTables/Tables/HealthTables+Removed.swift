package import HealthModel

extension HealthTables {
  /// What is left to know of an object that was deleted or replaced.
  package struct RemovedObject: Hashable, Sendable {
    /// The identifier of its type.
    package var type: String
  }

  /// Returns whether a line has deleted or replaced an object.
  package func isRemoved(_ uuid: ObjectUUID) -> Bool {
    if claims.removed.contains(uuid) { return true }
    guard parts.base != nil, let rowID = rowID(of: uuid) else { return false }
    return flags(at: rowID).contains(.dead)
  }

  /// Every object that was deleted or replaced, in one pass over all rows. One whose line was
  /// erased is in no table, and nothing is known of it any more.
  package func removedObjects() throws -> [ObjectUUID: RemovedObject] {
    var found: [ObjectUUID: RemovedObject] = [:]
    try forEachRemoved { type, uuid, _ in
      found[uuid] = RemovedObject(type: types.names[type])
    }
    return found
  }

  /// The same by the lines that saved them.
  func removedRows() throws -> RemovedRows {
    var removed = RemovedRows()
    try forEachRemoved { type, uuid, line in removed.insert(uuid, types.names[type], line) }
    return removed
  }

  /// Calls `body` with the number of the type, the uuid and the line of each row that is dead, for
  /// each type in the order of the lines.
  private func forEachRemoved(_ body: (Int, ObjectUUID, UInt32) -> Void) throws {
    try readObjects()
    for type in sampleTypes where hasDeadRows(type) {
      try read(type)
      let columns = columns(type)
      for row in 0..<columns.count where !columns.isLive(row) {
        body(type, columns.uuids[row], columns.sequences[row])
      }
    }
    for object in objects where !object.isLive {
      body(Int(object.type), object.uuid, object.sequence)
    }
  }

  /// Whether samples of the type with this number are dead, as far as the reader sees them.
  private func hasDeadRows(_ type: Int) -> Bool {
    (sight?.rows[type] ?? samples[type]).deadCount > 0
  }
}

/// Objects that were deleted or replaced, by their types and the lines that saved them.
struct RemovedRows: Sendable {
  /// The uuids.
  private(set) var uuids: Set<ObjectUUID> = []
  private var lines: [String: [(line: UInt32, uuid: ObjectUUID)]] = [:]

  /// Whether objects of a type are among them.
  func has(_ type: String) -> Bool { lines[type] != nil }

  /// Takes one in; of a type they come in the order of their lines.
  mutating func insert(_ uuid: ObjectUUID, _ type: String, _ line: UInt32) {
    uuids.insert(uuid)
    lines[type, default: []].append((line, uuid))
  }

  /// The rows of columns of a type that are among them.
  func rows(of type: String, in columns: SampleColumns) -> [Int] {
    var found: [Int] = []
    for (line, uuid) in lines[type] ?? [] {
      var row = columns.sequences.indices.partitioningIndex { columns.sequences[$0] >= line }
      while row < columns.count, columns.sequences[row] == line {
        if columns.uuids[row] == uuid { found.append(row) }
        row += 1
      }
    }
    return found
  }
}
