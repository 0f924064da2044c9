package import HealthModel
import JournalFile

/// A live or dead sample as the tables hold it.
package struct SampleRow: Hashable, Sendable {
  /// Its identity.
  package var uuid: ObjectUUID
  /// Its span in microseconds since 1970.
  package var start: Int64
  /// Its span in microseconds since 1970.
  package var end: Int64
  /// The number of a quantity, or the raw value of a category.
  package var value: Double
  /// The seq of the line that saved it.
  package var sequence: UInt32
  /// Who wrote it: a number in `HealthTables.provenances`.
  package var provenance: UInt32
  /// A quantity's unit: a number in `HealthTables.units`. A category's value in the export's own
  /// word: a number in `HealthTables.categoryNames`. `SampleRow.none` otherwise.
  package var unit: UInt32
  /// The time zone of its metadata: a number in `HealthTables.zones`, or `SampleRow.none`.
  package var zone: UInt32
  /// Minutes east of UTC that the source gave.
  package var startOffset: Int16
  /// Minutes east of UTC that the source gave.
  package var endOffset: Int16
  /// What else is true of it.
  package var flags: Flags

  /// No unit, no word, no zone.
  @inlinable package static var none: UInt32 { .max }

  /// Facts of one bit.
  package struct Flags: OptionSet, Hashable, Sendable, BitwiseCopyable {
    package let rawValue: UInt8
    @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Deleted or replaced: in no view.
    @inlinable package static var dead: Flags { Flags(rawValue: 1) }
    /// Its metadata says that a person typed it in.
    @inlinable package static var userEntered: Flags { Flags(rawValue: 2) }
    /// A category sample; else a quantity sample.
    @inlinable package static var category: Flags { Flags(rawValue: 4) }
    /// A member of a correlation.
    @inlinable package static var member: Flags { Flags(rawValue: 8) }
    /// Dead, and its reader may not know what it said: time and value are 0.
    @inlinable package static var withheld: Flags { Flags(rawValue: 16) }
    /// Whether it has one of these.
    @inlinable package func contains(_ flag: Flags) -> Bool { rawValue & flag.rawValue != 0 }
  }
}

/// The samples of one type, column by column, in the order in which they were saved.
package struct SampleColumns: Sendable {
  // See `SampleRow` for what a column means; all are of equal length.
  package internal(set) var uuids = StoredColumn<ObjectUUID>()
  package internal(set) var starts = StoredColumn<Int64>()
  package internal(set) var ends = StoredColumn<Int64>()
  package internal(set) var values = StoredColumn<Double>()
  package internal(set) var sequences = StoredColumn<UInt32>()
  /// Numbers in `known`.
  package internal(set) var contexts = StoredColumn<UInt32>()
  package internal(set) var flags = StoredColumn<SampleRow.Flags>()
  /// What rows state that condense a series; see `extremes(of:)`.
  var extremes = SeriesExtremes()
  /// The contexts that the numbers stand for. Only columns that tables hand out have them.
  package internal(set) var known: [SampleContext] = []
  /// How many rows are dead.
  var deadCount = 0

  /// No rows yet.
  package init() {}

  /// These columns, of equal length.
  init(
    uuids: StoredColumn<ObjectUUID>, starts: StoredColumn<Int64>, ends: StoredColumn<Int64>,
    values: StoredColumn<Double>, sequences: StoredColumn<UInt32>,
    contexts: StoredColumn<UInt32>, flags: StoredColumn<SampleRow.Flags>,
    extremes: SeriesExtremes = SeriesExtremes(), deadCount: Int
  ) {
    self.uuids = uuids
    self.starts = starts
    self.ends = ends
    self.values = values
    self.sequences = sequences
    self.contexts = contexts
    self.flags = flags
    self.extremes = extremes
    self.deadCount = deadCount
  }

  /// How many rows stand in a snapshot.
  var storedCount: Int { uuids.base.count }

  /// How many rows there are, dead ones included.
  package var count: Int { starts.count }

  /// The rows that are in the views, in the order in which they were saved.
  package func liveRows() -> [Int] {
    if deadCount == 0 { return Array(0..<count) }
    var rows: [Int] = []
    rows.reserveCapacity(count - deadCount)
    for row in 0..<count where isLive(row) { rows.append(row) }
    return rows
  }

  /// Whether a row is in the views.
  package func isLive(_ index: Int) -> Bool { !flags[index].contains(.dead) }

  /// Who wrote a sample: a number in `HealthTables.provenances`.
  package func provenance(_ index: Int) -> UInt32 { known[Int(contexts[index])].provenance }

  /// See `SampleRow.unit`.
  package func unit(_ index: Int) -> UInt32 { known[Int(contexts[index])].unit }

  /// See `SampleRow.zone`.
  package func zone(_ index: Int) -> UInt32 { known[Int(contexts[index])].zone }

  /// One row, put together.
  package subscript(index: Int) -> SampleRow {
    let common = known[Int(contexts[index])]
    return SampleRow(
      uuid: uuids[index], start: starts[index], end: ends[index], value: values[index],
      sequence: sequences[index], provenance: common.provenance, unit: common.unit,
      zone: common.zone, startOffset: common.startOffset, endOffset: common.endOffset,
      flags: flags[index])
  }

  mutating func append(_ row: PendingRow) {
    uuids.append(row.uuid)
    starts.append(row.start)
    ends.append(row.end)
    values.append(row.value)
    sequences.append(row.sequence)
    contexts.append(row.context)
    flags.append(row.flags)
    if row.flags.contains(.dead) { deadCount += 1 }
  }

  /// Asks for room for this many rows in all columns.
  mutating func reserve(_ rows: Int) {
    let room = rows - storedCount
    uuids.reserve(room)
    starts.reserve(room)
    ends.reserve(room)
    values.reserve(room)
    sequences.reserve(room)
    contexts.reserve(room)
    flags.reserve(room)
  }

  /// Whether there is no room for this many more rows.
  func isFull(for more: Int) -> Bool { uuids.room < more }

  /// Appends the rows at some indices, column by column. None of them is dead.
  mutating func append(_ rows: Span<PendingRow>, _ order: Span<Int>) {
    uuids.append(rows, order) { $0.uuid }
    starts.append(rows, order) { $0.start }
    ends.append(rows, order) { $0.end }
    values.append(rows, order) { $0.value }
    sequences.append(rows, order) { $0.sequence }
    contexts.append(rows, order) { $0.context }
    flags.append(rows, order) { $0.flags }
  }

  mutating func mark(_ index: Int, _ flag: SampleRow.Flags) {
    let known = flags[index]
    guard !known.contains(flag) else { return }
    flags.replace(index, with: known.union(flag))
    if flag.contains(.dead) { deadCount += 1 }
  }

  /// Takes back that a row was deleted or replaced.
  mutating func revive(_ index: Int) {
    guard flags[index].contains(.dead) else { return }
    flags.replace(index, with: flags[index].subtracting(.dead))
    deadCount -= 1
  }

  /// The same with the rows of a replay in place of those of a snapshot.
  func continuing(_ replayed: SampleColumns) -> SampleColumns {
    precondition(replayed.count == storedCount, "rows that are not those of the snapshot")
    if storedCount == count { return replayed }
    var whole = replayed
    whole.append(copying: self, storedCount..<count)
    return whole
  }
}

extension SampleRow {
  /// The start with the offset that the source gave.
  package var startTime: Timestamp {
    Timestamp(instant: Instant(microseconds: start), offsetMinutes: startOffset)
  }

  /// The end with the offset that the source gave.
  package var endTime: Timestamp {
    Timestamp(instant: Instant(microseconds: end), offsetMinutes: endOffset)
  }
}
