package import HealthEvents
package import HealthModel

/// What a replay rebuilds: the live objects in columns, and the settings and decisions in force.
///
/// `TableBuilder` makes them of lines. Views are computed from them and from the lines themselves,
/// and depend on nothing else.
package struct HealthTables: Sendable {
  /// What many rows share, by number.
  package internal(set) var vocabulary = Vocabulary()
  /// Quantity and category samples; the index is the number of the type. Rows of a snapshot are
  /// here before they are verified: `columns` gives verified ones.
  var samples: [SampleColumns] = []
  /// All other objects, what links them, and decisions: what a snapshot may hold.
  var parts = LazyParts()
  /// What an `origin` line says, by its seq.
  package internal(set) var origins = Origins()
  /// How the journal began.
  package internal(set) var opening: JournalOpening?
  /// The settings in force.
  package internal(set) var settings = Settings()
  /// What is known of the lines themselves.
  package internal(set) var lines = LineLog()
  /// What lines say of objects that rows may not know yet.
  var claims = Claims()
  /// Where the row of each uuid is, once it has been made.
  var index = ObjectIndex()
  /// In place of the samples of some types, for views of few samples, by the number of the type;
  /// see `narrowed`. Empty: of none.
  var narrowedRows: [NarrowedRows?] = []
  /// In place of all rows and links, for one reader; nil: the owner reads. See `seen(by:)`.
  var sight: Sight?

  /// The tables of a journal without lines.
  package init() {}

  /// A sample line of a workout.
  package struct WorkoutLine: Hashable, Sendable {
    /// The workout.
    package var workout: ObjectUUID
    /// The seq of the line whose samples belong to it.
    package var sequence: UInt32
  }

  /// A newer version, which takes the place of the one that it replaced in workouts and
  /// correlations.
  package struct Successor: Hashable, Sendable {
    /// The version that it replaced.
    package var older: ObjectUUID
    /// Its own identity.
    package var uuid: ObjectUUID
    /// The number of its type where it is a sample; nil: its row is one of `objects`.
    package var type: UInt32?
    /// Its row.
    package var row: Int
    /// The seq of the line whose workout it belongs to: that of the first version, or its own
    /// where it was saved to a workout by name.
    package var line: UInt32
  }

  /// The newest version under a sync identifier.
  struct Synced: Hashable, Sendable {
    var object: SyncedObject
    /// See `Successor.line`.
    var line: UInt32
  }

  struct GrantKey: Hashable, Sendable {
    var source: String
    var type: String
    var isRead: Bool
  }
}

// MARK: Questions

extension HealthTables {
  /// The source that wrote something; nil: the owner by hand.
  package func origin(_ provenance: UInt32) -> Origin? {
    origins[provenances[Int(provenance)].origin]
  }

  /// The name of the source, as rows show it: its own name, else who asked.
  package func sourceName(_ provenance: UInt32) -> String {
    if let origin = origin(provenance) { return origin.source.name }
    return actors.names[Int(provenances[Int(provenance)].actor)]
  }

  /// The rows of a type, or nil where nothing of it was ever saved.
  package func columns(of type: String) -> SampleColumns? {
    // A bad last line may have left a name without rows.
    guard let number = types.number(of: type), number < samples.count else { return nil }
    return columns(Int(number))
  }

  /// Whether no object was ever saved.
  package var holdNoObjects: Bool { objects.isEmpty && samples.allSatisfy { $0.count == 0 } }

  /// How many objects were ever saved.
  package var objectCount: Int { samples.reduce(objects.count) { $0 + $1.count } }

  /// How many objects are live.
  package var liveCount: Int {
    samples.reduce(0) { $0 + $1.count - $1.deadCount }
      + objects.reduce(0) { $1.isLive ? $0 + 1 : $0 }
  }

  /// How many objects are live and seen, by type.
  package var liveCounts: [String: Int] {
    var counts: [String: Int] = [:]
    for number in sampleTypes {
      let columns = sight?.rows[number] ?? samples[number]
      guard columns.count > columns.deadCount else { continue }
      counts[types.names[number]] = columns.count - columns.deadCount
    }
    for row in objects where row.isLive { counts[types.names[Int(row.type)], default: 0] += 1 }
    return counts
  }

  /// The value of a characteristic as it stands, as the export writes it; nil where it is not set
  /// or was taken back.
  package func characteristic(_ type: CharacteristicType) -> String? {
    characteristicRow(type).flatMap { traits[$0.uuid] }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The row that says what a characteristic is as it stands; nil where none does.
  package func characteristicRow(_ type: CharacteristicType) -> ObjectRow? {
    guard let number = types.number(of: type.identifier) else { return nil }
    return objects.last { $0.kind == .characteristic && $0.type == number && $0.isLive }
  }

  /// The owner's latest decision on reading `type` by `source`.
  package func readStatus(of type: String, by source: String) -> AuthorizationStatus {
    grants[GrantKey(source: source, type: type, isRead: true)] ?? .notDetermined
  }
}

extension HealthTables: JournalState {
  package var nextSequence: UInt64 { lastSequence + 1 }

  /// What is known of an object. The index must have been built.
  package func facts(of uuid: ObjectUUID) -> ObjectFacts? {
    rowID(of: uuid).map { facts(at: $0) }
  }

  /// What is known of the object of a row.
  func facts(at rowID: UUIDIndex.RowID) -> ObjectFacts {
    if rowID.table == UUIDIndex.RowID.others {
      let row = parts.links.value.objects[Int(rowID.row)]
      return facts(type: row.type, provenance: row.provenance, isLive: row.isLive)
    }
    let columns = allColumns(Int(rowID.table))
    return facts(
      type: rowID.table, provenance: columns.provenance(Int(rowID.row)),
      isLive: columns.isLive(Int(rowID.row)))
  }

  private func facts(type: UInt32, provenance: UInt32, isLive: Bool) -> ObjectFacts {
    let actor = provenances[Int(provenance)].actor
    return ObjectFacts(
      by: actors.names[Int(actor)], type: types.names[Int(type)], isLive: isLive)
  }

  package func shareStatus(of type: String, by source: String) -> AuthorizationStatus {
    grants[GrantKey(source: source, type: type, isRead: false)] ?? .notDetermined
  }

  package func sequence(of origin: Origin) -> UInt64? {
    origins.sequence(of: origin)
  }

  package func synced(_ name: SyncName) -> SyncedObject? {
    guard let known = synced[name]?.object,
      facts(of: known.uuid)?.isLive ?? false
    else { return nil }
    return known
  }

  /// The versions that replaced an object one after the other. Each has a higher index than the one
  /// before: what another program wrote may lead in a circle, and the search ends where the circle
  /// closes.
  func successors(of uuid: ObjectUUID) -> [Successor] {
    var (found, last) = ([Successor](), -1)
    var uuid = uuid
    while let next = successorIndices[uuid], next > last {
      found.append(successors[next])
      (uuid, last) = (successors[next].uuid, next)
    }
    return found
  }

  /// All versions of the object of which this is one, the oldest first.
  package func versions(of uuid: ObjectUUID) -> [ObjectUUID] {
    var (older, oldest) = ([ObjectUUID](), uuid)
    // Each stands further on than the one before it, so one pass back finds them all.
    for successor in successors.reversed() where successor.uuid == oldest {
      oldest = successor.older
      older.append(oldest)
    }
    return older.reversed() + [uuid] + successors(of: uuid).map(\.uuid)
  }

  /// The newest version of an object: itself, unless newer ones replaced it.
  package func newest(of uuid: ObjectUUID) -> ObjectUUID {
    successors(of: uuid).last?.uuid ?? uuid
  }
}
