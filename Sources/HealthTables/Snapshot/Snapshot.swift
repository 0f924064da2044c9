import HealthModel
package import JournalFile

/// The tables as a file holds them: what is small decoded, columns read when they are asked for.
package struct Snapshot: Sendable {
  /// The tables of the lines up to `head`, claims applied, with the index of uuids.
  package let tables: HealthTables
  /// The position after the last line that they hold.
  package let head: Head
  /// Whether its seal is right, and all that the tables answer is held against what it vouches for.
  let isSealed: Bool

  /// Writes what the tables hold; claims must be applied. The same lines make the same bytes,
  /// except the seal.
  ///
  /// - Throws: what `output` throws; `SnapshotProblem` where there are more rows than can be
  ///   counted.
  static func write(
    _ tables: HealthTables, _ head: Head, _ seal: SnapshotSeal,
    to output: @escaping SnapshotSink.Output
  ) throws {
    let samples = tables.sampleTypes.map { tables.columns($0) }
    guard let uuidIndex = FrozenUUIDIndex(samples, tables.objects) else { throw SnapshotProblem() }
    let known = KnownUUIDs(uuidIndex: uuidIndex, samples: samples, objects: tables.objects)
    var facts = FactWriter()
    tables.writeFacts(
      to: &facts, removed: tables.claims.removed.filter { !known.contains($0) },
      members: tables.claims.members.filter { !known.contains($0) })
    var (rights, links) = (FactWriter(), FactWriter())
    tables.parts.rights.value.write(to: &rights)
    tables.parts.links.value.write(to: &links)
    let buckets = uuidIndex.starts.count - 1
    let sums = StoredColumn(tail: (0..<buckets).map { uuidIndex.checksum($0) })
    var sink = try SnapshotSink(output)
    try sink.section(.facts, count: 1) { try $0.put(facts.bytes) }
    try sink.section(.rights, count: 1) { try $0.put(rights.bytes) }
    try sink.section(.links, count: 1) { try $0.put(links.bytes) }
    let lines = try tables.lines.starts.offsets()
    try sink.section(.lines, count: lines.count) { try $0.put(lines) }
    for columns in samples {
      try sink.section(.samples, count: columns.count, dead: columns.deadCount) {
        try columns.write(to: &$0)
      }
      let extremes = columns.extremes
      try sink.section(.extremes, count: extremes.rows.count) { try extremes.write(to: &$0) }
      let blocks = SampleBlocks(of: columns)
      try sink.section(.blocks, count: blocks.count) { try blocks.write(to: &$0) }
      let marked = SummaryRows(of: columns, in: tables)
      try sink.section(.marked, count: marked.count) { try marked.write(to: &$0) }
    }
    try sink.section(.buckets, count: buckets) {
      try $0.put(uuidIndex.starts)
      try $0.put(sums)
    }
    try sink.section(.rowIDs, count: uuidIndex.entries.count) { try $0.put(uuidIndex.entries) }
    try sink.finish(head, buckets: (0..<buckets).map { uuidIndex.digest($0) }, seal)
  }

  /// Reads a file.
  ///
  /// - Parameter key: checks the seal and, where it is right, holds the bytes against its digests;
  ///   nil: checksums are enough.
  /// - Throws: `SnapshotProblem` where it is not what was written, as far as that is looked at;
  ///   `SystemFailure`.
  init(_ file: SnapshotFile, source: SnapshotSource, key: [UInt8]?) throws {
    let trailer = try SnapshotTrailer(file)
    var sections = try trailer.readSections(file.bytes)
    let digests = key.flatMap { SnapshotDigests(file, trailer, sections, $0) }
    if let digests {
      for index in sections.indices { sections[index].digest = digests[section: index] }
    }
    isSealed = digests != nil
    let parts = try SnapshotParts(sections)
    let bucketDigests = digests.map { Array($0.buckets) }
    guard bucketDigests?.count ?? parts.buckets.count == parts.buckets.count else {
      throw SnapshotProblem()
    }
    guard file.loadSound(parts.facts) else { throw SnapshotProblem() }
    var tables = HealthTables()
    var reader = FactReader(file.bytes, parts.facts)
    try tables.readFacts(&reader)
    let rows = parts.samples.map(\.count)
    tables.samples.reserveCapacity(rows.count)
    for (section, extremes) in zip(parts.samples, parts.extremes) {
      tables.samples.append(try SampleColumns(file.bytes, section, extremes: extremes))
    }
    guard trailer.head.sequence > 0, tables.lastSequence == trailer.head.sequence,
      tables.lastAt == trailer.head.at,
      UInt64(parts.lines.count) == LineIndex.count(for: trailer.head.sequence),
      FrozenUUIDIndex.isPossible(buckets: parts.buckets.count, rows: rows),
      let limits = SnapshotLimits(tables, rows: rows)
    else { throw SnapshotProblem() }
    var columns = SectionColumns(file.bytes, parts.buckets)
    let starts: StoredColumn<UInt32> = try columns.next(count: parts.buckets.count + 1)
    let sums: StoredColumn<UInt64> = try columns.next()
    try columns.requireEnd()
    let uuidIndex = FrozenUUIDIndex(
      starts: starts, entries: try Self.column(file.bytes, parts.rowIDs), rows: rows)
    let base = SnapshotBase(
      file, parts, uuidIndex, sums: sums, digests: bucketDigests, limits, trailer.head,
      source: source)
    tables.lines.starts = LineIndex(count: parts.lines.count) { try base.lines() }
    tables.parts = LazyParts(base)
    tables.index = ObjectIndex(uuidIndex)
    self.tables = tables
    head = trailer.head
  }

  /// The elements of a section that is one column.
  static func column<Element>(
    _ file: OwnedBytes, _ section: SnapshotSection
  ) throws(SnapshotProblem) -> StoredColumn<Element> {
    var columns = SectionColumns(file, section)
    let column: StoredColumn<Element> = try columns.next()
    try columns.requireEnd()
    return column
  }
}

/// The sections of a snapshot by what they hold.
struct SnapshotParts: Sendable {
  /// The number of them.
  let count: Int
  let facts: SnapshotSection
  let rights: SnapshotSection
  let links: SnapshotSection
  let lines: SnapshotSection
  /// By the numbers of the types.
  let samples: [SnapshotSection]
  /// By the numbers of the types.
  let extremes: [SnapshotSection]
  /// By the numbers of the types.
  let blocks: [SnapshotSection]
  /// By the numbers of the types.
  let marked: [SnapshotSection]
  let buckets: SnapshotSection
  let rowIDs: SnapshotSection
  let digests: SnapshotSection

  init(_ sections: [SnapshotSection]) throws(SnapshotProblem) {
    let types = (sections.count - 7) / 4
    guard types >= 0, sections.count == 7 + 4 * types else { throw SnapshotProblem() }
    count = sections.count
    let ofTypes = sections[4..<4 + 4 * types]
    (facts, rights, links, lines) = (sections[0], sections[1], sections[2], sections[3])
    samples = ofTypes.filter { $0.kind == .samples }
    extremes = ofTypes.filter { $0.kind == .extremes }
    blocks = ofTypes.filter { $0.kind == .blocks }
    marked = ofTypes.filter { $0.kind == .marked }
    (buckets, rowIDs) = (sections[4 + 4 * types], sections[5 + 4 * types])
    digests = sections[6 + 4 * types]
    guard facts.kind == .facts, rights.kind == .rights, links.kind == .links,
      lines.kind == .lines, buckets.kind == .buckets, rowIDs.kind == .rowIDs,
      digests.kind == .digests,
      samples.count == types, extremes.count == types, blocks.count == types,
      marked.count == types
    else { throw SnapshotProblem() }
    for (rows, told) in zip(samples, blocks) where SampleBlocks.count(for: rows.count) != told.count
    {
      throw SnapshotProblem()
    }
  }
}

/// Tells which uuids have a row.
private struct KnownUUIDs {
  let uuidIndex: FrozenUUIDIndex
  let samples: [SampleColumns]
  let objects: [ObjectRow]

  func contains(_ uuid: ObjectUUID) -> Bool {
    uuidIndex.candidates(for: uuid).contains { rowID in
      rowID.table == UUIDIndex.RowID.others
        ? objects[Int(rowID.row)].uuid == uuid
        : samples[Int(rowID.table)].uuids[Int(rowID.row)] == uuid
    }
  }
}
