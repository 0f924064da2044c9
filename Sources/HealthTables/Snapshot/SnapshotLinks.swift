import HealthEvents
import HealthModel

extension HealthTables.Links {
  func write(to writer: inout FactWriter) {
    writer.put(all: objects) { Self.put($1, to: &$0) }
    writer.put(all: workoutLines) {
      $0.put($1.workout)
      $0.put($1.sequence)
    }
    writer.put(all: successors) { Self.put($1, to: &$0) }
    writer.put(all: traits.sorted { $0.key < $1.key }) {
      $0.put($1.key)
      $0.put($1.value)
    }
    let synced = synced.sorted {
      ($0.key.identifier, $0.key.by, $0.key.source)
        < ($1.key.identifier, $1.key.by, $1.key.source)
    }
    writer.put(all: synced) {
      $0.put($1.key.identifier)
      $0.put($1.key.by)
      $0.put($1.key.source)
      $0.put($1.value.object.uuid)
      $0.put($1.value.object.version)
      $0.put($1.value.line)
    }
  }

  init(_ reader: inout FactReader) throws(SnapshotProblem) {
    self.init()
    objects = try reader.all(Self.object)
    workoutLines = try reader.all { (reader) throws(SnapshotProblem) in
      HealthTables.WorkoutLine(workout: try reader.uuid(), sequence: try reader.number())
    }
    for successor in try reader.all(Self.successor) {
      if successorIndices[successor.older] == nil {
        successorIndices[successor.older] = successors.count
      }
      successors.append(successor)
    }
    appliedSuccessors = successors.count
    for (uuid, value) in try reader.all({ (reader) throws(SnapshotProblem) in
      (try reader.uuid(), try reader.text())
    }) {
      traits[uuid] = value
    }
    for (name, object) in try reader.all(Self.syncedName) { synced[name] = object }
  }

  private static func put(_ object: ObjectRow, to writer: inout FactWriter) {
    writer.put(object.uuid)
    writer.put(object.kind.rawValue)
    writer.put(object.isLive)
    writer.put(object.type)
    writer.put(object.sequence)
    writer.put(object.provenance)
    writer.put(object.start)
    writer.put(object.end)
  }

  private static func object(_ reader: inout FactReader) throws(SnapshotProblem) -> ObjectRow {
    let uuid = try reader.uuid()
    guard let kind = ObjectRow.Kind(rawValue: try reader.number()) else { throw SnapshotProblem() }
    let isLive = try reader.flag()
    return ObjectRow(
      uuid: uuid, kind: kind, type: try reader.number(), sequence: try reader.number(),
      provenance: try reader.number(), start: try reader.number(), end: try reader.number(),
      isLive: isLive)
  }

  private static func put(_ successor: HealthTables.Successor, to writer: inout FactWriter) {
    writer.put(successor.older)
    writer.put(successor.uuid)
    writer.put(any: successor.type) { $0.put($1) }
    writer.put(UInt64(successor.row))
    writer.put(successor.line)
  }

  private static func successor(_ reader: inout FactReader) throws(SnapshotProblem)
    -> HealthTables.Successor
  {
    HealthTables.Successor(
      older: try reader.uuid(), uuid: try reader.uuid(),
      type: try reader.any { (reader) throws(SnapshotProblem) in try reader.number() },
      row: Int(truncatingIfNeeded: try reader.number(UInt64.self)), line: try reader.number())
  }

  private static func syncedName(
    _ reader: inout FactReader
  ) throws(SnapshotProblem) -> (SyncName, HealthTables.Synced) {
    let name = SyncName(
      identifier: try reader.text(), by: try reader.text(), source: try reader.text())
    let object = SyncedObject(uuid: try reader.uuid(), version: try reader.double())
    return (name, HealthTables.Synced(object: object, line: try reader.number()))
  }
}
