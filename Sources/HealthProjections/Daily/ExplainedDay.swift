import HealthModel
import HealthTables

/// One day of one type, sample by sample.
struct ExplainedDay {
  /// Statements about the samples.
  let figures: ExplainedSamples
  /// The samples that touch the day, in the order of time.
  let samples: [ExplainedSamples.Sample]
  private let sources: [ExplainedRow]

  /// - Parameters:
  ///   - until: samples count up to this moment.
  ///   - lasting: whether only samples count that say which time they cover, see `StatedBasal`.
  init(
    _ type: String, _ day: Int, _ journal: ReplayedJournal, _ context: ViewContext,
    _ options: DailyView.Options, until: Instant = Instant(microseconds: .max),
    lasting: Bool = false
  ) throws {
    var options = options
    options.sources = options.sources.applying(to: type)
    let tables = journal.tables
    var selection = try SampleSelection(context.query.ofAllTime, journal, of: [type])
    let columns = tables.columns(of: type) ?? SampleColumns()
    _ = try selection.types()
    var rows = try selection.chosenRows(of: type)
    if lasting { rows = RowSelection(StatedBasal.lasting(columns.rows(rows), columns)) }
    let plan = try UnitPlan(type, columns, rows, asked: context.query.unit, in: tables)
    var days = try DayFinder(tables, context)
    let counted = CountedStretches(
      type, columns, columns.rows(rows, near: day..<day + 1), options,
      until: until.microseconds, in: tables, days: &days)
    var figures = ExplainedSamples(
      type, columns, counted, plan: plan, sources: options.sources, in: tables)
    let touching = counted.all.filter { $0.day == day }
      .sorted { ($0.start, $0.end, $0.row) < ($1.start, $1.end, $1.row) }
    let holds = SampleHolds(type, columns, in: tables)
    let ownZones = context.timeZone == nil
    samples = touching.map { stretch in
      var end = holds.end(of: stretch.row, stretch.start, stretch.end)
      if end > stretch.end {
        end = days.end(ofDayAt: stretch.start, zone: columns.zone(stretch.row), before: end)
      }
      return figures.sample(stretch, seconds: SampleHolds.seconds(stretch.start, end)) { row in
        Self.zoneNote(row, tables, days, ownZones: ownZones)
      }
    }
    sources = figures.sources(of: touching)
    self.figures = figures
  }

  /// The order of the sources that have samples on the day, and why it is so; then the samples.
  var rows: [ExplainedRow] { sources + samples.map(\.explained) }

  /// - Parameter ownZones: whether the day of a sample is that of its own time zone.
  private static func zoneNote(
    _ row: SampleRow, _ tables: HealthTables, _ days: DayFinder, ownZones: Bool
  ) -> String? {
    guard row.zone != SampleRow.none else { return nil }
    let name = tables.zones.names[Int(row.zone)]
    guard ownZones else { return "its own \(name) is set aside" }
    return days.unknownNames.contains(name)
      ? "\(name) is not known here, day of \(days.zone(of: 0).name)" : "day of \(name)"
  }
}

extension DailyView.Sources {
  /// The rule by which the samples of a type count: merging is for those that add up.
  func applying(to type: String) -> Self {
    merges && !AggregationStyle.isCumulative(type) ? .all : self
  }
}
