import HealthEvents
import HealthModel
package import JournalFile

extension HealthTables {
  /// Takes the next line, whose bytes begin at `offset`: on the fast path where it is written as this
  /// library writes it, else by the general one, with the same result.
  ///
  /// - Throws: `LineProblem` where the line is bad; then the tables are not to be used further.
  package mutating func apply(
    line: RawSpan, at offset: UInt64
  ) throws(LineProblem) -> ScannedLine {
    if let seen = applyCanonical(line, at: offset) { return seen }
    let entry = try LineCodec.decode(line)
    try apply(entry, at: offset)
    return ScannedLine(sequence: entry.sequence, at: entry.at, endsInChain: true)
  }

  /// Takes the next entry.
  package mutating func apply(_ entry: Entry, at offset: UInt64) throws(LineProblem) {
    try apply(entry)
    note(entry.sequence, entry.at, entry.kind, at: offset)
  }

  /// Takes what an entry says; its line is noted apart.
  mutating func apply(_ entry: Entry) throws(LineProblem) {
    guard let sequence = UInt32(exactly: entry.sequence) else { throw .wrongValue(key: "seq") }
    guard (entry.kind == .open) == (entry.sequence == 1) || entry.kind == .erased else {
      throw .openMisplaced
    }
    guard case .event(let event, let by) = entry.body else { return }
    switch event {
    case .open(let opening):
      self.opening = opening
      settings.timeZone = opening.timeZone
    case .origin(let origin):
      origins.number()
      origins.set(origin, at: entry.sequence)
    case .save(let save): apply(save, by: by, sequence: sequence)
    case .delete(let deletion): for uuid in deletion.objects { remove(uuid) }
    case .authorize(let change): apply(change, sequence: entry.sequence, at: entry.at)
    case .configure(let configuration): apply(configuration)
    case .importReceipt, .erase: break
    }
  }

  mutating func note(
    _ sequence: UInt64, _ at: Instant, _ kind: EventKind, at offset: UInt64
  ) {
    lines.note(sequence, at, kind, at: offset)
    progress.move(to: offset)
  }

  private mutating func apply(_ change: AuthorizationChange, sequence: UInt64, at: Instant) {
    var made: [String: AuthorizationDecision] = [:]
    func decision(_ type: String) -> AuthorizationDecision {
      made[type]
        ?? AuthorizationDecision(
          sequence: sequence, at: at, source: change.source, type: type,
          shareBefore: shareStatus(of: type, by: change.source),
          readBefore: readStatus(of: type, by: change.source))
    }
    for grant in change.share {
      var decided = decision(grant.type)
      decided.share = grant.status
      made[grant.type] = decided
    }
    for grant in change.read {
      var decided = decision(grant.type)
      decided.read = grant.status
      made[grant.type] = decided
    }
    for decision in made.values.sorted(by: { $0.type < $1.type }) {
      parts.rights.value.add(decision)
    }
  }

  private mutating func apply(_ configuration: Configuration) {
    if let zone = configuration.timeZone { settings.timeZone = zone }
    for priority in configuration.priority { settings.set(priority) }
    for preferred in configuration.preferredUnits { settings.set(preferred) }
  }

  // MARK: Objects

  private mutating func apply(_ save: Save, by: String, sequence: UInt32) {
    let actor = vocabulary.actors.intern(by)
    var workouts: [ObjectUUID] = []
    for object in save.objects {
      let type = vocabulary.types.intern(object.content.type)
      let provenance = vocabulary.provenances.number(
        of: Provenance(actor: actor, origin: object.origin ?? 0))
      switch object.content {
      case .quantity, .category:
        let row = row(of: object, provenance: provenance, sequence: sequence)
        append(row, type: type)
      case .correlation(let correlation):
        for uuid in correlation.members { claims.claim(uuid) }
        append(object, .correlation, type, provenance, sequence)
      case .workout:
        workouts.append(object.uuid)
        append(object, .workout, type, provenance, sequence)
      case .characteristic(let trait):
        traits[object.uuid] = trait.value
        append(object, .characteristic, type, provenance, sequence)
      case .summary: append(object, .summary, type, provenance, sequence)
      case .document: append(object, .document, type, provenance, sequence)
      }
      noteSync(object, by: by, in: save, type: type, sequence: sequence)
    }
    for uuid in save.replaces { remove(uuid) }
    let owner = save.workout ?? (workouts.count == 1 ? workouts.first : nil)
    if let owner { workoutLines.append(WorkoutLine(workout: owner, sequence: sequence)) }
  }

  private mutating func noteSync(
    _ object: HealthObject, by: String, in save: Save, type: UInt32, sequence: UInt32
  ) {
    guard case .string(let name)? = object.metadata[MetadataName.syncIdentifier],
      case .number(let version)? = object.metadata[MetadataName.syncVersion]
    else { return }
    let source = object.origin.flatMap { origins[$0]?.source }
    let key = SyncName(identifier: name, of: source, by: by)
    let known = synced[key]
    // An import states versions in any order.
    if let known, known.object.version > version, !isRemoved(known.object.uuid) { return }
    var line = sequence
    if let known, save.replaces.contains(known.object.uuid) {
      if save.workout == nil { line = known.line }
      noteSuccessor(object, of: known.object.uuid, type: type, line: line)
    }
    synced[key] = Synced(object: SyncedObject(uuid: object.uuid, version: version), line: line)
  }

  /// Notes that the object whose row came last has the place of `older`.
  private mutating func noteSuccessor(
    _ object: HealthObject, of older: ObjectUUID, type: UInt32, line: UInt32
  ) {
    guard older != object.uuid, successorPlaces[older] == nil else { return }
    flush()
    let isSample =
      switch object.content {
      case .quantity, .category: true
      case .correlation, .workout, .characteristic, .summary, .document: false
      }
    let row = (isSample ? samples[Int(type)].count : objects.count) - 1
    successorPlaces[older] = successors.count
    successors.append(
      Successor(older: older, uuid: object.uuid, type: isSample ? type : nil, row: row, line: line))
  }

  private mutating func row(
    of object: HealthObject, provenance: UInt32, sequence: UInt32
  ) -> SampleRow {
    let span = object.content.span
    var row = SampleRow(
      uuid: object.uuid, start: span?.start.instant.microseconds ?? 0,
      end: span?.end.instant.microseconds ?? 0, value: 0, sequence: sequence,
      provenance: provenance, unit: SampleRow.none, zone: SampleRow.none,
      startOffset: span?.start.offsetMinutes ?? 0, endOffset: span?.end.offsetMinutes ?? 0,
      flags: [])
    if case .quantity(let sample) = object.content {
      row.value = sample.value
      row.unit = vocabulary.units.intern(sample.unit)
    } else if case .category(let sample) = object.content {
      row.flags.insert(.category)
      switch sample.value {
      case .code(let code): row.value = Double(code)
      case .name(let name):
        row.value = -1
        row.unit = vocabulary.categoryNames.intern(name)
      }
    }
    if case .string(let zone)? = object.metadata[MetadataName.timeZone] {
      row.zone = vocabulary.zones.intern(zone)
    }
    if object.metadata[MetadataName.wasUserEntered]?.isTrue ?? false {
      row.flags.insert(.userEntered)
    }
    return row
  }

  private mutating func append(
    _ object: HealthObject, _ kind: ObjectRow.Kind, _ type: UInt32, _ provenance: UInt32,
    _ sequence: UInt32
  ) {
    let span = object.content.span
    let row = ObjectRow(
      uuid: object.uuid, kind: kind, type: type, sequence: sequence, provenance: provenance,
      start: span?.start.instant.microseconds ?? 0, end: span?.end.instant.microseconds ?? 0,
      isLive: !isRemoved(object.uuid))
    objects.append(row)
    growSamples()
    let place = UUIDIndex.Place(
      table: UUIDIndex.Place.others, row: UInt32(objects.count - 1))
    index.insert(object.uuid, at: place)
  }

  mutating func append(_ row: SampleRow, type: UInt32) {
    pending.stage(
      PendingRow(
        uuid: row.uuid, start: row.start, end: row.end, value: row.value, sequence: row.sequence,
        context: vocabulary.contexts.number(of: SampleContext(row)), type: type,
        flags: row.flags))
    keepStagedRows()
  }

  /// Keeps the rows that are staged; they are appended with others, or at once where there is an index
  /// that has to learn of them.
  @inline(__always)
  mutating func keepStagedRows() {
    pending.keepStaged()
    if index.isMade || (pending.count >= PendingRows.enough && !isPart) { flush() }
  }

  /// Appends all rows that wait.
  mutating func flush() {
    growSamples()
    guard pending.count > 0 else { return }
    var waiting = PendingRows()
    swap(&waiting, &pending)
    if !index.isMade {
      append(waiting.rows.span)
    } else {
      for row in waiting.rows { enter(row) }
    }
    waiting.removeAll()
    swap(&waiting, &pending)
  }

  /// Appends rows whose numbers are those of these tables.
  mutating func append(_ rows: Span<PendingRow>) {
    var start = 0
    while start < rows.count {
      let end = min(start + PendingRows.enough, rows.count)
      sorter.append(rows.extracting(start..<end), to: &samples, progress)
      start = end
    }
  }

  /// Appends a row of which the index learns, and which learns of claims on it.
  mutating func enter(_ row: PendingRow) {
    var row = row
    row.flags.formUnion(earlierClaims(on: row.uuid))
    let type = Int(row.type)
    samples[type].append(row)
    index.insert(
      row.uuid, at: UUIDIndex.Place(table: row.type, row: UInt32(samples[type].count - 1)))
  }

  /// One set of columns for each type that has a number.
  mutating func growSamples() {
    while samples.count < types.names.count { samples.append(SampleColumns()) }
  }

  /// Makes sure that what `origins` holds is found by what it says, without a look at each.
  package mutating func numberOrigins() { origins.number() }

  /// Notes that an object was deleted or replaced.
  mutating func remove(_ uuid: ObjectUUID) {
    if !isRemoved(uuid) { claims.remove(uuid) }
  }
}

extension MetadataValue {
  /// Whether the value says yes, as a truth value or as a number.
  var isTrue: Bool {
    switch self {
    case .boolean(let flag): flag
    case .number(let number): number != 0
    case .string(let text): text == "1"
    case .date, .quantity: false
    }
  }
}
