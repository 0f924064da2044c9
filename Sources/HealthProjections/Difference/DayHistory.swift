package import HealthModel
package import HealthTables
import JournalFile

/// Every figure that a type has had for a day: when it became so, and by which event.
package enum DayHistory {
  /// One row a figure and line, in the order of the lines; a day that has come to have no samples has a
  /// row without figures.
  ///
  /// The day's bounds are those of the zone that was in force at each line.
  package static func table(
    of type: String, on day: CivilDate, _ journal: ReplayedJournal, in context: ViewContext,
    options: DailyView.Options
  ) throws -> Table {
    let touched = try TouchedRows(journal, behind: 0, zones: context.zones)
    var rows: [[Cell]] = []
    var last: [[Cell]] = []
    try journal.forEachState(behind: touched.lines(of: type, on: day.dayNumber)) { entry, tables in
      let tables = copy tables
      var then = context
      let zone = try then.zone(of: tables)
      then.query.from = zone.startOfDay(day.dayNumber)
      then.query.to = zone.startOfDay(day.dayNumber + 1)
      let figures = try DailyView.rows(of: type, in: tables, then, options)
        .map { Array($0.dropFirst(2)) }
      guard figures != last else { return }
      last = figures
      let empty = Array(repeating: Cell.missing, count: columns(options).count - 4)
      for figure in figures.isEmpty ? [empty] : figures { rows.append(head(entry) + figure) }
    }
    return Table(columns: columns(options), rows: rows)
  }

  private static func columns(_ options: DailyView.Options) -> [Column] {
    [Column("seq", .number), Column("at", .time, unit: "UTC"), Column("by"), Column("event")]
      + DailyView.columns(options).dropFirst(2)
  }

  private static func head(_ entry: Entry) -> [Cell] {
    [
      .whole(Int(entry.sequence)), .time(Timestamp(instant: entry.at, offsetMinutes: 0)),
      entry.by.map { .text($0) } ?? .missing, .text(entry.kind.name),
    ]
  }
}
