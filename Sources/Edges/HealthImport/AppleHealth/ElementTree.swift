import ByteTools
import HealthModel

/// An element directly inside the root, with all that it holds, in four arrays that are used again
/// for the next one: a file of millions of records allocates them once.
///
/// Reading marks what it uses. The rest is kept in the object's fields, so that nothing is lost
/// because a reader forgot it.
struct ElementTree: Sendable {
  /// The result of reading an element so far.
  enum Use: Sendable {
    /// The element is not read yet.
    case untouched
    /// It is part of the object; what is left of it is kept with the object.
    case read
    /// The element is an object of its own.
    case apart
  }

  struct Node: Sendable {
    var name: AppleElement?
    var nameBytes: Range<Int>
    /// The row that counts its kind.
    var row: Int
    /// The depth; 0 for the element itself.
    var level: Int
    var attributes: Range<Int>
    var use = Use.untouched
    /// Its first and last text.
    var firstText: Int?
    var lastText: Int?
  }

  struct Attribute: Sendable {
    var name: Range<Int>
    var value: Range<Int>
    var isUsed = false
  }

  struct Text: Sendable {
    var bytes: Range<Int>
    /// The next text of the same element.
    var next: Int?
  }

  /// The elements in the order of their start tags: 0 is the element itself.
  var nodes: [Node] = []
  var attributes: [Attribute] = []
  var texts: [Text] = []
  private var lastAtLevel: [Int?] = []
  /// Names and values, entities decoded.
  var bytes: [UInt8] = []
  /// The element's bytes in the file, without the white space between its tags.
  var raw: [UInt8] = []
  /// Its position in the file.
  var offset: UInt64 = 0
  /// The reason why its form alone keeps it out of a line.
  var problem: String?
  /// True if it holds bytes that are not UTF-8, which a line cannot hold.
  var isLossy = false
  /// The number of control characters in its attributes and texts so far.
  var controlCount = 0

  /// Empties it for another element.
  mutating func clear() {
    nodes.removeAll(keepingCapacity: true)
    attributes.removeAll(keepingCapacity: true)
    texts.removeAll(keepingCapacity: true)
    lastAtLevel.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
    raw.removeAll(keepingCapacity: true)
    problem = nil
    isLossy = false
    controlCount = 0
  }

  // MARK: Growing

  /// Adds an element; elements are added in the order of their start tags.
  mutating func append(_ node: Node) {
    while lastAtLevel.count <= node.level { lastAtLevel.append(nil) }
    lastAtLevel[node.level] = nodes.count
    nodes.append(node)
  }

  /// Adds a text to the last element of a level; nothing where there is none.
  mutating func append(text bytes: Range<Int>, atLevel level: Int) {
    guard lastAtLevel.indices.contains(level), let node = lastAtLevel[level] else { return }
    if let last = nodes[node].lastText {
      texts[last].next = texts.count
    } else {
      nodes[node].firstText = texts.count
    }
    nodes[node].lastText = texts.count
    texts.append(Text(bytes: bytes))
  }

  /// Counts the control characters of an attribute whose name and value have just been added. In
  /// the name of a source they are removed: it is the same source with them and without.
  mutating func take(_ controls: Int, ofAttribute name: Range<Int>) {
    controlCount += controls
    guard withBytes(name, { $0.equals("sourceName") || $0.equals("source") }) else { return }
    let value = withBytes(name.upperBound..<bytes.count) { ControlCharacters.removed(from: $0) }
    bytes.replaceSubrange(name.upperBound..., with: value)
  }

  // MARK: Finding

  func name(of node: Int) -> String { withBytes(nodes[node].nameBytes) { $0.text() } }

  /// Returns the elements of a subtree, its root first.
  func subtree(of node: Int) -> Range<Int> {
    var end = node + 1
    while end < nodes.count, nodes[end].level > nodes[node].level { end += 1 }
    return node..<end
  }

  /// Returns the elements directly inside another.
  func children(of node: Int) -> [Int] {
    subtree(of: node).dropFirst().filter { nodes[$0].level == nodes[node].level + 1 }
  }

  /// Returns the index of an attribute: the first unread one of this name.
  private func find(_ name: StaticString, of node: Int) -> Int? {
    nodes[node].attributes.first { index in
      !attributes[index].isUsed && withBytes(attributes[index].name) { $0.equals(name) }
    }
  }

  /// Hands out bytes of names or values.
  func withBytes<Result, Failure: Error>(
    _ range: Range<Int>, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(bytes.rawBytes.extracting(range))
  }

  /// Returns true if an unread attribute has this name.
  func has(_ name: StaticString, of node: Int) -> Bool { find(name, of: node) != nil }

  /// Returns the result of `parse` for an attribute, which stays unread.
  func peek<Value>(
    _ name: StaticString, of node: Int, _ parse: (RawSpan) -> Value?
  ) -> Value? {
    find(name, of: node).flatMap { withBytes(attributes[$0].value, parse) }
  }

  /// The time zone that the element itself names in its metadata, untaken.
  var timeZone: String? {
    if nodes.count < 2 { return nil }
    for node in nodes.indices where nodes[node].level == 1 && nodes[node].name == .metadataEntry {
      guard peek("key", of: node, { $0.equals("HKTimeZone") ? true : nil }) != nil else { continue }
      return peek("value", of: node) { $0.text() }
    }
    return nil
  }

  // MARK: Taking

  /// Takes an attribute's value, nil where there is none.
  mutating func take(_ name: StaticString, of node: Int) -> Range<Int>? {
    guard let index = find(name, of: node) else { return nil }
    attributes[index].isUsed = true
    return attributes[index].value
  }

  /// Takes an attribute that `parse` can read; one that it cannot stays untaken.
  mutating func take<Value>(
    _ name: StaticString, of node: Int, _ parse: (RawSpan) -> Value?
  ) -> Value? {
    guard let index = find(name, of: node),
      let value = withBytes(attributes[index].value, parse)
    else { return nil }
    attributes[index].isUsed = true
    return value
  }

  /// Reads an attribute as text and marks it as read.
  mutating func takeText(_ name: StaticString, of node: Int) -> String? {
    take(name, of: node).map { withBytes($0) { $0.text() } }
  }

  /// Takes an attribute that must be there and not empty.
  mutating func require(
    _ name: StaticString, of node: Int
  ) throws(UnreadablePart) -> Range<Int> {
    guard let value = take(name, of: node), !value.isEmpty else {
      throw UnreadablePart("it has no \(name)")
    }
    return value
  }

  /// Returns true if every part of an element has been read, or is an object of its own.
  func isAccounted(_ node: Int) -> Bool {
    let all = subtree(of: node)
    var index = all.lowerBound
    while index < all.upperBound {
      switch nodes[index].use {
      case .untouched: return false
      case .apart: index = subtree(of: index).upperBound
      case .read:
        guard nodes[index].attributes.allSatisfy({ attributes[$0].isUsed }) else { return false }
        if nodes[index].firstText != nil { return false }
        index += 1
      }
    }
    return true
  }

  /// Returns an element with all that it holds, read or not: its name as `element`, its attributes
  /// as an object of texts, its text, and its children in the same shape.
  func whole(_ node: Int) -> [Field] {
    var fields = [Field("element", .text(name(of: node)))]
    let attributes = Array(nodes[node].attributes)
    if !attributes.isEmpty { fields.append(Field("attributes", object(attributes))) }
    if let text = text(of: node) { fields.append(Field("text", .text(text))) }
    let children = children(of: node).map { FieldValue.fields(whole($0)) }
    if !children.isEmpty { fields.append(Field("children", .list(children))) }
    return fields
  }

  /// Returns the unread parts of an element: attributes, text, and whole children.
  func leftovers(of node: Int) -> [Field] {
    var fields: [Field] = []
    let unused = nodes[node].attributes.filter { !attributes[$0].isUsed }
    if !unused.isEmpty { fields.append(Field("attributes", object(unused))) }
    if let text = text(of: node) { fields.append(Field("text", .text(text))) }
    if node + 1 == nodes.count { return fields }
    let children = children(of: node).filter { !isAccounted($0) }
    if !children.isEmpty {
      fields.append(Field("children", .list(children.map { .fields(whole($0)) })))
    }
    return fields
  }

  /// Attributes by name as text or, where `parsesNumbers`, as number; the values of a name that
  /// comes twice as a list.
  func object(_ indices: [Int], parsesNumbers: Bool = false) -> FieldValue {
    var names = Numbering<String>()
    var fields: [Field] = []
    fields.reserveCapacity(indices.count)
    var repeated: [Int: [FieldValue]] = [:]
    for attribute in indices {
      let name = withBytes(attributes[attribute].name) { $0.text() }
      let value = value(of: attribute, parsesNumbers: parsesNumbers)
      if let index = names.number(ofOrAdding: name) {
        repeated[index, default: [fields[index].value]].append(value)
      } else {
        fields.append(Field(name, value))
      }
    }
    for (index, values) in repeated { fields[index].value = .list(values) }
    return .fields(fields)
  }

  /// Returns the value of an attribute as text or, if requested and possible, as number.
  func value(of attribute: Int, parsesNumbers: Bool) -> FieldValue {
    withBytes(attributes[attribute].value) { bytes in
      if parsesNumbers, let number = AppleNumber.parse(bytes) { return .number(number) }
      return .text(bytes.text())
    }
  }

  /// Returns the text of an element, its pieces on lines of their own.
  func text(of node: Int) -> String? {
    var next = nodes[node].firstText
    if next == nil { return nil }
    var pieces: [String] = []
    while let index = next {
      pieces.append(withBytes(texts[index].bytes) { $0.text() })
      next = texts[index].next
    }
    return pieces.joined(separator: "\n")
  }

  /// Returns all attributes of an element, numbers as numbers, and marks them as read.
  mutating func takeAll(of node: Int) -> FieldValue {
    for attribute in nodes[node].attributes { attributes[attribute].isUsed = true }
    nodes[node].use = .read
    return object(Array(nodes[node].attributes), parsesNumbers: true)
  }

  /// True if the element as a line could break the limits of a line: 16 MiB, strings of 1 MiB.
  ///
  /// Below 128 KiB nothing can: escaping makes a byte six at most, and an element's frame is less
  /// than that.
  var isTooLarge: Bool {
    if raw.count < 1 << 17 { return false }
    var total = nodes.count * 64 + attributes.count * 16
    for byte in bytes { total += Self.escapedCount(byte) }
    let strings = attributes.map(\.value) + texts.map(\.bytes)
    return total > 15 << 20 || strings.contains { escapedCount($0) > 1 << 20 }
  }

  private func escapedCount(_ range: Range<Int>) -> Int {
    range.count < 1 << 17 ? 0 : bytes[range].reduce(0) { $0 + Self.escapedCount($1) }
  }

  private static func escapedCount(_ byte: UInt8) -> Int {
    if byte < 0x20 { return 6 }
    return byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") ? 2 : 1
  }
}
