import HealthModel

/// Times, days and lengths of time, as people say them.
extension ReadableText {
  /// A time: `2026-11-20 08:00`. It has seconds where they are asked for or are not zero, and never
  /// where it is to be short.
  static func time(
    _ time: Timestamp, seconds: Bool, offset: Bool, isShort: Bool = false
  ) -> String {
    var text = "\(time.date) \(twoDigits(time.hour)):\(twoDigits(time.minute))"
    if seconds || hasSeconds(time), !isShort { text += ":\(twoDigits(time.second))" }
    guard offset else { return text }
    let minutes = abs(Int(time.offsetMinutes))
    let sign = time.offsetMinutes < 0 ? "-" : "+"
    return "\(text) \(sign)\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
  }

  /// Whether a time is not on a whole minute of its clock; fractions of seconds are never shown.
  static func hasSeconds(_ time: Timestamp) -> Bool { time.second != 0 }

  /// A day with its weekday: `Fri 20 Nov 2026`.
  static func longDay(_ day: CivilDate) -> String {
    "\(weekday(day)) \(twoDigits(day.day)) \(month(day)) \(day.year)"
  }

  /// The name of a day of the week: `Fri`.
  static func weekday(_ day: CivilDate) -> String {
    ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"][day.weekday - 1]
  }

  /// The name of a month: `Nov`.
  static func month(_ day: CivilDate) -> String {
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][
      day.month - 1]
  }

  /// Seconds as hours, minutes and whole seconds that are over, as a watch shows them: `2:10:56`.
  static func duration(_ seconds: Double) -> String? {
    whole(seconds, .towardZero).map { seconds, sign in
      let minutes = seconds / 60
      return "\(sign)\(minutes / 60):\(twoDigits(minutes % 60)):\(twoDigits(seconds % 60))"
    }
  }

  /// Seconds as hours and minutes, to the nearest minute: `7:05`.
  static func hours(_ seconds: Double) -> String? {
    whole(seconds / 60).map { minutes, sign in
      "\(sign)\(minutes / 60):\(twoDigits(minutes % 60))"
    }
  }

  /// Seconds as minutes and seconds: `5:27`.
  static func pace(_ seconds: Double) -> String? {
    whole(seconds).map { seconds, sign in "\(sign)\(seconds / 60):\(twoDigits(seconds % 60))" }
  }

  /// A whole number and the sign; nil where it is too great to be said so.
  private static func whole(
    _ value: Double, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero
  ) -> (Int, String)? {
    guard value.magnitude < 1e13 else { return nil }
    let number = Int(value.magnitude.rounded(rule))
    return (number, value < 0 && number > 0 ? "-" : "")
  }
}
