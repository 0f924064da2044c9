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

  /// Reads `[+-]h[h][:mm[:ss]]`, seconds; the hours are at most 24.
  mutating func offset() -> Int64? { clock(hours: 0...24) }

  /// Reads `,date[/time]`; without a time it is 02:00.
  mutating func change() -> PosixRule.Change? {
    guard take(","), let day = day() else { return nil }
    guard take("/") else { return PosixRule.Change(day: day, time: 7200) }
    guard let time = clock(hours: 0...167) else { return nil }
    return PosixRule.Change(day: day, time: time)
  }

  /// Reads `Jn`, `n` or `Mm.w.d`.
  private mutating func day() -> PosixRule.Day? {
    if take("J") { return number(in: 1...365).map { .julian($0) } }
    guard take("M") else { return number(in: 0...365).map { .zeroBased($0) } }
    guard let month = number(in: 1...12), take("."), let week = number(in: 1...5), take("."),
      let day = number(in: 0...6)
    else { return nil }
    return .weekday(month: month, week: week, day: day)
  }

  /// Reads `[+-]h[:mm[:ss]]` as seconds.
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
  /// Whether the byte is an ASCII letter.
  var isLetter: Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self)
  }

  /// Whether the byte is an ASCII digit.
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// Whether the byte may stand in a zone's name, apart from `/`.
  var isNameByte: Bool {
    isLetter || isDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-")
      || self == UInt8(ascii: "_")
  }
}
