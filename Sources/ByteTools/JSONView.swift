/// A value of a `JSONTape`, read in place from the bytes that the tape was made of.
///
///     let tape = try JSONTape(bytes)
///     JSONView(tape, bytes).number
public struct JSONView: ~Escapable, BitwiseCopyable {
  /// The bytes that the tape was made of.
  public let bytes: RawSpan
  /// The strings that had escapes.
  public let decoded: RawSpan
  /// The tape's nodes.
  public let nodes: Span<JSONNode>
  /// Which node it is.
  public let index: Int

  /// The value that holds all others.
  ///
  /// - Parameter bytes: those that the tape was made of.
  @_lifetime(borrow tape, copy bytes)
  @inlinable
  public init(_ tape: borrowing JSONTape, _ bytes: RawSpan) {
    self.bytes = bytes
    decoded = tape.decoded.rawBytes
    nodes = tape.nodes.span
    index = 0
  }

  /// Another value of the same tape.
  @_lifetime(copy other)
  @inlinable
  public init(_ other: JSONView, at index: Int) {
    bytes = other.bytes
    decoded = other.decoded
    nodes = other.nodes
    self.index = index
  }

  /// Its node.
  @inlinable @inline(__always)
  public var node: JSONNode { nodes[index] }

  /// What kind of value it is.
  @inlinable
  public var kind: JSONNode.Kind { node.kind }

  /// The number, if it is one.
  @inlinable
  public var number: Double? {
    let node = node
    guard case .number = node.kind else { return nil }
    return Double(bitPattern: node.payload)
  }

  /// The string, if it is one.
  @inlinable
  public var text: String? {
    guard case .text = node.kind else { return nil }
    return characters.text()
  }

  /// The bytes of a string without its escapes; of other values none.
  @inlinable @inline(__always)
  public var characters: RawSpan {
    @_lifetime(copy self)
    get {
      let node = node
      guard case .text = node.kind else { return bytes.extracting(0..<0) }
      return (node.isDecoded ? decoded : bytes).extracting(node.range)
    }
  }

  /// Whether it is a string equal to `literal`, as strings are: é and e with an accent are equal.
  @inlinable
  public func equals(_ literal: StaticString) -> Bool {
    let node = node
    guard case .text = node.kind else { return false }
    guard node.isASCII else { return text == literal.description }
    guard node.count == literal.utf8CodeUnitCount else { return false }
    var at = Int(node.start)
    return (node.isDecoded ? decoded : bytes).skip(literal, at: &at)
  }

  /// The values in an array; of an object each key, and after it its value; of others none.
  @inlinable
  public var elements: JSONElements {
    @_lifetime(copy self)
    get { JSONElements(self) }
  }
}

extension JSONView {
  /// The value under a key of an object; nil: there is none.
  package subscript(key: String) -> JSONView? {
    @_lifetime(copy self)
    get {
      guard case .object = kind else { return nil }
      var members = elements
      while let name = members.next(), let value = members.next() {
        if name.text == key { return value }
      }
      return nil
    }
  }
}

/// Goes through what an array or object holds.
public struct JSONElements: ~Escapable {
  @usableFromInline let view: JSONView
  @usableFromInline var index: Int
  @usableFromInline let end: Int

  @inlinable @_lifetime(copy view)
  init(_ view: JSONView) {
    self.view = view
    index = view.index &+ 1
    end = view.node.next(after: view.index)
  }

  /// Whether nothing is left.
  @inlinable
  public var isEmpty: Bool { index >= end }

  /// The next value, or nil after the last.
  @inlinable @_lifetime(copy self)
  public mutating func next() -> JSONView? {
    guard index < end else { return nil }
    let element = JSONView(view, at: index)
    index = element.node.next(after: index)
    return element
  }
}
