import HealthEvents
package import HealthModel
package import HealthTables

/// In which units people are shown figures; formats for programs have those of the journal.
package struct ReaderUnits: Sendable {
  /// The system; nil: figures stay in the units that they were saved in.
  package let system: UnitSystem?
  /// The unit of how far someone went; nil: that of the column.
  package let distance: Unit?
  /// Types that have a preferred unit of their own.
  private let preferred: [String]

  /// Every figure stays in its unit.
  package static let stated = ReaderUnits(system: nil, distance: nil, preferred: [])

  init(system: UnitSystem?, distance: Unit?, preferred: [String]) {
    self.system = system
    self.distance = distance
    self.preferred = preferred
  }

  /// The units that a journal prefers. Where it prefers none, distances are in miles if its samples
  /// have miles and no kilometres, else in kilometres.
  package init(_ tables: HealthTables) {
    system = tables.settings.preferredUnit(of: PreferredUnit.allTypes)
      .flatMap { UnitSystem(rawValue: $0) }
    preferred = tables.settings.preferredUnits.map(\.type)
    let own = tables.settings.preferredUnit(of: QuantityType.distanceWalkingRunning.identifier)
    let units = tables.units.names
    let usual = units.contains("mi") && !units.contains("km") ? UnitSystem.us : .metric
    distance = own.flatMap { try? Unit($0) } ?? (system ?? usual).distance
  }

  /// The units for an output in a unit that was asked for: figures are in it already, and a unit of
  /// length is that of distances too.
  package func asking(for text: String) -> ReaderUnits {
    let asked = (try? Unit(text)).flatMap { $0.isCompatible(with: .meter) ? $0 : nil }
    return ReaderUnits(system: nil, distance: asked ?? distance, preferred: preferred)
  }

  /// The unit in which a figure is shown; nil: its own.
  package func unit(of type: String?, in unit: Unit) -> Unit? {
    if let type, preferred.contains(type) { return nil }
    return system?.unit(of: type, in: unit)
  }
}
