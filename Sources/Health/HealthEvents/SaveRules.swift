package import HealthModel

extension Decider {
  /// Saves are all or nothing: the first object that breaks a rule refuses them all.
  mutating func decideSave(
    _ request: SaveRequest, by: String, given state: some JournalState
  ) throws(Rejection) -> [Event] {
    try Self.requireOwnUUIDs(in: request, by: by)
    let request = request.imported ? request : request.withCategoryCodes(of: state.catalogue)
    var replaced = try check(request, by: by, given: state, seesMembers: !request.imported)
    if request.imported {
      replaced = request.replaces
      try check(replaced: replaced, by: request.objects.map(\.object.uuid), of: by, given: state)
    } else if !request.replaces.isEmpty {
      try require(correctionBy: request, by: by, given: state)
      replaced = request.replaces + replaced.filter { $0 != request.replaces[0] }
    }
    return events(for: request, by: by, replacing: replaced, given: state)
  }

  /// Checks every rule of a save.
  ///
  /// - Parameter seesMembers: whether the state knows all objects that a correlation may name; that
  ///   of an import does not, and the importer answers for them.
  /// - Returns: the older versions that it replaces.
  mutating func check(
    _ request: SaveRequest, by: String, given state: some JournalState, seesMembers: Bool
  ) throws(Rejection) -> [ObjectUUID] {
    guard !request.objects.isEmpty else { throw .invalid(.empty) }
    let types = Self.needsTypes(request) ? Self.types(of: request) : [:]
    try require(workout: request.workout, by: by, among: types, given: state)
    var replaced: [ObjectUUID] = []
    var versions: [SyncName: SyncedObject] = [:]
    var uuids: Set<ObjectUUID> = []
    for (index, draft) in request.objects.enumerated() {
      do {
        if request.objects.count > 1 { try Self.requireOnce(draft.object.uuid, among: &uuids) }
        try requireNew(draft.object.uuid, given: state)
        if !request.imported {
          try Self.requireIdentifiers(in: draft.object.content, of: state.catalogue)
          try Self.require(draft.object, canBelongTo: request.workout)
        }
        try requireShareRight(to: draft, imported: request.imported, by: by, given: state)
        try check(draft, imported: request.imported, by: by, given: state)
        if case .correlation(let correlation) = draft.object.content, seesMembers {
          try check(
            correlation, uuid: draft.object.uuid, by: by, among: types, given: state,
            request.imported)
        }
        if !request.imported,
          let older = try older(draft, by: by, given: state, and: &versions)
        {
          replaced.append(older)
        }
      } catch {
        throw error.at(index)
      }
    }
    return replaced
  }

  /// Returns the origins that are new, and the save that refers to them.
  private func events(
    for request: SaveRequest, by: String, replacing replaced: [ObjectUUID],
    given state: some JournalState
  ) -> [Event] {
    var events: [Event] = []
    var fresh: [Origin: UInt64] = [:]
    var objects: [HealthObject] = []
    objects.reserveCapacity(request.objects.count)
    for draft in request.objects {
      var object = draft.object
      object.origin = nil
      if let origin = Self.origin(of: draft, by: by) {
        if let known = state.sequence(of: origin) ?? fresh[origin] {
          object.origin = known
        } else {
          let sequence = state.nextSequence + UInt64(events.count)
          events.append(.origin(origin))
          fresh[origin] = sequence
          object.origin = sequence
        }
      }
      objects.append(object)
    }
    events.append(
      .save(
        Save(
          objects: objects, workout: request.workout, replaces: replaced,
          isCorrection: request.imported ? request.isCorrection : !request.replaces.isEmpty)))
    return events
  }

  /// Returns the origin of an object; nil if the owner entered it by hand.
  package static func origin(of draft: Draft, by: String) -> Origin? {
    if case .characteristic = draft.object.content, draft.source == nil { return nil }
    if let source = draft.source {
      var source = source
      if by != EventActor.owner { source.bundle = by }
      return Origin(source: source, device: draft.device)
    }
    if by != EventActor.owner {
      return Origin(source: Source(name: by, bundle: by), device: draft.device)
    }
    guard let device = draft.device else { return nil }
    return Origin(source: Source(name: EventActor.owner), device: device)
  }

  // MARK: Rules of the whole save

  /// Requires that a save which states what it replaces corrects one object by another of its type.
  private func require(
    correctionBy request: SaveRequest, by: String, given state: some JournalState
  ) throws(Rejection) {
    guard request.objects.count == 1, request.replaces.count == 1 else {
      throw .field("replaces", "one object, which the only new one replaces")
    }
    do {
      try requireRight(toRemove: request.replaces[0], by: by, given: state)
    } catch {
      throw by == EventActor.owner ? error : error.discreet
    }
    let type = state.facts(of: request.replaces[0])?.type
    guard type == request.objects[0].object.content.type else {
      throw .field("replaces", "an object of the same type")
    }
  }

  /// Returns true if a rule asks for the types of the new objects: not for one object alone that is
  /// no correlation and belongs to no workout.
  private static func needsTypes(_ request: SaveRequest) -> Bool {
    if request.objects.count > 1 || request.workout != nil { return true }
    if case .correlation? = request.objects.first?.object.content { return true }
    return false
  }

  /// Returns the type of each new object.
  private static func types(of request: SaveRequest) -> [ObjectUUID: String] {
    var types: [ObjectUUID: String] = [:]
    types.reserveCapacity(request.objects.count)
    for draft in request.objects { types[draft.object.uuid] = draft.object.content.type }
    return types
  }

  private static func requireOnce(
    _ uuid: ObjectUUID, among uuids: inout Set<ObjectUUID>
  ) throws(Rejection) {
    guard uuids.insert(uuid).inserted else { throw .invalid(.uuidTwice(uuid)) }
  }

  /// Requires uuids that are not of version 8: those follow from the content of an import. If a
  /// source could save one, the refusal of a second object with it would reveal that the first
  /// exists. So it may not, even if there is none. An audit does not check this: older programs
  /// accepted such saves.
  private static func requireOwnUUIDs(in request: SaveRequest, by: String) throws(Rejection) {
    guard by != EventActor.owner,
      let index = request.objects.firstIndex(where: { $0.object.uuid.isOfContent })
    else { return }
    throw .invalidArgument(.uuidOfContent(request.objects[index].object.uuid), index: index)
  }

  /// Requires new uuids: every uuid is used once for ever.
  private func requireNew(
    _ uuid: ObjectUUID, given state: some JournalState
  ) throws(Rejection) {
    guard state.facts(of: uuid) == nil else { throw .invalid(.uuidExists(uuid)) }
  }

  /// Samples are added to a workout of the same save, or to a saved one: by the source that saved
  /// it, or by the owner.
  private func require(
    workout: ObjectUUID?, by: String, among types: [ObjectUUID: String],
    given state: some JournalState
  ) throws(Rejection) {
    guard let workout, types[workout] != WorkoutContent.type else { return }
    guard let facts = state.facts(of: workout), facts.isLive, facts.type == WorkoutContent.type,
      facts.isOwn(of: by)
    else { throw .invalid(.workoutMissing(workout)) }
  }

  /// Samples, correlations and documents can belong to a workout; other objects cannot.
  private static func require(
    _ object: HealthObject, canBelongTo workout: ObjectUUID?
  ) throws(Rejection) {
    guard let workout, object.uuid != workout else { return }
    switch object.content {
    case .quantity, .category, .correlation, .document: return
    case .workout, .characteristic, .summary:
      throw .invalid(.notOfWorkout(type: object.content.type))
    }
  }

  // MARK: Rules of one object

  /// Requires the right of `by` to save this type: the owner may, any other source needs share
  /// authorization (D9).
  private func requireShareRight(
    to draft: Draft, imported: Bool, by: String, given state: some JournalState
  ) throws(Rejection) {
    if by == EventActor.owner { return }
    let type = draft.object.content.type
    if let bundle = draft.source?.bundle, bundle != by {
      throw .invalid(.foreignSource(bundle: bundle))
    }
    // The name by which views tell what the owner entered by hand.
    if draft.source?.name.lowercased() == EventActor.owner {
      throw .invalid(.foreignSource(bundle: EventActor.owner))
    }
    if case .document(let document) = draft.object.content, !imported,
      document.kind == .other, document.type == nil
    {
      throw .invalid(.importedOnly)
    }
    switch draft.object.content {
    case .characteristic: throw .invalid(.ownerOnly("characteristics"))
    case .correlation: return  // What it needs is asked of its members.
    case .quantity, .category, .workout, .summary, .document: break
    }
    guard TypeCatalogue.find(type)?.isWritable ?? true else {
      if EventActor.isSystem(by) { return }
      throw .invalid(.readOnly(type: type))
    }
    try requireShare(of: type, by: by, given: state)
  }

  func requireShare(
    of type: String, by: String, given state: some JournalState
  ) throws(Rejection) {
    switch state.shareRight(of: type, by: by).status(at: moment) {
    case .authorized: return
    case .denied: throw .authorizationDenied(source: by, type: type)
    case .notDetermined: throw .authorizationNotDetermined(source: by, type: type)
    }
  }

  private mutating func check(
    _ draft: Draft, imported: Bool, by: String, given state: some JournalState
  ) throws(Rejection) {
    let object = draft.object
    if let span = object.content.span, span.end.instant < span.start.instant {
      throw .invalid(.endBeforeStart)
    }
    try requireFinite(object)
    switch object.content {
    case .quantity(let sample): try check(sample, imported: imported, given: state)
    case .category(let sample): try check(sample, imported: imported, given: state)
    case .correlation(let correlation):
      try require(kind: "correlation", of: correlation.type, given: state)
    case .workout(let workout):
      try check(workout, given: state)
      if !imported { try check(entered: workout, uuid: object.uuid, given: state) }
    case .characteristic(let trait): try check(trait, imported: imported, given: state)
    case .document where !imported:
      try require(kind: "document", of: object.content.type, given: state)
      try Self.requireDocument(object)
    case .summary(let summary) where !imported:
      try Self.check(summary, fields: object.fields)
    case .summary, .document: break
    }
    if imported { return }
    try requireDuration(of: object.content)
    try requireMetadata(of: object)
    try check(metadataOf: object, by: by)
  }

  private mutating func check(
    _ sample: QuantityContent, imported: Bool, given state: some JournalState
  ) throws(Rejection) {
    try require(kind: "quantity", of: sample.type, imported: imported, given: state)
    let fault = unitFault(type: sample.type, unit: sample.unit, given: state)
    if let fault { throw .invalid(fault) }
    if !imported { try Self.check(seriesOf: sample, given: state) }
  }

  /// 2^53: a line holds numbers as doubles, and a code beyond that would not come back as it was.
  private static let largestCode: UInt = 9_007_199_254_740_992

  private func check(
    _ sample: CategoryContent, imported: Bool, given state: some JournalState
  ) throws(Rejection) {
    try require(kind: "category", of: sample.type, imported: imported, given: state)
    if case .code(let code) = sample.value, code.magnitude > Self.largestCode {
      throw .invalid(.categoryValue(type: sample.type))
    }
    guard !imported, case .category(let type)? = state.catalogue.find(sample.type) else { return }
    switch sample.value {
    case .code(let code):
      if type.allows(code) { return }
    case .name: break
    }
    throw .invalid(.categoryValue(type: sample.type))
  }

  private mutating func check(
    _ workout: WorkoutContent, given state: some JournalState
  ) throws(Rejection) {
    guard workout.duration >= 0 else { throw .invalid(.negativeDuration) }
    for total in WorkoutTotal.allCases {
      guard let amount = workout.totals[total] else { continue }
      let fault = unitFault(type: total.comparableType, unit: amount.unit, given: state)
      if let fault { throw .invalid(fault) }
    }
  }

  private func check(
    _ trait: Characteristic, imported: Bool, given state: some JournalState
  ) throws(Rejection) {
    try require(kind: "characteristic", of: trait.type, given: state)
    guard !imported, case .characteristic(let type)? = TypeCatalogue.find(trait.type) else {
      return
    }
    let isRight =
      switch type.valueKind {
      case .date: trait.value.isEmpty || CivilDate(trait.value) != nil
      case .enumeration: type.value(exportName: trait.value) != nil
      case .text: true
      }
    guard isRight else { throw .invalid(.categoryValue(type: trait.type)) }
  }

  /// Requires an object and its type to be of the same kind, if the catalogue knows the type.
  /// Exports hold goals of sleep, a type without a class, as quantities.
  func require(
    kind: String, of type: String, imported: Bool = false, given state: some JournalState
  ) throws(Rejection) {
    let known: String? =
      switch state.catalogue.find(type) {
      case .quantity?: "quantity"
      case .category?: "category"
      case .correlation?: "correlation"
      case .characteristic?: "characteristic"
      case .workout?: "workout"
      case .other(let other)? where !imported && other.className != nil:
        type == SummaryContent.type ? "summary" : "document"
      case .other?, nil: nil
      }
    guard known == nil || known == kind else {
      throw .invalid(.kindMismatch(type: type, kind: kind))
    }
  }

  private func requireDuration(of content: Content) throws(Rejection) {
    let type = content.type
    guard let duration = content.span?.duration, let known = TypeCatalogue.find(type) else {
      return
    }
    if let minimum = known.minimumAllowedDuration, duration < minimum {
      throw .invalid(.durationTooShort(type: type, minimum: minimum))
    }
    if let maximum = known.maximumAllowedDuration, duration > maximum {
      throw .invalid(.durationTooLong(type: type, maximum: maximum))
    }
  }

  private func requireMetadata(of object: HealthObject) throws(Rejection) {
    for key in MetadataKey.keys(requiredBy: object.content.type)
    where object.metadata[key] == nil {
      throw .invalid(.metadataMissing(type: object.content.type, key: key))
    }
  }

  // MARK: Sync identifiers

  /// Returns the older version that an object replaces, by sync identifier and version: one of the
  /// journal, or one before it in the command.
  private func older(
    _ draft: Draft, by: String, given state: some JournalState,
    and versions: inout [SyncName: SyncedObject]
  ) throws(Rejection) -> ObjectUUID? {
    let object = draft.object
    let identifier = object.metadata[MetadataName.syncIdentifier]
    let version = object.metadata[MetadataName.syncVersion]
    if identifier == nil, version == nil { return nil }
    guard case .string(let name)? = identifier, case .number(let number)? = version else {
      throw .invalid(.syncKeys)
    }
    let sync = SyncName(identifier: name, of: draft.source, by: by)
    let known = versions[sync]
    let older = known ?? state.synced(sync)
    versions[sync] = SyncedObject(uuid: object.uuid, version: number)
    guard let older else { return nil }
    guard number > older.version else { throw .invalid(.syncVersionOlder) }
    if known == nil { try requireRight(toRemove: older.uuid, by: by, given: state) }
    return older.uuid
  }

  // Who may delete what: a source deletes only its own, the owner anything.

  /// Requires that what is deleted, or replaced by a newer version, is there, is live, and belongs
  /// to the source that asks.
  func requireRight(
    toRemove uuid: ObjectUUID, by: String, given state: some JournalState
  ) throws(Rejection) {
    guard let facts = state.facts(of: uuid) else { throw .invalid(.uuidUnknown(uuid)) }
    guard facts.isOwn(of: by) else {
      throw .invalid(.notOwned(uuid, by: facts.by))
    }
    guard facts.isLive else { throw .invalid(.alreadyDeleted(uuid)) }
  }

  /// Deletions are all or nothing: the first object that may not be deleted refuses them all. A
  /// source other than the owner is not told whether there is an object that is not its own: both
  /// are `invalidArgument`, as `authorizationDenied` would have it ask for a right that no answer
  /// grants.
  func decideDelete(
    _ deletion: Deletion, by: String, given state: some JournalState
  ) throws(Rejection) -> [Event] {
    do {
      try check(deletion, by: by, given: state)
    } catch {
      throw by == EventActor.owner ? error : error.discreet
    }
    return [.delete(deletion)]
  }

  /// Checks every rule of a deletion; an audit asks this of lines that another program may have
  /// written.
  func check(
    _ deletion: Deletion, by: String, given state: some JournalState
  ) throws(Rejection) {
    guard !deletion.objects.isEmpty else { throw .invalid(.empty) }
    var seen: Set<ObjectUUID> = []
    for (index, uuid) in deletion.objects.enumerated() {
      guard seen.insert(uuid).inserted else {
        throw .invalidArgument(.uuidTwice(uuid), index: index)
      }
      do {
        try requireRight(toRemove: uuid, by: by, given: state)
      } catch {
        throw error.at(index)
      }
    }
  }

  /// Requires Apple's full identifier of a type, or one that the journal declares: a short name
  /// would count as another type. Identifiers of Apple's that the catalogue does not know are
  /// accepted.
  package static func requireIdentifier(
    _ type: String, in catalogue: JournalTypes
  ) throws(Rejection) {
    if isIdentifier(type) || catalogue.declaration(of: type) != nil { return }
    if DeclaredType.isIdentifier(type) { throw .invalid(.typeUndeclared(type)) }
    let known = TypeCatalogue.meant(by: type)
    throw .invalid(.typeName(type, identifier: known?.identifier))
  }

  /// Requires full identifiers of the types that an entered object names, its own and those of its
  /// statistics.
  static func requireIdentifiers(
    in content: Content, of catalogue: JournalTypes
  ) throws(Rejection) {
    switch content {
    case .quantity, .category, .correlation, .characteristic:
      try requireIdentifier(content.type, in: catalogue)
    case .workout(let workout):
      for one in workout.statistics + workout.activities.flatMap(\.statistics) {
        try requireIdentifier(one.type, in: catalogue)
      }
    case .document(let document):
      if let type = document.type { try requireIdentifier(type, in: catalogue) }
    case .summary: break
    }
  }

  private static func isIdentifier(_ type: String) -> Bool {
    if type == Note.type { return true }
    guard isFullName(type, prefix: "HK") else { return false }
    return !type.hasPrefix(activityPrefix) && !type.hasPrefix(eventPrefix)
  }

  /// The prefix of the names of workout activities.
  static let activityPrefix = "HKWorkoutActivityType"
  /// The prefix of the names of workout events.
  static let eventPrefix = "HKWorkoutEventType"

  /// Returns true if a name is this prefix and at least one more visible ASCII character; the
  /// catalogue need not know it.
  static func isFullName(_ name: String, prefix: String) -> Bool {
    name.hasPrefix(prefix) && name.utf8.count > prefix.utf8.count
      && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }
}

extension Rejection {
  /// Returns the same rejection, blamed on the object at this index of the command.
  func at(_ index: Int) -> Rejection {
    switch self {
    case .invalidArgument(let fault, nil): .invalidArgument(fault, index: index)
    case .invalidArgument, .authorizationDenied, .authorizationNotDetermined,
      .anotherWorkoutSessionStarted:
      self
    }
  }
}

extension WorkoutTotal {
  /// A quantity type of the dimension that the total has.
  var comparableType: String {
    switch self {
    case .totalEnergyBurned: QuantityType.activeEnergyBurned.identifier
    case .totalDistance: QuantityType.distanceWalkingRunning.identifier
    case .totalSwimmingStrokeCount: QuantityType.swimmingStrokeCount.identifier
    case .totalFlightsClimbed: "HKQuantityTypeIdentifierFlightsClimbed"
    }
  }
}
