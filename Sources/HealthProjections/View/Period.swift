package import HealthModel

/// Days that follow one another and have a name, as a week or the last 30 days.
package struct DayPeriod: Hashable, Sendable {
  /// The first of them.
  package let first: CivilDate
  /// The day after the last of them.
  package let end: CivilDate
  /// How long it is by the calendar: a step back by it leads to the period before.
  package let length: CalendarInterval

  /// The days from one to the day before another.
  package init(_ first: CivilDate, until end: CivilDate, _ length: CalendarInterval) {
    self.first = first
    self.end = end
    self.length = length
  }

  /// One day.
  package init(_ day: CivilDate) { self.init(day, until: day.adding(days: 1), .day) }

  /// So long from a day on.
  package init(from first: CivilDate, _ length: CalendarInterval) {
    self.init(first, until: first.adding(length), length)
  }

  /// So long up to a day, this included: `last 3 months` on 31 May is from 1 March on.
  package init(upTo day: CivilDate, _ length: CalendarInterval) {
    self.init(day.subtracting(length).adding(days: 1), until: day.adding(days: 1), length)
  }

  /// How many days it has.
  package var dayCount: Int { end.dayNumber - first.dayNumber }

  /// The period whose first and last day are earlier by an interval: for April and a month, March
  /// with its 31 days; for 1 to 30 March 2026, all of February.
  package func earlier(by interval: CalendarInterval) -> DayPeriod {
    let afterLast = end.adding(days: -1).subtracting(interval).adding(days: 1)
    return DayPeriod(
      first.subtracting(interval), until: max(end.subtracting(interval), afterLast), length)
  }

  /// The period of the same length that ends where this one begins.
  package var before: DayPeriod { DayPeriod(first.subtracting(length), until: first, length) }
}

/// A stretch of time that has a name: whole days, or hours up to now.
package struct Period: Hashable, Sendable {
  /// Its first moment.
  package let start: Instant
  /// The moment after its last.
  package let end: Instant
  /// Its days; nil where it has hours.
  package let days: DayPeriod?
}

extension CivilDate {
  /// The day so long after this one; of months and years the last day of a month that is too short.
  package func adding(_ interval: CalendarInterval) -> CivilDate { moved(interval, 1) }

  /// The day so long before this one, in the same way.
  package func subtracting(_ interval: CalendarInterval) -> CivilDate { moved(interval, -1) }

  private func moved(_ interval: CalendarInterval, _ sign: Int) -> CivilDate {
    switch interval.component {
    case .minute, .hour: return self
    case .day: return adding(days: sign * interval.count)
    case .week: return adding(days: sign * 7 * interval.count)
    case .month: return adding(months: sign * interval.count)
    case .year: return adding(months: sign * 12 * interval.count)
    }
  }
}
