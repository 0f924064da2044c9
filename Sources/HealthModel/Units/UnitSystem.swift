/// The units that people of a country are used to.
///
///     UnitSystem.us.unit(of: QuantityType.bodyMass.identifier, in: .kilogram)   // lb
package enum UnitSystem: String, CaseIterable, Sendable {
  /// Kilometres, kilograms, degrees Celsius.
  case metric
  /// Miles, pounds, degrees Fahrenheit.
  case us

  /// The unit in which figures of a type are shown that are in some unit; nil: they stay in it.
  ///
  /// For types of the catalogue it is the unit of the Health app in such countries. Energy stays:
  /// which of its units somebody likes does not follow from where they live.
  ///
  /// - Parameter type: its identifier; nil: the unit alone decides.
  package func unit(of type: String?, in unit: Unit) -> Unit? {
    guard unit.dimension != Unit.kilocalorie.dimension else { return nil }
    guard let type, case .quantity(let known)? = TypeCatalogue.find(type) else {
      return Self.pairs[unit.description].map { self == .metric ? $0.metric : $0.us }
    }
    let (metric, us) = (known.metricUnitText, known.usUnitText)
    guard metric != us, let target = try? Unit(self == .metric ? metric : us),
      target.isCompatible(with: unit)
    else { return nil }
    return target
  }

  /// The unit in which it is told how far someone went.
  package var distance: Unit { self == .metric ? .kilometer : .mile }

  /// Units that stand for each other, by the text of either.
  private static let pairs: [String: (metric: Unit, us: Unit)] = {
    var pairs: [String: (metric: Unit, us: Unit)] = [:]
    for (metric, us) in [
      ("km", "mi"), ("kg", "lb"), ("degC", "degF"), ("cm", "in"), ("km/hr", "mi/hr"),
    ] {
      let pair = (Unit(known: metric), Unit(known: us))
      (pairs[metric], pairs[us]) = (pair, pair)
    }
    return pairs
  }()
}
