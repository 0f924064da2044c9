import HealthModel

/// Where the rows of each uuid are that came since the `FrozenUUIDIndex` was made, by open
/// addressing. The uuids themselves are in the columns only. Their hashes are here, so that few
/// uuids in the columns have to be compared.
struct UUIDIndex: Sendable {
  /// A row of a table.
  struct RowID: Hashable, Sendable, BitwiseCopyable {
    /// The number of a type, or `others`.
    var table: UInt32
    /// The row in it.
    var row: UInt32

    /// The table of the objects that are no samples.
    static let others: UInt32 = 0x7FFF_FFFF
  }

  /// In each slot the hash of a uuid and the index of its row ID; 0: nothing. So a search and an
  /// insertion mostly read one slot of a memory that is too large for a cache.
  private var slots: [UInt64] = []
  private var rowIDs: [RowID] = []

  /// A hash of a uuid; never 0.
  static func hash(_ uuid: ObjectUUID) -> UInt32 {
    let mixed = (uuid.high ^ (uuid.low &* 0x9E37_79B9_7F4A_7C15)) &* 0xC4CE_B9FE_1A85_EC53
    return max(UInt32(truncatingIfNeeded: mixed >> 32), 1)
  }

  /// The rows that may have a uuid: some of them do.
  func candidates(for uuid: ObjectUUID) -> [RowID] {
    let hash = Self.hash(uuid)
    var slot = Int(hash)
    var candidates: [RowID] = []
    while let rowID = next(hash, &slot) { candidates.append(rowID) }
    return candidates
  }

  /// The next row, from a slot on, where a uuid of that hash may be; moves past it. The first
  /// slot is that of the hash's own number.
  func next(_ hash: UInt32, _ slot: inout Int) -> RowID? {
    let mask = slots.count - 1
    guard mask > 0 else { return nil }
    while true {
      let known = slots[slot & mask]
      if known == 0 { return nil }
      slot &+= 1
      if UInt32(truncatingIfNeeded: known >> 32) == hash {
        return rowIDs[Int(UInt32(truncatingIfNeeded: known))]
      }
    }
  }

  /// Adds a uuid; one may have several rows.
  mutating func insert(_ uuid: ObjectUUID, at rowID: RowID) {
    if rowIDs.count * 2 >= slots.count { grow() }
    put((UInt64(Self.hash(uuid)) << 32) | UInt64(rowIDs.count))
    rowIDs.append(rowID)
  }

  private mutating func put(_ entry: UInt64) {
    let mask = slots.count - 1
    var slot = Int(entry >> 32) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = entry
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: max(old.count * 2, 1024))
    for entry in old where entry != 0 { put(entry) }
  }
}
