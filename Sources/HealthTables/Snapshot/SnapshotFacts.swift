import HealthEvents
import HealthModel

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
