import HealthEvents
package import HealthModel
import JournalFile

extension TableBuilder {
  /// Takes what an entry says; the caller notes its line.
  mutating func apply(_ entry: Entry) throws(LineProblem) {
    guard let sequence = UInt32(exactly: entry.sequence) else { throw .wrongValue(key: "seq") }
    guard (entry.kind == .open) == (entry.sequence == 1) || entry.kind == .erased else {
      throw .openMisplaced
    }
    guard case .event(let event, let by) = entry.body else { return }
    switch event {
    case .open(let opening):
      tables.opening = opening
      tables.settings.timeZone = opening.timeZone
    case .origin(let origin):
      tables.origins.number()
      tables.origins.set(origin, at: entry.sequence)
    case .save(let save): apply(save, by: by, sequence: sequence)
    case .delete(let deletion): for uuid in deletion.objects { tables.remove(uuid) }
    case .authorize(let change): apply(change, sequence: entry.sequence, at: entry.at)
    case .configure(let configuration): tables.settings.apply(configuration)
    case .importReceipt, .erase: break
    }
  }

  private mutating func apply(_ change: AuthorizationChange, sequence: UInt64, at: Instant) {
    var made: [String: AuthorizationDecision] = [:]
    func decision(_ type: String) -> AuthorizationDecision {
      made[type]
        ?? AuthorizationDecision(
          sequence: sequence, at: at, source: change.source, type: type,
          shareBefore: tables.shareStatus(of: type, by: change.source),
          readBefore: tables.readStatus(of: type, by: change.source))
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
      tables.parts.rights.value.add(decision)
    }
  }

  // MARK: Objects

  private mutating func apply(_ save: Save, by: String, sequence: UInt32) {
    let actor = tables.vocabulary.actors.intern(by)
    var workouts: [ObjectUUID] = []
    for (index, object) in save.objects.enumerated() {
      let type = tables.vocabulary.types.intern(object.content.type)
      let provenance = tables.vocabulary.provenances.number(
        of: Provenance(actor: actor, origin: object.origin ?? 0))
      switch object.content {
      case .quantity, .category:
        let row = row(of: object, provenance: provenance, sequence: sequence)
        append(row, type: type)
        if case .quantity(let sample) = object.content { noteExtremes(of: sample, type: type) }
      case .correlation(let correlation):
        for uuid in correlation.members { tables.claims.claim(uuid) }
        append(object, .correlation, type, provenance, sequence)
      case .workout:
        workouts.append(object.uuid)
        append(object, .workout, type, provenance, sequence)
      case .characteristic(let trait):
        tables.traits[object.uuid] = trait.value
        append(object, .characteristic, type, provenance, sequence)
      case .summary: append(object, .summary, type, provenance, sequence)
      case .document: append(object, .document, type, provenance, sequence)
      }
      noteSync(object, by: by, in: save, type: type, sequence: sequence)
      if let older = save.older(at: index) {
        noteSuccessor(object, of: older, type: type, line: sequence)
      }
    }
    for uuid in save.replaces { tables.remove(uuid) }
    let owner = save.workout ?? (workouts.count == 1 ? workouts.first : nil)
    if let owner {
      tables.workoutLines.append(HealthTables.WorkoutLine(workout: owner, sequence: sequence))
    }
  }

  /// Notes what the sample whose row came last states of the series that it condenses.
  private mutating func noteExtremes(of sample: QuantitySample, type: UInt32) {
    guard let series = sample.series, series.minimum != nil || series.maximum != nil else { return }
    flush()
    tables.samples[Int(type)].noteExtremes(least: series.minimum, greatest: series.maximum)
  }

  private mutating func noteSync(
    _ object: HealthObject, by: String, in save: Save, type: UInt32, sequence: UInt32
  ) {
    guard case .string(let name)? = object.metadata[MetadataName.syncIdentifier],
      case .number(let version)? = object.metadata[MetadataName.syncVersion]
    else { return }
    let source = object.origin.flatMap { tables.origins[$0]?.source }
    let key = SyncName(identifier: name, of: source, by: by)
    let known = tables.synced[key]
    // An import states versions in any order.
    if let known, known.object.version > version, !tables.isRemoved(known.object.uuid) { return }
    var line = sequence
    if let known, save.replaces.contains(known.object.uuid) {
      if save.workout == nil { line = known.line }
      noteSuccessor(object, of: known.object.uuid, type: type, line: line)
    }
    tables.synced[key] = HealthTables.Synced(
      object: SyncedObject(uuid: object.uuid, version: version), line: line)
  }

  /// Notes that the object whose row came last is the newer version of `older`.
  private mutating func noteSuccessor(
    _ object: HealthObject, of older: ObjectUUID, type: UInt32, line: UInt32
  ) {
    guard older != object.uuid, tables.successorIndices[older] == nil else { return }
    flush()
    let isSample = object.content.isRow
    let row = (isSample ? tables.samples[Int(type)].count : tables.objects.count) - 1
    tables.successorIndices[older] = tables.successors.count
    tables.successors.append(
      HealthTables.Successor(
        older: older, uuid: object.uuid, type: isSample ? type : nil, row: row, line: line))
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
      row.unit = tables.vocabulary.units.intern(sample.unit)
    } else if case .category(let sample) = object.content {
      row.flags.insert(.category)
      switch sample.value {
      case .code(let code): row.value = Double(code)
      case .name(let name):
        row.value = -1
        row.unit = tables.vocabulary.categoryNames.intern(name)
      }
    }
    if case .string(let zone)? = object.metadata[MetadataName.timeZone] {
      row.zone = tables.vocabulary.zones.intern(zone)
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
      isLive: !tables.isRemoved(object.uuid))
    tables.objects.append(row)
    tables.growSamples()
    let rowID = UUIDIndex.RowID(
      table: UUIDIndex.RowID.others, row: UInt32(tables.objects.count - 1))
    tables.index.insert(object.uuid, at: rowID)
  }
}

extension MetadataValue {
  /// Whether the value says yes: as a truth value, as a number or as the text `1`.
  package var isTrue: Bool {
    switch self {
    case .boolean(let flag): flag
    case .number(let number): number != 0
    case .string(let text): text == "1"
    case .date, .quantity: false
    }
  }
}
