import HealthTables

extension SampleColumns {
  /// Those of some rows that can change the figures of some days: rows that may lie on these days,
  /// and rows that overlap with them.
  func rows(_ rows: RowSelection, near days: Range<Int>) -> RowSelection {
    guard let time = Self.time(of: days) else { return rows }
    let (from, to) = (time.lowerBound, time.upperBound)
    let rows = self.rows(rows)
    var (start, end) = (Int64.max, Int64.min)
    for row in rows where ends[row] >= from && starts[row] <= to {
      start = min(start, starts[row])
      end = max(end, ends[row])
    }
    return RowSelection(rows.filter { ends[$0] >= start && starts[$0] <= end })
  }

  /// From when to when samples may lie on some days, in microseconds; nil: always.
  static func time(of days: Range<Int>) -> ClosedRange<Int64>? {
    // In the zones farthest from UTC, a day may begin up to two days of UTC before the one of its
    // number; where days also start late, it may end up to three days after.
    let from = moment(day: days.lowerBound - 2)
    let to = moment(day: days.upperBound + 3)
    return from == .min && to == .max ? nil : from...max(from, to)
  }

  /// When a day of UTC begins, in microseconds; beyond what they can say, their end.
  private static func moment(day: Int) -> Int64 {
    let (moment, overflow) = Int64(day).multipliedReportingOverflow(by: 86_400_000_000)
    return overflow ? (day < 0 ? .min : .max) : moment
  }
}
