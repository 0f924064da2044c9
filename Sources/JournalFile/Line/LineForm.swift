import ByteTools

// The words in which `LineGrammar` is written: what stands on a line, and how a value of Swift
// comes to stand there.

/// What a value of a line is.
package indirect enum WireValue: Sendable {
  /// A string.
  case text
  /// One of these strings.
  case word([String])
  /// A finite number.
  case number
  /// A whole number from 0 to 2^53.
  case whole
  /// A whole number from 1 to 2^53.
  case positive
  /// A whole number from −2^53 to 2^53.
  case code
  /// `true` or `false`.
  case flag
  /// A time with its offset from UTC.
  case time
  /// A time in UTC with three digits of fraction.
  case moment
  /// A uuid in upper case.
  case uuid
  /// This number of lower-case hexadecimal digits.
  case hex(Int)
  /// A list of such values.
  case list(WireValue)
  /// An object whose keys are the format's.
  case object(WireObject)
  /// An object whose keys are data.
  case table(WireValue)
  /// One of these.
  case either([WireValue])

  /// Whether it stands in quotes.
  var isQuoted: Bool {
    switch self {
    case .text, .word, .time, .moment, .uuid, .hex: true
    case .number, .whole, .positive, .code, .flag, .list, .object, .table, .either: false
    }
  }
}

/// A member of an object on a line.
package struct WireMember: Sendable {
  /// When it is written.
  package enum Presence: Sendable {
    /// Always.
    case always
    /// Where there is something to say.
    case optional
    /// Where the member before it is.
    case withPrevious
  }

  /// Its key.
  package let key: WireKey
  /// What its value is.
  package let value: WireValue
  /// When it is written.
  package let presence: Presence

  /// What stands before its value: its key, and the quote that opens it.
  var opening: String { "\"\(key.text)\":" + (value.isQuoted ? "\"" : "") }

  /// What stands after its value.
  var closing: String { value.isQuoted ? "\"" : "" }
}

extension WireMember {
  /// A member that is always written.
  init(_ key: WireKey, _ type: (some Formed).Type) {
    self.init(key: key, value: type.wire, presence: .always)
  }
}

/// An object on a line: its members in canonical order.
package struct WireObject: Sendable {
  /// All that it can have.
  package var members: [WireMember]
  /// Before which member other keys stand, which are kept as they are; nil: there are none.
  package var others: Int?

  func member(_ key: WireKey) -> WireMember {
    guard let member = members.first(where: { $0.key.text == key.text }) else {
      preconditionFailure("the grammar has no \(key.text) here")
    }
    return member
  }

  /// What stands before the value of a member that is not the first.
  func text(before key: WireKey) -> String { "," + member(key).opening }

  /// What stands between the values of two members of which the second follows the first.
  func text(from first: WireKey, to second: WireKey) -> String {
    member(first).closing + text(before: second)
  }
}

/// A type whose values stand on a line, always in the same form.
protocol Formed {
  /// The JSON value that stands for it.
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
