import HealthModel
package import HealthTables

/// The view of sources: what each wrote, and in which order they count if they measured the same
/// time.
package enum SourcesView {
  package struct Row: Sendable {
    package var type: String
    /// Its place in the order, from 1; nil where sources of the type are not merged.
    package var rank: Int?
    package var source: String
    fileprivate var reason: SourceOrder.Reason
    package var samples: Int
    fileprivate var first: Instant
    fileprivate var last: Instant
    fileprivate var isByHand: Bool

    fileprivate init(
      _ type: String, _ rank: Int, _ source: SourceOrder.Ranked, _ tally: SourceOrder.Tally
    ) {
      let isMerged =
        AggregationStyle.isCumulative(type) || type == CategoryType.sleepAnalysis.identifier
      self.type = type
      self.rank = isMerged ? rank + 1 : nil
      self.source = source.name
      reason = source.reason
      samples = tally.samples
      first = Instant(microseconds: tally.first)
      last = Instant(microseconds: tally.last)
      isByHand = source.isByHand
    }
  }

  /// Returns one row a type and source, the one that counts first on top; two if the source has a
  /// rank of its own for what was entered by hand.
  ///
  /// `rank` is there for types whose sources are merged: those that add up, and sleep. `reason` is
  /// the reason of a source's rank, in words. Both are of samples of all time, as in figures. A
  /// window chooses the samples that are counted; sources that have none in it have no row.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext
  ) throws -> Table {
    Table(columns, rows: try rows(of: journal, in: context))
  }

  /// Returns the rows of `table`.
  package static func rows(
    of journal: ReplayedJournal, in context: ViewContext
  ) throws -> [Row] {
    let journal = journal.forWindow(context.query)
    let tables = journal.tables
    let query = context.query
    var selection = try SampleSelection(query.ofAllTime, journal)
    var rows: [Row] = []
    for type in try selection.types() {
      guard let columns = tables.columns(of: type) else { continue }
      let all = try selection.rows(of: type)
      let order = SourceOrder(type, columns, in: tables)
      let shown = all.filter { query.covers(start: columns.starts[$0], end: columns.ends[$0]) }
      for (rank, tally) in order.tallies(of: shown, columns).enumerated() where tally.samples > 0 {
        rows.append(Row(type, rank, order.sources[rank], tally))
      }
    }
    return Array(rows.prefix(query.limit ?? .max))
  }

  /// The fields of `sources`.
  static let columns: [RowColumn<Row>] = [
    RowColumn(.type, tellsApart: true, rank: .key) { .identifier($0.type) },
    RowColumn("rank", .number) { Cell(whole: $0.rank) },
    RowColumn(.source, tellsApart: true, rank: .key) { .text($0.source) },
    RowColumn("reason", rank: .detail) { .text($0.reason.words) },
    RowColumn("samples", .count) { .whole($0.samples) },
    RowColumn(.first, .time, unit: "UTC", rank: .detail) { Cell(utc: $0.first) },
    RowColumn(.last, .time, unit: "UTC") { Cell(utc: $0.last) },
    RowColumn("byHand", tellsApart: true, hidden: true, note: "true: what was entered by hand") {
      $0.isByHand ? .flag(true) : .missing
    },
  ]
}

extension SourceOrder.Reason {
  /// The words for the reason in rows.
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

extension View {
  /// The view of who wrote what, and who counts first.
  package static let sources = View(
    "sources", summary: "who wrote what, and who counts first",
    options: NoOptions.self,
    sharing: [.type] + Option.narrowing + [.limit, .sort],
    details: """
      For each type its sources, the one on top that counts first where several measured the same time:
      those that `configure --priority` names, then what was entered by hand, then watches, phones (told
      by the device; by name only where no device is stated), then the others, the newest first, by
      their first sample. Only types that add up, and sleep, have a rank: others show every sample. A
      window of time chooses the samples that are counted; the order is that of all time.

      A source is its bundle, else its name. Sources of one name have bundle or hardware behind it. One
      with samples entered by hand and others has a row for each. `owner` is what the owner saved
      without a source; --where 'metadata.HKWasUserEntered = true' finds what others call so, and
      --typed yes both.

        health-journal sources --type stepCount
      """,
    reads: .asked,
    presentation: Presentation(hidesEmptyColumns: false),
    forms: [Form("", SourcesView.columns)]
  ) { request, _ in
    try SourcesView.table(of: request.journal, in: try request.context())
  }
}
