import ByteTools
import HealthEvents
import HealthModel
import HealthTables
import JournalFile

/// What was erased from a journal before, as far as tombstones tell: an import asks it for objects
/// that are new to the journal.
struct ErasedBefore {
  /// The hashes by their salts. Erasures of one journal share a salt, so nearly always there is
  /// one.
  private var hashes: [(salt: TombstoneSalt, hashes: Set<UInt64>)] = []

  /// Takes what an erasure left.
  mutating func take(_ tombstones: Tombstones) {
    guard let salt = TombstoneSalt(tombstones.salt) else { return }
    if let index = hashes.firstIndex(where: { $0.salt == salt }) {
      hashes[index].hashes.formUnion(tombstones.hashes)
    } else {
      hashes.append((salt, Set(tombstones.hashes)))
    }
  }

  /// Whether an object of this uuid, or one that imports look for by it, was erased.
  func contains(_ uuid: ObjectUUID) -> Bool {
    hashes.contains { $0.hashes.contains($0.salt.hash(of: uuid)) }
  }
}

/// What is hashed before a uuid: without it a table made once would tell of every journal what was
/// erased.
struct TombstoneSalt: Hashable {
  /// The first eight bytes and the last four, big-endian.
  private let first: UInt64
  private let second: UInt64

  /// A salt that nobody has drawn before.
  init(random: (UInt64, UInt64)) { (first, second) = (random.0, random.1 >> 32) }

  /// The salt that 24 hexadecimal digits state; nil: they are not such digits.
  init?(_ text: String) {
    guard text.utf8.count == 24, let first = UInt64(text.prefix(16), radix: 16),
      let second = UInt64(text.suffix(8), radix: 16)
    else { return nil }
    (self.first, self.second) = (first, second)
  }

  /// Its 24 lower-case hexadecimal digits.
  var text: String { Salt(random: (first, second << 32)).text }

  /// The first 64 bits of SHA-256 of the salt and a uuid.
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
  /// Those of some objects: of the uuid of each, and of the one that imports look for it by.
  ///
  /// - Parameter salt: that of earlier erasures, where there are any.
  /// - Throws: what reading the lines throws.
  init?(
    of objects: [ObjectUUID], in journal: ReplayedJournal, _ salt: TombstoneSalt
  ) throws {
    guard !objects.isEmpty else { return nil }
    let stated = try StatedObjects(journal)
    var hashes: Set<UInt64> = []
    for uuid in objects {
      hashes.insert(salt.hash(of: uuid))
      if let key = stated.key(of: uuid), key != uuid { hashes.insert(salt.hash(of: key)) }
    }
    // In the order of the hashes, as that tells nothing about the objects.
    self.init(salt: salt.text, hashes: hashes.sorted())
  }
}
