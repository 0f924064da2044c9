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

/// How a value of Swift stands on a line.
struct Form<Value>: Sendable {
  /// What it is there.
  let value: WireValue
  /// Writes it, and notes as a fault what no line can say.
  let write: @Sendable (Value, inout JSONWriter) -> Void
}

/// A member of an object and where its value is in Swift.
struct Member<Subject>: Sendable {
  let form: WireMember
  let write: @Sendable (Subject, inout JSONWriter) -> Void

  /// One that is always written.
  static func always<Value>(
    _ key: WireKey, _ form: Form<Value>, _ value: @escaping @Sendable (Subject) -> Value
  ) -> Member {
    Member(form: WireMember(key: key, value: form.value, presence: .always)) {
      $1.member(key, value($0), form)
    }
  }

  /// One that is left out where there is nothing to say.
  static func optional<Value>(
    _ key: WireKey, _ form: Form<Value>, _ value: @escaping @Sendable (Subject) -> Value?
  ) -> Member {
    ifAny(key, form, .optional, value)
  }

  /// One that is written where the member before it is.
  static func withPrevious<Value>(
    _ key: WireKey, _ form: Form<Value>, _ value: @escaping @Sendable (Subject) -> Value?
  ) -> Member {
    ifAny(key, form, .withPrevious, value)
  }

  private static func ifAny<Value>(
    _ key: WireKey, _ form: Form<Value>, _ presence: WireMember.Presence,
    _ value: @escaping @Sendable (Subject) -> Value?
  ) -> Member {
    Member(form: WireMember(key: key, value: form.value, presence: presence)) {
      if let value = value($0) { $1.member(key, value, form) }
    }
  }

  /// One of many, that is left out where there are none.
  static func unlessEmpty<Element>(
    _ key: WireKey, _ form: Form<[Element]>,
    _ elements: @escaping @Sendable (Subject) -> [Element]
  ) -> Member {
    optional(key, form) {
      let elements = elements($0)
      return elements.isEmpty ? nil : elements
    }
  }
}

/// The members of an object in canonical order, and where their values are in Swift.
struct Shape<Subject>: Sendable {
  /// The members as they stand on a line.
  let forms: [WireMember]
  // Apart from the forms, which are not to be copied for each object that is written.
  fileprivate let writes: [@Sendable (Subject, inout JSONWriter) -> Void]

  init(_ members: Member<Subject>...) { self.init(members) }

  init(_ members: [Member<Subject>]) {
    forms = members.map(\.form)
    writes = members.map(\.write)
  }
}

extension JSONWriter {
  /// Writes `"key":`, with the comma before it where one is due.
  mutating func key(_ key: WireKey) {
    separate()
    bytes.append(addingCapacity: key.literal.utf8CodeUnitCount + 3) { output in
      output.append(UInt8(ascii: "\""))
      output.append(key.literal)
      output.append("\":")
    }
  }

  /// Writes a member, and names its value where that is a fault.
  fileprivate mutating func member<Value>(_ key: WireKey, _ value: Value, _ form: Form<Value>) {
    self.key(key)
    form.write(value, &self)
    nameFault(key.text)
  }

  /// Writes the members of a shape.
  mutating func members<Subject>(of subject: Subject, _ shape: Shape<Subject>) {
    for write in shape.writes { write(subject, &self) }
  }
}
