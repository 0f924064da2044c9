/// The energy of a day up to a moment of it: burned at rest and in motion, and eaten.
///
///     let balance = try await store.energyBalance(on: day, at: noon)
///     balance.resting   // 852.4: the basal metabolic rate × the share of the day that was gone
///     balance.net       // consumed − (active + resting)
///     balance.missing   // ["dietaryEnergyConsumed"]: then there is no net
///
/// All figures are in kcal. Nothing that is missing is 0.
public struct EnergyBalance: Hashable, Sendable {
  /// The local day.
  public var day: CivilDate
  /// The moment up to which it counts, with the offset of the day's zone.
  public var moment: Timestamp
  /// The share of the day that was gone then, 0 to 1: of 23 or 25 hours where clocks change. Nil
  /// for a date that its zone skipped.
  public var shareOfDay: Double?
  /// The active energy burned on the day up to the moment; nil without a sample.
  public var active: Double?
  /// The dietary energy consumed on the day up to the moment; nil without a sample.
  public var consumed: Double?
  /// kcal in a day at rest, with age, height and mass as they were then; see `measuredLater`.
  public var basalMetabolicRate: Double?
  /// The fields of `Profile` that the basal metabolic rate needs and that are not known.
  public var missingForRate: [String] = []
  /// The inputs of the basal metabolic rate, `height` or `bodyMass`, that were first measured after
  /// the moment.
  public var measuredLater: [String] = []

  /// Energy at rest that samples of basalEnergyBurned state of the day up to the moment; nil where
  /// none does.
  public var statedResting: Double?
  /// The share of the day, up to the moment, in whose time those samples lie: 0 to `shareOfDay`.
  public var statedShare = 0.0

  /// Creates the balance of a day without any known figure.
  package init(day: CivilDate, moment: Timestamp, shareOfDay: Double?) {
    self.day = day
    self.moment = moment
    self.shareOfDay = shareOfDay
  }

  /// The origins of the energy at rest.
  public enum BasalSource: String, Hashable, Sendable {
    /// Samples state it for all of the time but at most a hundredth.
    case stated
    /// The formula: rate × share of the day.
    case formula
    /// Samples state it of a part of the time, and the rest is by the formula.
    case both
  }

  /// The share of the elapsed time that samples may leave out and still count as complete: a watch
  /// charges for some minutes, and the total of a day may end some minutes early.
  private static let leftOut = 0.01

  /// The origin of the energy at rest.
  public var basalSource: BasalSource {
    guard statedResting != nil, statedShare > 0, let shareOfDay else { return .formula }
    return statedShare >= shareOfDay * (1 - Self.leftOut) ? .stated : .both
  }

  /// The energy burned at rest up to the moment: the figure that samples state, plus the rate × the
  /// share of the day that they leave out, according to `basalSource`.
  public var resting: Double? {
    switch basalSource {
    case .stated: return statedResting
    case .formula: return restingByFormula
    case .both: return restingByFormula.flatMap { rest in statedResting.map { $0 + rest } }
    }
  }

  /// The share of the day up to the moment that is left to the formula.
  package var shareByFormula: Double? {
    switch basalSource {
    case .stated: 0
    case .formula: shareOfDay
    case .both: shareOfDay.map { $0 - statedShare }
    }
  }

  /// The energy at rest that the formula gives for its share of the day.
  package var restingByFormula: Double? {
    guard let basalMetabolicRate, let shareByFormula else { return nil }
    return basalMetabolicRate * shareByFormula
  }

  /// consumed − (active + resting); nil where one of them is missing.
  public var net: Double? {
    guard let active, let resting, let consumed else { return nil }
    return consumed - (active + resting)
  }

  /// The names of what is not known: short names of types, and those in `missingForRate`.
  public var missing: [String] {
    (active == nil ? [QuantityType.activeEnergyBurned.shortName] : [])
      + (basalSource == .stated ? [] : missingForRate)
      + (consumed == nil ? [QuantityType.dietaryEnergyConsumed.shortName] : [])
  }

  /// True if no figure is known.
  public var isEmpty: Bool { active == nil && resting == nil && consumed == nil }

  /// True if the journal states something about the day; a rate at rest that is computed from a
  /// later height or mass alone does not count.
  package var isOfTheDay: Bool {
    active != nil || consumed != nil || statedResting != nil
      || resting != nil && measuredLater.isEmpty
  }
}

/// The energy that a body at rest burns in a day.
///
///     BasalMetabolicRate.kilocaloriesPerDay(sex: .male, kilograms: 70, centimetres: 175, years: 30)
///     // 66 + 13.8 · 70 + 5 · 175 − 6.8 · 30 = 1703
///
/// Source: J. A. Harris and F. G. Benedict, "A Biometric Study of Human Basal Metabolism" (1918),
/// with the coefficients rounded as Apple's sample code for HealthKit has them.
package enum BasalMetabolicRate {
  /// `base + perKilogram · kg + perCentimetre · cm − perYear · years`, in kcal.
  private struct Formula {
    var base: Int
    var perKilogram: Double
    var perCentimetre: Double
    var perYear: Double

    /// Creates the figures for a sex; nil if there are none.
    init?(_ sex: BiologicalSex) {
      switch sex {
      case .male: (base, perKilogram, perCentimetre, perYear) = (66, 13.8, 5, 6.8)
      case .female: (base, perKilogram, perCentimetre, perYear) = (655, 9.6, 1.8, 4.7)
      case .notSet, .other: return nil
      }
    }
  }

  /// Returns kcal in a day of 24 hours; nil for a sex for which the formula has no figures, and if
  /// the result is not above zero: then mass, height or age are no person's.
  package static func kilocaloriesPerDay(
    sex: BiologicalSex, kilograms: Double, centimetres: Double, years: Int
  ) -> Double? {
    guard let formula = Formula(sex) else { return nil }
    let rate =
      Double(formula.base) + formula.perKilogram * kilograms + formula.perCentimetre * centimetres
      - formula.perYear * Double(years)
    let isBody = kilograms > 0 && centimetres > 0 && years >= 0
    return isBody && rate.isFinite && rate > 0 ? rate : nil
  }

  /// Returns the formula for a sex, in words; nil if it has no figures.
  package static func formula(sex: BiologicalSex) -> String? {
    Formula(sex).map { formula in
      let factors = [formula.perKilogram, formula.perCentimetre, formula.perYear].map { factor in
        factor == factor.rounded() ? "\(Int(factor))" : "\(factor)"
      }
      return "\(formula.base) + \(factors[0]) × kg + \(factors[1]) × cm − \(factors[2]) × years"
    }
  }
}
