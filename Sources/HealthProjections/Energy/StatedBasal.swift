import HealthModel
import HealthTables

/// Energy at rest as samples of basalEnergyBurned state it, and of which time they do.
///
/// Sources are merged as for any energy. Days are those of the view's calendar for every sample,
/// because the formula fills the rest of these days. Samples are of any source, as the body of the
/// formula is.
struct StatedBasal {
  private let sums: [Int: Double]
  /// Of each day the microseconds that samples lie in.
  private var covered: [Int: Int64] = [:]
  private let calendar: DayCalendar

  /// - Parameter context: its query names the days and the unit.
  init(
    _ tables: HealthTables, _ context: ViewContext, _ calendar: DayCalendar, until moment: Instant
  ) throws(ProjectionError) {
    self.calendar = calendar
    let context = Self.context(context, tables)
    let type = QuantityType.basalEnergyBurned
    let columns = tables.columns(of: type.identifier) ?? SampleColumns()
    let rows = columns.rows(
      SampleSelection.chosenRows(of: type.identifier, context.query.ofAllTime, in: tables))
    let lasting = Self.lasting(rows, columns)
    sums = try DailyView.sums(
      of: type, RowSelection(lasting), in: tables, context, until: moment)
    let from = context.query.from?.microseconds ?? .min
    let to = min(context.query.to ?? moment, moment).microseconds
    cover(lasting.map { (max(columns.starts[$0], from), min(columns.ends[$0], to)) })
  }

  /// The samples that say which time they cover: not those without length, nor those that are
  /// longer than any measurement.
  static func lasting(_ rows: [Int], _ columns: SampleColumns) -> [Int] {
    rows.filter { row in
      let length = columns.ends[row] - columns.starts[row]
      return length > 0 && length <= DayStretch.longest
    }
  }

  /// The context in which every sample has the days of the view, and all sources count.
  static func context(_ context: ViewContext, _ tables: HealthTables) -> ViewContext {
    var context = context
    context.query.sources = []
    context.timeZone = context.timeZone ?? tables.settings.timeZone
    return context
  }

  /// Notes of each day how much of it lies in some spans, once where they overlap.
  private mutating func cover(_ spans: [(start: Int64, end: Int64)]) {
    var reached = Int64.min
    for span in spans.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      var start = max(span.start, reached)
      while start < span.end {
        let day = calendar.day(of: Instant(microseconds: start))
        let end = min(span.end, max(calendar.start(of: day + 1).microseconds, start + 1))
        covered[day, default: 0] += end - start
        start = end
      }
      reached = max(reached, span.end)
    }
  }

  /// What samples state of a day, and the share of the day that they lie in.
  func ofDay(_ day: Int) -> (energy: Double?, share: Double) {
    let length = calendar.start(of: day + 1).microseconds - calendar.start(of: day).microseconds
    guard length > 0, let covered = covered[day] else { return (nil, 0) }
    return (sums[day], Double(covered) / Double(length))
  }
}
