/// UUIDs as text, read eight digits at a time.
package enum UUIDText {
  /// Reads the 36 characters of an upper-case UUID at `position` and moves behind them; nil, with the
  /// position unmoved, for anything else.
  @inlinable
  package static func parse(
    _ bytes: RawSpan, at position: inout Int
  ) -> (high: UInt64, low: UInt64)? {
    bytes.uuid(at: &position)
  }
}
