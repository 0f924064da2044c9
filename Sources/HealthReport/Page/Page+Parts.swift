/// The parts of which sections are put together.
extension Page {
  /// A column of a table: its heading, what it holds, and whether a narrow screen shows it.
  struct TableColumn {
    var name: String
    /// What kind of text it holds.
    var kind = Kind.text
    /// Whether a narrow screen does without it.
    var isOptional = false

    /// The contents of a column, and its class in the style.
    enum Kind: String {
      case text = ""
      case number = "n"
      case sentence = "w"
      case lines = "l"
    }

    static func text(_ name: String) -> TableColumn { TableColumn(name: name) }
    static func number(_ name: String) -> TableColumn { TableColumn(name: name, kind: .number) }
    /// Longer text.
    static func sentence(_ name: String) -> TableColumn { TableColumn(name: name, kind: .sentence) }
    /// Lines of the journal, on a narrow screen in one row each.
    static func lines(_ name: String) -> TableColumn { TableColumn(name: name, kind: .lines) }

    /// The same, left out on a narrow screen.
    var optional: TableColumn {
      var column = self
      column.isOptional = true
      return column
    }

    fileprivate var attributes: [Attribute] {
      let names = [kind.rawValue, isOptional ? "opt" : ""].filter { !$0.isEmpty }
      return names.isEmpty ? [] : [Attribute("class", names.joined(separator: " "))]
    }
  }

  /// A table with a caption; the first cell of a row is its heading.
  mutating func table(_ caption: String, _ columns: [TableColumn], _ rows: [[String]]) {
    let region = [
      .class("wide"), Attribute("tabindex", "0"), Attribute("role", "region"),
      Attribute("aria-label", caption),
    ]
    element(.div, region) { page in
      page.element(.table) { page in
        page.element(.caption, text: caption)
        page.element(.thead) { page in
          page.element(.tr) { page in
            for column in columns {
              page.element(.th, [Attribute("scope", "col")] + column.attributes, text: column.name)
            }
          }
        }
        page.element(.tbody) { page in
          for row in rows { page.row(row, columns) }
        }
      }
    }
  }

  private mutating func row(_ row: [String], _ columns: [TableColumn]) {
    element(.tr) { page in
      for (index, (text, column)) in zip(row, columns).enumerated() {
        if index == 0 {
          page.element(.th, [Attribute("scope", "row")] + column.attributes, text: text)
        } else {
          page.element(.td, column.attributes, text: text)
        }
      }
    }
  }

  /// What is there for those who look closer.
  mutating func details(_ summary: String, _ body: (inout Page) throws -> Void) rethrows {
    try element(.details) { page in
      page.element(.summary, text: summary)
      try body(&page)
    }
  }

  /// A table for those who look closer.
  mutating func details(
    _ summary: String, _ caption: String, _ columns: [TableColumn], _ rows: [[String]]
  ) {
    details(summary) { $0.table(caption, columns, rows) }
  }

  /// A sentence in the voice of the page.
  mutating func note(_ text: String) { element(.p, [.class("note")], text: text) }

  /// Figures side by side.
  mutating func grid(_ body: (inout Page) throws -> Void) rethrows {
    try element(.div, [.class("grid")], body)
  }
}
