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
      Shows the sources of each type, in the order in which they count if several measured at the
      same time:

        1  the sources that `configure --priority` names, for the type, otherwise for `*`
        2  values that were entered by hand, from any source
        3  Apple Watches, then iPhones; in both groups the one with the oldest first sample first
        4  all others, the one with the newest first sample first, as in the Health app; then by name

      `reason` has the group of a source. A watch or a phone is recognized by the model or the
      hardware of its device (`Watch`, `iPhone14,5`). A name such as Apple gives (`Anna’s Apple
      Watch`) counts only if no sample of the source has a device, and such sources come after
      those with a device. All samples of the type decide the order. A range of time only chooses
      the samples that are counted. Types that do not add up have no rank, except sleep.

      A source is its bundle if it states one, otherwise its name. A name without a bundle is
      split by the hardware of the device if samples of different hardware overlap. Samples
      without a device then belong to the hardware in use. Sources with the same name have their
      bundle or hardware after the name: `iPhone (iPhone14,5)`. A source with samples that were
      entered by hand, and others, has two rows here. The two do not count against each other.

      `owner` is the source of objects that the owner saved without naming one. `--source owner`
      finds only those. `--where 'metadata.HKWasUserEntered = true'` finds what other sources mark
      as entered by hand. `--typed yes` finds both, and `--typed no` leaves both out, in each
      command that has --where.

      Examples

        health-journal sources --type stepCount
      """,
    reads: .asked,
    presentation: Presentation(hidesEmptyColumns: false),
    forms: [Form("", SourcesView.columns)]
  ) { request, _ in
    try SourcesView.table(of: request.journal, in: try request.context())
  }
}
