public import HealthModel
import HealthProjections
import HealthTables
import JournalFile

extension HealthStore {
  /// The IANA name of the zone whose days count.
  public var timeZone: String { tables.settings.timeZone }

  /// The present moment, with the offset of the journal's zone.
  ///
  /// - Throws: a `StoreError` where the system does not know the zone.
  public var now: Timestamp {
    get throws(StoreError) { Timestamp(clock, in: try StoreError.typed { try zone() }) }
  }

  /// The moment that a text means in the journal's zone: RFC 3339, `2026-03-01 08:00`, `2026-03-01`
  /// (its first moment), `08:00`, `yesterday`, `monday`, `last week`, `-7d`, `now`: see
  /// Docs/TIMES.md.
  ///
  ///     let span = TimeSpan(try await store.timestamp("today"), try await store.now)
  ///
  /// - Throws: a `StoreError`: `.invalidArgument` where it means none, `.timeZoneUnknown`.
  public func timestamp(_ text: String) throws(StoreError) -> Timestamp {
    try StoreError.typed {
      let input = TimeInput(
        DayCalendar(try zone()), weekStarts: tables.settings.weekStarts, now: clock)
      guard let time = input.timestamp(text) else { throw ProjectionError.time(text) }
      return time
    }
  }

  /// The day of the journal's zone in which a moment lies.
  ///
  /// - Throws: a `StoreError` where the system does not know the zone.
  public func day(of moment: Instant) throws(StoreError) -> CivilDate {
    try StoreError.typed { Timestamp(moment, in: try zone()).date }
  }

  private func zone() throws -> ZoneRules {
    var zones = ZoneCatalogue()
    return try zones.rules(named: timeZone)
  }
}

extension Instant {
  /// The present moment by the system's clock.
  public static var now: Instant { Instant(microseconds: PosixSystem().now()) }
}

extension Timestamp {
  /// The time that a text of RFC 3339 says; nil for anything else.
  ///
  ///     Timestamp("2026-03-01T08:00:00+01:00")?.hour   // 8
  public init?(_ rfc3339: String) { self.init(rfc3339: rfc3339) }
}
