import HealthModel
package import HealthTables

/// The view of sources: the samples that each wrote, and the order in which they count if they
/// measured at the same time.
package enum SourcesView {
  package struct Row: Sendable {
    package var type: String
    /// Its place in the order, from 1; nil where sources of the type are not merged.
    package var rank: Int?
    package var source: String
    fileprivate var reason: SourceOrder.Reason
    package var samples: Int
    var first: Instant
    var last: Instant
    fileprivate var isByHand: Bool

    fileprivate init(
      _ type: String, _ rank: Int, _ source: SourceOrder.Ranked, _ tally: SourceOrder.Tally,
      in tables: HealthTables
    ) {
      let isMerged =
        tables.catalogue.isCumulative(type) || type == CategoryType.sleepAnalysis.identifier
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
  /// Types whose sources are merged have a `rank`: cumulative types, and sleep. `reason` is the
  /// reason of a source's rank, in words. The samples of all time decide both, as in figures. A
  /// window chooses the samples that are counted. Sources without samples in the window have no
  /// row.
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
    let types = try query.types(in: tables)
    var groups: [String: SourceGroups] = [:]
    let passes = query.provenances(in: tables)
    if query.isOfWholeSources {
      for type in types {
        groups[type] = tables.types.number(of: type).flatMap { tables.sourceGroups(of: Int($0)) }
      }
    }
    var found: [String: (SourceOrder, [SourceOrder.Tally])] = [:]
    for (type, groups) in groups where !groups.indices(passing: passes).isEmpty {
      let order = SourceOrder(type, groups.rows, in: tables)
      found[type] = (order, order.tallies(of: groups, passing: passes))
    }
    try journal.forEach(types.filter { groups[$0] == nil }, query) { type, journal, selection in
      let chosen = try selection.rows(of: type)
      // The order of all sources is not worth its time where none of them has a row.
      guard !chosen.isEmpty, let columns = journal.tables.columns(of: type) else { return }
      let order = SourceOrder(type, columns, in: journal.tables)
      found[type] = (order, order.tallies(of: chosen, columns))
    }
    var rows: [Row] = []
    for type in types {
      guard let (order, tallies) = found[type] else { continue }
      for (rank, tally) in tallies.enumerated() where tally.samples > 0 {
        rows.append(Row(type, rank, order.sources[rank], tally, in: tables))
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
    RowColumn(
      "byHand", tellsApart: true, hidden: true, note: "true: samples that were entered by hand"
    ) {
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
  /// The view of the sources of each type, and of their order.
  package static let sources = View(
    "sources", summary: "sources of each type, and the order in which they count",
    options: NoOptions.self,
    sharing: [.type] + Option.narrowing + [.limit, .sort],
    details: """
      Shows the sources of each type. If several sources measured at the same time, they count in
      this order:

        1  the sources that `configure --priority` names, for the type, otherwise for `*`
        2  values that were entered by hand, from any source
        3  Apple Watches, then iPhones; in both groups the oldest first sample comes first
        4  all others; the newest first sample comes first, as in the Health app; then by name

      `reason` has the group of a source. The program recognizes a watch or a phone by the model
      or the hardware of its device (`Watch`, `iPhone14,5`). A name that Apple gives (`Anna’s
      Apple Watch`) counts only if no sample of the source has a device. Sources that are
      recognized by name come after sources with a device. All samples of the type decide the
      order; a range of time only chooses the samples that are counted. Only cumulative types and
      sleep have a rank.

      A source is identified by its bundle, or by its name if it states no bundle. If a source has
      no bundle, and samples of different hardware overlap, the program splits it by the hardware
      of the device. Samples without a device then belong to the hardware in use. Sources with the
      same name have their bundle or hardware after the name: `iPhone (iPhone14,5)`. A source that
      has both samples entered by hand and other samples has two rows here. They do not count
      against each other.

      `owner` is the source of objects that the owner saved without the name of a source.
      `--source owner` finds only these objects. `--where 'metadata.HKWasUserEntered = true'`
      finds the objects that other sources mark as entered by hand. `--typed yes` finds both kinds
      of objects, and `--typed no` leaves both out. Each command that has --where also has
      --typed.

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
