import HealthModel
package import HealthTables
package import ViewTables

/// Which sources wrote what, and in which order they count where they measured the same time.
package enum SourcesView {
  /// The columns that identify a row.
  package static let rowKey = RowKey("type", "source", "byHand")

  /// One row a type and source, the one that counts first on top; two where the source has a rank
  /// of its own for what was entered by hand.
  ///
  /// `rank` is there for types whose sources are merged: those that add up, and sleep. `reason` is
  /// why a source has its rank, in words. Both are of samples of all time, as in figures. A window
  /// chooses the samples that are counted; sources that have none in it have no row.
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
      let order = SourceOrder(type, columns, in: tables)
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
    Column("byHand", hidden: true, note: "true: what was entered by hand"),
  ]

  private static func cells(
    _ type: String, _ rank: Int, _ source: SourceOrder.Ranked, _ tally: SourceOrder.Tally
  ) -> [Cell] {
    let isMerged =
      AggregationStyle.isCumulative(type) || type == CategoryType.sleepAnalysis.identifier
    return [
      .identifier(type), isMerged ? .whole(rank + 1) : .missing,
      .text(source.name), .text(source.reason.words), .whole(tally.samples),
      Cell(utc: Instant(microseconds: tally.first)),
      Cell(utc: Instant(microseconds: tally.last)),
      source.isByHand ? .flag(true) : .missing,
    ]
  }
}

extension SourceOrder.Reason {
  /// What rows say.
  var words: String {
    switch self {
    case .configured: "configured"
    case .enteredByHand: "entered by hand"
    case .watch: "watch, by device"
    case .watchByName: "watch, by name"
    case .phone: "phone, by device"
    case .phoneByName: "phone, by name"
    case .newest: "other, newest first"
    }
  }
}
