import HealthModel
package import HealthTables
package import ViewTables

/// Which sources wrote what, and in which order they count where they measured the same time.
package enum SourcesView {
  /// The columns that identify a row.
  package static let rowKey = RowKey("type", "source")

  /// One row a type and source, the one that counts first on top.
  ///
  /// `rank` is there for types whose sources are merged: those that add up, and sleep. `reason` is
  /// why a source has its rank: `configured`, `enteredByHand`, `watch`, `phone` or `firstSeen`.
  /// Both are of samples of all time, as in figures. A window chooses the samples that are counted;
  /// sources that have none in it have no row.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext
  ) throws -> Table {
    let journal = journal.forWindow(context.query)
    let tables = journal.tables
    let query = context.query
    var selection = try SampleSelection(query.ofAllTime, journal)
    var rows: [[Cell]] = []
    for type in try selection.types() {
      guard let columns = tables.columns(of: type) else { continue }
      let all = try selection.rows(of: type)
      let order = SourceOrder(type, columns, rows: all, in: tables)
      let shown = all.filter { query.covers(start: columns.starts[$0], end: columns.ends[$0]) }
      for (rank, tally) in order.tallies(of: shown, columns).enumerated() where tally.samples > 0 {
        rows.append(cells(type, rank, order.sources[rank], tally))
      }
    }
    if let limit = query.limit { rows = Array(rows.prefix(limit)) }
    return Table(columns: columns, rows: rows)
  }

  /// The fields of `sources`.
  static let columns = [
    Column("type", rank: .key), Column("rank", .number), Column("source", rank: .key),
    Column("reason", rank: .detail), Column("samples", .count),
    Column("first", .time, unit: "UTC", rank: .detail), Column("last", .time, unit: "UTC"),
  ]

  private static func cells(
    _ type: String, _ rank: Int, _ source: SourceOrder.Ranked, _ tally: SourceOrder.Tally
  ) -> [Cell] {
    let isMerged =
      AggregationStyle.isCumulative(type) || type == CategoryType.sleepAnalysis.identifier
    return [
      .identifier(type), isMerged ? .whole(rank + 1) : .missing,
      .text(source.name), .text(source.reason.name), .whole(tally.samples),
      Cell(utc: Instant(microseconds: tally.first)),
      Cell(utc: Instant(microseconds: tally.last)),
    ]
  }
}

extension SourceOrder.Reason {
  /// The word in rows.
  var name: String { String(describing: self) }
}
