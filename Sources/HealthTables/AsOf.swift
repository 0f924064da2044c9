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

  /// Whether the line that follows these tables was known.
  mutating func includes(_ line: RawSpan, after tables: borrowing HealthTables) throws -> Bool {
    switch asOf {
    case .now: return true
    case .sequence(let last): return tables.lastSequence < last
    case .time(let moment):
      let zone = tables.settings.timeZone
      if known?.zone != zone { known = (zone, try moment(zone)) }
      guard let limit = known?.moment else { return true }
      return try LineCodec.recordedAt(line) <= limit
    }
  }
}
