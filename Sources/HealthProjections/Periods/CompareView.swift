import HealthModel
import HealthTables
import ViewTables

/// Two periods side by side.
enum CompareView {
  /// The columns that identify a row.
  static let rowKey = RowKey("type", "of", "statistic", "unit")

  /// One row a figure that one of the periods has.
  static func table(
    of journal: ReplayedJournal, in context: ViewContext, _ periods: ComparedPeriods
  ) throws -> Table {
    let current = try figures(journal, context, periods.current)
    let earlier = try figures(journal, context, periods.earlier)
    let zone = try context.calendar(of: journal.tables).zone
    let bounds = [periods.current, periods.earlier].flatMap { [$0.start, $0.end] }
      .map { Cell.time(Timestamp($0, in: zone)) }
    let rows = pairs(current, earlier).flatMap { pair in
      Self.rows(pair).map { $0 + bounds }
    }
    var table = Table(columns: columns, rows: rows).limited(to: context.query.limit)
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

  /// The fields of `compare`.
  static let columns =
    [
      Column("type", rank: .key),
      Column("of", rank: .key, note: "a category's value; of sleep and workouts: what"),
      Column("statistic", rank: .key), Column("unit"),
      Column("current", .quantity, rank: .key),
      Column("earlier", .quantity, rank: .key), Column("difference", .difference),
      Column("change", .share),
      Column("days", .count, rank: .detail, note: "with data"),
      Column("earlierDays", .count, rank: .detail),
    ]
    + ["start", "end", "earlierStart", "earlierEnd"].map { Column($0, .time, hidden: true) }

  /// The rows of a figure; of both periods in the unit of the current one.
  private static func rows(_ pair: Pair) -> [[Cell]] {
    let (key, current, earlier) = (pair.key, pair.current, pair.earlier)
    let unit = current?.unit ?? earlier?.unit
    let convert = converter(from: earlier?.unit, to: unit)
    let statistics: [(String, KeyPath<PeriodFigure, Double?>)] = [
      ("total", \.total), ("dailyAverage", \.dailyAverage), ("average", \.average),
    ]
    return statistics.compactMap { name, path in
      let now = current?[keyPath: path]
      let then = earlier?[keyPath: path].flatMap(convert)
      guard now != nil || then != nil else { return nil }
      let difference = now.flatMap { now in then.map { now - $0 } }
      let change = RelativeChange.share(now, of: then, unit: unit)
      return [
        .identifier(key.type), Cell(text: key.of), .text(name), Cell(text: unit), Cell(now),
        Cell(then), Cell(difference), Cell(change), .whole(current?.days ?? 0),
        .whole(earlier?.days ?? 0),
      ]
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
