import ByteTools
import HealthModel

extension ElementTree {
  /// An element with all that it holds, whatever has been taken of it: its name as `element`, its
  /// attributes as an object of texts, its text, and its children in the same shape.
  func whole(_ node: Int) -> [Field] {
    var fields = [Field("element", .text(name(of: node)))]
    let attributes = Array(nodes[node].attributes)
    if !attributes.isEmpty { fields.append(Field("attributes", object(attributes))) }
    if let text = text(of: node) { fields.append(Field("text", .text(text))) }
    let children = children(of: node).map { FieldValue.fields(whole($0)) }
    if !children.isEmpty { fields.append(Field("children", .list(children))) }
    return fields
  }

  /// What reading has not taken of an element: attributes, text, and whole children.
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
    var names = FirstIndices<String>()
    var fields: [Field] = []
    fields.reserveCapacity(indices.count)
    var repeated: [Int: [FieldValue]] = [:]
    for attribute in indices {
      let name = withBytes(attributes[attribute].name) { $0.text() }
      let value = value(of: attribute, parsesNumbers: parsesNumbers)
      if let index = names.index(ofOrAdding: name) {
        repeated[index, default: [fields[index].value]].append(value)
      } else {
        fields.append(Field(name, value))
      }
    }
    for (index, values) in repeated { fields[index].value = .list(values) }
    return .fields(fields)
  }

  /// The value of an attribute as text or, where asked for and possible, as number.
  func value(of attribute: Int, parsesNumbers: Bool) -> FieldValue {
    withBytes(attributes[attribute].value) { bytes in
      if parsesNumbers, let number = AppleNumber.parse(bytes) { return .number(number) }
      return .text(bytes.text())
    }
  }

  /// The text of an element, its pieces on lines of their own.
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

  /// All attributes of an element, marked as taken, numbers as numbers.
  mutating func takeAll(of node: Int) -> FieldValue {
    for attribute in nodes[node].attributes { attributes[attribute].isUsed = true }
    nodes[node].use = .read
    return object(Array(nodes[node].attributes), parsesNumbers: true)
  }
}

extension ElementTree {
  /// Whether the element as a line could break the limits of a line: 16 MiB, strings of 1 MiB.
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
