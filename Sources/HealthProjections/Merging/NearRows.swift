import HealthTables

extension SampleColumns {
  /// Of some rows those that can matter to some days: the ones that may lie on them, and the ones
  /// that overlap such.
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
    // By the clocks that are farthest from UTC a day begins up to two of UTC's before that of its
    // number; it ends, where it starts late at that, up to three after.
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
