extension Unit {
  /// A unit that has a name of its own, for help pages.
  package struct Named: Hashable, Sendable {
    /// As HealthKit writes it: `kcal`.
    package let name: String
    /// What it measures.
    package let dimension: UnitDimension
    /// Whether a metric prefix may stand before it.
    package let takesPrefix: Bool
  }

  /// Every named unit, in the order of the table.
  package static var named: [Named] {
    UnitTable.roots.map {
      Named(name: $0.name, dimension: $0.dimension, takesPrefix: $0.takesPrefix)
    }
  }

  /// The metric prefixes, the smallest first.
  package static var prefixes: [String] {
    UnitTable.prefixes.sorted { $0.exponent < $1.exponent }.map(\.name)
  }
}
