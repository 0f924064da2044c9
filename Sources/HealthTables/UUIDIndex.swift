import HealthModel

/// Where each uuid's rows are: those that were there when the index was made, and by open addressing
/// those that came since. The uuids themselves stand in the columns only.
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

  /// The places of what was there at first.
  let placed: PlacedUUIDs
  private var slots = Self.noPlaces
  private var count = 0

  /// What all begin with and share until they are written to: readers write to none.
  private static let noPlaces = [UInt64](repeating: 0, count: 1024)

  init(_ placed: PlacedUUIDs) { self.placed = placed }

  /// Where what came since may have this uuid: some of these places have it.
  func recentCandidates(for uuid: ObjectUUID) -> [Place] {
    var slot = Self.hash(uuid) & (slots.count - 1)
    var places: [Place] = []
    while slots[slot] != 0 {
      places.append(Self.unpack(slots[slot]))
      slot = (slot + 1) & (slots.count - 1)
    }
    return places
  }

  /// The next place, from a slot on, where what came since may have the uuid of that hash; moves behind it.
  @inline(__always)
  func recent(_ slot: inout Int) -> Place? {
    let packed = slots[slot & (slots.count - 1)]
    slot &+= 1
    return packed == 0 ? nil : Self.unpack(packed)
  }

  /// Adds a uuid; one may have several places.
  mutating func insert(
    _ uuid: ObjectUUID, at place: Place, in tables: borrowing HealthTables
  ) {
    if count * 3 >= slots.count * 2 { grow(tables) }
    var slot = Self.hash(uuid) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
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

  static func hash(_ uuid: ObjectUUID) -> Int {
    Int(truncatingIfNeeded: (uuid.high ^ uuid.low &* 0x9E37_79B9_7F4A_7C15) >> 16)
  }
}
