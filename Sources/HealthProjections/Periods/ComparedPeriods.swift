import HealthModel

/// Two stretches of time that are compared.
struct ComparedPeriods {
  /// The later one, mostly.
  let current: Period
  /// The other.
  let earlier: Period
  /// What is compared with what, for people.
  let sentence: String

  /// The periods of these days. Where the first is not over and both have the same length by the
  /// calendar, the first ends now, and the other at the same time of the same day of it.
  init(_ days: DayPeriod, _ other: DayPeriod, _ input: TimeInput) {
    let (whole, otherWhole) = (input.period(of: days), input.period(of: other))
    let isUnderWay = whole.start < input.now && input.now < whole.end
    guard isUnderWay, days.length == other.length else {
      (current, earlier) = (whole, otherWhole)
      sentence = "\(Self.words(days)) against \(Self.words(other))"
      return
    }
    let gone = input.day(of: input.now).dayNumber - days.first.dayNumber
    let clock = input.timestamp(input.now)
    let time = ClockTime(hour: clock.hour, minute: clock.minute)?.description ?? "00:00"
    let last = other.first.adding(days: gone)
    let end =
      last < other.end ? input.moment(time, of: last)?.instant ?? otherWhole.end : otherWhole.end
    let seconds = Double(clock.second) + Double(clock.microsecond) / 1e6
    let otherEnd = min(end + seconds, otherWhole.end)
    current = Period(start: whole.start, end: input.now, days: days)
    earlier = Period(start: otherWhole.start, end: otherEnd, days: other)
    let soFar = "\(days.first) to \(input.day(of: input.now)) \(time) (so far)"
    let asFar =
      otherEnd < otherWhole.end ? "\(other.first) to \(last) \(time)" : Self.words(other)
    sentence = "\(soFar) against \(asFar)"
  }

  /// `2026-03-01 to 2026-03-31`.
  static func words(_ days: DayPeriod) -> String {
    let last = days.end.adding(days: -1)
    return last == days.first ? "\(days.first)" : "\(days.first) to \(last)"
  }
}
