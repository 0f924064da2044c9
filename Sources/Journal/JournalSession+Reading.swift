package import HealthEvents
package import HealthModel
package import HealthProjections
import HealthTables
import JournalFile

/// What a writer asks of the journal that it writes to.
extension JournalSession {
  /// The number of the last line.
  package var lastLine: UInt64 { tables.lastSequence }

  /// The zone whose days count.
  ///
  /// - Throws: `ZoneCatalogue.Unknown`.
  package func zone() throws -> ZoneRules {
    var zones = ZoneCatalogue()
    return try zones.rules(named: tables.settings.timeZone)
  }

  /// Times as a person of that zone types them.
  ///
  /// - Throws: as `zone`.
  package func timeInput() throws -> TimeInput {
    TimeInput(DayCalendar(try zone()), weekStarts: tables.settings.weekStarts, now: now)
  }

  /// What is on the disk, for views, as a reader sees it; nothing may be staged.
  package func request(by reader: String) throws -> ViewRequest {
    ViewRequest(try replayed(by: reader), OptionValues(), now: now)
  }
  /// Looks up what the names of a new order of sources mean.
  ///
  /// - Throws: what reading rows throws.
  package func check(_ order: SourcePriority) throws -> PriorityCheck {
    try PriorityCheck(order, in: tables)
  }

  /// Returns whether the journal has live samples of a type.
  package func holdsSamples(of type: String) -> Bool { tables.liveSampleTypes.contains(type) }
}
