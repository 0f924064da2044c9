import ByteTools
import HealthModel

/// A type whose values are objects on a line.
///
/// `members` is all that is known of the object: its keys in canonical order, and for each value
/// the place in Swift, whose type is `Formed`. The writer, the reader and the grammar all follow
/// it:
///
///     extension Amount: Shaped {
///       static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self {
///         Amount(try way.always("value", \.value), try way.always("unit", \.unit))
///       }
///     }
protocol Shaped: Formed {
  /// Goes through the members in their order.
  ///
  /// - Returns: what was read or written; of a way that looks at no value, blanks.
  static func members<W: Way<Self>>(_ way: inout W) throws(W.Failure) -> Self
}

/// A way through the members of an object; the compiler makes a function of its own of each.
typealias Way<Subject> = LineWay<Subject> & ~Copyable & ~Escapable

/// The ways over the members of a shape: writing, reading, listing.
protocol LineWay<Subject>: ~Copyable, ~Escapable {
  associatedtype Subject
  associatedtype Failure: Error

  /// Processes a member that must be there.
  mutating func always<Value: Formed>(
    _ key: WireKey, _ value: (Subject) -> Value
  ) throws(Failure) -> Value

  /// Processes a member that is written by this rule, and may be missing.
  mutating func member<Value: Formed>(
    _ key: WireKey, _ presence: WireMember.Presence, _ value: (Subject) -> Value?
  ) throws(Failure) -> Value?

  /// Processes a text that must be there, and is likely to be the same in the element before.
  mutating func repeated(
    _ key: WireKey, _ value: (Subject) -> String
  ) throws(Failure) -> String

  /// Members that are of another value in Swift.
  mutating func part<Part: Shaped>(_ value: (Subject) -> Part) throws(Failure) -> Part

  /// Processes all other keys, which are kept.
  mutating func others(_ value: (Subject) -> [Field]) throws(Failure) -> [Field]
}

extension LineWay where Self: ~Copyable & ~Escapable {
  /// Processes a member that is left out if it has no value.
  @inline(__always)
  mutating func optional<Value: Formed>(
    _ key: WireKey, _ value: (Subject) -> Value?
  ) throws(Failure) -> Value? {
    try member(key, .optional, value)
  }

  /// Processes a text that must be there, and is likely to be the same in the element before.
  mutating func repeated(
    _ key: WireKey, _ value: (Subject) -> String
  ) throws(Failure) -> String {
    try always(key, value)
  }

  /// Processes a member that is present if the one before it is; a reader looks for it only then.
  mutating func withPrevious<Value: Formed>(
    _ key: WireKey, after previous: Value?, _ value: (Subject) -> Value?
  ) throws(Failure) -> Value? {
    guard previous != nil else { return nil }
    return try member(key, .withPrevious, value)
  }

  /// Processes a list that is left out if it is empty.
  @inline(__always)
  mutating func unlessEmpty<Element: Formed>(
    _ key: WireKey, _ value: (Subject) -> [Element]
  ) throws(Failure) -> [Element] {
    let elements = try member(key, .optional) { subject in
      let elements = value(subject)
      return elements.isEmpty ? nil : elements
    }
    return elements ?? []
  }

  /// Processes a table that is left out if it has no rows.
  @inline(__always)
  mutating func table<Row: KeyedRow>(
    _ key: WireKey, _ value: (Subject) -> [Row]
  ) throws(Failure) -> [Row] {
    let table = try member(key, .optional) { subject in
      let rows = value(subject)
      return rows.isEmpty ? nil : KeyedTable(rows)
    }
    return table?.rows ?? []
  }

  /// Processes a number that is always written; 0 if it is missing.
  mutating func orZero(_ key: WireKey, _ value: (Subject) -> Int) throws(Failure) -> Int {
    try member(key, .always, value) ?? 0
  }

  /// Processes a number that is left out if it is 0.
  mutating func unlessZero(_ key: WireKey, _ value: (Subject) -> Int) throws(Failure) -> Int {
    let count = try member(key, .optional) { subject in
      let number = value(subject)
      return number == 0 ? nil : PositiveCount(number: number)
    }
    return count?.number ?? 0
  }
}

// MARK: Writing

/// Writes the members of a value.
private struct WritingWay<Subject>: LineWay {
  let subject: Subject
  var writer = JSONWriter()

  @inline(__always)
  mutating func always<Value: Formed>(
    _ key: WireKey, _ value: (Subject) -> Value
  ) -> Value {
    let value = value(subject)
    writer.write(key, value)
    return value
  }

  @inline(__always)
  mutating func member<Value: Formed>(
    _ key: WireKey, _ presence: WireMember.Presence, _ value: (Subject) -> Value?
  ) -> Value? {
    guard let value = value(subject) else { return nil }
    writer.write(key, value)
    return value
  }

  mutating func part<Part: Shaped>(_ value: (Subject) -> Part) -> Part {
    let part = value(subject)
    writer.members(of: part)
    return part
  }

  mutating func others(_ value: (Subject) -> [Field]) -> [Field] {
    let fields = value(subject)
    writer.members(fields)
    return fields
  }
}

extension JSONWriter {
  /// Writes the members of a value.
  mutating func members<Subject: Shaped>(of subject: Subject) {
    var way = WritingWay(subject: subject)
    swap(&way.writer, &self)
    _ = Subject.members(&way)
    swap(&way.writer, &self)
  }

  /// Writes a member, and names its value where that is a fault.
  @inline(__always)
  mutating func write<Value: Formed>(_ key: WireKey, _ value: Value) {
    self.key(key)
    value.write(to: &self)
    nameFault(key.text)
  }

  /// Writes `"key":`, with the comma before it where one is due.
  mutating func key(_ key: WireKey) {
    separate()
    bytes.append(addingCapacity: key.literal.utf8CodeUnitCount + 3) { output in
      output.append(UInt8(ascii: "\""))
      output.append(key.literal)
      output.append("\":")
    }
  }
}

// MARK: Reading

/// Reads the members of a value from the unread ones of an object, at any place.
private struct ReadingWay<Subject>: LineWay, ~Copyable, ~Escapable {
  typealias Failure = LineProblem

  var members: JSONMembers
  /// A text of the element before that is likely to be in this one too.
  var known: String?

  @_lifetime(copy members)
  init(_ members: consuming JSONMembers, known: String? = nil) {
    self.members = members
    self.known = known
  }

  @inline(__always)
  mutating func always<Value: Formed>(
    _ key: WireKey, _ value: (Subject) -> Value
  ) throws(LineProblem) -> Value {
    try members.required(key)
  }

  @inline(__always)
  mutating func member<Value: Formed>(
    _ key: WireKey, _ presence: WireMember.Presence, _ value: (Subject) -> Value?
  ) throws(LineProblem) -> Value? {
    try members.optional(key)
  }

  mutating func repeated(
    _ key: WireKey, _ value: (Subject) -> String
  ) throws(LineProblem) -> String {
    guard let value = members.take(key) else { throw .missing(key) }
    guard case .text = value.kind else { throw .wrongValue(key) }
    if let known, known.utf8.rawBytes.equals(value.characters) { return known }
    let text = value.characters.text()
    known = text
    return text
  }

  mutating func part<Part: Shaped>(
    _ value: (Subject) -> Part
  ) throws(LineProblem) -> Part {
    try members.read(Part.self)
  }

  mutating func others(_ value: (Subject) -> [Field]) -> [Field] { members.takeRest() }
}

extension JSONMembers {
  /// Reads the members of a value.
  @_lifetime(self: copy self)
  mutating func read<Subject: Shaped>(_ type: Subject.Type) throws(LineProblem) -> Subject {
    var way = ReadingWay<Subject>(self)
    do throws(LineProblem) {
      let subject = try Subject.members(&way)
      self = way.members
      return subject
    } catch {
      self = way.members
      throw error
    }
  }

  /// Takes out and reads a member that must be there.
  mutating func required<Value: Formed>(_ key: WireKey) throws(LineProblem) -> Value {
    guard let value = take(key) else { throw .missing(key) }
    return try Value.read(value, key)
  }

  /// Takes out and reads a member that may be missing.
  mutating func optional<Value: Formed>(_ key: WireKey) throws(LineProblem) -> Value? {
    guard let value = take(key) else { return nil }
    return try Value.read(value, key)
  }
}

/// An object of these members, and no others but those that the type keeps.
extension Shaped {
  static var wire: WireValue { .object(object) }

  static var blank: Self {
    var way = DescribingWay<Self>()
    return members(&way)
  }

  func write(to writer: inout JSONWriter) { writer.object { $0.members(of: self) } }

  static func read(_ value: JSONView, _ key: WireKey) throws(LineProblem) -> Self {
    var known: String?
    return try read(value, key, &known)
  }

  static func read(
    _ element: JSONView, _ key: WireKey, _ known: inout String?
  ) throws(LineProblem) -> Self {
    var way = ReadingWay<Self>(try JSONMembers(element, key: key), known: known)
    let value = try members(&way)
    try way.members.finish()
    known = way.known
    return value
  }

  static var object: WireObject {
    var way = DescribingWay<Self>()
    _ = members(&way)
    return way.object
  }
}

// MARK: The grammar

/// Notes the members, and looks at no value.
private struct DescribingWay<Subject>: LineWay {
  var object = WireObject(members: [])

  mutating func always<Value: Formed>(
    _ key: WireKey, _ value: (Subject) -> Value
  ) -> Value {
    object.members.append(WireMember(key: key, value: Value.wire, presence: .always))
    return .blank
  }

  mutating func member<Value: Formed>(
    _ key: WireKey, _ presence: WireMember.Presence, _ value: (Subject) -> Value?
  ) -> Value? {
    object.members.append(WireMember(key: key, value: Value.wire, presence: presence))
    return .blank
  }

  mutating func part<Part: Shaped>(_ value: (Subject) -> Part) -> Part {
    var way = DescribingWay<Part>(object: object)
    let part = Part.members(&way)
    object = way.object
    return part
  }

  mutating func others(_ value: (Subject) -> [Field]) -> [Field] {
    object.others = object.members.count
    return []
  }
}

/// The members of one JSON object, found in place and taken out one by one, so that what is left
/// over shows. It is kept in objects, and refused everywhere else (D3).
struct JSONMembers: ~Copyable, ~Escapable {
  private let object: JSONView
  /// The node of the first key that has not been taken.
  private var first: Int
  private let end: Int
  /// The bits of the keys from the first on, one for each that has been read.
  private var taken: UInt64 = 0
  /// The nodes of taken keys that were more than 63 after the first.
  private var takenBeyond: Set<Int> = []

  @_lifetime(copy value)
  init(_ value: JSONView, key: WireKey) throws(LineProblem) {
    try self.init(value, named: key.literal)
  }

  /// Creates the members of an object; errors call it by this name.
  @_lifetime(copy value)
  init(_ value: JSONView, named name: StaticString) throws(LineProblem) {
    guard case .object = value.kind else { throw .wrongValue(key: name.description) }
    object = value
    first = value.index + 1
    end = value.node.next(after: value.index)
  }

  /// Takes a member out, nil where there is none. Fast where members are asked for in their order.
  @_lifetime(copy self)
  @inline(__always)
  mutating func take(_ key: WireKey) -> JSONView? {
    guard let index = find(key) else { return nil }
    return JSONView(object, at: index)
  }

  /// Takes a member out; the index of its value.
  @inline(__always)
  private mutating func find(_ key: WireKey) -> Int? {
    guard first < end else { return nil }
    guard isKey(object.nodes[first], key) else { return findLater(key) }
    defer { passFirst() }
    return first + 1
  }

  /// Takes the first member, and passes those after it that were taken before.
  private mutating func passFirst() {
    taken |= 1
    while taken & 1 != 0 {
      taken >>= 1
      first = object.nodes[first + 1].next(after: first + 1)
      if !takenBeyond.isEmpty { noteBeyond() }
    }
  }

  /// Takes out a member that is not the first of those left.
  private mutating func findLater(_ key: WireKey) -> Int? {
    var index = object.nodes[first + 1].next(after: first + 1)
    var ordinal = 1
    while index < end {
      if isKey(object.nodes[index], key), !isTaken(index, ordinal) {
        mark(index, ordinal)
        return index + 1
      }
      index = object.nodes[index + 1].next(after: index + 1)
      ordinal += 1
    }
    return nil
  }

  /// Returns true if a key is this one, as strings are equal.
  @inline(__always)
  private func isKey(_ node: JSONNode, _ key: WireKey) -> Bool {
    guard node.isASCII, !node.isDecoded else { return isKeySlowly(node, key) }
    guard node.count == key.literal.utf8CodeUnitCount else { return false }
    var at = Int(node.start)
    return object.bytes.skip(key.literal, at: &at)
  }

  private func isKeySlowly(_ node: JSONNode, _ key: WireKey) -> Bool {
    let characters = (node.isDecoded ? object.decoded : object.bytes).extracting(node.range)
    return characters.text() == key.text
  }

  @inline(__always)
  private func isTaken(_ index: Int, _ ordinal: Int) -> Bool {
    ordinal < 64 ? (taken >> UInt64(ordinal)) & 1 != 0 : takenBeyond.contains(index)
  }

  private mutating func mark(_ index: Int, _ ordinal: Int) {
    if ordinal < 64 { taken |= 1 << UInt64(ordinal) } else { takenBeyond.insert(index) }
  }

  /// Sets the bit of the key that is now 63 after the first, if it was taken before.
  private mutating func noteBeyond() {
    var index = first
    for _ in 0..<63 where index < end { index = object.nodes[index + 1].next(after: index + 1) }
    if takenBeyond.remove(index) != nil { taken |= 1 << 63 }
  }

  /// Refuses whatever has not been taken.
  func finish() throws(LineProblem) {
    if first < end { throw .unknownKey(JSONView(object, at: first).text ?? "") }
  }

  /// Takes out all that is left, as fields.
  mutating func takeRest() -> [Field] {
    defer { first = end }
    return fields
  }

  /// The members that have not been read, as fields.
  var fields: [Field] {
    var fields: [Field] = []
    var index = first
    var ordinal = 0
    while index < end {
      let value = index + 1
      if !isTaken(index, ordinal) {
        let name = JSONView(object, at: index).text ?? ""
        fields.append(Field(name, FieldValue(JSONView(object, at: value))))
      }
      index = object.nodes[value].next(after: value)
      ordinal += 1
    }
    return fields
  }
}

extension Timestamp {
  /// Reads the time in a text of RFC 3339; nil for anything else.
  package init?(rfc3339 text: String) {
    self.init(rfc3339: text.utf8.rawBytes, 0..<text.utf8.count)
  }

  /// Reads the time in these bytes; nil if they are not such a text.
  @inline(__always)
  init?(rfc3339 bytes: RawSpan, _ range: Range<Int>) {
    var position = range.lowerBound
    guard let parts = RFC3339.parse(bytes, at: &position), position == range.upperBound
    else { return nil }
    self.init(
      instant: Instant(microseconds: parts.microseconds), offsetMinutes: parts.offsetMinutes)
  }
}
