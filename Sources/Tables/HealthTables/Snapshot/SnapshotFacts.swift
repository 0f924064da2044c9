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
    writer.put(any: opening) {
      $0.put(UInt64($1.format))
      $0.put($1.journal)
      $0.put($1.timeZone)
    }
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
    opening = try reader.any { (reader) throws(SnapshotProblem) in
      JournalOpening(
        format: Int(try reader.number(UInt32.self)) + (Int(try reader.number(UInt32.self)) << 32),
        journal: try reader.uuid(), timeZone: try reader.text())
    }
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
    writer.put(all: settings.priority) {
      $0.put($1.type)
      $0.put(all: $1.sources) { $0.put($1) }
    }
    writer.put(all: settings.preferredUnits) {
      $0.put($1.type)
      $0.put($1.unit)
    }
  }

  private mutating func readSettings(_ reader: inout FactReader) throws(SnapshotProblem) {
    settings.timeZone = try reader.text()
    guard let day = Weekday(rawValue: Int(try reader.number(UInt32.self))) else {
      throw SnapshotProblem()
    }
    settings.weekStarts = day
    try reader.forEach { (reader) throws(SnapshotProblem) in
      let type = try reader.text()
      let sources = try reader.all { (reader) throws(SnapshotProblem) in try reader.text() }
      settings.set(SourcePriority(type: type, sources: sources))
    }
    try reader.forEach { (reader) throws(SnapshotProblem) in
      settings.set(PreferredUnit(type: try reader.text(), unit: try reader.text()))
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
      $0.put($1.value.object.uuid)
      $0.put($1.value.object.version)
      $0.put($1.value.line)
    }
  }

  init(_ reader: inout FactReader) throws(SnapshotProblem) {
    self.init()
    objects = try reader.all(Self.object)
    workoutLines = try reader.all { (reader) throws(SnapshotProblem) in
      HealthTables.WorkoutLine(workout: try reader.uuid(), sequence: try reader.number())
    }
    for successor in try reader.all(Self.successor) {
      if successorIndices[successor.older] == nil {
        successorIndices[successor.older] = successors.count
      }
      successors.append(successor)
    }
    appliedSuccessors = successors.count
    for (uuid, value) in try reader.all({ (reader) throws(SnapshotProblem) in
      (try reader.uuid(), try reader.text())
    }) {
      traits[uuid] = value
    }
    for (name, object) in try reader.all(Self.syncedName) { synced[name] = object }
  }

  private static func put(_ object: ObjectRow, to writer: inout FactWriter) {
    writer.put(object.uuid)
    writer.put(object.kind.rawValue)
    writer.put(object.isLive)
    writer.put(object.type)
    writer.put(object.sequence)
    writer.put(object.provenance)
    writer.put(object.start)
    writer.put(object.end)
  }

  private static func object(_ reader: inout FactReader) throws(SnapshotProblem) -> ObjectRow {
    let uuid = try reader.uuid()
    guard let kind = ObjectRow.Kind(rawValue: try reader.number()) else { throw SnapshotProblem() }
    let isLive = try reader.flag()
    return ObjectRow(
      uuid: uuid, kind: kind, type: try reader.number(), sequence: try reader.number(),
      provenance: try reader.number(), start: try reader.number(), end: try reader.number(),
      isLive: isLive)
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
    let object = SyncedObject(uuid: try reader.uuid(), version: try reader.double())
    return (name, HealthTables.Synced(object: object, line: try reader.number()))
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

extension FactReader {
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
    let statuses = [
      decision.share, decision.read, decision.shareBefore, decision.readBefore,
    ]
    for status in statuses { writer.put(any: status) { $0.put(Self.code($1)) } }
  }

  private static func decision(
    _ reader: inout FactReader
  ) throws(SnapshotProblem) -> AuthorizationDecision {
    let sequence = try reader.number(UInt64.self)
    let at = try HealthTables.instant(&reader)
    let (source, type) = (try reader.text(), try reader.text())
    let (share, read) = (try reader.any(status), try reader.any(status))
    guard let shareBefore = try reader.any(status), let readBefore = try reader.any(status)
    else { throw SnapshotProblem() }
    var decision = AuthorizationDecision(
      sequence: sequence, at: at, source: source, type: type, shareBefore: shareBefore,
      readBefore: readBefore)
    decision.share = share
    decision.read = read
    return decision
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

/// Writes numbers and texts one after the other, little-endian and of fixed width; `FactReader`
/// reads them again.
struct FactWriter {
  private(set) var bytes: [UInt8] = []

  mutating func put<Number: FixedWidthInteger>(_ number: Number) {
    put(UInt64(truncatingIfNeeded: number), bytes: MemoryLayout<Number>.size)
  }

  /// Writes the lowest bytes of a word. One loop for all widths: the optimizer took half a minute
  /// for the copies that it made of it at each call.
  @inline(never)
  private mutating func put(_ word: UInt64, bytes count: Int) {
    for index in 0..<count {
      bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(index * 8)))
    }
  }

  mutating func put(_ flag: Bool) { put(UInt8(flag ? 1 : 0)) }

  mutating func put(_ number: Double) { put(number.bitPattern) }

  mutating func put(_ uuid: ObjectUUID) {
    put(uuid.high)
    put(uuid.low)
  }

  mutating func put(_ digest: Digest) {
    for word in [digest.words.0, digest.words.1, digest.words.2, digest.words.3] { put(word) }
  }

  mutating func put(_ text: String) {
    put(UInt32(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }

  /// Writes the number of elements, then each of them.
  mutating func put<Elements: Collection>(
    all elements: Elements, _ body: (inout FactWriter, Elements.Element) -> Void
  ) {
    put(UInt64(elements.count))
    for element in elements { body(&self, element) }
  }

  /// Writes if there is a value, then the value.
  mutating func put<Value>(any value: Value?, _ body: (inout FactWriter, Value) -> Void) {
    put(value != nil)
    if let value { body(&self, value) }
  }

  /// Zeros up to a multiple of this many bytes.
  mutating func pad(to multiple: Int) {
    bytes.append(
      contentsOf: repeatElement(0, count: (multiple - bytes.count % multiple) % multiple))
  }
}

/// The bytes of a snapshot are not those that this program writes into one.
struct SnapshotProblem: Error {}

/// Reads what `FactWriter` wrote.
struct FactReader {
  private let bytes: [UInt8]
  private var at = 0
  private var depth = 0
  /// The limit of nesting, the format's own.
  private static let mostNested = 32

  init(_ bytes: RawSpan) {
    self.bytes = bytes.array
  }

  init(_ file: OwnedBytes, _ section: SnapshotSection) {
    self = file.withBytes(section.offset..<section.end) { FactReader($0) }
  }

  mutating func number<Number: FixedWidthInteger>(
    _ type: Number.Type = Number.self
  ) throws(SnapshotProblem) -> Number {
    let size = MemoryLayout<Number>.size
    guard bytes.count - at >= size else { throw SnapshotProblem() }
    let bits = bits(size)
    at += size
    return Number(truncatingIfNeeded: bits)
  }

  /// Returns the next bytes, this many or more, in the lowest bits; the caller drops the rest.
  private func bits(_ size: Int) -> UInt64 {
    if bytes.count - at >= 8 { return bytes.rawBytes.word(at) }
    var bits: UInt64 = 0
    for index in 0..<size { bits |= UInt64(bytes[at + index]) << UInt64(index * 8) }
    return bits
  }

  mutating func flag() throws(SnapshotProblem) -> Bool {
    switch try number(UInt8.self) {
    case 0: return false
    case 1: return true
    case _: throw SnapshotProblem()
    }
  }

  mutating func double() throws(SnapshotProblem) -> Double { Double(bitPattern: try number()) }

  mutating func uuid() throws(SnapshotProblem) -> ObjectUUID {
    ObjectUUID(high: try number(), low: try number())
  }

  mutating func digest() throws(SnapshotProblem) -> Digest {
    Digest(words: (try number(), try number(), try number(), try number()))
  }

  mutating func text() throws(SnapshotProblem) -> String {
    let count = Int(try number(UInt32.self))
    guard bytes.count - at >= count else { throw SnapshotProblem() }
    defer { at += count }
    return String(decoding: bytes[at..<at + count], as: UTF8.self)
  }

  mutating func forEach(
    _ body: (inout FactReader) throws(SnapshotProblem) -> Void
  ) throws(SnapshotProblem) {
    let count = try number(UInt64.self)
    guard count <= UInt64(bytes.count - at) else { throw SnapshotProblem() }
    for _ in 0..<count { try body(&self) }
  }

  mutating func all<Element>(
    _ body: (inout FactReader) throws(SnapshotProblem) -> Element
  ) throws(SnapshotProblem) -> [Element] {
    let count = try number(UInt64.self)
    guard count <= UInt64(bytes.count - at) else { throw SnapshotProblem() }
    var elements: [Element] = []
    elements.reserveCapacity(min(Int(count), 1 << 12))
    for _ in 0..<count { elements.append(try body(&self)) }
    return elements
  }

  /// Reads what may hold others of its kind, no deeper than lines may.
  mutating func nested<Value>(
    _ body: (inout FactReader) throws(SnapshotProblem) -> Value
  ) throws(SnapshotProblem) -> Value {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.mostNested else { throw SnapshotProblem() }
    return try body(&self)
  }

  mutating func any<Value>(
    _ body: (inout FactReader) throws(SnapshotProblem) -> Value
  ) throws(SnapshotProblem) -> Value? {
    try flag() ? try body(&self) : nil
  }
}
