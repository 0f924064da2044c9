import HealthModel

/// Two stretches of time that are compared.
struct ComparedPeriods: Sendable {
  /// The later one, mostly.
  let current: Period
  /// The other.
  let earlier: Period
  /// What is compared with what, for people.
  let sentence: String

  /// The periods of these days. Where the first is not over and both have the same length by the
  /// calendar, the first ends now, and the other at the same time of the same date of it: 1 March
  /// of one year against 1 March of another, leap year or not.
  ///
  /// - Parameter ago: how long before the first one the other is; nil: it was named by itself.
  init(_ days: DayPeriod, _ other: DayPeriod, ago: CalendarInterval? = nil, _ input: TimeInput) {
    let (whole, otherWhole) = (input.period(of: days), input.period(of: other))
    let isUnderWay = whole.start < input.now && input.now < whole.end
    guard isUnderWay, days.length == other.length else {
      (current, earlier) = (whole, otherWhole)
      sentence = "\(Self.words(days)) against \(Self.words(other))"
      return
    }
    let today = input.day(of: input.now)
    let clock = input.timestamp(input.now)
    let time = ClockTime(hour: clock.hour, minute: clock.minute)?.description ?? "00:00"
    let seconds = Double(clock.second) + Double(clock.microsecond) / 1e6
    let (date, missing) = Self.date(like: today, of: days, in: other, ago)
    // Of a date that the other period does not have, all days before it count whole.
    let moment =
      missing == nil
      ? input.moment(time, of: date).map { $0.instant + seconds }
      : input.start(of: date.adding(days: 1))
    let otherEnd = date < other.end ? min(moment ?? otherWhole.end, otherWhole.end) : otherWhole.end
    current = Period(start: whole.start, end: input.now, days: days)
    earlier = Period(start: otherWhole.start, end: otherEnd, days: other)
    let end = missing.map { "\(date) (there is no \($0))" } ?? "\(date) \(time)"
    let asFar = otherEnd < otherWhole.end ? "\(other.first) to \(end)" : Self.words(other)
    sentence = "\(days.first) to \(today) \(time) (so far) against \(asFar)"
  }

  /// The date of the other period that stands for a date of the first one: as long ago by the
  /// calendar, or of weeks and days that are named as many days from the first. Where its month is
  /// too short, the last date of that month, and the text of the one that is missing.
  private static func date(
    like today: CivilDate, of days: DayPeriod, in other: DayPeriod, _ ago: CalendarInterval?
  ) -> (CivilDate, missing: String?) {
    switch (ago ?? days.length).component {
    case .month, .year:
      let months = ago?.months ?? days.first.monthNumber - other.first.monthNumber
      let date = today.adding(months: -months)
      guard date.day < today.day else { return (date, nil) }
      return (date, "\(date.description.dropLast(2))\(today.day)")
    case .day, .week, .hour, .minute:
      return (other.first.adding(days: today.dayNumber - days.first.dayNumber), nil)
    }
  }

  /// `2026-03-01 to 2026-03-31`.
  static func words(_ days: DayPeriod) -> String {
    let last = days.end.adding(days: -1)
    return last == days.first ? "\(days.first)" : "\(days.first) to \(last)"
  }
}
