import ByteTools
import HealthModel

/// The members of one JSON object, taken out one by one, so that what is left over shows.
struct JSONMembers {
  private(set) var rest: [JSONMember]

  init(_ value: JSONValue, key: String) throws(LineProblem) {
    guard case .object(let members) = value else { throw .wrongValue(key: key) }
    rest = members
  }

  /// Takes a member out, nil where there is none.
  mutating func take(_ key: String) -> JSONValue? {
    guard let index = rest.firstIndex(where: { $0.key == key }) else { return nil }
    return rest.remove(at: index).value
  }

  /// Refuses whatever has not been taken.
  func finish() throws(LineProblem) {
    if let first = rest.first { throw .unknownKey(first.key) }
  }

  /// What has not been taken, as fields.
  var fields: [Field] { rest.map { Field($0.key, FieldValue($0.value)) } }

  // MARK: Typed members

  mutating func text(_ key: String) throws(LineProblem) -> String? {
    switch take(key) {
    case nil: return nil
    case .string(let text)?: return text
    default: throw .wrongValue(key: key)
    }
  }

  mutating func number(_ key: String) throws(LineProblem) -> Double? {
    switch take(key) {
    case nil: return nil
    case .number(let number)?: return number
    default: throw .wrongValue(key: key)
    }
  }

  /// A whole number from 0 to 2^53.
  mutating func whole(_ key: String) throws(LineProblem) -> UInt64? {
    guard let number = try number(key) else { return nil }
    guard number >= 0, number <= Double(JournalLimits.wholeNumber),
      let whole = UInt64(exactly: number)
    else { throw .wrongValue(key: key) }
    return whole
  }

  mutating func list(_ key: String) throws(LineProblem) -> [JSONValue]? {
    switch take(key) {
    case nil: return nil
    case .array(let elements)?: return elements
    default: throw .wrongValue(key: key)
    }
  }

  mutating func time(_ key: String) throws(LineProblem) -> Timestamp? {
    guard let text = try text(key) else { return nil }
    guard let time = Timestamp(rfc3339: text) else { throw .wrongValue(key: key) }
    return time
  }

  mutating func uuid(_ key: String) throws(LineProblem) -> ObjectUUID? {
    guard let text = try text(key) else { return nil }
    guard let uuid = ObjectUUID(jsonText: text) else { throw .wrongValue(key: key) }
    return uuid
  }

  mutating func uuids(_ key: String) throws(LineProblem) -> [ObjectUUID]? {
    guard let elements = try list(key) else { return nil }
    var uuids: [ObjectUUID] = []
    for element in elements {
      guard case .string(let text) = element, let uuid = ObjectUUID(jsonText: text)
      else { throw .wrongValue(key: key) }
      uuids.append(uuid)
    }
    return uuids
  }
}

extension Optional {
  /// The value, or the problem that `key` is missing.
  func required(_ key: String) throws(LineProblem) -> Wrapped {
    guard let value = self else { throw .missing(key: key) }
    return value
  }
}

extension Timestamp {
  /// The time that a text of RFC 3339 says, nil for anything else.
  package init?(rfc3339 text: String) {
    let bytes = unsafe text.utf8.span.bytes
    var position = 0
    guard let parts = RFC3339.parse(bytes, at: &position), position == bytes.byteCount
    else { return nil }
    self.init(
      instant: Instant(microseconds: parts.microseconds), offsetMinutes: parts.offsetMinutes)
  }
}

extension ObjectUUID {
  /// Reads a uuid in either case; the journal's own is upper.
  fileprivate init?(jsonText text: String) {
    let bytes = unsafe text.utf8.span.bytes
    var position = 0
    if bytes.byteCount == 36, let words = UUIDText.parse(bytes, at: &position) {
      self.init(high: words.high, low: words.low)
    } else {
      self.init(text)
    }
  }
}

extension FieldValue {
  init(_ value: JSONValue) {
    self =
      switch value {
      case .null: .null
      case .boolean(let value): .boolean(value)
      case .number(let value): .number(value)
      case .string(let value): .text(value)
      case .array(let elements): .list(elements.map { FieldValue($0) })
      case .object(let members): .fields(members.map { Field($0.key, FieldValue($0.value)) })
      }
  }
}

extension JSONWriter {
  mutating func fieldValue(_ value: FieldValue) {
    switch value {
    case .null: self.value(.null)
    case .boolean(let value): self.value(.boolean(value))
    case .number(let value): self.value(.number(value))
    case .text(let value): string(value)
    case .list(let elements): array(elements) { $0.fieldValue($1) }
    case .fields(let fields): object { $0.members(fields) }
    }
  }

  mutating func members(_ fields: [Field]) {
    for field in fields {
      key(field.name)
      fieldValue(field.value)
    }
  }

  mutating func member(_ key: String, _ time: Timestamp) {
    self.key(key)
    bytes.append(addingCapacity: 48) { output in
      output.append(UInt8(ascii: "\""))
      output.append(time)
      output.append(UInt8(ascii: "\""))
    }
  }

  mutating func member(_ key: String, _ uuid: ObjectUUID) {
    self.key(key)
    self.uuid(uuid)
  }

  /// Writes a uuid as a string.
  mutating func uuid(_ uuid: ObjectUUID) {
    bytes.append(addingCapacity: 38) { output in
      output.append(UInt8(ascii: "\""))
      output.append(uuid: uuid.high, uuid.low)
      output.append(UInt8(ascii: "\""))
    }
  }

  mutating func member(_ key: String, ifAny text: String?) {
    if let text { member(key, text) }
  }

  mutating func member(_ key: String, ifAny number: Double?) {
    if let number { member(key, number) }
  }

  mutating func member(_ key: String, ifAny number: UInt64?) {
    if let number { member(key, number) }
  }

  mutating func member(_ key: String, ifAny time: Timestamp?) {
    if let time { member(key, time) }
  }
}
