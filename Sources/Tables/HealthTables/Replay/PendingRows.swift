import HealthEvents
package import HealthModel

/// A sample on its way into the columns of its type.
struct PendingRow: Sendable {
  var uuid: ObjectUUID
  var start: Int64
  var end: Int64
  var value: Double
  var sequence: UInt32
  var context: UInt32
  var type: UInt32
  var flags: SampleRow.Flags
}

/// Rows of some lines on their way into the columns, in the order of the lines: to append some of a
/// type at once to seven columns costs a fraction of what it costs one by one.
///
/// The rows of a canonical line are staged while it is read, and kept once the whole line is known
/// to be good.
struct PendingRows: Sendable {
  /// The number of rows that wait before they are appended: as many as fit into a processor's first
  /// cache, with what appending them needs.
  static let enough = 384

  private(set) var rows: [PendingRow] = []
  private var kept = 0

  /// The number of rows that are kept.
  var count: Int { kept }

  /// Adds a row of the line that is being read.
  @inline(__always)
  mutating func stage(_ row: PendingRow) { rows.append(row) }

  /// Takes back what was staged and not kept.
  mutating func dropStaged() {
    if rows.count > kept { rows.removeLast(rows.count - kept) }
  }

  /// Keeps what was staged.
  @inline(__always)
  mutating func keepStaged() { kept = rows.count }

  /// Removes all rows and keeps their memory.
  mutating func removeAll() {
    rows.removeAll(keepingCapacity: true)
    kept = 0
  }

  /// Replaces the numbers of types and contexts that some rows have by those of other tables.
  mutating func renumber(_ range: Range<Int>, types: [UInt32], contexts: [UInt32]) {
    for index in range {
      rows[index].type = types[Int(rows[index].type)]
      rows[index].context = contexts[Int(rows[index].context)]
    }
  }
}

/// Appends rows to the columns of their types.
struct RowSorter: Sendable {
  /// For each type, where its next row goes in the order.
  private var ends: [Int] = []
  /// Indices of rows, type by type.
  private var order: [Int] = []

  /// Appends rows, each to its type's columns, in their order.
  mutating func append(
    _ rows: Span<PendingRow>, to samples: inout [SampleColumns], _ progress: ReplayProgress
  ) {
    ends.removeAll(keepingCapacity: true)
    ends.append(contentsOf: repeatElement(0, count: samples.count))
    if order.count < rows.count {
      order.append(contentsOf: repeatElement(0, count: rows.count - order.count))
    }
    Self.sort(rows, &ends, &order)
    var start = 0
    for type in samples.indices {
      let end = ends[type]
      guard end > start else { continue }
      let count = samples[type].count + end - start
      if samples[type].isFull(for: end - start) {
        samples[type].reserve(progress.room(for: count))
      }
      samples[type].append(rows, order.span.extracting(start..<end))
      start = end
    }
  }

  /// Counts the rows of each type, and puts the index of each row after those of its type before
  /// it.
  private static func sort(
    _ rows: Span<PendingRow>, _ ends: inout [Int], _ order: inout [Int]
  ) {
    // By way of spans: an array would ask for each row whether it is shared.
    var ends = ends.mutableSpan
    var order = order.mutableSpan
    for row in rows.indices { ends[Int(rows[row].type)] += 1 }
    var start = 0
    for type in ends.indices {
      let count = ends[type]
      ends[type] = start
      start += count
    }
    for row in rows.indices {
      let type = Int(rows[row].type)
      order[ends[type]] = row
      ends[type] += 1
    }
  }
}

/// The common part of the rows of samples that differ only in uuid, times and a quantity's value.
package struct RowPattern: Sendable {
  fileprivate let row: PendingRow
  fileprivate let common: SampleContext
  /// The numbers of the words of their lines.
  fileprivate let words: [Int]
}

extension HealthTables {
  /// Returns the pattern of the last row of a type, by which more rows can be appended to these
  /// tables.
  ///
  /// - Parameter metadata: that of the row's sample.
  package func pattern(ofLast type: String, _ metadata: Metadata) -> RowPattern? {
    guard let number = types.number(of: type), Int(number) < samples.count,
      samples[Int(number)].count > 0
    else { return nil }
    let columns = columns(Int(number))
    let last = columns.count - 1
    let context = columns.contexts[last]
    let row = PendingRow(
      uuid: columns.uuids[last], start: 0, end: 0, value: columns.values[last], sequence: 0,
      context: context, type: number,
      flags: columns.flags[last].intersection([.userEntered, .category]))
    return RowPattern(
      row: row, common: columns.known[Int(context)], words: words.numbers(of: metadata))
  }

  /// Returns true if there ever was an object with this uuid. The index must have been built.
  package func holds(_ uuid: ObjectUUID) -> Bool {
    if let base = parts.base, base.mayHold(uuid) { return !rowIDs(of: uuid).isEmpty }
    if parts.base == nil, let frozen = index.frozen, !frozen.entries.isEmpty {
      for rowID in frozen.candidates(for: uuid) where self.uuid(at: rowID) == uuid {
        return true
      }
    }
    let hash = UUIDIndex.hash(uuid)
    var slot = Int(hash)
    while let rowID = index.recent.next(hash, &slot) {
      if self.uuid(at: rowID) == uuid { return true }
    }
    return false
  }
}

extension TableBuilder {
  /// Appends the next line, which saves one new sample like the pattern, with the same result as
  /// `apply(_:at:)`. The index must have been built.
  ///
  /// - Parameters:
  ///   - value: nil: that of the pattern.
  ///   - sequence: the number of the line.
  ///   - offset: the offset at which it begins.
  package mutating func append(
    _ uuid: ObjectUUID, like pattern: RowPattern, _ span: TimeSpan, value: Double?,
    sequence: UInt32, at: Instant, offset: UInt64
  ) {
    var row = pattern.row
    row.uuid = uuid
    row.start = span.start.instant.microseconds
    row.end = span.end.instant.microseconds
    if let value { row.value = value }
    row.sequence = sequence
    var common = pattern.common
    common.startOffset = span.start.offsetMinutes
    common.endOffset = span.end.offsetMinutes
    if common != pattern.common { row.context = tables.vocabulary.contexts.number(of: common) }
    tables.enter(row)
    note(UInt64(sequence), at, .save, at: offset)
    tables.words.note(pattern.words, in: sequence)
  }
}
