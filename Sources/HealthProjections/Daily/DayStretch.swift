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

  /// Ten years in microseconds. A longer sample is no measurement: it is not split, for it would
  /// outweigh the samples of all its days, but counts whole on the day of its start.
  private static let longest: Int64 = 3_653 * 86_400_000_000

  /// Returns whether a sample is so long that it counts whole where it starts.
  static func isEndless(_ start: Int64, _ end: Int64) -> Bool { end - start > longest }

  /// Calls `body` with the stretches of a sample, one for each day that it touches; one alone where
  /// it counts whole to the day on which it starts.
  static func forEach(
    of row: SampleRow, _ attribution: DailyView.Attribution, days: inout DayFinder,
    _ body: (DayStretch) -> Void
  ) {
    forEach(row.start, row.end, zone: row.zone, attribution, days: &days, body)
  }

  /// The same of a sample from `start` to `end` that names the zone of this number.
  @inline(__always)
  static func forEach(
    _ start: Int64, _ end: Int64, zone: UInt32, _ attribution: DailyView.Attribution,
    days: inout DayFinder, _ body: (DayStretch) -> Void
  ) {
    if let whole = whole(start, end, zone: zone, days: &days) { return body(whole) }
    for stretch in stretches(start, end, zone, attribution, &days) { body(stretch) }
  }

  /// The only stretch of a sample that lies on one day, as nearly all do; nil: it may lie on
  /// several.
  @inline(__always)
  static func whole(
    _ start: Int64, _ end: Int64, zone: UInt32, days: inout DayFinder
  ) -> DayStretch? {
    let window = days.window(of: start, zone: zone)
    guard end <= window.end else { return nil }
    return DayStretch(day: window.day, start: start, end: end, isFirst: true)
  }

  /// The stretches of any sample, see `forEach`.
  static func stretches(
    _ start: Int64, _ end: Int64, _ zone: UInt32, _ attribution: DailyView.Attribution,
    _ days: inout DayFinder
  ) -> [DayStretch] {
    let cursor = days.cursor(zone: zone)
    let first = days.day(of: start, cursor: cursor)
    let isEndless = Self.isEndless(start, end)
    let isSplit = attribution == .split && end > start && !isEndless
    // A sample that ends as a day begins does not touch that day.
    let last = isSplit ? days.day(of: end - 1, cursor: cursor) : first
    guard last > first else {
      return [DayStretch(day: first, start: start, end: isEndless ? start : end, isFirst: true)]
    }
    return (first...last).compactMap { day in
      let (from, to) = (
        days.start(of: day, cursor: cursor), days.start(of: day + 1, cursor: cursor)
      )
      return DayStretch(day, of: start, end, between: from, to)
    }
  }

  /// The end of the part of a sample before a moment; nil: there is no such part. A sample that is
  /// longer than any measurement stays whole.
  static func end(_ start: Int64, _ end: Int64, before moment: Int64) -> Int64? {
    if end <= moment { return end }
    guard start <= moment else { return nil }
    if isEndless(start, end) { return end }
    return start < moment ? moment : nil
  }
}

extension DayStretch {
  /// The part of a sample from `start` to `end` between two moments; nil: there is none.
  init?(_ day: Int, of start: Int64, _ end: Int64, between from: Int64, _ to: Int64) {
    self.init(day: day, start: max(start, from), end: min(end, to), isFirst: from <= start)
    if self.start >= self.end { return nil }
  }
}
