import HealthEvents
package import HealthModel
package import HealthTables
import JournalFile

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
    /// The pulse that was measured with a blood pressure.
    fileprivate var pulse: Double?

    /// The value of a quantity, and its unit; nil of a category.
    package var quantity: Amount? { shown.quantity }
  }

  /// Returns one row a type, by identifier.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext, drawingDaysUpTo now: Instant? = nil
  ) throws -> Table {
    table(
      try rows(of: journal, in: context, drawingDaysUpTo: now), areDrawn: now != nil)
  }

  /// Returns the table of rows, whose last days are drawn or not.
  static func table(_ rows: [Row], areDrawn: Bool) -> Table {
    let further = rows.contains { $0.pulse != nil } ? [GroupsView.pulse.of(\Row.pulse)] : []
    var table = Table(areDrawn ? drawnColumns : columns + further, rows: rows)
    let series = rows.filter(\.isSeries).map { TypeCatalogue.shortName(of: $0.type) }
    guard !series.isEmpty else { return table }
    table.presentation = Presentation(hidesEmptyColumns: false)
    table.presentation?.remarks = [
      "the latest value of " + series.joined(separator: ", ")
        + " is the average of the values that its sample condenses"
    ]
    return table
  }

  /// Returns the rows of `table`.
  ///
  /// - Parameter now: the moment up to whose day the last days of each quantity are drawn; nil:
  ///   they are not.
  package static func rows(
    of whole: ReplayedJournal, in context: ViewContext, drawingDaysUpTo now: Instant? = nil
  ) throws -> [Row] {
    let (query, tables) = (context.query, whole.tables)
    let types = try query.types(in: tables)
    let samples = try ChosenSamples(query, whole)
    let latest = try tables.map(types, on: context.threads) { type in
      var own = query
      own.types = [type]
      let tables = (samples.areMatched ? whole : whole.forLatest(own, passing: samples.passes))
        .tables
      try tables.read(types: [type])
      guard let columns = tables.columns(of: type) else { return nil as (SampleRow, Bool)? }
      return Self.latest(in: columns, samples.rows(of: type, in: tables))
        .map { (columns[$0], columns.extremes(of: $0) != nil) }
    }
    let found = zip(types, latest).compactMap { type, found in
      found.map { (type: type, sample: $0.0, isSeries: $0.1) }
    }.newest(query.limit) { $0.sample.end }
    return try found.map { type, sample, isSeries in
      Row(
        type: type, sample: sample, source: tables.sourceName(sample.provenance),
        shown: try ShownValue(sample, type: type, query: query, tables: tables),
        isSeries: isSeries,
        lastDays: try now.map { try Sparkline.text(of: type, whole, in: context, now: $0) } ?? "")
    }
  }

  /// The fields of `latest`.
  static let columns: [RowColumn<Row>] = [
    RowColumn(.type, tellsApart: true, rank: .key) { .identifier($0.type) },
    RowColumn("value", .quantity, rank: .key) { $0.shown.value },
    RowColumn(.unit) { Cell(text: $0.shown.unit) },
    RowColumn(.start, .time, rank: .detail) { .time($0.sample.startTime) },
    RowColumn(.end, .time, rank: .key) { .time($0.sample.endTime) },
    RowColumn(.source, rank: .detail) { .text($0.source) },
    RowColumn(.object, hidden: true) { .text($0.sample.uuid.description) },
    RowColumn(.line, .number, hidden: true) { .whole(Int($0.sample.sequence)) },
  ]

  /// The fields with the drawing that `--sparkline` adds.
  static let drawnColumns = columns + [Sparkline.column { $0.lastDays }]

  /// Returns rows with the two figures of one blood pressure as one row, and its pulse.
  static func paired(
    _ rows: [Row], of journal: ReplayedJournal, in context: ViewContext
  ) throws -> [Row] {
    func index(_ type: QuantityType) -> Int? { rows.firstIndex { $0.type == type.identifier } }
    guard let first = index(.bloodPressureSystolic), let second = index(.bloodPressureDiastolic),
      let systolic = rows[first].quantity, let diastolic = rows[second].quantity
    else { return rows }
    let sources = PressureView.Sources(journal.tables)
    let moment = PressureView.Moment(rows[first].sample, sources)
    guard moment == PressureView.Moment(rows[second].sample, sources) else { return rows }
    var pair = rows[first]
    pair.type = CorrelationType.bloodPressure.identifier
    pair.shown = .pair(
      PressureView.pair(systolic.value, diastolic.value), unit: systolic.unit)
    let pulses = try PressureView.pulses(at: [pair.sample], journal, context)
    pair.pulse = pulses[moment]?.last
    var paired = rows
    paired[min(first, second)] = pair
    paired.remove(at: max(first, second))
    return paired
  }

  /// Returns the latest live sample of a type that a query lets pass, or nil.
  package static func row(
    of type: String, in tables: HealthTables, query: ViewQuery = ViewQuery()
  ) -> SampleRow? {
    guard let columns = tables.columns(of: type) else { return nil }
    return latest(in: columns, SampleSelection.chosenRows(of: type, query, in: tables))
      .map { columns[$0] }
  }

  /// Returns the sample that a formula uses at a moment, of those that a query lets pass: the
  /// latest that was over by then, else the first one after it; nil if there is none.
  package static func rowForFormula(
    of type: QuantityType, at moment: Instant, in tables: HealthTables, query: ViewQuery
  ) -> SampleRow? {
    LatestRows(type, query, in: tables)?.rowForFormula(at: moment)
  }

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
        let start = starts[index]
        let isTie = latest >= 0 && (end, start) == (latestEnd, latestStart)
        if isTie ? columns.isRecorded(row, before: latest) : (end, start) < (latestEnd, latestStart)
        {
          continue
        }
        (latestEnd, latestStart, latest) = (end, start, row)
      }
    }
    return latest < 0 ? nil : latest
  }
}

extension SampleColumns {
  /// Compares two rows in the order of `latest`: by end, then start, then recording.
  func isEarlier(_ a: Int, than b: Int) -> Bool {
    let (one, other) = ((ends[a], starts[a]), (ends[b], starts[b]))
    return one == other ? isRecorded(a, before: b) : one < other
  }
}

/// The value of one sample as rows show it: a category's value by its name.
enum ShownValue {
  case quantity(Amount)
  case category(String)
  /// Two figures of one measurement.
  case pair(String, unit: String)

  init(
    _ row: SampleRow, type: String, query: ViewQuery, tables: HealthTables
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

  /// The number of a quantity or the word of a category.
  var value: Cell {
    switch self {
    case .quantity(let amount): .number(amount.value)
    case .category(let word), .pair(let word, _): .text(word)
    }
  }

  var unit: String? { if case .pair(_, let unit) = self { unit } else { quantity?.unit } }
}

/// The options of `latest`.
struct LatestOptions: ViewOptions {
  /// True if the view explains its figures.
  var explains = false
  /// True if it draws the last days of each type.
  var drawsDays = false

  private static let explain = Option(
    "explain", nil, "show why this sample is the latest; needs one --type")

  static let declared: [DeclaredOption<Self>] =
    shared([.type] + Option.narrowing + [.limit, .unit, .sort])
    + [
      .flag(\.explains, explain).ofCommand, .flag(\.drawsDays, Sparkline.option).ofCommand,
    ]

  static let rules: [OptionRule] = [
    .requiresOne(explain, of: .type, saying: "--explain needs one --type"),
    .atMostOne(of: [explain, Sparkline.option]),
  ]
}

extension View {
  /// The latest sample of each type.
  package static let latest = View(
    "latest", summary: "the latest sample of each type",
    options: LatestOptions.self,
    details: """
      Shows the live sample with the latest end for each type. If two samples have the same end,
      the sample with the later start is shown. If the starts are equal too, the sample of the
      later line is shown. If you delete the latest sample, the sample before it is the latest
      again. A remark names the types whose latest sample starts in the future.

      People see the two figures of a blood pressure as one: 120/80, with the pulse that was
      measured with it. `latest bloodPressure` shows the latest pair in every format, and `latest
      food` the latest meal with its members.

      --explain needs one --type. It lists the latest sample (`chosen`). It also lists the next
      three samples, with the reason why they come later (`next`). It lists up to three deleted or
      replaced samples that would be first (`removed`), with the line that removed them. The `seq`
      of a row is the line that saved the sample; `log` and `history` show a line.

      Examples

        health-journal latest --type bodyMass --unit lb
        health-journal latest --type bodyMass --explain
        health-journal latest --sparkline
      """,
    reads: .asked, isComparedByDefault: true, showsGroups: true,
    presentation: Presentation(hidesEmptyColumns: false),
    forms: [
      Form("", LatestView.columns), Form("--type bloodPressure", GroupsView.latestColumns),
      Form("--sparkline", LatestView.drawnColumns),
      Form("--explain", LatestExplanation.columns()),
    ]
  ) { request, options in
    let context = try request.context()
    if let groups = try GroupsView.asked(context.query, explaining: options.explains) {
      var table = try GroupsView.latest(of: groups, request.journal, in: context)
      table.presentation = Presentation()
      return table
    }
    guard options.explains, let type = context.query.types?.first else {
      var rows = try LatestView.rows(
        of: request.journal, in: context, drawingDaysUpTo: options.drawsDays ? request.now : nil)
      if request.isForPeople, context.query.types == nil, !options.drawsDays {
        rows = try LatestView.paired(rows, of: request.journal, in: context)
      }
      var table = LatestView.table(rows, areDrawn: options.drawsDays)
      table.presentation = Presentation(hidesEmptyColumns: false)
      table.remark(
        onFuture: rows.filter { $0.sample.start > request.now.microseconds }
          .map { TypeCatalogue.shortName(of: $0.type) })
      if options.drawsDays {
        table.presentation?.footer = "last days: the \(Sparkline.days) up to today"
      }
      return table
    }
    let table = try LatestExplanation.table(of: type, request.journal, in: context)
      .limited(to: context.query.limit)
    return try ExplainedRow.withEvidence("--type \(TypeCatalogue.shortName(of: type))", table)
  }
}

/// The live samples of one type in the order of `latest`, to be asked for the latest at many
/// moments.
struct LatestRows {
  private let columns: SampleColumns
  /// Rows by end, then start, then seq.
  private let order: [Int]

  /// Creates the samples of a type that a query shows, whatever its window of time; nil if no
  /// sample of the type was ever saved.
  init?(_ type: QuantityType, _ query: ViewQuery, in tables: HealthTables) {
    guard let columns = tables.columns(of: type.identifier) else { return nil }
    self.columns = columns
    order = SampleSelection.rows(of: type.identifier, query.ofAllTime, in: tables)
      .filter { !columns.flags[$0].contains(.category) }
      .sorted(by: columns.isEarlier)
  }

  /// Returns the row that a formula uses at a moment: the latest that was over by then, else the
  /// first one after it; nil if there is none.
  func rowForFormula(at moment: Instant) -> SampleRow? {
    row(at: moment) ?? order.first.map { columns[$0] }
  }

  /// Returns the row of the latest sample that was over at a moment; nil if there is none.
  func row(at moment: Instant) -> SampleRow? {
    let next = order.indices.partitioningIndex {
      columns.ends[order[$0]] > moment.microseconds
    }
    return order[..<next].last.map { columns[$0] }
  }
}

extension QuantityContent {
  init(_ row: SampleRow, type: String, in tables: HealthTables) {
    self.init(
      type: type, span: TimeSpan(row.startTime, row.endTime), value: row.value,
      unit: row.unit == SampleRow.none ? "" : tables.units.names[Int(row.unit)])
  }
}

/// The explanation of the latest sample of a type: the rule, the sample, the samples that come
/// next, and those that were deleted or replaced and would be the latest otherwise.
package enum LatestExplanation {
  /// The number of the others that are listed.
  private static let shown = 3

  /// Returns the explanation of one type.
  ///
  /// Rows by `what`: `rule`, `removed` (newest first, with the line that removed it), `chosen`,
  /// `next` (newest first, with the reason why it is not the latest). No rows if no sample was ever
  /// visible.
  package static func table(
    of type: String, _ journal: ReplayedJournal, in context: ViewContext
  ) throws -> Table {
    var query = context.query
    query.types = [type]
    var selection = try SampleSelection(query, journal)
    guard try !selection.types().isEmpty, let columns = journal.tables.columns(of: type) else {
      return Table(Self.columns(), rows: [])
    }
    func newestFirst(_ rows: [Int]) -> [Int] {
      rows.sorted { columns.isEarlier($1, than: $0) }
    }
    let live = newestFirst(try selection.rows(of: type))
    let removed = newestFirst(try selection.removedRows(of: type)).prefix { row in
      live.first.map { columns.isEarlier($0, than: row) } ?? true
    }
    guard !live.isEmpty || !removed.isEmpty else { return Table(Self.columns(), rows: []) }
    let sample = ExplainedSample(type: type, columns: columns, journal: journal, query: query)
    var rows = [rule]
    for row in removed.prefix(shown) { rows.append(try sample.removed(row)) }
    if let chosen = live.first {
      rows.append(try sample.explained(.chosen, chosen))
      for row in live.dropFirst().prefix(shown) {
        rows.append(
          try sample.explained(.next, row, note: sample.lack(of: row, comparedWith: chosen)))
      }
    }
    return Table(Self.columns(of: type), rows: rows)
  }

  /// Returns the fields of `latest --explain`: those of `daily --explain` that a single sample has.
  ///
  /// - Parameter type: the type of all figures.
  static func columns(of type: String? = nil) -> [RowColumn<ExplainedRow>] {
    ExplainedRow.columns("`rule`, `removed`, `chosen` or `next`", counts: false, of: type)
  }

  private static let rule = ExplainedRow(
    what: .rule,
    note: "latest: the greatest end; of those the latest start; of those the last line")
}

/// The samples of a type as rows of the explanation.
private struct ExplainedSample {
  let type: String
  let columns: SampleColumns
  let journal: ReplayedJournal
  let query: ViewQuery

  func explained(
    _ what: ExplainedRow.Kind, _ index: Int, by: UInt64? = nil, note: String? = nil
  ) throws -> ExplainedRow {
    let row = columns[index]
    let shown = try ShownValue(row, type: type, query: query, tables: journal.tables)
    let isSeries = columns.extremes(of: index) != nil
    let notes = [note, isSeries ? "the average of the values that it condenses" : nil]
      .compactMap(\.self)
    return ExplainedRow(
      what: what, value: shown.value, unit: shown.unit, by: by.map { ["line \($0)"] } ?? [],
      note: notes.isEmpty ? nil : notes.joined(separator: "; ")
    ).of(row, from: journal.tables.sourceName(row.provenance))
  }

  /// Returns the reason why a sample is not the latest.
  func lack(of row: Int, comparedWith chosen: Int) -> String {
    if columns.ends[row] < columns.ends[chosen] { return "ends earlier" }
    if columns.starts[row] < columns.starts[chosen] {
      return "ends at the same time, but starts earlier"
    }
    return "the same time, but in an earlier line, or earlier in its line"
  }

  /// Returns the row of a sample that was deleted or replaced, with the line that did it.
  func removed(_ row: Int) throws -> ExplainedRow {
    let uuid = columns.uuids[row]
    var by: UInt64?
    var note = "removed"
    let line = UInt64(columns.sequences[row])
    try journal.forEachEntry(mentioning: [uuid], or: EventKind.revert) { entry in
      switch entry.event {
      case .delete(let deletion)? where deletion.objects.contains(uuid):
        note = "deleted" + (deletion.reason.map { ": \($0)" } ?? "")
      case .save(let save)? where save.replaces.contains(uuid): note = "replaced"
      case .revert(let revert)? where revert[.reverted].contains(uuid, savedIn: line):
        note = "its save was reverted"
      case .revert(let revert)? where revert[.removed].contains(uuid, savedIn: line):
        note = "deleted again"
      case .save?, .delete?, .open?, .origin?, .authorize?, .configure?, .declare?, .importReceipt?,
        .erase?, .format?, .revert?, nil:
        return
      }
      by = entry.sequence
    }
    return try explained(.removed, row, by: by, note: note)
  }
}
