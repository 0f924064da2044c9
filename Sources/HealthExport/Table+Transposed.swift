package import HealthProjections

extension Table {
  /// A row for each column of a table of one row, for people: easier to read where there are many
  /// columns. The first column holds the headings.
  ///
  /// - Parameter fields: the fields that are left out.
  package func transposed(without fields: Set<String> = []) throws -> Table {
    let rows = try allRows()
    var turned: [[Cell]] = []
    for (index, column) in columns.enumerated() where !fields.contains(column.field) {
      for row in rows where !row[index].isEmpty {
        turned.append([.text(Reading.heading(column)), row[index]])
      }
    }
    return Table(columns: [Column("field"), Column("value")], rows: turned)
  }
}

extension Cell {
  /// Whether a reader would see nothing.
  fileprivate var isEmpty: Bool {
    switch finite {
    case .missing: true
    case .names(let names): names.isEmpty
    case .list(let objects): objects.isEmpty
    case .text, .number, .whole, .time, .day, .flag, .identifier: false
    }
  }
}
