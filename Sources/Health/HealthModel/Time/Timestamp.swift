/// An instant together with the UTC offset that its source gave.
///
/// ```swift
/// let start = Timestamp(instant: Instant(wholeSeconds: 1_795_158_000), offsetMinutes: 60)
/// start.description   // "2026-11-20T08:00:00+01:00"
/// start.hour          // 8
/// ```
///
/// Two timestamps are equal if both parts are; compare `instant` to find which was first. An offset
/// is not a time zone: it shows the reading of the clock, never the day of other instants. Source:
/// RFC 3339.
public struct Timestamp: Hashable, Sendable {
  /// The moment, whatever the clocks there showed.
  ///
  /// `Timestamp(instant: .epoch, offsetMinutes: 60).instant` is `Instant.epoch`.
  public let instant: Instant

  /// Minutes that the clock was ahead of UTC: positive east, negative west.
  ///
  /// `60` is `+01:00`. RFC 3339 writes −1439 to 1439.
  public let offsetMinutes: Int16

  /// Creates the instant with an offset in minutes east of UTC.
  ///
  /// `Timestamp(instant: .epoch, offsetMinutes: -210).description` is
  /// `"1969-12-31T20:30:00-03:30"`. An offset beyond ±1439 is a programmer's error and traps.
  @inlinable
  public init(instant: Instant, offsetMinutes: Int16) {
    precondition((-1439...1439).contains(offsetMinutes), "an offset of a day or more")
    self.instant = instant
    self.offsetMinutes = offsetMinutes
  }

  /// Creates the instant with the offset that a zone has at it, rounded up to whole minutes, so
  /// that the first moment of a day shows the date of that day.
  ///
  /// `Timestamp(.epoch, in: .fixed(offsetSeconds: 3600)).description` is
  /// `"1970-01-01T01:00:00+01:00"`. Offsets with seconds are older than 1972. Offsets of a day or
  /// more, which no real zone has, become ±23:59.
  public init(_ instant: Instant, in zone: ZoneRules) {
    let minutes = -(-Int64(zone.offset(at: instant))).floorDivided(by: 60)
    self.init(instant: instant, offsetMinutes: Int16(min(max(minutes, -1439), 1439)))
  }

  /// The date that the clock showed.
  ///
  /// `Timestamp(instant: .epoch, offsetMinutes: -60).date.description` is `"1969-12-31"`.
  @inlinable
  public var date: CivilDate {
    CivilDate(dayNumber: Int(localMicroseconds.floorDivided(by: 86_400_000_000)))
  }

  /// The hour that the clock showed, 0 to 23.
  ///
  /// `Timestamp(instant: .epoch, offsetMinutes: -60).hour` is `23`.
  @inlinable
  public var hour: Int { Int(microsecondOfDay / 3_600_000_000) }

  /// The minute that the clock showed, 0 to 59.
  ///
  /// `Timestamp(instant: .epoch, offsetMinutes: 330).minute` is `30`.
  @inlinable
  public var minute: Int { Int(microsecondOfDay / 60_000_000 % 60) }

  /// The second that the clock showed, 0 to 59.
  ///
  /// `Timestamp(instant: Instant(wholeSeconds: 61), offsetMinutes: 0).second` is `1`.
  @inlinable
  public var second: Int { Int(microsecondOfDay / 1_000_000 % 60) }

  /// The microsecond within the second, 0 to 999,999.
  ///
  /// `Timestamp(instant: Instant(microseconds: -1), offsetMinutes: 0).microsecond` is `999_999`.
  @inlinable
  public var microsecond: Int { Int(microsecondOfDay % 1_000_000) }

  /// The clock's reading as microseconds since its own 1970-01-01T00:00:00.
  @inlinable
  var localMicroseconds: Int64 {
    instant.adding(microseconds: Int64(offsetMinutes) * 60_000_000).microseconds
  }

  /// Microseconds since the clock's last midnight, 0 to 86,399,999,999.
  @inlinable
  var microsecondOfDay: Int64 {
    let remainder = localMicroseconds % 86_400_000_000
    return remainder < 0 ? remainder + 86_400_000_000 : remainder
  }

  /// Reads a time as a document's field states it: RFC 3339, `2026-11-20T08:00:00.5+01:00`, or as
  /// exports write it, `2026-11-20 08:00:00 +0100`. Nil for anything else.
  package init?(fieldText text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, let date = CivilDate(String(decoding: bytes[..<10], as: UTF8.self)),
      [UInt8(ascii: "T"), UInt8(ascii: " ")].contains(bytes[10]),
      bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let hour = Self.two(bytes, 11), hour < 24, let minute = Self.two(bytes, 14), minute < 60,
      let second = Self.two(bytes, 17), second < 60
    else { return nil }
    var rest = bytes[19...]
    guard let fraction = Self.fraction(&rest), let offset = Self.offset(rest) else { return nil }
    let seconds = Int64(date.dayNumber) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    let microseconds = (seconds - Int64(offset) * 60) * 1_000_000 + fraction
    self.init(instant: Instant(microseconds: microseconds), offsetMinutes: Int16(offset))
  }

  private static func digit(_ byte: UInt8) -> Int? {
    let value = byte &- UInt8(ascii: "0")
    return value < 10 ? Int(value) : nil
  }

  private static func two(_ bytes: [UInt8], _ index: Int) -> Int? {
    guard index + 1 < bytes.count, let tens = digit(bytes[index]),
      let ones = digit(bytes[index + 1])
    else { return nil }
    return tens * 10 + ones
  }

  /// Takes a fraction of at most six digits, in microseconds; 0 where there is none.
  private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int64? {
    guard rest.first == UInt8(ascii: ".") else { return 0 }
    let digits = rest.dropFirst().prefix { digit($0) != nil }
    guard (1...6).contains(digits.count) else { return nil }
    rest = rest[digits.endIndex...]
    let value = digits.reduce(0) { $0 * 10 + Int64(digit($1) ?? 0) }
    return (digits.count..<6).reduce(value) { value, _ in value * 10 }
  }

  /// Reads an offset from UTC in minutes: `Z`, `+01:00` or ` +0100`.
  private static func offset(_ rest: ArraySlice<UInt8>) -> Int? {
    if rest.elementsEqual("Z".utf8) { return 0 }
    let text = Array(rest.drop { $0 == UInt8(ascii: " ") }.filter { $0 != UInt8(ascii: ":") })
    guard text.count == 5, let hours = two(text, 1), hours < 24, let minutes = two(text, 3),
      minutes < 60
    else { return nil }
    switch text[0] {
    case UInt8(ascii: "+"): return hours * 60 + minutes
    case UInt8(ascii: "-"): return -(hours * 60 + minutes)
    default: return nil
    }
  }
}

extension Timestamp: CustomStringConvertible {
  /// The timestamp as RFC 3339 text.
  ///
  /// `2026-11-20T08:00:00+01:00`; a fraction only when there is one, with three digits
  /// (`08:00:00.250`) or six; `Z` when the offset is zero. Years outside 0000 to 9999, which
  /// RFC 3339 cannot say, are written as `CivilDate` writes them. Source: RFC 3339 §5.6.
  public var description: String {
    var text: [UInt8] = []
    text.reserveCapacity(32)
    appendText(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends `description`.
  package func appendText(to text: inout [UInt8]) {
    text.append(addingCapacity: 40) { appendText(to: &$0) }
  }

  private func appendText(to text: inout OutputSpan<UInt8>) {
    date.appendText(to: &text)
    text.append(UInt8(ascii: "T"))
    text.append(decimal: hour, digits: 2)
    text.append(UInt8(ascii: ":"))
    text.append(decimal: minute, digits: 2)
    text.append(UInt8(ascii: ":"))
    text.append(decimal: second, digits: 2)
    appendFraction(to: &text)
    appendOffset(to: &text)
  }

  /// Appends nothing, `.250` or `.250001`.
  private func appendFraction(to text: inout OutputSpan<UInt8>) {
    let fraction = microsecond
    guard fraction != 0 else { return }
    text.append(UInt8(ascii: "."))
    if fraction % 1000 == 0 {
      text.append(decimal: fraction / 1000, digits: 3)
    } else {
      text.append(decimal: fraction, digits: 6)
    }
  }

  /// Appends `Z`, `+01:00` or `-03:30`.
  private func appendOffset(to text: inout OutputSpan<UInt8>) {
    guard offsetMinutes != 0 else { return text.append(UInt8(ascii: "Z")) }
    let minutes = abs(Int(offsetMinutes))
    text.append(offsetMinutes < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    text.append(decimal: minutes / 60, digits: 2)
    text.append(UInt8(ascii: ":"))
    text.append(decimal: minutes % 60, digits: 2)
  }
}
