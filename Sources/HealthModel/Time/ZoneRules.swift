/// The rules of one time zone: which offset its clocks have at any instant. Which instants make up
/// its days says `DayCalendar`.
///
/// ```swift
/// let paris = try ZoneRules(name: "Europe/Paris", tzif: bytes)
/// paris.offset(at: Instant(wholeSeconds: 1_795_158_000))  // 3600
/// ```
///
/// A value: nothing here reads files; a loader hands in the bytes. Source: RFC 9636 (TZif).
public struct ZoneRules: Sendable {
  /// The zone's IANA name, `UTC`, or a fixed offset such as `+05:30`.
  ///
  /// `ZoneRules.utc.name` is `"UTC"`.
  public let name: String

  /// The offset before the first transition, seconds east of UTC.
  private let initial: Int32
  /// Seconds since 1970-01-01T00:00:00Z, ascending.
  private let transitions: [Int64]
  /// The offset from each transition on, seconds east of UTC.
  private let offsets: [Int32]
  /// The rule after the last transition.
  private let rule: PosixRule?

  /// The zone that a TZif file describes.
  ///
  /// `try ZoneRules(name: "Europe/Paris", tzif: bytes).name` is `"Europe/Paris"`. Versions 1 to
  /// 4, the 64-bit data and the footer where there are any; files that count leap seconds are
  /// refused. Without a footer the last offset stays for ever.
  /// - Throws: `ZoneProblem`, whatever the bytes are; it never traps.
  public init(name: String, tzif: [UInt8]) throws(ZoneProblem) {
    guard Self.isValidName(name) else { throw .invalidName(name) }
    let file = try TZifFile(tzif)
    self.name = name
    initial = file.initial
    transitions = file.transitions
    offsets = file.offsets
    rule = file.rule
  }

  /// A zone that never changes its clocks.
  private init(name: String, offset: Int32) {
    self.name = name
    initial = offset
    transitions = []
    offsets = []
    rule = nil
  }

  /// Coordinated universal time: every day has 24 hours.
  ///
  /// `ZoneRules.utc.offset(at: .epoch)` is `0`.
  public static let utc = ZoneRules(name: "UTC", offset: 0)

  /// A zone with one offset for ever, named after it.
  ///
  /// `ZoneRules.fixed(offsetSeconds: 19_800).name` is `"+05:30"`. Seconds east of UTC, −86,399
  /// to 86,399; anything else is a programmer's error and traps.
  public static func fixed(offsetSeconds: Int) -> ZoneRules {
    precondition(abs(offsetSeconds) < 86_400, "an offset of a day or more")
    let seconds = abs(offsetSeconds)
    var name: [UInt8] = [offsetSeconds < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+")]
    name.appendDecimal(seconds / 3600, digits: 2)
    name.append(UInt8(ascii: ":"))
    name.appendDecimal(seconds / 60 % 60, digits: 2)
    if seconds % 60 != 0 {
      name.append(UInt8(ascii: ":"))
      name.appendDecimal(seconds % 60, digits: 2)
    }
    return ZoneRules(name: String(decoding: name, as: UTF8.self), offset: Int32(offsetSeconds))
  }

  /// A zone whose name states its offset, as `GMT+0200`; nil: it states none, see `ZoneNames`.
  package init?(offsetName name: String) {
    guard let offset = ZoneNames.offset(of: name) else { return nil }
    self.init(name: name, offset: Int32(offset))
  }

  /// Whether a name is safe to look up in a directory of zone files.
  ///
  /// `isValidName("America/Argentina/Ushuaia")` is true; `isValidName("../etc/passwd")`,
  /// `isValidName("/etc/passwd")` and `isValidName("")` are false. ASCII letters, digits and
  /// `+-_`, in parts divided by single slashes; 1 to 64 bytes.
  public static func isValidName(_ name: String) -> Bool {
    guard name.utf8.count <= 64 else { return false }
    var isInPart = false
    for byte in name.utf8 {
      let isSlash = byte == UInt8(ascii: "/")
      guard isSlash ? isInPart : byte.isNameByte else { return false }
      isInPart = !isSlash
    }
    return isInPart
  }

  /// How far the clocks are ahead of UTC at an instant: seconds, negative in the west.
  ///
  /// `ZoneRules.fixed(offsetSeconds: 60).offset(at: .epoch)` is `60`. −89,999 to 93,599.
  /// O(log n) in the number of transitions.
  public func offset(at instant: Instant) -> Int {
    Int(span(at: instant.wholeSeconds).offset)
  }

  /// The date that the clocks show at an instant, as days since 1970-01-01.
  ///
  /// `ZoneRules.utc.localDay(of: Instant(microseconds: -1))` is `-1`. To which day an instant
  /// belongs says `DayCalendar`. O(log n) in the number of transitions.
  public func localDay(of instant: Instant) -> Int {
    let seconds = instant.wholeSeconds
    return Int((seconds + span(at: seconds).offset).floorDivided(by: 86_400))
  }

  /// The first instant at which the clocks have reached a time of a date: `DayCalendar.start(of:)`.
  func start(ofDay dayNumber: Int, at time: ClockTime) -> Instant {
    // Instants end 106,751,991 days from 1970; a little more keeps the sums below small.
    let day = Int64(min(max(dayNumber, -106_752_000), 106_752_000))
    return Instant(wholeSeconds: firstMoment(showing: day * 86_400 + Int64(time.seconds)).reached)
  }

  /// The instant at which the clocks show a date and time that someone typed.
  ///
  /// In Paris 02:30 on 2026-10-25, which comes twice, is the earlier one (00:30 UTC); 02:30 on
  /// 2026-03-29, which does not come, is 03:30, as late after the change as 02:30 would have
  /// been. Hour 0 to 24, minute 0 to 59, second 0 to 60; anything else traps.
  /// Source: `java.time.ZonedDateTime.ofLocal`.
  public func instant(of date: CivilDate, hour: Int, minute: Int, second: Int) -> Instant {
    precondition(
      (0...24).contains(hour) && (0...59).contains(minute) && (0...60).contains(second),
      "a time that no clock shows")
    let day = Int64(min(max(date.dayNumber, -106_752_000), 106_752_000))
    let local = day * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    return Instant(wholeSeconds: firstMoment(showing: local).counted)
  }

  /// The stretch of unchanged offset around a moment in seconds since 1970.
  func span(at seconds: Int64) -> OffsetSpan {
    let index = firstTransition(after: seconds)
    if index == transitions.count, let rule {
      var span = rule.span(at: seconds)
      if let last = transitions.last { span.start = max(span.start, last) }
      return span
    }
    return OffsetSpan(
      start: index == 0 ? .min : transitions[index - 1],
      end: index == transitions.count ? .max : transitions[index],
      offset: Int64(index == 0 ? initial : offsets[index - 1]))
  }

  /// The index of the first transition later than a moment.
  private func firstTransition(after seconds: Int64) -> Int {
    transitions.indices.partitioningIndex { transitions[$0] > seconds }
  }

  /// The first moment at which the clocks have reached a reading, in two ways of counting
  /// that differ only where the clocks jump over it: `reached` is the jump itself, `counted`
  /// goes on with the offset before the jump.
  private func firstMoment(showing local: Int64) -> (reached: Int64, counted: Int64) {
    // No offset is as large as 26 hours, so at this moment the reading is still ahead.
    var span = span(at: local - 93_600)
    while true {
      let moment = local - span.offset
      if moment < span.end { return (moment, moment) }
      let next = self.span(at: span.end)
      if span.end + next.offset > local { return (span.end, moment) }
      span = next
    }
  }
}
