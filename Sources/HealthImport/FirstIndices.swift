/// The first index of each key in a row of keys. While there are fewer than 16 keys, each is
/// compared; beyond that a dictionary finds them, so that a look-up takes few steps however many
/// there are.
struct FirstIndices<Key: Hashable> {
  private var keys: [Key] = []
  private var indices: [Key: Int] = [:]

  /// No keys.
  init() {}

  /// The index of a key that the row holds; nil where it does not, and then it is added at the end.
  mutating func index(ofOrAdding key: Key) -> Int? {
    if keys.count < 16 {
      if let index = keys.firstIndex(of: key) { return index }
    } else {
      if indices.isEmpty { for (index, key) in keys.enumerated() { indices[key] = index } }
      if let index = indices[key] { return index }
      indices[key] = keys.count
    }
    if keys.isEmpty { keys.reserveCapacity(16) }
    keys.append(key)
    return nil
  }
}
