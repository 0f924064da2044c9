import HealthEvents
package import HealthModel

/// What the rows of samples have in common that differ in uuid, times and a quantity's value alone.
package struct RowPattern: Sendable {
  fileprivate let row: PendingRow
  fileprivate let common: SampleContext
}

extension HealthTables {
  /// The pattern of the row that was appended last to those of a type, by which more can be
  /// appended to these tables.
  package func pattern(ofLast type: String) -> RowPattern? {
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
    return RowPattern(row: row, common: columns.known[Int(context)])
  }

  /// Whether there ever was an object with this uuid. The index must have been built.
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
  /// Takes the next line, which saves one new sample like the pattern, with the same result as
  /// `apply(_:at:)`. The index must have been built.
  ///
  /// - Parameters:
  ///   - value: nil: that of the pattern.
  ///   - sequence: the number of the line.
  ///   - offset: where it begins.
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
  }
}
