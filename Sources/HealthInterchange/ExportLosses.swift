package import HealthProjections

/// What an export could not say, counted by type and reason.
package struct ExportLosses: Hashable, Sendable {
  /// One row of the report.
  package struct Row: Hashable, Sendable {
    /// The identifier of a type, or a word for what is of no type.
    package var type: String
    /// What is lost.
    package var reason: String
    /// Of how many objects.
    package var count: Int
  }

  private struct Key: Hashable {
    var type: String
    var reason: String
  }

  private var counts: [Key: Int] = [:]

  /// Nothing is lost.
  package init() {}

  /// Whether all was said.
  package var isEmpty: Bool { counts.isEmpty }

  /// Counts objects of which something is lost.
  mutating func note(_ reason: String, of type: String, _ count: Int = 1) {
    if count > 0 { counts[Key(type: type, reason: reason), default: 0] += count }
  }

  /// All of them, by type and reason.
  package var rows: [Row] {
    counts.map { Row(type: $0.key.type, reason: $0.key.reason, count: $0.value) }
      .sorted { ($0.type, $0.reason) < ($1.type, $1.reason) }
  }

  /// The report as a table.
  package var table: Table {
    Table(
      columns: [Column("type"), Column("lost"), Column("objects", .number)],
      rows: rows.map { [.identifier($0.type), .text($0.reason), .whole($0.count)] })
  }
}
