/// The date and the offset that were read last, which times near each other share. Comparing their
/// text is cheaper than reading them again.
///
/// Public for the compiler only; see `RFC3339`.
public struct RecentTimes: Sendable {
  /// The text up to the second `-`, eight bytes, and the three after it. None at first: no text is
  /// so large.
  @usableFromInline var date: (UInt64, UInt64) = (.max, .max)
  /// Seconds from 1970 to the beginning of that day.
  @usableFromInline var dateSeconds = 0
  /// The six bytes of an offset that is not `Z`; none at first.
  @usableFromInline var offset: UInt64 = .max
  /// The minutes east that it stands for.
  @usableFromInline var offsetMinutes = 0

  /// None yet.
  package init() {}

  /// Reads the date whose text is this; nil where it is not a date.
  @usableFromInline
  mutating func read(_ text: (UInt64, UInt64)) -> Int? {
    guard let number = RFC3339.dayNumber(text) else { return nil }
    self.date = text
    dateSeconds = number * 86_400
    return dateSeconds
  }

  /// Reads the offset whose text is this; nil where it is not an offset.
  @usableFromInline
  mutating func read(offset text: UInt64) -> Int? {
    let plus = text & 0xFF == UInt64(UInt8(ascii: "+"))
    guard plus || text & 0xFF == UInt64(UInt8(ascii: "-")),
      let pairs = RFC3339.pairs(text >> 8, of: 0x30_303A_3030, room: 0x76_767F_7676)
    else { return nil }
    let (hours, minutes) = (RFC3339.two(pairs, 0), RFC3339.two(pairs, 3))
    guard hours < 24, minutes < 60 else { return nil }
    offset = text
    offsetMinutes = plus ? hours * 60 + minutes : -(hours * 60 + minutes)
    return offsetMinutes
  }
}

extension RawSpan {
  /// Reads a time as `RFC3339.parse` does. The caller has checked that 40 bytes follow.
  @unsafe @inlinable @inline(__always)
  package func uncheckedTime(
    at position: inout Int, near recent: inout RecentTimes
  ) -> (microseconds: Int64, offsetMinutes: Int16)? {
    let start = position
    guard
      let time = RFC3339.pairs(
        unsafe uncheckedWord(start &+ 11), of: 0x3030_3A30_303A_3030, room: 0x7676_7F76_767F_7676)
    else { return nil }
    let date = unsafe (uncheckedWord(start), uncheckedWord(start &+ 8) & 0xFF_FFFF)
    let (hour, minute, second) = (
      RFC3339.two(time, 0), RFC3339.two(time, 3), RFC3339.two(time, 6)
    )
    guard hour < 24, minute < 60, second < 60,
      let day = date == recent.date ? recent.dateSeconds : recent.read(date)
    else { return nil }
    var at = start &+ 19
    var micros: UInt64 = 0
    var ends = unsafe uncheckedWord(at)
    if ends & 0xFF == UInt64(UInt8(ascii: ".")) {
      let (count, value) = unsafe uncheckedDigits(at &+ 1)
      guard count > 0, count <= 6 else { return nil }
      micros = value &* .smallPowerOfTen(6 &- count)
      at &+= 1 &+ count
      ends = unsafe uncheckedWord(at)
    }
    var offset = 0
    if ends & 0xFF == UInt64(UInt8(ascii: "Z")) {
      at &+= 1
    } else {
      let text = ends & 0xFFFF_FFFF_FFFF
      guard let known = text == recent.offset ? recent.offsetMinutes : recent.read(offset: text)
      else { return nil }
      offset = known
      at &+= 6
    }
    position = at
    let seconds = day &+ hour &* 3600 &+ (minute &- offset) &* 60 &+ second
    return (
      Int64(seconds) &* 1_000_000 &+ Int64(micros), Int16(truncatingIfNeeded: offset)
    )
  }
}
