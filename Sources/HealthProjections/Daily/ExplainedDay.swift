import HealthModel
import HealthTables

/// One day of one type, sample by sample.
struct ExplainedDay {
  private let explained: ExplainedSamples
  private let options: DailyView.Options
  /// Whether the day of a sample is that of its own time zone where it has one.
  private let ownZones: Bool
  /// The zones that samples name and this system does not know, and the zone of the view's days.
  private let unknownZones: Set<String>
  private let zone: String
  /// Those that touch the day, in the order of time.
  private let touching: [CountedStretches.Stretch]
  /// The seconds that each of those weighs.
  private let seconds: [Double]

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
    self.options = options
    ownZones = context.timeZone == nil
    let tables = journal.tables
    var selection = try SampleSelection(context.query.ofAllTime, journal, of: [type])
    let columns = tables.columns(of: type) ?? SampleColumns()
    _ = try selection.types()
    var rows = try selection.chosenRows(of: type)
    if lasting { rows = RowSelection(StatedBasal.lasting(columns.rows(rows), columns)) }
    let plan = try UnitPlan(
      type: type, units: columns.quantityUnits(rows), asked: context.query.unit, merging: true,
      in: tables)
    var days = try DayFinder(tables, context)
    let counted = CountedStretches(
      type, columns, columns.rows(rows, near: day..<day + 1), options,
      until: until.microseconds, in: tables, days: &days)
    unknownZones = days.unknownNames
    zone = days.zone(of: 0).name
    explained = ExplainedSamples(
      type, columns, counted, plan: plan, sources: options.sources, in: tables)
    let touching = counted.all.filter { $0.day == day }
      .sorted { ($0.start, $0.end, $0.row) < ($1.start, $1.end, $1.row) }
    let holds = SampleHolds(type, columns, in: tables)
    seconds = touching.map { stretch in
      var end = holds.end(of: stretch.row, stretch.start, stretch.end)
      if end > stretch.end {
        end = days.end(ofDayAt: stretch.start, zone: columns.zone(stretch.row), before: end)
      }
      return SampleHolds.seconds(stretch.start, end)
    }
    self.touching = touching
  }

  /// The order of the sources that have samples on the day, and why it is so.
  func sources() -> [ExplainedRow] { explained.sources(of: touching) }

  /// The samples that touch the day, in the order of time.
  func samples() -> [ExplainedSamples.Sample] {
    var explained = explained
    return zip(touching, seconds).map { explained.sample($0, seconds: $1, note: zoneNote) }
  }

  private func zoneNote(_ row: SampleRow) -> String? {
    guard row.zone != SampleRow.none else { return nil }
    let name = explained.tables.zones.names[Int(row.zone)]
    guard ownZones else { return "its own \(name) is set aside" }
    return unknownZones.contains(name)
      ? "\(name) is not known here, day of \(zone)" : "day of \(name)"
  }

  /// The averages that the style of Apple's headers would give, where they state another one.
  func headerAverages(_ samples: [ExplainedSamples.Sample]) -> [ExplainedRow] {
    explained.headerAverages(samples)
  }

  /// What the samples come to, in each unit: the figures of `daily`.
  func totals(_ samples: [ExplainedSamples.Sample]) -> [ExplainedRow] {
    explained.totals(samples, withLatest: true) { _ in "--sources \(options.sources.rawValue)" }
  }
}

extension DailyView.Sources {
  /// The rule by which the samples of a type count: merging is for those that add up.
  func applying(to type: String) -> Self {
    merges && !AggregationStyle.isCumulative(type) ? .all : self
  }
}
