import HealthModel
import HealthTables
import ViewTables

/// Figures of equal steps of time as a line of bars: the lowest stands for the least of them, the
/// highest for the greatest.
enum Sparkline {
  private static let bars = Array("▁▂▃▄▅▆▇█")
  /// How many days are drawn, today included.
  static let days = 30
  /// The option that asks for it.
  static let option = Option(
    "sparkline", nil, "draw the last \(days) days beside it")

  /// The column of the drawings.
  static func column<Row>(_ text: @escaping @Sendable (Row) -> String) -> RowColumn<Row> {
    RowColumn(
      "lastDays", .drawing, rank: .key,
      note: "with `--sparkline`; a bar for each of the last \(days) days, the sum or the "
        + "average, from the least to the greatest"
    ) { row in
      let text = text(row)
      return text.isEmpty ? .missing : .text(text)
    }
  }

  /// A bar for each figure; a space where there is none.
  static func text(_ figures: [Double?]) -> String {
    let known = figures.compactMap { $0 }
    guard let low = known.min(), let high = known.max() else { return "" }
    // Halves of figures whose difference is greater than a double can hold; the halves of the
    // smallest doubles are 0.
    let scale = (high - low).isFinite ? 1 : 0.5
    let span = high * scale - low * scale
    return String(
      figures.map { figure in
        guard let figure else { return " " }
        let part = span > 0 ? (figure * scale - low * scale) / span : 0.5
        return bars[Int(part * Double(bars.count - 1) + 0.5)]
      })
  }

  /// The sums or averages of a type's last days, as `chart --by day` has them; empty where there
  /// are none.
  static func text(
    of type: String, _ journal: ReplayedJournal, in context: ViewContext, now: Instant
  ) throws -> String {
    var context = context
    let calendar = try context.calendar(of: journal.tables)
    let today = calendar.day(of: now)
    context.query.show(today - days + 1..<today + 1, of: calendar)
    let chart = try ChartView.chart(of: type, journal, in: context, step: .day, parts: 1)
    guard let chart else { return "" }
    return text((0..<chart.binCount).map(chart.figure))
  }
}
