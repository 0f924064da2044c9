import ByteTools
import HealthModel
import HealthViews
import JournalFile

/// A time near others is the time; what is read is written as the same; periods end after their
/// start.
enum TimeTarget {
  private static let input = TimeInput(
    DayCalendar(.fixed(offsetSeconds: 19_800)), now: Instant(wholeSeconds: 1_795_158_000))

  static func run(_ bytes: [UInt8]) {
    compareReaders(bytes)
    guard let text = String(validating: bytes, as: UTF8.self) else { return }
    if let time = input.timestamp(text) {
      let again = Timestamp(rfc3339: time.description)
      let isInFourDigits = (0...9999).contains(time.date.year)
      demand(again == time || !isInFourDigits, "'\(text)' is written as \(time)")
    }
    if let period = input.period(text) {
      demand(period.start <= period.end, "\(period)")
    }
    if let interval = CalendarInterval(text) {
      demand(CalendarInterval(interval.description) == interval, "\(interval)")
    }
    if let date = CivilDate(text) { demand(CivilDate(date.description) == date, "\(date)") }
    if let clock = ClockTime(text) { demand(ClockTime(clock.description) == clock, "\(clock)") }
  }

  private static func compareReaders(_ bytes: [UInt8]) {
    let padded = bytes + [UInt8](repeating: UInt8(ascii: ","), count: 48)
    var (plainEnd, nearEnd, againEnd) = (0, 0, 0)
    let plain = RFC3339.parse(padded.rawBytes, at: &plainEnd)
    var recent = RecentTimes()
    let near = unsafe padded.rawBytes.uncheckedTime(at: &nearEnd, near: &recent)
    let again = unsafe padded.rawBytes.uncheckedTime(at: &againEnd, near: &recent)
    for (other, end) in [(near, nearEnd), (again, againEnd)] {
      demand(plain?.microseconds == other?.microseconds, "another moment")
      demand(plain?.offsetMinutes == other?.offsetMinutes, "another offset")
      demand(plainEnd == end, "read up to \(end), not \(plainEnd)")
    }
  }
}
