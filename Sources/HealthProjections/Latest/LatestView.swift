package import HealthModel
package import HealthTables
package import ViewTables

/// Latest sample: for each type the live sample with the greatest end; ties by start, then by seq,
/// later wins.
package enum LatestView {
  /// The columns that identify a row.
  package static let rowKey = RowKey("type")

  /// One row a type, by identifier.
  ///
  /// - Parameter now: the moment up to whose day the last days of each quantity are drawn; nil:
  ///   they are not.
  package static func table(
    of whole: ReplayedJournal, in context: ViewContext, drawingDaysUpTo now: Instant? = nil
  ) throws -> Table {
    let query = context.query
    let journal = whole.forLatest(query)
    let tables = journal.tables
    let samples = try ChosenSamples(query, journal)
    let latest = try samples.map(on: context.threads) { type in
      guard let columns = tables.columns(of: type) else { return nil as (SampleRow, Bool)? }
      return Self.latest(in: columns, try samples.rows(of: type))
        .map { (columns[$0], columns.extremes(of: $0) != nil) }
    }
    var rows: [[Cell]] = []
    var series: [String] = []
    for (type, found) in zip(samples.types, latest) {
      guard let (row, isSeries) = found, rows.count < query.limit ?? .max else { continue }
      if isSeries { series.append(type) }
      rows.append(try cells(row, type: type, query: query, tables: tables))
      guard let now else { continue }
      let days = try Sparkline.text(of: type, whole, in: context, now: now)
      rows[rows.count - 1].append(days.isEmpty ? .missing : .text(days))
    }
    var table = Table(columns: now == nil ? columns : columns + [daysColumn], rows: rows)
    guard !series.isEmpty else { return table }
    table.presentation = Presentation(hidesEmptyColumns: false)
    table.presentation?.remarks = [
      "the latest value of "
        + series.map { TypeCatalogue.shortName(of: $0) }.joined(separator: ", ")
        + " is the average of the values that its sample condenses"
    ]
    return table
  }

  /// The fields of `latest`.
  static let columns = [
    Column("type", rank: .key), Column("value", .quantity, rank: .key), Column("unit", rank: .key),
    Column("start", .time, rank: .detail), Column("end", .time, rank: .key),
    Column("source", rank: .detail), Column("uuid", hidden: true),
    Column("seq", .number, hidden: true),
  ]

  /// What `--sparkline` shows too.
  static let daysColumn = Sparkline.column

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

  private static func cells(
    _ row: SampleRow, type: String, query: Query, tables: HealthTables
  ) throws(ProjectionError) -> [Cell] {
    let shown = try ShownValue(row, type: type, query: query, tables: tables)
    return [
      .identifier(type), shown.value, shown.unit, .time(row.startTime), .time(row.endTime),
      .text(tables.sourceName(row.provenance)), .text(row.uuid.description),
      .whole(Int(row.sequence)),
    ]
  }
}

extension SampleColumns {
  /// The order of `latest`: by end, then start, then seq.
  func isEarlier(_ a: Int, than b: Int) -> Bool {
    (ends[a], starts[a], a) < (ends[b], starts[b], b)
  }
}

/// The value and unit of one sample as rows show them: a category's value by its name.
struct ShownValue {
  var value: Cell
  var unit: Cell

  init(
    _ row: SampleRow, type: String, query: Query, tables: HealthTables
  ) throws(ProjectionError) {
    if row.flags.contains(.category) {
      value = .text(CategoryWords.word(for: row, type: type, tables: tables))
      unit = .missing
      return
    }
    let plan = try UnitPlan(
      type: type, units: [row.unit], asked: query.unit, merging: false, in: tables)
    let shown = plan[row.unit].show(row.value)
    value = .number(shown.value)
    unit = .text(shown.unit)
  }
}
