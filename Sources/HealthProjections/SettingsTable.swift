package import HealthTables

/// The settings in force.
package enum SettingsTable {
  /// One row a setting.
  package static func table(_ tables: HealthTables) -> Table {
    let settings = tables.settings
    var rows: [[Cell]] = [[.text("timeZone"), .missing, .text(settings.timeZone)]]
    for (type, names) in settings.priority.sorted(by: { $0.key < $1.key }) {
      rows.append([.text("priority"), .identifier(type), .text(names.joined(separator: ", "))])
    }
    for (type, unit) in settings.preferredUnits.sorted(by: { $0.key < $1.key }) {
      rows.append([.text("preferredUnit"), .identifier(type), .text(unit)])
    }
    return Table(columns: [Column("setting"), Column("type"), Column("value")], rows: rows)
  }
}
