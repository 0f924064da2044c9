import HealthModel
import HealthTables

/// One day of one type, sample by sample.
struct ExplainedDay {
  private let explained: ExplainedSamples
  private let options: DailyView.Options
  /// Whether the day of a sample is that of its own time zone where it has one.
  private let ownZones: Bool
  /// Those that touch the day, in the order of time.
  private let touching: [CountedStretches.Stretch]

  /// - Parameter until: samples count up to this moment.
  init(
    _ type: String, _ day: Int, _ journal: ReplayedJournal, _ context: ViewContext,
    _ options: DailyView.Options, until: Instant = Instant(microseconds: .max)
  ) throws {
    self.options = options
    ownZones = context.timeZone == nil
    let tables = journal.tables
    let columns = tables.columns(of: type) ?? SampleColumns()
    var selection = try SampleSelection(context.query.ofAllTime, journal)
    _ = try selection.types()
    let rows = try selection.rows(of: type)
    let plan = try UnitPlan(
      type: type, units: columns.quantityUnits(rows), asked: context.query.unit, merging: true,
      in: tables)
    var days = try DayFinder(tables, context)
    var rule = options
    if !AggregationStyle.isCumulative(type) { rule.sources = .all }
    let counted = CountedStretches(
      type, columns, rows, rule, until: until.microseconds, in: tables, days: &days)
    explained = ExplainedSamples(
      type, columns, counted, plan: plan, sources: options.sources, in: tables)
    touching = counted.all.filter { $0.day == day }
      .sorted { ($0.start, $0.end, $0.row) < ($1.start, $1.end, $1.row) }
  }

  /// The order of the sources that have samples on the day, and why it is so.
  func sources() -> [[Cell]] { explained.sources(of: touching) }

  /// The samples that touch the day, in the order of time.
  func samples() -> [ExplainedSamples.Sample] {
    touching.map { explained.sample($0, note: zoneNote) }
  }

  private func zoneNote(_ row: SampleRow) -> Cell {
    guard row.zone != SampleRow.none else { return .missing }
    let name = explained.tables.zones.names[Int(row.zone)]
    return .text(ownZones ? "day of \(name)" : "its own \(name) is set aside")
  }

  /// What the samples come to, in each unit.
  func totals(_ samples: [ExplainedSamples.Sample]) -> [[Cell]] {
    explained.totals(samples) { _ in "--sources \(options.sources.rawValue)" }
  }
}
