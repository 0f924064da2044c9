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
    let (settings, units) = (tables.settings, tables.units.names)
    self.init(
      system: system, distance: Self.unitOfDistances(settings, system ?? Self.usual(units)),
      swimming: Self.preferred(.distanceSwimming, settings),
      preferred: settings.preferredUnits.map(\.type))
  }

  private static func unitOfDistances(_ settings: HealthTables.Settings, _ system: UnitSystem)
    -> Unit
  {
    preferred(.distanceWalkingRunning, settings) ?? system.distance
  }

  private static func preferred(
    _ type: QuantityType, _ settings: HealthTables.Settings
  ) -> Unit? {
    settings.preferredUnit(of: type.identifier).flatMap { try? Unit($0) }
  }

  private static func usual(_ units: [String]) -> UnitSystem {
    units.contains("mi") && !units.contains("km") ? .us : .metric
  }
}
