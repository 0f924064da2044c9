extension RawSpan {
  /// Four bytes from an offset, bounds checked, the first byte in the highest bits.
  @inlinable @inline(__always)
  package func bigEndianWord32(at offset: Int) -> UInt32 {
    precondition(offset >= 0 && offset <= byteCount &- 4, "offset outside the span")
    let word = unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self)
    return UInt32(bigEndian: word)
  }

  /// Whether the bytes are those of a literal such as an element's name.
  @inlinable
  package func equals(_ literal: StaticString) -> Bool {
    let count = literal.utf8CodeUnitCount
    guard byteCount == count, literal.hasPointerRepresentation else { return false }
    let start = unsafe literal.utf8Start
    for offset in 0..<count {
      let wanted = unsafe start[offset]
      if byte(offset) != wanted { return false }
    }
    return true
  }

  /// Whether two spans hold the same bytes.
  @inlinable
  package func equals(_ other: RawSpan) -> Bool {
    byteCount == other.byteCount && begins(with: other)
  }

  /// Whether the bytes of another span stand at this one's beginning.
  @inlinable
  package func begins(with other: RawSpan) -> Bool {
    let count = other.byteCount
    guard byteCount >= count else { return false }
    guard count >= 8 else {
      for offset in 0..<count where byte(offset) != other.byte(offset) { return false }
      return true
    }
    // The last word may overlap the one before it.
    let last = count &- 8
    var offset = 0
    while offset < last {
      if word(offset) != other.word(offset) { return false }
      offset &+= 8
    }
    return word(last) == other.word(last)
  }

  /// A hash of the bytes, eight at a time: no defence against bytes made to collide, so a caller
  /// that finds something by it compares the bytes too.
  @inlinable
  package func quickHash(_ seed: UInt64 = 0) -> UInt64 {
    var hash = seed ^ UInt64(byteCount)
    var offset = 0
    while offset &+ 8 <= byteCount {
      hash = (hash ^ word(offset)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
      offset &+= 8
    }
    while offset < byteCount {
      hash = (hash ^ UInt64(byte(offset))) &* 0x9E37_79B9_7F4A_7C15
      offset &+= 1
    }
    return hash ^ (hash >> 29)
  }

  /// Whether the bytes are valid UTF-8 (RFC 3629: no overlong forms, no surrogates).
  package var isUTF8: Bool {
    unsafe withUnsafeBytes { bytes in
      unsafe (try? UTF8Span(validating: bytes.bindMemory(to: UInt8.self).span)) != nil
    }
  }

  /// A string of the bytes; invalid UTF-8 becomes U+FFFD.
  @usableFromInline
  package func text() -> String {
    unsafe withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
  }
}

extension String {
  /// The text whose UTF-8 `write` appends.
  package static func written(by write: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    write(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends all bytes of a span.
  @inlinable
  package mutating func append(contentsOf bytes: RawSpan) {
    unsafe bytes.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }
}

extension StaticString {
  /// The byte at an offset of a literal, from 0.
  @inlinable @inline(__always)
  package subscript(byte offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < utf8CodeUnitCount, "no such byte in the literal")
    return unsafe utf8Start[offset]
  }
}

extension [UInt8] {
  /// Appends numbers of fixed width as they stand in memory.
  package mutating func append<Number: BitwiseCopyable>(memoryOf numbers: [Number]) {
    unsafe numbers.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }
}

// The bytes of arrays and texts, in place: what all scanning takes. A span of bytes shows any
// memory, padding too, which is why the library calls this unsafe; bytes have none.

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

extension MutableSpan where Element == UInt8 {
  /// The bytes, in place, to be written.
  @inlinable @inline(__always)
  package var mutableRawBytes: MutableRawSpan {
    @_lifetime(&self)
    mutating get { unsafe mutableBytes }
  }
}
