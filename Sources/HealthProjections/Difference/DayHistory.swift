import HealthEvents
package import HealthModel
package import HealthTables
import JournalFile

/// Every figure that a type has had for a day: when it became so, and by which event.
package enum DayHistory {
  /// One row a figure and line, in the order of the lines; a day that has come to have no samples has a
  /// row without figures.
  ///
  /// The day's bounds are those of the zone that was in force at each line, where the context names none.
  package static func table(
    of type: String, on day: CivilDate, _ journal: ReplayedJournal, in context: ViewContext,
    options: DailyView.Options
  ) throws -> Table {
    let touching = try lines(touching: type, on: day.dayNumber, journal, context)
    var rows: [[Cell]] = []
    var last: [[Cell]] = []
    try journal.forEachState(behind: touching) { entry, tables in
      let tables = copy tables
      var then = context
      then.query.show(day.dayNumber, of: try then.calendar(of: tables))
      let figures = try DailyView.rows(of: type, in: tables, then, options)
        .map { Array($0.dropFirst(2)) }
      guard figures != last else { return }
      last = figures
      let empty = Array(repeating: Cell.missing, count: columns(options).count - 4)
      for figure in figures.isEmpty ? [empty] : figures { rows.append(head(entry) + figure) }
    }
    return Table(columns: columns(options), rows: rows)
  }

  /// The lines that may have changed the day's figures: those that saved, deleted or replaced samples on
  /// it, or on one of two days beside it, which another time zone would have made this one (zones lie up
  /// to 26 hours apart); and those of settings.
  private static func lines(
    touching type: String, on day: Int, _ journal: ReplayedJournal, _ context: ViewContext
  ) throws -> Set<UInt64> {
    var found: Set<UInt64> = []
    var gone: Set<ObjectUUID> = []
    var days = try DayFinder(journal.tables, context)
    let columns = journal.tables.columns(of: type) ?? SampleColumns()
    for row in 0..<columns.count {
      var touches = false
      DayStretch.forEach(of: columns[row], .split, days: &days) { stretch in
        if abs(stretch.day - day) <= 2 { touches = true }
      }
      guard touches else { continue }
      found.insert(UInt64(columns.sequences[row]))
      if !columns.isLive(row) { gone.insert(columns.uuids[row]) }
    }
    // Few lines are such: to look for their words is faster than to read every line.
    let words = ["\"configure\"", "\"delete\"", "\"replaces\""]
    for word in gone.isEmpty ? words.prefix(1) : words[...] {
      try journal.forEachEntry(mentioning: word) { entry in
        switch entry.event {
        case .configure?: found.insert(entry.sequence)
        case .delete(let deletion)? where !gone.isDisjoint(with: deletion.objects):
          found.insert(entry.sequence)
        case .save(let save)? where !gone.isDisjoint(with: save.replaces):
          found.insert(entry.sequence)
        case .open?, .origin?, .save?, .delete?, .authorize?, .importReceipt?, .erase?, nil: break
        }
      }
    }
    return found
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
