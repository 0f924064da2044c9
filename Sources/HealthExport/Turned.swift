package import HealthProjections

extension Table {
  /// A row for each column of a table of one row, for people: easier to read where there are many
  /// columns. The first column holds the headings.
  package func turned() throws -> Table {
    let rows = try allRows()
    var turned: [[Cell]] = []
    for (index, column) in columns.enumerated() {
      for row in rows {
        if case .missing = row[index].finite { continue }
        turned.append([.text(Reading.heading(column)), row[index]])
      }
    }
    return Table(columns: [Column("field"), Column("value")], rows: turned)
  }
}
