import ByteTools
import HealthModel

/// The members of one JSON object, found in place and taken out one by one, so that what is left
/// over shows.
struct JSONMembers: ~Copyable, ~Escapable {
  private let object: JSONView
  /// The node of the first key that has not been taken.
  private var first: Int
  private let end: Int
  /// Of the keys from the first on, a bit for each that has been taken.
  private var taken: UInt64 = 0
  /// The nodes of taken keys that were more than 63 after the first.
  private var takenBeyond: Set<Int> = []

  @_lifetime(copy value)
  init(_ value: JSONView, key: WireKey) throws(LineProblem) {
    try self.init(value, named: key.literal)
  }

  /// The members of an object that errors call by this name.
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

  /// Whether a key is this one, as strings are equal.
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

  /// What has not been taken, as fields.
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
  /// The time that a text of RFC 3339 says, nil for anything else.
  package init?(rfc3339 text: String) {
    self.init(rfc3339: text.utf8.rawBytes, 0..<text.utf8.count)
  }

  /// The time that these bytes say, where they are such a text.
  @inline(__always)
  init?(rfc3339 bytes: RawSpan, _ range: Range<Int>) {
    var position = range.lowerBound
    guard let parts = RFC3339.parse(bytes, at: &position), position == range.upperBound
    else { return nil }
    self.init(
      instant: Instant(microseconds: parts.microseconds), offsetMinutes: parts.offsetMinutes)
  }
}
