import HealthModel
import HealthTables
import ViewTables

/// Two periods side by side.
enum CompareView {
  /// One row a figure that one of the periods has.
  static func table(
    of journal: ReplayedJournal, in context: ViewContext, _ periods: ComparedPeriods
  ) throws -> Table {
    let current = try figures(journal, context, periods.current)
    let earlier = try figures(journal, context, periods.earlier)
    let zone = try context.calendar(of: journal.tables).zone
    let rows = pairs(current, earlier).flatMap { Self.rows($0, periods) }
    var table = Table(columns(in: zone), rows: rows).limited(to: context.query.limit)
    table.presentation = Presentation(nothing: "nothing found in either of \(periods.sentence)")
    table.presentation?.footer = periods.sentence
    return table
  }

  private static func figures(
    _ journal: ReplayedJournal, _ context: ViewContext, _ period: Period
  ) throws -> [PeriodFigure] {
    guard period.start < period.end else { return [] }
    var context = context
    (context.query.from, context.query.to) = (period.start, period.end)
    return try PeriodFigures(journal, in: context).all
  }

  /// A figure of both periods, or of one of them alone.
  private struct Pair {
    var key: PeriodFigure.Key
    var current: PeriodFigure?
    var earlier: PeriodFigure?
  }

  /// Each figure beside the one of the other period that has its unit, else one whose unit
  /// converts.
  private static func pairs(_ current: [PeriodFigure], _ earlier: [PeriodFigure]) -> [Pair] {
    var pairs = current.map { Pair(key: $0.key, current: $0) }
    // Of each key there are few, one a unit.
    var left = Dictionary(grouping: earlier.indices) { earlier[$0].key }
    func match(_ fits: (String?, String?) -> Bool) {
      for index in pairs.indices where pairs[index].earlier == nil {
        let (key, unit) = (pairs[index].key, pairs[index].current?.unit)
        guard let found = left[key]?.firstIndex(where: { fits(earlier[$0].unit, unit) }),
          let taken = left[key]?.remove(at: found)
        else { continue }
        pairs[index].earlier = earlier[taken]
      }
    }
    match { $0 == $1 }
    match { converter(from: $0, to: $1)(0) != nil }
    return pairs
      + left.values.joined().sorted().map { Pair(key: earlier[$0].key, earlier: earlier[$0]) }
  }

  /// A figure of both periods, in the unit of the current one.
  struct Row: Sendable {
    fileprivate var key: PeriodFigure.Key
    fileprivate var statistic: String
    fileprivate var unit: String?
    fileprivate var current: Double?
    fileprivate var earlier: Double?
    fileprivate var days: Int
    fileprivate var earlierDays: Int
    fileprivate var periods: ComparedPeriods
  }

  /// The fields of `compare`, moments on the clocks of a zone.
  static func columns(in zone: ZoneRules = .utc) -> [RowColumn<Row>] {
    func time(
      _ role: Column.Role, _ moment: @escaping @Sendable (ComparedPeriods) -> Instant
    ) -> RowColumn<Row> {
      RowColumn(role, .time, hidden: true) { .time(Timestamp(moment($0.periods), in: zone)) }
    }
    return figures + [
      time(.start) { $0.current.start }, time(.end) { $0.current.end },
      time(.earlierStart) { $0.earlier.start }, time(.earlierEnd) { $0.earlier.end },
    ]
  }

  private static let figures: [RowColumn<Row>] = [
    RowColumn(.type, tellsApart: true, rank: .key) { .identifier($0.key.type) },
    RowColumn(
      "of", tellsApart: true, rank: .key, note: "a category's value; of sleep and workouts: what"
    ) {
      Cell(text: $0.key.of)
    },
    RowColumn("statistic", tellsApart: true, rank: .key) { .text($0.statistic) },
    RowColumn(.unit, tellsApart: true) { Cell(text: $0.unit) },
    RowColumn("current", .quantity, rank: .key) { Cell($0.current) },
    RowColumn("earlier", .quantity, rank: .key) { Cell($0.earlier) },
    RowColumn("difference", .difference) { row in
      Cell(row.current.flatMap { current in row.earlier.map { current - $0 } })
    },
    RowColumn("change", .share) {
      Cell(RelativeChange.share($0.current, of: $0.earlier, unit: $0.unit))
    },
    RowColumn("days", .count, rank: .detail, note: "with data") { .whole($0.days) },
    RowColumn("earlierDays", .count, rank: .detail) { .whole($0.earlierDays) },
  ]

  private static func rows(_ pair: Pair, _ periods: ComparedPeriods) -> [Row] {
    let (current, earlier) = (pair.current, pair.earlier)
    let unit = current?.unit ?? earlier?.unit
    let convert = converter(from: earlier?.unit, to: unit)
    let statistics = [
      ("total", current?.total, earlier?.total),
      ("dailyAverage", current?.dailyAverage, earlier?.dailyAverage),
      ("average", current?.average, earlier?.average),
    ]
    return statistics.compactMap { name, now, then in
      let then = then.flatMap(convert)
      guard now != nil || then != nil else { return nil }
      return Row(
        key: pair.key, statistic: name, unit: unit, current: now, earlier: then,
        days: current?.days ?? 0, earlierDays: earlier?.days ?? 0, periods: periods)
    }
  }

  /// Converts a figure to another unit; nil if there is no conversion.
  private static func converter(
    from unit: String?, to other: String?
  ) -> (Double) -> Double? {
    guard unit != other, let unit, let other else { return { $0 } }
    guard let from = try? Unit(unit), let to = try? Unit(other) else { return { _ in nil } }
    return { try? from.convert($0, to: to) }
  }
}
