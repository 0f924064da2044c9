import HealthEvents
package import HealthModel
package import HealthTables

/// What somebody may see: the owner everything, any other source what the owner lets it read, and what
/// it saved itself or what carries its bundle. What it may not see is as if it were not there.
///
/// A correlation is never asked for itself: it is seen by who may see the types of all its members.
package struct ReadAccess: Sendable {
  /// Which provenances are the reader's own; nil: the reader is the owner.
  private let own: [Bool]?
  private let reader: String
  private let tables: HealthTables

  /// - Parameter reader: `owner` or a bundle identifier.
  package init(_ reader: String, in tables: HealthTables) {
    self.reader = reader
    self.tables = tables
    guard reader != Actor.owner else {
      own = nil
      return
    }
    own = tables.provenances.indices.map { index in
      let actor = tables.actors.names[Int(tables.provenances[index].actor)]
      return actor == reader || tables.origin(UInt32(index))?.source.bundle == reader
    }
  }

  /// Whether everything of a type may be seen.
  package func maySeeAll(of type: String) -> Bool {
    if own == nil { return true }
    guard case .correlation(let known)? = TypeCatalogue.find(type) else {
      return tables.readStatus(of: type, by: reader) == .authorized
    }
    return known.containedTypes.allSatisfy { maySeeAll(of: $0.identifier) }
  }

  /// Whether an object of a type may be seen that was written by this provenance.
  package func maySee(_ type: String, provenance: UInt32) -> Bool {
    own?[Int(provenance)] ?? true || maySeeAll(of: type)
  }

  /// Those of some provenances whose objects of a type may be seen.
  func seen(_ provenances: [Bool], of type: String) -> [Bool] {
    guard let own, !maySeeAll(of: type) else { return provenances }
    return zip(provenances, own).map { $0 && $1 }
  }

  /// A type that is asked for by name must have been decided on, whatever the decision: only that a
  /// refusal is one stays hidden. Of a correlation that takes any of its members one is enough.
  package func requireDetermined(_ type: String) throws(ProjectionError) {
    guard own != nil else { return }
    let open = undetermined(type)
    guard let first = open.types.first, open.isBar else { return }
    throw .readNotDetermined(source: reader, type: first)
  }

  /// The types to be decided on before a type can be read, and whether they stand in the way.
  private func undetermined(_ type: String) -> (types: [String], isBar: Bool) {
    func isOpen(_ type: String) -> Bool {
      tables.readStatus(of: type, by: reader) == .notDetermined
    }
    guard case .correlation(let known)? = TypeCatalogue.find(type) else {
      return ([type].filter(isOpen), true)
    }
    let members = known.containedTypes.map(\.identifier)
    let open = members.filter(isOpen)
    switch known.membership {
    case .eachOnce: return (open, true)
    case .anySubset: return (open, open.count == members.count)
    }
  }
}

// MARK: Workouts

extension ReadAccess {
  /// An object as the reader sees it: a workout of others without the totals and statistics of types
  /// that it may not see.
  package func seen(_ object: HealthObject, provenance: UInt32) -> HealthObject {
    guard case .workout(var workout) = object.content, !(own?[Int(provenance)] ?? true) else {
      return object
    }
    let whole = workout
    workout.totals = whole.totals.filter { whole.types(of: $0.key).allSatisfy(maySeeAll) }
    workout.statistics = seen(whole.statistics)
    for index in workout.activities.indices {
      workout.activities[index].statistics = seen(whole.activities[index].statistics)
    }
    var object = object
    object.content = .workout(workout)
    return object
  }

  private func seen(_ statistics: [WorkoutStatistics]) -> [WorkoutStatistics] {
    statistics.filter { maySeeAll(of: $0.type) }
  }
}
