extension XMLTokenizer {
  /// How many attributes the current start tag has; 0 for any other token.
  package var attributeCount: Int { attributes.count }

  /// The name of the current tag's element; empty where the token is no tag.
  package var elementName: String { withBytes(nameStart, nameEnd) { $0.text() } }

  /// Whether the current tag's element has this name.
  package func nameEquals(_ name: StaticString) -> Bool {
    let start = tokenStart + nameStart
    let end = tokenStart + nameEnd
    guard end - start == name.utf8CodeUnitCount else { return false }
    return window.rawBytes.extracting(start..<end).equals(name)
  }

  /// The index of the first attribute of this name, or nil.
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

  /// The name of an attribute. Invalid XML may put spaces inside it.
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

  /// Whether a value is valid UTF-8; where it is not, text made of it holds U+FFFD in place of
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
