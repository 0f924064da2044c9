import CLibrary

extension RawSpan {
  /// The byte at `index`, bounds checked.
  @inlinable @inline(__always)
  package func byte(_ index: Int) -> UInt8 {
    precondition(index >= 0 && index < byteCount, "index outside the span")
    return unsafe unsafeLoad(fromUncheckedByteOffset: index, as: UInt8.self)
  }

  /// Eight bytes from `index`, bounds checked, the first in the lowest bits.
  @inlinable @inline(__always)
  package func word(_ index: Int) -> UInt64 {
    precondition(index >= 0 && byteCount &- index >= 8)
    return UInt64(
      littleEndian: unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
  }

  /// 16 bytes from `index` without a check of the bounds; see `uncheckedVector`.
  @unsafe @inlinable @inline(__always)
  package func uncheckedPair(_ index: Int) -> SIMD2<UInt64> {
    unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: SIMD2<UInt64>.self)
  }

  /// 32 bytes from `index` without a check of the bounds; see `uncheckedWord`. In which order the
  /// bytes of a word come is left to the machine.
  @unsafe @inlinable @inline(__always)
  package func uncheckedVector(_ index: Int) -> SIMD4<UInt64> {
    unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: SIMD4<UInt64>.self)
  }

  /// Eight bytes from `index` without a check of the bounds, for code that has checked a longer
  /// stretch at once: the compiler does not see that the words of it are inside.
  @unsafe @inlinable @inline(__always)
  package func uncheckedWord(_ index: Int) -> UInt64 {
    UInt64(
      littleEndian: unsafe unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
  }

  /// The value of the decimal digit at `index`, or nil.
  @inlinable @inline(__always)
  package func digit(_ index: Int) -> UInt64? {
    let value = byte(index) &- UInt8(ascii: "0")
    return value < 10 ? UInt64(value) : nil
  }

  /// Whether the byte at `index` would go on with a number: a digit, `.`, `e` or `E`.
  @inlinable @inline(__always)
  package func continuesNumber(_ index: Int) -> Bool {
    let byte = byte(index)
    return byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e") || digit(index) != nil
  }

  /// Whether `literal` stands at `position`; moves past it if so.
  @inlinable @inline(__always)
  package func skip(_ literal: StaticString, at position: inout Int) -> Bool {
    guard position >= 0, byteCount &- position >= literal.utf8CodeUnitCount else { return false }
    return unsafe uncheckedSkip(literal, at: &position)
  }

  /// The same without a check of the bounds. The last word that is compared may overlap the one
  /// before.
  @unsafe @inlinable @inline(__always)
  package func uncheckedSkip(_ literal: StaticString, at position: inout Int) -> Bool {
    let count = literal.utf8CodeUnitCount
    let start = unsafe UnsafeRawPointer(literal.utf8Start)
    if count >= 8 {
      var index = 0
      while index < count &- 8 {
        guard unsafe same(UInt64.self, start, position, index) else { return false }
        index &+= 8
      }
      guard unsafe same(UInt64.self, start, position, count &- 8) else { return false }
    } else if count >= 4 {
      guard unsafe same(UInt32.self, start, position, 0),
        unsafe same(UInt32.self, start, position, count &- 4)
      else { return false }
    } else {
      for index in 0..<count {
        guard unsafe same(UInt8.self, start, position, index) else { return false }
      }
    }
    position &+= count
    return true
  }

  /// Whether the bytes at `position + index` are those at `start + index`; both have been checked
  /// to be there.
  @unsafe @inlinable @inline(__always)
  func same<Word: BitwiseCopyable & Equatable>(
    _ word: Word.Type, _ start: UnsafeRawPointer, _ position: Int, _ index: Int
  ) -> Bool {
    let have = unsafe unsafeLoadUnaligned(
      fromUncheckedByteOffset: position &+ index, as: Word.self)
    return unsafe have == start.loadUnaligned(fromByteOffset: index, as: Word.self)
  }

  /// The first index at or after `position` that holds `byte`, or nil; eight bytes at a time.
  @inlinable
  package func firstIndex(of byte: UInt8, from position: Int) -> Int? {
    let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
    var index = position
    while index &+ 8 <= byteCount {
      let difference = word(index) ^ pattern
      let zero =
        (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
      if zero != 0 { return index &+ (zero.trailingZeroBitCount >> 3) }
      index &+= 8
    }
    while index < byteCount {
      if self.byte(index) == byte { return index }
      index &+= 1
    }
    return nil
  }

  /// The first line feed at or after `position`, or nil. Lines are long: the library's own search
  /// is the fastest there is.
  package func lineFeed(from position: Int) -> Int? {
    guard position < byteCount else { return nil }
    return unsafe withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress,
        let found = unsafe memchr(start + position, 0x0A, byteCount - position)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - start
    }
  }

  /// Where the plain part of a JSON string ends that begins at `position`: at a quote, a backslash,
  /// a control character or the end; and whether all before is ASCII. Eight bytes at a time.
  @inlinable @inline(__always)
  package func plainPart(from position: Int) -> (end: Int, isASCII: Bool) {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var index = position
    var seen: UInt64 = 0
    while byteCount &- index >= 8 {
      let word = word(index)
      // With bit 1 turned, what is below 0x21 is a quote or a control character.
      let turned = word ^ (ones &* 0x02)
      let slash = word ^ (ones &* 0x5C)
      let low = (turned &- (ones &* 0x21)) & ~turned
      let slashes = (slash &- ones) & ~slash
      let stops = (low | slashes) & (ones &* 0x80)
      guard stops == 0 else {
        let before = UInt64(stops.trailingZeroBitCount) & ~7
        seen |= word & ((1 << before) &- 1)
        return (index &+ Int(before >> 3), seen & (ones &* 0x80) == 0)
      }
      seen |= word
      index &+= 8
    }
    while index < byteCount {
      let byte = byte(index)
      if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
      seen |= UInt64(byte)
      index &+= 1
    }
    return (index, seen & (ones &* 0x80) == 0)
  }

  /// The bytes of `range` as text; invalid UTF-8 becomes U+FFFD.
  package func text(_ range: Range<Int>) -> String {
    unsafe extracting(range).withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// All bytes, copied.
  package var array: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }
}

// MARK: Words

// One check of the bounds covers several words.
extension RawSpan {
  /// A hash of the first eight and the last sixteen of the 32 bytes at a position; nil where fewer
  /// stand there.
  @inlinable @inline(__always)
  package func hintOf32Bytes(at position: Int) -> UInt64? {
    guard position >= 0, byteCount &- position >= 32 else { return nil }
    let first = unsafe uncheckedWord(position)
    let third = unsafe uncheckedWord(position &+ 16)
    let fourth = unsafe uncheckedWord(position &+ 24)
    return (first &+ third &* 31 &+ fourth &* 127) &* 0x9E37_79B9_7F4A_7C15
  }

  /// Whether words of another span stand at a position: this many bytes of whole words, and after
  /// them the bytes of one more under a mask, which are looked at first. False where either span
  /// ends before.
  @inlinable @inline(__always)
  package func hasWords(
    of other: RawSpan, from start: Int, wholeBytes: Int, lastMask: UInt64, at position: Int
  ) -> Bool {
    guard position >= 0, byteCount &- position >= wholeBytes &+ 8, start >= 0, wholeBytes >= 0,
      other.byteCount &- start >= wholeBytes &+ 8
    else { return false }
    let difference =
      unsafe uncheckedWord(position &+ wholeBytes) ^ other.uncheckedWord(start &+ wholeBytes)
    guard difference & lastMask == 0 else { return false }
    var index = 0
    while index < wholeBytes {
      let isSame =
        unsafe uncheckedWord(position &+ index) == other.uncheckedWord(start &+ index)
      guard isSame else { return false }
      index &+= 8
    }
    return true
  }
}
