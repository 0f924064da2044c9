/// A time that a clock shows, to the minute: `04:00`.
///
/// ```swift
/// ClockTime("04:00")?.seconds   // 14_400
/// ```
///
/// Range: 00:00 to 23:59.
public struct ClockTime: Hashable, Comparable, Sendable {
  /// The hour, 0 to 23.
  public let hour: Int

  /// The minute, 0 to 59.
  public let minute: Int

  /// 00:00.
  public static let midnight = ClockTime(checkedHour: 0, minute: 0)

  /// 12:00.
  public static let noon = ClockTime(checkedHour: 12, minute: 0)

  /// 18:00, when the night before a date begins.
  package static let evening = ClockTime(checkedHour: 18, minute: 0)

  /// The time of this hour and minute; nil where no clock shows it.
  public init?(hour: Int, minute: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
    self.init(checkedHour: hour, minute: minute)
  }

  /// The time that a text `HH:MM` names, or nil: `24:00` and `4:00` give nil.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 5, bytes[2] == UInt8(ascii: ":") else { return nil }
    let digits = [bytes[0], bytes[1], bytes[3], bytes[4]].map { Int($0) - 48 }
    guard digits.allSatisfy({ (0...9).contains($0) }) else { return nil }
    self.init(hour: digits[0] * 10 + digits[1], minute: digits[2] * 10 + digits[3])
  }

  private init(checkedHour hour: Int, minute: Int) {
    self.hour = hour
    self.minute = minute
  }

  /// Seconds since the clock's midnight, 0 to 86,340.
  public var seconds: Int { hour * 3600 + minute * 60 }

  /// Whether the left time is the earlier one.
  public static func < (left: ClockTime, right: ClockTime) -> Bool { left.seconds < right.seconds }
}

extension ClockTime: CustomStringConvertible {
  /// The time as `HH:MM`.
  public var description: String {
    var text: [UInt8] = []
    text.appendDecimal(hour, digits: 2)
    text.append(UInt8(ascii: ":"))
    text.appendDecimal(minute, digits: 2)
    return String(decoding: text, as: UTF8.self)
  }
}
