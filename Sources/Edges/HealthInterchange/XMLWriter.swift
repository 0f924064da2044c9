import ByteTools

/// Writes elements one inside the other, each on a line of its own, set in by a space for each
/// level.
///
///     var xml = XMLWriter()
///     xml.begin("Record")
///     xml.attribute("type", "x < y")
///     xml.end()
///     // <Record type="x &lt; y"/>
struct XMLWriter {
  /// The bytes written so far; they may be removed between two elements.
  var bytes: [UInt8] = []
  /// True if a text held characters that XML cannot hold, or a name was not valid.
  var isLossy = false

  private var open: [Level] = []
  /// Levels around what is written here.
  private let indent: Int

  private struct Level {
    var name: String
    var attributes: [String] = []
    var hasContent = false
    var hasText = false
  }

  /// Creates an empty writer, indented by some levels.
  init(indent: Int = 0) { self.indent = indent }

  mutating func begin(_ name: String) {
    if !Self.isName(name) { isLossy = true }
    beginContent()
    let isInText = open.last?.hasText ?? false
    if !isInText { newLine(open.count) }
    bytes.append(UInt8(ascii: "<"))
    bytes.append(contentsOf: name.utf8)
    open.append(Level(name: name))
  }

  /// Writes an attribute of the element that has begun; none where there is no value.
  mutating func attribute(_ name: String, _ value: String?) {
    guard let value, beginAttribute(name) else { return }
    if !XMLText.append(value, to: &bytes) { isLossy = true }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes an attribute with a number.
  mutating func attribute(_ name: String, _ value: Double?) {
    guard let value, beginAttribute(name) else { return }
    DecimalText.append(value, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// Writes character data.
  mutating func text(_ text: String) {
    beginContent()
    if !open.isEmpty { open[open.count - 1].hasText = true }
    if !XMLText.append(text, to: &bytes) { isLossy = true }
  }

  /// Ends the element that began last.
  mutating func end() {
    guard let level = open.popLast() else { return }
    guard level.hasContent else { return bytes.append(contentsOf: "/>".utf8) }
    if !level.hasText { newLine(open.count) }
    bytes.append(contentsOf: "</".utf8)
    bytes.append(contentsOf: level.name.utf8)
    bytes.append(UInt8(ascii: ">"))
  }

  private mutating func beginAttribute(_ name: String) -> Bool {
    guard Self.isName(name), let level = open.last, !level.attributes.contains(name) else {
      isLossy = true
      return false
    }
    open[open.count - 1].attributes.append(name)
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: name.utf8)
    bytes.append(contentsOf: "=\"".utf8)
    return true
  }

  private mutating func beginContent() {
    guard let level = open.last, !level.hasContent else { return }
    open[open.count - 1].hasContent = true
    bytes.append(UInt8(ascii: ">"))
  }

  private mutating func newLine(_ level: Int) {
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent + level))
  }

  /// Returns true if a text is a name of XML, of ASCII alone and without a colon, which would mark
  /// a namespace.
  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    return text.utf8.allSatisfy { byte in
      isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
  }
}
