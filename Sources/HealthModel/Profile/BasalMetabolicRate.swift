/// The energy that a body at rest burns in a day.
///
///     BasalMetabolicRate.kilocaloriesPerDay(sex: .male, kilograms: 70, centimetres: 175, years: 30)
///     // 66 + 13.8 · 70 + 5 · 175 − 6.8 · 30 = 1703
///
/// Source: J. A. Harris and F. G. Benedict, "A Biometric Study of Human Basal Metabolism" (1918),
/// with the coefficients rounded as Apple's sample code for HealthKit has them.
public enum BasalMetabolicRate {
  /// kcal in a day of 24 hours; nil for a sex for which the formula has no figures, and where the
  /// result is not above zero: then mass, height or age are no person's.
  public static func kilocaloriesPerDay(
    sex: BiologicalSex, kilograms: Double, centimetres: Double, years: Int
  ) -> Double? {
    let rate: Double
    switch sex {
    case .male: rate = 66 + 13.8 * kilograms + 5 * centimetres - 6.8 * Double(years)
    case .female: rate = 655 + 9.6 * kilograms + 1.8 * centimetres - 4.7 * Double(years)
    case .notSet, .other: return nil
    }
    let isBody = kilograms > 0 && centimetres > 0 && years >= 0
    return isBody && rate.isFinite && rate > 0 ? rate : nil
  }

  /// The formula for a sex, in words; nil where it has no figures.
  package static func formula(sex: BiologicalSex) -> String? {
    switch sex {
    case .male: "66 + 13.8 × kg + 5 × cm − 6.8 × years"
    case .female: "655 + 9.6 × kg + 1.8 × cm − 4.7 × years"
    case .notSet, .other: nil
    }
  }
}
