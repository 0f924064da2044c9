import HealthTables

/// The part of a sample that counts to one day.
struct DayStretch {
  /// Days since 1970-01-01.
  var day: Int
  /// Microseconds.
  var start: Int64
  /// Microseconds; equal to `start` for an instant.
  var end: Int64
  /// Whether the sample starts with it.
  var isFirst: Bool

  /// Ten years in microseconds. What claims to last longer is no measurement; split over its days it
  /// would bury them, so it counts whole at its start.
  static let longest: Int64 = 3_653 * 86_400_000_000

  /// Calls `body` with the stretches of a sample, one for each day that it touches; one alone where it
  /// counts whole to the day on which it starts.
  static func forEach(
    of row: SampleRow, _ attribution: DailyView.Attribution, days: inout DayFinder,
    _ body: (DayStretch) -> Void
  ) {
    let cursor = days.cursor(zone: row.zone)
    let first = days.day(of: row.start, cursor: cursor)
    let isEndless = row.end - row.start > longest
    let isSplit = attribution == .split && row.end > row.start && !isEndless
    // A sample that ends as a day begins does not touch that day.
    let last = isSplit ? days.day(of: row.end - 1, cursor: cursor) : first
    guard last > first else {
      let end = isEndless ? row.start : row.end
      return body(DayStretch(day: first, start: row.start, end: end, isFirst: true))
    }
    for day in first...last {
      let from = max(row.start, days.start(of: day, cursor: cursor))
      let to = min(row.end, days.start(of: day + 1, cursor: cursor))
      if to <= from { continue }
      body(DayStretch(day: day, start: from, end: to, isFirst: from == row.start))
    }
  }

  /// How much of a sample of this length lies in the stretch: 1 for one that counts whole.
  func share(of row: SampleRow) -> Double {
    if start == row.start, end == row.end || start == end { return 1 }
    return Double(end - start) / Double(row.end - row.start)
  }
}

extension SampleRow {
  /// What of a sample lies before a moment, in proportion; nil: nothing. One that is longer than any
  /// measurement stays whole.
  func part(until moment: Int64) -> SampleRow? {
    guard start <= moment else { return nil }
    guard end > moment, end - start <= DayStretch.longest else { return self }
    guard start < moment else { return nil }
    var part = self
    part.value *= Double(moment - start) / Double(end - start)
    part.end = moment
    return part
  }
}
