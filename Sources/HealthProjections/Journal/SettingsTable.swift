import HealthEvents
import HealthModel
package import HealthTables
package import ViewTables

/// The settings in force.
package enum SettingsTable {
  private static let columns = [
    Column("setting", rank: .key), Column("type", rank: .key), Column("value", rank: .key),
  ]

  /// One row a setting.
  package static func table(_ tables: HealthTables) -> Table {
    let settings = tables.settings
    var rows: [[Cell]] = [[.text("timeZone"), .missing, .text(settings.timeZone)]]
    if settings.weekStarts != .monday {
      rows.append([.text("weekStarts"), .missing, .text(settings.weekStarts.name)])
    }
    for order in settings.priority {
      let names = order.sources.joined(separator: ", ")
      rows.append([.text("priority"), .identifier(order.type), .text(names)])
    }
    for preferred in settings.preferredUnits {
      if preferred.type == PreferredUnit.allTypes {
        rows.append([.text("units"), .missing, .text(preferred.unit)])
        continue
      }
      rows.append([.text("preferredUnit"), .identifier(preferred.type), .text(preferred.unit)])
    }
    return Table(columns: columns, rows: rows)
  }
}
