/// A key of a line. These strings are the format: never derived, never changed. Code that is tuned,
/// as the fast readers of lines and what finds chain values, has some of them in literals of its
/// own.
///
/// The types that are `Shaped` say which of them an object has, and in which order.
package struct WireKey: Sendable, ExpressibleByStringLiteral {
  /// The key as it stands in quotes; it needs no escapes.
  package let literal: StaticString

  /// A key of the format, as a shape writes it.
  @inline(__always)
  package init(stringLiteral literal: StaticString) { self.literal = literal }

  /// The same, for a message.
  package var text: String { literal.description }
}

extension LineProblem {
  static func missing(_ key: WireKey) -> LineProblem { .missing(key: key.text) }

  static func wrongValue(_ key: WireKey) -> LineProblem { .wrongValue(key: key.text) }
}
