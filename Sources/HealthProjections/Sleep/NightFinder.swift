package import HealthModel
import HealthTables

/// Finds the nights to which sessions of sleep belong, by the clocks of the zones in which they
/// end.
///
/// A session belongs whole to one date: that of its end, from 18:00 on the next one, as in Apple's
/// Health. The night of a date is its session with most sleep, and what lies between 18:00 and noon
/// is part of it; all else are naps.
struct NightFinder {
  /// Where a session counts.
  struct Place: Hashable {
    /// The day number.
    var date: Int
    var isNap: Bool
  }

  /// Three hours: by day, a shorter sleep is a nap and no night, also where it is the only sleep of
  /// its date. Source: Oura counts sleeps of up to three hours as naps, Fitbit shows stages of
  /// longer ones alone.
  static let longestNap: Int64 = 3 * 3_600_000_000

  private let dayStarts: ClockTime
  /// The days that start when sleep begins to count to the next date.
  private var dates: DayFinder
  /// Those that start when nights do.
  private var evenings: DayFinder
  /// Those that start when nights are over.
  private var noons: DayFinder

  /// - Parameter dayStarts: from which time of the clock on an end belongs to the next date; before
  ///   noon: before which time it belongs to the date before.
  init(
    _ tables: HealthTables, _ context: ViewContext, dayStarts: ClockTime
  ) throws(ProjectionError) {
    func finder(_ time: ClockTime) throws(ProjectionError) -> DayFinder {
      var context = context
      context.dayStarts = time
      return try DayFinder(tables, context)
    }
    self.dayStarts = dayStarts
    dates = try finder(dayStarts)
    evenings = try finder(.evening)
    noons = try finder(.noon)
  }

  /// Where each of some sessions counts.
  mutating func places(
    of sessions: [(session: SleepSessions.Session, times: SleepFold.Times)]
  ) -> [Place] {
    let dates = sessions.map { date(of: $0.session) }
    let areAtNight = zip(sessions, dates).map { isAtNight($0.session, of: $1) }
    var mains: [Int: Int] = [:]
    for (index, date) in dates.enumerated() {
      let weight = Weight(sessions[index])
      guard areAtNight[index] || weight.isLong else { continue }
      if let known = mains[date], !(Weight(sessions[known]) < weight) { continue }
      mains[date] = index
    }
    return dates.enumerated().map { index, date in
      Place(date: date, isNap: !areAtNight[index] && mains[date] != index)
    }
  }

  /// What makes a session the night of its date, the greatest of all.
  private struct Weight: Comparable {
    var asleep: Int64
    var inBed: Int64
    var start: Int64

    init(_ part: (session: SleepSessions.Session, times: SleepFold.Times)) {
      asleep = part.times.sum(SleepStage.asleep) ?? 0
      inBed = part.times.sum(SleepStage.allCases) ?? 0
      start = part.session.start
    }

    var isLong: Bool { (asleep > 0 ? asleep : inBed) >= NightFinder.longestNap }

    static func < (a: Self, b: Self) -> Bool {
      (a.asleep, a.inBed, b.start) < (b.asleep, b.inBed, a.start)
    }
  }

  /// The date to which a session belongs.
  mutating func date(of session: SleepSessions.Session) -> Int {
    let cursor = dates.cursor(named: session.zone)
    let day = dates.day(of: session.end, cursor: cursor)
    return dayStarts < .noon ? day : Self.morning(after: day, &dates, cursor)
  }

  /// Returns whether a session lies between the evening before a date and its noon.
  private mutating func isAtNight(_ session: SleepSessions.Session, of date: Int) -> Bool {
    let cursor = evenings.cursor(named: session.zone)
    let evening = evenings.day(of: session.start, cursor: cursor)
    return Self.morning(after: evening, &evenings, cursor) == date
      && session.end <= noons.start(of: date, cursor: noons.cursor(named: session.zone))
  }

  /// The date on which a day ends that starts in the afternoon or evening. The date after it may
  /// not exist in the zone, so the end of the day decides.
  private static func morning(after day: Int, _ days: inout DayFinder, _ cursor: Int) -> Int {
    let end = days.start(of: day + 1, cursor: cursor)
    return days.zone(of: cursor).localDay(of: Instant(microseconds: end))
  }
}

extension DayCalendar {
  /// The time in which sleep mostly ends that belongs to the night of a date: from the evening
  /// before to its evening.
  package func night(of date: Int) -> Range<Instant> {
    let evenings = DayCalendar(zone, startsAt: .evening)
    return evenings.start(of: date - 1)..<evenings.start(of: date)
  }
}
