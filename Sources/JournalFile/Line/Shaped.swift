import ByteTools
import HealthModel

/// A type whose values stand on a line as an object.
///
/// `members` is all that is known of the object: its keys in canonical order, and of each value the
/// place in Swift, whose type is `Formed`. It is followed by who writes, by who reads and by who
/// asks for the grammar:
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

  /// A member that must be there.
  mutating func always<Value: Formed>(
    _ key: WireKey, _ value: (Subject) -> Value
  ) throws(Failure) -> Value

  /// A member that is written at these times, and may be missing.
  mutating func member<Value: Formed>(
    _ key: WireKey, _ presence: WireMember.Presence, _ value: (Subject) -> Value?
  ) throws(Failure) -> Value?

  /// A text that must be there, and is likely to be the same in the element before.
  mutating func repeated(
    _ key: WireKey, _ value: (Subject) -> String
  ) throws(Failure) -> String

  /// Members that are of another value in Swift.
  mutating func part<Part: Shaped>(_ value: (Subject) -> Part) throws(Failure) -> Part

  /// All other keys, which are kept.
  mutating func others(_ value: (Subject) -> [Field]) throws(Failure) -> [Field]
}

extension LineWay where Self: ~Copyable & ~Escapable {
  /// A member that is left out where there is nothing to say.
  @inline(__always)
  mutating func optional<Value: Formed>(
    _ key: WireKey, _ value: (Subject) -> Value?
  ) throws(Failure) -> Value? {
    try member(key, .optional, value)
  }

  /// A text that must be there, and is likely to be the same in the element before.
  mutating func repeated(
    _ key: WireKey, _ value: (Subject) -> String
  ) throws(Failure) -> String {
    try always(key, value)
  }

  /// A member that stands where the one before it does; a reader looks for it only then.
  mutating func withPrevious<Value: Formed>(
    _ key: WireKey, after previous: Value?, _ value: (Subject) -> Value?
  ) throws(Failure) -> Value? {
    guard previous != nil else { return nil }
    return try member(key, .withPrevious, value)
  }

  /// A member that is left out where there are none.
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

  /// A table that is left out where it has no rows.
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

  /// A number that is always written, and 0 where it is missing.
  mutating func orZero(_ key: WireKey, _ value: (Subject) -> Int) throws(Failure) -> Int {
    try member(key, .always, value) ?? 0
  }

  /// A number that is left out where it is 0.
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

/// Reads the members of a value from those that are left of an object, wherever they stand.
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

  /// The members in the grammar.
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
