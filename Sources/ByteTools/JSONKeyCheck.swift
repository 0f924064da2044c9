/// Finds out whether an object has a key already. Keys are equal as strings are: once their escapes
/// are decoded, and where Unicode says that they are the same text.
///
/// Comparing a key with each one before it is cheaper than a set until there are many, and the bits
/// in `seen` save most of these comparisons.
struct JSONKeyCheck {
  /// The node of the object's first key.
  private let first: Int
  private var count = 0
  /// A bit for the length, first and last byte of each key; all bits where a key is not ASCII.
  private var seen: UInt64 = 0
  private var keys: Set<String> = []

  init(first: Int) { self.first = first }

  /// Whether the last node is a key that none of the object's keys before it equals.
  @inline(__always)
  mutating func isNew(_ nodes: Span<JSONNode>, _ bytes: RawSpan, _ decoded: RawSpan) -> Bool {
    let key = Key(nodes[nodes.count - 1], bytes, decoded)
    count += 1
    if count > 32 { return isNewAmongMany(key, nodes, bytes, decoded) }
    let bits = key.bits
    defer { seen |= bits }
    if bits & seen == 0 { return true }
    return isNew(key, nodes, bytes, decoded)
  }

  @inline(never)
  private func isNew(
    _ key: Key, _ nodes: Span<JSONNode>, _ bytes: RawSpan, _ decoded: RawSpan
  ) -> Bool {
    var index = first
    while index < nodes.count - 1 {
      if key.equals(Key(nodes[index], bytes, decoded)) { return false }
      index = nodes[index + 1].next(after: index + 1)
    }
    return true
  }

  @inline(never)
  private mutating func isNewAmongMany(
    _ key: Key, _ nodes: Span<JSONNode>, _ bytes: RawSpan, _ decoded: RawSpan
  ) -> Bool {
    if keys.isEmpty {
      var index = first
      while index < nodes.count - 1 {
        keys.insert(Key(nodes[index], bytes, decoded).characters.text())
        index = nodes[index + 1].next(after: index + 1)
      }
    }
    return keys.insert(key.characters.text()).inserted
  }
}

/// A key, with its escapes decoded.
private struct Key: ~Escapable {
  let characters: RawSpan
  let isASCII: Bool

  @inline(__always) @_lifetime(copy bytes, copy decoded)
  init(_ node: JSONNode, _ bytes: RawSpan, _ decoded: RawSpan) {
    characters = (node.isDecoded ? decoded : bytes).extracting(node.range)
    isASCII = node.isASCII
  }

  /// Keys without a bit in common are not equal.
  @inline(__always)
  var bits: UInt64 {
    // A key that is not ASCII may equal one that is: the Kelvin sign equals the letter K.
    guard isASCII else { return .max }
    let count = characters.byteCount
    guard count > 0 else { return 1 }
    let ends = Int(characters.byte(0)) &* 7 &+ Int(characters.byte(count - 1))
    return 1 << UInt64(truncatingIfNeeded: (ends &* 5 &+ count) & 63)
  }

  func equals(_ other: borrowing Key) -> Bool {
    if isASCII, other.isASCII { return characters.equals(other.characters) }
    return characters.text() == other.characters.text()
  }
}
