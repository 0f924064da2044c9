import ByteTools
import HealthEvents
import HealthModel
import JournalFile

// All that the tables hold besides columns. What follows from other parts (numbers of provenances, who
// may share what, who replaced whom) is made anew.

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
    writer.put(all: provenances) {
      $0.put($1.actor)
      $0.put($1.origin)
    }
    writer.put(all: origins.sorted { $0.key < $1.key }) { Self.put($1.value, $1.key, to: &$0) }
    writer.put(any: opening) {
      $0.put(UInt64($1.format))
      $0.put($1.journal)
      $0.put($1.timeZone)
    }
    writeSettings(to: &writer)
    writer.put(all: decisions) { Self.put($1, to: &$0) }
    writeObjects(to: &writer)
    for uuids in [removed.sorted(), members.sorted()] { writer.put(all: uuids) { $0.put($1) } }
    writer.put(all: EventKind.allCases) { [counts] in $0.put(counts[$1]) }
    writer.put(lastSequence)
    for instant in [firstAt, lastAt] { writer.put(any: instant) { $0.put($1.microseconds) } }
  }

  mutating func readFacts(_ reader: inout FactReader) throws(SnapshotProblem) {
    types = try Self.names(&reader)
    units = try Self.names(&reader)
    zones = try Self.names(&reader)
    categoryNames = try Self.names(&reader)
    actors = try Self.names(&reader)
    for pair in try reader.all({ (reader) throws(SnapshotProblem) in
      Provenance(actor: try reader.number(), origin: try reader.number())
    }) {
      guard provenance(actor: pair.actor, origin: pair.origin) == provenances.count - 1 else {
        throw SnapshotProblem()
      }
    }
    for (sequence, origin) in try reader.all(Self.origin) {
      origins[sequence] = origin
      if originSequences[origin] == nil { originSequences[origin] = sequence }
    }
    opening = try reader.any { (reader) throws(SnapshotProblem) in
      JournalOpening(
        format: Int(try reader.number(UInt32.self)) + Int(try reader.number(UInt32.self)) << 32,
        journal: try reader.uuid(), timeZone: try reader.text())
    }
    try readSettings(&reader)
    for decision in try reader.all(Self.decision) { apply(decision) }
    try readObjects(&reader)
    removed = Set(try reader.all { (reader) throws(SnapshotProblem) in try reader.uuid() })
    members = Set(try reader.all { (reader) throws(SnapshotProblem) in try reader.uuid() })
    let counts = try reader.all { (reader) throws(SnapshotProblem) in
      try reader.number(UInt64.self)
    }
    guard counts.count == EventKind.allCases.count else { throw SnapshotProblem() }
    for (kind, count) in zip(EventKind.allCases, counts) { self.counts.add(kind, count) }
    lastSequence = try reader.number()
    firstAt = try reader.any(Self.instant)
    lastAt = try reader.any(Self.instant)
  }

  private static func instant(_ reader: inout FactReader) throws(SnapshotProblem) -> Instant {
    Instant(microseconds: try reader.number())
  }

  private static func names(_ reader: inout FactReader) throws(SnapshotProblem) -> NameTable {
    var table = NameTable()
    for name in try reader.all({ (reader) throws(SnapshotProblem) in try reader.text() }) {
      guard table.intern(name) == table.names.count - 1 else { throw SnapshotProblem() }
    }
    return table
  }

  // MARK: Origins, settings, decisions

  /// An origin as the line that tells it: the codec knows all its fields.
  private static func put(_ origin: Origin, _ sequence: UInt64, to writer: inout FactWriter) {
    var line = JSONWriter()
    _ = LineCodec.append(
      event: .origin(origin), by: Actor.owner, sequence: sequence,
      at: Instant(microseconds: 0), salt: Salt(random: (0, 0)), after: .zero, to: &line)
    writer.put(String(decoding: line.bytes.dropLast(), as: UTF8.self))
  }

  private static func origin(
    _ reader: inout FactReader
  ) throws(SnapshotProblem) -> (UInt64, Origin) {
    let line = Array(try reader.text().utf8)
    guard let entry = try? LineCodec.decode(unsafe line.span.bytes),
      case .origin(let origin)? = entry.event
    else { throw SnapshotProblem() }
    return (entry.sequence, origin)
  }

  private func writeSettings(to writer: inout FactWriter) {
    writer.put(settings.timeZone)
    writer.put(all: settings.priority.sorted { $0.key < $1.key }) {
      $0.put($1.key)
      $0.put(all: $1.value) { $0.put($1) }
    }
    writer.put(all: settings.preferredUnits.sorted { $0.key < $1.key }) {
      $0.put($1.key)
      $0.put($1.value)
    }
  }

  private mutating func readSettings(_ reader: inout FactReader) throws(SnapshotProblem) {
    settings.timeZone = try reader.text()
    for (type, sources) in try reader.all({ (reader) throws(SnapshotProblem) in
      (try reader.text(), try reader.all { (reader) throws(SnapshotProblem) in try reader.text() })
    }) {
      settings.priority[type] = sources
    }
    for (type, unit) in try reader.all({ (reader) throws(SnapshotProblem) in
      (try reader.text(), try reader.text())
    }) {
      settings.preferredUnits[type] = unit
    }
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
    let at = try instant(&reader)
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
