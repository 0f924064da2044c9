/// JSON as it was read, flat: one node a value, in the order of the text, and one for the key before
/// each member's value. Nothing is copied but strings with escapes; `JSONView` looks at it.
///
///     {"a":[1,"x"]}     // object, text a, array, number 1, text x
package struct JSONTape: ~Copyable {
  /// The values; the first holds all others.
  let nodes: [JSONNode]
  /// The bytes of strings that have escapes, without them.
  let decoded: [UInt8]

  /// Reads `bytes`, which hold one value and white space around it.
  ///
  /// - Throws: the first problem with its byte offset.
  package init(_ bytes: RawSpan) throws(JSONFailure) {
    var parser = JSONParser(room: bytes.byteCount)
    try parser.read(bytes)
    nodes = parser.nodes
    decoded = parser.decoded
  }
}

/// One value of a `JSONTape`.
package struct JSONNode: BitwiseCopyable, Sendable {
  /// What a node is.
  package enum Kind: UInt8, BitwiseCopyable, Sendable {
    case null
    case no
    case yes
    case number
    case text
    case array
    case object
  }

  /// What it is.
  package let kind: Kind
  /// Of a text: whether all of it is ASCII.
  package let isASCII: Bool
  /// Of a text: whether it had escapes, and so stands among the decoded bytes.
  package let isDecoded: Bool
  /// Where it begins; a text behind its quote.
  package let start: UInt32
  /// The bits of a number; where a text ends; the index of the node behind a container's last.
  package internal(set) var payload: UInt64

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

  /// The bytes of a text.
  package var range: Range<Int> { Int(start)..<Int(truncatingIfNeeded: payload) }

  /// The index of the node behind this one, which stands at `index`, and all that it holds.
  package func next(after index: Int) -> Int {
    switch kind {
    case .array, .object: Int(truncatingIfNeeded: payload)
    case .null, .no, .yes, .number, .text: index &+ 1
    }
  }
}
