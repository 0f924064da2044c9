/// Finds the end of one token in a span that begins with it. Pure functions: they see bytes, ask
/// for more by `incomplete`, and keep nothing.
enum XMLScanner {
  /// The longest element name taken as a name.
  static let longestName = 1024
  /// The most attributes of a tag.
  static let mostAttributes = 1024

  /// Returns true for the white space of XML: space, tab, line feed, carriage return.
  @inline(__always)
  static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
  }

  /// Returns true if a name may begin with the byte: a letter, `_`, `:` or any byte above 0x7f.
  @inline(__always)
  static func isNameStart(_ byte: UInt8) -> Bool {
    byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7a || byte == 0x5f || byte == 0x3a || byte >= 0x80
  }

  /// Returns the first offset from `start` that holds no white space, or the span's end.
  @inline(__always)
  static func skipSpace(_ bytes: RawSpan, from start: Int) -> Int {
    var index = start
    while index < bytes.byteCount, isSpace(bytes.byte(index)) { index &+= 1 }
    return index
  }

  /// The low bit of each of eight bytes.
  static let ones: UInt64 = 0x0101_0101_0101_0101

  /// Returns a mask with the high bit of each zero byte; exact up to and including the lowest one.
  @inline(__always)
  static func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- ones) & ~word & (ones &* 0x80)
  }

  /// Returns the end of the first `terminator` from `start` on.
  static func past(_ terminator: StaticString, in bytes: RawSpan, from start: Int) -> XMLScan {
    let count = terminator.utf8CodeUnitCount
    let last = terminator[byte: count - 1]
    var from = start + count - 1
    while let index = bytes.firstIndex(of: last, from: from) {
      if bytes.extracting(index - count + 1..<index + 1).equals(terminator) {
        return .complete(end: index + 1)
      }
      from = index + 1
    }
    return .incomplete
  }

  /// Scans a processing instruction `<?…?>`. A new tag on a new line means that its end is missing.
  static func instruction(_ bytes: RawSpan) -> XMLScan {
    var index = 2
    while index < bytes.byteCount {
      let byte = bytes.byte(index)
      if byte == 0x3e, index > 2, bytes.byte(index - 1) == 0x3f {
        return .complete(end: index + 1)
      }
      if byte == 0x0a {
        switch newTag(bytes, after: index) {
        case .malformed(let at): return .malformed(at: at)
        case .incomplete: return .incomplete
        case .complete(let end), .selfClosing(let end): index = end
        }
      } else {
        index += 1
      }
    }
    return .incomplete
  }

  /// Scans a document type and skips its internal subset whole, well formed or not.
  ///
  /// Without a subset it ends at the first `>`. Otherwise it ends at the first `]>` that white
  /// space and `<` follow, or before `<HealthData`, whichever comes first.
  static func documentType(_ bytes: RawSpan) -> XMLScan {
    var index = 9
    while index < bytes.byteCount, bytes.byte(index) != 0x5b {
      if bytes.byte(index) == 0x3e { return .complete(end: index + 1) }
      index += 1
    }
    while index < bytes.byteCount {
      let byte = bytes.byte(index)
      if byte == 0x5d {
        guard index + 1 < bytes.byteCount else { return .incomplete }
        if bytes.byte(index + 1) == 0x3e {
          let next = skipSpace(bytes, from: index + 2)
          guard next < bytes.byteCount else { return .incomplete }
          if bytes.byte(next) == 0x3c { return .complete(end: index + 2) }
        }
      } else if byte == 0x3c, index + 11 < bytes.byteCount,
        bytes.extracting(index..<index + 11).equals("<HealthData")
      {
        let after = bytes.byte(index + 11)
        if isSpace(after) || after == 0x3e || after == 0x2f { return .complete(end: index) }
      }
      index += 1
    }
    return .incomplete
  }

  /// Scans an end tag `</name >`, whose name ends at `nameEnd`.
  static func endTag(_ bytes: RawSpan, nameEnd: inout Int) -> XMLScan {
    var index = 2
    while index < bytes.byteCount {
      let byte = bytes.byte(index)
      if byte == 0x3e || byte == 0x3c || isSpace(byte) { break }
      index += 1
    }
    nameEnd = index
    let close = skipSpace(bytes, from: index)
    guard close < bytes.byteCount else { return .incomplete }
    let isGood = bytes.byte(close) == 0x3e && index > 2 && index - 2 <= longestName
    return isGood ? .complete(end: close + 1) : .malformed(at: close)
  }

  /// Scans the bytes after a line feed: `malformed` if a tag begins the new line, `incomplete` if
  /// the bytes do not decide, otherwise `complete`.
  static func newTag(_ bytes: RawSpan, after lineFeed: Int) -> XMLScan {
    let index = skipSpace(bytes, from: lineFeed + 1)
    guard index + 1 < bytes.byteCount else { return .incomplete }
    guard bytes.byte(index) == 0x3c else { return .complete(end: index) }
    if isNameStart(bytes.byte(index + 1)) { return .malformed(at: index) }
    guard bytes.byte(index + 1) == 0x2f else { return .complete(end: index) }
    guard index + 2 < bytes.byteCount else { return .incomplete }
    let isName = isNameStart(bytes.byte(index + 2))
    return isName ? .malformed(at: index) : .complete(end: index)
  }

  /// Returns the position at which reading continues after a malformed token: the first tag that
  /// follows a `>`, or the first at or after the error. Returns nil if the bytes hold none.
  static func resumption(_ bytes: RawSpan, error: Int) -> Int? {
    var last: UInt8 = 0
    for index in 0..<max(0, bytes.byteCount - 1) {
      let byte = bytes.byte(index)
      if byte == 0x3c, index > 0, last == 0x3e || index >= error {
        let next = bytes.byte(index + 1)
        if isNameStart(next) || next == 0x2f || next == 0x21 || next == 0x3f { return index }
      }
      if !isSpace(byte) { last = byte }
    }
    return nil
  }

  /// Scans a start tag. It fills in the end of its name and its attributes.
  ///
  /// It is lenient if the meaning is plain: names that hold spaces, attributes without a value,
  /// values without quotes. It is strict if a lost quote would shift meaning: a quote inside a
  /// name, or no space after a value, makes the tag malformed.
  static func startTag(
    _ bytes: RawSpan, nameEnd: inout Int, attributes: inout [XMLAttribute]
  ) -> XMLScan {
    attributes.removeAll(keepingCapacity: true)
    var index = 1
    while index < bytes.byteCount, !endsElementName(bytes.byte(index)) { index &+= 1 }
    nameEnd = index
    guard index - 1 <= longestName else { return .malformed(at: index) }
    while true {
      let beforeSpace = index
      index = skipSpace(bytes, from: index)
      guard index < bytes.byteCount else { return .incomplete }
      switch bytes.byte(index) {
      case 0x3e: return .complete(end: index + 1)
      case 0x2f:
        guard index + 1 < bytes.byteCount else { return .incomplete }
        return bytes.byte(index + 1) == 0x3e
          ? .selfClosing(end: index + 2) : .malformed(at: index)
      case 0x3c, 0x3d, 0x22, 0x27: return .malformed(at: index)
      default: break
      }
      guard index > beforeSpace, attributes.count < mostAttributes else {
        return .malformed(at: index)
      }
      switch attribute(bytes, at: index, into: &attributes) {
      case .complete(let end): index = end
      case let other: return other
      }
    }
  }

  @inline(__always)
  private static func endsElementName(_ byte: UInt8) -> Bool {
    byte <= 0x3e
      && (isSpace(byte) || byte == 0x3e || byte == 0x2f || byte == 0x3c || byte == 0x3d
        || byte == 0x22 || byte == 0x27)
  }

  /// Scans an attribute, from the first byte of its name to the end of its value.
  @inline(__always)
  private static func attribute(
    _ bytes: RawSpan, at start: Int, into attributes: inout [XMLAttribute]
  ) -> XMLScan {
    var index = start
    while index < bytes.byteCount {
      let byte = bytes.byte(index)
      if byte > 0x3e {
        index &+= 1
        continue
      }
      if byte == 0x3d { break }
      if byte == 0x3c || byte == 0x22 || byte == 0x27 { return .malformed(at: index) }
      if byte == 0x3e { return valueless(bytes, start, index, &attributes) }
      if byte == 0x2f {
        guard index + 1 < bytes.byteCount else { return .incomplete }
        if bytes.byte(index + 1) == 0x3e { return valueless(bytes, start, index, &attributes) }
      }
      index &+= 1
    }
    let nameEnd = trimmedEnd(bytes, start, index)
    let value = skipSpace(bytes, from: index + 1)
    guard value < bytes.byteCount else { return .incomplete }
    var found = XMLAttribute(
      nameStart: start, nameEnd: nameEnd, valueStart: value, valueEnd: value,
      hasReference: false, hasNonASCII: false)
    let first = bytes.byte(value)
    let scan =
      first == 0x22 || first == 0x27
      ? quoted(bytes, quote: first, value: &found) : bare(bytes, value: &found)
    if case .complete = scan { attributes.append(found) }
    return scan
  }

  /// Returns an attribute that is a name only.
  private static func valueless(
    _ bytes: RawSpan, _ start: Int, _ end: Int, _ attributes: inout [XMLAttribute]
  ) -> XMLScan {
    let nameEnd = trimmedEnd(bytes, start, end)
    attributes.append(
      XMLAttribute(
        nameStart: start, nameEnd: nameEnd, valueStart: nameEnd, valueEnd: nameEnd,
        hasReference: false, hasNonASCII: false))
    return .complete(end: end)
  }

  /// Returns the end of `start..<end` without the white space at its end.
  static func trimmedEnd(_ bytes: RawSpan, _ start: Int, _ end: Int) -> Int {
    var end = end
    while end > start, isSpace(bytes.byte(end &- 1)) { end &-= 1 }
    return end
  }

  /// Scans a value in quotes, from its opening quote to after its closing one.
  @inline(__always)
  private static func quoted(
    _ bytes: RawSpan, quote: UInt8, value: inout XMLAttribute
  ) -> XMLScan {
    var index = value.valueStart &+ 1
    value.valueStart = index
    let quotes = UInt64(quote) &* ones
    while true {
      while index <= bytes.byteCount &- 8 {
        let word = bytes.word(index)
        let ampersands = zeroBytes(word ^ (0x26 &* ones))
        let stops = zeroBytes(word ^ quotes) | zeroBytes(word ^ (0x0a &* ones))
        let marks = ampersands | (word & (ones &* 0x80))
        if stops | marks != 0 { break }
        index &+= 8
      }
      // Bytes one by one, to the end of these eight or to a byte that ends the value.
      let limit = min(index &+ 8, bytes.byteCount)
      guard index < limit else { return .incomplete }
      while index < limit {
        let byte = bytes.byte(index)
        if byte == quote {
          value.valueEnd = index
          return .complete(end: index &+ 1)
        }
        if byte == 0x26 { value.hasReference = true }
        if byte >= 0x80 { value.hasNonASCII = true }
        if byte == 0x0a {
          switch newTag(bytes, after: index) {
          case .malformed(let at): return .malformed(at: at)
          case .incomplete: return .incomplete
          case .complete(let end), .selfClosing(let end):
            // On past the white space, else a long run of line feeds takes quadratic time.
            index = end
            continue
          }
        }
        index &+= 1
      }
    }
  }

  /// Scans a value without quotes, to the next white space or the tag's end.
  private static func bare(_ bytes: RawSpan, value: inout XMLAttribute) -> XMLScan {
    var index = value.valueStart
    while index < bytes.byteCount {
      let byte = bytes.byte(index)
      if byte == 0x22 || byte == 0x27 || byte == 0x3c || byte == 0x3d {
        return .malformed(at: index)
      }
      if byte == 0x26 { value.hasReference = true }
      if byte >= 0x80 { value.hasNonASCII = true }
      var isEnd = isSpace(byte) || byte == 0x3e
      if byte == 0x2f {
        guard index + 1 < bytes.byteCount else { return .incomplete }
        isEnd = bytes.byte(index + 1) == 0x3e
      }
      if isEnd {
        value.valueEnd = index
        return index > value.valueStart ? .complete(end: index) : .malformed(at: index)
      }
      index += 1
    }
    return .incomplete
  }
}
