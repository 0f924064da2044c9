/// JSON as it was read, flat: one node a value, in the order of the text, and one for the key
/// before each member's value. Nothing is copied but strings with escapes; `JSONView` looks at it.
///
/// Public, as are its nodes and views, because the compiler does not inline methods of package
/// types into other modules.
///
///     {"a":[1,"x"]}     // object, text a, array, number 1, text x
public struct JSONTape: ~Copyable {
  /// The values; the first holds all others.
  @usableFromInline let nodes: [JSONNode]
  /// The bytes of strings that have escapes, without them.
  @usableFromInline let decoded: [UInt8]

  /// Reads `bytes`, which hold one value and white space around it.
  ///
  /// - Throws: the first problem with its byte offset.
  package init(_ bytes: RawSpan) throws(JSONFailure) {
    precondition(bytes.byteCount <= UInt32.max, "more than a node can point at")
    var parser = JSONParser()
    // A key or value has two bytes or more: its own, and the one that ends it or separates it from
    // the next. Only arrays and objects that are not closed yet may have one byte.
    let most = bytes.byteCount / 2 + JSONParser.nestingLimit + 2
    nodes = try [JSONNode](capacity: most) { nodes throws(JSONFailure) in
      try parser.read(bytes, &nodes)
    }
    decoded = parser.decoded
  }
}

/// A value of a `JSONTape`.
public struct JSONNode: BitwiseCopyable, Sendable {
  /// The kind of a node.
  public enum Kind: BitwiseCopyable, Sendable {
    /// `null`.
    case null
    /// `false`.
    case no
    /// `true`.
    case yes
    /// A finite number.
    case number
    /// A string, or a key.
    case text
    /// Values in brackets.
    case array
    /// Members in braces.
    case object
  }

  /// The kind of the node.
  public let kind: Kind
  /// True if the node is a text and all of it is ASCII.
  public let isASCII: Bool
  /// True if the node is a text with escapes, which is stored among the decoded bytes.
  public let isDecoded: Bool
  /// The position of its first byte; for a text the byte after its quote.
  public let start: UInt32
  /// The bits of a number; where a text ends; the index of the node after a container's last.
  public internal(set) var payload: UInt64

  @inline(__always)
  init(
    _ kind: Kind, at start: Int, _ payload: UInt64 = 0, isASCII: Bool = false,
    isDecoded: Bool = false
  ) {
    self.kind = kind
    self.isASCII = isASCII
    self.isDecoded = isDecoded
    self.start = UInt32(truncatingIfNeeded: start)
    self.payload = payload
  }

  /// Returns the number of bytes of a text.
  @inlinable @inline(__always)
  public var count: Int { Int(truncatingIfNeeded: payload) &- Int(start) }

  /// The bytes of a text.
  @inlinable @inline(__always)
  public var range: Range<Int> { Int(start)..<Int(truncatingIfNeeded: payload) }

  /// The index of the node after this one, which stands at `index`, and all that it holds.
  @inlinable @inline(__always)
  public func next(after index: Int) -> Int {
    switch kind {
    case .array, .object: Int(truncatingIfNeeded: payload)
    case .null, .no, .yes, .number, .text: index &+ 1
    }
  }
}

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
  /// The index of the node.
  public let index: Int

  /// Creates the view of the value that holds all others.
  ///
  /// - Parameter bytes: the bytes that the tape was made of.
  @_lifetime(borrow tape, copy bytes)
  @inlinable
  public init(_ tape: borrowing JSONTape, _ bytes: RawSpan) {
    self.bytes = bytes
    decoded = tape.decoded.rawBytes
    nodes = tape.nodes.span
    index = 0
  }

  /// Creates a view of the value whose node is at `index`, on the tape of `other`.
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

  /// The kind of the value.
  @inlinable
  public var kind: JSONNode.Kind { node.kind }

  /// The number, or nil if it is none.
  @inlinable
  public var number: Double? {
    let node = node
    guard case .number = node.kind else { return nil }
    return Double(bitPattern: node.payload)
  }

  /// The string, or nil if it is none.
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

  /// Returns true if it is a string equal to `literal`, as strings are: é and e with an accent are
  /// equal.
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

  /// True if nothing is left.
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
