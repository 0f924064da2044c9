/// One JSON value with all that it holds, for small files and answers; lines of a journal are read from
/// their tape. Numbers are doubles; an object keeps the order of its members.
package enum JSONValue: Hashable, Sendable {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([JSONMember])

  /// Reads `bytes`, which hold one value and white space around it.
  ///
  /// - Throws: the first problem with its byte offset.
  package init(parsing bytes: RawSpan) throws(JSONFailure) {
    let tape = try JSONTape(bytes)
    self.init(JSONView(tape, bytes))
  }

  /// The value that a view shows.
  package init(_ view: JSONView) {
    switch view.kind {
    case .null: self = .null
    case .no: self = .boolean(false)
    case .yes: self = .boolean(true)
    case .number: self = .number(view.number ?? 0)
    case .text: self = .string(view.text ?? "")
    case .array: self = .array(Self.elements(view))
    case .object: self = .object(Self.members(view))
    }
  }

  private static func elements(_ view: JSONView) -> [JSONValue] {
    var values: [JSONValue] = []
    var elements = view.elements
    while let element = elements.next() { values.append(JSONValue(element)) }
    return values
  }

  private static func members(_ view: JSONView) -> [JSONMember] {
    var members: [JSONMember] = []
    var elements = view.elements
    while let key = elements.next(), let value = elements.next() {
      members.append(JSONMember(key.text ?? "", JSONValue(value)))
    }
    return members
  }

  /// The member named `key` of an object, or nil.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }
}

/// A key and its value in a JSON object.
package struct JSONMember: Hashable, Sendable {
  package var key: String
  package var value: JSONValue

  package init(_ key: String, _ value: JSONValue) {
    self.key = key
    self.value = value
  }
}

/// What keeps bytes from being the JSON that a journal takes.
package enum JSONProblem: String, Error, Sendable {
  case unexpectedByte = "is not JSON here"
  case unexpectedEnd = "ends in the middle of a JSON value"
  case trailingBytes = "has more after the end of the JSON value"
  case duplicateKey = "has the same key twice in one object"
  case invalidUTF8 = "is not valid UTF-8"
  case unpairedSurrogate = "has an escape for half a UTF-16 pair"
  case invalidEscape = "has an escape that JSON does not know"
  case controlCharacter = "has a control character inside a string"
  case numberOutOfRange = "has a number that no finite double holds"
  case tooDeep = "nests deeper than 32 levels"
  case stringTooLong = "has a string longer than 1 MiB"
}

/// A problem and the byte where it was met.
package struct JSONFailure: Error, Hashable, Sendable {
  package var problem: JSONProblem
  package var offset: Int
}
