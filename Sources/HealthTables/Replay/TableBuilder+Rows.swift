import HealthModel

// Rows wait until some of a type can be appended together.

extension TableBuilder {
  /// Keeps a row for the columns of its type.
  mutating func append(_ row: SampleRow, type: UInt32) {
    pending.stage(
      PendingRow(
        uuid: row.uuid, start: row.start, end: row.end, value: row.value, sequence: row.sequence,
        context: tables.vocabulary.contexts.number(of: SampleContext(row)), type: type,
        flags: row.flags))
    pending.keepStaged()
    takeUp()
  }

  /// Takes what canonical lines said into the tables: many rows together, or each row at once where
  /// there is an index, which has to know it.
  @inline(__always)
  mutating func takeUp() {
    if pending.count >= PendingRows.enough || tables.index.isMade { flush() }
    if !removals.isEmpty { takeUpRemovals() }
  }

  private mutating func takeUpRemovals() {
    for removal in removals { tables.remove(removal.uuid) }
    removals.removeAll(keepingCapacity: true)
  }

  /// Appends all rows that wait.
  mutating func flush() {
    tables.growSamples()
    guard pending.count > 0 else { return }
    var waiting = PendingRows()
    swap(&waiting, &pending)
    if !tables.index.isMade {
      append(waiting.rows.span)
    } else {
      for row in waiting.rows { tables.enter(row) }
    }
    waiting.removeAll()
    swap(&waiting, &pending)
  }

  /// Appends rows whose numbers are those of the tables.
  mutating func append(_ rows: Span<PendingRow>) {
    var start = 0
    while start < rows.count {
      let end = min(start + PendingRows.enough, rows.count)
      sorter.append(rows.extracting(start..<end), to: &tables.samples, progress)
      start = end
    }
  }
}

extension HealthTables {
  /// Appends a row of which the index learns, and which learns of claims on it.
  mutating func enter(_ row: PendingRow) {
    var row = row
    row.flags.formUnion(earlierClaims(on: row.uuid))
    let type = Int(row.type)
    samples[type].append(row)
    index.insert(
      row.uuid, at: UUIDIndex.RowID(table: row.type, row: UInt32(samples[type].count - 1)))
  }

  /// One set of columns for each type that has a number.
  mutating func growSamples() {
    while samples.count < types.names.count { samples.append(SampleColumns()) }
  }

  /// Notes that an object was deleted or replaced.
  mutating func remove(_ uuid: ObjectUUID) {
    if !isRemoved(uuid) { claims.remove(uuid) }
  }
}
