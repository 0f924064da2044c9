/// A value of a `JSONTape`, read in place from the bytes that the tape was made of.
///
///     let tape = try JSONTape(bytes)
///     JSONView(tape, bytes).number
package struct JSONView: ~Escapable {
  package let bytes: RawSpan
  package let decoded: RawSpan
  package let nodes: Span<JSONNode>
  /// Which node it is.
  package let index: Int

  /// The value that holds all others.
  ///
  /// - Parameter bytes: those that the tape was made of.
  @_lifetime(borrow tape, copy bytes)
  package init(_ tape: borrowing JSONTape, _ bytes: RawSpan) {
    self.bytes = bytes
    decoded = unsafe tape.decoded.span.bytes
    nodes = tape.nodes.span
    index = 0
  }

  /// Another value of the same tape.
  @_lifetime(copy other)
  package init(_ other: JSONView, at index: Int) {
    bytes = other.bytes
    decoded = other.decoded
    nodes = other.nodes
    self.index = index
  }

  package var node: JSONNode { nodes[index] }

  /// What kind of value it is.
  package var kind: JSONNode.Kind { node.kind }

  /// The number, if it is one.
  package var number: Double? {
    let node = node
    return node.kind == .number ? Double(bitPattern: node.payload) : nil
  }

  /// The string, if it is one.
  package var text: String? { node.kind == .text ? characters.text() : nil }

  /// The bytes of a string without its escapes; of other values none.
  package var characters: RawSpan {
    @_lifetime(copy self)
    get {
      let node = node
      guard node.kind == .text else { return bytes.extracting(0..<0) }
      return (node.isDecoded ? decoded : bytes).extracting(node.range)
    }
  }

  /// Whether it is a string equal to `literal`, as strings are: é and e with an accent are equal.
  package func equals(_ literal: StaticString) -> Bool {
    let node = node
    guard node.kind == .text else { return false }
    guard node.isASCII else { return text == literal.description }
    return characters.equals(literal)
  }

  /// The values in an array; of an object each key, and behind it its value; of others none.
  package var elements: JSONElements {
    @_lifetime(copy self)
    get { JSONElements(self) }
  }
}

/// Goes through what an array or object holds.
package struct JSONElements: ~Escapable {
  private let view: JSONView
  private var index: Int
  private let end: Int

  @_lifetime(copy view)
  init(_ view: JSONView) {
    self.view = view
    index = view.index &+ 1
    end = view.node.next(after: view.index)
  }

  /// Whether nothing is left.
  package var isEmpty: Bool { index >= end }

  /// The next value, or nil behind the last.
  @_lifetime(copy self)
  package mutating func next() -> JSONView? {
    guard index < end else { return nil }
    let element = JSONView(view, at: index)
    index = element.node.next(after: index)
    return element
  }
}
