import HealthModel
import JournalFile

/// Times of FHIR: moments, and dates without a time, which are whole days.
enum FHIRTime {
  /// The days of a zone; where the system has no such zone, those of UTC.
  static func calendar(of timeZone: String) -> DayCalendar {
    var zones = ZoneCatalogue()
    return DayCalendar((try? zones.rules(named: timeZone)) ?? .utc)
  }

  /// The moment that a text names, or the day; nil: it is less than a day, or no time.
  static func span(_ text: String?, _ calendar: DayCalendar) -> TimeSpan? {
    guard let text else { return nil }
    if let moment = Timestamp(rfc3339: text) { return TimeSpan(at: moment) }
    guard let day = CivilDate(text)?.dayNumber else { return nil }
    return TimeSpan(
      Timestamp(calendar.start(of: day), in: calendar.zone),
      Timestamp(calendar.start(of: day + 1), in: calendar.zone))
  }
}
