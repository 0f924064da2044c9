package import ViewTables

extension Table {
  /// A row for each column of a table of one row, for people: easier to read where there are many
  /// columns. The first column holds the headings; units stand after the figures.
  ///
  /// - Parameter fields: the fields that are left out.
  package func transposed(
    _ options: ExportOptions = ExportOptions(), without fields: Set<String> = []
  ) throws -> Table {
    var options = options
    options.showsHiddenColumns = true
    let rows = try allRows()
    var readable = ReadableColumns(columns, options) { _ in true }
    readable.study(rows)
    var turned: [[Cell]] = []
    for index in columns.indices where !fields.contains(columns[index].field) {
      for row in rows {
        let text = readable.phrase(index, row)
        if !text.isEmpty {
          turned.append([.text(ReadableText.heading(columns[index])), .text(text)])
        }
      }
    }
    return Table(
      columns: [Column("field", rank: .key), Column("value", rank: .key)], rows: turned)
  }
}

extension ReadableColumns {
  /// A cell that stands by itself: with its unit, and empty where it is the unit of another.
  fileprivate mutating func phrase(_ index: Int, _ row: [Cell]) -> String {
    if namesUnit(index) { return "" }
    let text = text(index, row)
    guard !text.isEmpty, let unit = unit(of: index) ?? unit(of: index, row) else { return text }
    return "\(text) \(unit)"
  }
}
