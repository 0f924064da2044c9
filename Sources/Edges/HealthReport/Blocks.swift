/// A part of what a section shows. Sections are made of these values; `Page.write` alone turns them
/// into HTML.
///
///     .table(words(.swimsCaption), swims, [.text(.day) { words.day($0.date) }])
package indirect enum Block: Sendable {
  /// A sentence in the voice of the page.
  case note(String)
  /// A heading within a section.
  case heading(String)
  /// A table with a caption; the first cell of a row is its heading.
  case cells(String, [TableHead], [[Linked]])
  /// A part of the page with a heading, and its name in addresses.
  case section(name: String, String, [Block])
  /// Links side by side, as parts of a navigation of this name.
  case links(String, [Linked])
  /// A call of the command, to copy.
  case call(String)
  /// A part that was written already, such as a form.
  case written(Page)
  /// Blocks for readers who want more detail.
  case details(String, [Block])
  /// A drawing.
  case figure(Figure)
  /// Drawings and tables side by side.
  case grid([Block])
  /// Small drawings side by side.
  case small([Block])
  /// The figures of the first page.
  case tiles([Tile])
  /// Names, each with its text.
  case facts([(name: Word, text: String)])

  /// True for a table.
  package var isTable: Bool {
    if case .cells = self { true } else { false }
  }

  /// True for blocks that stand near the end of the page.
  package var isDetails: Bool {
    if case .details = self { true } else { false }
  }

  /// Returns a table of rows; each column gives a cell of a row.
  package static func table<Row>(
    _ caption: String, _ rows: some Sequence<Row>, _ columns: [TableColumn<Row>]
  ) -> Block {
    .cells(
      caption, columns.map(\.head),
      rows.map { row in columns.map { Linked($0.text(row)) } })
  }

  /// Returns the same table, for readers who want more detail.
  package static func details<Row>(
    _ summary: String, _ caption: String, _ rows: some Sequence<Row>,
    _ columns: [TableColumn<Row>]
  ) -> Block {
    .details(summary, [.table(caption, rows, columns)])
  }
}

/// A text, and the address that it leads to.
package struct Linked: Sendable {
  package let text: String
  /// The address as the page has it; nil: the text leads nowhere.
  package let href: String?
  /// The class in the style.
  package let name: StaticString?

  package init(_ text: String, to href: String? = nil, _ name: StaticString? = nil) {
    (self.text, self.href, self.name) = (text, href, name)
  }
}

/// The head of a column of a table.
package struct TableHead: Sendable {
  /// A word, or what is the same in all languages.
  package enum Name {
    case word(Word)
    case text(String)
  }

  /// The contents of a column, and its class in the style.
  package enum Kind: String {
    case text = ""
    case number = "n"
    case sentence = "w"
    case lines = "l"
    /// Times, days and short texts, which no line breaks.
    case short = "t"
  }

  package let name: Name
  package let kind: Kind
  /// True if a narrow screen leaves it out.
  package var isOptional = false

  package init(name: Name, kind: Kind, isOptional: Bool = false) {
    (self.name, self.kind, self.isOptional) = (name, kind, isOptional)
  }

  fileprivate var attributes: [Attribute] {
    let names = [kind.rawValue, isOptional ? "opt" : ""].filter { !$0.isEmpty }
    return names.isEmpty ? [] : [Attribute("class", names.joined(separator: " "))]
  }
}

/// A column of a table: its head, and its cell in a row.
package struct TableColumn<Row> {
  fileprivate(set) var head: TableHead
  fileprivate let text: (Row) -> String

  private init(_ name: TableHead.Name, _ kind: TableHead.Kind, _ text: @escaping (Row) -> String) {
    head = TableHead(name: name, kind: kind)
    self.text = text
  }

  package static func text(_ name: Word, _ text: @escaping (Row) -> String) -> TableColumn {
    TableColumn(.word(name), .text, text)
  }

  package static func number(_ name: Word, _ text: @escaping (Row) -> String) -> TableColumn {
    TableColumn(.word(name), .number, text)
  }

  /// Numbers under a name that is no word of a language.
  package static func number(under name: String, _ text: @escaping (Row) -> String) -> TableColumn {
    TableColumn(.text(name), .number, text)
  }

  /// Returns a column of longer text.
  package static func sentence(_ name: Word, _ text: @escaping (Row) -> String) -> TableColumn {
    TableColumn(.word(name), .sentence, text)
  }

  /// Lines of the journal, on a narrow screen in one row each.
  package static func lines(_ name: Word, _ text: @escaping (Row) -> String) -> TableColumn {
    TableColumn(.word(name), .lines, text)
  }

  /// The same column, left out on a narrow screen.
  package var optional: TableColumn {
    var column = self
    column.head.isOptional = true
    return column
  }
}

/// A figure of the first page: its name, the figure and its unit, sentences, and a drawing.
package struct Tile: Sendable {
  package let title: String
  package let value: String
  package let unit: String
  package let notes: [String]
  package let drawing: Figure?
}

/// A drawing with its caption: a title, and how it is read.
package struct Figure: Sendable {
  package let title: String
  package let caption: String
  /// The subject of the drawing if the title does not name it; for people who cannot see the
  /// drawing.
  package var kind: String?
  /// The whole content of the drawing, for the same people; nil: the caption is enough.
  package var read: String?
  package let height: Double
  package var width = Plot.width
  package let shapes: [Shape]

  package init(
    title: String, caption: String, kind: String? = nil, read: String? = nil, height: Double,
    width: Double = Plot.width, shapes: [Shape]
  ) {
    (self.title, self.caption, self.kind, self.read) = (title, caption, kind, read)
    (self.height, self.width, self.shapes) = (height, width, shapes)
  }
}

extension Figure {
  /// True if parts of the drawing lead somewhere.
  fileprivate var leads: Bool {
    shapes.contains { if case .titled(let link, _) = $0 { link.href != nil } else { false } }
  }
}

/// A part of a drawing.
package enum Shape: Sendable {
  /// A path of a class; an empty one is not drawn.
  case path(PathText, StaticString)
  /// A text at a position.
  case label(String, Double, Double, StaticString? = nil)
  /// Shapes that tell their meaning when they are pointed at, and the address they lead to.
  indirect case titled(Linked, [Shape])

  /// Returns an entry of a legend: a square of a class, and its name.
  package static func key(_ text: String, _ name: StaticString, _ x: Double, _ y: Double) -> [Shape]
  {
    var square = PathText()
    square.rectangle(x, y, width: 9, height: 9)
    return [.path(square, name), .label(text, x + 13, y + 8.5)]
  }
}

extension Page {
  /// Creates the parts of a section.
  package init(_ blocks: [Block], _ words: Words) {
    self.init()
    write(blocks, words)
  }

  private mutating func write(_ blocks: [Block], _ words: Words) {
    for block in blocks {
      switch block {
      case .note(let text): note(text)
      case .heading(let text): element(.h3, text: text)
      case .cells(let caption, let heads, let rows): table(caption, heads, rows, words)
      case .figure(let figure): self.figure(figure)
      case .section(let name, let title, let blocks):
        element(.section, [Attribute("id", name), Attribute("aria-labelledby", name + "-title")]) {
          page in
          page.element(.h2, [Attribute("id", name + "-title")], text: title)
          page.write(blocks, words)
        }
      case .links(let name, let links): self.links(name, links)
      case .call(let text): element(.code, [.class("call")], text: text)
      case .written(let page): append(page)
      case .grid(let blocks): element(.div, [.class("grid")]) { $0.write(blocks, words) }
      case .small(let blocks): element(.div, [.class("small")]) { $0.write(blocks, words) }
      case .tiles(let tiles):
        element(.div, [.class("tiles")]) { page in
          for tile in tiles { page.tile(tile) }
        }
      case .details(let summary, let blocks):
        element(.details) { page in
          page.element(.summary, text: summary)
          page.write(blocks, words)
        }
      case .facts(let facts):
        element(.dl) { page in
          for (name, text) in facts {
            page.element(.dt, text: words(name))
            page.element(.dd) { $0.element(.code, text: text) }
          }
        }
      }
    }
  }

  /// Writes a sentence in the voice of the page.
  package mutating func note(_ text: String) { element(.p, [.class("note")], text: text) }

  /// Writes a text, as a link where it leads somewhere.
  package mutating func link(_ link: Linked) {
    let names = link.name.map { [Attribute.class($0)] } ?? []
    switch (link.href, link.name) {
    case (let href?, _): element(.a, [Attribute("href", href)] + names, text: link.text)
    case (nil, _?): element(.span, names, text: link.text)
    case (nil, nil): text(link.text)
    }
  }

  private mutating func links(_ name: String, _ links: [Linked]) {
    element(.div, [Attribute("role", "group"), Attribute("aria-label", name), .class("bar")]) {
      for link in links { $0.link(link) }
    }
  }

  private mutating func table(
    _ caption: String, _ heads: [TableHead], _ rows: [[Linked]], _ words: Words
  ) {
    let region = [
      .class("wide"), Attribute("tabindex", "0"), Attribute("role", "group"),
      Attribute("aria-label", caption),
    ]
    element(.div, region) { page in
      page.element(.table) { page in
        page.element(.caption, text: caption)
        page.element(.thead) { page in
          page.element(.tr) { page in
            for head in heads {
              let name =
                switch head.name {
                case .word(let word): words(word)
                case .text(let text): text
                }
              page.element(.th, [Attribute("scope", "col")] + head.attributes, text: name)
            }
          }
        }
        page.element(.tbody) { page in
          for row in rows { page.row(row, heads) }
        }
      }
    }
  }

  private mutating func row(_ row: [Linked], _ heads: [TableHead]) {
    element(.tr) { page in
      for (index, (cell, head)) in zip(row, heads).enumerated() {
        if index == 0, !cell.text.isEmpty {
          page.element(.th, [Attribute("scope", "row")] + head.attributes) { $0.link(cell) }
        } else {
          page.element(.td, head.attributes) { $0.link(cell) }
        }
      }
    }
  }

  private mutating func tile(_ tile: Tile) {
    element(.div, [.class("tile")]) { page in
      page.element(.h3, text: tile.title)
      page.element(.p, [.class("value")]) { page in
        page.text(tile.value + " ")
        page.element(.span, text: tile.unit)
      }
      if let drawing = tile.drawing { page.drawing(drawing) }
      for note in tile.notes { page.note(note) }
    }
  }

  private mutating func drawing(_ figure: Figure) {
    let box = "0 0 \(PathText.number(figure.width)) \(PathText.number(figure.height))"
    let label =
      (figure.kind.map { $0 + " " } ?? "") + figure.title + ": " + (figure.read ?? figure.caption)
    element(
      .svg,
      [
        Attribute("viewBox", box), Attribute("role", figure.leads ? "group" : "img"),
        Attribute("aria-label", label),
      ]
    ) { page in
      for shape in figure.shapes { page.shape(shape) }
    }
  }

  private mutating func figure(_ figure: Figure) {
    element(.figure) { page in
      page.drawing(figure)
      page.element(.figcaption) { page in
        page.element(.strong, text: figure.title)
        page.text(" " + figure.caption)
      }
    }
  }

  private mutating func shape(_ shape: Shape) {
    switch shape {
    case .path(let path, let name):
      if !path.isEmpty { element(.path, [.class(name), Attribute("d", path.text)]) }
    case .label(let text, let x, let y, let name):
      let position = [Attribute("x", PathText.number(x)), Attribute("y", PathText.number(y))]
      element(.text, position + (name.map { [.class($0)] } ?? []), text: text)
    case .titled(let link, let shapes):
      element(
        link.href == nil ? .g : .a, link.href.map { [Attribute("href", $0)] } ?? []
      ) { page in
        page.element(.title, text: link.text)
        for shape in shapes { page.shape(shape) }
      }
    }
  }
}
