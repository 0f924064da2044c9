package import HealthModel
import JournalFile

/// Times as people type them: RFC 3339, `2026-11-20 07:30`, `2026-11-20`, `07:30`, `today`,
/// `yesterday`, `tomorrow`, `now`, `yesterday 22:00`.
package struct TimeInput: Sendable {
  private let zone: ZoneRules
  /// The moment from which they are seen.
  package let now: Instant

  /// Times of this zone, seen from this moment.
  package init(zone: ZoneRules, now: Instant) {
    self.zone = zone
    self.now = now
  }

  /// The moment that a text means, with the offset that holds there; nil where it means none. A day
  /// alone means its first moment.
  package func timestamp(_ text: String) -> Timestamp? {
    if let exact = Timestamp(rfc3339: text) { return exact }
    return instant(text).map { Timestamp($0, in: zone) }
  }

  /// The date that the zone's clocks show at a moment.
  package func day(of moment: Instant) -> CivilDate {
    CivilDate(dayNumber: zone.localDay(of: moment))
  }

  /// The first moment of a day.
  package func start(of day: CivilDate) -> Instant { zone.startOfDay(day.dayNumber) }

  private func instant(_ text: String) -> Instant? {
    let today = zone.localDay(of: now)
    switch text {
    case "now": return now
    case "today": return zone.startOfDay(today)
    case "yesterday": return zone.startOfDay(today - 1)
    case "tomorrow": return zone.startOfDay(today + 1)
    default: break
    }
    let parts = text.split(whereSeparator: { $0 == " " || $0 == "T" }).map { String($0) }
    switch parts.count {
    case 1:
      if let date = CivilDate(parts[0]) { return zone.startOfDay(date.dayNumber) }
      return time(parts[0], on: CivilDate(dayNumber: today))
    case 2:
      guard let day = day(parts[0], today: today) else { return nil }
      return time(parts[1], on: day)
    default: return nil
    }
  }

  private func day(_ text: String, today: Int) -> CivilDate? {
    switch text {
    case "today": CivilDate(dayNumber: today)
    case "yesterday": CivilDate(dayNumber: today - 1)
    case "tomorrow": CivilDate(dayNumber: today + 1)
    default: CivilDate(text)
    }
  }

  /// `07:30` or `07:30:15` on a day.
  private func time(_ text: String, on day: CivilDate) -> Instant? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count == 2 || fields.count == 3, fields.allSatisfy({ $0.utf8.count == 2 })
    else { return nil }
    let numbers = fields.compactMap { Int($0) }
    guard numbers.count == fields.count, (0...23).contains(numbers[0]),
      numbers.dropFirst().allSatisfy({ (0...59).contains($0) })
    else { return nil }
    return zone.instant(
      of: day, hour: numbers[0], minute: numbers[1], second: numbers.count == 3 ? numbers[2] : 0)
  }
}
