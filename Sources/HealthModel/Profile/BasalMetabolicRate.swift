/// The energy that a body at rest burns in a day.
///
///     BasalMetabolicRate.kilocaloriesPerDay(sex: .male, kilograms: 70, centimetres: 175, years: 30)
///     // 66 + 13.8 · 70 + 5 · 175 − 6.8 · 30 = 1703
///
/// Source: J. A. Harris and F. G. Benedict, "A Biometric Study of Human Basal Metabolism" (1918),
/// with the coefficients rounded as Apple's sample code for HealthKit has them.
public enum BasalMetabolicRate {
  /// `base + perKilogram · kg + perCentimetre · cm − perYear · years`, in kcal.
  private struct Formula {
    var base: Int
    var perKilogram: Double
    var perCentimetre: Double
    var perYear: Double

    /// Nil for a sex for which there are no figures.
    init?(_ sex: BiologicalSex) {
      switch sex {
      case .male: (base, perKilogram, perCentimetre, perYear) = (66, 13.8, 5, 6.8)
      case .female: (base, perKilogram, perCentimetre, perYear) = (655, 9.6, 1.8, 4.7)
      case .notSet, .other: return nil
      }
    }
  }

  /// kcal in a day of 24 hours; nil for a sex for which the formula has no figures, and where the
  /// result is not above zero: then mass, height or age are no person's.
  public static func kilocaloriesPerDay(
    sex: BiologicalSex, kilograms: Double, centimetres: Double, years: Int
  ) -> Double? {
    guard let formula = Formula(sex) else { return nil }
    let rate =
      Double(formula.base) + formula.perKilogram * kilograms + formula.perCentimetre * centimetres
      - formula.perYear * Double(years)
    let isBody = kilograms > 0 && centimetres > 0 && years >= 0
    return isBody && rate.isFinite && rate > 0 ? rate : nil
  }

  /// The formula for a sex, in words; nil where it has no figures.
  package static func formula(sex: BiologicalSex) -> String? {
    Formula(sex).map { formula in
      let factors = [formula.perKilogram, formula.perCentimetre, formula.perYear].map { factor in
        factor == factor.rounded() ? "\(Int(factor))" : "\(factor)"
      }
      return "\(formula.base) + \(factors[0]) × kg + \(factors[1]) × cm − \(factors[2]) × years"
    }
  }
}
