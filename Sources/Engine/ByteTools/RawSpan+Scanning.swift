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

  /// Returns true if the byte at `index` would continue a number: a digit, `.`, `e` or `E`.
  @inlinable @inline(__always)
  package func continuesNumber(_ index: Int) -> Bool {
    let byte = byte(index)
    return byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e") || digit(index) != nil
  }

  /// Returns true if `literal` is at `position`, and moves past it.
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

  /// Returns true if the bytes at `position + index` equal those at `start + index`; both have been
  /// checked to be there.
  @unsafe @inlinable @inline(__always)
  func same<Word: BitwiseCopyable & Equatable>(
    _ word: Word.Type, _ start: UnsafeRawPointer, _ position: Int, _ index: Int
  ) -> Bool {
    let have = unsafe unsafeLoadUnaligned(
      fromUncheckedByteOffset: position &+ index, as: Word.self)
    return unsafe have == start.loadUnaligned(fromByteOffset: index, as: Word.self)
  }

  /// Returns the first index at or after `position` that holds `byte`, or nil; it reads eight bytes
  /// at a time.
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

  /// Returns the first line feed at or after `position`, or nil. Lines are long: the library's own
  /// search is the fastest there is.
  package func lineFeed(from position: Int) -> Int? {
    guard position < byteCount else { return nil }
    return unsafe withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress,
        let found = unsafe memchr(start + position, 0x0A, byteCount - position)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - start
    }
  }

  /// Returns the end of the plain part of a JSON string that begins at `position`: at a quote, a
  /// backslash, a control character or the end; and whether all before is ASCII. Eight bytes at a
  /// time.
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

  /// Returns the bytes of `range` as text; invalid UTF-8 becomes U+FFFD.
  package func text(_ range: Range<Int>) -> String {
    unsafe extracting(range).withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// A copy of all bytes.
  package var array: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }

  // One check of the bounds covers several words.

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

  /// Returns true if words of another span are at a position: this many bytes of whole words, and
  /// after them the bytes of one more under a mask, which are looked at first. False where either
  /// span ends before.
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

  /// Returns how many of the eight bytes from `index` are decimal digits before the first that is
  /// not one, and the number that they make; the caller has checked the bounds.
  @unsafe @inlinable @inline(__always)
  package func uncheckedDigits(_ index: Int) -> (count: Int, value: UInt64) {
    let digits = unsafe uncheckedWord(index) ^ 0x3030_3030_3030_3030
    let others = (digits | (digits &+ 0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080
    // Where a byte is greater than 9, a carry may spoil those after it, none before it.
    let count = others.trailingZeroBitCount >> 3
    guard count > 0 else { return (0, 0) }
    return (count, Self.number(ofEight: digits << UInt64(64 &- count &* 8)))
  }

  /// A whole number without sign or leading zero, of at most 15 digits; moves past it. The caller
  /// has checked that 24 bytes follow. Nil, with the position unmoved, for all else.
  @unsafe @inlinable @inline(__always)
  package func uncheckedShortWhole(at position: inout Int) -> UInt64? {
    var (count, value) = unsafe uncheckedDigits(position)
    let first = unsafe uncheckedWord(position) & 0xFF
    guard count > 0, first != UInt64(UInt8(ascii: "0")) || count == 1 else { return nil }
    if count == 8 {
      let more = unsafe uncheckedDigits(position &+ 8)
      guard more.count < 8 else { return nil }
      count &+= more.count
      value = value &* .smallPowerOfTen(more.count) &+ more.value
    }
    guard !Self.continuesNumber(unsafe uncheckedWord(position &+ count)) else { return nil }
    position &+= count
    return value
  }

  /// A number as `uncheckedShortDecimal` reads it where there is room for one; nil, with the
  /// position unmoved, also where there is none.
  @inlinable @inline(__always)
  package func shortDecimal(at position: inout Int) -> Double? {
    // A sign, eight bytes of digits, a point and eight more.
    guard position >= 0, byteCount &- position >= 24 else { return nil }
    return unsafe uncheckedShortDecimal(at: &position)
  }

  /// A number of JSON's grammar with at most seven digits before the point and as many after it;
  /// moves past it. The caller has checked that 24 bytes follow. Nil, with the position unmoved,
  /// for all else.
  @unsafe @inlinable @inline(__always)
  package func uncheckedShortDecimal(at position: inout Int) -> Double? {
    var at = position
    var word = unsafe uncheckedWord(at)
    let isNegative = word & 0xFF == UInt64(UInt8(ascii: "-"))
    if isNegative {
      at &+= 1
      word = unsafe uncheckedWord(at)
    }
    let whole = unsafe uncheckedDigits(at)
    guard whole.count >= 1, whole.count < 8,
      word & 0xFF != UInt64(UInt8(ascii: "0")) || whole.count == 1
    else { return nil }
    at &+= whole.count
    word >>= UInt64(whole.count &* 8)
    var value = Double(whole.value)
    if word & 0xFF == UInt64(UInt8(ascii: ".")) {
      let fraction = unsafe uncheckedDigits(at &+ 1)
      guard fraction.count >= 1, fraction.count < 8 else { return nil }
      let power = UInt64.smallPowerOfTen(fraction.count)
      // Both are exact, so that the one division rounds once (Clinger 1990).
      value = Double(whole.value &* power &+ fraction.value) / Double(power)
      at &+= 1 &+ fraction.count
      word = unsafe uncheckedWord(at)
    }
    guard !Self.continuesNumber(word) else { return nil }
    position = at
    return isNegative ? -value : value
  }

  /// Returns true if the lowest byte would continue a number that digits end: `.`, `e` or `E`.
  @inlinable @inline(__always)
  static func continuesNumber(_ word: UInt64) -> Bool {
    let byte = UInt8(truncatingIfNeeded: word)
    return byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
  }

  /// The number that eight decimal digits make, the first in the lowest byte: pairs, fours, all.
  @inlinable @inline(__always)
  package static func number(ofEight digits: UInt64) -> UInt64 {
    let pairs = (digits &* 10) &+ (digits >> 8)
    let first = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
    let second = ((pairs >> 16) & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
    return (first &+ second) >> 32
  }

  /// A UUID of 36 characters in upper case; moves past it. Nil, with the position unmoved, for
  /// all else.
  @inlinable @inline(__always)
  package func uuid(at position: inout Int) -> (high: UInt64, low: UInt64)? {
    guard position >= 0, byteCount &- position >= 36 else { return nil }
    return unsafe uncheckedUUID(at: &position)
  }

  /// The same without a check of the bounds.
  @unsafe @inlinable @inline(__always)
  package func uncheckedUUID(at position: inout Int) -> (high: UInt64, low: UInt64)? {
    let at = position
    let first = unsafe uncheckedWord(at &+ 8)
    let second = unsafe uncheckedWord(at &+ 16)
    // The dashes: the first and sixth byte of one word, the third and last of the other.
    guard (first ^ 0x2D00_0000_002D) & 0xFF00_0000_00FF == 0,
      (second ^ 0x2D00_0000_002D_0000) & 0xFF00_0000_00FF_0000 == 0,
      let digits = Hex.four(
        SIMD4(
          unsafe uncheckedWord(at), Self.pair(first >> 8, (first >> 48) | (second << 16)),
          Self.pair(second >> 24, unsafe uncheckedWord(at &+ 24)),
          unsafe uncheckedWord(at &+ 28)), letters: Hex.upper)
    else { return nil }
    position = at &+ 36
    return (
      (UInt64(digits[0]) << 32) | UInt64(digits[1]), (UInt64(digits[2]) << 32) | UInt64(digits[3])
    )
  }

  /// The first four bytes of two words.
  @inlinable @inline(__always)
  static func pair(_ first: UInt64, _ second: UInt64) -> UInt64 {
    (first & 0xFFFF_FFFF) | (second << 32)
  }

  /// Returns true if the pattern's bytes are at a position, and moves past them.
  @inlinable @inline(__always)
  package func skip(_ pattern: BytePattern, at position: inout Int) -> Bool {
    guard position >= 0, byteCount &- position >= 32 else { return skipSlowly(pattern, &position) }
    return unsafe uncheckedSkip(pattern, at: &position)
  }

  /// The same where 32 bytes are known to stand there.
  @unsafe @inlinable @inline(__always)
  package func uncheckedSkip(_ pattern: BytePattern, at position: inout Int) -> Bool {
    let difference = unsafe (uncheckedVector(position) ^ pattern.bytes) & pattern.mask
    guard difference[0] | difference[1] | difference[2] | difference[3] == 0 else { return false }
    position &+= pattern.count
    return true
  }

  /// The same near the end, where the bytes may not be there.
  @usableFromInline @inline(never)
  func skipSlowly(_ pattern: BytePattern, _ position: inout Int) -> Bool {
    guard position >= 0, byteCount - position >= pattern.count else { return false }
    for offset in 0..<pattern.count
    where byte(position + offset) != pattern.byte(offset) { return false }
    position += pattern.count
    return true
  }

  /// Reads a time as `RFC3339.parse` does. The caller has checked that 40 bytes follow.
  @unsafe @inlinable @inline(__always)
  package func uncheckedTime(
    at position: inout Int, near recent: inout RecentTimes
  ) -> (microseconds: Int64, offsetMinutes: Int16)? {
    let start = position
    guard
      let time = RFC3339.pairs(
        unsafe uncheckedWord(start &+ 11), of: 0x3030_3A30_303A_3030, room: 0x7676_7F76_767F_7676)
    else { return nil }
    let date = unsafe (uncheckedWord(start), uncheckedWord(start &+ 8) & 0xFF_FFFF)
    let (hour, minute, second) = (
      RFC3339.two(time, 0), RFC3339.two(time, 3), RFC3339.two(time, 6)
    )
    guard hour < 24, minute < 60, second < 60,
      let day = date == recent.date ? recent.dateSeconds : recent.read(date)
    else { return nil }
    var at = start &+ 19
    var micros: UInt64 = 0
    var ends = unsafe uncheckedWord(at)
    if ends & 0xFF == UInt64(UInt8(ascii: ".")) {
      let (count, value) = unsafe uncheckedDigits(at &+ 1)
      guard count > 0, count <= 6 else { return nil }
      micros = value &* .smallPowerOfTen(6 &- count)
      at &+= 1 &+ count
      ends = unsafe uncheckedWord(at)
    }
    var offset = 0
    if ends & 0xFF == UInt64(UInt8(ascii: "Z")) {
      at &+= 1
    } else {
      let text = ends & 0xFFFF_FFFF_FFFF
      guard let known = text == recent.offset ? recent.offsetMinutes : recent.read(offset: text)
      else { return nil }
      offset = known
      at &+= 6
    }
    position = at
    let seconds = day &+ hour &* 3600 &+ (minute &- offset) &* 60 &+ second
    return (
      Int64(seconds) &* 1_000_000 &+ Int64(micros), Int16(truncatingIfNeeded: offset)
    )
  }
}

// MARK: Words

extension UInt64 {
  /// Ten to the power of an exponent from 0 to 8.
  @inlinable @inline(__always)
  package static func smallPowerOfTen(_ exponent: Int) -> UInt64 {
    switch exponent {
    case 0: 1
    case 1: 10
    case 2: 100
    case 3: 1_000
    case 4: 10_000
    case 5: 100_000
    case 6: 1_000_000
    case 7: 10_000_000
    default: 100_000_000
    }
  }
}

/// Up to 32 bytes that are compared with the bytes of a span, for text that is known only when the
/// program runs.
///
/// Public only so that the compiler can inline it into other modules, which it does not do with
/// package types.
public struct BytePattern: Sendable {
  @usableFromInline let bytes: SIMD4<UInt64>
  @usableFromInline let mask: SIMD4<UInt64>
  /// The number of bytes.
  public let count: Int

  /// Creates the pattern of a text's bytes, 32 at most.
  public init(_ text: String) {
    count = text.utf8.count
    precondition(count <= 32, "longer than a pattern")
    let room = [UInt8](repeating: 0, count: 32)
    let text = Array(text.utf8) + room
    let ones = [UInt8](repeating: 0xFF, count: count) + room
    bytes = unsafe text.rawBytes.uncheckedVector(0)
    mask = unsafe ones.rawBytes.uncheckedVector(0)
  }

  /// Returns the byte at an offset of less than 32.
  fileprivate func byte(_ offset: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: UInt64(littleEndian: bytes[offset / 8]) >> (8 * (offset % 8)))
  }
}

/// The date and the offset that were read last, which times near each other share. Comparing their
/// text is cheaper than reading them again.
///
/// Public for the compiler only; see `RFC3339`.
public struct RecentTimes: Sendable {
  /// The text up to the second `-`, eight bytes, and the three after it. None at first: no text is
  /// so large.
  @usableFromInline var date: (UInt64, UInt64) = (.max, .max)
  /// Seconds from 1970 to the beginning of that day.
  @usableFromInline var dateSeconds = 0
  /// The six bytes of an offset that is not `Z`; none at first.
  @usableFromInline var offset: UInt64 = .max
  /// The minutes east that it stands for.
  @usableFromInline var offsetMinutes = 0

  package init() {}

  /// Reads the date of this text; nil if it is not a date.
  @usableFromInline
  mutating func read(_ text: (UInt64, UInt64)) -> Int? {
    guard let number = RFC3339.dayNumber(text) else { return nil }
    self.date = text
    dateSeconds = number * 86_400
    return dateSeconds
  }

  /// Reads the offset of this text; nil if it is not an offset.
  @usableFromInline
  mutating func read(offset text: UInt64) -> Int? {
    let plus = text & 0xFF == UInt64(UInt8(ascii: "+"))
    guard plus || text & 0xFF == UInt64(UInt8(ascii: "-")),
      let pairs = RFC3339.pairs(text >> 8, of: 0x30_303A_3030, room: 0x76_767F_7676)
    else { return nil }
    let (hours, minutes) = (RFC3339.two(pairs, 0), RFC3339.two(pairs, 3))
    guard hours < 24, minutes < 60 else { return nil }
    offset = text
    offsetMinutes = plus ? hours * 60 + minutes : -(hours * 60 + minutes)
    return offsetMinutes
  }
}
