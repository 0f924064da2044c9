package import HealthModel
package import HealthTables
import JournalFile
package import ViewTables

/// Sleep: the time of each stage by night or day, without counting an instant twice.
///
/// At each instant the stage of the source of the smallest rank counts (`SourceOrder`); among
/// stages of one source, the first in the order of `SleepStage`. Time in bed is the time that a
/// stage that counts covers, or a sample of being in bed of any source: Apple's watch writes stages
/// alone, and a person who sleeps is in bed.
package enum SleepView {
  /// The columns that identify a row.
  package static let rowKey = RowKey("date", "source")
  /// What they are made of.
  package static let reads = Reads.types(ofNight: [sleepType], requiring: [sleepType])

  /// One row a night or day, dates ascending; for each source where they are kept apart.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext,
    by period: SleepSummary.Period = .night, sources: SleepSummary.Sources = .merge
  ) throws -> Table {
    let rows = try summaries(of: journal, in: context, by: period, sources: sources)
    return Table(columns: columns(sources), rows: rows.map { cells($0, sources) })
  }

  /// The rows of `table` as values.
  package static func summaries(
    of journal: ReplayedJournal, in context: ViewContext,
    by period: SleepSummary.Period = .night, sources: SleepSummary.Sources = .merge
  ) throws -> [SleepSummary] {
    let type = sleepType
    let finder = try DayFinder(journal.tables, context)
    let shown = finder.days(of: context.query)
    // Samples more than two nights away cannot change these nights, whatever zones they name.
    let near = shown.lowerBound - 2..<shown.upperBound + 2
    let journal = journal.forDays(finder.time(of: near), context.query, of: reads)
    let tables = journal.tables
    var query = context.query.ofAllTime
    query.types = [type]
    var selection = try SampleSelection(query, journal)
    guard try !selection.types().isEmpty, let columns = tables.columns(of: type) else { return [] }
    let rows = try selection.rows(of: type)
    let order = SourceOrder(type, columns, rows: rows, in: tables)
    var days = try DayFinder(tables, context, of: period)
    var zones = context.zones
    let pieces = SleepPiece.of(columns, rows, order, by: period, days: &days)
      .filter { near.contains($0.date) }
    let figures = SleepFold(pieces, sources).figures
    return figures.keys.sorted().filter { shown.contains($0.date) }
      .prefix(context.query.limit ?? .max).compactMap { key in
        figures[key].map { SleepSummary(key.date, $0, order, &zones) }
      }
  }

  private static let sleepType = CategoryType.sleepAnalysis.identifier

  /// The fields of `sleep`.
  static func columns(_ sources: SleepSummary.Sources) -> [Column] {
    let ranks: [String: Column.Rank] = ["asleep": .key, "unspecified": .detail]
    let times = ["inBed", "asleep", "core", "deep", "rem", "unspecified", "awake"]
      .map { Column($0, .hours, unit: "s", rank: ranks[$0] ?? .usual) }
    let span = [Column("start", .time, rank: .detail), Column("end", .time, rank: .detail)]
    return [Column("date", .time, rank: .key)] + span + times
      + [sources == .separate ? sourceColumn : Column("sources", rank: .detail, note: "names")]
  }

  /// All of them, for the documents.
  static let fields =
    columns(.merge) + [sourceColumn]

  private static let sourceColumn = Column(
    "source", rank: .key, note: "with `--sources separate`, for `sources`")

  private static func cells(_ night: SleepSummary, _ sources: SleepSummary.Sources) -> [Cell] {
    let times = [
      night.inBed, night.asleep, night.core, night.deep, night.rem, night.unspecified, night.awake,
    ]
    return [.day(night.date), .time(night.span.start), .time(night.span.end)] + times.map(Cell.init)
      + [sources == .separate ? .text(night.sources.first ?? "") : .names(night.sources)]
  }
}

extension SleepSummary {
  fileprivate init(
    _ date: Int, _ figures: SleepFold.Figures, _ order: SourceOrder,
    _ zones: inout ZoneCatalogue
  ) {
    let zone = (try? zones.rules(named: figures.zone)) ?? .utc
    func time(_ microseconds: Int64) -> Timestamp {
      Timestamp(Instant(microseconds: microseconds), in: zone)
    }
    func seconds(_ stages: SleepStage...) -> Double? {
      figures.sum(stages).map { Double($0) / 1e6 }
    }
    self.init(
      date: CivilDate(dayNumber: date), span: TimeSpan(time(figures.start), time(figures.end)),
      inBed: figures.sum(SleepStage.allCases).map { Double($0) / 1e6 },
      asleep: figures.sum(SleepStage.asleep).map { Double($0) / 1e6 },
      core: seconds(.core), deep: seconds(.deep), rem: seconds(.rem),
      unspecified: seconds(.unspecified), awake: seconds(.awake),
      sources: figures.ranks.sorted().map { order.sources[$0].name })
  }
}
