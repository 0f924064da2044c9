package import ByteTools

/// A JSON value with all that it holds. Numbers are doubles; an object keeps the order of its
/// members.
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

extension JSONWriter {
  /// Writes one value.
  package mutating func value(_ value: JSONValue) {
    switch value {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .boolean(let value): self.value(value)
    case .number(let value): self.value(value)
    case .string(let value): string(value)
    case .array(let elements): array(elements) { $0.value($1) }
    case .object(let members):
      object { writer in
        for member in members {
          writer.key(member.key)
          writer.value(member.value)
        }
      }
    }
  }
}
