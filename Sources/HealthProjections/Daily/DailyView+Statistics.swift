package import HealthModel
package import HealthTables
import ViewTables

extension DailyView {
  /// The rows of `table` as values, in the same order.
  package static func statistics(
    of journal: ReplayedJournal, in context: ViewContext, options: Options = Options()
  ) throws -> [DayStatistics] {
    let table = try table(of: journal, in: context, options: options)
    let fields = table.columns.map(\.field)
    return try table.allRows().compactMap { row in
      DayStatistics(Dictionary(zip(fields, row)) { first, _ in first })
    }
  }
}

extension DayStatistics {
  /// What a row of `daily` says; nil where it has no day.
  fileprivate init?(_ cells: [String: Cell]) {
    guard case .day(let day)? = cells["day"] else { return nil }
    func text(_ field: String) -> String? {
      if case .text(let text)? = cells[field] { text } else { nil }
    }
    func number(_ field: String) -> Double? {
      if case .number(let number)? = cells[field]?.finite { number } else { nil }
    }
    self.init(
      day: day, source: text("source"), value: text("value"), unit: text("unit"),
      sum: number("sum"), minimum: number("minimum"), average: number("average"),
      maximum: number("maximum"), latest: number("latest"), duration: number("duration"))
    if case .whole(let count)? = cells["count"] { self.count = count }
  }
}
