package import HealthEvents

/// The closing equation of an import.
package enum ImportTable {
  /// One row for each kind of element.
  package static func table(_ counts: [ImportCount]) -> Table {
    Table(
      columns: [
        Column("element"), Column("read", .number), Column("saved", .number),
        Column("known", .number), Column("quarantined", .number),
        Column("unsupported", .number),
      ],
      rows: counts.map { count in
        [
          .text(count.element), .whole(count.read), .whole(count.saved), .whole(count.known),
          .whole(count.quarantined), .whole(count.unsupported),
        ]
      })
  }
}
