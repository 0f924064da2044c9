extension [UInt8] {
  /// All bytes in place, for what reads a raw span.
  @inlinable
  package var rawBytes: RawSpan {
    @inline(__always) @_lifetime(borrow self)
    get { unsafe span.bytes }
  }
}

extension Span where Element == UInt8 {
  /// The same bytes as a raw span: each of them is initialized, as a byte has no padding.
  @inlinable
  package var rawBytes: RawSpan {
    @inline(__always) @_lifetime(copy self)
    get { unsafe bytes }
  }
}
