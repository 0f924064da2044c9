/// What `XMLTokenizer.next()` found.
package enum XMLToken: Equatable, Sendable {
  /// A start tag; a self-closing one has no end tag of its own.
  case start(selfClosing: Bool)
  /// An end tag. It may close several elements at once where end tags are missing: see `depth`.
  case end
  /// Character data or a CDATA section that is not only white space, trimmed of white space.
  case text
  /// Bytes that had to be skipped; the token's offsets say which. Reading goes on after them.
  case malformed
  /// The file ended inside a token, inside an element, or before any element. Reported once.
  case truncated
  /// Nothing is left.
  case finished
}

/// One attribute of a start tag, as offsets from the tag's first byte.
@usableFromInline
struct XMLAttribute {
  @usableFromInline var nameStart: Int
  @usableFromInline var nameEnd: Int
  @usableFromInline var valueStart: Int
  @usableFromInline var valueEnd: Int
  /// Whether the value holds an `&`.
  @usableFromInline var hasReference: Bool
  /// Whether the value holds a byte above 0x7f.
  @usableFromInline var hasNonASCII: Bool
}

/// What a scan of one token found; offsets count from the token's first byte.
enum XMLScan {
  /// The token ends before `end`.
  case complete(end: Int)
  /// A start tag that is also an end tag.
  case selfClosing(end: Int)
  /// The bytes at hand do not decide.
  case incomplete
  /// The token went wrong at `at`.
  case malformed(at: Int)
}
