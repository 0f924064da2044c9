import ByteTools
import HealthModel
import HealthProjections
package import ViewTables

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

  /// The report as a sentence for each reason:
  /// `12 objects of 2 types, no schema: uvExposure 4, waterTemperature 8`.
  package var sentences: [String] {
    let reasons = Dictionary(grouping: rows, by: \.reason).sorted { $0.key < $1.key }
    return reasons.map { reason, rows in
      let count = rows.reduce(0) { $0 + $1.count }
      let types = rows.map { row in
        "\(TypeCatalogue.shortName(of: row.type)) \(row.count)"
      }
      return "\(counted(count, "object")) of \(counted(rows.count, "type")), \(reason): "
        + types.joined(separator: ", ")
    }
  }

  /// The report as a table.
  package var table: Table {
    Table(
      columns: [Column(.type), Column("lost"), Column("objects", .number)],
      rows: rows.map { [.identifier($0.type), .text($0.reason), .whole($0.count)] })
  }
}
