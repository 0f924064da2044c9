package import HealthEvents
package import ViewTables

/// What an import did, in figures.
package enum ImportTable {
  /// One row for each kind of element, and after them one for each type of object.
  ///
  /// - Parameter vanished: what earlier imports stated and this one does not, by type; nil: it was
  ///   not compared.
  package static func table(
    _ counts: [ImportCount], types: [ImportCount], vanished: [VanishedCount]?
  ) -> Table {
    var missing: [String: Int] = [:]
    for row in vanished ?? [] { add(row.count, to: &missing[row.type, default: 0]) }
    let rows =
      counts.map { Row(element: $0.element, figures: ImportFigures(count: $0)) }
      + types.sorted { $0.element < $1.element }.map { count in
        let vanished = vanished == nil ? nil : missing[count.element] ?? 0
        return Row(
          type: count.element, figures: ImportFigures(count: count, vanished: vanished))
      }
    return Table(columns, rows: rows)
  }

  /// A kind of element, or a type of object.
  private struct Row {
    var element: String?
    var type: String?
    var figures: ImportFigures
  }

  private static let columns: [RowColumn<Row>] =
    [
      RowColumn("element", rank: .key) { Cell(text: $0.element) },
      RowColumn(.type, rank: .key) { Cell(identifier: $0.type) },
    ] + ImportFigures.columns().map { column in column.of { $0.figures } }

  /// How many elements vanished in all; it stops at the greatest number, as `sum` does.
  static func total(_ vanished: [VanishedCount]) -> Int {
    vanished.reduce(into: 0) { sum, row in add(row.count, to: &sum) }
  }

  /// The sum of some counts. Each figure stops at the greatest number: a receipt of another program
  /// may state any.
  package static func sum(_ counts: [ImportCount]) -> ImportCount {
    let figures: [WritableKeyPath<ImportCount, Int>] = [
      \.read, \.saved, \.corrected, \.known, \.superseded, \.erased, \.leftOut, \.quarantined,
      \.unsupported,
    ]
    return counts.reduce(into: ImportCount(element: "")) { sum, count in
      for figure in figures { add(count[keyPath: figure], to: &sum[keyPath: figure]) }
    }
  }

  private static func add(_ count: Int, to sum: inout Int) {
    let (total, overflows) = sum.addingReportingOverflow(count)
    sum = overflows ? .max : total
  }
}

/// The outcomes of an import: what it made of elements or objects.
struct ImportFigures {
  var count: ImportCount
  /// The number that earlier imports stated and this one does not; nil: it was not compared.
  var vanished: Int?

  /// The columns of these figures.
  ///
  /// - Parameter hidden: the fields that people are not shown.
  static func columns(hiding hidden: Set<String> = []) -> [RowColumn<ImportFigures>] {
    func figure(
      _ field: String, _ figure: @escaping @Sendable (ImportFigures) -> Int?
    ) -> RowColumn<ImportFigures> {
      RowColumn(field, .count, hidden: hidden.contains(field)) { Cell(whole: figure($0)) }
    }
    return [
      figure("read") { $0.count.read }, figure("new") { $0.count.saved },
      figure("identical") { $0.count.known }, figure("corrected") { $0.count.corrected },
      figure("superseded") { $0.count.superseded }, figure("erased") { $0.count.erased },
      figure("vanished") { $0.vanished }, figure("leftOut") { $0.count.leftOut },
      figure("quarantined") { $0.count.quarantined },
      figure("unsupported") { $0.count.unsupported },
    ]
  }
}

extension Table {
  /// The same table for people: without the columns that hold only zeros, except those of `fields`.
  package func withoutZeros(but fields: Set<String>) throws -> Table {
    let rows = try allRows()
    let empty = columns.indices.filter { index in
      rows.allSatisfy { $0[index] == .missing || $0[index] == .whole(0) }
    }
    return try without(Set(empty.map { columns[$0].field }).subtracting(fields))
  }
}
