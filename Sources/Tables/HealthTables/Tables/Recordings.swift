package import HealthEvents
import HealthModel

/// The lines that came from other journals, and the lines there that recorded them first.
package struct Recordings: Sendable {
  /// A line here, and the line that recorded it first; in few bytes, as an import may have taken
  /// millions.
  struct Row: Sendable {
    var line: UInt32
    var after: UInt32
    var first: UInt32
    /// The number of the journal.
    var journal: UInt32
    var at: Int64
  }

  /// The rows in the order of their lines.
  private(set) var rows: [Row] = []
  /// The identities of the journals, by number.
  private(set) var journals: [ObjectUUID] = []
  private var numbers: [ObjectUUID: UInt32] = [:]

  /// Creates recordings without a line.
  init() {}

  /// Creates the recordings of these rows, whose journals have these identities.
  init(_ rows: [Row], of journals: [ObjectUUID]) {
    (self.rows, self.journals) = (rows, journals)
    for (number, journal) in journals.enumerated() { numbers[journal] = UInt32(number) }
  }

  /// True if no line came from another journal.
  package var isEmpty: Bool { rows.isEmpty }

  /// The line that recorded a line here first; nil: this journal did.
  package subscript(line: UInt64) -> Recording? {
    let index = rows.indices.partitioningIndex { UInt64(rows[$0].line) >= line }
    guard index < rows.count, UInt64(rows[index].line) == line else { return nil }
    let row = rows[index]
    return Recording(
      journal: journals[Int(row.journal)], line: UInt64(row.first),
      at: Instant(microseconds: row.at), after: UInt64(row.after))
  }

  /// Adds the line that comes after all others. Numbers greater than that of any line count as the
  /// greatest.
  mutating func add(_ recording: Recording, at line: UInt32) {
    let (first, after) = (UInt32(clamping: recording.line), UInt32(clamping: recording.after))
    let number = numbers[recording.journal] ?? UInt32(journals.count)
    if journals.count == Int(number) {
      journals.append(recording.journal)
      numbers[recording.journal] = number
    }
    rows.append(
      Row(
        line: line, after: after, first: first, journal: number, at: recording.at.microseconds))
  }

  /// Returns true if a line was recorded before another: by time, then by the identity of the
  /// journal, then by the line there (D250). So a tie between objects is decided alike in every
  /// journal that has them.
  package func isRecorded(_ line: UInt32, before other: UInt32) -> Bool {
    if rows.isEmpty { return line < other }
    let (one, two) = (self[UInt64(line)], self[UInt64(other)])
    switch (one, two) {
    case (nil, nil): return line < other
    case (nil, let two?): return UInt64(line) <= two.after
    case (let one?, nil): return one.after < UInt64(other)
    case (let one?, let two?):
      return (one.at, one.journal, one.line) < (two.at, two.journal, two.line)
    }
  }
}
