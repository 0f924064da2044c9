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
      counts.map { cells([.text($0.element), .missing], $0, vanished: nil) }
      + types.sorted { $0.element < $1.element }.map { count in
        cells(
          [.missing, .identifier(count.element)], count,
          vanished: vanished == nil ? nil : missing[count.element] ?? 0)
      }
    return Table(columns: columns, rows: rows)
  }

  /// The names of the figures of `cells`.
  package static let figures = [
    "read", "new", "identical", "corrected", "superseded", "erased", "vanished", "leftOut",
    "quarantined", "unsupported",
  ]

  private static let columns =
    [Column("element", rank: .key), Column("type", rank: .key)]
    + figures.map { Column($0, .count) }

  /// What is counted, and its figures.
  package static func cells(_ names: [Cell], _ count: ImportCount, vanished: Int?) -> [Cell] {
    names + [
      .whole(count.read), .whole(count.saved), .whole(count.known), .whole(count.corrected),
      .whole(count.superseded), .whole(count.erased), vanished.map { .whole($0) } ?? .missing,
      .whole(count.leftOut), .whole(count.quarantined), .whole(count.unsupported),
    ]
  }

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
