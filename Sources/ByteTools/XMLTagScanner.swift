extension XMLScanner {
  /// A start tag. Fills in where its name ends and its attributes.
  ///
  /// Lenient where the meaning is plain: names that hold spaces, attributes without a value,
  /// values without quotes. Strict where a lost quote would shift meaning: a quote inside a name,
  /// or no space after a value, makes the tag malformed.
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

  /// One attribute, from the first byte of its name to the end of its value.
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

  /// An attribute that is a name only.
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

  /// The end of `start..<end` without the white space at its end.
  static func trimmedEnd(_ bytes: RawSpan, _ start: Int, _ end: Int) -> Int {
    var end = end
    while end > start, isSpace(bytes.byte(end &- 1)) { end &-= 1 }
    return end
  }

  /// A value in quotes, from its opening quote to after its closing one.
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

  /// A value without quotes, to the next white space or the tag's end.
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
