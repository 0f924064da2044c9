import ByteTools
package import HealthModel

/// An index of the row of each uuid: of the rows that were there when it was made, and of those
/// that came since. Writers and audits make it, a snapshot has one, and tables without either do
/// not need it.
struct ObjectIndex: Sendable {
  /// The rows that were there when it was made; nil: it has not been made.
  private(set) var frozen: FrozenUUIDIndex?
  /// The rows that came since.
  private(set) var recent = UUIDIndex()

  /// Creates an index that has not been made.
  init() {}

  /// Creates an index of some rows, to which more may be added.
  init(_ frozen: FrozenUUIDIndex) { self.frozen = frozen }

  /// True if it has been made, so that each row must be added to it.
  @inline(__always)
  var isMade: Bool { frozen != nil }

  /// Adds a row where there is an index.
  mutating func insert(_ uuid: ObjectUUID, at rowID: UUIDIndex.RowID) {
    if isMade { recent.insert(uuid, at: rowID) }
  }
}

/// An index of the rows of each uuid that came since the `FrozenUUIDIndex` was made, by open
/// addressing. The uuids themselves are in the columns only. Their hashes are here, so that few
/// uuids in the columns have to be compared.
struct UUIDIndex: Sendable {
  /// A row of a table.
  struct RowID: Hashable, Sendable, BitwiseCopyable {
    /// The number of a type, or `others`.
    var table: UInt32
    /// The number of the row in its table.
    var row: UInt32

    /// The table of the objects that are no samples.
    static let others: UInt32 = 0x7FFF_FFFF
  }

  /// The slots, each with the hash of a uuid and the index of its row ID; 0: nothing. So a search
  /// and an insertion mostly read one slot of a memory that is too large for a cache.
  private var slots: [UInt64] = []
  private var rowIDs: [RowID] = []

  /// Returns a hash of a uuid; never 0.
  static func hash(_ uuid: ObjectUUID) -> UInt32 {
    let mixed = (uuid.high ^ (uuid.low &* 0x9E37_79B9_7F4A_7C15)) &* 0xC4CE_B9FE_1A85_EC53
    return max(UInt32(truncatingIfNeeded: mixed >> 32), 1)
  }

  /// Returns the rows that may have a uuid: some of them do.
  func candidates(for uuid: ObjectUUID) -> [RowID] {
    let hash = Self.hash(uuid)
    var slot = Int(hash)
    var candidates: [RowID] = []
    while let rowID = next(hash, &slot) { candidates.append(rowID) }
    return candidates
  }

  /// Returns the next row, from a slot on, that may have a uuid of that hash, and moves past it.
  /// The first slot is that of the hash's own number.
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

/// The row IDs of many uuids, made in one pass and never changed: eight bytes each, in buckets by
/// the first bits of a hash. An entry holds 32 more bits of the hash and a row counted over all
/// tables.
struct FrozenUUIDIndex: Sendable {
  /// The number of entries in a bucket, about: two kilobytes.
  private static let perBucket = 256

  /// The index at which the entries of each bucket begin, and the end of the last ones.
  let starts: StoredColumn<UInt32>
  let entries: StoredColumn<UInt64>
  /// The first row of each type, counted over all tables; at the end that of the other objects.
  private let firstRows: [UInt32]
  private let bits: UInt64
  /// The number of rows of each table that count, the other objects last; nil: all.
  private let limits: [Int]?

  /// Returns the number of buckets for this many entries: a power of two.
  static func bucketCount(for count: Int) -> Int {
    var buckets = 1
    while buckets * perBucket < count { buckets *= 2 }
    return buckets
  }

  /// Creates the index that a snapshot holds; the caller has checked its sizes with `isPossible`.
  ///
  /// - Parameters:
  ///   - rows: the number of rows of each type.
  ///   - limits: the number of the first rows of each type that count, and at the end that of the
  ///     other objects; nil: all rows do.
  init(
    starts: StoredColumn<UInt32>, entries: StoredColumn<UInt64>, rows: [Int], limits: [Int]? = nil
  ) {
    self.starts = starts
    self.entries = entries
    firstRows = Self.firstRows(rows)
    bits = UInt64((starts.count - 1).trailingZeroBitCount)
    self.limits = limits
  }

  /// Returns true if bits of a hash can separate this many buckets, and this many rows can be
  /// counted.
  static func isPossible(buckets: Int, rows: [Int]) -> Bool {
    guard buckets > 0, buckets & (buckets - 1) == 0, buckets < 1 << 32 else { return false }
    var total = 0
    for count in rows where total < UInt32.max { total += min(count, Int(UInt32.max)) }
    return total < UInt32.max
  }

  /// Creates the index of the uuids of all rows; nil if there are more than can be counted.
  init?(_ samples: [SampleColumns], _ objects: [ObjectRow]) {
    let total = samples.reduce(objects.count) { $0 + $1.count }
    guard total < UInt32.max else { return nil }
    let buckets = Self.bucketCount(for: total)
    let bits = UInt64(buckets.trailingZeroBitCount)
    var next = [UInt32](repeating: 0, count: buckets + 1)
    for columns in samples {
      for uuid in columns.uuids { next[Self.bucket(Self.hash(uuid), bits) + 1] += 1 }
    }
    for object in objects { next[Self.bucket(Self.hash(object.uuid), bits) + 1] += 1 }
    for bucket in 0..<buckets { next[bucket + 1] += next[bucket] }
    var starts = StoredColumn<UInt32>()
    for start in next { starts.append(start) }
    var filled = [UInt64](repeating: 0, count: total)
    var row: UInt64 = 0
    func enter(_ uuid: ObjectUUID) {
      let hash = Self.hash(uuid)
      let bucket = Self.bucket(hash, bits)
      filled[Int(next[bucket])] = (hash << 32) | row
      next[bucket] += 1
      row += 1
    }
    for columns in samples { for uuid in columns.uuids { enter(uuid) } }
    for object in objects { enter(object.uuid) }
    self.init(
      starts: starts, entries: StoredColumn(tail: filled), rows: samples.map { $0.count })
  }

  private static func firstRows(_ counts: [Int]) -> [UInt32] {
    var next: UInt32 = 0
    return counts.map { count in
      defer { next += UInt32(count) }
      return next
    } + [next]
  }

  /// Returns the mix of MurmurHash3's end (Appleby 2011) over both words: uuids need not be random.
  private static func hash(_ uuid: ObjectUUID) -> UInt64 {
    var mixed = uuid.high ^ (uuid.low &* 0x9E37_79B9_7F4A_7C15)
    mixed = (mixed ^ (mixed >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    mixed = (mixed ^ (mixed >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return mixed ^ (mixed >> 33)
  }

  private static func bucket(_ hash: UInt64, _ bits: UInt64) -> Int {
    bits == 0 ? 0 : Int(hash >> (64 - bits))
  }

  /// Returns the bucket that would hold a uuid.
  func bucket(of uuid: ObjectUUID) -> Int { Self.bucket(Self.hash(uuid), bits) }

  func entries(of bucket: Int) -> Range<Int> { Int(starts[bucket])..<Int(starts[bucket + 1]) }

  /// Returns a checksum of the entries of a bucket.
  func checksum(_ bucket: Int) -> UInt64 {
    var sum = Checksum64()
    for entry in entries[entries(of: bucket)] { sum.update(entry) }
    return sum.value
  }

  /// Returns the SHA-256 of the entries of a bucket.
  func digest(_ bucket: Int) -> Digest { entries.digest(entries(of: bucket)) }

  /// Returns the rows that may have this uuid: rows with the same hash.
  func candidates(for uuid: ObjectUUID) -> [UUIDIndex.RowID] {
    let hash = Self.hash(uuid)
    let bucket = Self.bucket(hash, bits)
    var rowIDs: [UUIDIndex.RowID] = []
    for index in entries(of: bucket) {
      let entry = entries[index]
      guard entry >> 32 == hash & 0xFFFF_FFFF else { continue }
      let rowID = rowID(UInt32(truncatingIfNeeded: entry))
      if let limits, rowID.row >= limits[min(Int(rowID.table), limits.count - 1)] { continue }
      rowIDs.append(rowID)
    }
    return rowIDs
  }

  /// Returns the row IDs in some buckets whose uuid another row may have too: rows with the same
  /// hash.
  func likelyTwins(in buckets: Range<Int>) -> [UUIDIndex.RowID] {
    var twins: [UUIDIndex.RowID] = []
    for bucket in buckets {
      let sorted = entries[entries(of: bucket)].sorted()
      for (one, next) in zip(sorted, sorted.dropFirst()) where one >> 32 == next >> 32 {
        twins.append(rowID(UInt32(truncatingIfNeeded: one)))
        twins.append(rowID(UInt32(truncatingIfNeeded: next)))
      }
    }
    return twins
  }

  private func rowID(_ row: UInt32) -> UUIDIndex.RowID {
    // The last table that begins at this row or before it: a table without rows begins where the
    // next one does.
    let table = firstRows.indices.partitioningIndex { firstRows[$0] > row } - 1
    let isOther = table == firstRows.count - 1
    return UUIDIndex.RowID(
      table: isOther ? UUIDIndex.RowID.others : UInt32(table), row: row - firstRows[table])
  }
}

// Rows that a snapshot may hold are read through these functions only: what they return has been
// verified, or was replayed.

extension HealthTables {
  /// The numbers of the types that may have samples.
  package var sampleTypes: Range<Int> { samples.indices }

  /// The identifiers of the types that have live samples which the reader sees; no row is read for
  /// it.
  package var liveSampleTypes: [String] {
    sampleTypes.filter { number in
      let columns = sight?.rows[number] ?? samples[number]
      return columns.count > columns.deadCount
    }.map { types.names[$0] }
  }

  /// Returns the rows of the type of this number, as far as the reader sees them.
  package func columns(_ number: Int) -> SampleColumns {
    var columns = narrowedRows[number]?.rows ?? sight?.rows[number] ?? allColumns(number)
    columns.recordings = recordings
    return columns
  }

  /// Returns the rows of the type of this number, also those that the reader may not see.
  func allColumns(_ number: Int) -> SampleColumns {
    var columns = replacement(for: number) ?? samples[number]
    if let late = lateFlags[number] {
      columns.flags = late.applied(to: columns.flags)
      columns.deadCount = samples[number].deadCount
    }
    columns.known = vocabulary.contexts.all
    return columns
  }

  /// Returns the rows to use for a type instead of those that are held; nil if these are sound.
  private func replacement(for number: Int) -> SampleColumns? {
    guard samples[number].storedCount > 0 else { return nil }
    return parts.base?.replacement(for: number).map(samples[number].continuing)
  }

  /// Makes sure of the rows of a type before one of them is changed.
  mutating func secure(_ number: Int) {
    guard samples[number].storedCount > 0 else { return }
    samples[number] = allColumns(number)
    lateFlags[number] = nil
  }

  /// Changes the flags of a sample's row. A row that a snapshot holds keeps its own: so the rows of
  /// the type need not be read for it.
  mutating func changeFlags(
    at rowID: UUIDIndex.RowID, _ new: (SampleRow.Flags) -> SampleRow.Flags
  ) {
    let (type, row) = (Int(rowID.table), Int(rowID.row))
    if let known = singleRow(at: rowID)?.flags {
      let flags = new(known)
      guard flags != known else { return }
      samples[type].deadCount +=
        (flags.contains(.dead) ? 1 : 0) - (known.contains(.dead) ? 1 : 0)
      lateFlags[type, default: LateFlags()].set(rowID.row, flags, before: known)
    } else {
      if row < samples[type].storedCount { secure(type) }
      samples[type].setFlags(row, new(samples[type].flags[row]))
      lateFlags[type]?.renew()
    }
  }

  /// Returns the uuid of a row; nil if there is no such row. Only the index of a snapshot can name
  /// such a row.
  func uuid(at rowID: UUIDIndex.RowID) -> ObjectUUID? {
    let (table, row) = (Int(rowID.table), Int(rowID.row))
    if rowID.table == UUIDIndex.RowID.others {
      let objects = parts.links.value.objects
      return row < objects.count ? objects[row].uuid : nil
    }
    guard table < samples.count, row < samples[table].count else { return nil }
    return fact(at: rowID, \.uuid) { $0.uuids[row] }
  }

  /// Returns what a sample's row states, by one look at the row, or else by all rows of its type.
  private func fact<Fact>(
    at rowID: UUIDIndex.RowID, _ single: (SingleRows.Row) -> Fact, _ all: (SampleColumns) -> Fact
  ) -> Fact {
    let own = samples[Int(rowID.table)]
    // For a row that came since the snapshot, the snapshot need not be checked.
    guard rowID.row < own.storedCount else { return all(own) }
    if let row = singleRow(at: rowID) { return single(row) }
    return all(allColumns(Int(rowID.table)))
  }

  /// Returns a row as its snapshot holds it; nil if all rows of its type must be asked for it: if
  /// they have been read or changed.
  func singleRow(at rowID: UUIDIndex.RowID) -> SingleRows.Row? {
    guard let base = parts.base, rowID.table < samples.count else { return nil }
    let columns = samples[Int(rowID.table)]
    guard rowID.row < columns.storedCount, columns.areAsStored else { return nil }
    var row = base.row(Int(rowID.row), of: Int(rowID.table))
    if let late = lateFlags[Int(rowID.table)]?.flags[rowID.row] { row?.flags = late }
    return row
  }

  /// Returns the row IDs of a uuid: one, unless another program wrote it twice. The index must have
  /// been built.
  func rowIDs(of uuid: ObjectUUID) -> [UUIDIndex.RowID] {
    guard let frozen = index.frozen else { return [] }
    let candidates =
      if let base = parts.base, !base.vouches(for: uuid) {
        base.replayedRowIDs(of: uuid)
      } else {
        frozen.candidates(for: uuid)
      }
    var rowIDs = candidates.filter { self.uuid(at: $0) == uuid }
    for rowID in index.recent.candidates(for: uuid) where self.uuid(at: rowID) == uuid {
      rowIDs.append(rowID)
    }
    return rowIDs
  }

  /// Returns the row ID of a uuid: the one that was saved first; of several in one line that of the
  /// first type.
  func rowID(of uuid: ObjectUUID) -> UUIDIndex.RowID? {
    let rowIDs = rowIDs(of: uuid)
    guard rowIDs.count > 1 else { return rowIDs.first }
    return rowIDs.min { a, b in
      (sequence(at: a), a.table, a.row) < (sequence(at: b), b.table, b.row)
    }
  }

  /// Returns the line that saved an object; nil if none did. The index must have been built.
  package func line(of uuid: ObjectUUID) -> UInt64? {
    rowID(of: uuid).map { UInt64(sequence(at: $0)) }
  }

  /// Returns the number of the line that saved a row.
  func sequence(at rowID: UUIDIndex.RowID) -> UInt32 {
    rowID.table == UUIDIndex.RowID.others
      ? parts.links.value.objects[Int(rowID.row)].sequence
      : fact(at: rowID, \.sequence) { $0.sequences[Int(rowID.row)] }
  }

  /// Returns the flags of a row: its state, and if it is a member of a correlation.
  func flags(at rowID: UUIDIndex.RowID) -> SampleRow.Flags {
    if rowID.table == UUIDIndex.RowID.others {
      return SampleRow.Flags(parts.links.value.objects[Int(rowID.row)].state)
    }
    return fact(at: rowID, \.flags) { $0.flags[Int(rowID.row)] }
      .intersection([.dead, .reverted, .member])
  }

  /// Returns the flags that earlier lines set for an object that is saved only now.
  func earlierClaims(on uuid: ObjectUUID) -> SampleRow.Flags {
    var flags = claims.flags(of: uuid)
    // Lines that are in the snapshot left what they said in its rows.
    if let base = parts.base, base.mayHold(uuid), let rowID = rowID(of: uuid) {
      flags.formUnion(self.flags(at: rowID))
    }
    return flags
  }

  /// Returns the objects that were ever saved and whose uuids have this beginning, as far as the
  /// reader sees them, in the order of their uuids.
  ///
  /// - Parameter includingSamples: true if quantity and category samples are among them, whose
  ///   rows are all read for it; else only workouts, correlations and the like.
  package func objects(
    beginningWith prefix: UUIDPrefix, includingSamples: Bool = true
  ) -> [(uuid: ObjectUUID, type: String)] {
    var found: [(uuid: ObjectUUID, type: String)] = []
    for object in objects where prefix.begins(object.uuid) {
      found.append((object.uuid, types.names[Int(object.type)]))
    }
    for type in includingSamples ? sampleTypes : 0..<0 {
      for uuid in columns(type).uuids where prefix.begins(uuid) {
        found.append((uuid, types.names[type]))
      }
    }
    found.sort { $0.uuid < $1.uuid }
    // Another program may have written a uuid twice.
    return found.indices.filter { $0 == 0 || found[$0 - 1].uuid != found[$0].uuid }
      .map { found[$0] }
  }
}
