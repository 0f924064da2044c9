package import HealthModel
package import HealthTables
package import ViewTables

/// Latest sample: for each type the live sample with the greatest end; ties by start, then by seq,
/// later wins.
package enum LatestView {
  /// The latest sample of a type.
  package struct Row: Sendable {
    package var type: String
    package var sample: SampleRow
    package var source: String
    fileprivate var shown: ShownValue
    /// True where the sample condenses several values.
    fileprivate var isSeries: Bool
    /// A drawing of its last days.
    fileprivate var lastDays = ""

    /// The value of a quantity, and its unit; nil of a category.
    package var quantity: Amount? { shown.quantity }
  }

  /// One row a type, by identifier.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext, drawingDaysUpTo now: Instant? = nil
  ) throws -> Table {
    table(
      try rows(of: journal, in: context, drawingDaysUpTo: now), areDrawn: now != nil)
  }

  /// The same of rows, whose last days are drawn or not.
  static func table(_ rows: [Row], areDrawn: Bool) -> Table {
    var table = Table(areDrawn ? drawnColumns : columns, rows: rows)
    let series = rows.filter(\.isSeries).map { TypeCatalogue.shortName(of: $0.type) }
    guard !series.isEmpty else { return table }
    table.presentation = Presentation(hidesEmptyColumns: false)
    table.presentation?.remarks = [
      "the latest value of " + series.joined(separator: ", ")
        + " is the average of the values that its sample condenses"
    ]
    return table
  }

  /// The rows of `table`.
  ///
  /// - Parameter now: the moment up to whose day the last days of each quantity are drawn; nil:
  ///   they are not.
  package static func rows(
    of whole: ReplayedJournal, in context: ViewContext, drawingDaysUpTo now: Instant? = nil
  ) throws -> [Row] {
    let query = context.query
    let journal = whole.forLatest(query)
    let tables = journal.tables
    let samples = try ChosenSamples(query, journal)
    let latest = try samples.map(on: context.threads) { type in
      guard let columns = tables.columns(of: type) else { return nil as (SampleRow, Bool)? }
      return Self.latest(in: columns, try samples.rows(of: type))
        .map { (columns[$0], columns.extremes(of: $0) != nil) }
    }
    var rows: [Row] = []
    for (type, found) in zip(samples.types, latest) {
      guard let (sample, isSeries) = found, rows.count < query.limit ?? .max else { continue }
      rows.append(
        Row(
          type: type, sample: sample, source: tables.sourceName(sample.provenance),
          shown: try ShownValue(sample, type: type, query: query, tables: tables),
          isSeries: isSeries,
          lastDays: try now.map { try Sparkline.text(of: type, whole, in: context, now: $0) } ?? "")
      )
    }
    return rows
  }

  /// The fields of `latest`.
  static let columns: [RowColumn<Row>] = [
    RowColumn(.type, tellsApart: true, rank: .key) { .identifier($0.type) },
    RowColumn("value", .quantity, rank: .key) { $0.shown.value },
    RowColumn(.unit, rank: .key) { Cell(text: $0.shown.unit) },
    RowColumn(.start, .time, rank: .detail) { .time($0.sample.startTime) },
    RowColumn(.end, .time, rank: .key) { .time($0.sample.endTime) },
    RowColumn(.source, rank: .detail) { .text($0.source) },
    RowColumn(.object, hidden: true) { .text($0.sample.uuid.description) },
    RowColumn(.line, .number, hidden: true) { .whole(Int($0.sample.sequence)) },
  ]

  /// The same with what `--sparkline` shows too.
  static let drawnColumns = columns + [Sparkline.column { $0.lastDays }]

  /// The latest live sample of a type that a query lets pass, or nil.
  package static func row(
    of type: String, in tables: HealthTables, query: Query = Query()
  ) -> SampleRow? {
    guard let columns = tables.columns(of: type) else { return nil }
    return latest(in: columns, SampleSelection.chosenRows(of: type, query, in: tables))
      .map { columns[$0] }
  }

  /// The sample that a formula takes at a moment, of those that a query lets pass: the latest that
  /// was over by then, else the first one after it; nil: there is none.
  package static func rowForFormula(
    of type: QuantityType, at moment: Instant, in tables: HealthTables, query: Query
  ) -> SampleRow? {
    LatestRows(type, query, in: tables)?.rowForFormula(at: moment)
  }

  /// The row of the latest sample.
  private static func latest(in columns: SampleColumns, _ rows: RowSelection) -> Int? {
    var latest = -1
    var (latestEnd, latestStart) = (Int64.min, Int64.min)
    columns.forEachChunk(of: rows) { chunk, first, starts, ends, _, _, flags in
      // From the back, where the latest sample mostly is: after it, the end alone excludes nearly
      // all others.
      for position in chunk.reversed() {
        let row = rows[position]
        let index = row - first
        let end = ends[index]
        guard end >= latestEnd, !rows.skips(flags[index]) else { continue }
        guard (end, starts[index], row) >= (latestEnd, latestStart, latest) else { continue }
        (latestEnd, latestStart, latest) = (end, starts[index], row)
      }
    }
    return latest < 0 ? nil : latest
  }
}

extension SampleColumns {
  /// The order of `latest`: by end, then start, then seq.
  func isEarlier(_ a: Int, than b: Int) -> Bool {
    (ends[a], starts[a], a) < (ends[b], starts[b], b)
  }
}

/// The value of one sample as rows show it: a category's value by its name.
enum ShownValue {
  case quantity(Amount)
  case category(String)

  init(
    _ row: SampleRow, type: String, query: Query, tables: HealthTables
  ) throws(ProjectionError) {
    if row.flags.contains(.category) {
      self = .category(CategoryWords.word(for: row, type: type, tables: tables))
      return
    }
    let plan = try UnitPlan(
      type: type, units: [row.unit], asked: query.unit, merging: false, in: tables)
    let shown = plan[row.unit].show(row.value)
    self = .quantity(Amount(shown.value, shown.unit))
  }

  /// The value of a quantity, and its unit.
  var quantity: Amount? { if case .quantity(let amount) = self { amount } else { nil } }

  /// Its number or word.
  var value: Cell {
    switch self {
    case .quantity(let amount): .number(amount.value)
    case .category(let word): .text(word)
    }
  }

  /// The unit of a quantity.
  var unit: String? { quantity?.unit }
}
