/// The yearly rule in the footer of a TZif file, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// Source: POSIX.1-2024, "Environment Variables", `TZ`; RFC 9636 §3.3 and §3.3.1.
struct PosixRule: Sendable, Hashable {
  /// Standard time, seconds east of UTC.
  var standard: Int64

  /// Daylight saving time, or nil in a zone that never changes its clocks.
  var daylight: Daylight?

  /// Daylight saving time: its offset, and when in the year it begins and ends.
  struct Daylight: Sendable, Hashable {
    /// Seconds east of UTC.
    var offset: Int64
    /// The change to daylight saving time, on the clock of standard time.
    var begin: Change
    /// The change back, on the clock of daylight saving time.
    var end: Change
  }

  /// A day of each year with a time of that day.
  struct Change: Sendable, Hashable {
    var day: Day
    /// Seconds after that day's midnight, −167 to 167 hours.
    var time: Int64

    /// The clock's reading at the change, as seconds since its own 1970-01-01T00:00:00.
    func local(in year: Int) -> Int64 {
      Int64(day.dayNumber(in: year)) * 86_400 + time
    }
  }

  /// A day of each year.
  enum Day: Sendable, Hashable {
    /// `Jn`, 1 to 365: 29 February is never counted.
    case julian(Int)
    /// `n`, 0 to 365: 29 February is counted.
    case zeroBased(Int)
    /// `Mm.w.d`: weekday d (0 is Sunday), the w-th of month m, 5 meaning the last.
    case weekday(month: Int, week: Int, day: Int)

    /// Days since 1970-01-01 of this day in a year.
    func dayNumber(in year: Int) -> Int {
      let newYear = CivilDate.dayNumber(year: year, month: 1, day: 1)
      switch self {
      case .julian(let day):
        return newYear + day - (CivilDate.isLeap(year) && day >= 60 ? 0 : 1)
      case .zeroBased(let day):
        return newYear + day
      case .weekday(let month, let week, let day):
        let first = CivilDate.dayNumber(year: year, month: month, day: 1)
        // 1970-01-01 was a Thursday, day 4 of a week that begins with Sunday.
        let firstWeekday = ((first + 4) % 7 + 7) % 7
        let inFirstWeek = (day - firstWeekday + 7) % 7
        let last = CivilDate.daysInMonth(month, year: year) - 1
        let wanted = inFirstWeek + (week - 1) * 7
        return first + (wanted > last ? wanted - 7 : wanted)
      }
    }
  }

  /// The stretch of unchanged offset that holds a moment in seconds since 1970.
  func span(at seconds: Int64) -> OffsetSpan {
    guard let daylight else {
      return OffsetSpan(start: .min, end: .max, offset: standard)
    }
    let day = (seconds + standard).floorDivided(by: 86_400)
    let year = CivilDate(dayNumber: Int(day)).year
    var span = OffsetSpan(start: .min, end: .max, offset: standard)
    // A change may lie a week outside its year, and a season begins in the year before.
    for candidate in (year - 2)...(year + 2) {
      let (begin, end) = season(daylight, year: candidate)
      if begin <= seconds, seconds < end {
        return OffsetSpan(start: begin, end: end, offset: daylight.offset)
      }
      if end <= seconds { span.start = max(span.start, end) }
      if begin > seconds { span.end = min(span.end, begin) }
    }
    return span
  }

  /// The stretch of daylight saving time that begins in a year, in seconds since 1970.
  private func season(_ daylight: Daylight, year: Int) -> (begin: Int64, end: Int64) {
    let begin = daylight.begin.local(in: year) - standard
    let end = daylight.end.local(in: year) - daylight.offset
    if begin <= end { return (begin, end) }
    return (begin, daylight.end.local(in: year + 1) - daylight.offset)
  }
}

/// A stretch of time during which a zone's offset does not change.
struct OffsetSpan: Sendable, Hashable {
  /// The first second of the stretch, since 1970-01-01T00:00:00Z.
  var start: Int64
  /// The first second after the stretch.
  var end: Int64
  /// Seconds east of UTC.
  var offset: Int64
}
