package import ByteTools
package import HealthEvents
package import HealthModel

// How the types of Swift stand on a line.

// MARK: Strings

extension String: Formed {
  static var wire: WireValue { .text }
  static var blank: String { "" }

  func write(to writer: inout JSONWriter) { writer.limitedString(self) }

  static func read(_ value: JSONView, _ key: WireKey) throws(LineProblem) -> String {
    guard let text = value.text else { throw .wrongValue(key) }
    return text
  }
}

/// A type whose values are words.
protocol WireWord: Formed, CaseIterable, Sendable {
  var name: String { get }
}

extension WireWord {
  static var wire: WireValue { .word(allCases.map(\.name)) }
  static var blank: Self { allCases[allCases.startIndex] }

  func write(to writer: inout JSONWriter) { writer.limitedString(name) }

  static func read(_ value: JSONView, _ key: WireKey) throws(LineProblem) -> Self {
    guard let text = value.text, let word = allCases.first(where: { $0.name == text })
    else { throw .wrongValue(key) }
    return word
  }
}

/// So many lower-case hexadecimal digits.
struct HexText<let digits: Int>: Formed {
  let text: String

  init(_ text: String) { self.text = text }

  static var wire: WireValue { .hex(digits) }
  static var blank: HexText { HexText("") }

  func write(to writer: inout JSONWriter) { writer.limitedString(text) }

  static func read(_ value: JSONView, _ key: WireKey) throws(LineProblem) -> HexText {
    let text = value.characters
    guard text.byteCount == digits else { throw .wrongValue(key) }
    for index in 0..<digits where Hex.value(ofDigit: text.byte(index)) == nil {
      throw .wrongValue(key)
    }
    return HexText(text.text())
  }
}

/// A number by its 16 lower-case hexadecimal digits.
struct HexHash: Formed {
  let number: UInt64

  static var wire: WireValue { .hex(16) }
  static var blank: HexHash { HexHash(number: 0) }

  func write(to writer: inout JSONWriter) {
    writer.quoted(16) {
      $0.append(hex: number)
      return true
    }
  }

  static func read(_ value: JSONView, _ key: WireKey) throws(LineProblem) -> HexHash {
    let digits = value.characters
    guard digits.byteCount == 16 else { throw .wrongValue(key) }
    var hash: UInt64 = 0
    for index in 0..<16 {
      guard let digit = Hex.value(ofDigit: digits.byte(index)) else { throw .wrongValue(key) }
      hash = (hash << 4) | UInt64(digit)
    }
    return HexHash(number: hash)
  }
}

/// A time with its offset from UTC.
extension Timestamp: Formed {
  static var wire: WireValue { .time }
  static var blank: Timestamp { Timestamp(instant: .blank, offsetMinutes: 0) }

  func write(to writer: inout JSONWriter) {
    // A year that RFC 3339 does not have is a fault.
    writer.quoted(46) { $0.append(self) }
  }

  static func read(_ value: JSONView, _ key: WireKey) throws(LineProblem) -> Timestamp {
    let node = value.node
    let bytes = node.isDecoded ? value.decoded : value.bytes
    guard case .text = node.kind, let time = Timestamp(rfc3339: bytes, node.range)
    else { throw .wrongValue(key) }
    return time
  }
}

/// A time in UTC with three digits of fraction.
extension Instant: Formed {
  static var wire: WireValue { .moment }
  static var blank: Instant { Instant(microseconds: 0) }

  func write(to writer: inout JSONWriter) {
    writer.quoted(40) { $0.append(milliseconds: self) }
  }

  static func read(_ value: JSONView, _ key: WireKey) throws(LineProblem) -> Instant {
    let bytes = value.characters
    guard bytes.byteCount == 24, let time = Timestamp(rfc3339: bytes, 0..<24),
      bytes.byte(23) == UInt8(ascii: "Z")
    else { throw .wrongValue(key) }
    return time.instant
  }
}

/// A uuid in upper case, which is read in either.
extension ObjectUUID: Formed {
  static var wire: WireValue { .uuid }
  static var blank: ObjectUUID { ObjectUUID(high: 0, low: 0) }

  func write(to writer: inout JSONWriter) {
    writer.quoted(36) {
      $0.append(uuid: high, low)
      return true
    }
  }

  static func read(_ value: JSONView, _ key: WireKey) throws(LineProblem) -> ObjectUUID {
    let bytes = value.characters
    var position = 0
    if bytes.byteCount == 36, let words = bytes.uuid(at: &position) {
      return ObjectUUID(high: words.high, low: words.low)
    }
    guard let uuid = ObjectUUID(bytes.text()) else { throw .wrongValue(key) }
    return uuid
  }
}

// MARK: Numbers

/// The form of a finite number.
extension Double: Formed {
  static var wire: WireValue { .number }
  static var blank: Double { 0 }

  func write(to writer: inout JSONWriter) { writer.finiteValue(self) }

  static func read(_ value: JSONView, _ key: WireKey) throws(LineProblem) -> Double {
    guard let number = value.number else { throw .wrongValue(key) }
    return number
  }
}

/// A whole number from 0 to 2^53.
extension UInt64: Formed {
  static var wire: WireValue { .whole }
  static var blank: UInt64 { 0 }

  func write(to writer: inout JSONWriter) {
    DecimalText.append(self, to: &writer.bytes)
    if self > JournalLimits.wholeNumber { writer.noteFault() }
  }

  static func read(_ value: JSONView, _ key: WireKey) throws(LineProblem) -> UInt64 {
    guard let number = value.number, let whole = JournalLimits.whole(number)
    else { throw .wrongValue(key) }
    return whole
  }
}

/// The form of some lines: one number, or a list of the first and the last.
extension LineRun: Formed {
  static var wire: WireValue { .run }
  static var blank: LineRun { LineRun(0, 0) }

  func write(to writer: inout JSONWriter) {
    if first == last { first.write(to: &writer) } else { [first, last].write(to: &writer) }
    if first < 1 || first > last { writer.noteFault() }
  }

  static func read(_ value: JSONView, _ key: WireKey) throws(LineProblem) -> LineRun {
    let isRun = value.kind == .array
    let ends = isRun ? try [UInt64].read(value, key) : [try UInt64.read(value, key)]
    guard ends.count == (isRun ? 2 : 1), ends[0] >= 1, !isRun || ends[0] < ends[1]
    else { throw .wrongValue(key) }
    return LineRun(ends[0], ends[ends.count - 1])
  }
}

/// The form of a count: never below zero.
extension Int: Formed {
  static var wire: WireValue { .whole }
  static var blank: Int { 0 }

  func write(to writer: inout JSONWriter) {
    guard let number = UInt64(exactly: self) else { return writer.noteFault() }
    number.write(to: &writer)
  }

  static func read(_ value: JSONView, _ key: WireKey) throws(LineProblem) -> Int {
    Int(try UInt64.read(value, key))
  }
}

/// A count, written if it is above 0; a reader accepts 0.
struct PositiveCount: Formed {
  let number: Int

  static var wire: WireValue { .positive }
  static var blank: PositiveCount { PositiveCount(number: 0) }

  func write(to writer: inout JSONWriter) {
    number.write(to: &writer)
    if number == 0 { writer.noteFault() }
  }

  static func read(_ value: JSONView, _ key: WireKey) throws(LineProblem) -> PositiveCount {
    PositiveCount(number: try Int.read(value, key))
  }
}

/// A file that states the version of its format.
protocol Versioned {
  /// The newest version that is read.
  static var newestFormat: Int { get }
}

/// The version of a file's format. A newer one is refused before anything after it is looked at.
struct FormatVersion<File: Versioned>: Formed {
  let number: Int

  static var wire: WireValue { .whole }
  static var blank: FormatVersion { FormatVersion(number: File.newestFormat) }

  func write(to writer: inout JSONWriter) { number.write(to: &writer) }

  static func read(_ value: JSONView, _ key: WireKey) throws(LineProblem) -> FormatVersion {
    let number = try Int.read(value, key)
    guard number >= 1 else { throw .wrongValue(key) }
    guard number <= File.newestFormat else { throw .newerFormat(number) }
    return FormatVersion(number: number)
  }
}

/// The form of `true` or `false`.
extension Bool: Formed {
  static var wire: WireValue { .flag }
  static var blank: Bool { false }

  func write(to writer: inout JSONWriter) { writer.value(self) }

  static func read(_ value: JSONView, _ key: WireKey) throws(LineProblem) -> Bool {
    switch value.kind {
    case .yes: return true
    case .no: return false
    case .null, .number, .text, .array, .object: throw .wrongValue(key)
    }
  }
}

/// The code of a category: a whole number, or a word where no number is known.
extension CategoryCode: Formed {
  static var wire: WireValue { .either([.code, .text]) }
  static var blank: CategoryCode { .code(0) }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .code(let number):
      DecimalText.append(Double(number), to: &writer.bytes)
      if UInt64(number.magnitude) > JournalLimits.wholeNumber { writer.noteFault() }
    case .name(let name): writer.limitedString(name)
    }
  }

  static func read(_ value: JSONView, _ key: WireKey) throws(LineProblem) -> CategoryCode {
    if let name = value.text { return .name(name) }
    guard let number = value.number, let code = JournalLimits.code(number)
    else { throw .wrongValue(key) }
    return .code(code)
  }
}

// MARK: Lists and tables

extension Array: Formed where Element: Formed {
  static var wire: WireValue { .list(Element.wire) }
  static var blank: [Element] { [] }

  func write(to writer: inout JSONWriter) { writer.array(self) { $1.write(to: &$0) } }

  static func read(_ value: JSONView, _ key: WireKey) throws(LineProblem) -> [Element] {
    guard case .array = value.kind else { throw .wrongValue(key) }
    var list: [Element] = []
    var known: String?
    var elements = value.elements
    while let element = elements.next() { list.append(try Element.read(element, key, &known)) }
    return list
  }
}

/// A list that a reader refuses if it is empty.
struct FilledList<Element: Formed>: Formed {
  let elements: [Element]

  init(_ elements: [Element]) { self.elements = elements }

  static var wire: WireValue { [Element].wire }
  static var blank: FilledList { FilledList([]) }

  func write(to writer: inout JSONWriter) { elements.write(to: &writer) }

  static func read(_ value: JSONView, _ key: WireKey) throws(LineProblem) -> FilledList {
    let elements = try [Element].read(value, key)
    guard !elements.isEmpty else { throw .wrongValue(key) }
    return FilledList(elements)
  }
}

/// A row of an object whose keys are data.
protocol KeyedRow {
  associatedtype Value: Formed
  var key: String { get }
  var value: Value { get }
  init(_ key: String, _ value: Value)
}

/// An object whose keys are data.
struct KeyedTable<Row: KeyedRow>: Formed {
  let rows: [Row]

  init(_ rows: [Row]) { self.rows = rows }

  static var wire: WireValue { .table(Row.Value.wire) }
  static var blank: KeyedTable { KeyedTable([]) }

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      for row in rows {
        writer.separate()
        writer.limitedString(row.key)
        writer.bytes.append(UInt8(ascii: ":"))
        row.value.write(to: &writer)
        writer.nameFault(row.key)
      }
    }
  }

  static func read(_ value: JSONView, _ key: WireKey) throws(LineProblem) -> KeyedTable {
    guard case .object = value.kind else { throw .wrongValue(key) }
    var rows: [Row] = []
    var elements = value.elements
    while let name = elements.next(), let value = elements.next() {
      rows.append(Row(name.text ?? "", try Row.Value.read(value, key)))
    }
    return KeyedTable(rows)
  }
}

extension JSONWriter {
  /// Writes quotes around so many bytes at most; a fault where they are no text of the format.
  @inline(__always)
  fileprivate mutating func quoted(_ most: Int, _ text: (inout OutputSpan<UInt8>) -> Bool) {
    var isText = false
    bytes.append(addingCapacity: most + 2) { output in
      output.append(UInt8(ascii: "\""))
      isText = text(&output)
      output.append(UInt8(ascii: "\""))
    }
    if !isText { noteFault() }
  }

  /// Writes a string; one that the reader finds too long is a fault.
  mutating func limitedString(_ text: String) {
    string(text)
    if text.utf8.count > JSONParser.stringLimit { noteFault() }
  }

  /// Writes a number; one that is not finite has no text and is a fault.
  mutating func finiteValue(_ number: Double) {
    guard number.isFinite else { return noteFault() }
    value(number)
  }

  /// Writes a value with all that it holds.
  package mutating func fieldValue(_ value: FieldValue) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .boolean(let value): self.value(value)
    case .number(let value): finiteValue(value)
    case .text(let value): string(value)
    case .list(let elements): array(elements) { $0.fieldValue($1) }
    case .fields(let fields): object { $0.members(fields) }
    }
  }

  mutating func members(_ fields: [Field]) {
    for field in fields {
      key(field.name)
      fieldValue(field.value)
      nameFault(field.name)
    }
  }
}

extension FieldValue {
  /// Reads `bytes`, which hold one JSON value and white space around it.
  ///
  /// - Throws: the first problem with its byte offset.
  package init(parsing bytes: RawSpan) throws(JSONFailure) {
    let tape = try JSONTape(bytes)
    self.init(JSONView(tape, bytes))
  }

  /// Creates the value from the one that a view shows.
  init(_ value: JSONView) {
    switch value.kind {
    case .null: self = .null
    case .no: self = .boolean(false)
    case .yes: self = .boolean(true)
    case .number: self = .number(value.number ?? 0)
    case .text: self = .text(value.text ?? "")
    case .array: self = .list(Self.list(value))
    case .object: self = .fields(Self.fields(value))
    }
  }

  private static func list(_ value: JSONView) -> [FieldValue] {
    var list: [FieldValue] = []
    var elements = value.elements
    while let element = elements.next() { list.append(FieldValue(element)) }
    return list
  }

  private static func fields(_ value: JSONView) -> [Field] {
    var fields: [Field] = []
    var elements = value.elements
    while let name = elements.next(), let value = elements.next() {
      fields.append(Field(name.text ?? "", FieldValue(value)))
    }
    return fields
  }
}

/// Times as lines have them, written in place.
extension OutputSpan where Element == UInt8 {
  /// Appends a time as it describes itself; at most 40 bytes.
  ///
  /// - Returns: whether RFC 3339 has it: its year has four digits.
  @discardableResult
  mutating func append(_ time: Timestamp) -> Bool {
    let isRFC3339 = appendSecond(time)
    let fraction = UInt64(time.microsecond)
    if fraction != 0 {
      append(UInt8(ascii: "."))
      append(digits: fraction / 1_000, 3)
      if fraction % 1_000 != 0 { append(digits: fraction % 1_000, 3) }
    }
    append(offsetMinutes: time.offsetMinutes)
    return isRFC3339
  }

  private mutating func append(offsetMinutes: Int16) {
    guard offsetMinutes != 0 else { return append(UInt8(ascii: "Z")) }
    append(offsetMinutes < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
    append(digits: UInt64(offsetMinutes.magnitude) / 60, 2)
    append(UInt8(ascii: ":"))
    append(digits: UInt64(offsetMinutes.magnitude) % 60, 2)
  }

  /// Appends `2026-11-20T07:12:03.481Z`: always three digits of fraction.
  ///
  /// - Returns: whether RFC 3339 has it: its year has four digits.
  @discardableResult
  mutating func append(milliseconds at: Instant) -> Bool {
    let time = Timestamp(instant: at, offsetMinutes: 0)
    let isRFC3339 = appendSecond(time)
    append(UInt8(ascii: "."))
    append(digits: UInt64(time.microsecond) / 1_000, 3)
    append(UInt8(ascii: "Z"))
    return isRFC3339
  }

  private mutating func appendSecond(_ time: Timestamp) -> Bool {
    let date = time.date
    let isRFC3339 = (0...9999).contains(date.year)
    if isRFC3339 {
      append(digits: UInt64(date.year), 4)
      append(UInt8(ascii: "-"))
      append(digits: UInt64(date.month), 2)
      append(UInt8(ascii: "-"))
      append(digits: UInt64(date.day), 2)
    } else {
      for byte in date.description.utf8 { append(byte) }
    }
    append(UInt8(ascii: "T"))
    append(digits: UInt64(time.hour), 2)
    append(UInt8(ascii: ":"))
    append(digits: UInt64(time.minute), 2)
    append(UInt8(ascii: ":"))
    append(digits: UInt64(time.second), 2)
    return isRFC3339
  }

  /// Appends a number filled with zeros to this many digits.
  private mutating func append(digits number: UInt64, _ count: Int) {
    if count > 3 { append(UInt8(truncatingIfNeeded: number / 1_000 % 10) | 0x30) }
    if count > 2 { append(UInt8(truncatingIfNeeded: number / 100 % 10) | 0x30) }
    append(UInt8(truncatingIfNeeded: number / 10 % 10) | 0x30)
    append(UInt8(truncatingIfNeeded: number % 10) | 0x30)
  }
}
