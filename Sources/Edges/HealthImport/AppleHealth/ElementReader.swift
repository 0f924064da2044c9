import ByteTools

/// Cuts an export into the elements directly inside its root, and reads on after damage.
///
/// Two kinds of damage would swallow what follows. After a lost end tag every record would lie
/// inside the one before: so a top-level element ends an open element that cannot hold it. An
/// element without end would take all the memory: after 8 MiB it is handed out in pieces.
struct ElementReader: ~Copyable {
  /// The next part of the file.
  enum Found {
    /// The root's start tag.
    case root
    /// A whole element.
    case element
    /// A part of an element that is too large; `isLast`: it ends here.
    case piece(isLast: Bool)
    /// An element inside which the file ends.
    case cut
    /// Bytes that are no part of an element.
    case damage(reason: String)
    /// The file ends too early, outside any element.
    case truncated
    /// The end: nothing is left.
    case finished
  }

  /// The element found, or as much of it as has come.
  var element = ElementTree()
  private var xml: XMLTokenizer
  private let countsElements: Bool
  private var isOpen = false
  private var isInPieces = false
  /// True if there was damage inside the element.
  private var isDamaged = false
  /// The name of an element in pieces whose first piece is gone.
  private var nameOfPieces: AppleElement?
  private var isHandedOut = false
  /// The number of the tokenizer's elements that enclose the element.
  private var base = 0
  /// A start tag that ended the element before it and has not been looked at yet.
  private var held: XMLToken?

  /// Raw bytes of one element at most; lines hold 16 MiB.
  static let largest = 8 << 20
  /// Levels of children at most: a line nests 32 deep, and a level takes two.
  static let deepest = 12

  /// Creates a reader that counts start tags as read, or does not if they have been counted before.
  init(source: some ByteSource, windowSize: Int, countsElements: Bool) {
    xml = XMLTokenizer(source: source, windowSize: windowSize)
    self.countsElements = countsElements
  }

  /// The offset in the file of what was found last.
  var offset: UInt64 { xml.tokenOffset }
  /// The offset in the file after the part found last.
  var endOffset: UInt64 { xml.tokenEnd }

  /// Hands out the bytes of damage that has just been found.
  func withDamage(_ body: (RawSpan) throws -> Void) throws { try xml.withTokenBytes(body) }

  /// Hands out the available bytes at a point where an element may begin, and skips as many as
  /// `take` returns: white space and whole elements directly inside the root. Returns false for
  /// none.
  mutating func takeAhead(_ take: (RawSpan) throws -> Int) rethrows -> Bool {
    guard !isOpen, held == nil else { return false }
    return try xml.takeAhead(take)
  }

  /// Reads the next part of the file.
  mutating func next(_ tally: inout ImportTally) throws -> Found {
    if isHandedOut {
      element.clear()
      isHandedOut = false
    }
    while true {
      let token: XMLToken
      if let held { token = held } else { token = try xml.next() }
      held = nil
      if let found = handle(token, &tally) { return found }
    }
  }

  private mutating func handle(_ token: XMLToken, _ tally: inout ImportTally) -> Found? {
    switch token {
    case .start(let isSelfClosing): return start(token, isSelfClosing, &tally)
    case .end: return end()
    case .text: return text()
    case .malformed:
      isDamaged = isOpen
      return .damage(reason: "malformed XML")
    case .truncated:
      guard isOpen else { return .truncated }
      keepRaw()
      handOut()
      return .cut
    case .finished: return isOpen ? close() : .finished
    }
  }

  // MARK: Tokens

  private mutating func start(
    _ token: XMLToken, _ isSelfClosing: Bool, _ tally: inout ImportTally
  ) -> Found? {
    let nameStart = element.bytes.count
    xml.appendElementName(to: &element.bytes)
    let nameBytes = nameStart..<element.bytes.count
    let known = element.withBytes(nameBytes) { AppleElement(named: $0) }
    if known == .healthData, !isOpen {
      element.clear()
      return .root
    }
    if isOpen, ends(before: known) {
      element.bytes.removeSubrange(nameBytes)
      held = token
      return close()
    }
    if !isOpen { open() }
    append(known, nameBytes, &tally)
    if isSelfClosing, element.nodes.last?.level == 0 { return close() }
    return overflow()
  }

  private mutating func open() {
    isOpen = true
    isDamaged = false
    base = xml.depth
    element.offset = xml.tokenOffset
  }

  private mutating func end() -> Found? {
    guard isOpen else { return nil }
    // An end tag of an element further out ends this one too and is no part of it.
    if xml.depth >= base { keepRaw() }
    return xml.depth <= base ? close() : nil
  }

  private mutating func text() -> Found? {
    guard isOpen else { return .damage(reason: "text outside of any element") }
    keepRaw()
    let start = element.bytes.count
    element.bytes.append(contentsOf: Array(xml.textValue.utf8))
    xml.withTextBytes { if !$0.isUTF8 { element.isLossy = true } }
    element.controlCount += element.withBytes(start..<element.bytes.count) {
      ControlCharacters.count(in: $0)
    }
    element.append(text: start..<element.bytes.count, atLevel: xml.depth - base - 1)
    return overflow()
  }

  /// Returns true if a start tag inside the element shows that its end tag is lost.
  private func ends(before name: AppleElement?) -> Bool {
    guard let name, let outer = outermost else { return false }
    switch name.nesting {
    case .root: return true
    case .inside: return false
    case .top: return !(name == .record && outer == .correlation && isMember)
    }
  }

  /// True if a record inside a correlation is a member. After damage, which may have hit the
  /// correlation's end tag, a member must start when the correlation does.
  private var isMember: Bool {
    guard xml.depth == base + 1, !isInPieces else { return false }
    guard isDamaged, let start = xml.attribute("startDate") else { return !isDamaged }
    return element.peek("startDate", of: 0) { bytes in
      xml.withValueBytes(start) { $0.equals(bytes) } ? true : nil
    } ?? false
  }

  /// The outermost open element.
  private var outermost: AppleElement? {
    isInPieces ? nameOfPieces : element.nodes.first?.name
  }

  private mutating func append(
    _ name: AppleElement?, _ nameBytes: Range<Int>, _ tally: inout ImportTally
  ) {
    keepRaw()
    let level = xml.depth - base
    let first = element.attributes.count
    for index in 0..<xml.attributeCount { appendAttribute(index) }
    var kind = element.withBytes(nameBytes) { $0.text() }
    if name == .record, level > 0, outermost == .correlation { kind += " in Correlation" }
    let row = tally.row(kind)
    if countsElements { tally.read(row) }
    if level > Self.deepest { element.problem = "it is nested deeper than \(Self.deepest) levels" }
    element.append(
      ElementTree.Node(
        name: name, nameBytes: nameBytes, row: row, level: level,
        attributes: first..<element.attributes.count))
  }

  private mutating func appendAttribute(_ index: Int) {
    let start = element.bytes.count
    xml.appendAttributeName(index, to: &element.bytes)
    let middle = element.bytes.count
    xml.appendValue(of: index, to: &element.bytes)
    let isValid = element.withBytes(start..<middle) { $0.isUTF8 }
    if !isValid || !xml.isValidUTF8(index) { element.isLossy = true }
    let controls = element.withBytes(start..<element.bytes.count, ControlCharacters.count(in:))
    if controls > 0 { element.take(controls, ofAttribute: start..<middle) }
    element.attributes.append(
      ElementTree.Attribute(name: start..<middle, value: middle..<element.bytes.count))
  }

  /// Keeps the token's bytes; a line feed replaces the white space between tokens.
  private mutating func keepRaw() {
    if !element.raw.isEmpty { element.raw.append(0x0a) }
    xml.withTokenBytes { element.raw.append(contentsOf: $0) }
  }

  // MARK: Ends

  private mutating func handOut() {
    isOpen = false
    isHandedOut = true
  }

  private mutating func close() -> Found {
    handOut()
    defer { isInPieces = false }
    return isInPieces ? .piece(isLast: true) : .element
  }

  private mutating func overflow() -> Found? {
    guard element.raw.count > Self.largest else { return nil }
    if !isInPieces { nameOfPieces = element.nodes.first?.name }
    isInPieces = true
    isHandedOut = true
    return .piece(isLast: false)
  }
}
