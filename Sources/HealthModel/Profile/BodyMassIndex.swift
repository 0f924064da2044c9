/// Body mass index: mass over the square of height.
///
///     BodyMassIndex.value(kilograms: 70, metres: 1.75)   // 22.857…
///
/// Source: A. Quetelet, 1835; WHO Technical Report 894 (2000), kg/m².
public enum BodyMassIndex {
  /// kg/m², which HealthKit saves as `count`; nil where mass or height is not above zero or the
  /// result is no finite number.
  public static func value(kilograms: Double, metres: Double) -> Double? {
    guard kilograms > 0, metres > 0 else { return nil }
    let index = kilograms / (metres * metres)
    return index.isFinite && index > 0 ? index : nil
  }
}

extension QuantitySample {
  /// The BMI of a profile, in `count`; nil where height or mass is missing.
  package init?(bodyMassIndexOf profile: Profile) {
    guard let value = profile.bodyMassIndex, let date = profile.bodyMassIndexDate else {
      return nil
    }
    self.init(
      type: QuantityType.bodyMassIndex.identifier, span: TimeSpan(date, date), value: value,
      unit: Unit.count.description)
  }
}
