// The bytes of arrays and texts, in place: what all scanning takes. A span of bytes shows any memory, padding
// too, which is why the library calls this unsafe; bytes have none.

extension [UInt8] {
  /// The bytes, in place.
  @inlinable @inline(__always)
  public var rawBytes: RawSpan {
    @_lifetime(borrow self)
    get { unsafe span.bytes }
  }

  /// Puts eight bytes, the lowest first, in place of those from `index` on.
  @inlinable @inline(__always)
  package mutating func replace(word: UInt64, at index: Int) {
    precondition(index >= 0 && index <= count &- 8, "outside the bytes")
    unsafe withUnsafeMutableBytes {
      unsafe $0.storeBytes(of: word.littleEndian, toByteOffset: index, as: UInt64.self)
    }
  }
}

extension String.UTF8View {
  /// The bytes, in place.
  @inlinable @inline(__always)
  package var rawBytes: RawSpan {
    @_lifetime(borrow self)
    get { unsafe span.bytes }
  }
}

extension OutputSpan where Element == UInt8 {
  /// The bytes that have been written, in place.
  @inlinable @inline(__always)
  package var rawBytes: RawSpan {
    @_lifetime(borrow self)
    get { unsafe span.bytes }
  }
}

extension Span where Element: BitwiseCopyable {
  /// The bytes of elements as they stand in memory, for elements without padding.
  @inlinable @inline(__always)
  package var rawBytes: RawSpan {
    @_lifetime(copy self)
    get { unsafe bytes }
  }
}

extension InlineArray where Element: BitwiseCopyable {
  /// The bytes of the elements as they stand in memory.
  @inlinable @inline(__always)
  package var rawBytes: RawSpan {
    @_lifetime(borrow self) get { unsafe span.bytes }
  }
}
