import ByteTools

/// Writes HTML. Tags and names of attributes are constants of the program. All text is escaped, and
/// control characters are spelled out, so that a name from a journal is never anything but text.
///
///     page.element(.p, [.class("note")]) { page in
///       page.text("Watch <1>")          // Watch &lt;1&gt;
///     }
struct Page {
  /// The elements that a report has.
  enum Tag: String {
    case html, head, title, body, header, main, nav, section, footer, figure, figcaption
    case h1, h2, h3, p, div, a, ul, li, dl, dt, dd, details, summary, code, strong
    case table, caption, thead, tbody, tr, th, td
    case svg, text
  }

  /// Elements without content.
  enum EmptyTag: String {
    case meta, path
  }

  /// An attribute and its value.
  struct Attribute {
    /// Its name, as it is written.
    let name: StaticString
    /// Any text.
    let value: String

    init(_ name: StaticString, _ value: String) {
      self.name = name
      self.value = value
    }

    static func `class`(_ value: StaticString) -> Attribute {
      Attribute("class", value.description)
    }
  }

  /// What has been written.
  fileprivate(set) var bytes: [UInt8] = []

  /// An element, with what `body` writes in it.
  mutating func element(
    _ tag: Tag, _ attributes: [Attribute] = [], _ body: (inout Page) throws -> Void
  ) rethrows {
    open(tag.rawValue, attributes)
    try body(&self)
    bytes.append(contentsOf: "</\(tag.rawValue)>".utf8)
    if Self.endsLine(tag) { bytes.append(UInt8(ascii: "\n")) }
  }

  /// An element of a text.
  mutating func element(_ tag: Tag, _ attributes: [Attribute] = [], text: String) {
    element(tag, attributes) { $0.text(text) }
  }

  /// An element without content.
  mutating func element(_ tag: EmptyTag, _ attributes: [Attribute]) {
    open(tag.rawValue, attributes)
    // An SVG element that is not closed would take what follows as its content.
    bytes[bytes.count - 1] = UInt8(ascii: "/")
    bytes.append(UInt8(ascii: ">"))
  }

  /// Text that a reader sees as it is.
  mutating func text(_ text: String) {
    XMLText.append(TerminalText.escaped(text), to: &bytes)
  }

  /// The style element, whose content alone is not escaped: `Style.text` is a constant of the
  /// program.
  mutating func style() {
    bytes.append(contentsOf: "<style>\(Style.text)</style>\n".utf8)
  }

  /// The first line of every page.
  mutating func doctype() { bytes.append(contentsOf: "<!DOCTYPE html>\n".utf8) }

  private mutating func open(_ name: String, _ attributes: [Attribute]) {
    bytes.append(UInt8(ascii: "<"))
    bytes.append(contentsOf: name.utf8)
    for attribute in attributes {
      bytes.append(contentsOf: " \(attribute.name)=\"".utf8)
      XMLText.append(TerminalText.escaped(attribute.value), to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    }
    bytes.append(UInt8(ascii: ">"))
  }

  /// Lines end after blocks, so that two reports can be compared by line.
  private static func endsLine(_ tag: Tag) -> Bool {
    switch tag {
    case .a, .code, .strong, .th, .td, .text, .dt: false
    default: true
    }
  }
}

extension Page {
  /// Writes what another page has, which has escaped it.
  mutating func append(_ other: Page) { bytes += other.bytes }
}
