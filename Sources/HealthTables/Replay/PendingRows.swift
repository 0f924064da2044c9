import HealthModel

/// A sample on its way into the columns of its type.
struct PendingRow: Sendable {
  var uuid: ObjectUUID
  var start: Int64
  var end: Int64
  var value: Double
  var sequence: UInt32
  /// The number of its context.
  var context: UInt32
  /// The number of its type.
  var type: UInt32
  var flags: SampleRow.Flags
}

/// Rows of some lines on their way into the columns, in the order of the lines: to append some of a
/// type at once to seven columns costs a fraction of what it costs one by one.
///
/// The rows of a canonical line are staged while it is read, and kept once the whole line is known
/// to be good.
struct PendingRows: Sendable {
  /// How many rows wait before they are appended: as many as fit into a processor's first cache,
  /// with what appending them needs.
  static let enough = 384

  private(set) var rows: [PendingRow] = []
  private var kept = 0

  /// How many rows are kept.
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
