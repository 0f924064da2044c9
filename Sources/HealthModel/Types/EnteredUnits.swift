// Units as people enter them, who know what a type is measured in.

extension QuantityType {
  /// The unit of a number that is entered without one: that of types that everybody counts or
  /// measures in the same one; nil where a number alone could mean several things.
  ///
  ///     QuantityType.stepCount.unitOfBareNumber   // count
  ///     QuantityType.heartRate.unitOfBareNumber   // count/min
  ///     QuantityType.bodyMass.unitOfBareNumber    // nil: kg or lb
  public var unitOfBareNumber: String? {
    let isTheSame = metricUnitText == usUnitText
    return isTheSame && ["count", "count/min", "mmHg"].contains(metricUnitText)
      ? metricUnitText : nil
  }

  /// HealthKit's text of a unit that people write shorter: blood glucose in `mmol/L`, where
  /// HealthKit writes the mass of a mole of glucose; every other text as it stands.
  public func unitText(entered text: String) -> String {
    self == .bloodGlucose && (text == "mmol/L" || text == "mmol/l") ? Self.glucoseUnit : text
  }

  /// As the Health app exports it.
  private static let glucoseUnit = "mmol<180.1558800000541>/L"
}
