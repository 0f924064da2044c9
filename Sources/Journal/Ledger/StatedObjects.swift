import ByteTools
import HealthEvents
import HealthImport
import HealthModel
import HealthTables
import JournalFile
import Synchronization

/// What the lines of a journal say of the objects that imports made: of each the fingerprint of its
/// newest version and the line that states it, found by its key (`ImportSink.held`).
///
/// It is made in one pass over the lines when an import begins, takes 40 bytes an object (40 MB for
/// a million), and is dropped when the import ends. An export repeats most of the one before, in
/// its order, so the object after the one that was found last is tried first.
struct StatedObjects {
  private struct Row {
    var key: ObjectUUID
    var fingerprint: UInt64
    /// The line of the newest version.
    var line: UInt32
  }

  /// In the order of the lines that first stated them.
  private var rows: [Row] = []
  /// The index of a row plus 1, in the slot that the high half of its key gives; 0: free. Uuids
  /// derived from content are random bits. Half of the slots stay free, so that most searches end
  /// at the first.
  private var slots: [UInt32]
  /// The row that is tried first.
  private var likely = 0
  /// Objects that this import has stated.
  private var confirmed = BitSet()
  /// Objects that were deleted, or replaced by an object that is not a version of them.
  private var gone = BitSet()
  /// The newest version of an object, where the object itself is not the newest.
  private var newest: [Int: ObjectUUID] = [:]
  /// The object that a uuid is a later version of.
  private var roots: [ObjectUUID: Int] = [:]
  /// Hashes of sources and devices, by the line that tells them.
  private var origins: [UInt64: UInt64] = [0: 0]
  private var lastOrigin: (line: UInt64, hash: UInt64) = (0, 0)
  /// How many objects there are of each subject: the ring figures of a day, a trait of the owner.
  private var subjects: [ContentIdentity: Int] = [:]
  /// The receipts of earlier imports, and their lines.
  private(set) var receipts: [(line: UInt64, receipt: ImportReceipt)] = []
  /// What was erased.
  private(set) var erased = ErasedBefore()

  /// Room for this many objects.
  init(room count: Int) {
    rows.reserveCapacity(count)
    slots = [UInt32](repeating: 0, count: 2 * count + 2)
  }

  // MARK: Lookup

  /// The slot of an object, or the free one that it would take.
  @inline(__always)
  private func slot(of key: ObjectUUID) -> Int {
    var slot = Int(key.high.multipliedFullWidth(by: UInt64(slots.count)).high)
    while slots[slot] != 0, rows[Int(slots[slot]) - 1].key != key {
      slot += 1
      if slot == slots.count { slot = 0 }
    }
    return slot
  }

  /// The row of a key.
  private func known(_ key: ObjectUUID) -> Int? {
    let row = Int(slots[slot(of: key)])
    return row == 0 ? nil : row - 1
  }

  /// The row of the object that this uuid is a version of.
  private func row(of uuid: ObjectUUID) -> Int? { roots[uuid] ?? known(uuid) }

  /// What the journal held of an object; nil: nothing.
  func held(_ uuid: ObjectUUID) -> HeldObject? {
    guard let row = known(uuid) else { return nil }
    return HeldObject(
      newest: newest[row] ?? uuid, fingerprint: Fingerprint(rows[row].fingerprint),
      isLive: !gone[row], isConfirmed: confirmed[row])
  }

  /// The key of the object of which this is a version; nil: no import would look for it.
  func key(of uuid: ObjectUUID) -> ObjectUUID? { row(of: uuid).map { rows[$0].key } }

  /// When the export was made that stated the newest version of an object; nil: that is not known.
  func exported(_ key: ObjectUUID) -> Instant? {
    guard let line = known(key).map({ UInt64(rows[$0].line) }) else { return nil }
    let receipt = receipts.first { $0.line > line }?.receipt
    guard let receipt, let first = receipt.first, first <= line else { return nil }
    return receipt.exported?.instant
  }

  /// Compares what an import states of an object with what the lines say. Where both are the same,
  /// it notes that the import has stated the object.
  mutating func compare(_ uuid: ObjectUUID, _ fingerprint: Fingerprint) -> ImportComparison {
    if likely >= rows.count || rows[likely].key != uuid {
      guard let row = known(uuid) else { return .new }
      likely = row
    }
    let row = likely
    likely += 1
    guard rows[row].fingerprint == fingerprint.value, !confirmed[row] else { return .other }
    confirmed[row] = true
    return gone[row] ? .deleted : .known
  }

  /// Notes that this import states an object, or replaces it.
  mutating func confirm(_ uuid: ObjectUUID) {
    if let row = known(uuid) { confirmed[row] = true }
  }

  /// Whether an object in a line is the newest version of one that is live and that this import has
  /// not stated.
  func isUnconfirmed(_ uuid: ObjectUUID, at line: UInt64) -> Bool {
    guard let row = row(of: uuid) else { return false }
    return !confirmed[row] && !gone[row] && UInt64(rows[row].line) == line
  }

  /// The lines that state live objects which this import has not stated, in order, each once.
  func unconfirmedLines(where isWanted: (UInt64) -> Bool) -> [UInt64] {
    var lines: Set<UInt64> = []
    for (index, row) in rows.enumerated()
    where !confirmed[index] && !gone[index] && isWanted(UInt64(row.line)) {
      lines.insert(UInt64(row.line))
    }
    return lines.sorted()
  }

  /// How many live objects some lines state, and how many of them this import has stated.
  func count(where isWanted: (UInt64) -> Bool) -> (all: Int, confirmed: Int) {
    var count = (all: 0, confirmed: 0)
    for (index, row) in rows.enumerated() where !gone[index] && isWanted(UInt64(row.line)) {
      count.all += 1
      if confirmed[index] { count.confirmed += 1 }
    }
    return count
  }

  // MARK: Reading

  /// Takes in lines that follow.
  mutating func read(_ lines: StatedLines) {
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
      let hash = StatedHash.mix(hash(ofOrigin: sample.origin), sample.sum)
      insert(sample.uuid, Fingerprint(hash), at: sample.sequence)
    }
  }

  private mutating func read(_ entry: Entry) {
    switch entry.event {
    case .save(let save)?: read(save, UInt32(truncatingIfNeeded: entry.sequence))
    case .delete(let deletion)?: for uuid in deletion.objects { remove(uuid) }
    case .origin(let origin)?: origins[entry.sequence] = StatedHash.of(origin)
    case .importReceipt(let receipt)?: receipts.append((entry.sequence, receipt))
    case .erase(let erasure)?: erasure.tombstones.map { erased.take($0) }
    case .open?, .authorize?, .configure?, nil: break
    }
  }

  private mutating func read(_ save: Save, _ line: UInt32) {
    for (index, object) in save.objects.enumerated() {
      let older = Self.older(at: index, in: save)
      let hash = hash(ofOrigin: object.origin ?? 0)
      let fingerprint = StatedHash.fingerprint(of: object, origin: hash)
      if let older, let row = row(of: older) {
        (rows[row].fingerprint, rows[row].line) = (fingerprint.value, line)
        newest[row] = object.uuid
        roots[object.uuid] = row
      } else if let subject = ContentIdentity(subjectOf: object.content) {
        let key = subject.uuid(ordinal: subjects[subject, default: 0])
        subjects[subject, default: 0] += 1
        if let row = insert(key, fingerprint, at: line) {
          newest[row] = object.uuid
          roots[object.uuid] = row
        }
      } else {
        insert(object.uuid, fingerprint, at: line)
      }
    }
    for (index, uuid) in save.replaces.enumerated()
    where Self.older(at: index, in: save) == nil { remove(uuid) }
  }

  /// The version that the object at an index replaces. The figures of a day and a trait have the
  /// one before as their older version, whatever its uuid is.
  private static func older(at index: Int, in save: Save) -> ObjectUUID? {
    if index < min(save.objects.count, save.replaces.count),
      ContentIdentity.hasSubject(save.objects[index].content)
    {
      return save.replaces[index]
    }
    return save.older(at: index)
  }

  /// The hash of the source and device that a line tells.
  private mutating func hash(ofOrigin line: UInt64) -> UInt64 {
    if line == lastOrigin.line { return lastOrigin.hash }
    lastOrigin = (line, origins[line] ?? 0)
    return lastOrigin.hash
  }

  @discardableResult
  private mutating func insert(
    _ key: ObjectUUID, _ fingerprint: Fingerprint, at line: UInt32
  ) -> Int? {
    guard key.isOfContent else { return nil }
    let slot = slot(of: key)
    guard slots[slot] == 0 else {
      let row = Int(slots[slot]) - 1
      (rows[row].fingerprint, rows[row].line) = (fingerprint.value, line)
      return row
    }
    rows.append(Row(key: key, fingerprint: fingerprint.value, line: line))
    slots[slot] = UInt32(rows.count)
    if 2 * rows.count >= slots.count { makeRoom() }
    return rows.count - 1
  }

  /// Takes twice as many slots, should there be more objects than was said.
  private mutating func makeRoom() {
    slots = [UInt32](repeating: 0, count: 2 * slots.count)
    for (index, row) in rows.enumerated() { slots[slot(of: row.key)] = UInt32(index + 1) }
  }

  private mutating func remove(_ uuid: ObjectUUID) {
    if let row = row(of: uuid) { gone[row] = true }
  }
}

/// Truth values, a bit each: false until they are set.
private struct BitSet {
  private var words: [UInt64] = []

  subscript(index: Int) -> Bool {
    get {
      let word = index >> 6
      return word < words.count && (words[word] >> UInt64(index & 63)) & 1 == 1
    }
    set {
      let word = index >> 6
      while words.count <= word { words.append(0) }
      let bit: UInt64 = 1 << UInt64(index & 63)
      if newValue { words[word] |= bit } else { words[word] &= ~bit }
    }
  }
}

/// What some lines say, as far as it is found out without the lines before them.
struct StatedLines: Sendable {
  /// Those of plain samples.
  private(set) var samples: [StatedSample] = []
  /// All others, and how many of the samples stand before each.
  private(set) var others: [(end: Int, entry: Entry)] = []

  /// Takes in a line.
  ///
  /// - Throws: `LineProblem` where it is no line.
  mutating func read(_ line: RawSpan) throws {
    if let sample = StatedSample(line) {
      samples.append(sample)
    } else {
      others.append((samples.count, try LineCodec.decode(line)))
    }
  }
}

extension StatedObjects {
  /// What all lines of a journal say, found out by several threads.
  ///
  /// - Parameters:
  ///   - threads: how many at most.
  ///   - partLines: how many lines a thread reads before they are taken in.
  /// - Throws: what reading them throws.
  init(
    _ journal: ReplayedJournal, threads: Int = PosixSystem.processors, partLines: UInt64 = 1 << 14
  ) throws {
    let stated = Mutex(StatedObjects(room: journal.tables.objectCount))
    try Threads.inOrder(journal.lineParts(ofLines: partLines), on: threads) { part in
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
      defer { stated = StatedObjects(room: 0) }
      return stated
    }
  }
}
