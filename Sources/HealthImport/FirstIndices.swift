/// Where each key of a row stands first: by a look at each while they are few, and by a dictionary
/// beyond that, so that no number of keys takes more than a few steps for each.
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
    keys.append(key)
    return nil
  }
}
