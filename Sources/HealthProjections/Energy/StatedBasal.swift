import HealthModel
import HealthTables

/// Energy at rest as samples of basalEnergyBurned state it, and of which time they do.
///
/// Sources are merged and days are those of `daily`, as for any energy. Samples are of any source,
/// as the body of the formula is.
struct StatedBasal {
  private let sums: [Int: Double]
  /// Of each day the microseconds that samples lie in.
  private var covered: [Int: Int64] = [:]

  /// - Parameter context: its query names the days and the unit.
  init(
    _ tables: HealthTables, _ context: ViewContext, _ days: ClosedRange<Int>, until moment: Instant
  ) throws(ProjectionError) {
    let context = Self.context(context)
    let type = QuantityType.basalEnergyBurned
    let columns = tables.columns(of: type.identifier) ?? SampleColumns()
    let rows = columns.rows(
      SampleSelection.chosenRows(of: type.identifier, context.query.ofAllTime, in: tables))
    let lasting = Self.lasting(rows, columns)
    sums = try DailyView.sums(
      of: type, RowSelection(lasting), in: tables, context, until: moment)
    var finder = try DayFinder(tables, context)
    var stretches: [DayStretch] = []
    for row in columns.rows(columns.rows(RowSelection(lasting), near: Range(days))) {
      let start = columns.starts[row]
      guard let end = DayStretch.end(start, columns.ends[row], before: moment.microseconds)
      else { continue }
      DayStretch.forEach(start, end, zone: columns.zone(row), .split, days: &finder) { stretch in
        if days.contains(stretch.day) { stretches.append(stretch) }
      }
    }
    cover(stretches)
  }

  /// The samples that say which time they cover: not those without length, nor those that are
  /// longer than any measurement.
  static func lasting(_ rows: [Int], _ columns: SampleColumns) -> [Int] {
    rows.filter { row in
      let length = columns.ends[row] - columns.starts[row]
      return length > 0 && !DayStretch.isEndless(0, length)
    }
  }

  /// The context in which all sources count.
  static func context(_ context: ViewContext) -> ViewContext {
    var context = context
    context.query.sources = []
    return context
  }

  /// Notes of each day how much of it lies in some stretches, once where they overlap.
  private mutating func cover(_ stretches: [DayStretch]) {
    var reached: (day: Int, moment: Int64) = (.min, .min)
    for stretch in stretches.sorted(by: { ($0.day, $0.start, $0.end) < ($1.day, $1.start, $1.end) })
    {
      if stretch.day != reached.day { reached = (stretch.day, .min) }
      let start = max(stretch.start, reached.moment)
      if start < stretch.end { covered[stretch.day, default: 0] += stretch.end - start }
      reached.moment = max(reached.moment, stretch.end)
    }
  }

  /// Returns what samples state of a day, and the share of its length, in microseconds, that they
  /// lie in.
  func ofDay(_ day: Int, length: Int64) -> (energy: Double?, share: Double) {
    guard length > 0, let covered = covered[day] else { return (nil, 0) }
    return (sums[day], min(Double(covered) / Double(length), 1))
  }
}
