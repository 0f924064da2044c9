/// Rows by a hash of theirs: the index of a row plus 1 in the slot that its hash gives, or in one
/// after it; 0: free. Half of the slots stay free, so that most searches end at the first.
struct RowSlots {
  private var slots: [UInt32]
  private var count = 0

  init(room: Int) { slots = [UInt32](repeating: 0, count: 2 * room + 2) }

  /// The row of a hash that is the one that is meant.
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

/// Truth values, a bit each: false until they are set.
struct BitSet {
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
