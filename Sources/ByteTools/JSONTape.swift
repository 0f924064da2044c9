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

/// One value of a `JSONTape`.
public struct JSONNode: BitwiseCopyable, Sendable {
  /// What a node is.
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

  /// What it is.
  public let kind: Kind
  /// Of a text: whether all of it is ASCII.
  public let isASCII: Bool
  /// Of a text: whether it had escapes, and so stands among the decoded bytes.
  public let isDecoded: Bool
  /// Where it begins; a text after its quote.
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

  /// How many bytes a text has.
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
