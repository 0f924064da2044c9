import HealthModel
package import HealthTables
package import ViewTables

/// The types of which a journal holds objects, for a reader that does not know the journal yet.
package enum HeldTypes {
  /// One row a type: how many samples of it a query shows, and from when to when.
  ///
  /// - Throws: what the query's predicate and reader may.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext
  ) throws -> Table {
    let zone = try context.calendar(of: journal.tables).zone
    var selection = try SampleSelection(context.query, journal)
    var rows: [[Cell]] = []
    for type in try selection.types() {
      guard let columns = journal.tables.columns(of: type) else { continue }
      let chosen = try selection.rows(of: type)
      guard let first = chosen.map({ columns.starts[$0] }).min(),
        let last = chosen.map({ columns.ends[$0] }).max()
      else { continue }
      rows.append([
        .identifier(type), .whole(chosen.count), time(first, zone), time(last, zone),
      ])
    }
    return Table(columns: columns, rows: rows)
  }

  private static let columns = [
    Column("type", rank: .key), Column("count", .count), Column("first", .time),
    Column("last", .time),
  ]

  private static func time(_ microseconds: Int64, _ zone: ZoneRules) -> Cell {
    .time(Timestamp(Instant(microseconds: microseconds), in: zone))
  }
}
