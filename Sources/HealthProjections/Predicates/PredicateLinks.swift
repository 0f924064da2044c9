import HealthEvents
import HealthModel
import HealthTables
import JournalFile

/// Which workouts and correlations objects belong to, as far as a predicate asks.
struct PredicateLinks {
  /// The workouts of samples, by the number of the type and the row.
  private var workouts: [Int: [Int: [ObjectUUID]]] = [:]
  /// The workouts of other objects; nil: the predicate asks for none.
  private var ofLines: WorkoutsOfLines?
  /// The live workouts that the predicate asks for.
  private var seen: Set<ObjectUUID> = []
  /// The live correlations of members.
  private var correlations: [ObjectUUID: [ObjectUUID]] = [:]

  /// Stands for a correlation that was deleted, or that nobody asked for by name.
  private static let someCorrelation = ObjectUUID(high: 0, low: 0)

  /// - Throws: what reading lines throws.
  init(_ test: PredicateTest, _ journal: ReplayedJournal) throws {
    let comparisons = test.comparisons
    let onWorkouts = comparisons.filter { $0.path == .workout }
    if !onWorkouts.isEmpty {
      try linkWorkouts(Self.named(onWorkouts), journal.tables)
    }
    let onCorrelations = comparisons.filter {
      $0.path == .correlation && $0.operands != [.missing]
    }
    if !onCorrelations.isEmpty {
      try linkCorrelations(Self.named(onCorrelations), journal)
    }
  }

  /// The uuids that comparisons ask for; nil where they ask for more than these.
  private static func named(_ comparisons: [ComparisonTest]) -> Set<ObjectUUID>? {
    var uuids: Set<ObjectUUID> = []
    for comparison in comparisons {
      guard comparison.operation == .equal || comparison.operation == .in else { return nil }
      for operand in comparison.operands {
        guard case .uuid(let uuid) = operand else { return nil }
        uuids.insert(uuid)
      }
    }
    return uuids
  }

  private mutating func linkWorkouts(_ wanted: Set<ObjectUUID>?, _ tables: HealthTables) throws {
    var members = try WorkoutMembers(tables)
    for row in tables.objects where row.kind == .workout && row.isLive {
      guard wanted?.contains(row.uuid) ?? true else { continue }
      seen.insert(row.uuid)
      for (type, rows) in try members.members(of: row).rows {
        guard let number = tables.types.number(of: type) else { continue }
        for index in rows {
          workouts[Int(number), default: [:]][index, default: []].append(row.uuid)
        }
      }
    }
    ofLines = try WorkoutsOfLines(tables)
  }

  private mutating func linkCorrelations(
    _ wanted: Set<ObjectUUID>?, _ journal: ReplayedJournal
  ) throws {
    try journal.tables.readObjects()
    let rows = journal.tables.objects.filter {
      $0.kind == .correlation && $0.isLive && wanted?.contains($0.uuid) ?? true
    }
    try journal.forEachObject(of: rows.map { ($0.uuid, $0.sequence) }) { _, object in
      guard case .correlation(let correlation) = object.content else { return }
      for member in correlation.members {
        correlations[member, default: []].append(object.uuid)
      }
    }
  }

  /// The workouts of a sample.
  func workouts(type: Int, row: Int) -> [ObjectUUID] { workouts[type]?[row] ?? [] }

  /// The workouts of another object; a workout is not its own.
  func workouts(of row: ObjectRow) -> [ObjectUUID] {
    guard let workout = ofLines?.workout(of: row), seen.contains(workout), workout != row.uuid
    else { return [] }
    return [workout]
  }

  /// The correlations of a sample.
  func correlations(of uuid: ObjectUUID, isMember: Bool) -> [ObjectUUID] {
    correlations[uuid] ?? (isMember ? [Self.someCorrelation] : [])
  }
}

extension ReplayedJournal {
  /// Calls `body` with objects, read again from their lines, and their indices in `objects`; an
  /// object whose line was erased is left out.
  func forEachObject(
    of objects: [(uuid: ObjectUUID, sequence: UInt32)],
    _ body: (Int, HealthObject) throws -> Void
  ) throws {
    var start = 0
    while start < objects.count {
      let chunk = start..<min(start + 1024, objects.count)
      var indices: [ObjectUUID: Int] = [:]
      for index in chunk { indices[objects[index].uuid] = index }
      let entries = try entries(Set(chunk.map { UInt64(objects[$0].sequence) }))
      for (_, entry) in entries.sorted(by: { $0.key < $1.key }) {
        guard case .save(let save)? = entry.event else { continue }
        for object in save.objects {
          guard let index = indices[object.uuid],
            UInt64(objects[index].sequence) == entry.sequence
          else { continue }
          try body(index, object)
        }
      }
      start = chunk.upperBound
    }
  }
}
