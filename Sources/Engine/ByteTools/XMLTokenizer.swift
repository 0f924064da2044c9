/// A pull tokenizer for the Health app's `export.xml` that reads on after damage.
///
///     var xml = XMLTokenizer(source: MemorySource(Array("<a b='1'/>".utf8)))
///     try xml.next()                              // .start(selfClosing: true)
///     xml.attribute("b").map { xml.value(of: $0) }  // "1"
///     try xml.next()                              // .finished
///
/// Memory does not depend on the file's size: one window, which grows only for a token larger than
/// itself, up to a limit; a token above the limit is `malformed` as far as the window reaches.
/// Nothing is allocated per token in the steady state. What it hands out of the current token
/// (names, values, bytes) is valid until the next call of `next()`.
///
/// Not a validating parser: the document type is skipped unread, entities other than XML's own
/// five and numeric ones stay as they are, and line feeds inside values are kept.
package struct XMLTokenizer: ~Copyable {
  /// The bytes at hand: `window[0..<filled]`, of which the first is at `windowOffset` in the file.
  @usableFromInline var window: [UInt8]
  @usableFromInline var filled = 0
  @usableFromInline var windowOffset: UInt64 = 0
  /// The current token in the window.
  @usableFromInline var tokenStart = 0
  @usableFromInline var tokenCount = 0
  /// The position at which the search for the next token begins.
  var position = 0
  /// The element name of the current tag, from the tag's first byte.
  var nameStart = 0
  var nameEnd = 0
  @usableFromInline var attributes: [XMLAttribute] = []
  /// The range of the text of the current text token, from the token's first byte.
  @usableFromInline var textRange = 0..<0
  /// The names of the open elements, one after another, and where each begins.
  private var openNames: [UInt8] = []
  private var openNameStarts: [Int] = []
  private var source: any ByteSource
  private let windowLimit: Int
  private var sourceEnded = false
  private var rootSeen = false
  private var isOver = false
  /// Up to where a processing instruction was searched for its end; one that begins before that has
  /// none.
  private var noInstructionEndsBefore: UInt64 = 0
  /// The number of bytes that the scans have read, a byte counted each time. Whatever the file
  /// holds, this is a few times the bytes that were read.
  package private(set) var bytesScanned = 0

  /// Elements open at once, at most; a start tag deeper than that is malformed.
  package static let deepest = 256

  /// The number of elements that enclose the current token: 0 for the root's own tags.
  package private(set) var depth = 0
  /// True if the current text is a CDATA section, in which nothing is decoded.
  package private(set) var isCDATA = false

  /// Creates a tokenizer at the beginning of a source, with a window of `windowSize` bytes that
  /// grows to `windowLimit` at most.
  package init(
    source: some ByteSource, windowSize: Int = 1 << 20, windowLimit: Int = 16 << 20
  ) {
    self.source = source
    window = [UInt8](repeating: 0, count: max(windowSize, 16))
    self.windowLimit = max(windowLimit, window.count)
  }

  /// The offset in the file of the current token's first byte.
  @inlinable
  package var tokenOffset: UInt64 { windowOffset + UInt64(tokenStart) }

  /// The offset in the file after the current token's last byte.
  @inlinable
  package var tokenEnd: UInt64 { tokenOffset + UInt64(tokenCount) }

  /// Finds the next token. After `truncated` comes `finished`, and `finished` repeats.
  ///
  /// Throws only what the source throws.
  package mutating func next() throws -> XMLToken {
    clearToken()
    if isOver { return finish(.finished) }
    if windowOffset == 0, position == 0, try skipByteOrderMark() { return truncated() }
    while true {
      position += withRest { XMLScanner.skipSpace($0, from: 0) }
      if position == filled {
        if try readMore() { continue }
        isOver = true
        return finish(openNameStarts.isEmpty && rootSeen ? .finished : .truncated)
      }
      if window[position] != 0x3c { return try text() }
      if position + 1 == filled {
        if try readMore() { continue }
        return truncated()
      }
      switch window[position + 1] {
      case 0x2f: return try endTag()
      case 0x3f: if let token = try instruction() { return token }
      case 0x21: if let token = try declaration() { return token }
      case let byte where XMLScanner.isNameStart(byte): return try startTag()
      default: return try malformed(error: 1)
      }
    }
  }

  /// Hands the bytes after the current token, inside the root, to `take`, and skips as many as
  /// `take` returns: whole elements, which are one token together. Returns false if it skips none.
  package mutating func takeAhead(_ take: (RawSpan) throws -> Int) rethrows -> Bool {
    guard !isOver, !openNameStarts.isEmpty, position < filled else { return false }
    let count = try withRest(take)
    if count == 0 { return false }
    precondition(count <= filled - position, "taken more than there is")
    clearToken()
    depth = openNameStarts.count
    accept(count)
    return true
  }

  // MARK: Tokens

  private mutating func startTag() throws -> XMLToken {
    while true {
      // Moved out and in again: the scan must not touch `self`, whose window it reads.
      var (found, end): ([XMLAttribute], Int) = ([], 0)
      swap(&found, &attributes)
      let scan = withRest { XMLScanner.startTag($0, nameEnd: &end, attributes: &found) }
      swap(&found, &attributes)
      count(scan)
      nameEnd = end
      switch scan {
      case .incomplete:
        if try readMore() { continue }
        return try cut()
      case .malformed(let at): return try malformed(error: at)
      case .selfClosing(let end):
        depth = openNameStarts.count
        rootSeen = true
        accept(end)
        nameStart = 1
        return .start(selfClosing: true)
      case .complete(let end):
        guard openNameStarts.count < Self.deepest else { return try malformed(error: end) }
        depth = openNameStarts.count
        rootSeen = true
        openNameStarts.append(openNames.count)
        openNames.append(contentsOf: window[position + 1..<position + nameEnd])
        accept(end)
        nameStart = 1
        return .start(selfClosing: false)
      }
    }
  }

  private mutating func endTag() throws -> XMLToken {
    while true {
      var nameEnd = 0
      let scan = withRest { XMLScanner.endTag($0, nameEnd: &nameEnd) }
      count(scan)
      self.nameEnd = nameEnd
      switch scan {
      case .incomplete:
        if try readMore() { continue }
        return try cut()
      case .malformed(let at): return try malformed(error: at)
      case .complete(let end), .selfClosing(let end):
        let isOpen = close(position + 2..<position + nameEnd)
        depth = openNameStarts.count
        accept(end)
        nameStart = 2
        return isOpen ? .end : .malformed
      }
    }
  }

  /// Closes the innermost open element of a name and those inside it. False where none is open.
  private mutating func close(_ name: Range<Int>) -> Bool {
    var end = openNames.count
    for index in openNameStarts.indices.reversed() {
      let start = openNameStarts[index]
      if openNames[start..<end].elementsEqual(window[name]) {
        openNames.removeSubrange(start...)
        openNameStarts.removeSubrange(index...)
        return true
      }
      end = start
    }
    return false
  }

  private mutating func text() throws -> XMLToken {
    while true {
      if let end = withRest({ $0.firstIndex(of: 0x3c, from: 0) }) { return acceptText(end) }
      if try readMore() { continue }
      if sourceEnded, !openNameStarts.isEmpty { return truncated() }
      return acceptText(filled - position)
    }
  }

  private mutating func acceptText(_ end: Int) -> XMLToken {
    depth = openNameStarts.count
    accept(withRest { XMLScanner.trimmedEnd($0, 0, end) })
    textRange = 0..<tokenCount
    return .text
  }

  /// Reads a declaration that begins with `<!`; nil if it was skipped.
  private mutating func declaration() throws -> XMLToken? {
    while filled - position < 9, try readMore() {}
    if begins("<!--") { return try skip { XMLScanner.past("-->", in: $0, from: 4) } }
    if begins("<![CDATA[") { return try characterData() }
    if begins("<!DOCTYPE"), !rootSeen { return try skip { XMLScanner.documentType($0) } }
    // The file may end inside one of the three.
    let isCut = mayBegin("<!--") || mayBegin("<![CDATA[") || mayBegin("<!DOCTYPE") && !rootSeen
    return isCut ? truncated() : try malformed(error: 1)
  }

  private mutating func characterData() throws -> XMLToken? {
    while true {
      let scan = withRest { XMLScanner.past("]]>", in: $0, from: 9) }
      count(scan)
      if case .complete(let end) = scan {
        let start = withRest { XMLScanner.skipSpace($0, from: 9) }
        let textEnd = withRest { XMLScanner.trimmedEnd($0, 9, end - 3) }
        if start >= textEnd {
          position += end
          return nil
        }
        depth = openNameStarts.count
        accept(end)
        textRange = start..<textEnd
        isCDATA = true
        return .text
      }
      if try readMore() { continue }
      return try cut()
    }
  }

  /// Skips a processing instruction. Returns a token only where that fails.
  private mutating func instruction() throws -> XMLToken? {
    let start = windowOffset + UInt64(position)
    if start < noInstructionEndsBefore {
      return try malformed(error: Int(noInstructionEndsBefore - start))
    }
    return try skip { XMLScanner.instruction($0) }
  }

  /// Skips something that is no token. Returns one only where that fails.
  private mutating func skip(_ scan: (RawSpan) -> XMLScan) throws -> XMLToken? {
    while true {
      let found = withRest(scan)
      count(found)
      switch found {
      case .complete(let end), .selfClosing(let end):
        position += end
        return nil
      case .malformed(let at):
        noInstructionEndsBefore = windowOffset + UInt64(position + at)
        return try malformed(error: at)
      case .incomplete:
        if try readMore() { continue }
        return try cut()
      }
    }
  }

  // MARK: Damage

  /// Returns the bytes from the token's start to the point at which reading continues.
  private mutating func malformed(error: Int) throws -> XMLToken {
    depth = openNameStarts.count
    while true {
      let resumption = withRest { XMLScanner.resumption($0, error: error) }
      bytesScanned += resumption ?? filled - position
      if let end = resumption {
        accept(end)
        break
      }
      if try readMore() { continue }
      accept(filled - position)
      break
    }
    forgetTag()
    return .malformed
  }

  /// Returns the token for bytes that neither the window nor the file holds whole.
  private mutating func cut() throws -> XMLToken {
    if sourceEnded { return truncated() }
    depth = openNameStarts.count
    accept(filled - position)
    forgetTag()
    return .malformed
  }

  /// Returns the token for a file that ends inside the token that begins here.
  private mutating func truncated() -> XMLToken {
    depth = openNameStarts.count
    accept(filled - position)
    forgetTag()
    isOver = true
    return .truncated
  }

  private mutating func finish(_ token: XMLToken) -> XMLToken {
    depth = openNameStarts.count
    tokenStart = filled
    return token
  }

  // MARK: Window

  private mutating func clearToken() {
    tokenStart = position
    tokenCount = 0
    textRange = 0..<0
    isCDATA = false
    forgetTag()
  }

  private mutating func forgetTag() {
    nameStart = 0
    nameEnd = 0
    attributes.removeAll(keepingCapacity: true)
  }

  private mutating func accept(_ count: Int) {
    (tokenStart, tokenCount) = (position, count)
    position += count
  }

  private mutating func count(_ scan: XMLScan) {
    switch scan {
    case .complete(let end), .selfClosing(let end), .malformed(let end): bytesScanned += end
    case .incomplete: bytesScanned += filled - position
    }
  }

  /// Hands out the bytes from `position` on.
  private func withRest<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
    try body(window.rawBytes.extracting(position..<filled))
  }

  private func begins(_ literal: StaticString) -> Bool {
    withRest { $0.extracting(first: literal.utf8CodeUnitCount).equals(literal) }
  }

  /// Returns true if all bytes left are the beginning of a literal.
  private func mayBegin(_ literal: StaticString) -> Bool {
    withRest { bytes in
      guard bytes.byteCount < literal.utf8CodeUnitCount else { return false }
      for index in 0..<bytes.byteCount {
        if bytes.byte(index) != literal[byte: index] { return false }
      }
      return true
    }
  }

  /// Skips a byte order mark. True where the file holds only a part of one.
  private mutating func skipByteOrderMark() throws -> Bool {
    while filled < 3, try readMore() {}
    let isMark = filled > 0 && [0xef, 0xbb, 0xbf].starts(with: window[..<min(filled, 3)])
    if isMark, filled >= 3 { position = 3 }
    tokenStart = position
    return isMark && filled < 3
  }

  /// Moves the bytes from `position` to the window's front and fills it from the source, after
  /// making it larger where they fill it already. False where the source has ended or the window
  /// has reached its limit.
  private mutating func readMore() throws -> Bool {
    guard !sourceEnded else { return false }
    if position > 0 {
      for index in position..<filled { window[index - position] = window[index] }
      windowOffset += UInt64(position)
      filled -= position
      position = 0
      tokenStart = 0
    } else if filled == window.count {
      guard window.count < windowLimit else { return false }
      let count = min(window.count, windowLimit - window.count)
      window.append(contentsOf: repeatElement(0, count: count))
    }
    let before = filled
    while filled < window.count, !sourceEnded {
      let start = filled
      let count = try source.read(into: &window, from: start)
      precondition(count >= 0 && count <= window.count - start, "a source read too much")
      filled += count
      sourceEnded = count == 0
    }
    return filled > before
  }

  /// The number of attributes of the current start tag; 0 for any other token.
  package var attributeCount: Int { attributes.count }

  /// The name of the current tag's element; empty where the token is no tag.
  package var elementName: String { withBytes(nameStart, nameEnd) { $0.text() } }

  /// Returns true if the current tag's element has this name.
  package func nameEquals(_ name: StaticString) -> Bool {
    let start = tokenStart + nameStart
    let end = tokenStart + nameEnd
    guard end - start == name.utf8CodeUnitCount else { return false }
    return window.rawBytes.extracting(start..<end).equals(name)
  }

  /// Returns the index of the first attribute of this name, or nil.
  package func attribute(_ name: StaticString) -> Int? {
    let count = name.utf8CodeUnitCount
    for index in attributes.indices {
      let found = attributes[index]
      guard found.nameEnd - found.nameStart == count else { continue }
      let range = tokenStart + found.nameStart..<tokenStart + found.nameEnd
      if window.rawBytes.extracting(range).equals(name) { return index }
    }
    return nil
  }

  /// Returns the name of an attribute. Invalid XML may put spaces inside it.
  package func attributeName(_ index: Int) -> String {
    withBytes(attributes[index].nameStart, attributes[index].nameEnd) { $0.text() }
  }

  /// Appends the bytes of the current tag's element name.
  package func appendElementName(to output: inout [UInt8]) {
    withBytes(nameStart, nameEnd) { output.append(contentsOf: $0) }
  }

  /// Appends the bytes of an attribute's name.
  package func appendAttributeName(_ index: Int, to output: inout [UInt8]) {
    withBytes(attributes[index].nameStart, attributes[index].nameEnd) {
      output.append(contentsOf: $0)
    }
  }

  /// Appends the bytes of a value, entities decoded; invalid UTF-8 is left as it is.
  package func appendValue(of index: Int, to output: inout [UInt8]) {
    let hasReference = attributes[index].hasReference
    withValueBytes(index) { bytes in
      if hasReference {
        XMLText.decode(bytes, to: &output)
      } else {
        output.append(contentsOf: bytes)
      }
    }
  }

  /// Returns true if a value is valid UTF-8; if it is not, its text holds U+FFFD for the invalid
  /// bytes.
  package func isValidUTF8(_ index: Int) -> Bool {
    guard attributes[index].hasNonASCII else { return true }
    return withValueBytes(index) { $0.isUTF8 }
  }

  /// Hands out the raw bytes of a value, between its quotes, entities not decoded.
  @inlinable
  package func withValueBytes<Result, Failure: Error>(
    _ index: Int, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withBytes(attributes[index].valueStart, attributes[index].valueEnd, body)
  }

  /// The current text, entities decoded unless it is CDATA, invalid UTF-8 as U+FFFD.
  package var textValue: String {
    withTextBytes { bytes in
      isCDATA ? bytes.text() : XMLText.string(bytes)
    }
  }

  /// Hands out the raw bytes of the current text, entities not decoded.
  @inlinable
  package func withTextBytes<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withBytes(textRange.lowerBound, textRange.upperBound, body)
  }

  /// Hands out all bytes of the current token, for quarantine. Empty for `finished`.
  @inlinable
  package func withTokenBytes<Result, Failure: Error>(
    _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withBytes(0, tokenCount, body)
  }

  @inlinable
  func withBytes<Result, Failure: Error>(
    _ start: Int, _ end: Int, _ body: (RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(window.rawBytes.extracting(tokenStart + start..<tokenStart + end))
  }
}

/// The token that `XMLTokenizer.next()` found.
package enum XMLToken: Equatable, Sendable {
  /// A start tag; a self-closing one has no end tag of its own.
  case start(selfClosing: Bool)
  /// An end tag. It may close several elements at once where end tags are missing: see `depth`.
  case end
  /// Character data or a CDATA section that is not only white space, trimmed of white space.
  case text
  /// Bytes that had to be skipped; the token's offsets say which. Reading goes on after them.
  case malformed
  /// The file ended inside a token, inside an element, or before any element. Reported once.
  case truncated
  /// The end: nothing is left.
  case finished
}

/// An attribute of a start tag, as offsets from the tag's first byte.
@usableFromInline
struct XMLAttribute {
  @usableFromInline var nameStart: Int
  @usableFromInline var nameEnd: Int
  @usableFromInline var valueStart: Int
  @usableFromInline var valueEnd: Int
  /// True if the value has an `&`.
  @usableFromInline var hasReference: Bool
  /// True if the value has a byte above 0x7f.
  @usableFromInline var hasNonASCII: Bool
}

/// The result of a scan of one token; offsets count from the token's first byte.
enum XMLScan {
  /// The token ends before `end`.
  case complete(end: Int)
  /// A start tag that is also an end tag.
  case selfClosing(end: Int)
  /// The bytes at hand do not decide.
  case incomplete
  /// The token went wrong at `at`.
  case malformed(at: Int)
}
