import ByteTools
public import HealthEvents
public import HealthModel

// The words in which `LineGrammar` is written: what stands on a line, and how a value of Swift
// comes to stand there.

/// The kind of a value on a line.
package indirect enum WireValue: Sendable {
  case text
  case word([String])
  /// A finite number.
  case number
  /// A whole number from 0 to 2^53.
  case whole
  /// A whole number from 1 to 2^53.
  case positive
  /// A whole number from −2^53 to 2^53.
  case code
  /// The values `true` or `false`.
  case flag
  /// A time with its offset from UTC.
  case time
  /// A time in UTC with three digits of fraction.
  case moment
  /// A uuid in upper case.
  case uuid
  /// This number of lower-case hexadecimal digits.
  case hex(Int)
  /// A whole number from 1, or a list of two, the second greater.
  case run
  /// A list of such values.
  case list(WireValue)
  /// An object whose keys are the format's.
  case object(WireObject)
  /// An object whose keys are data.
  case table(WireValue)
  /// A value of one of these kinds.
  case either([WireValue])

  /// True if it is written in quotes.
  var isQuoted: Bool {
    switch self {
    case .text, .word, .time, .moment, .uuid, .hex: true
    case .number, .whole, .positive, .code, .flag, .run, .list, .object, .table, .either: false
    }
  }
}

/// A member of an object on a line.
package struct WireMember: Sendable {
  /// The rule for writing a member.
  package enum Presence: Sendable {
    /// The member is always written.
    case always
    /// The member is written if it has a value.
    case optional
    /// The member is written if the member before it is.
    case withPrevious
  }

  package let key: WireKey
  /// The kind of its value.
  package let value: WireValue
  /// The rule for writing it.
  package let presence: Presence

  /// The text before its value: its key, and the quote that opens it.
  var opening: String { "\"\(key.text)\":" + (value.isQuoted ? "\"" : "") }

  /// The text after its value.
  var closing: String { value.isQuoted ? "\"" : "" }
}

extension WireMember {
  /// Creates a member that is always written.
  init(_ key: WireKey, _ type: (some Formed).Type) {
    self.init(key: key, value: type.wire, presence: .always)
  }
}

/// An object on a line: its members in canonical order.
package struct WireObject: Sendable {
  package var members: [WireMember]
  /// The index of the member before which other keys are written, which are kept unchanged; nil:
  /// there are none.
  package var others: Int?

  func member(_ key: WireKey) -> WireMember {
    guard let member = members.first(where: { $0.key.text == key.text }) else {
      preconditionFailure("the grammar has no \(key.text) here")
    }
    return member
  }

  /// Returns the text before the value of a member that is not the first.
  func text(before key: WireKey) -> String { "," + member(key).opening }

  /// Returns the text between the values of two members, the second directly after the first.
  func text(from first: WireKey, to second: WireKey) -> String {
    member(first).closing + text(before: second)
  }
}

/// A type whose values have always the same form on a line.
protocol Formed {
  /// The kind of its JSON value.
  static var wire: WireValue { get }
  /// Some value, for who asks for the grammar alone.
  static var blank: Self { get }
  /// Writes it, and notes as a fault what no line can say.
  func write(to writer: inout JSONWriter)
  /// Reads a value.
  ///
  /// - Parameter key: whose value it is, or is in.
  static func read(_ value: JSONView, _ key: WireKey) throws(LineProblem) -> Self
  /// Reads an element of a list.
  ///
  /// - Parameter known: a text of the element before that is likely to be in this one too.
  static func read(
    _ element: JSONView, _ key: WireKey, _ known: inout String?
  ) throws(LineProblem) -> Self
}

extension Formed {
  static func read(
    _ element: JSONView, _ key: WireKey, _ known: inout String?
  ) throws(LineProblem) -> Self {
    try read(element, key)
  }
}

/// A key of a line. These strings are the format: never derived, never changed. Code that is tuned,
/// as the fast readers of lines and what finds chain values, has some of them in literals of its
/// own.
///
/// The types that are `Shaped` say which of them an object has, and in which order.
package struct WireKey: Sendable, ExpressibleByStringLiteral {
  /// The key as written in quotes; it needs no escapes.
  package let literal: StaticString

  /// Creates a key of the format, as a shape writes it.
  @inline(__always)
  package init(stringLiteral literal: StaticString) { self.literal = literal }

  /// The key, for a message.
  package var text: String { literal.description }
}

extension LineProblem {
  static func missing(_ key: WireKey) -> LineProblem { .missing(key: key.text) }

  static func wrongValue(_ key: WireKey) -> LineProblem { .wrongValue(key: key.text) }
}

extension EventKind {
  /// The word on the wire. These strings are the format: never derived, never changed.
  public var name: String {
    switch self {
    case .open: "open"
    case .origin: "origin"
    case .save: "save"
    case .delete: "delete"
    case .authorize: "authorize"
    case .configure: "configure"
    case .declare: "type"
    case .importReceipt: "import"
    case .erase: "erase"
    case .format: "format"
    case .revert: "revert"
    case .erased: "erased"
    }
  }

  /// Creates the kind with this word, or nil.
  public init?(name: String) {
    guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}

/// The kind of an object on a line.
enum ObjectKind: Hashable, Sendable, CaseIterable {
  case quantity, category, correlation, workout, characteristic, summary
  case document(Document.Kind)

  static let allCases =
    [.quantity, .category, .correlation, .workout, .characteristic, .summary]
    + Document.Kind.allCases.map { ObjectKind.document($0) }

  /// The word on the wire.
  var name: StaticString {
    switch self {
    case .quantity: "quantity"
    case .category: "category"
    case .correlation: "correlation"
    case .workout: "workout"
    case .characteristic: "characteristic"
    case .summary: "summary"
    case .document(.route): "route"
    case .document(.ecg): "ecg"
    case .document(.audiogram): "audiogram"
    case .document(.heartbeats): "heartbeats"
    case .document(.other): "other"
    }
  }

  var text: String { name.description }

  /// True if the fields of such an object are its content, and are written before `origin`.
  var fieldsAreItsContent: Bool {
    switch self {
    case .summary, .document: true
    case .quantity, .category, .correlation, .workout, .characteristic: false
    }
  }
}

extension Content {
  /// The kind of the object on the wire.
  var kind: ObjectKind {
    switch self {
    case .quantity: .quantity
    case .category: .category
    case .correlation: .correlation
    case .workout: .workout
    case .characteristic: .characteristic
    case .summary: .summary
    case .document(let document): .document(document.kind)
    }
  }

  /// The word for the object's kind on the wire.
  public var kindName: String { kind.text }
}

extension WorkoutTotal {
  var key: WireKey {
    switch self {
    case .totalEnergyBurned: "totalEnergyBurned"
    case .totalDistance: "totalDistance"
    case .totalSwimmingStrokeCount: "totalSwimmingStrokeCount"
    case .totalFlightsClimbed: "totalFlightsClimbed"
    }
  }
}

extension WorkoutSession.Action {
  /// The word for the step in the file of the workout in progress.
  var name: String {
    switch self {
    case .start: "start"
    case .pause: "pause"
    case .resume: "resume"
    case .lap: "lap"
    case .end: "end"
    case .cancel: "cancel"
    }
  }
}

extension AuthorizationStatus {
  /// The word for the status on the wire.
  public var name: String {
    switch self {
    case .notDetermined: "notDetermined"
    case .denied: "denied"
    case .authorized: "authorized"
    }
  }

  /// Creates the status with this word, or nil.
  public init?(name: String) {
    guard let status = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = status
  }
}

/// The limits of the format.
public enum JournalLimits {
  /// The version of the format that this library writes, and the newest that it reads.
  public static let format = 2
  /// Bytes of a line without its line feed.
  public static let lineBytes = 16 << 20
  /// Bytes of the end of every line: `,"chain":"` and 64 digits and `"}`.
  public static let suffixBytes = 76
  /// The greatest whole number: 2^53, up to which every one is a double.
  public static let wholeNumber: UInt64 = 1 << 53

  /// Returns a number as a whole number from 0 to 2^53; nil for all else.
  package static func whole(_ number: Double) -> UInt64? {
    guard number <= Double(wholeNumber) else { return nil }
    return UInt64(exactly: number)
  }

  /// Returns a number as the code of a category: a whole number from −2^53 to 2^53; nil for all
  /// else.
  package static func code(_ number: Double) -> Int? {
    guard number.magnitude <= Double(wholeNumber) else { return nil }
    return Int(exactly: number)
  }
}
