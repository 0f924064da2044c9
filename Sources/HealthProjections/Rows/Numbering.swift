/// Keys and their numbers, in the order in which they came.
///
/// A few are looked through: the first dictionary with a new type of key costs a process some
/// thirty microseconds, which is more than all else that a short command does with it.
struct Numbering<Key: Hashable> {
  /// How many are looked through.
  private static var few: Int { 16 }

  /// The keys; a key's index is its number.
  private(set) var keys: [Key] = []
  /// The numbers of all, where they are more than a few.
  private var numbers: [Key: Int] = [:]

  /// The number of a key that is known, or nil.
  func number(of key: Key) -> Int? {
    keys.count > Self.few ? numbers[key] : keys.firstIndex(of: key)
  }

  /// The number of a key, which is taken where it is not known yet.
  mutating func number(ofAny key: Key) -> Int {
    if let number = number(of: key) { return number }
    append(key)
    return keys.count - 1
  }

  /// Takes a key that is not known yet.
  mutating func append(_ key: Key) {
    keys.append(key)
    guard keys.count > Self.few else { return }
    if numbers.isEmpty {
      for (number, known) in keys.enumerated() { numbers[known] = number }
    } else {
      numbers[key] = keys.count - 1
    }
  }
}

extension Numbering: Sendable where Key: Sendable {}
