extension RawSpan {
  /// Four bytes from an offset, bounds checked, the first byte in the highest bits.
  @inlinable @inline(__always)
  package func bigEndianWord32(at offset: Int) -> UInt32 {
    precondition(offset >= 0 && offset <= byteCount &- 4, "offset outside the span")
    let word = unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self)
    return UInt32(bigEndian: word)
  }

  /// Returns true if the bytes are those of a literal such as an element's name.
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

  /// Returns true if two spans hold the same bytes.
  @inlinable
  package func equals(_ other: RawSpan) -> Bool {
    byteCount == other.byteCount && begins(with: other)
  }

  /// Returns true if this span begins with the bytes of another.
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

  /// Returns a hash of the bytes, eight at a time. It is no defence against bytes made to collide,
  /// so a caller that finds something by it compares the bytes too.
  @inlinable
  package func quickHash(_ seed: UInt64 = 0) -> UInt64 {
    var hash = seed ^ UInt64(byteCount)
    var offset = 0
    // Two products at a time, each of two words, do not wait for one another.
    var other = hash
    while offset &+ 32 <= byteCount {
      hash = Self.mix(hash ^ word(offset), word(offset &+ 8))
      other = Self.mix(other ^ word(offset &+ 16), word(offset &+ 24))
      offset &+= 32
    }
    hash ^= other &* 0xC4CE_B9FE_1A85_EC53
    while offset < byteCount {
      // The last word may overlap the one before it.
      let next =
        offset &+ 8 <= byteCount
        ? word(offset) : byteCount >= 8 ? word(byteCount &- 8) : UInt64(byte(offset))
      hash = (hash ^ next) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 32
      offset &+= byteCount >= 8 ? 8 : 1
    }
    return hash ^ (hash >> 29)
  }

  /// Returns both halves of a product, joined.
  @inlinable @inline(__always)
  static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = (a ^ 0xFF51_AFD7_ED55_8CCD).multipliedFullWidth(by: b ^ 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }

  /// True if the bytes are valid UTF-8 (RFC 3629: no overlong forms, no surrogates).
  package var isUTF8: Bool {
    unsafe withUnsafeBytes { bytes in
      unsafe (try? UTF8Span(validating: bytes.bindMemory(to: UInt8.self).span)) != nil
    }
  }

  /// Returns a string of the bytes; invalid UTF-8 becomes U+FFFD.
  @usableFromInline
  package func text() -> String {
    unsafe withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
  }
}

extension String {
  /// Returns the text whose UTF-8 `write` appends.
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
  /// Appends numbers of fixed width as they are in memory.
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

/// Bytes written into room that has been asked for once, where an array would ask at each append:
///
///     bytes.append(addingCapacity: 64) { $0.append("seq"); $0.append(decimal: 7) }
///
/// Writing beyond that room is a programmer's error and traps.
extension OutputSpan where Element == UInt8 {
  /// Appends all bytes of a span.
  @inlinable @inline(__always)
  package mutating func append(_ bytes: RawSpan) {
    unsafe withUnsafeMutableBufferPointer { room, count in
      let rest = unsafe UnsafeMutableRawBufferPointer(
        rebasing: UnsafeMutableRawBufferPointer(room)[count...])
      unsafe bytes.withUnsafeBytes { unsafe rest.copyMemory(from: $0) }
      count &+= bytes.byteCount
    }
  }

  /// Appends the bytes of a literal.
  @inlinable @inline(__always)
  package mutating func append(_ literal: StaticString) {
    unsafe withUnsafeMutableBufferPointer { room, count in
      let rest = unsafe UnsafeMutableRawBufferPointer(
        rebasing: UnsafeMutableRawBufferPointer(room)[count...])
      let bytes = unsafe UnsafeRawBufferPointer(
        start: literal.utf8Start, count: literal.utf8CodeUnitCount)
      unsafe rest.copyMemory(from: bytes)
      count &+= bytes.count
    }
  }

  /// Appends eight bytes, the lowest first.
  @inlinable @inline(__always)
  package mutating func append(word: UInt64) {
    precondition(freeCapacity >= 8, "no room")
    unsafe withUnsafeMutableBufferPointer { room, count in
      unsafe UnsafeMutableRawBufferPointer(room).storeBytes(
        of: word.littleEndian, toByteOffset: count, as: UInt64.self)
      count &+= 8
    }
  }

  /// Appends a whole number in decimal, eight digits at a time.
  package mutating func append(decimal value: UInt64) {
    let digits = DecimalText.digitCount(value)
    precondition(freeCapacity >= digits, "no room")
    unsafe withUnsafeMutableBufferPointer { room, count in
      var rest = value
      var at = count &+ digits
      while at &- count >= 8 {
        at &-= 8
        let eight = DecimalText.eightDigits(UInt32(truncatingIfNeeded: rest % 100_000_000))
        unsafe UnsafeMutableRawBufferPointer(room).storeBytes(
          of: eight.littleEndian, toByteOffset: at, as: UInt64.self)
        rest /= 100_000_000
      }
      var last = DecimalText.eightDigits(UInt32(truncatingIfNeeded: rest))
      while at > count {
        at &-= 1
        unsafe room[at] = UInt8(truncatingIfNeeded: last >> 56)
        last <<= 8
      }
      count &+= digits
    }
  }

  /// Appends 16 lower-case digits of a word, the highest first.
  package mutating func append(hex word: UInt64) {
    append(word: Hex.digits(UInt32(truncatingIfNeeded: word >> 32), letters: Hex.lower))
    append(word: Hex.digits(UInt32(truncatingIfNeeded: word), letters: Hex.lower))
  }

  /// Appends the 64 lower-case digits of a digest.
  package mutating func append(hex digest: Digest) {
    append(hex: digest.words.0)
    append(hex: digest.words.1)
    append(hex: digest.words.2)
    append(hex: digest.words.3)
  }

  /// Appends the 36 characters of a UUID in upper case.
  package mutating func append(uuid high: UInt64, _ low: UInt64) {
    let dash = UInt8(ascii: "-")
    let second = Hex.digits(UInt32(truncatingIfNeeded: high), letters: Hex.upper)
    let third = Hex.digits(UInt32(truncatingIfNeeded: low >> 32), letters: Hex.upper)
    append(word: Hex.digits(UInt32(truncatingIfNeeded: high >> 32), letters: Hex.upper))
    append(dash)
    appendHalf(second)
    append(dash)
    appendHalf(second >> 32)
    append(dash)
    appendHalf(third)
    append(dash)
    appendHalf(third >> 32)
    append(word: Hex.digits(UInt32(truncatingIfNeeded: low), letters: Hex.upper))
  }

  /// Appends the four lowest bytes.
  private mutating func appendHalf(_ word: UInt64) {
    precondition(freeCapacity >= 4, "no room")
    unsafe withUnsafeMutableBufferPointer { room, count in
      unsafe UnsafeMutableRawBufferPointer(room).storeBytes(
        of: UInt32(truncatingIfNeeded: word).littleEndian, toByteOffset: count,
        as: UInt32.self)
      count &+= 4
    }
  }
}
