import ByteTools
import HealthModel

/// Dates as the Health app writes them: `2024-05-01 07:30:00 +0200`.
struct AppleDateText {
  /// The day that was written last, and its text: the next date is mostly of the same one.
  private var day = Int64.min
  private var dayText: [UInt8] = []

  /// Appends a moment, cut to whole seconds, with its own offset.
  mutating func append(_ time: Timestamp, to output: inout [UInt8]) {
    let seconds = time.instant.wholeSeconds + Int64(time.offsetMinutes) * 60
    var (day, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
    if rest < 0 { (day, rest) = (day - 1, rest + 86_400) }
    if day != self.day {
      self.day = day
      dayText = Array(CivilDate(dayNumber: Int(day)).description.utf8)
    }
    let offset = Int64(time.offsetMinutes.magnitude)
    output.append(contentsOf: dayText)
    output.append(addingCapacity: 15) { output in
      output.append(UInt8(ascii: " "))
      Self.append(rest / 3_600, to: &output)
      output.append(UInt8(ascii: ":"))
      Self.append(rest / 60 % 60, to: &output)
      output.append(UInt8(ascii: ":"))
      Self.append(rest % 60, to: &output)
      output.append(UInt8(ascii: " "))
      output.append(time.offsetMinutes < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
      Self.append(offset / 60, to: &output)
      Self.append(offset % 60, to: &output)
    }
  }

  /// The text of a moment.
  static func text(_ time: Timestamp) -> String {
    var (dates, bytes) = (AppleDateText(), [UInt8]())
    dates.append(time, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func append(_ number: Int64, to output: inout OutputSpan<UInt8>) {
    output.append(UInt8(ascii: "0") + UInt8(number / 10))
    output.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}

extension Timestamp {
  /// Whether it is on a whole second.
  var isWholeSecond: Bool { instant.microseconds % 1_000_000 == 0 }

  /// The same, cut to a whole second.
  var wholeSecond: Timestamp {
    Timestamp(instant: Instant(wholeSeconds: instant.wholeSeconds), offsetMinutes: offsetMinutes)
  }
}
