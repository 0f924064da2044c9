import HealthEvents
import HealthModel
import HealthTables
import JournalFile

/// The live objects of a journal that are no quantity or category samples, with the time of each.
struct OtherObjects {
  /// An object and its time.
  struct Timed {
    let row: ObjectRow
    /// In microseconds since 1970, of rings their day up to its last second; nil: it has none, as
    /// a characteristic.
    let span: ClosedRange<Int64>?
  }

  private let journal: ReplayedJournal
  private let calendar: DayCalendar
  private let rows: [UInt32: [ObjectRow]]

  /// Those whose sources a query names, whatever its window is.
  ///
  /// - Throws: what reading them throws.
  init(_ query: Query, in journal: ReplayedJournal, _ calendar: DayCalendar) throws {
    try journal.tables.readObjects()
    (self.journal, self.calendar) = (journal, calendar)
    let passes = query.provenances(in: journal.tables)
    let live = journal.tables.objects.filter { $0.isLive && passes[Int($0.provenance)] }
    rows = Dictionary(grouping: live, by: \.type)
  }

  /// The identifiers of the types of which there are some.
  var types: [String] { rows.keys.map { journal.tables.types.names[Int($0)] } }

  /// Those of a type. The lines of rings are read, as only they say of what day they are.
  func timed(of type: String) throws -> [Timed] {
    guard let number = journal.tables.types.number(of: type), let rows = rows[number] else {
      return []
    }
    let lines = rows.filter { $0.kind == .summary }.map { UInt64($0.sequence) }
    let entries = try journal.entries(lines)
    return rows.map { row in
      switch row.kind {
      case .characteristic: Timed(row: row, span: nil)
      case .correlation, .workout, .document:
        Timed(row: row, span: row.start...max(row.start, row.end))
      case .summary: Timed(row: row, span: day(of: row, entries).map(span))
      }
    }
  }

  /// The day of rings; nil: their line says none.
  private func day(of row: ObjectRow, _ entries: [UInt64: Entry]) -> CivilDate? {
    guard case .save(let save)? = entries[UInt64(row.sequence)]?.event,
      case .summary(let summary)? = save.objects.first(where: { $0.uuid == row.uuid })?.content
    else { return nil }
    return CivilDate(summary.date)
  }

  private func span(of day: CivilDate) -> ClosedRange<Int64> {
    let first = calendar.start(of: day.dayNumber)
    let end = calendar.start(of: day.dayNumber + 1).adding(microseconds: -1_000_000)
    return first.microseconds...max(first, end).microseconds
  }
}
