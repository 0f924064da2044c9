import HealthModel
import HealthTables

/// The workouts that other objects belong to, by the lines that saved them.
struct WorkoutsOfLines: Sendable {
  private var workouts: [UInt32: ObjectUUID] = [:]
  /// For an object that replaced another, the line whose workout it belongs to.
  private var lines: [ObjectUUID: UInt32] = [:]

  init(_ tables: HealthTables) {
    for line in tables.workoutLines { workouts[line.sequence] = tables.newest(of: line.workout) }
    for successor in tables.successors { lines[successor.uuid] = successor.line }
  }

  /// The workout of an object; nil: it belongs to none.
  func workout(of row: ObjectRow) -> ObjectUUID? { workouts[lines[row.uuid] ?? row.sequence] }
}
