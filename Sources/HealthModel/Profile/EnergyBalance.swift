/// What a day's energy comes to at a moment of it: burned, at rest and in motion, and eaten.
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
  /// The share of the day that was gone then, 0 to 1: of 23 or 25 hours where clocks change. Nil for a
  /// date that its zone skipped.
  public var shareOfDay: Double?
  /// Active energy burned on the day up to the moment; nil where no sample says so.
  public var active: Double?
  /// Dietary energy consumed on the day up to the moment; nil where no sample says so.
  public var consumed: Double?
  /// kcal in a day at rest, with age, height and mass as they were then; see `measuredLater`.
  public var basalMetabolicRate: Double?
  /// What the basal metabolic rate would need, by its fields in `Profile`.
  public var missingForRate: [String] = []
  /// What the basal metabolic rate takes from a first measurement after the moment, as there was none by
  /// then: `height`, `bodyMass`.
  public var measuredLater: [String] = []

  /// The balance of a day of which nothing is known.
  public init(day: CivilDate, moment: Timestamp, shareOfDay: Double?) {
    self.day = day
    self.moment = moment
    self.shareOfDay = shareOfDay
  }

  /// Energy burned at rest up to the moment: rate × share of the day.
  public var resting: Double? {
    guard let basalMetabolicRate, let shareOfDay else { return nil }
    return basalMetabolicRate * shareOfDay
  }

  /// consumed − (active + resting); nil where one of them is missing.
  public var net: Double? {
    guard let active, let resting, let consumed else { return nil }
    return consumed - (active + resting)
  }

  /// What is not known, by the short name of the type that would tell it.
  public var missing: [String] {
    (active == nil ? [QuantityType.activeEnergyBurned.shortName] : []) + missingForRate
      + (consumed == nil ? [QuantityType.dietaryEnergyConsumed.shortName] : [])
  }

  /// Whether no figure is known at all.
  public var isEmpty: Bool { active == nil && resting == nil && consumed == nil }

  /// Whether the journal says something of the day: a rate alone that takes a body from later does not.
  public var isOfTheDay: Bool {
    active != nil || consumed != nil || resting != nil && measuredLater.isEmpty
  }
}
