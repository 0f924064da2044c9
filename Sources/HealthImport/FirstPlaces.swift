/// Where each key of a row stands first: by a look at each while they are few, and by a dictionary
/// beyond that, so that no number of keys takes more than a few steps for each.
struct FirstPlaces<Key: Hashable> {
  private var keys: [Key] = []
  private var places: [Key: Int] = [:]

  /// No keys.
  init() {}

  /// The place of a key that the row holds; nil where it does not, and then it is added at the end.
  mutating func place(ofOrAdding key: Key) -> Int? {
    if keys.count < 16 {
      if let place = keys.firstIndex(of: key) { return place }
    } else {
      if places.isEmpty { for (place, key) in keys.enumerated() { places[key] = place } }
      if let place = places[key] { return place }
      places[key] = keys.count
    }
    keys.append(key)
    return nil
  }
}
