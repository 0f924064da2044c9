import ByteTools
import HealthEvents
import HealthModel
import JournalFile

// What every question needs besides columns. What follows from other parts (numbers of provenances,
// who may share what, who replaced whom) is computed again.

extension HealthTables {
  /// - Parameters:
  ///   - removed: uuids that were deleted or replaced and have no row.
  ///   - members: uuids that correlations claim and that have no row.
  func writeFacts(
    to writer: inout FactWriter, removed: [ObjectUUID], members: [ObjectUUID]
  ) {
    for table in [types, units, zones, categoryNames, actors] {
      writer.put(all: table.names) { $0.put($1) }
    }
    writer.put(all: vocabulary.provenances.all) {
      $0.put($1.actor)
      $0.put($1.origin)
    }
    writer.put(all: vocabulary.contexts.all) {
      for number in [$1.provenance, $1.unit, $1.zone] { $0.put(number) }
      for minutes in [$1.startOffset, $1.endOffset] { $0.put(minutes) }
    }
    writer.put(all: origins.all) { $0.put($1.origin, $1.sequence) }
    writer.put(all: recordings.journals) { $0.put($1) }
    writer.put(all: recordings.rows) {
      $0.put(UInt64($1.line) | (UInt64($1.after) << 32))
      $0.put(UInt64($1.first) | (UInt64($1.journal) << 32))
      $0.put($1.at)
    }
    writer.put(any: opening) {
      $0.put(UInt64($1.format))
      $0.put($1.journal)
      $0.put($1.timeZone)
    }
    writer.put(UInt32(format))
    writeSettings(to: &writer)
    for uuids in [removed.sorted(), members.sorted()] { writer.put(all: uuids) { $0.put($1) } }
    writer.put(all: EventKind.allCases) { [counts] in $0.put(counts[$1]) }
    writer.put(lastSequence)
    for instant in [firstAt, lastAt] { writer.put(any: instant) { $0.put($1.microseconds) } }
  }

  mutating func readFacts(_ reader: inout FactReader) throws(SnapshotProblem) {
    vocabulary.types = try Self.names(&reader)
    vocabulary.units = try Self.names(&reader)
    vocabulary.zones = try Self.names(&reader)
    vocabulary.categoryNames = try Self.names(&reader)
    vocabulary.actors = try Self.names(&reader)
    vocabulary.provenances = NumberTable(
      try reader.all { (reader) throws(SnapshotProblem) in
        Provenance(actor: try reader.number(), origin: try reader.number())
      })
    vocabulary.contexts = NumberTable(
      try reader.all { (reader) throws(SnapshotProblem) in
        SampleContext(
          provenance: try reader.number(), unit: try reader.number(), zone: try reader.number(),
          startOffset: try reader.number(), endOffset: try reader.number())
      })
    try reader.forEach { (reader) throws(SnapshotProblem) in
      let (sequence, origin) = try reader.origin()
      origins.set(origin, at: sequence)
    }
    let journals = try reader.all { (reader) throws(SnapshotProblem) in try reader.uuid() }
    let recorded = try reader.all { (reader) throws(SnapshotProblem) in
      let (lines, first) = (try reader.number(UInt64.self), try reader.number(UInt64.self))
      guard (first >> 32) < UInt64(journals.count) else { throw SnapshotProblem() }
      return Recordings.Row(
        line: UInt32(truncatingIfNeeded: lines), after: UInt32(truncatingIfNeeded: lines >> 32),
        first: UInt32(truncatingIfNeeded: first), journal: UInt32(truncatingIfNeeded: first >> 32),
        at: try reader.number())
    }
    recordings = Recordings(recorded, of: journals)
    opening = try reader.any { (reader) throws(SnapshotProblem) in
      JournalOpening(
        format: Int(try reader.number(UInt32.self)) + (Int(try reader.number(UInt32.self)) << 32),
        journal: try reader.uuid(), timeZone: try reader.text())
    }
    format = Int(try reader.number(UInt32.self))
    try readSettings(&reader)
    claims = Claims(removed: try Self.uuids(&reader), members: try Self.uuids(&reader))
    let counts = try reader.all { (reader) throws(SnapshotProblem) in
      try reader.number(UInt64.self)
    }
    guard let known = EventCounts(counts) else { throw SnapshotProblem() }
    lines = LineLog(
      counts: known, lastSequence: try reader.number(), firstAt: try reader.any(Self.instant),
      lastAt: try reader.any(Self.instant))
  }

  private static func uuids(
    _ reader: inout FactReader
  ) throws(SnapshotProblem) -> Set<ObjectUUID> {
    Set(try reader.all { (reader) throws(SnapshotProblem) in try reader.uuid() })
  }

  static func instant(_ reader: inout FactReader) throws(SnapshotProblem) -> Instant {
    Instant(microseconds: try reader.number())
  }

  private static func names(_ reader: inout FactReader) throws(SnapshotProblem) -> NameTable {
    let names = try reader.all { (reader) throws(SnapshotProblem) in try reader.text() }
    guard let table = NameTable(names) else { throw SnapshotProblem() }
    return table
  }

  // MARK: Settings

  private func writeSettings(to writer: inout FactWriter) {
    writer.put(settings.timeZone)
    writer.put(UInt32(settings.weekStarts.rawValue))
    writer.put(all: settings.priority) { $0.put($1) }
    writer.put(all: settings.preferredUnits) { $0.put($1) }
    writer.put(all: sameSources.all) { $0.put($1) }
    writer.put(all: catalogue.declarations) {
      $0.put($1.sequence)
      $0.put($1.type)
    }
  }

  private mutating func readSettings(_ reader: inout FactReader) throws(SnapshotProblem) {
    settings.timeZone = try reader.text()
    settings.weekStarts = try reader.weekday()
    try reader.forEach { (reader) throws(SnapshotProblem) in
      settings.set(try reader.sourcePriority())
    }
    try reader.forEach { (reader) throws(SnapshotProblem) in
      settings.set(try reader.preferredUnit())
    }
    let same = try reader.all { (reader) throws(SnapshotProblem) in try reader.sameSource() }
    name(by: SameSources().adding(same))
    try reader.forEach { (reader) throws(SnapshotProblem) in
      let sequence = try reader.number(UInt64.self)
      catalogue.declare(try reader.declaredType(), at: sequence)
    }
  }
}

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
      Self.put($1.value, to: &$0)
    }
    writer.put(all: olderSynced.sorted { $0.key < $1.key }) {
      $0.put($1.key)
      Self.put($1.value, to: &$0)
    }
  }

  private static func put(_ synced: HealthTables.Synced, to writer: inout FactWriter) {
    writer.put(synced.object.uuid)
    writer.put(synced.object.version)
    for line in [synced.line, synced.saved] { writer.put(line) }
  }

  init(_ reader: inout FactReader) throws(SnapshotProblem) {
    self.init()
    objects = try reader.all(Self.object)
    workoutLines = try reader.all { (reader) throws(SnapshotProblem) in
      HealthTables.WorkoutLine(workout: try reader.uuid(), sequence: try reader.number())
    }
    for successor in try reader.all(Self.successor) {
      successorIndices[successor.older] = successors.count
      successors.append(successor)
    }
    appliedSuccessors = successors.count
    for (uuid, value) in try reader.all({ (reader) throws(SnapshotProblem) in
      (try reader.uuid(), try reader.text())
    }) {
      traits[uuid] = value
    }
    for (name, object) in try reader.all(Self.syncedName) { synced[name] = object }
    try reader.forEach { (reader) throws(SnapshotProblem) in
      olderSynced[try reader.uuid()] = try Self.synced(&reader)
    }
  }

  private static func put(_ object: ObjectRow, to writer: inout FactWriter) {
    writer.put(object.uuid)
    writer.put(object.kind.rawValue)
    writer.put(object.state.rawValue)
    writer.put(object.type)
    writer.put(object.sequence)
    writer.put(object.provenance)
    writer.put(object.start)
    writer.put(object.end)
  }

  private static func object(_ reader: inout FactReader) throws(SnapshotProblem) -> ObjectRow {
    let uuid = try reader.uuid()
    guard let kind = ObjectRow.Kind(rawValue: try reader.number()) else { throw SnapshotProblem() }
    guard let state = ObjectState(rawValue: try reader.number()) else { throw SnapshotProblem() }
    return ObjectRow(
      uuid: uuid, kind: kind, type: try reader.number(), sequence: try reader.number(),
      provenance: try reader.number(), start: try reader.number(), end: try reader.number(),
      state: state)
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
    return (name, try synced(&reader))
  }

  private static func synced(
    _ reader: inout FactReader
  ) throws(SnapshotProblem) -> HealthTables.Synced {
    let object = SyncedObject(uuid: try reader.uuid(), version: try reader.double())
    return HealthTables.Synced(
      object: object, line: try reader.number(), saved: try reader.number())
  }
}

extension FactWriter {
  /// Writes an origin and the seq of the line that states it.
  mutating func put(_ origin: Origin, _ sequence: UInt64) {
    let source = origin.source
    put(sequence)
    put(source.name)
    for text in [source.bundle, source.version, source.productType, source.operatingSystem] {
      put(any: text) { $0.put($1) }
    }
    put(any: origin.device) { $0.put($1) }
  }

  private mutating func put(_ device: Device) {
    for text in [
      device.name, device.manufacturer, device.model, device.hardware, device.firmware,
      device.software, device.localIdentifier, device.udi,
    ] {
      put(any: text) { $0.put($1) }
    }
    put(all: device.fields) { $0.put($1) }
  }

  private mutating func put(_ field: Field) {
    put(field.name)
    put(field.value)
  }

  private mutating func put(_ value: FieldValue) {
    switch value {
    case .null: put(0 as UInt8)
    case .text(let text):
      put(1 as UInt8)
      put(text)
    case .number(let number):
      put(2 as UInt8)
      put(number)
    case .boolean(let flag):
      put(3 as UInt8)
      put(flag)
    case .list(let values):
      put(4 as UInt8)
      put(all: values) { $0.put($1) }
    case .fields(let fields):
      put(5 as UInt8)
      put(all: fields) { $0.put($1) }
    }
  }
}

extension FactWriter {
  mutating func put(_ order: SourcePriority) {
    put(order.type)
    put(all: order.sources) { $0.put($1) }
  }

  mutating func put(_ preferred: PreferredUnit) {
    put(preferred.type)
    put(preferred.unit)
  }

  mutating func put(_ same: SameSource) {
    put(same.old)
    put(same.name)
  }

  mutating func put(_ type: DeclaredType) {
    put(type.identifier)
    put(type.kind.name)
    put(any: type.unit) { $0.put($1) }
    put(any: type.aggregation) { $0.put(UInt32($1.rawValue)) }
    put(type.title)
    put(all: type.values) {
      $0.put($1.name)
      $0.put(UInt64(clamping: $1.code))
    }
  }
}

extension FactReader {
  mutating func weekday() throws(SnapshotProblem) -> Weekday {
    guard let day = Weekday(rawValue: Int(try number(UInt32.self))) else { throw SnapshotProblem() }
    return day
  }

  mutating func sourcePriority() throws(SnapshotProblem) -> SourcePriority {
    let type = try text()
    let sources = try all { (reader) throws(SnapshotProblem) in try reader.text() }
    return SourcePriority(type: type, sources: sources)
  }

  mutating func preferredUnit() throws(SnapshotProblem) -> PreferredUnit {
    PreferredUnit(type: try text(), unit: try text())
  }

  mutating func sameSource() throws(SnapshotProblem) -> SameSource {
    SameSource(old: try text(), name: try text())
  }

  mutating func declaredType() throws(SnapshotProblem) -> DeclaredType {
    let (identifier, word) = (try text(), try text())
    guard let kind = DeclaredType.Kind.allCases.first(where: { $0.name == word }) else {
      throw SnapshotProblem()
    }
    let unit = try anyText()
    let aggregation = try any { (reader) throws(SnapshotProblem) in
      let number = try reader.number(UInt32.self)
      guard let style = AggregationStyle(rawValue: Int(number)) else { throw SnapshotProblem() }
      return style
    }
    let title = try text()
    let values = try all { (reader) throws(SnapshotProblem) in
      DeclaredType.Value(
        name: try reader.text(), code: Int(truncatingIfNeeded: try reader.number(UInt64.self)))
    }
    return DeclaredType(
      identifier, kind: kind, unit: unit, aggregation: aggregation, title: title, values: values)
  }

  mutating func origin() throws(SnapshotProblem) -> (UInt64, Origin) {
    let sequence = try number(UInt64.self)
    let source = Source(
      name: try text(), bundle: try anyText(), version: try anyText(),
      productType: try anyText(), operatingSystem: try anyText())
    let device = try any { (reader) throws(SnapshotProblem) in try reader.device() }
    return (sequence, Origin(source: source, device: device))
  }

  private mutating func anyText() throws(SnapshotProblem) -> String? {
    try any { (reader) throws(SnapshotProblem) in try reader.text() }
  }

  private mutating func device() throws(SnapshotProblem) -> Device {
    Device(
      name: try anyText(), manufacturer: try anyText(), model: try anyText(),
      hardware: try anyText(), firmware: try anyText(), software: try anyText(),
      localIdentifier: try anyText(), udi: try anyText(), fields: try fields())
  }

  private mutating func fields() throws(SnapshotProblem) -> [Field] {
    try all { (reader) throws(SnapshotProblem) in
      Field(try reader.text(), try reader.fieldValue())
    }
  }

  private mutating func fieldValue() throws(SnapshotProblem) -> FieldValue {
    switch try number(UInt8.self) {
    case 0: return .null
    case 1: return .text(try text())
    case 2: return .number(try double())
    case 3: return .boolean(try flag())
    case 4:
      return .list(
        try nested { (reader) throws(SnapshotProblem) in
          try reader.all { (reader) throws(SnapshotProblem) in try reader.fieldValue() }
        })
    case 5:
      return .fields(
        try nested { (reader) throws(SnapshotProblem) in try reader.fields() })
    case _: throw SnapshotProblem()
    }
  }
}

extension HealthTables.Rights {
  func write(to writer: inout FactWriter) {
    writer.put(all: decisions) { Self.put($1, to: &$0) }
  }

  init(_ reader: inout FactReader) throws(SnapshotProblem) {
    self.init()
    for decision in try reader.all(Self.decision) { add(decision) }
  }

  private static func put(_ decision: AuthorizationDecision, to writer: inout FactWriter) {
    writer.put(decision.sequence)
    writer.put(decision.at.microseconds)
    writer.put(decision.source)
    writer.put(decision.type)
    for right in [decision.sharing, decision.reading] {
      writer.put(any: right) { Self.put($1, to: &$0) }
    }
    for right in [decision.sharingBefore, decision.readingBefore] { put(right, to: &writer) }
    for restored in [decision.restoredShare, decision.restoredRead] {
      writer.put(any: restored) {
        $0.put(any: $1.sequence) { $0.put($1) }
        $0.put(any: $1.at) { $0.put($1.microseconds) }
      }
    }
  }

  private static func put(_ right: AuthorizationRight, to writer: inout FactWriter) {
    writer.put(code(right.decision))
    for time in [right.terms.since, right.terms.until] {
      writer.put(any: time) {
        $0.put($1.instant.microseconds)
        $0.put($1.offsetMinutes)
      }
    }
    writer.put(any: right.terms.purpose) { $0.put($1) }
  }

  private static func decision(
    _ reader: inout FactReader
  ) throws(SnapshotProblem) -> AuthorizationDecision {
    let sequence = try reader.number(UInt64.self)
    let at = try HealthTables.instant(&reader)
    let (source, type) = (try reader.text(), try reader.text())
    let (sharing, reading) = (try reader.any(right), try reader.any(right))
    var decision = AuthorizationDecision(
      sequence: sequence, at: at, source: source, type: type, sharingBefore: try right(&reader),
      readingBefore: try right(&reader))
    decision.sharing = sharing
    decision.reading = reading
    decision.restoredShare = try reader.any(restored)
    decision.restoredRead = try reader.any(restored)
    return decision
  }

  private static func right(
    _ reader: inout FactReader
  ) throws(SnapshotProblem) -> AuthorizationRight {
    AuthorizationRight(
      try status(&reader),
      on: AuthorizationTerms(
        since: try reader.any(time), until: try reader.any(time),
        purpose: try reader.any { (reader) throws(SnapshotProblem) in try reader.text() }))
  }

  private static func time(_ reader: inout FactReader) throws(SnapshotProblem) -> Timestamp {
    let instant = try HealthTables.instant(&reader)
    let minutes = try reader.number(Int16.self)
    guard (-1439...1439).contains(minutes) else { throw SnapshotProblem() }
    return Timestamp(instant: instant, offsetMinutes: minutes)
  }

  private static func restored(
    _ reader: inout FactReader
  ) throws(SnapshotProblem) -> RestoredDecision {
    RestoredDecision(
      sequence: try reader.any { (reader) throws(SnapshotProblem) in try reader.number() },
      at: try reader.any(HealthTables.instant))
  }

  private static func code(_ status: AuthorizationStatus) -> UInt8 {
    switch status {
    case .notDetermined: 0
    case .denied: 1
    case .authorized: 2
    }
  }

  private static func status(
    _ reader: inout FactReader
  ) throws(SnapshotProblem) -> AuthorizationStatus {
    let code = try reader.number(UInt8.self)
    guard let status = AuthorizationStatus.allCases.first(where: { Self.code($0) == code })
    else { throw SnapshotProblem() }
    return status
  }
}
