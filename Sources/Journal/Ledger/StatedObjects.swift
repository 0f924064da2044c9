import ByteTools
import HealthEvents
import HealthImport
import HealthModel
import HealthTables
import JournalFile

/// What the lines of a journal say of the objects that imports made: of each the fingerprint of its newest version
/// and the line that states it, found by its key (`ImportSink.held`).
///
/// It is made in one pass over the lines when an import begins, takes 24 bytes an object and a quarter of that for room
/// (30 MB for a million), and is dropped when the import ends. Uuids derived from content are random bits, so the
/// high half of one says where to look and the low half whether it is the one.
struct StatedObjects {
  private struct Slot {
    var fingerprint: UInt64 = 0
    var low: UInt64 = 0
    /// The line of the newest version; 0: the slot is free.
    var line: UInt32 = 0
  }

  private var slots: [Slot]
  /// Objects that this import has stated.
  private var confirmed: BitSet
  /// Objects that were deleted, or replaced by something that is no version of them.
  private var gone: BitSet
  /// The newest version of an object, where that is not itself.
  private var newest: [Int: ObjectUUID] = [:]
  /// The object that a uuid is a later version of.
  private var roots: [ObjectUUID: Int] = [:]
  /// Hashes of sources and devices, by the line that tells them.
  private var origins: [UInt64: UInt64] = [0: 0]
  private var lastOrigin: (line: UInt64, hash: UInt64) = (0, 0)
  /// How many objects there are of each subject: the ring figures of a day, a trait of the owner.
  private var subjects: [ContentIdentity: Int] = [:]
  /// What earlier imports state of themselves, and their lines.
  private(set) var receipts: [(line: UInt64, receipt: ImportReceipt)] = []

  /// Room for this many objects.
  init(room count: Int) {
    slots = [Slot](repeating: Slot(), count: count + count / 4 + 16)
    confirmed = BitSet(count: slots.count)
    gone = BitSet(count: slots.count)
  }

  // MARK: Lookup

  private func start(_ uuid: ObjectUUID) -> Int {
    Int(uuid.high.multipliedFullWidth(by: UInt64(slots.count)).high)
  }

  /// The slot of an object, or the free one that it would take.
  @inline(__always)
  private func slot(of uuid: ObjectUUID) -> Int {
    var place = start(uuid)
    while slots[place].line != 0, slots[place].low != uuid.low {
      place += 1
      if place == slots.count { place = 0 }
    }
    return place
  }

  /// The slot of a key.
  private func known(_ key: ObjectUUID) -> Int? {
    let place = slot(of: key)
    return slots[place].line == 0 ? nil : place
  }

  /// The slot of the object of which this is a version.
  private func place(of uuid: ObjectUUID) -> Int? { roots[uuid] ?? known(uuid) }

  /// What the journal held of an object; nil: nothing.
  func held(_ uuid: ObjectUUID) -> HeldObject? {
    guard let place = known(uuid) else { return nil }
    return HeldObject(
      newest: newest[place] ?? uuid, fingerprint: Fingerprint(slots[place].fingerprint),
      isLive: !gone[place], isConfirmed: confirmed[place])
  }

  /// When the export was made that stated the newest version of an object; nil: that is not known.
  func exported(_ key: ObjectUUID) -> Instant? {
    guard let line = known(key).map({ UInt64(slots[$0].line) }) else { return nil }
    let receipt = receipts.first { $0.line > line }?.receipt
    guard let receipt, let first = receipt.first, first <= line else { return nil }
    return receipt.exported?.instant
  }

  /// Compares what an import states with it, and notes that it does so where they are the same.
  mutating func compare(_ uuid: ObjectUUID, _ fingerprint: Fingerprint) -> ImportComparison {
    guard let place = known(uuid) else { return .new }
    guard slots[place].fingerprint == fingerprint.value, !confirmed[place] else { return .other }
    confirmed[place] = true
    return gone[place] ? .deleted : .known
  }

  /// Notes that this import states an object, or replaces it.
  mutating func confirm(_ uuid: ObjectUUID) {
    if let place = known(uuid) { confirmed[place] = true }
  }

  /// Whether an object in a line is the newest version of one that is live and that this import has not stated.
  func isUnconfirmed(_ uuid: ObjectUUID, at line: UInt64) -> Bool {
    guard let place = place(of: uuid) else { return false }
    return !confirmed[place] && !gone[place] && UInt64(slots[place].line) == line
  }

  /// The lines that state live objects which this import has not stated, in order, each once.
  func unconfirmedLines(where isWanted: (UInt64) -> Bool) -> [UInt64] {
    var lines: Set<UInt64> = []
    for (place, slot) in slots.enumerated()
    where slot.line != 0 && !confirmed[place] && !gone[place] && isWanted(UInt64(slot.line)) {
      lines.insert(UInt64(slot.line))
    }
    return lines.sorted()
  }

  /// How many live objects some lines state, and how many of them this import has stated.
  func count(where isWanted: (UInt64) -> Bool) -> (all: Int, confirmed: Int) {
    var count = (all: 0, confirmed: 0)
    for (place, slot) in slots.enumerated()
    where slot.line != 0 && !gone[place] && isWanted(UInt64(slot.line)) {
      count.all += 1
      if confirmed[place] { count.confirmed += 1 }
    }
    return count
  }

  // MARK: Reading

  /// Takes in a line.
  ///
  /// - Throws: `LineProblem` where it is no line.
  mutating func read(_ line: RawSpan) throws {
    guard let sample = StatedSample(line) else { return read(try LineCodec.decode(line)) }
    let hash = StatedHash.mix(hash(ofOrigin: sample.origin), sample.sum)
    insert(sample.uuid, Fingerprint(hash), at: sample.sequence)
  }

  private mutating func read(_ entry: Entry) {
    switch entry.event {
    case .save(let save)?: read(save, UInt32(truncatingIfNeeded: entry.sequence))
    case .delete(let deletion)?: for uuid in deletion.objects { remove(uuid) }
    case .origin(let origin)?: origins[entry.sequence] = StatedHash.of(origin)
    case .importReceipt(let receipt)?: receipts.append((entry.sequence, receipt))
    case .open?, .authorize?, .configure?, .erase?, nil: break
    }
  }

  private mutating func read(_ save: Save, _ line: UInt32) {
    for (index, object) in save.objects.enumerated() {
      let older = index < save.replaces.count ? save.replaces[index] : nil
      let hash = hash(ofOrigin: object.origin ?? 0)
      let fingerprint = StatedHash.fingerprint(of: object, origin: hash)
      if let older, let place = place(of: older) {
        (slots[place].fingerprint, slots[place].line) = (fingerprint.value, line)
        newest[place] = object.uuid
        roots[object.uuid] = place
      } else if let subject = ContentIdentity(subjectOf: object.content) {
        let key = subject.uuid(ordinal: subjects[subject, default: 0])
        subjects[subject, default: 0] += 1
        if let place = insert(key, fingerprint, at: line) {
          newest[place] = object.uuid
          roots[object.uuid] = place
        }
      } else {
        insert(object.uuid, fingerprint, at: line)
      }
    }
    for uuid in save.replaces.dropFirst(save.objects.count) { remove(uuid) }
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
    let place = slot(of: key)
    slots[place] = Slot(fingerprint: fingerprint.value, low: key.low, line: line)
    return place
  }

  private mutating func remove(_ uuid: ObjectUUID) {
    if let place = place(of: uuid) { gone[place] = true }
  }
}

/// A row of truth values, a bit each.
private struct BitSet {
  private var words: [UInt64]

  init(count: Int) { words = [UInt64](repeating: 0, count: (count + 63) / 64) }

  subscript(place: Int) -> Bool {
    get { (words[place >> 6] >> UInt64(place & 63)) & 1 == 1 }
    set {
      let bit: UInt64 = 1 << UInt64(place & 63)
      if newValue { words[place >> 6] |= bit } else { words[place >> 6] &= ~bit }
    }
  }
}

extension StatedObjects {
  /// What all lines of a journal say.
  ///
  /// - Throws: what reading them throws.
  init(_ journal: ReplayedJournal) throws {
    self.init(room: journal.tables.objectCount)
    try journal.forEachLine { line, _ in
      try read(line)
      return true
    }
  }
}
