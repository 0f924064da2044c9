import HealthModel

extension HealthTables {
  /// Takes what was deleted, replaced or claimed by a correlation since the last call out of the views.
  /// Until then those rows still look live; a scan calls this once, at its end.
  package mutating func settle() {
    if index == nil { sweep() } else { lookUp() }
    removedSinceSettled.removeAll(keepingCapacity: true)
    membersSinceSettled.removeAll(keepingCapacity: true)
  }

  /// Builds the index of all uuids, which a writer needs, in one go.
  package mutating func buildIndex() {
    guard index == nil else { return }
    let count = samples.reduce(objects.count) { $0 + $1.count }
    var built = UUIDIndex(capacity: count)
    for (type, columns) in samples.enumerated() {
      for row in 0..<columns.count {
        let place = UUIDIndex.Place(table: UInt32(type), row: UInt32(row))
        built.insert(columns.uuids[row], at: place, in: self)
      }
    }
    for row in objects.indices {
      let place = UUIDIndex.Place(table: UUIDIndex.Place.others, row: UInt32(row))
      built.insert(objects[row].uuid, at: place, in: self)
    }
    index = built
  }

  private mutating func lookUp() {
    for uuid in removedSinceSettled { mark(uuid, .dead) }
    for uuid in membersSinceSettled { mark(uuid, .member) }
  }

  private mutating func mark(_ uuid: ObjectUUID, _ flag: SampleRow.Flags) {
    guard let place = index?.place(of: uuid, in: self) else { return }
    if place.table == UUIDIndex.Place.others {
      if flag == .dead { objects[Int(place.row)].isLive = false }
    } else {
      samples[Int(place.table)].mark(Int(place.row), flag)
    }
  }

  /// One pass over all rows: the few uuids that matter are in a set small enough for the cache, behind
  /// a bit field that turns most rows away.
  private mutating func sweep() {
    if removed.isEmpty, membersSinceSettled.isEmpty { return }
    let members = Set(membersSinceSettled)
    let filter = BitFilter(removed, members)
    for type in samples.indices {
      for row in 0..<samples[type].count {
        let uuid = samples[type].uuids[row]
        guard filter.mayHold(uuid) else { continue }
        if removed.contains(uuid) { samples[type].mark(row, .dead) }
        if members.contains(uuid) { samples[type].mark(row, .member) }
      }
    }
    for row in objects.indices where removed.contains(objects[row].uuid) {
      objects[row].isLive = false
    }
  }
}

/// A bit for each of some uuids, by their own random bits.
private struct BitFilter {
  private var words: [UInt64]

  init(_ sets: Set<ObjectUUID>...) {
    var count = 64
    while count < sets.reduce(0, { $0 + $1.count }) * 16 { count *= 2 }
    words = [UInt64](repeating: 0, count: count / 64)
    for set in sets {
      for uuid in set {
        let (word, bit) = place(uuid)
        words[word] |= bit
      }
    }
  }

  func mayHold(_ uuid: ObjectUUID) -> Bool {
    let (word, bit) = place(uuid)
    return words[word] & bit != 0
  }

  private func place(_ uuid: ObjectUUID) -> (word: Int, bit: UInt64) {
    let mixed = uuid.low &* 0x9E37_79B9_7F4A_7C15
    return (Int(truncatingIfNeeded: mixed >> 24) & (words.count - 1), 1 << (mixed >> 58))
  }
}
