import ByteTools
package import HealthModel
import JournalFile

/// Up to where a journal is read, to see what was known then.
package enum AsOf: Sendable {
  /// To its end.
  case now
  /// Up to the line of this number.
  case sequence(UInt64)
  /// Up to the last line that was recorded at a moment or before it. The moment is told from the time
  /// zone that was in force then: that of a line is the one that the lines before it left in force.
  case time(@Sendable (_ timeZone: String) throws -> Instant)
}

/// Asks of each line whether it was known at a moment.
struct AsOfCheck {
  private let asOf: AsOf
  private var known: (zone: String, moment: Instant)?

  init(_ asOf: AsOf) { self.asOf = asOf }

  /// Whether a line was known.
  ///
  /// Not of the tables themselves: to borrow them for each line would copy all their references.
  ///
  /// - Parameters:
  ///   - sequence: the number of the line before it.
  ///   - zone: the time zone in force there.
  @inline(__always)
  mutating func includes(
    _ line: RawSpan, after sequence: UInt64, in zone: @autoclosure () -> String
  ) throws -> Bool {
    switch asOf {
    case .now: return true
    case .sequence(let last): return sequence < last
    case .time(let moment):
      let zone = zone()
      if known?.zone != zone { known = (zone, try moment(zone)) }
      guard let limit = known?.moment else { return true }
      return try LineCodec.recordedAt(line) <= limit
    }
  }
}
