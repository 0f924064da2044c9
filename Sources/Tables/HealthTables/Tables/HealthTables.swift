package import HealthEvents
package import HealthModel

/// The result of a replay: the live objects in columns, and the settings and decisions in force.
///
/// `TableBuilder` makes them of lines. Views are computed from them and from the lines themselves,
/// and depend on nothing else.
package struct HealthTables: Sendable {
  /// The values that many rows share, by number.
  package internal(set) var vocabulary = Vocabulary()
  /// Quantity and category samples; the index is the number of the type. Rows of a snapshot are
  /// here before they are verified: `columns` gives verified ones.
  var samples: [SampleColumns] = []
  /// The flags of rows of a snapshot that later lines changed, by the number of the type.
  var lateFlags: [Int: LateFlags] = [:]
  /// All other objects, what links them, and decisions: what a snapshot may hold.
  var parts = LazyParts()
  /// The content of each `origin` line, by its seq.
  package internal(set) var origins = Origins()
  /// The lines that came from other journals.
  package internal(set) var recordings = Recordings()
  package internal(set) var opening: JournalOpening?
  /// The settings in force.
  package internal(set) var settings = Settings()
  /// The types of the journal: those that HealthKit knows and those that lines declare.
  package internal(set) var catalogue = JournalTypes()
  /// The version of the format that the last line is of.
  package internal(set) var format = 1
  /// The numbers, times and offsets of the lines themselves.
  package internal(set) var lines = LineLog()
  /// The words of the lines that came after the snapshot.
  var words = LineWords()
  /// The statements of lines about objects that rows may not have yet.
  var claims = Claims()
  /// The changes of settings and the like since the snapshot, which the tables of earlier lines are
  /// told by.
  var stated = StatedSettings()
  /// The row of each uuid, once the index has been made.
  var index = ObjectIndex()
  /// The rows that replace the samples of some types, for views of few samples; see `narrowed`.
  var narrowedRows = NarrowedTypes()
  /// The rows and links that replace all others, for one reader; nil: the owner reads. See
  /// `seen(by:)`.
  var sight: Sight?

  /// Creates the tables of a journal without lines.
  package init() {}

  /// A sample line of a workout.
  package struct WorkoutLine: Hashable, Sendable {
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
    /// The number of its type if it is a sample; nil: its row is one of `objects`.
    package var type: UInt32?
    /// The number of its row.
    package var row: Int
    /// The seq of the line whose workout it belongs to: that of the first version, or its own if it
    /// was saved to a workout by name.
    package var line: UInt32
  }

  /// The newest version under a sync identifier.
  struct Synced: Hashable, Sendable {
    var object: SyncedObject
    /// See `Successor.line`.
    var line: UInt32
    /// The seq of the line that saved it.
    var saved: UInt32
  }

  package struct GrantKey: Hashable, Sendable {
    package var source: String
    package var type: String
    package var isRead: Bool

    package init(source: String, type: String, isRead: Bool) {
      self.source = source
      self.type = type
      self.isRead = isRead
    }
  }

  /// Returns the source that wrote something, under the name that settings give it; nil: the owner
  /// by hand.
  package func origin(_ provenance: UInt32) -> Origin? {
    origins.named(provenances[Int(provenance)].origin)
  }

  /// Returns the source that wrote something, under the name that its line states; nil: the owner
  /// by hand.
  package func statedOrigin(_ provenance: UInt32) -> Origin? {
    origins[provenances[Int(provenance)].origin]
  }

  /// Returns the name of the source, as rows show it: its own name, else who asked.
  package func sourceName(_ provenance: UInt32) -> String {
    if let origin = origin(provenance) { return origin.source.name }
    return actors.names[Int(provenances[Int(provenance)].actor)]
  }

  /// Takes the new settings of a line.
  mutating func apply(_ configuration: Configuration, of line: UInt32) {
    stated.settings.append((line, configuration))
    settings.apply(configuration)
    if !configuration.sameSource.isEmpty { origins.name(by: settings.sameSources) }
  }

  /// Gives sources the names that some settings stated.
  package mutating func name(by names: SameSources) {
    settings.sameSources = names
    origins.name(by: names)
  }

  /// Returns the rows of a type, or nil if nothing of it was ever saved.
  package func columns(of type: String) -> SampleColumns? {
    // A bad last line may have left a name without rows.
    guard let number = types.number(of: type), number < samples.count else { return nil }
    return columns(Int(number))
  }

  /// Returns the number of samples of a type that were ever saved; reads none of them.
  package func count(of type: String) -> Int {
    guard let number = types.number(of: type), number < samples.count else { return 0 }
    return (sight?.rows[Int(number)] ?? samples[Int(number)]).count
  }

  /// Returns the number of live samples of a type; reads none of them.
  package func liveCount(of type: String) -> Int {
    guard let number = types.number(of: type), number < samples.count else { return 0 }
    return (sight?.rows[Int(number)] ?? samples[Int(number)]).liveCount
  }

  /// Returns the words of all lines.
  ///
  /// - Throws: what a replay throws, where those of the snapshot are not what was written.
  func wholeWords() throws -> LineWords { try parts.base?.wholeWords().adding(words) ?? words }

  /// True if no object was ever saved.
  package var holdNoObjects: Bool { objects.isEmpty && samples.allSatisfy { $0.count == 0 } }

  /// The number of objects that were ever saved.
  package var objectCount: Int { samples.reduce(objects.count) { $0 + $1.count } }

  /// The number of live objects.
  package var liveCount: Int {
    samples.reduce(0) { $0 + $1.count - $1.deadCount }
      + objects.reduce(0) { $1.isLive ? $0 + 1 : $0 }
  }

  /// The number of objects that are live and seen, by type.
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

  /// Returns the current value of a characteristic, as the export writes it; nil if it is not set
  /// or was taken back.
  package func characteristic(_ type: CharacteristicType) -> String? {
    characteristicRow(type).flatMap { traits[$0.uuid] }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the row that states the current value of a characteristic; nil if none does.
  package func characteristicRow(_ type: CharacteristicType) -> ObjectRow? {
    guard let number = types.number(of: type.identifier) else { return nil }
    return objects.lazy.filter { $0.kind == .characteristic && $0.type == number && $0.isLive }
      .max { recordings.isRecorded($0.sequence, before: $1.sequence) }
  }

  package func readRight(of type: String, by source: String) -> AuthorizationRight {
    grants[GrantKey(source: source, type: type, isRead: true)] ?? .notDetermined
  }

  /// Objects that are no samples, and what links objects.
  struct Links: Sendable {
    var objects: [ObjectRow] = []
    var workoutLines: [WorkoutLine] = []
    var successors: [Successor] = []
    /// The indices in `successors` of the versions that replaced these.
    var successorIndices: [ObjectUUID: Int] = [:]
    var appliedSuccessors = 0
    var traits: [ObjectUUID: String] = [:]
    var synced: [SyncName: Synced] = [:]
    /// The versions under a sync identifier before these.
    var olderSynced: [ObjectUUID: Synced] = [:]
  }

  /// The owner's decisions.
  struct Rights: Sendable {
    var decisions: [AuthorizationDecision] = []
    var grants: [GrantKey: AuthorizationRight] = [:]

    /// Adds what a revert states of the rights of a source on a type.
    mutating func add(_ right: RestoredRight, sequence: UInt64, at: Instant) {
      let (source, type) = (right.source, right.type)
      func present(isRead: Bool) -> AuthorizationRight {
        grants[GrantKey(source: source, type: type, isRead: isRead)] ?? .notDetermined
      }
      func restored(_ line: UInt64?) -> RestoredDecision {
        RestoredDecision(
          sequence: line, at: line.flatMap { line in decisions.first { $0.sequence == line }?.at })
      }
      var decision = AuthorizationDecision(
        sequence: sequence, at: at, source: source, type: type,
        sharingBefore: present(isRead: false), readingBefore: present(isRead: true))
      (decision.sharing, decision.reading) = (right.sharing, right.reading)
      if right.share != nil { decision.restoredShare = restored(right.shareLine) }
      if right.read != nil { decision.restoredRead = restored(right.readLine) }
      add(decision)
    }

    mutating func add(_ decision: AuthorizationDecision) {
      decisions.append(decision)
      let (source, type) = (decision.source, decision.type)
      if let sharing = decision.sharing {
        grants[GrantKey(source: source, type: type, isRead: false)] = sharing
      }
      if let reading = decision.reading {
        grants[GrantKey(source: source, type: type, isRead: true)] = reading
      }
    }
  }

  /// All objects that are no samples, in the order in which they were saved.
  package internal(set) var objects: [ObjectRow] {
    _read {
      if let sight { yield sight.links.objects } else { yield parts.links.value.objects }
    }
    _modify { yield &parts.links.value.objects }
  }

  /// The lines that hold samples of each workout, in order.
  package internal(set) var workoutLines: [WorkoutLine] {
    _read {
      if let sight { yield sight.links.workoutLines } else { yield parts.links.value.workoutLines }
    }
    _modify { yield &parts.links.value.workoutLines }
  }

  /// The newer versions that replaced others, in the order in which they were saved.
  package internal(set) var successors: [Successor] {
    _read {
      if let sight { yield sight.links.successors } else { yield parts.links.value.successors }
    }
    _modify { yield &parts.links.value.successors }
  }

  /// The indices in `successors` of the versions that replaced these.
  var successorIndices: [ObjectUUID: Int] {
    _read {
      if let sight {
        yield sight.links.successorIndices
      } else {
        yield parts.links.value.successorIndices
      }
    }
    _modify { yield &parts.links.value.successorIndices }
  }

  /// The values of characteristics, including those that have been deleted.
  var traits: [ObjectUUID: String] {
    _read { yield parts.links.value.traits }
    _modify { yield &parts.links.value.traits }
  }

  /// The newest versions by their sync identifiers.
  var synced: [SyncName: Synced] {
    _read { yield parts.links.value.synced }
    _modify { yield &parts.links.value.synced }
  }

  /// The versions under a sync identifier before these.
  var olderSynced: [ObjectUUID: Synced] {
    _read { yield parts.links.value.olderSynced }
    _modify { yield &parts.links.value.olderSynced }
  }

  /// Every decision on a source and a type, in order.
  package internal(set) var decisions: [AuthorizationDecision] {
    _read {
      if let sight { yield sight.decisions } else { yield parts.rights.value.decisions }
    }
    _modify { yield &parts.rights.value.decisions }
  }

  /// The decisions in force.
  var grants: [GrantKey: AuthorizationRight] {
    _read { yield parts.rights.value.grants }
    _modify { yield &parts.rights.value.grants }
  }

  /// The settings that `configure` lines have left in force.
  ///
  /// Those of types are few, and looked through: making a dictionary would cost each question more.
  package struct Settings: Hashable, Sendable {
    /// The IANA name of the journal's zone.
    package internal(set) var timeZone = "UTC"
    /// The day with which weeks begin.
    package internal(set) var weekStarts = Weekday.monday
    /// Orders of sources by type identifier or `*`, ascending by that.
    package private(set) var priority: [SourcePriority] = []
    /// Units by type identifier, ascending by that.
    package private(set) var preferredUnits: [PreferredUnit] = []
    /// The names that are those of one source.
    package internal(set) var sameSources = SameSources()

    /// Creates the settings of a journal that has none yet.
    package init() {}

    /// Creates the settings that an opening states.
    package init(_ opening: JournalOpening?) { if let opening { timeZone = opening.timeZone } }

    /// The settings that decide which moment a text means.
    package var calendar: AsOf.Calendar {
      AsOf.Calendar(timeZone: timeZone, weekStarts: weekStarts)
    }

    /// Returns the names of the sources of a type, the first counts first; nil if it has no order
    /// of its own.
    package func priority(of type: String) -> [String]? {
      priority.first { $0.type == type }?.sources
    }

    /// Returns the text of the unit in which a type is shown; nil if none was asked for.
    package func preferredUnit(of type: String) -> String? {
      preferredUnits.first { $0.type == type }?.unit
    }

    /// Returns what makes these settings of others; nil if they are equal.
    package func changes(since old: Self) -> Configuration? {
      let orders = Set((priority + old.priority).map(\.type)).sorted()
      let units = Set((preferredUnits + old.preferredUnits).map(\.type)).sorted()
      let changed = Configuration(
        timeZone: timeZone == old.timeZone ? nil : timeZone,
        weekStarts: weekStarts == old.weekStarts ? nil : weekStarts,
        priority: orders.filter { priority(of: $0) != old.priority(of: $0) }
          .map { SourcePriority(type: $0, sources: priority(of: $0) ?? []) },
        preferredUnits: units.filter { preferredUnit(of: $0) != old.preferredUnit(of: $0) }
          .map { PreferredUnit(type: $0, unit: preferredUnit(of: $0) ?? "") },
        sameSource: sameSources.changes(since: old.sameSources))
      return changed == Configuration() ? nil : changed
    }

    /// Takes new settings; what they do not list stays.
    package mutating func apply(_ configuration: Configuration) {
      if let zone = configuration.timeZone { timeZone = zone }
      if let day = configuration.weekStarts { weekStarts = day }
      for order in configuration.priority { set(order) }
      for preferred in configuration.preferredUnits { set(preferred) }
      sameSources = sameSources.adding(configuration.sameSource)
    }

    mutating func set(_ order: SourcePriority) {
      priority.removeAll { $0.type == order.type }
      guard !order.sources.isEmpty else { return }
      let index = priority.firstIndex { $0.type > order.type } ?? priority.count
      priority.insert(order, at: index)
    }

    mutating func set(_ preferred: PreferredUnit) {
      preferredUnits.removeAll { $0.type == preferred.type }
      guard !preferred.unit.isEmpty else { return }
      let index = preferredUnits.firstIndex { $0.type > preferred.type } ?? preferredUnits.count
      preferredUnits.insert(preferred, at: index)
    }
  }
}

// MARK: Questions

extension HealthTables: JournalState {
  package var nextSequence: UInt64 { lastSequence + 1 }

  /// Returns the facts of an object. The index must have been built.
  package func facts(of uuid: ObjectUUID) -> ObjectFacts? {
    rowID(of: uuid).map { facts(at: $0) }
  }

  func facts(at rowID: UUIDIndex.RowID) -> ObjectFacts {
    if rowID.table == UUIDIndex.RowID.others {
      let row = parts.links.value.objects[Int(rowID.row)]
      return facts(type: row.type, provenance: row.provenance, isLive: row.isLive)
    }
    if let single = singleRow(at: rowID) {
      return facts(
        type: rowID.table, provenance: vocabulary.contexts.all[Int(single.context)].provenance,
        isLive: !single.flags.contains(.dead))
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

  package func shareRight(of type: String, by source: String) -> AuthorizationRight {
    grants[GrantKey(source: source, type: type, isRead: false)] ?? .notDetermined
  }

  package func sequence(of origin: Origin) -> UInt64? {
    origins.sequence(of: origin)
  }

  package var sameSources: SameSources { settings.sameSources }

  package func synced(_ name: SyncName) -> SyncedObject? {
    guard let known = newestSynced(name)?.object, facts(of: known.uuid)?.isLive ?? false
    else { return nil }
    return known
  }

  /// Returns the live versions under a sync identifier: after an import of another journal there
  /// may be several. What another program wrote may lead in a circle.
  package func liveVersions(_ name: SyncName) -> [SyncedObject] {
    var (found, next) = ([SyncedObject](), synced[name])
    for _ in 0...olderSynced.count {
      guard let known = next else { break }
      if facts(of: known.object.uuid)?.isLive ?? false { found.append(known.object) }
      next = olderSynced[known.object.uuid]
    }
    return found
  }

  /// Returns those of some objects that are live versions, by their sync identifiers.
  package func liveVersions(among uuids: Set<ObjectUUID>) -> [SyncName: [SyncedObject]] {
    if uuids.isEmpty { return [:] }
    var found: [SyncName: [SyncedObject]] = [:]
    for name in synced.keys {
      let versions = liveVersions(name).filter { uuids.contains($0.uuid) }
      if !versions.isEmpty { found[name] = versions }
    }
    return found
  }

  /// Returns the newest version under a sync identifier whose save was not reverted.
  func newestSynced(_ name: SyncName) -> Synced? {
    var known = synced[name]
    for _ in 0...olderSynced.count {
      guard let newer = known, isReverted(newer.object.uuid) else { break }
      known = olderSynced[newer.object.uuid]
    }
    return known
  }

  /// Returns the versions that replaced an object one after the other, up to one whose save was
  /// reverted. Each has a higher index than the one before: what another program wrote may lead in
  /// a circle, and the search ends when the circle closes.
  func successors(of uuid: ObjectUUID) -> [Successor] {
    var (found, last) = ([Successor](), -1)
    var uuid = uuid
    while let next = successorIndices[uuid], next > last, !isReverted(successors[next].uuid) {
      found.append(successors[next])
      (uuid, last) = (successors[next].uuid, next)
    }
    return found
  }

  /// The lines that saved samples with workouts, each with the newest version of its workout.
  package var linesOfNewestWorkouts: [WorkoutLine] {
    if successors.isEmpty { return workoutLines }
    return workoutLines.map { WorkoutLine(workout: newest(of: $0.workout), sequence: $0.sequence) }
  }

  /// Returns all versions of this object, the oldest first.
  package func versions(of uuid: ObjectUUID) -> [ObjectUUID] {
    var (older, oldest) = ([ObjectUUID](), uuid)
    // Each stands further on than the one before it, so one pass back finds them all.
    for successor in successors.reversed() where successor.uuid == oldest {
      oldest = successor.older
      older.append(oldest)
    }
    return older.reversed() + [uuid] + successors(of: uuid).map(\.uuid)
  }

  /// Returns the newest version of an object: itself, unless newer ones replaced it.
  package func newest(of uuid: ObjectUUID) -> ObjectUUID {
    successors(of: uuid).last?.uuid ?? uuid
  }
}

// The parts of the tables that a snapshot holds and that few questions need.

/// An object that is no quantity or category sample, as the tables hold it. Its content is read
/// again from its line.
package struct ObjectRow: Hashable, Sendable {
  /// The kind of object; snapshots have the number.
  package enum Kind: UInt8, Hashable, Sendable {
    case correlation = 0
    case workout = 1
    case characteristic = 2
    /// The activity rings of a day.
    case summary = 3
    /// A route, a recording, or something unknown.
    case document = 4
  }

  /// Its identity.
  package var uuid: ObjectUUID
  package var kind: Kind
  /// The number of its type in `HealthTables.types`.
  package var type: UInt32
  /// The seq of the line that saved it.
  package var sequence: UInt32
  /// The writer of the object: a number in `HealthTables.provenances`.
  package var provenance: UInt32
  /// The start of its span in microseconds since 1970, if it has one.
  package var start: Int64
  /// The end of its span in microseconds since 1970, if it has one.
  package var end: Int64
  package var state = ObjectState.live

  /// True if the object was neither deleted, replaced nor reverted.
  package var isLive: Bool { state == .live }
}

/// The writer of an object, with its origin.
package struct Provenance: Hashable, Sendable {
  /// The actor who asked for the save: a number in `HealthTables.actors`.
  package var actor: UInt32
  /// The seq of the `origin` line; 0: none.
  package var origin: UInt64
}
