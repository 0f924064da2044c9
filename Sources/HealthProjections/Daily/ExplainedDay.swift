import HealthModel
import HealthTables

/// One day of one type, sample by sample.
struct ExplainedDay {
  /// A sample's row, and what it adds to the total.
  struct Sample {
    var cells: [Cell]
    /// What counts, in the shown unit; nil: nothing does.
    var counted: Double?
    var unit: String
  }

  private let type: String
  private let day: Int
  private let tables: HealthTables
  private let columns: SampleColumns
  private let plan: UnitPlan
  private let options: DailyView.Options
  private let order: SourceOrder
  /// Whether the day of a sample is that of its own time zone where it has one.
  private let ownZones: Bool
  private let stretches: [CountedStretches.Stretch]
  /// Those that touch the day, in the order of time.
  private let touching: [CountedStretches.Stretch]

  init(
    _ type: String, _ day: Int, _ journal: ReplayedJournal, _ context: ViewContext,
    _ options: DailyView.Options
  ) throws {
    self.type = type
    self.day = day
    self.options = options
    ownZones = context.timeZone == nil
    tables = journal.tables
    columns = tables.columns(of: type) ?? SampleColumns()
    var selection = try SampleSelection(context.query.ofAllTime, journal)
    _ = try selection.types()
    let rows = try selection.rows(of: type)
    plan = try UnitPlan(
      type: type, units: columns.quantityUnits(rows), asked: context.query.unit, merging: true,
      in: tables)
    var days = try DayFinder(tables, context)
    var rule = options
    if !AggregationStyle.isCumulative(type) { rule.sources = .all }
    let counted = CountedStretches(type, columns, rows, rule, in: tables, days: &days)
    order = counted.order
    stretches = counted.all
    touching = counted.all.filter { $0.day == day }
      .sorted { ($0.start, $0.end, $0.row) < ($1.start, $1.end, $1.row) }
  }

  /// The order of the sources that have samples on the day, and why it is so.
  func sources() -> [[Cell]] {
    let present = Set(touching.map(\.rank))
    return order.sources.enumerated().filter { present.contains($0.offset) }.map { rank, source in
      DailyExplanation.row(
        "source", ("source", .text(source.name)), ("rank", .whole(rank + 1)),
        ("note", .text(source.reason.name)))
    }
  }

  /// The samples that touch the day, in the order of time.
  func samples() -> [Sample] {
    touching.map { stretch in
      let row = columns[stretch.row]
      if row.flags.contains(.category) { return category(row, stretch) }
      let step = plan[row.unit]
      let value = step.apply(row.value)
      let isCumulative = AggregationStyle.isCumulative(type)
      let part = isCumulative ? value * stretch.share : value
      let by = stretch.counted < max(stretch.end - stretch.start, 1) ? beaters(of: stretch) : []
      let cells = DailyExplanation.row(
        stretch.counts ? "counted" : "suppressed", ("seq", .whole(Int(row.sequence))),
        ("uuid", .text(row.uuid.description)), ("source", .text(order.sources[stretch.rank].name)),
        ("rank", isCumulative ? .whole(stretch.rank + 1) : .missing),
        ("start", .time(row.startTime)), ("end", .time(row.endTime)), ("value", .number(value)),
        ("unit", .text(step.shown)), ("share", isCumulative ? .number(stretch.share) : .missing),
        ("counted", stretch.counts ? .number(part) : .missing),
        ("by", by.isEmpty ? .missing : .names(by)), ("note", zoneNote(row)))
      return Sample(cells: cells, counted: stretch.counts ? part : nil, unit: step.shown)
    }
  }

  private func category(_ row: SampleRow, _ stretch: CountedStretches.Stretch) -> Sample {
    let word = CategoryWords.word(for: row, type: type, tables: tables)
    let seconds = Double(max(stretch.end - stretch.start, 0)) / 1e6
    let cells = DailyExplanation.row(
      "counted", ("seq", .whole(Int(row.sequence))), ("uuid", .text(row.uuid.description)),
      ("source", .text(order.sources[stretch.rank].name)), ("start", .time(row.startTime)),
      ("end", .time(row.endTime)), ("value", .text(word)), ("unit", .text("s")),
      ("counted", .number(seconds)), ("note", zoneNote(row)))
    return Sample(cells: cells, counted: seconds, unit: word)
  }

  private func zoneNote(_ row: SampleRow) -> Cell {
    guard row.zone != SampleRow.none else { return .missing }
    let name = tables.zones.names[Int(row.zone)]
    return .text(ownZones ? "day of \(name)" : "its own \(name) is set aside")
  }

  /// The lines of the samples that count in the place of one, by their seq.
  private func beaters(of beaten: CountedStretches.Stretch) -> [String] {
    let found = stretches.filter { other in
      guard other.rank < beaten.rank else { return false }
      if options.sources == .first { return other.day == beaten.day }
      if other.start == other.end || beaten.start == beaten.end {
        return other.start <= beaten.start
          && (beaten.start < other.end || other.start == beaten.start)
      }
      return other.start < beaten.end && beaten.start < other.end
    }
    return Set(found.map { columns.sequences[$0.row] }).sorted().map { "line \($0)" }
  }

  /// What the samples come to.
  func total(_ samples: [Sample]) -> [Cell] {
    let counted = samples.compactMap { sample in sample.counted.map { ($0, sample.unit) } }
    var sum = ExactSum()
    for (part, _) in counted { sum.add(part) }
    let unit = counted.first?.1 ?? ""
    if AggregationStyle.isCumulative(type) {
      return DailyExplanation.row(
        "total", ("unit", .text(unit)), ("counted", .number(sum.value)),
        ("note", .text("--sources \(options.sources.rawValue)")))
    }
    return DailyExplanation.row(
      "total", ("unit", .text(unit)),
      ("counted", .number(sum.value / Double(max(counted.count, 1)))),
      ("note", .text("average of \(counted.count)")))
  }
}
