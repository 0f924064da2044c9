package import HealthModel
import JournalFile

/// Up to where a journal is read, to see what was known then.
package enum AsOf: Sendable {
  /// The settings that decide which moment a text means.
  package struct Calendar: Hashable, Sendable {
    /// The journal's time zone.
    package let timeZone: String
    /// The day with which its weeks begin.
    package var weekStarts = Weekday.monday
  }

  /// To its end.
  case now
  /// Up to the line of this number.
  case sequence(UInt64)
  /// Up to the last line that was recorded at a moment or before it. The closure computes the
  /// moment from the calendar that was in force: for a line, the one that the lines before it left
  /// in force. In any two time zones it computes moments that are less than `daysApart` days apart:
  /// 2 for a date, and more for `this year`, which is the next one where it is New Year already.
  case time(daysApart: Int64 = 2, @Sendable (Calendar) throws -> Instant)
}

/// Asks of each line whether it was known at a moment.
struct AsOfCheck {
  private let asOf: AsOf
  private var known: (calendar: AsOf.Calendar, moment: Instant)?

  init(_ asOf: AsOf) { self.asOf = asOf }

  /// Whether a line was known.
  ///
  /// It takes the calendar as a closure and not the tables: to pass them for each line would copy
  /// all their references.
  ///
  /// - Parameters:
  ///   - sequence: the number of the line before it.
  ///   - calendar: what is in force there.
  @inline(__always)
  mutating func includes(
    _ line: RawSpan, after sequence: UInt64, in calendar: @autoclosure () -> AsOf.Calendar
  ) throws -> Bool {
    switch asOf {
    case .now: return true
    case .sequence(let last): return sequence < last
    case .time(_, let moment):
      let calendar = calendar()
      if known?.calendar != calendar { known = (calendar, try moment(calendar)) }
      guard let limit = known?.moment else { return true }
      return try LineCodec.recordedAt(line) <= limit
    }
  }
}
