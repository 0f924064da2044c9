import HealthEvents
import HealthModel
package import HealthTables
package import ViewTables

extension ReaderUnits {
  /// The units that a journal prefers. Where it prefers none, distances are in miles if its samples
  /// have miles and no kilometres, else in kilometres.
  package init(_ tables: HealthTables) {
    let system = tables.settings.preferredUnit(of: PreferredUnit.allTypes)
      .flatMap { UnitSystem(rawValue: $0) }
    let own = tables.settings.preferredUnit(of: QuantityType.distanceWalkingRunning.identifier)
    let units = tables.units.names
    let usual = units.contains("mi") && !units.contains("km") ? UnitSystem.us : .metric
    self.init(
      system: system, distance: own.flatMap { try? Unit($0) } ?? (system ?? usual).distance,
      preferred: tables.settings.preferredUnits.map(\.type))
  }
}
