import ByteTools
import HealthEvents
import HealthImport
import HealthModel
import HealthTables
import JournalFile

/// The objects that were erased from a journal before, as far as tombstones show: an import asks it
/// about objects that are new to the journal.
struct ErasedBefore {
  /// The hashes by their salts. Erasures of one journal share a salt, so nearly always there is
  /// one.
  private var hashes: [(salt: TombstoneSalt, hashes: Set<UInt64>)] = []

  var isEmpty: Bool { hashes.isEmpty }

  /// Adds the tombstones of an erasure.
  mutating func take(_ tombstones: Tombstones) {
    guard let salt = TombstoneSalt(tombstones.salt) else { return }
    if let index = hashes.firstIndex(where: { $0.salt == salt }) {
      hashes[index].hashes.formUnion(tombstones.hashes)
    } else {
      hashes.append((salt, Set(tombstones.hashes)))
    }
  }

  /// Returns true if an object with this uuid, or an object that imports find by this uuid, was
  /// erased.
  func contains(_ uuid: ObjectUUID) -> Bool {
    hashes.contains { $0.hashes.contains($0.salt.hash(of: uuid)) }
  }
}

/// The salt that is hashed before a uuid. Without a salt, one table of hashes would show for every
/// journal which objects were erased.
struct TombstoneSalt: Hashable {
  /// The first eight bytes and the last four, big-endian.
  private let first: UInt64
  private let second: UInt64

  /// Creates a salt that nobody has drawn before.
  init(random: (UInt64, UInt64)) { (first, second) = (random.0, random.1 >> 32) }

  /// Reads the salt from 24 hexadecimal digits; nil if they are not such digits.
  init?(_ text: String) {
    guard text.utf8.count == 24, let first = UInt64(text.prefix(16), radix: 16),
      let second = UInt64(text.suffix(8), radix: 16)
    else { return nil }
    (self.first, self.second) = (first, second)
  }

  /// Its 24 lower-case hexadecimal digits.
  var text: String { Salt(random: (first, second << 32)).text }

  /// Returns the first 64 bits of SHA-256 of the salt and a uuid.
  func hash(of uuid: ObjectUUID) -> UInt64 {
    // The salt has 12 bytes, so that each half of a uuid crosses two of these words.
    let words = [
      first, (second << 32) | (uuid.high >> 32), (uuid.high << 32) | (uuid.low >> 32),
      uuid.low << 32,
    ]
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32)
    for word in words {
      for shift in stride(from: UInt64(56), through: 0, by: -8) {
        bytes.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    return SHA256.hash(bytes.rawBytes.extracting(0..<28)).words.0
  }
}

extension Tombstones {
  /// Creates the tombstones of some objects: of the uuid of each, and of the one that imports ask
  /// for.
  ///
  /// - Parameters:
  ///   - salt: that of earlier erasures, if there are any.
  ///   - before: the tombstones of earlier erasures.
  /// - Throws: the errors of reading the lines.
  init?(
    of objects: [ObjectUUID], in journal: ReplayedJournal, _ salt: TombstoneSalt,
    after before: ErasedBefore
  ) throws {
    guard !objects.isEmpty else { return nil }
    var asked = AskedUUIDs(journal, before)
    var rest = objects[...]
    while !rest.isEmpty {
      // Some at a time: each part reads its lines.
      try asked.add(Array(rest.prefix(4096)))
      rest = rest.dropFirst(4096)
    }
    // In the order of the hashes, as that tells nothing about the objects.
    let hashes = Set((objects + asked.uuids).map(salt.hash))
    self.init(salt: salt.text, hashes: hashes.sorted())
  }
}

/// The uuids by which imports ask for objects that are to be erased: those that programs before
/// gave, with the source's name in them, and for a day or a trait that of the subject. See
/// `ContentIdentity`.
private struct AskedUUIDs {
  private let journal: ReplayedJournal
  private let before: ErasedBefore
  private(set) var uuids: [ObjectUUID] = []
  private var taken: Set<ObjectUUID> = []
  /// The progress through the numbers of equal objects, by the uuid with number 0: each of many
  /// equal objects goes on at the end of the one before.
  private var walks: [ObjectUUID: (used: Set<ObjectUUID>, next: Int)] = [:]

  init(_ journal: ReplayedJournal, _ before: ErasedBefore) {
    (self.journal, self.before) = (journal, before)
  }

  /// Adds the uuids of some objects.
  mutating func add(_ objects: [ObjectUUID]) throws {
    let wanted = Set(objects)
    let lines = try objects.compactMap { try journal.line(of: $0) }
    let entries = try journal.entries(lines)
    var members: [ObjectUUID: HealthObject] = [:]
    for (_, entry) in entries.sorted(by: { $0.key < $1.key }) {
      guard case .save(let save)? = entry.event else { continue }
      for object in save.objects { members[object.uuid] = object }
    }
    for (_, entry) in entries.sorted(by: { $0.key < $1.key }) {
      guard case .save(let save)? = entry.event else { continue }
      for (index, object) in save.objects.enumerated()
      where wanted.contains(object.uuid) && object.uuid.isOfContent {
        if let subject = ContentIdentity(subjectOf: object.content) {
          uuids.append(subject.uuid())
        } else if save.older(at: index) == nil {
          try add(object, members)
        }
      }
    }
  }

  private mutating func add(_ object: HealthObject, _ members: [ObjectUUID: HealthObject]) throws {
    let name = journal.tables.origins[object.origin ?? 0]?.source.name
    for statement in [ContentIdentity.Statement.element, .observation] {
      let parts = self.members(of: object, name, statement, members)
      guard
        let identity = ContentIdentity(
          of: object.content, in: statement, .name(name), members: parts)
      else { return }
      guard let uuid = try firstFree(identity, unless: object.uuid) else { return }
      taken.insert(uuid)
      uuids.append(uuid)
    }
  }

  /// Returns the first free uuid of an identity; nil if an object's own one is before it.
  private mutating func firstFree(
    _ identity: ContentIdentity, unless own: ObjectUUID
  ) throws -> ObjectUUID? {
    let first = identity.uuid()
    // Taken out, as a set that two names share would be copied.
    var walk = walks.removeValue(forKey: first) ?? (used: [], next: 0)
    defer { if walk.next > 0 { walks[first] = walk } }
    if walk.used.contains(own) { return nil }
    while true {
      let uuid = walk.next == 0 ? first : identity.uuid(ordinal: walk.next)
      if uuid == own { return nil }
      guard try isUsed(uuid) else { return uuid }
      walk.used.insert(uuid)
      walk.next += 1
    }
  }

  private func members(
    of object: HealthObject, _ name: String?, _ statement: ContentIdentity.Statement,
    _ members: [ObjectUUID: HealthObject]
  ) -> [ObjectUUID] {
    guard case .correlation(let correlation) = object.content else { return [] }
    return correlation.members.compactMap { members[$0] }.compactMap { member in
      ContentIdentity(of: member.content, in: statement, .name(name))?.uuid()
    }
  }

  /// Returns true if a uuid belongs to another object, or to one that was erased.
  private func isUsed(_ uuid: ObjectUUID) throws -> Bool {
    try taken.contains(uuid) || before.contains(uuid) || journal.facts(of: uuid) != nil
  }
}
