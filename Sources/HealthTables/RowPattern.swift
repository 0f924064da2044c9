package import HealthModel
import JournalFile

/// What the rows of samples have in common that differ in uuid, times and a quantity's value alone.
package struct RowPattern: Sendable {
  fileprivate var row: SampleRow
  fileprivate let type: UInt32
}

extension HealthTables {
  /// The pattern of the row that was appended last to those of a type, by which more can be appended to
  /// these tables.
  package func pattern(ofLast type: String) -> RowPattern? {
    guard let number = types.number(of: type), Int(number) < samples.count,
      samples[Int(number)].count > 0
    else { return nil }
    let columns = columns(Int(number))
    var row = columns[columns.count - 1]
    row.flags = row.flags.intersection([.userEntered, .category])
    return RowPattern(row: row, type: number)
  }

  /// Takes the next line, of a sample whose row is as the pattern says; it must be new. As `apply(_:at:)`
  /// would.
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
    row.startOffset = span.start.offsetMinutes
    row.endOffset = span.end.offsetMinutes
    if let value { row.value = value }
    row.sequence = sequence
    append(row, type: pattern.type)
    note(UInt64(sequence), at, .save, at: offset)
  }

  /// Whether there ever was an object with this uuid. The index must have been built.
  package func holds(_ uuid: ObjectUUID) -> Bool {
    if let base, base.mayHold(uuid) { return !places(of: uuid).isEmpty }
    if base == nil, let placed = index?.placed, placed.entries.count > 0 {
      for place in placed.candidates(for: uuid) where self.uuid(at: place) == uuid { return true }
    }
    var slot = UUIDIndex.hash(uuid)
    while let place = index?.recent(&slot) {
      if self.uuid(at: place) == uuid { return true }
    }
    return false
  }
}
