import ByteTools
import HealthEvents
import HealthImport
import HealthModel
import HealthTables
import JournalFile
import Synchronization

/// The objects of a journal that an import may state: the fingerprint of the newest version of each
/// and the line that states it, found by its content (`ContentKey`). Samples, correlations and
/// workouts that no import made are among them ("entered"): they have the last ordinals among
/// equals and no fingerprint, as they stay what they are, whatever else an import states.
///
/// It is made in one pass over the lines when an import begins, needs 48 bytes per object (48 MB
/// for a million), and is dropped when the import ends. If lines refer to objects, by deletions,
/// versions and correlations, an index of uuids needs 8 more. An export repeats most of the one
/// before, in its order, so the object after the one that was found last is tried first.
struct StatedObjects {
  private struct Row {
    var key: ContentKey
    /// The uuid of the first version.
    var uuid: ObjectUUID
    var fingerprint: UInt64
    /// The line of the newest version.
    var line: UInt32
  }

  /// A type and a source, or a type alone.
  private struct Kind: Hashable {
    var type: UInt64
    var source: UInt64?
  }

  /// The rows in the order of the lines that first stated them.
  private var rows: [Row] = []
  private var byKey: RowSlots
  /// The rows by their uuids; nil: nothing has asked for one.
  private var byUUID: RowSlots?
  /// The row that is tried first.
  private var likely = 0
  /// Objects that this import has stated.
  private var confirmed = BitSet()
  /// Objects that were replaced by an object that is not a version of them.
  private var replaced = BitSet()
  /// Objects that were deleted.
  private var deleted = BitSet()
  /// Objects that live again if an import states them.
  private var restorable = BitSet()
  /// The rows of entered objects that have no ordinal yet.
  private var entered: [Int] = []
  /// The objects that entered ones replaced, as corrections do, each the first of its chain.
  private var older: [Int: Int] = [:]
  /// The objects whose saves were reverted.
  private var reverted: Set<ObjectUUID> = []
  /// The objects of `reverted` that were deleted too, by a deletion that counts.
  private var revertedAndDeleted: Set<ObjectUUID> = []
  private var revertedLines = LineSet()
  /// True if what was deleted lives again too.
  private let restoresDeleted: Bool
  /// The newest version of an object, where the object itself is not the newest.
  private var newest: [Int: ObjectUUID] = [:]
  /// The object that a uuid is a later version of.
  private var roots: [ObjectUUID: Int] = [:]
  /// The keys that copies of a content have in common, for all copies but the first.
  private var contents: [Int: ContentKey] = [:]
  /// The numbers of copies, for contents with several.
  private var copyCounts: [ContentKey: Int] = [:]
  /// The hash of source and device, and the word of the source, by the line of the origin.
  private var origins: [UInt64: (hash: UInt64, source: UInt64)] = [0: (0, 0)]
  private var lastOrigin: (line: UInt64, hash: UInt64, source: UInt64) = (0, 0, 0)
  /// The correlations by their content without their members, because some members may have been
  /// erased.
  private var correlations: [ContentKey: [Int]] = [:]
  /// The units in which quantities are stated.
  private var units = UnitWords()
  private var unitsOf: [Kind: Set<UInt64>] = [:]
  private var lastUnit: (type: UInt64, source: UInt64, unit: UInt64)?
  /// The reading of names of sources.
  private let names: SourceNames
  /// The receipts of earlier imports, and their lines.
  private(set) var receipts: [(line: UInt64, receipt: ImportReceipt)] = []
  /// The receipts of imports that were reverted. A later import may have restored their objects.
  private(set) var revertedReceipts: [ImportReceipt] = []
  /// The persons of those receipts.
  private(set) var persons = KnownPersons()
  /// The objects that were erased.
  private(set) var erased = ErasedBefore()

  /// Creates room for this many objects.
  init(
    room count: Int, names: SourceNames = SourceNames(), restoringDeleted restores: Bool = false
  ) {
    restoresDeleted = restores
    rows.reserveCapacity(count)
    byKey = RowSlots(room: count)
    self.names = names
  }

  // MARK: Lookup

  /// Returns the row of a copy.
  private func known(_ copy: ContentKey) -> Int? {
    byKey.find(copy.value) { rows[$0].key == copy }
  }

  /// Returns the row of the object that this uuid is a version of. The index of uuids must have
  /// been made.
  private func row(of uuid: ObjectUUID) -> Int? {
    roots[uuid] ?? byUUID?.find(Self.hash(uuid)) { rows[$0].uuid == uuid }
  }

  private static func hash(_ uuid: ObjectUUID) -> UInt64 { .mixed(uuid.high, uuid.low) }

  private func isEntered(_ row: Int) -> Bool { !rows[row].uuid.isOfContent }

  /// Returns what copies of the content of a row have in common.
  private func content(of row: Int) -> ContentKey { contents[row] ?? rows[row].key }

  /// Returns the content by which a row counts as a member of a correlation, which lists what a
  /// correction corrects.
  private func memberContent(of row: Int) -> ContentKey { content(of: older[row] ?? row) }

  /// Returns the object of the journal with the content of a copy; nil if there is none.
  func held(_ copy: ContentKey) -> HeldObject? {
    guard let row = known(copy) else { return nil }
    return HeldObject(
      first: rows[row].uuid, newest: newest[row] ?? rows[row].uuid, key: memberContent(of: row),
      fingerprint: Fingerprint(rows[row].fingerprint), state: state(of: row),
      isConfirmed: confirmed[row], isEntered: isEntered(row))
  }

  private func state(of row: Int) -> HeldState {
    if restorable[row] { return .restorable }
    return deleted[row] ? .deleted : replaced[row] ? .replaced : .live
  }

  private func isLive(_ row: Int) -> Bool { state(of: row) == .live }

  /// Returns true if an object would live again. The index of uuids is made.
  mutating func isRestorable(_ uuid: ObjectUUID) -> Bool {
    makeIndex()
    return row(of: uuid).map { restorable[$0] } ?? false
  }

  /// The objects that were not live and that this import has stated so that they live again, except
  /// those that it replaced.
  func restored(without replaced: Set<ObjectUUID>) -> [ObjectUUID] {
    rows.indices.filter { restorable[$0] && confirmed[$0] }.map { newest[$0] ?? rows[$0].uuid }
      .filter { !replaced.contains($0) }
  }

  /// Returns the key of the object that this uuid is a version of. The index of uuids must have
  /// been made.
  func copy(of uuid: ObjectUUID) -> ContentKey? { row(of: uuid).map { rows[$0].key } }

  /// Returns the line that states the newest version of an object of the journal.
  func line(of copy: ContentKey) -> UInt64? { known(copy).map { UInt64(rows[$0].line) } }

  /// Returns the time of the export that stated the newest version of an object; nil if unknown.
  func exported(_ copy: ContentKey) -> Instant? {
    guard let line = line(of: copy) else { return nil }
    let receipt = receipts.first { $0.line > line }?.receipt
    guard let receipt, let first = receipt.first, first <= line else { return nil }
    return receipt.exported?.instant
  }

  /// Compares the statement of an import about an object with the lines. If they are equal, it
  /// notes that the import has stated the object.
  mutating func compare(_ copy: ContentKey, _ fingerprint: Fingerprint) -> ImportComparison {
    if likely >= rows.count || rows[likely].key != copy {
      guard let row = known(copy) else { return .new }
      likely = row
    }
    let row = likely
    likely += 1
    guard rows[row].fingerprint == fingerprint.value || isEntered(row), !confirmed[row] else {
      return .other
    }
    confirmed[row] = true
    return .held(state(of: row))
  }

  /// Notes that this import states an object, or replaces it.
  mutating func confirm(_ copy: ContentKey) {
    if let row = known(copy) { confirmed[row] = true }
  }

  /// Returns the keys of the correlations of a group that state exactly this besides their members.
  func correlations(in group: ContentKey, _ fingerprint: Fingerprint) -> [ContentKey] {
    (correlations[group.with(word: fingerprint.value)] ?? []).map { rows[$0].key }
  }

  /// Returns the texts of the units of a type's quantities, from one source or from all.
  func units(of type: String, from source: String?) -> [String] {
    let source = source.map { ContentKey.word(ofSource: $0) }
    let words = unitsOf[Kind(type: ContentKey.word(type), source: source)] ?? []
    return words.flatMap { units.texts[$0] ?? [] }.sorted()
  }

  // MARK: What is not stated

  /// Objects that are live and that this import has not stated, in the order of their lines.
  func unconfirmed(where isWanted: (UInt64) -> Bool) -> [(line: UInt64, uuid: ObjectUUID)] {
    var found: [(line: UInt64, uuid: ObjectUUID)] = []
    for (index, row) in rows.enumerated()
    where !confirmed[index] && isLive(index) && isWanted(UInt64(row.line)) {
      found.append((UInt64(row.line), newest[index] ?? row.uuid))
    }
    return found.sorted { $0.line < $1.line }
  }

  /// Counts the live objects that some lines state, and those of them that this import has stated.
  func count(where isWanted: (UInt64) -> Bool) -> (all: Int, confirmed: Int) {
    var count = (all: 0, confirmed: 0)
    for (index, row) in rows.enumerated() where isLive(index) && isWanted(UInt64(row.line)) {
      count.all += 1
      if confirmed[index] { count.confirmed += 1 }
    }
    return count
  }

  /// Quantities of some groups that this import has not stated, in the order of the lines that
  /// first stated them.
  ///
  /// - Throws: what reading the lines throws.
  mutating func heldQuantities(
    in groups: Set<ContentKey>, of journal: ReplayedJournal
  ) throws -> [HeldQuantity] {
    makeIndex()
    var found: [Int: HeldQuantity] = [:]
    var lines = UnitWords()
    try journal.forEachLine { line, _ in
      if let sample = StatedSample(line, &lines) {
        let group = sample.group(origins[sample.origin]?.source ?? 0)
        guard sample.unit != nil, groups.contains(group) else { return true }
      }
      guard case .save(let save)? = try LineCodec.decode(line).event else { return true }
      for object in save.objects {
        guard object.uuid.isOfContent, case .quantity(let sample) = object.content,
          let row = row(of: object.uuid), !confirmed[row],
          newest[row] ?? rows[row].uuid == object.uuid,
          let group = ContentKey(groupOf: object.content, source: source(of: object)),
          groups.contains(group)
        else { continue }
        found[row] = HeldQuantity(
          group: group, copy: rows[row].key,
          statement: QuantityPairs.Statement(
            PrintedQuantity(sample.value, sample.unit), Fingerprint(rows[row].fingerprint)))
      }
      return true
    }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  private func source(of object: HealthObject) -> UInt64 {
    origins[object.origin ?? 0]?.source ?? 0
  }

  // MARK: Reading

  /// Adds the next lines.
  mutating func read(_ lines: StatedLines) {
    units.merge(lines.units)
    var start = 0
    for (end, entry) in lines.others {
      read(lines.samples[start..<end])
      read(entry)
      start = end
    }
    read(lines.samples[start...])
  }

  private mutating func read(_ samples: ArraySlice<StatedSample>) {
    for sample in samples {
      setOrigin(sample.origin)
      guard sample.uuid.isOfContent else {
        let key = sample.key(sourceOfEntered, inWholeSeconds: true)
        insertEntered(key, sample.uuid, at: sample.sequence)
        continue
      }
      if let unit = sample.unit { note(unit, of: sample.type, from: lastOrigin.source) }
      let hash = StatedHash.mix(lastOrigin.hash, sample.sum)
      insert(sample.key(lastOrigin.source), sample.uuid, Fingerprint(hash), at: sample.sequence)
    }
  }

  private mutating func note(_ unit: UInt64, of type: UInt64, from source: UInt64) {
    if let lastUnit, lastUnit == (type, source, unit) { return }
    lastUnit = (type, source, unit)
    unitsOf[Kind(type: type, source: source), default: []].insert(unit)
    unitsOf[Kind(type: type), default: []].insert(unit)
  }

  private mutating func read(_ entry: Entry) {
    persons.read(entry.event)
    switch entry.event {
    case .save(let save)?: read(save, UInt32(truncatingIfNeeded: entry.sequence))
    case .delete(let deletion)?:
      makeIndex()
      for uuid in deletion.objects { row(of: uuid).map { deleted[$0] = true } }
    case .origin(let origin)?:
      let name = names.nameInLines(origin.source.name)
      origins[entry.sequence] = (StatedHash.of(origin), ContentKey.word(ofSource: name))
    case .importReceipt(let receipt)?:
      if revertedLines.contains(entry.sequence) {
        revertedReceipts.append(receipt)
      } else {
        receipts.append((entry.sequence, receipt))
      }
    case .erase(let erasure)?: erasure.tombstones.map { erased.take($0) }
    case .open?, .authorize?, .configure?, .declare?, .format?, .revert?, nil: break
    }
  }

  private mutating func read(_ save: Save, _ line: UInt32) {
    if !save.replaces.isEmpty { makeIndex() }
    // A correlation is told by its members, which may stand after it.
    for index in save.objects.indices where !save.objects[index].content.hasMembers {
      read(index, of: save, line)
    }
    for index in save.objects.indices where save.objects[index].content.hasMembers {
      makeIndex()
      read(index, of: save, line)
    }
    for (index, uuid) in save.replaces.enumerated()
    where Self.older(at: index, in: save) == nil { row(of: uuid).map { replaced[$0] = true } }
  }

  private mutating func read(_ index: Int, of save: Save, _ line: UInt32) {
    let object = save.objects[index]
    setOrigin(object.origin ?? 0)
    guard object.uuid.isOfContent else { return enter(object, of: save, line) }
    let fingerprint = StatedHash.fingerprint(of: object, origin: lastOrigin.hash)
    if case .quantity(let sample) = object.content {
      let unit = units.word(sample.unit.utf8.rawBytes)
      note(unit, of: ContentKey.word(sample.type), from: lastOrigin.source)
    }
    let key = key(of: object, from: lastOrigin.source)
    guard let older = Self.older(at: index, in: save), let row = row(of: older) else {
      insert(key, object.uuid, fingerprint, at: line)
      return note(object.content, rows.count - 1, fingerprint)
    }
    // Without a newer version that was reverted, the one before is the newest.
    if reverted.contains(object.uuid) { return }
    note(object.content, row, fingerprint)
    (rows[row].fingerprint, rows[row].line) = (fingerprint.value, line)
    newest[row] = object.uuid
    roots[object.uuid] = row
    // A newer version may state its quantity in another unit.
    if content(of: row) != key, !object.content.isDocument {
      freeKey(of: row)
      setKey(of: row, copyOf: key)
    }
  }

  /// Adds an object that no import made, if an import can find it by its content.
  private mutating func enter(_ object: HealthObject, of save: Save, _ line: UInt32) {
    guard ContentKey(groupOf: object.content, source: 0) != nil else { return }
    let key = key(of: object, from: sourceOfEntered, inWholeSeconds: true)
    if save.objects.count == 1, let replaced = save.replaces.first.flatMap({ row(of: $0) }) {
      older[rows.count] = older[replaced] ?? replaced
    }
    insertEntered(key, object.uuid, at: line)
  }

  /// The word of the source that an export states for an entered object of the origin that was met
  /// last.
  private var sourceOfEntered: UInt64 { lastOrigin.line == 0 ? Self.owner : lastOrigin.source }

  private static let owner = ContentKey.word(ofSource: EventActor.owner)

  private mutating func insertEntered(_ key: ContentKey, _ uuid: ObjectUUID, at line: UInt32) {
    entered.append(rows.count)
    add(Row(key: key, uuid: uuid, fingerprint: 0, line: line))
  }

  /// Gives the entered objects their ordinals, after all lines: what imports made comes first.
  mutating func placeEntered() {
    for row in entered { setKey(of: row, copyOf: rows[row].key) }
    entered = []
  }

  private mutating func note(_ content: Content, _ row: Int, _ fingerprint: Fingerprint) {
    guard content.hasMembers,
      let group = ContentKey(groupOf: content, source: lastOrigin.source)
    else { return }
    correlations[group.with(word: fingerprint.value), default: []].append(row)
  }

  /// Returns the key by which an import finds an object.
  private func key(
    of object: HealthObject, from source: UInt64, inWholeSeconds: Bool = false
  ) -> ContentKey {
    var members: [ContentKey] = []
    if case .correlation(let correlation) = object.content {
      members = correlation.members.map { uuid in
        row(of: uuid).map { memberContent(of: $0) } ?? ContentKey(uuid)
      }
    }
    return ContentKey(
      of: object.content, source: source, inWholeSeconds: inWholeSeconds, members: members,
      uuid: object.uuid)
  }

  /// Returns the version that the object at an index replaces. The figures of a day and a trait
  /// have the one before as their older version, whatever its uuid is.
  private static func older(at index: Int, in save: Save) -> ObjectUUID? {
    if index < min(save.objects.count, save.replaces.count),
      ContentIdentity.hasSubject(save.objects[index].content)
    {
      return save.replaces[index]
    }
    return save.older(at: index)
  }

  private mutating func setOrigin(_ line: UInt64) {
    if line == lastOrigin.line { return }
    let origin = origins[line] ?? (0, 0)
    lastOrigin = (line, origin.hash, origin.source)
  }

  private mutating func insert(
    _ key: ContentKey, _ uuid: ObjectUUID, _ fingerprint: Fingerprint, at line: UInt32
  ) {
    add(Row(key: key, uuid: uuid, fingerprint: fingerprint.value, line: line))
    setKey(of: rows.count - 1, copyOf: key)
  }

  private mutating func add(_ row: Row) {
    rows.append(row)
    byUUID?.insert(Self.hash(row.uuid), rows.count - 1) { Self.hash(rows[$0].uuid) }
  }

  /// Gives the key of a row to the last copy of its content, as copies have the ordinals from 0 on.
  private mutating func freeKey(of row: Int) {
    let (key, free) = (content(of: row), rows[row].key)
    guard let count = copyCounts[key] else { return }
    copyCounts[key] = count > 2 ? count - 1 : nil
    let last = key.copy(count - 1)
    guard last != free, let other = known(last) else { return }
    contents[other] = free == key ? nil : key
    rows[other].key = free
    byKey.insert(free.value, other) { rows[$0].key.value }
  }

  /// Gives a row the key of the next copy of a content.
  private mutating func setKey(of row: Int, copyOf key: ContentKey) {
    var copy = key
    if let other = known(key), other != row {
      let count = copyCounts[key] ?? 1
      copyCounts[key] = count + 1
      copy = key.copy(count)
    }
    contents[row] = copy == key ? nil : key
    rows[row].key = copy
    byKey.insert(copy.value, row) { rows[$0].key.value }
  }

  /// Makes the index of uuids, if there is none.
  mutating func makeIndex() {
    guard byUUID == nil else { return }
    var slots = RowSlots(room: max(rows.capacity, rows.count))
    for (index, row) in rows.enumerated() {
      slots.insert(Self.hash(row.uuid), index) { Self.hash(rows[$0].uuid) }
    }
    byUUID = slots
  }

  /// Gives each object the state that it has after all lines, where reverts have changed any.
  private mutating func settle(_ tables: HealthTables) {
    for (index, row) in rows.enumerated() {
      if tables.counts[.revert] > 0 {
        let uuid = newest[index] ?? row.uuid
        let state = tables.state(of: uuid)
        if state != .removed {
          (deleted[index], replaced[index]) = (revertedAndDeleted.contains(uuid), false)
        }
        if state == .reverted {
          // What stands in the place of the object stays, whatever an import states, also if it was
          // deleted. If all versions were taken back, an import brings this one.
          let first = older[index].map { rows[$0].uuid } ?? uuid
          replaced[index] = ([first] + tables.newerVersions(of: first)).contains {
            $0 != uuid && tables.state(of: $0) != .reverted
          }
          restorable[index] = !deleted[index] && !replaced[index]
        }
      }
      if restoresDeleted, deleted[index] { restorable[index] = true }
    }
  }

  /// Reads all lines of a journal with several threads.
  ///
  /// - Parameters:
  ///   - names: the reading of names of sources.
  ///   - threads: the greatest number of threads.
  ///   - partLines: the number of lines that a thread reads before they are added.
  /// - Throws: the errors of reading them.
  init(
    _ journal: ReplayedJournal, names: SourceNames = SourceNames(),
    restoringDeleted restores: Bool = false, threads: Int = PosixSystem.processors,
    partLines: UInt64 = 1 << 14
  ) throws {
    var empty = StatedObjects(
      room: journal.tables.objectCount, names: names, restoringDeleted: restores)
    let hasReverts = journal.tables.counts[.revert] > 0
    if hasReverts {
      empty.reverted = try journal.tables.revertedObjects()
      empty.revertedLines = try journal.revertedLines()
      empty.revertedAndDeleted = try journal.deletions(of: empty.reverted, empty.revertedLines)
    }
    let stated = Mutex(empty)
    try Threads.inOrder(try journal.lineParts(ofLines: partLines), on: threads) { part in
      var lines = StatedLines()
      try journal.forEachLine(from: part.lowerBound, to: part.upperBound) { line, _ in
        try lines.read(line)
        return true
      }
      return lines
    } take: { lines in
      stated.withLock { $0.read(lines) }
    }
    self = stated.withLock { stated in
      stated.placeEntered()
      defer { stated = StatedObjects(room: 0) }
      return stated
    }
    if hasReverts || restores { settle(journal.tables) }
  }
}

extension Content {
  fileprivate var hasMembers: Bool { if case .correlation = self { true } else { false } }
  fileprivate var isDocument: Bool { if case .document = self { true } else { false } }
}

/// Rows by a hash of theirs: the index of a row plus 1 in the slot that its hash gives, or in one
/// after it; 0: free. Half of the slots stay free, so that most searches end at the first.
struct RowSlots {
  private var slots: [UInt32]
  private var count = 0

  init(room: Int) { slots = [UInt32](repeating: 0, count: 2 * room + 2) }

  /// Returns the row with a hash that satisfies `isMeant`.
  @inline(__always)
  func find(_ hash: UInt64, _ isMeant: (Int) -> Bool) -> Int? {
    var slot = Int(hash.multipliedFullWidth(by: UInt64(slots.count)).high)
    while slots[slot] != 0 {
      let row = Int(slots[slot]) - 1
      if isMeant(row) { return row }
      slot += 1
      if slot == slots.count { slot = 0 }
    }
    return nil
  }

  /// Adds a row.
  ///
  /// - Parameter hashOf: the hash that a row has now.
  mutating func insert(_ hash: UInt64, _ row: Int, _ hashOf: (Int) -> UInt64) {
    count += 1
    if 2 * count >= slots.count {
      // Twice as many slots, should there be more objects than was said.
      let old = slots
      slots = [UInt32](repeating: 0, count: 2 * old.count)
      for entry in old where entry != 0 && Int(entry) - 1 != row {
        put(entry, hashOf(Int(entry) - 1))
      }
    }
    put(UInt32(row + 1), hash)
  }

  private mutating func put(_ entry: UInt32, _ hash: UInt64) {
    var slot = Int(hash.multipliedFullWidth(by: UInt64(slots.count)).high)
    while slots[slot] != 0 {
      slot += 1
      if slot == slots.count { slot = 0 }
    }
    slots[slot] = entry
  }
}
