import ByteTools
import HealthEvents
package import HealthModel
public import JournalFile

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
  /// The writer of the sample: a number in `HealthTables.provenances`.
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
  /// The other facts of the sample.
  package var flags: Flags

  /// No unit, no word, no zone.
  @inlinable package static var none: UInt32 { .max }

  /// The facts of one bit each.
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
    /// Dead because its save was reverted: as if it had never been saved.
    @inlinable package static var reverted: Flags { Flags(rawValue: 32) }
    /// It starts after its line was recorded.
    @inlinable package static var ahead: Flags { Flags(rawValue: 64) }
    /// Its source made it more than a day after its end, as far as it says when.
    @inlinable package static var madeLate: Flags { Flags(rawValue: 128) }

    /// Returns true if a sample starts after the moment at which it was known, in microseconds.
    @inlinable package static func isAhead(start: Int64, known: Int64) -> Bool {
      // Lines state whole milliseconds, samples may have finer times: what is saved at once is not
      // ahead.
      start - known >= 1000
    }

    /// Notes when its source made a sample; both times in microseconds.
    @inlinable mutating func note(made: Int64, end: Int64) {
      if made - end > 86_400_000_000 { insert(.madeLate) }
    }

    /// Creates the flags of a state.
    init(_ state: ObjectState) {
      switch state {
      case .live: self = []
      case .removed: self = .dead
      case .reverted: self = Flags(rawValue: Flags.dead.rawValue | Flags.reverted.rawValue)
      }
    }

    /// The state that the flags state.
    var state: ObjectState {
      contains(.reverted) ? .reverted : contains(.dead) ? .removed : .live
    }

    /// Returns the same flags with another state.
    func giving(_ state: ObjectState) -> Flags {
      subtracting([.dead, .reverted]).union(Flags(state))
    }

    /// Returns true if it has one of these flags.
    @inlinable package func contains(_ flag: Flags) -> Bool { rawValue & flag.rawValue != 0 }
  }

  /// The start with the offset that the source gave.
  package var startTime: Timestamp {
    Timestamp(instant: Instant(microseconds: start), offsetMinutes: startOffset)
  }

  /// The end with the offset that the source gave.
  package var endTime: Timestamp {
    Timestamp(instant: Instant(microseconds: end), offsetMinutes: endOffset)
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
  /// The numbers of the rows' contexts in `known`.
  package internal(set) var contexts = StoredColumn<UInt32>()
  package internal(set) var flags = StoredColumn<SampleRow.Flags>()
  /// The extremes that rows state which condense a series; see `extremes(of:)`.
  var extremes = SeriesExtremes()
  /// The contexts behind the numbers. Only columns that tables hand out have them.
  package internal(set) var known: [SampleContext] = []
  /// The lines that came from other journals. Only columns that tables hand out have them.
  var recordings = Recordings()
  /// The number of dead rows.
  var deadCount = 0

  package init() {}

  /// Creates the rows from these columns, of equal length.
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

  /// The number of rows that a snapshot holds.
  var storedCount: Int { uuids.base.count }

  /// True if a snapshot holds some rows, and their flags are still its own.
  var areAsStored: Bool { storedCount > 0 && storedCount == flags.baseCount }

  /// The number of rows, dead ones included.
  package var count: Int { starts.count }

  /// Returns true if a row was recorded before another, in whichever journal that was.
  package func isRecorded(_ a: Int, before b: Int) -> Bool {
    if recordings.isEmpty || sequences[a] == sequences[b] { return a < b }
    return recordings.isRecorded(sequences[a], before: sequences[b])
  }

  /// True if rows are in the order of recording.
  package var areInOrderOfRecording: Bool { recordings.isEmpty }

  /// The number of rows that are in the views.
  package var liveCount: Int { count - deadCount }

  /// Returns the rows that are in the views, in the order in which they were saved.
  package func liveRows() -> [Int] {
    if deadCount == 0 { return Array(0..<count) }
    var rows: [Int] = []
    rows.reserveCapacity(count - deadCount)
    for row in 0..<count where isLive(row) { rows.append(row) }
    return rows
  }

  /// Returns true if a row is in the views.
  package func isLive(_ index: Int) -> Bool { !flags[index].contains(.dead) }

  /// Returns the writer of a sample: a number in `HealthTables.provenances`.
  package func provenance(_ index: Int) -> UInt32 { known[Int(contexts[index])].provenance }

  /// Returns the unit of a sample; see `SampleRow.unit`.
  package func unit(_ index: Int) -> UInt32 { known[Int(contexts[index])].unit }

  /// Returns the zone of a sample; see `SampleRow.zone`.
  package func zone(_ index: Int) -> UInt32 { known[Int(contexts[index])].zone }

  /// The row at an index, put together.
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

  /// Returns true if there is no room for this many more rows.
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

  /// Gives a row other flags.
  mutating func setFlags(_ row: Int, _ new: SampleRow.Flags) {
    let known = flags[row]
    guard known != new else { return }
    deadCount += (new.contains(.dead) ? 1 : 0) - (known.contains(.dead) ? 1 : 0)
    flags.replace(row, with: new)
  }

  mutating func mark(_ index: Int, _ flag: SampleRow.Flags) {
    setFlags(index, flags[index].union(flag))
  }

  /// Takes back that a row was deleted, replaced or reverted.
  mutating func revive(_ index: Int) { setState(index, .live) }

  /// Gives a row a state.
  mutating func setState(_ index: Int, _ state: ObjectState) {
    setFlags(index, flags[index].giving(state))
  }

  /// Notes that a row is a member of no correlation.
  mutating func free(_ row: Int) {
    setFlags(row, flags[row].subtracting(.member))
  }

  /// Returns the rows that runs of lines saved: rows are in the order of lines.
  func rows(of runs: [LineRun]) -> [Range<Int>] {
    runs.map { run in
      let first = sequences.indices.partitioningIndex { UInt64(sequences[$0]) >= run.first }
      return first..<(first..<count).partitioningIndex { UInt64(sequences[$0]) > run.last }
    }
  }

  /// Returns true if a row was saved and that was not reverted, whether it is live or not.
  package func isSaved(_ index: Int) -> Bool { !flags[index].contains(.reverted) }

  /// Returns the same columns with the rows of a replay instead of those of a snapshot.
  func continuing(_ replayed: SampleColumns) -> SampleColumns {
    precondition(replayed.count == storedCount, "rows that are not those of the snapshot")
    if storedCount == count { return replayed }
    var whole = replayed
    whole.append(copying: self, storedCount..<count)
    return whole
  }

  /// Hands out the columns of some rows in the pieces in which they lie in memory: those that a
  /// snapshot holds, and those that came since.
  ///
  /// For views that look at every sample: an element of a piece costs a comparison and a load, one
  /// of a column twice that, and a row put together ten times.
  ///
  /// - Parameters:
  ///   - rows: in any order.
  ///   - body: gets the positions of a chunk in `rows`, in order, and the columns from the row
  ///     `first` on: its values are the first elements.
  package func forEachChunk(
    of rows: [Int],
    _ body: (
      _ chunk: Range<Int>, _ first: Int, _ starts: Span<Int64>, _ ends: Span<Int64>,
      _ values: Span<Double>, _ contexts: Span<UInt32>, _ flags: Span<SampleRow.Flags>
    ) -> Void
  ) {
    var position = 0
    while position < rows.count {
      let piece = piece(of: rows[position])
      let inPiece =
        piece == 0..<count ? rows.count : rows[position...].prefix(while: piece.contains).endIndex
      withSpans(piece) { body(position..<inPiece, piece.lowerBound, $0, $1, $2, $3, $4) }
      position = inPiece
    }
  }

  /// Returns the rows that lie in one piece of memory with a row, in each of the columns.
  func piece(of row: Int) -> Range<Int> {
    [
      starts.piece(of: row), ends.piece(of: row), values.piece(of: row),
      contexts.piece(of: row), flags.piece(of: row),
    ].reduce(0..<count) { $0.clamped(to: $1) }
  }

  func withSpans(
    _ rows: Range<Int>,
    _ body: (
      Span<Int64>, Span<Int64>, Span<Double>, Span<UInt32>, Span<SampleRow.Flags>
    ) -> Void
  ) {
    starts.withSpan(rows) { starts in
      ends.withSpan(rows) { ends in
        values.withSpan(rows) { values in
          contexts.withSpan(rows) { contexts in
            flags.withSpan(rows) { flags in body(starts, ends, values, contexts, flags) }
          }
        }
      }
    }
  }

  /// True if some rows are dead.
  package var hasDeadRows: Bool { deadCount > 0 }

  /// Hands out whole columns in the pieces in which they lie in memory, dead rows included.
  ///
  /// - Parameters:
  ///   - rows: only these rows; nil: all.
  ///   - body: gets the rows of a piece, the first of them, and the columns from that on; see
  ///     `forEachChunk(of:_:)`.
  package func forEachChunk(
    in rows: Range<Int>? = nil,
    _ body: (
      _ rows: Range<Int>, _ first: Int, _ starts: Span<Int64>, _ ends: Span<Int64>,
      _ values: Span<Double>, _ contexts: Span<UInt32>, _ flags: Span<SampleRow.Flags>
    ) -> Void
  ) {
    let all = rows ?? 0..<count
    var row = all.lowerBound
    while row < all.upperBound {
      let piece = piece(of: row).clamped(to: all)
      withSpans(piece) { body(piece, piece.lowerBound, $0, $1, $2, $3, $4) }
      row = piece.upperBound
    }
  }

  /// True if a sample states its least or greatest value.
  package var hasExtremes: Bool { !extremes.rows.isEmpty }

  /// Returns what the sample of a row states of the values that it condenses; nil: nothing.
  package func extremes(of row: Int) -> SampleExtremes? { extremes[row] }

  /// Notes what the last row states.
  mutating func noteExtremes(least: Double?, greatest: Double?) {
    extremes.append(count - 1, least: least, greatest: greatest)
  }
}

/// The facts that many samples have in common, so that they are kept once and have a number: who
/// wrote the samples, in which unit and under which time zone.
package struct SampleContext: Hashable, Sendable, BitwiseCopyable {
  /// The writer of the samples: a number in `HealthTables.provenances`.
  package var provenance: UInt32
  /// See `SampleRow.unit`.
  package var unit: UInt32
  /// See `SampleRow.zone`.
  package var zone: UInt32
  /// See `SampleRow.startOffset`.
  package var startOffset: Int16
  /// See `SampleRow.endOffset`.
  package var endOffset: Int16
}

extension SampleContext {
  init(_ row: SampleRow) {
    self.init(
      provenance: row.provenance, unit: row.unit, zone: row.zone, startOffset: row.startOffset,
      endOffset: row.endOffset)
  }
}

/// A column of a table: the snapshot's part of it, and then the elements that came since. The
/// snapshot's bytes are read when they are first asked for.
///
/// Public for the compiler only; see `OwnedArray`.
public struct StoredColumn<Element: BitwiseCopyable & Sendable>: Sendable, RandomAccessCollection {
  @usableFromInline private(set) var base: OwnedArray<Element>
  @usableFromInline private(set) var tail: [Element] = []

  /// An empty column.
  @inlinable public init() { base = OwnedArray() }

  /// Creates a column that continues the snapshot's part.
  init(_ base: OwnedArray<Element>) { self.base = base }

  /// Creates a column in memory.
  init(tail: [Element]) {
    base = OwnedArray()
    self.tail = tail
  }

  /// The first index.
  @inlinable public var startIndex: Int { 0 }
  /// The index after the last element.
  @inlinable public var endIndex: Int { base.count &+ tail.count }

  /// The element at an index, bounds checked.
  public subscript(index: Int) -> Element {
    @inlinable @inline(__always) get {
      index < base.count ? base[index] : tail[index &- base.count]
    }
  }

  /// The number of elements that a snapshot holds.
  var baseCount: Int { base.count }

  /// Returns the first of the elements that a snapshot holds.
  func firstStored(_ count: Int) -> StoredColumn { StoredColumn(base.first(count)) }

  /// Returns the indices that lie in one piece of memory with an index.
  func piece(of index: Int) -> Range<Int> {
    index < base.count ? 0..<base.count : base.count..<endIndex
  }

  /// Calls `body` with the elements of a piece, as `piece(of:)` gives it, or of a part of it.
  func withSpan(_ range: Range<Int>, _ body: (Span<Element>) -> Void) {
    if range.upperBound <= base.count { return base.withSpan(range, body) }
    let first = range.lowerBound - base.count
    body(tail.span.extracting(first..<first + range.count))
  }

  @inline(__always)
  mutating func append(_ element: Element) { tail.append(element) }

  /// The number of elements that can be appended before more memory is asked for.
  var room: Int { tail.capacity - tail.count }

  /// Asks for memory for this many elements in addition to those that the snapshot holds.
  mutating func reserve(_ count: Int) { tail.reserveCapacity(count) }

  /// Appends what `element` takes from the rows at some indices, with one look at the room for all.
  @inline(__always)
  mutating func append<Row>(
    _ rows: Span<Row>, _ order: Span<Int>, _ element: (Row) -> Element
  ) {
    tail.append(addingCapacity: order.count) { output in
      for index in order.indices { output.append(element(rows[order[index]])) }
    }
  }

  /// Appends elements of another column, wherever they lie.
  mutating func append(copying other: StoredColumn, _ range: Range<Int>) {
    tail.append(addingCapacity: range.count) { output in
      for index in range { output.append(other[index]) }
    }
  }

  /// Returns a checksum of elements that lie in one piece.
  func checksum(_ range: Range<Int>) -> UInt64 {
    var sum: UInt64 = 0
    withSpan(range) { sum = Checksum64.of($0.rawBytes) }
    return sum
  }

  /// Returns the SHA-256 of elements that lie in one piece.
  func digest(_ range: Range<Int>) -> Digest {
    var digest = Digest.zero
    withSpan(range) { digest = SHA256.hash($0.rawBytes) }
    return digest
  }

  /// Changes an element. What the snapshot holds is copied first, once.
  mutating func replace(_ index: Int, with element: Element) {
    if index < base.count {
      tail = Array(self)
      base = OwnedArray()
    }
    tail[index - base.count] = element
  }
}

/// The least and the greatest value of the samples of a type that condense a series and state them:
/// most have none, and a type without any keeps nothing here.
struct SeriesExtremes: Sendable {
  /// The rows that state one of them, ascending.
  private(set) var rows = StoredColumn<UInt32>()
  /// The least values; NaN if not stated.
  private(set) var least = StoredColumn<Double>()
  /// The greatest values; NaN if not stated.
  private(set) var greatest = StoredColumn<Double>()

  init() {}

  /// Reads the extremes of a section of a snapshot.
  init(_ file: OwnedBytes, _ section: SnapshotSection) throws(SnapshotProblem) {
    var columns = SectionColumns(file, section)
    rows = try columns.next()
    least = try columns.next()
    greatest = try columns.next()
    try columns.requireEnd()
  }

  /// Reads the extremes that come next in a section, which has two numbers for each row.
  init(next columns: inout SectionColumns) throws(SnapshotProblem) {
    let least: StoredColumn<Double> = try columns.next()
    let greatest: StoredColumn<Double> = try columns.next()
    for row in least.indices where !least[row].isNaN || !greatest[row].isNaN {
      append(row, least: least[row].stated, greatest: greatest[row].stated)
    }
  }

  func write(to section: inout SnapshotSink) throws {
    try section.put(rows)
    try section.put(least)
    try section.put(greatest)
  }

  /// Notes what a row states that comes after all others.
  mutating func append(_ row: Int, least: Double?, greatest: Double?) {
    rows.append(UInt32(row))
    self.least.append(least ?? .nan)
    self.greatest.append(greatest ?? .nan)
  }

  /// Returns the extremes of the first rows, as a snapshot holds them.
  func first(_ count: Int) -> SeriesExtremes {
    let known = rows.indices.partitioningIndex { Int(rows[$0]) >= count }
    var first = SeriesExtremes()
    (first.rows, first.least, first.greatest) = (
      rows.firstStored(known), least.firstStored(known), greatest.firstStored(known)
    )
    return first
  }

  /// Appends the extremes of some rows of other columns; the rows begin at `first` here.
  ///
  /// - Parameter stored: the number of rows of the others that a snapshot holds: for later rows
  ///   the snapshot's extremes are not looked at, as they may not have been read.
  mutating func append(
    copying other: SeriesExtremes, _ range: Range<Int>, stored: Int, at first: Int
  ) {
    guard !other.rows.isEmpty else { return }
    let base = range.lowerBound >= stored ? other.rows.baseCount : 0
    let all = base..<other.rows.count
    var index = all.partitioningIndex { Int(other.rows[$0]) >= range.lowerBound }
    while index < other.rows.count, Int(other.rows[index]) < range.upperBound {
      rows.append(UInt32(Int(other.rows[index]) - range.lowerBound + first))
      least.append(other.least[index])
      greatest.append(other.greatest[index])
      index += 1
    }
  }

  /// The extremes that a row states; nil if it states neither.
  subscript(row: Int) -> SampleExtremes? {
    guard !rows.isEmpty else { return nil }
    let index = rows.indices.partitioningIndex { Int(rows[$0]) >= row }
    guard index < rows.count, Int(rows[index]) == row else { return nil }
    return SampleExtremes(least: least[index].stated, greatest: greatest[index].stated)
  }

  /// Returns whether they may be those of this many rows.
  func fit(_ count: Int) -> Bool {
    rows.indices.allSatisfy { $0 == 0 || rows[$0 - 1] < rows[$0] }
      && rows.last.map { $0 < count } ?? true
      && least.allSatisfy { !$0.isInfinite } && greatest.allSatisfy { !$0.isInfinite }
  }
}

/// The extremes that a sample which condenses a series states of its values, in the unit of the
/// sample.
package struct SampleExtremes: Hashable, Sendable {
  /// The least value; nil if it is not stated.
  package var least: Double?
  /// The greatest value; nil if it is not stated.
  package var greatest: Double?
}

extension Double {
  fileprivate var stated: Double? { isNaN ? nil : self }
}
