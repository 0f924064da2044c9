import HealthModel

/// Where each uuid's row is: open addressing over the uuids that stand in the columns themselves.
struct UUIDIndex: Sendable {
  /// A row of a table.
  struct Place: Hashable, Sendable {
    /// The number of a type, or `others`.
    var table: UInt32
    /// The row in it.
    var row: UInt32

    /// The table of the objects that are no samples.
    static let others: UInt32 = 0x7FFF_FFFF
  }

  private var slots: [UInt64]
  private var count = 0

  init(capacity: Int) {
    var size = 1024
    while size * 2 < capacity * 3 { size *= 2 }
    slots = [UInt64](repeating: 0, count: size)
  }

  /// The place of a uuid.
  func place(of uuid: ObjectUUID, in tables: borrowing HealthTables) -> Place? {
    var slot = Self.hash(uuid) & (slots.count - 1)
    while slots[slot] != 0 {
      let place = Self.unpack(slots[slot])
      if tables.uuid(at: place) == uuid { return place }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds a uuid; of one that is there already the first place stays.
  mutating func insert(
    _ uuid: ObjectUUID, at place: Place, in tables: borrowing HealthTables
  ) {
    if count * 3 >= slots.count * 2 { grow(tables) }
    var slot = Self.hash(uuid) & (slots.count - 1)
    while slots[slot] != 0 {
      if tables.uuid(at: Self.unpack(slots[slot])) == uuid { return }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Self.pack(place)
    count += 1
  }

  private mutating func grow(_ tables: borrowing HealthTables) {
    let old = slots
    slots = [UInt64](repeating: 0, count: old.count * 2)
    for packed in old where packed != 0 {
      var slot = Self.hash(tables.uuid(at: Self.unpack(packed))) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = packed
    }
  }

  private static func pack(_ place: Place) -> UInt64 {
    UInt64(place.table) << 32 | UInt64(place.row) | 1 << 63
  }

  private static func unpack(_ packed: UInt64) -> Place {
    Place(
      table: UInt32(truncatingIfNeeded: packed >> 32) & Place.others,
      row: UInt32(truncatingIfNeeded: packed))
  }

  private static func hash(_ uuid: ObjectUUID) -> Int {
    Int(truncatingIfNeeded: (uuid.high ^ uuid.low &* 0x9E37_79B9_7F4A_7C15) >> 16)
  }
}
