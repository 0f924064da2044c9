import ByteTools
import HealthModel
package import JournalFile

/// The tables as a file holds them: what is small decoded, columns mapped where they lie.
package struct Snapshot: Sendable {
  /// The tables of the lines up to `head`, settled, with the index of uuids.
  package let tables: HealthTables
  /// The place behind the last line that they hold.
  package let head: Head

  /// Writes what the tables hold; they must be settled.
  ///
  /// - Throws: `SystemFailure`; `SnapshotProblem` where there are more rows than can be counted.
  static func write(
    _ tables: HealthTables, _ head: Head, to file: OpenFile, on system: any FileSystem
  ) throws {
    let samples = tables.sampleTypes.map { tables.columns($0) }
    guard let placed = PlacedUUIDs(samples, tables.objects) else { throw SnapshotProblem() }
    let known = KnownUUIDs(placed: placed, samples: samples, objects: tables.objects)
    var facts = FactWriter()
    tables.writeFacts(
      to: &facts, removed: tables.removed.filter { !known.contains($0) },
      members: tables.members.filter { !known.contains($0) })
    let buckets = placed.starts.count - 1
    let sums = StoredColumn(tail: (0..<buckets).map { placed.checksum($0) })
    var sink = try SnapshotSink(file, on: system)
    try sink.section(.facts, count: 1) { try $0.put(facts.bytes) }
    let lines = tables.lines.offsets
    try sink.section(.lines, count: lines.count) { try $0.put(lines) }
    for columns in samples {
      try sink.section(.samples, count: columns.count, dead: columns.deadCount) {
        try columns.write(to: &$0)
      }
    }
    try sink.section(.buckets, count: buckets) {
      try $0.put(placed.starts)
      try $0.put(sums)
    }
    try sink.section(.places, count: placed.entries.count) { try $0.put(placed.entries) }
    try sink.finish(head)
  }

  /// Reads a file.
  ///
  /// - Parameter isWanted: whether a snapshot up to there is of use; else nil is returned.
  /// - Throws: `SnapshotProblem` where it is not what was written, as far as that is looked at; `SystemFailure`.
  init?(
    _ file: MappedBytes, source: SnapshotSource, isWanted: (Head) throws -> Bool
  ) throws {
    let trailer = try SnapshotTrailer(file)
    guard try isWanted(trailer.head) else { return nil }
    let sections = try trailer.readSections(file)
    guard sections.count >= 4, sections[0].kind == .facts, sections[1].kind == .lines,
      sections[sections.count - 2].kind == .buckets, sections[sections.count - 1].kind == .places
    else { throw SnapshotProblem() }
    let samples = Array(sections[2..<sections.count - 2])
    let (buckets, places) = (sections[sections.count - 2], sections[sections.count - 1])
    for section in [sections[0], sections[1], buckets] where !section.isSound(in: file) {
      throw SnapshotProblem()
    }
    var tables = HealthTables()
    let facts = sections[0]
    var reader = file.withBytes(facts.offset..<facts.offset + facts.size) { FactReader($0) }
    try tables.readFacts(&reader)
    tables.lines = LineIndex(try Self.column(file, sections[1]))
    for section in samples {
      guard section.kind == .samples else { throw SnapshotProblem() }
      tables.samples.append(try SampleColumns(file, section))
    }
    var columns = MappedColumns(file, buckets)
    let starts: StoredColumn<UInt32> = try columns.next(count: buckets.count + 1)
    let sums: StoredColumn<UInt64> = try columns.next()
    let placed = PlacedUUIDs(
      starts: starts, entries: try Self.column(file, places), rows: samples.map(\.count))
    guard starts.last == UInt32(exactly: places.count), trailer.head.sequence > 0,
      tables.lastSequence == trailer.head.sequence,
      tables.samples.count <= tables.types.names.count,
      UInt64(tables.lines.offsets.count) == LineIndex.count(for: trailer.head.sequence)
    else { throw SnapshotProblem() }
    tables.index = UUIDIndex(placed)
    tables.base = SnapshotBase(file, samples, placed, sums: sums, source: source)
    self.tables = tables
    head = trailer.head
  }

  private static func column<Element>(
    _ file: MappedBytes, _ section: SnapshotSection
  ) throws(SnapshotProblem) -> StoredColumn<Element> {
    var columns = MappedColumns(file, section)
    let column: StoredColumn<Element> = try columns.next()
    try columns.requireEnd()
    return column
  }
}

/// Tells which uuids have a row.
private struct KnownUUIDs {
  let placed: PlacedUUIDs
  let samples: [SampleColumns]
  let objects: [ObjectRow]

  func contains(_ uuid: ObjectUUID) -> Bool {
    placed.candidates(for: uuid).contains { place in
      place.table == UUIDIndex.Place.others
        ? objects[Int(place.row)].uuid == uuid
        : samples[Int(place.table)].uuids[Int(place.row)] == uuid
    }
  }
}
