import ByteTools
import HealthModel

/// The members of one JSON object, found in place and taken out one by one, so that what is left over
/// shows.
struct JSONMembers: ~Copyable, ~Escapable {
  private let object: JSONView
  /// The node of the first key that has not been taken.
  private var first: Int
  private let end: Int
  /// Of the keys from the first on, a bit for each that has been taken.
  private var taken: UInt64 = 0
  /// The nodes of taken keys that were more than 63 behind the first.
  private var takenBeyond: Set<Int> = []

  @_lifetime(copy value)
  init(_ value: JSONView, key: StaticString) throws(LineProblem) {
    guard value.kind == .object else { throw .wrongValue(key: key.description) }
    object = value
    first = value.index + 1
    end = value.node.next(after: value.index)
  }

  /// Takes a member out, nil where there is none. Fast where members are asked for in their order.
  @_lifetime(copy self)
  mutating func take(_ key: StaticString) -> JSONView? {
    var index = first
    var place = 0
    while index < end {
      let value = index + 1
      if !isTaken(index, place), JSONView(object, at: index).equals(key) {
        mark(index, place)
        return JSONView(object, at: value)
      }
      index = object.nodes[value].next(after: value)
      place += 1
    }
    return nil
  }

  private func isTaken(_ index: Int, _ place: Int) -> Bool {
    place < 64 ? taken >> UInt64(place) & 1 != 0 : takenBeyond.contains(index)
  }

  private mutating func mark(_ index: Int, _ place: Int) {
    if place < 64 { taken |= 1 << UInt64(place) } else { takenBeyond.insert(index) }
    while taken & 1 != 0 {
      taken >>= 1
      first = object.nodes[first + 1].next(after: first + 1)
      if !takenBeyond.isEmpty { noteBeyond() }
    }
  }

  /// The key that is now 63 behind the first has a bit again.
  private mutating func noteBeyond() {
    var index = first
    for _ in 0..<63 where index < end { index = object.nodes[index + 1].next(after: index + 1) }
    if takenBeyond.remove(index) != nil { taken |= 1 << 63 }
  }

  /// Refuses whatever has not been taken.
  func finish() throws(LineProblem) {
    if first < end { throw .unknownKey(JSONView(object, at: first).text ?? "") }
  }

  /// What has not been taken, as fields.
  var fields: [Field] {
    var fields: [Field] = []
    var index = first
    var place = 0
    while index < end {
      let value = index + 1
      if !isTaken(index, place) {
        let name = JSONView(object, at: index).text ?? ""
        fields.append(Field(name, FieldValue(JSONView(object, at: value))))
      }
      index = object.nodes[value].next(after: value)
      place += 1
    }
    return fields
  }

  // MARK: Typed members

  /// Takes out a string, to be looked at in place.
  @_lifetime(copy self)
  mutating func string(_ key: StaticString) throws(LineProblem) -> JSONView? {
    guard let value = take(key) else { return nil }
    guard value.kind == .text else { throw .wrongValue(key: key.description) }
    return value
  }

  mutating func text(_ key: StaticString) throws(LineProblem) -> String? {
    try string(key)?.text
  }

  mutating func number(_ key: StaticString) throws(LineProblem) -> Double? {
    guard let value = take(key) else { return nil }
    guard let number = value.number else { throw .wrongValue(key: key.description) }
    return number
  }

  /// A whole number from 0 to 2^53.
  mutating func whole(_ key: StaticString) throws(LineProblem) -> UInt64? {
    guard let number = try number(key) else { return nil }
    guard number >= 0, number <= Double(JournalLimits.wholeNumber),
      let whole = UInt64(exactly: number)
    else { throw .wrongValue(key: key.description) }
    return whole
  }

  @_lifetime(copy self)
  mutating func list(_ key: StaticString) throws(LineProblem) -> JSONElements? {
    guard let value = take(key) else { return nil }
    guard value.kind == .array else { throw .wrongValue(key: key.description) }
    return value.elements
  }

  mutating func time(_ key: StaticString) throws(LineProblem) -> Timestamp? {
    guard let value = try string(key) else { return nil }
    guard let time = Timestamp(rfc3339: value.characters)
    else { throw .wrongValue(key: key.description) }
    return time
  }

  mutating func uuid(_ key: StaticString) throws(LineProblem) -> ObjectUUID? {
    guard let value = try string(key) else { return nil }
    guard let uuid = ObjectUUID(value) else { throw .wrongValue(key: key.description) }
    return uuid
  }

  mutating func uuids(_ key: StaticString) throws(LineProblem) -> [ObjectUUID]? {
    guard var elements = try list(key) else { return nil }
    var uuids: [ObjectUUID] = []
    while let element = elements.next() {
      guard let uuid = ObjectUUID(element) else { throw .wrongValue(key: key.description) }
      uuids.append(uuid)
    }
    return uuids
  }
}

extension JSONView {
  /// The members of an object, each key and behind it its value.
  ///
  /// - Throws: that the value of `key` is wrong, where it is none.
  @_lifetime(copy self)
  func members(of key: StaticString) throws(LineProblem) -> JSONElements {
    guard kind == .object else { throw .wrongValue(key: key.description) }
    return elements
  }
}

extension Optional {
  /// The value, or the problem that `key` is missing.
  func required(_ key: StaticString) throws(LineProblem) -> Wrapped {
    guard let value = self else { throw .missing(key: key.description) }
    return value
  }
}

extension Timestamp {
  /// The time that a text of RFC 3339 says, nil for anything else.
  package init?(rfc3339 text: String) {
    self.init(rfc3339: unsafe text.utf8.span.bytes)
  }

  /// The time that the bytes of such a text say.
  init?(rfc3339 bytes: RawSpan) {
    var position = 0
    guard let parts = RFC3339.parse(bytes, at: &position), position == bytes.byteCount
    else { return nil }
    self.init(
      instant: Instant(microseconds: parts.microseconds), offsetMinutes: parts.offsetMinutes)
  }
}

extension ObjectUUID {
  /// Reads the uuid of a string in either case; the journal's own is upper.
  fileprivate init?(_ value: JSONView) {
    let bytes = value.characters
    var position = 0
    if bytes.byteCount == 36, let words = UUIDText.parse(bytes, at: &position) {
      self.init(high: words.high, low: words.low)
    } else {
      self.init(bytes.text())
    }
  }
}

extension FieldValue {
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
