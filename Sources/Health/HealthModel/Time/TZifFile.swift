/// The checked content of a TZif file: transitions, offsets and the rule that follows them.
///
/// Source: RFC 9636, versions 1 to 4. Abbreviations, daylight flags and the standard/UT indicators
/// are skipped: nothing here shows or needs them.
struct TZifFile {
  /// The offset before the first transition, seconds east of UTC.
  private(set) var initial: Int32 = 0
  /// Seconds since 1970-01-01T00:00:00Z, ascending.
  private(set) var transitions: [Int64] = []
  /// The offset from each transition on, seconds east of UTC.
  private(set) var offsets: [Int32] = []
  /// The rule for times after the last transition, or for all when there is none.
  private(set) var rule: PosixRule?

  /// The offsets that RFC 9636 §3.2 allows, seconds east of UTC.
  static let validOffsets: ClosedRange<Int64> = -89_999...93_599

  /// Reads a whole file.
  init(_ bytes: [UInt8]) throws(ZoneProblem) {
    var reader = TZifReader(bytes)
    let first = try TZifHeader(&reader)
    guard first.version > 0 else {
      try readBlock(first, timeSize: 4, from: &reader)
      return
    }
    // Programs from before version 2 read this block; it says less than the next.
    try reader.skip(first.blockSize(timeSize: 4))
    let second = try TZifHeader(&reader)
    try readBlock(second, timeSize: 8, from: &reader)
    try readFooter(from: &reader)
  }

  /// Reads a data block; a time takes 4 bytes in version 1 and 8 later.
  private mutating func readBlock(
    _ header: TZifHeader, timeSize: Int, from reader: inout TZifReader
  ) throws(ZoneProblem) {
    guard header.leapCount == 0 else { throw .leapSeconds }
    try reader.require(header.blockSize(timeSize: timeSize))
    transitions.reserveCapacity(header.timeCount)
    for index in 0..<header.timeCount {
      let time = try timeSize == 4 ? Int64(reader.int32()) : reader.int64()
      if let last = transitions.last, time <= last { throw .unorderedTransition(index) }
      transitions.append(time)
    }
    let types = try reader.bytes(header.timeCount)
    let known = try readTypes(header.typeCount, from: &reader)
    offsets.reserveCapacity(header.timeCount)
    for (index, type) in types.enumerated() {
      guard Int(type) < known.count else { throw .unknownType(transition: index) }
      offsets.append(known[Int(type)])
    }
    initial = known[0]
    try reader.skip(header.charCount + header.standardCount + header.universalCount)
  }

  /// Reads the local time types' offsets: four bytes each, then two that are not needed.
  private func readTypes(
    _ count: Int, from reader: inout TZifReader
  ) throws(ZoneProblem) -> [Int32] {
    var known: [Int32] = []
    for _ in 0..<count {
      let offset = try reader.int32()
      guard Self.validOffsets.contains(Int64(offset)) else {
        throw .offsetOutOfRange(Int(offset))
      }
      known.append(offset)
      try reader.skip(2)
    }
    return known
  }

  /// Reads the TZ string between two line feeds; an empty one gives no rule for the future.
  private mutating func readFooter(from reader: inout TZifReader) throws(ZoneProblem) {
    let text = try reader.line()
    guard !text.isEmpty else { return }
    guard let rule = PosixRule(text) else {
      throw .invalidFooter(String(decoding: text.prefix(64), as: UTF8.self))
    }
    for offset in [rule.standard, rule.daylight?.offset ?? rule.standard] {
      guard Self.validOffsets.contains(offset) else { throw .offsetOutOfRange(Int(offset)) }
    }
    self.rule = rule
  }
}

/// The 44 bytes before a data block. Source: RFC 9636 §3.1.
private struct TZifHeader {
  /// 0 for version 1, else the ASCII digit.
  let version: UInt8
  let universalCount: Int
  let standardCount: Int
  let leapCount: Int
  let timeCount: Int
  let typeCount: Int
  let charCount: Int

  init(_ reader: inout TZifReader) throws(ZoneProblem) {
    let start = reader.position
    guard reader.starts(with: "TZif") else { throw .notTZif }
    try reader.require(44)
    try reader.skip(4)
    version = try reader.bytes(1).first ?? 0
    guard version == 0 || (UInt8(ascii: "2")...UInt8(ascii: "4")).contains(version) else {
      throw .unsupportedVersion(version)
    }
    try reader.skip(15)
    universalCount = try reader.count()
    standardCount = try reader.count()
    leapCount = try reader.count()
    timeCount = try reader.count()
    typeCount = try reader.count()
    charCount = try reader.count()
    guard (1...256).contains(typeCount), charCount > 0,
      universalCount == 0 || universalCount == typeCount,
      standardCount == 0 || standardCount == typeCount
    else { throw .invalidHeader(at: start) }
  }

  /// Returns the length of the data block in bytes.
  func blockSize(timeSize: Int) -> Int {
    timeCount * (timeSize + 1) + typeCount * 6 + charCount + leapCount * (timeSize + 4)
      + standardCount + universalCount
  }
}

/// Reads big-endian numbers from the front of a file and never beyond its end.
private struct TZifReader {
  private let file: [UInt8]
  private(set) var position = 0

  init(_ file: [UInt8]) { self.file = file }

  /// Returns true if the next bytes are these.
  func starts(with text: String) -> Bool {
    file[position...].starts(with: text.utf8)
  }

  /// Throws unless this many bytes are left.
  func require(_ count: Int) throws(ZoneProblem) {
    guard count <= file.count - position else { throw .truncated(at: file.count) }
  }

  mutating func skip(_ count: Int) throws(ZoneProblem) {
    try require(count)
    position += count
  }

  mutating func bytes(_ count: Int) throws(ZoneProblem) -> ArraySlice<UInt8> {
    try skip(count)
    return file[position - count..<position]
  }

  mutating func int32() throws(ZoneProblem) -> Int32 {
    try skip(4)
    let at = position - 4
    let high = (UInt32(file[at]) << 24) | (UInt32(file[at + 1]) << 16)
    return Int32(bitPattern: high | (UInt32(file[at + 2]) << 8) | UInt32(file[at + 3]))
  }

  mutating func int64() throws(ZoneProblem) -> Int64 {
    try require(8)
    let high = try int32()
    return (Int64(high) << 32) | Int64(UInt32(bitPattern: try int32()))
  }

  mutating func count() throws(ZoneProblem) -> Int {
    Int(UInt32(bitPattern: try int32()))
  }

  /// Reads the bytes between a line feed, which must be next, and the one after it.
  mutating func line() throws(ZoneProblem) -> ArraySlice<UInt8> {
    let lineFeed = UInt8(ascii: "\n")
    guard let first = try bytes(1).first, first == lineFeed else {
      throw .truncated(at: position - 1)
    }
    let text = file[position...].prefix { $0 != lineFeed }
    try skip(text.count + 1)
    return text
  }
}

/// The yearly rule in the footer of a TZif file, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// Source: POSIX.1-2024, "Environment Variables", `TZ`; RFC 9636 §3.3 and §3.3.1.
struct PosixRule: Sendable, Hashable {
  /// Standard time, seconds east of UTC.
  var standard: Int64

  /// Daylight saving time, or nil in a zone that never changes its clocks.
  var daylight: Daylight?

  /// Daylight saving time: its offset, and when in the year it begins and ends.
  struct Daylight: Sendable, Hashable {
    /// The offset in seconds east of UTC.
    var offset: Int64
    /// The change to daylight saving time, on the clock of standard time.
    var begin: Change
    /// The change back, on the clock of daylight saving time.
    var end: Change
  }

  /// A day of each year with a time of that day.
  struct Change: Sendable, Hashable {
    var day: Day
    /// Seconds after that day's midnight, −167 to 167 hours.
    var time: Int64

    /// Returns the clock's reading at the change, as seconds since its own 1970-01-01T00:00:00.
    func local(in year: Int) -> Int64 {
      Int64(day.dayNumber(in: year)) * 86_400 + time
    }
  }

  /// A day of each year.
  enum Day: Sendable, Hashable {
    /// `Jn`, 1 to 365: 29 February is never counted.
    case julian(Int)
    /// `n`, 0 to 365: 29 February is counted.
    case zeroBased(Int)
    /// `Mm.w.d`: weekday d (0 is Sunday), the w-th of month m, 5 meaning the last.
    case weekday(month: Int, week: Int, day: Int)

    /// Days since 1970-01-01 of this day in a year.
    func dayNumber(in year: Int) -> Int {
      let newYear = CivilDate.dayNumber(year: year, month: 1, day: 1)
      switch self {
      case .julian(let day):
        return newYear + day - (CivilDate.isLeap(year) && day >= 60 ? 0 : 1)
      case .zeroBased(let day):
        return newYear + day
      case .weekday(let month, let week, let day):
        let first = CivilDate.dayNumber(year: year, month: month, day: 1)
        // 1970-01-01 was a Thursday, day 4 of a week that begins with Sunday.
        let firstWeekday = ((first + 4) % 7 + 7) % 7
        let inFirstWeek = (day - firstWeekday + 7) % 7
        let last = CivilDate.daysInMonth(month, year: year) - 1
        let wanted = inFirstWeek + (week - 1) * 7
        return first + (wanted > last ? wanted - 7 : wanted)
      }
    }
  }

  /// Returns the span of unchanged offset that holds a moment in seconds since 1970.
  func span(at seconds: Int64) -> OffsetSpan {
    guard let daylight else {
      return OffsetSpan(start: .min, end: .max, offset: standard)
    }
    let day = (seconds + standard).floorDivided(by: 86_400)
    let year = CivilDate(dayNumber: Int(day)).year
    var span = OffsetSpan(start: .min, end: .max, offset: standard)
    // A change may lie a week outside its year, and a season begins in the year before.
    for candidate in (year - 2)...(year + 2) {
      let (begin, end) = season(daylight, year: candidate)
      if begin <= seconds, seconds < end {
        return OffsetSpan(start: begin, end: end, offset: daylight.offset)
      }
      if end <= seconds { span.start = max(span.start, end) }
      if begin > seconds { span.end = min(span.end, begin) }
    }
    return span
  }

  /// Returns the span of daylight saving time that begins in a year, in seconds since 1970.
  private func season(_ daylight: Daylight, year: Int) -> (begin: Int64, end: Int64) {
    let begin = daylight.begin.local(in: year) - standard
    let end = daylight.end.local(in: year) - daylight.offset
    if begin <= end { return (begin, end) }
    return (begin, daylight.end.local(in: year + 1) - daylight.offset)
  }
}

/// A span of time during which a zone's offset does not change.
struct OffsetSpan: Sendable, Hashable {
  /// The first second of the span, since 1970-01-01T00:00:00Z.
  var start: Int64
  /// The first second after the span.
  var end: Int64
  /// The offset in seconds east of UTC.
  var offset: Int64
}

extension PosixRule {
  /// Reads a TZ string; nil when it is not one, or leaves the dates of the changes open.
  ///
  /// `PosixRule("<+03>-3".utf8)` is a zone three hours east that never changes its clocks.
  init?(_ text: some Sequence<UInt8>) {
    var scanner = PosixRuleScanner(Array(text))
    guard scanner.skipName(), let west = scanner.offset() else { return nil }
    standard = -west
    daylight = nil
    guard !scanner.isAtEnd else { return }
    guard scanner.skipName() else { return nil }
    var ahead = standard + 3600
    if scanner.next != UInt8(ascii: ",") {
      guard let west = scanner.offset() else { return nil }
      ahead = -west
    }
    guard let begin = scanner.change(), let end = scanner.change(), scanner.isAtEnd else {
      return nil
    }
    daylight = Daylight(offset: ahead, begin: begin, end: end)
  }
}

/// Reads the parts of a TZ string from left to right.
private struct PosixRuleScanner {
  private var rest: ArraySlice<UInt8>

  init(_ text: [UInt8]) { rest = text[...] }

  var isAtEnd: Bool { rest.isEmpty }

  var next: UInt8? { rest.first }

  /// Takes one byte if it is the next.
  mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: byte) else { return false }
    rest.removeFirst()
    return true
  }

  /// Skips `CET` or `<+03>`: three letters or more.
  mutating func skipName() -> Bool {
    let isQuoted = take("<")
    let name = rest.prefix { byte in
      isQuoted ? byte.isNameByte && byte != UInt8(ascii: "_") : byte.isLetter
    }
    rest = rest[name.endIndex...]
    return name.count >= 3 && (!isQuoted || take(">"))
  }

  /// Reads the offset of a POSIX time zone, `[+-]h[h][:mm[:ss]]`, as seconds. The hours are at most
  /// 24.
  mutating func offset() -> Int64? { clock(hours: 0...24) }

  /// Reads a change of a POSIX time zone rule, `,date[/time]`. The default time is 02:00.
  mutating func change() -> PosixRule.Change? {
    guard take(","), let day = day() else { return nil }
    guard take("/") else { return PosixRule.Change(day: day, time: 7200) }
    guard let time = clock(hours: 0...167) else { return nil }
    return PosixRule.Change(day: day, time: time)
  }

  /// Reads the day of a POSIX time zone rule: `Jn`, `n` or `Mm.w.d`.
  private mutating func day() -> PosixRule.Day? {
    if take("J") { return number(in: 1...365).map { .julian($0) } }
    guard take("M") else { return number(in: 0...365).map { .zeroBased($0) } }
    guard let month = number(in: 1...12), take("."), let week = number(in: 1...5), take("."),
      let day = number(in: 0...6)
    else { return nil }
    return .weekday(month: month, week: week, day: day)
  }

  /// Reads a time of a POSIX time zone rule, `[+-]h[:mm[:ss]]`, as seconds.
  private mutating func clock(hours: ClosedRange<Int>) -> Int64? {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    guard let hour = number(in: hours) else { return nil }
    var seconds = hour * 3600
    if take(":") {
      guard let minute = number(in: 0...59) else { return nil }
      seconds += minute * 60
      if take(":") {
        guard let second = number(in: 0...59) else { return nil }
        seconds += second
      }
    }
    return Int64(isNegative ? -seconds : seconds)
  }

  /// Reads one to three digits.
  private mutating func number(in range: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix { $0.isDigit }
    guard (1...3).contains(digits.count) else { return nil }
    rest = rest[digits.endIndex...]
    let value = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    return range.contains(value) ? value : nil
  }
}

extension UInt8 {
  /// True if the byte is an ASCII letter.
  var isLetter: Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
  }

  /// True if the byte is an ASCII digit.
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// True if the byte is allowed in a zone's name, apart from `/`.
  var isNameByte: Bool {
    isLetter || isDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-")
      || self == UInt8(ascii: "_")
  }
}
