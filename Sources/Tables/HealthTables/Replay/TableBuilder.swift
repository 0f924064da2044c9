import ByteTools
import HealthEvents
package import HealthModel
package import JournalFile

/// Makes tables of lines, one after the other, and keeps what only the reading of further lines
/// needs: what came lately, and rows on their way into columns.
///
/// A fold: `apply` takes the next line or entry, in order. `append(_:like:)` and `join` are faster
/// ways to the same tables.
package struct TableBuilder: Sendable {
  /// The tables of the lines so far. Until `applyClaims`, rows may be missing, and look live when
  /// they are not.
  package internal(set) var tables: HealthTables
  var scratch = CanonicalScratch()
  var pending = PendingRows()
  /// The removals by canonical lines that are not yet applied to the tables.
  var removals: [Removal] = []
  var sorter = RowSorter()
  private(set) var progress: ReplayProgress

  /// The removal of an object by a line.
  struct Removal: Sendable {
    var sequence: UInt32
    var uuid: ObjectUUID
  }

  /// Goes on from the tables of some lines; from those of none at first.
  package init(_ tables: HealthTables = HealthTables()) {
    self.init(tables, from: 0, to: 0)
  }

  /// Creates a builder that is going to read lines from one offset in the file to another.
  init(_ tables: HealthTables = HealthTables(), from start: UInt64, to end: UInt64) {
    self.tables = tables
    progress = ReplayProgress(from: start, to: end)
  }

  // MARK: Lines

  /// Applies the next line, whose bytes begin at `offset`: on the fast path if it is written as
  /// this library writes it, else on the general one, with the same result.
  ///
  /// - Throws: `LineProblem` if the line is bad; then the tables must not be used further.
  package mutating func apply(
    line: RawSpan, at offset: UInt64
  ) throws(LineProblem) -> ScannedLine {
    if let seen = applyCanonical(line, at: offset) {
      takeUp()
      return seen
    }
    let entry = try LineCodec.decode(line)
    try apply(entry, at: offset)
    return ScannedLine(sequence: entry.sequence, at: entry.at, endsInChain: true)
  }

  /// Applies the next entry.
  package mutating func apply(_ entry: Entry, at offset: UInt64) throws(LineProblem) {
    try apply(entry)
    note(entry, at: offset)
  }

  /// Notes the line of an entry, and its words.
  mutating func note(_ entry: Entry, at offset: UInt64) {
    note(entry.sequence, entry.at, entry.kind, at: offset)
    tables.words.add(entry)
  }

  /// Notes the line of what was taken.
  mutating func note(
    _ sequence: UInt64, _ at: Instant, _ kind: EventKind, at offset: UInt64
  ) {
    tables.lines.note(sequence, at, kind, at: offset)
    progress.move(to: offset)
  }

  /// Notes the lines of a part, which follow, and takes their words.
  ///
  /// - Parameter words: the numbers here of the words of the part.
  mutating func note(linesOf part: inout TableBuilder, _ words: inout [Int]) {
    tables.lines.append(contentsOf: part.tables.lines)
    tables.words.take(&part.tables.words, &words)
    progress.move(to: part.progress.at)
  }

  /// Forgets everything but names, to read other lines into the same memory.
  mutating func clearLines() {
    pending.removeAll()
    removals.removeAll(keepingCapacity: true)
    tables.workoutLines.removeAll(keepingCapacity: true)
    tables.words.removePages()
    (tables.lines, progress) = (LineLog(), ReplayProgress())
  }

  // MARK: Tables

  /// Appends the rows that wait, and takes what was deleted, replaced or claimed by a correlation
  /// since the last call out of the views. Until then those rows still look live; a scan calls this
  /// once, at its end.
  package mutating func applyClaims() {
    flush()
    tables.applyClaims()
  }

  /// Builds the index of all uuids, which a writer needs, in one go.
  package mutating func buildIndex() {
    flush()
    tables.buildIndex()
  }

  /// Makes sure that the line of an origin is found without a search through all of them.
  package mutating func numberOrigins() { tables.origins.number() }

  /// Applies the content of an entry; the caller notes its line.
  mutating func apply(_ entry: Entry) throws(LineProblem) {
    guard let sequence = UInt32(exactly: entry.sequence) else { throw .wrongValue(key: "seq") }
    guard (entry.kind == .open) == (entry.sequence == 1) || entry.kind == .erased else {
      throw .openMisplaced
    }
    guard case .event(let event, let by) = entry.body else { return }
    try require(event, in: entry)
    if let recording = entry.recorded { tables.recordings.add(recording, at: sequence) }
    switch event {
    case .open(let opening):
      tables.opening = opening
      tables.format = opening.format
      tables.settings = HealthTables.Settings(opening)
    case .origin(let origin):
      tables.origins.number()
      tables.origins.set(origin, at: entry.sequence)
    case .save(let save): apply(save, by: by, sequence: sequence, at: entry.at)
    case .delete(let deletion): for uuid in deletion.objects { tables.remove(uuid, by: sequence) }
    case .authorize(let change): apply(change, sequence: entry.sequence, at: entry.at)
    case .configure(let configuration): tables.apply(configuration, of: sequence)
    case .declare(let type): tables.catalogue.declare(type, at: entry.sequence)
    case .format(let step):
      tables.format = step.format
      tables.stated.formats.append((sequence, step.format))
    case .revert(let revert): apply(revert, sequence: sequence, at: entry.at)
    case .importReceipt, .erase: break
    }
  }

  /// Requires that an earlier line states the format that an event needs.
  private func require(_ event: Event, in entry: Entry) throws(LineProblem) {
    switch event {
    case .open: break
    case .format(let step):
      guard step.format > tables.format else { throw .wrongValue(key: "format") }
    case .origin, .save, .delete, .authorize, .configure, .declare, .importReceipt, .erase, .revert:
      guard entry.leastFormat <= tables.format else { throw .formatNotStated(entry.leastFormat) }
    }
  }

  private mutating func apply(_ revert: Revert, sequence: UInt32, at: Instant) {
    flush()
    for (runs, state) in revert.objects { tables.set(runs, state, by: sequence) }
    for uuid in revert.joined { tables.claims.claim(uuid, by: sequence) }
    for uuid in revert.freed { tables.claims.claim(uuid, false, by: sequence) }
    for right in revert.rights {
      tables.parts.rights.value.add(right, sequence: UInt64(sequence), at: at)
    }
    if let settings = revert.settings { tables.apply(settings, of: sequence) }
  }

  private mutating func apply(_ change: AuthorizationChange, sequence: UInt64, at: Instant) {
    var made: [String: AuthorizationDecision] = [:]
    func decision(_ type: String) -> AuthorizationDecision {
      made[type]
        ?? AuthorizationDecision(
          sequence: sequence, at: at, source: change.source, type: type,
          sharingBefore: tables.shareRight(of: type, by: change.source),
          readingBefore: tables.readRight(of: type, by: change.source))
    }
    for grant in change.share {
      var decided = decision(grant.type)
      decided.sharing = AuthorizationRight(grant.status, on: change.terms.ofSharing)
      made[grant.type] = decided
    }
    for grant in change.read {
      var decided = decision(grant.type)
      decided.reading = AuthorizationRight(grant.status, on: change.terms)
      made[grant.type] = decided
    }
    for decision in made.values.sorted(by: { $0.type < $1.type }) {
      tables.parts.rights.value.add(decision)
    }
  }

  // MARK: Objects

  private mutating func apply(_ save: Save, by: String, sequence: UInt32, at: Instant) {
    let actor = tables.vocabulary.actors.intern(by)
    for (index, object) in save.objects.enumerated() {
      let type = tables.vocabulary.types.intern(object.content.type)
      let provenance = tables.vocabulary.provenances.number(
        of: Provenance(actor: actor, origin: object.origin ?? 0))
      switch object.content {
      case .quantity, .category:
        let row = row(of: object, provenance: provenance, sequence: sequence, at: at)
        append(row, type: type)
        if case .quantity(let sample) = object.content { noteExtremes(of: sample, type: type) }
      case .correlation(let correlation):
        for uuid in correlation.members { tables.claims.claim(uuid, by: sequence) }
        append(object, .correlation, type, provenance, sequence)
      case .workout:
        append(object, .workout, type, provenance, sequence)
      case .characteristic(let trait):
        if tables.traits.updateValue(trait.value, forKey: object.uuid) != nil {
          tables.stated.requireCuts(from: sequence)
        }
        append(object, .characteristic, type, provenance, sequence)
      case .summary: append(object, .summary, type, provenance, sequence)
      case .document: append(object, .document, type, provenance, sequence)
      }
      noteSync(object, by: by, in: save, type: type, sequence: sequence)
      if let older = save.older(at: index) {
        noteSuccessor(object, of: older, type: type, line: sequence)
      } else if let older = save.corrected, tables.successors.last?.uuid != object.uuid {
        noteSuccessor(object, of: older, type: type, line: sequence)
      }
    }
    for uuid in save.replaces { tables.remove(uuid, by: sequence) }
    if let owner = save.owner {
      tables.workoutLines.append(HealthTables.WorkoutLine(workout: owner, sequence: sequence))
    }
  }

  /// Notes what the sample whose row came last states of the series that it condenses.
  private mutating func noteExtremes(of sample: QuantityContent, type: UInt32) {
    guard let series = sample.series, series.minimum != nil || series.maximum != nil else { return }
    flush()
    tables.samples[Int(type)].noteExtremes(least: series.minimum, greatest: series.maximum)
  }

  /// Notes an object under its sync identifier: below live versions that are higher, for imports
  /// state versions in any order.
  private mutating func noteSync(
    _ object: HealthObject, by: String, in save: Save, type: UInt32, sequence: UInt32
  ) {
    guard case .string(let name)? = object.metadata[MetadataName.syncIdentifier],
      case .number(let version)? = object.metadata[MetadataName.syncVersion]
    else { return }
    let source = object.origin.flatMap { tables.origins[$0]?.source }
    let key = SyncName(identifier: name, of: source, by: by)
    var (newer, next, steps) = (HealthTables.Synced?.none, tables.synced[key], 0)
    while steps < Self.mostHigherVersions, let known = next,
      tables.isReverted(known.object.uuid)
        || known.object.version > version && !tables.isRemoved(known.object.uuid)
    {
      if !tables.isReverted(known.object.uuid) { newer = known }
      (next, steps) = (tables.olderSynced[known.object.uuid], steps + 1)
    }
    let older = if let newer { tables.olderSynced[newer.object.uuid] } else { tables.synced[key] }
    var line = sequence
    if let known = replaced(by: save, from: older) {
      if save.workout == nil { line = known.line }
      noteSuccessor(object, of: known.object.uuid, type: type, line: line)
    }
    let new = HealthTables.Synced(
      object: SyncedObject(uuid: object.uuid, version: version), line: line, saved: sequence)
    let isTwice = older?.object.uuid == object.uuid || newer?.object.uuid == object.uuid
    if isTwice || tables.olderSynced[object.uuid] != nil {
      tables.stated.requireCuts(from: sequence)
    }
    tables.olderSynced[object.uuid] = older
    if let newer { tables.olderSynced[newer.object.uuid] = new } else { tables.synced[key] = new }
  }

  /// The number of versions under one sync identifier that are looked at to place another: else
  /// versions that come in falling order take a time that grows with the square of their number.
  private static let mostHigherVersions = 100

  /// Returns the newest of a version and those before it that a save replaces.
  private func replaced(
    by save: Save, from version: HealthTables.Synced?
  ) -> HealthTables.Synced? {
    var (next, steps) = (save.replaces.isEmpty ? nil : version, 0)
    while steps < Self.mostHigherVersions, let known = next {
      if save.replaces.contains(known.object.uuid) { return known }
      (next, steps) = (tables.olderSynced[known.object.uuid], steps + 1)
    }
    return nil
  }

  /// Notes that the object whose row came last is the newer version of `older`.
  private mutating func noteSuccessor(
    _ object: HealthObject, of older: ObjectUUID, type: UInt32, line: UInt32
  ) {
    guard older != object.uuid, tables.successorIndices[older] == nil || !tables.isRemoved(older)
    else { return }
    flush()
    let isSample = object.content.isRow
    let row = (isSample ? tables.samples[Int(type)].count : tables.objects.count) - 1
    tables.successorIndices[older] = tables.successors.count
    tables.successors.append(
      HealthTables.Successor(
        older: older, uuid: object.uuid, type: isSample ? type : nil, row: row, line: line))
  }

  private mutating func row(
    of object: HealthObject, provenance: UInt32, sequence: UInt32, at: Instant
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
    if SampleRow.Flags.isAhead(start: row.start, known: at.microseconds) {
      row.flags.insert(.ahead)
    }
    if let made = object.created { row.flags.note(made: made.instant.microseconds, end: row.end) }
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
      state: tables.state(of: object.uuid))
    tables.objects.append(row)
    tables.growSamples()
    let rowID = UUIDIndex.RowID(
      table: UUIDIndex.RowID.others, row: UInt32(tables.objects.count - 1))
    tables.index.insert(object.uuid, at: rowID)
  }

  /// Keeps a row for the columns of its type.
  mutating func append(_ row: SampleRow, type: UInt32) {
    pending.stage(
      PendingRow(
        uuid: row.uuid, start: row.start, end: row.end, value: row.value, sequence: row.sequence,
        context: tables.vocabulary.contexts.number(of: SampleContext(row)), type: type,
        flags: row.flags))
    pending.keepStaged()
    takeUp()
  }

  /// Takes what canonical lines said into the tables: many rows together, or each row at once where
  /// there is an index, which has to know it.
  @inline(__always)
  mutating func takeUp() {
    if pending.count >= PendingRows.enough || tables.index.isMade { flush() }
    if !removals.isEmpty { takeUpRemovals() }
  }

  private mutating func takeUpRemovals() {
    for removal in removals { tables.remove(removal.uuid, by: removal.sequence) }
    removals.removeAll(keepingCapacity: true)
  }

  /// Appends all rows that wait.
  mutating func flush() {
    tables.growSamples()
    guard pending.count > 0 else { return }
    var waiting = PendingRows()
    swap(&waiting, &pending)
    if !tables.index.isMade {
      append(waiting.rows.span)
    } else {
      for row in waiting.rows { tables.enter(row) }
    }
    waiting.removeAll()
    swap(&waiting, &pending)
  }

  /// Appends rows whose numbers are those of the tables.
  mutating func append(_ rows: Span<PendingRow>) {
    var start = 0
    while start < rows.count {
      let end = min(start + PendingRows.enough, rows.count)
      sorter.append(rows.extracting(start..<end), to: &tables.samples, progress)
      start = end
    }
  }
}

extension MetadataValue {
  /// True if the value means yes: as a truth value, as a number or as the text `1`.
  package var isTrue: Bool {
    switch self {
    case .boolean(let flag): flag
    case .number(let number): number != 0
    case .string(let text): text == "1"
    case .date, .quantity: false
    }
  }
}

// Rows wait until some of a type can be appended together.

extension HealthTables {
  /// Appends a row, adds it to the index, and applies the claims on it.
  mutating func enter(_ row: PendingRow) {
    var row = row
    row.flags.formUnion(earlierClaims(on: row.uuid))
    let type = Int(row.type)
    samples[type].append(row)
    index.insert(
      row.uuid, at: UUIDIndex.RowID(table: row.type, row: UInt32(samples[type].count - 1)))
  }

  /// Adds one set of columns for each type that has a number.
  mutating func growSamples() {
    while samples.count < types.names.count { samples.append(SampleColumns()) }
  }

  /// Notes that a line deleted or replaced an object.
  mutating func remove(_ uuid: ObjectUUID, by line: UInt32) {
    if isRemoved(uuid) { return words.addRepeatedRemoval(line) }
    claims.set(uuid, .removed, by: line)
  }
}

/// The memory of the fast path from line to line.
struct CanonicalScratch: Sendable {
  /// Sample contexts that came lately and their numbers, each at the index that its bits give it.
  var contexts = [Seen](repeating: Seen(), count: 1024)
  /// The date and the offset of the times that were read last.
  var times = RecentTimes()
  /// The keys of metadata that have come.
  var keys = MetadataKeys()
  /// The actors who asked, between the time of the line and the first object.
  var actors = TokenCache<UInt32>(keys: (8, 16, 24))
  /// The objects that the line that is being read deletes.
  var deleted: [ObjectUUID] = []
  /// The type of an object, between its uuid and its start: after the 24 bytes that most begin
  /// with.
  var types = TokenCache<UInt32>(keys: (12, 34, 42))
  /// The tokens between the value of a quantity and the moment when it was made.
  var makings = TokenCache<Making>(keys: (8, 16, 24))

  /// The unit of an object, the line that states its origin (0: none), and if the moment follows
  /// when it was made.
  struct Making: Sendable {
    var unit = SampleRow.none
    var origin: UInt64 = 0
    var isDated = false
  }

  /// The context that a line stated for a sample, and its number. None at first.
  struct Seen: Sendable {
    var provenance = Provenance(actor: .max, origin: .max)
    var common = SampleContext(provenance: 0, unit: 0, zone: 0, startOffset: 0, endOffset: 0)
    var number: UInt32 = 0
  }
}

/// Keys of metadata, each found by a look at its bytes, and what they mean to a row.
struct MetadataKeys: Sendable {
  /// The meaning of a key for a row.
  enum Role: Sendable {
    /// No meaning.
    case other
    /// The mark that a person typed the value in.
    case userEntered
    /// The time zone.
    case zone
    /// A newer version replaces older ones: the general path knows how.
    case sync
  }

  /// Journals have a few dozen. Those beyond are left to the general path.
  private static let limit: UInt32 = 256
  private var names = NameTable()
  private var roles: [Role] = []

  /// Returns the number of the key that a quote ends, and moves past the quote; nil if the key is
  /// not plain ASCII: keys that are equal as text need not be so as bytes.
  @inline(__always)
  mutating func number(in line: RawSpan, at position: inout Int) -> UInt32? {
    names.number(in: line, at: &position) ?? new(in: line, at: &position)
  }

  func role(_ key: UInt32) -> Role { roles[Int(key)] }

  func name(_ key: UInt32) -> String { names.names[Int(key)] }

  private mutating func new(in line: RawSpan, at position: inout Int) -> UInt32? {
    guard roles.count < Self.limit, let text = CanonicalText.plain(line, &position), text.isASCII
    else { return nil }
    let name = line.text(text.range)
    roles.append(Self.role(of: name))
    return names.intern(name)
  }

  private static func role(of name: String) -> Role {
    switch name {
    case MetadataName.wasUserEntered: .userEntered
    case MetadataName.timeZone: .zone
    case MetadataName.syncIdentifier: .sync
    default: .other
    }
  }
}

/// Strings as the fast path takes them.
enum CanonicalText {
  /// Returns the range of a string without escapes and control characters, valid UTF-8, up to its
  /// quote, and moves past the quote.
  static func plain(
    _ line: RawSpan, _ at: inout Int
  ) -> (range: Range<Int>, isASCII: Bool)? {
    let start = at
    let (end, isASCII) = line.plainPart(from: start)
    guard end < line.byteCount, line.byte(end) == UInt8(ascii: "\""),
      end - start <= JSONParser.stringLimit,
      isASCII || line.extracting(start..<end).isUTF8
    else { return nil }
    at = end + 1
    return (start..<end, isASCII)
  }
}
