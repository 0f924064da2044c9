import HealthEvents
import HealthModel
import HealthTables

/// Which samples belong to which workout: those saved with it; where there are none, those inside its
/// time from its own source or device.
struct WorkoutMembers {
  /// The samples of one workout.
  struct Members {
    /// Rows by type identifier.
    var rows: [(type: String, rows: [Int])] = []
    /// Whether they were found by time and source.
    var isInferred = false
  }

  private let tables: HealthTables
  private let access: ReadAccess
  private var lines: [ObjectUUID: [UInt32]] = [:]
  /// Newer versions of a line's samples, saved elsewhere.
  private var heirs: [UInt32: [HealthTables.Heir]] = [:]
  /// Live rows of a type, sorted by start; made when they are first needed.
  private var sorted: [Int: [UInt32]] = [:]
  /// A number for each provenance, equal where source or device are the same.
  private var sourceKeys: [SourceKey]

  private struct SourceKey: Hashable {
    var name: String
    var device: Device?
  }

  /// - Parameter reader: who reads; samples that it may not see are left out.
  init(_ tables: HealthTables, seenBy reader: String) {
    self.tables = tables
    access = ReadAccess(reader, in: tables)
    for line in tables.workoutLines {
      lines[tables.newest(of: line.workout), default: []].append(line.sequence)
    }
    for heir in tables.heirs { heirs[heir.line, default: []].append(heir) }
    sourceKeys = tables.provenances.indices.map { index in
      SourceKey(
        name: SourceName.folded(tables.sourceName(UInt32(index))),
        device: tables.origin(UInt32(index))?.device)
    }
  }

  /// The samples of the workout in this row.
  mutating func members(of workout: ObjectRow) -> Members {
    var members = Members()
    var isLinked = false
    for (type, columns) in tables.samples.enumerated() {
      let saved = saved(with: workout.uuid, type: type)
      if !saved.isEmpty { isLinked = true }
      let rows = saved.filter { columns.isLive($0) && maySee($0, type, columns) }
      if !rows.isEmpty { members.rows.append((tables.types.names[type], rows)) }
    }
    if !isLinked {
      for type in tables.samples.indices {
        let rows = inferred(workout, type: type)
        if !rows.isEmpty { members.rows.append((tables.types.names[type], rows)) }
      }
      members.isInferred = !members.rows.isEmpty
    }
    members.rows.sort { $0.type < $1.type }
    return members
  }

  /// The rows that were saved with a workout, and those that took the place of such.
  private func saved(with workout: ObjectUUID, type: Int) -> [Int] {
    let lines = lines[workout, default: []]
    var rows = lines.flatMap { Self.rows(of: $0, in: tables.samples[type]) }
    if heirs.isEmpty { return rows }
    var known = Set(rows)
    for heir in lines.flatMap({ heirs[$0, default: []] }) where heir.type.map(Int.init) == type {
      if known.insert(heir.row).inserted { rows.append(heir.row) }
    }
    return rows
  }

  /// The rows that a line saved, dead ones included: rows stand in the order of lines.
  static func rows(of sequence: UInt32, in columns: SampleColumns) -> [Int] {
    var low = 0
    var high = columns.count
    while low < high {
      let middle = (low + high) / 2
      if columns.sequences[middle] < sequence { low = middle + 1 } else { high = middle }
    }
    var rows: [Int] = []
    while low < columns.count, columns.sequences[low] == sequence {
      rows.append(low)
      low += 1
    }
    return rows
  }

  private mutating func inferred(_ workout: ObjectRow, type: Int) -> [Int] {
    let columns = tables.samples[type]
    let order = byStart(type)
    var low = 0
    var high = order.count
    while low < high {
      let middle = (low + high) / 2
      if columns.starts[Int(order[middle])] < workout.start {
        low = middle + 1
      } else {
        high = middle
      }
    }
    let own = sourceKeys[Int(workout.provenance)]
    var rows: [Int] = []
    while low < order.count, columns.starts[Int(order[low])] < max(workout.end, workout.start + 1) {
      let row = Int(order[low])
      low += 1
      guard columns.ends[row] <= workout.end else { continue }
      let key = sourceKeys[Int(columns.provenances[row])]
      if key.name == own.name || (key.device != nil && key.device == own.device) {
        rows.append(row)
      }
    }
    return rows.filter { maySee($0, type, columns) }
  }

  private func maySee(_ row: Int, _ type: Int, _ columns: SampleColumns) -> Bool {
    access.maySee(tables.types.names[type], provenance: columns.provenances[row])
  }

  private mutating func byStart(_ type: Int) -> [UInt32] {
    if let known = sorted[type] { return known }
    let columns = tables.samples[type]
    var order: [UInt32] = []
    for row in 0..<columns.count where columns.isLive(row) { order.append(UInt32(row)) }
    order.sort { (columns.starts[Int($0)], $0) < (columns.starts[Int($1)], $1) }
    sorted[type] = order
    return order
  }
}
