import HealthModel

/// Where the bins of a chart begin and end.
struct ChartEdges {
  /// Days are those of this calendar, hours those of its zone's clocks.
  let calendar: DayCalendar
  let weekStarts: Weekday

  /// The edges in microseconds since 1970, ascending: whole days, hours or other steps of the
  /// calendar from that of `from` to that in which `to` lies, or equal parts of just this window.
  func edges(
    from: Int64, to: Int64, _ step: ChartView.Step, every interval: CalendarInterval?, parts: Int64
  ) -> [Int64] {
    if let interval { return edges(from: from, to: to, every: interval, calendar) }
    switch step {
    case .none:
      let (whole, rest) = (to - from).quotientAndRemainder(dividingBy: parts)
      return (0...parts).map { from + whole * $0 + rest * $0 / parts }
    case .day: return edges(from: from, to: to, every: .day, calendar)
    case .hour:
      let days = edges(from: from, to: to, every: .day, DayCalendar(calendar.zone))
      return trimmed(hours(days), from, to)
    }
  }

  /// The beginnings of days, weeks, months or years: from that of the one in which `from` lies to
  /// the first at or after `to`, which is later than `from`.
  private func edges(
    from: Int64, to: Int64, every interval: CalendarInterval, _ calendar: DayCalendar
  ) -> [Int64] {
    let first = calendar.day(of: Instant(microseconds: from))
    let last = calendar.day(of: Instant(microseconds: to - 1))
    let steps = DaySteps(interval, near: first, weekStarts).steps(of: first..<last + 1)
    return (steps.map(\.lowerBound) + steps.suffix(1).map(\.upperBound))
      .map { calendar.start(of: $0).microseconds }
  }

  /// The moments of those days at which the clocks show a full hour, each by the offset that holds
  /// at the moment before it in the list.
  private func hours(_ days: [Int64]) -> [Int64] {
    var edges = Array(days.prefix(1))
    while let edge = edges.last, let end = days.last, edge < end {
      edges.append(hour(after: edge))
    }
    return edges
  }

  /// The next full hour of the clocks: half an hour away where they change by half an hour.
  private func hour(after moment: Int64) -> Int64 {
    let hour: Int64 = 3_600_000_000
    let offset = Int64(calendar.zone.offset(at: Instant(microseconds: moment))) * 1_000_000
    let past = (moment + offset) % hour
    return moment + hour - (past < 0 ? past + hour : past)
  }

  /// The edges from the last at or before `from` to the first at or after `to`.
  private func trimmed(_ edges: [Int64], _ from: Int64, _ to: Int64) -> [Int64] {
    let first = edges.lastIndex { $0 <= from } ?? 0
    let last = edges.firstIndex { $0 >= to } ?? edges.count - 1
    return Array(edges[first...max(last, first + 1)])
  }
}
