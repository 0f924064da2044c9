import HealthEvents
import HealthModel
package import JournalFile

/// The tables as a file holds them: what is small decoded, columns read when they are asked for.
package struct Snapshot: Sendable {
  /// The tables of the lines up to `head`, claims applied, with the index of uuids.
  package let tables: HealthTables
  /// The position after the last line that they hold.
  package let head: Head
  /// True if its seal is right, and all that the tables answer is checked against what the seal
  /// vouches for.
  let isSealed: Bool

  init(tables: HealthTables, head: Head, isSealed: Bool) {
    (self.tables, self.head, self.isSealed) = (tables, head, isSealed)
  }

  /// Writes what the tables hold; claims must be applied. The same lines make the same bytes,
  /// except the seal.
  ///
  /// - Throws: what `output` throws; `SnapshotProblem` where there are more rows than can be
  ///   counted.
  static func write(
    _ tables: HealthTables, _ head: Head, _ seal: SnapshotSeal,
    to output: @escaping SnapshotSink.Output
  ) throws {
    let known = try KnownUUIDs(tables)
    let (samples, uuidIndex) = (known.samples, known.uuidIndex)
    var facts = FactWriter()
    tables.writeFacts(
      to: &facts,
      removed: tables.claims.states.keys.filter {
        tables.isRemoved($0) && known.rowIDs(of: $0).isEmpty
      },
      members: tables.claims.members.keys.filter { known.rowIDs(of: $0).isEmpty })
    var (rights, links, lineWords, ladder) = (
      FactWriter(), FactWriter(), FactWriter(), FactWriter()
    )
    let steps = try Ladder(of: tables, known)
    steps.write(to: &ladder)
    tables.parts.rights.value.write(to: &rights)
    tables.parts.links.value.write(to: &links)
    try tables.wholeWords().write(to: &lineWords)
    let buckets = uuidIndex.starts.count - 1
    let sums = StoredColumn(tail: (0..<buckets).map { uuidIndex.checksum($0) })
    var sink = try SnapshotSink(output)
    try sink.section(.facts, count: 1) { try $0.put(facts.bytes) }
    try sink.section(.rights, count: 1) { try $0.put(rights.bytes) }
    try sink.section(.links, count: 1) { try $0.put(links.bytes) }
    try sink.section(.words, count: 1) { try $0.put(lineWords.bytes) }
    try sink.section(.ladder, count: 1) { try $0.put(ladder.bytes) }
    let lines = try tables.lines.starts.all()
    try sink.section(.lines, count: lines.count) { try $0.put(lines) }
    for (type, columns) in samples.enumerated() {
      try sink.section(.samples, count: columns.count, dead: columns.deadCount) {
        try columns.write(to: &$0)
      }
      let extremes = columns.extremes
      try sink.section(.extremes, count: extremes.rows.count) { try extremes.write(to: &$0) }
      let blocks = SampleBlocks(of: columns)
      try sink.section(.blocks, count: blocks.count) { try blocks.write(to: &$0) }
      let marked = SummaryRows(of: columns, type: type, steps, in: tables)
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
  /// - Parameter key: checks the seal and, if it is right, checks the bytes against its digests;
  ///   nil: checksums are enough.
  /// - Throws: `SnapshotProblem` if it is not what was written, as far as that is checked;
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
    let base = try SnapshotBase(
      file, parts, digests: bucketDigests, limits, trailer.head, source: source)
    tables.lines.starts = LineIndex(count: parts.lines.count) { try base.lines() }
    tables.parts = LazyParts(base)
    tables.index = ObjectIndex(base.uuidIndex)
    self.tables = tables
    head = trailer.head
  }

  /// Returns the elements of a section that is one column.
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
  let words: SnapshotSection
  let ladder: SnapshotSection
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
    let types = (sections.count - 9) / 4
    guard types >= 0, sections.count == 9 + 4 * types else { throw SnapshotProblem() }
    count = sections.count
    (facts, rights, links, words) = (sections[0], sections[1], sections[2], sections[3])
    (ladder, lines) = (sections[4], sections[5])
    let ofTypes = sections[6..<6 + 4 * types]
    samples = ofTypes.filter { $0.kind == .samples }
    extremes = ofTypes.filter { $0.kind == .extremes }
    blocks = ofTypes.filter { $0.kind == .blocks }
    marked = ofTypes.filter { $0.kind == .marked }
    (buckets, rowIDs) = (sections[6 + 4 * types], sections[7 + 4 * types])
    digests = sections[8 + 4 * types]
    guard facts.kind == .facts, rights.kind == .rights, links.kind == .links,
      words.kind == .words, ladder.kind == .ladder, lines.kind == .lines, buckets.kind == .buckets,
      rowIDs.kind == .rowIDs,
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

/// The numbers that the parts of a snapshot may hold: only those that lines could have led to.
/// Where all checksums are forged, an answer may be wrong, which an audit finds; but no index is
/// out of bounds.
struct SnapshotLimits: Sendable {
  /// By the number of a context: whether a quantity, and whether a category, may have it.
  private let quantities: [Bool]
  private let categories: [Bool]
  private let types: Int
  private let provenances: Int
  private let lastSequence: UInt64
  /// The number of rows of each type.
  private let rows: [Int]

  /// Creates the limits that the facts of a snapshot set; nil if the facts themselves do not fit
  /// together.
  ///
  /// - Parameter rows: the number of rows of each type.
  init?(_ tables: HealthTables, rows: [Int]) {
    guard Self.fit(tables), rows.count <= tables.types.names.count,
      rows.allSatisfy({ $0 == 0 }) || !tables.vocabulary.contexts.all.isEmpty
    else { return nil }
    func fits(_ number: UInt32, _ names: NameTable) -> Bool { number < names.names.count }
    let all = tables.vocabulary.contexts.all
    quantities = all.map { fits($0.unit, tables.units) }
    categories = all.map { $0.unit == SampleRow.none || fits($0.unit, tables.categoryNames) }
    types = tables.types.names.count
    provenances = tables.provenances.count
    lastSequence = tables.lastSequence
    self.rows = rows
  }

  /// Returns true if numbers refer to something, and counts and times are those of lines.
  private static func fit(_ tables: HealthTables) -> Bool {
    guard let first = tables.firstAt, let last = tables.lastAt,
      (1...JournalLimits.format).contains(tables.format),
      tables.counts.sum == tables.lastSequence, UInt32(exactly: tables.lastSequence) != nil,
      isTime(first.microseconds), isTime(last.microseconds)
    else { return false }
    let provenances = tables.provenances
    return provenances.allSatisfy { $0.actor < tables.actors.names.count }
      && tables.vocabulary.contexts.all.allSatisfy { common in
        common.provenance < provenances.count
          && (common.zone == SampleRow.none || common.zone < tables.zones.names.count)
          && isOffset(common.startOffset) && isOffset(common.endOffset)
      }
  }

  /// Returns true if a moment lies in the years 0 to 9999 of some zone.
  private static func isTime(_ microseconds: Int64) -> Bool {
    microseconds >= -62_167_305_600_000_000 && microseconds <= 253_402_387_200_000_000
  }

  private static func isOffset(_ minutes: Int16) -> Bool { minutes > -1440 && minutes < 1440 }

  private func isLine(_ sequence: UInt64) -> Bool { sequence > 0 && sequence <= lastSequence }

  /// Returns true if these may be rows of a snapshot.
  ///
  /// - Parameter count: how many there must be.
  func allow(_ columns: SampleColumns, count: Int) -> Bool {
    guard columns.count == count, columns.extremes.fit(count) else { return false }
    var (isGood, dead) = (true, 0)
    let all = 0..<count
    columns.starts.withSpan(all) { isGood = isGood && Self.hold($0, Self.isTime) }
    columns.ends.withSpan(all) { isGood = isGood && Self.hold($0, Self.isTime) }
    columns.values.withSpan(all) { isGood = isGood && Self.hold($0, \.isFinite) }
    columns.sequences.withSpan(all) { isGood = isGood && Self.hold($0) { isLine(UInt64($0)) } }
    columns.contexts.withSpan(all) { contexts in
      columns.flags.withSpan(all) { flags in
        columns.values.withSpan(all) { values in
          for row in contexts.indices {
            let (number, flags) = (Int(contexts[row]), flags[row])
            let isCategory = flags.contains(.category)
            guard number < quantities.count,
              isCategory ? categories[number] && Self.isCode(values[row]) : quantities[number]
            else { return isGood = false }
            if flags.contains(.dead) { dead += 1 }
          }
        }
      }
    }
    return isGood && dead == columns.deadCount
  }

  private static func hold<Element>(
    _ span: Span<Element>, _ condition: (Element) -> Bool
  ) -> Bool {
    var isGood = true
    for index in span.indices { isGood = condition(span[index]) && isGood }
    return isGood
  }

  private static func isCode(_ value: Double) -> Bool {
    value.rounded() == value && abs(value) <= 0x1p62
  }

  /// Returns true if these may be the links of a snapshot.
  func allow(_ links: HealthTables.Links) -> Bool {
    links.objects.allSatisfy { object in
      object.type < types && object.provenance < provenances && isLine(UInt64(object.sequence))
        && Self.isTime(object.start) && Self.isTime(object.end)
    }
      && links.successors.allSatisfy { successor in
        guard let type = successor.type else {
          return links.objects.indices.contains(successor.row)
        }
        return type < rows.count && rows[Int(type)] > successor.row && successor.row >= 0
      }
  }

  /// Returns true if these may be the decisions of a snapshot.
  func allow(_ rights: HealthTables.Rights) -> Bool {
    func hasTimes(_ right: AuthorizationRight?) -> Bool {
      [right?.terms.since, right?.terms.until]
        .allSatisfy { $0.map { Self.isTime($0.instant.microseconds) } ?? true }
    }
    return rights.decisions.allSatisfy { decision in
      isLine(decision.sequence) && Self.isTime(decision.at.microseconds)
        && [
          decision.sharing, decision.reading, decision.sharingBefore, decision.readingBefore,
        ].allSatisfy(hasTimes)
    }
  }
}

/// The parts of the tables that a snapshot holds and reads when they are first asked for, and the
/// base that vouches for them.
struct LazyParts: Sendable {
  /// Objects that are no samples, and what links objects.
  var links = Lazy(HealthTables.Links())
  /// Every decision on a source and a type.
  var rights = Lazy(HealthTables.Rights())
  /// The base that vouches for the rows that a snapshot holds; nil if there is no snapshot.
  private(set) var base: SnapshotBase?

  /// Parts in memory, of no lines.
  init() {}

  init(_ base: SnapshotBase) {
    links = Lazy(empty: HealthTables.Links()) { base.links() }
    rights = Lazy(empty: HealthTables.Rights()) { base.rights() }
    self.base = base
  }
}

/// A part of the tables that a snapshot may hold: it is read from there when it is first asked for.
struct Lazy<Part: Sendable>: Sendable {
  private var own: Part
  private var source: (@Sendable () -> Part)?

  /// Creates a part in memory.
  init(_ own: Part) { self.own = own }

  /// Creates a part that a snapshot holds.
  ///
  /// - Parameters:
  ///   - empty: the value of the part in memory until it is changed.
  ///   - source: the part that the snapshot holds; reads it once, however often it is asked.
  init(empty: Part, _ source: @escaping @Sendable () -> Part) {
    own = empty
    self.source = source
  }

  /// True if the part is as the snapshot has it.
  var isUnchanged: Bool { source != nil }

  var value: Part {
    _read {
      if let source { yield source() } else { yield own }
    }
    _modify {
      if let source {
        own = source()
        self.source = nil
      }
      yield &own
    }
  }
}
