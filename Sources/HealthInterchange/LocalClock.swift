import HealthModel
import JournalFile

/// The clock by which times are written: that of the place where something happened.
struct LocalClock {
  private var zones = ZoneCatalogue()
  private let journalZone: ZoneRules?

  /// The clock of a journal; its zone is used where a sample names none.
  init(_ timeZone: String) { journalZone = try? zones.rules(named: timeZone) }

  /// A span with the offsets of the zone that its metadata names, else of the journal's.
  mutating func local(_ span: TimeSpan, _ metadata: Metadata) -> TimeSpan {
    var own: ZoneRules?
    if case .string(let name)? = metadata[MetadataName.timeZone] {
      own = try? zones.rules(named: name)
    }
    guard let zone = own ?? journalZone else { return span }
    return TimeSpan(
      Timestamp(span.start.instant, in: zone), Timestamp(span.end.instant, in: zone))
  }
}
