package import HealthModel
import JournalFile

/// Up to where a journal is read, to see what was known then.
package enum AsOf: Sendable {
  /// What decides on the moment that a text means.
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
  /// Up to the last line that was recorded at a moment or before it. The moment is told from the
  /// calendar that was in force then: that of a line is the one that the lines before it left in
  /// force. In two zones it is less than this many days apart: `this year` is another where it is
  /// New Year.
  case time(daysApart: Int64 = 2, @Sendable (Calendar) throws -> Instant)
}

/// Asks of each line whether it was known at a moment.
struct AsOfCheck {
  private let asOf: AsOf
  private var known: (calendar: AsOf.Calendar, moment: Instant)?

  init(_ asOf: AsOf) { self.asOf = asOf }

  /// Whether a line was known.
  ///
  /// Not of the tables themselves: to borrow them for each line would copy all their references.
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
