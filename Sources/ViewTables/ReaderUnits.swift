package import HealthModel

/// In which units people are shown figures; formats for programs have those of the journal.
package struct ReaderUnits: Sendable {
  /// The system; nil: figures stay in the units that they were saved in.
  package let system: UnitSystem?
  /// Types that have a preferred unit of their own.
  private let preferred: [String]
  /// The unit of distances, made when it is asked for: most rows have none.
  private let distanceUnit: @Sendable () -> Unit?
  /// The unit of what is swum, made in the same way.
  private let swimUnit: @Sendable () -> Unit?

  /// The unit of how far someone went; nil: that of the column.
  package var distance: Unit? { distanceUnit() }

  /// The unit of pools and of what is swum in them: metres, if nothing else is preferred.
  package var swimming: Unit {
    swimUnit() ?? system?.unit(of: QuantityType.distanceSwimming.identifier, in: .meter) ?? .meter
  }

  /// Every figure stays in its unit.
  package static let stated = ReaderUnits(system: nil, distance: nil, preferred: [])

  /// The units of a system.
  ///
  /// - Parameters:
  ///   - swimming: the unit of what is swum; nil: that of the system.
  ///   - preferred: types that have a preferred unit of their own, in which figures are already.
  package init(
    system: UnitSystem?, distance: @autoclosure @escaping @Sendable () -> Unit?,
    swimming: @autoclosure @escaping @Sendable () -> Unit? = nil, preferred: [String]
  ) {
    self.system = system
    self.preferred = preferred
    distanceUnit = distance
    swimUnit = swimming
  }

  /// The units for an output in a unit that was asked for: figures are in it already, and a unit of
  /// length is that of distances too.
  package func asking(for text: String) -> ReaderUnits {
    let asked = (try? Unit(entered: text)).flatMap { $0.isCompatible(with: .meter) ? $0 : nil }
    return ReaderUnits(
      system: nil, distance: asked ?? self.distance, swimming: asked ?? self.swimming,
      preferred: preferred)
  }

  /// The unit in which a figure is shown; nil: its own.
  package func unit(of type: String?, in unit: Unit) -> Unit? {
    if let type, preferred.contains(type) { return nil }
    return system?.unit(of: type, in: unit)
  }
}
