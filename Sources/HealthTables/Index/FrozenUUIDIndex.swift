import ByteTools
import HealthModel

/// The row IDs of many uuids, made in one pass and never changed: eight bytes each, in buckets by
/// the first bits of a hash. An entry holds 32 more bits of the hash and a row counted over all
/// tables.
struct FrozenUUIDIndex: Sendable {
  /// How many entries a bucket has, about: two kilobytes.
  private static let perBucket = 256

  /// Where the entries of each bucket begin, and where the last ones end.
  let starts: StoredColumn<UInt32>
  /// The entries.
  let entries: StoredColumn<UInt64>
  /// The first row of each type, counted over all tables; at the end that of the other objects.
  private let firstRows: [UInt32]
  private let bits: UInt64

  /// How many buckets there are for this many entries: a power of two.
  static func bucketCount(for count: Int) -> Int {
    var buckets = 1
    while buckets * perBucket < count { buckets *= 2 }
    return buckets
  }

  /// The index that a snapshot holds; the caller has checked its sizes with `isPossible`.
  ///
  /// - Parameter rows: how many rows each type has.
  init(starts: StoredColumn<UInt32>, entries: StoredColumn<UInt64>, rows: [Int]) {
    self.starts = starts
    self.entries = entries
    firstRows = Self.firstRows(rows)
    bits = UInt64((starts.count - 1).trailingZeroBitCount)
  }

  /// Whether this many buckets can be told apart by bits of a hash, and this many rows be counted.
  static func isPossible(buckets: Int, rows: [Int]) -> Bool {
    guard buckets > 0, buckets & (buckets - 1) == 0, buckets < 1 << 32 else { return false }
    var total = 0
    for count in rows where total < UInt32.max { total += min(count, Int(UInt32.max)) }
    return total < UInt32.max
  }

  /// The uuids of all rows; nil where there are more than can be counted.
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

  /// The mix of MurmurHash3's end (Appleby 2011) over both words: uuids need not be random.
  private static func hash(_ uuid: ObjectUUID) -> UInt64 {
    var mixed = uuid.high ^ (uuid.low &* 0x9E37_79B9_7F4A_7C15)
    mixed = (mixed ^ (mixed >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    mixed = (mixed ^ (mixed >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return mixed ^ (mixed >> 33)
  }

  private static func bucket(_ hash: UInt64, _ bits: UInt64) -> Int {
    bits == 0 ? 0 : Int(hash >> (64 - bits))
  }

  /// The bucket that would hold a uuid.
  func bucket(of uuid: ObjectUUID) -> Int { Self.bucket(Self.hash(uuid), bits) }

  /// The entries of a bucket.
  func entries(of bucket: Int) -> Range<Int> { Int(starts[bucket])..<Int(starts[bucket + 1]) }

  /// A checksum of the entries of a bucket.
  func checksum(_ bucket: Int) -> UInt64 {
    var sum = Checksum64()
    for entry in entries[entries(of: bucket)] { sum.update(entry) }
    return sum.value
  }

  /// The SHA-256 of the entries of a bucket.
  func digest(_ bucket: Int) -> Digest { entries.digest(entries(of: bucket)) }

  /// Where rows with this uuid may be: rows with the same hash.
  func candidates(for uuid: ObjectUUID) -> [UUIDIndex.RowID] {
    let hash = Self.hash(uuid)
    let bucket = Self.bucket(hash, bits)
    var rowIDs: [UUIDIndex.RowID] = []
    for index in entries(of: bucket) {
      let entry = entries[index]
      if entry >> 32 == hash & 0xFFFF_FFFF {
        rowIDs.append(rowID(UInt32(truncatingIfNeeded: entry)))
      }
    }
    return rowIDs
  }

  /// The row IDs in some buckets whose uuid another row may have too: rows with the same hash.
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
