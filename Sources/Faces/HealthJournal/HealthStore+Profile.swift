public import HealthModel
import HealthTables
import HealthViews
import Journal

extension HealthStore {
  // What a reader may not see reads as if it were not set, as in HealthKit.

  /// Returns the date of birth; nil if it is not set.
  public func dateOfBirthComponents(as reader: String = EventActor.owner) -> CivilDate? {
    characteristics(as: reader).dateOfBirth
  }

  /// Returns the biological sex; `.notSet` if the owner never stated one.
  public func biologicalSex(as reader: String = EventActor.owner) -> BiologicalSex {
    characteristics(as: reader).biologicalSex
  }

  /// Returns the blood type; `.notSet` if the owner never stated one.
  public func bloodType(as reader: String = EventActor.owner) -> BloodType {
    characteristics(as: reader).bloodType
  }

  /// Returns the skin type by Fitzpatrick's scale; `.notSet` if the owner never stated one.
  public func fitzpatrickSkinType(as reader: String = EventActor.owner) -> FitzpatrickSkinType {
    characteristics(as: reader).fitzpatrickSkinType
  }

  /// Returns the use of a wheelchair; `.notSet` if the owner never stated it.
  public func wheelchairUse(as reader: String = EventActor.owner) -> WheelchairUse {
    characteristics(as: reader).wheelchairUse
  }

  /// Returns the figure that the move ring counts; nil if it is not set.
  public func activityMoveMode(as reader: String = EventActor.owner) -> ActivityMoveMode? {
    characteristics(as: reader).activityMoveMode
  }

  /// Returns the characteristics that the reader may see; none if the present rights cannot be
  /// read.
  private func characteristics(as reader: String) -> Profile {
    Profile(characteristicsOf: (try? tables(seenBy: reader)) ?? HealthTables())
  }

  /// Returns the present characteristics; age, latest height and latest mass as of a day of the
  /// journal's zone.
  ///
  /// - Parameters:
  ///   - day: the day; nil: today.
  ///   - reader: the reader: data that a source may not see are missing, never requested or
  ///     refused.
  /// - Throws: a `StoreError` if the system does not know the journal's zone.
  public func profile(
    on day: CivilDate? = nil, as reader: String = EventActor.owner
  ) throws(StoreError) -> Profile {
    try answering {
      try ProfileView.profile(
        of: try tables(seenBy: reader), on: try day ?? today(), in: ViewContext())
    }
  }

  /// Saves the BMI of a day, as a sample of the owner at the later of the ends of height and mass.
  ///
  /// - Returns: its uuid, also if it was saved before; nil if height or mass is missing: then
  ///   nothing is saved.
  /// - Throws: a `StoreError`.
  @discardableResult
  public func saveBodyMassIndex(on day: CivilDate? = nil) throws(StoreError) -> ObjectUUID? {
    guard let sample = QuantityContent(bodyMassIndexOf: try profile(on: day)) else {
      return nil
    }
    if let known = tables.known(sample) { return known.uuid }
    return try save([.quantity(sample)]).first
  }

  /// Returns the energy of a local day up to a moment.
  ///
  /// - Parameters:
  ///   - day: the day; nil: today.
  ///   - moment: a moment of the day; nil: now, or the day's end if it is over.
  ///   - reader: the reader: data that a source may not see are missing, never requested or
  ///     refused.
  /// - Returns: the energy; nil if the day has not begun at the moment.
  /// - Throws: a `StoreError` if the system does not know the journal's zone.
  public func energyBalance(
    on day: CivilDate? = nil, at moment: Instant? = nil, as reader: String = EventActor.owner
  ) throws(StoreError) -> EnergyBalance? {
    try answering {
      let number = try (day ?? today()).dayNumber
      return try EnergyView.balances(
        of: try tables(seenBy: reader), days: number...number,
        until: moment ?? clock, in: ViewContext()
      ).first
    }
  }

  /// Returns the present date on the clocks of the journal's zone.
  private func today() throws -> CivilDate {
    let calendar = try ViewContext().calendar(of: tables)
    return CivilDate(dayNumber: calendar.day(of: clock))
  }
}

// HealthKit wraps each characteristic in an object that has one property; here the value itself is
// answered.

extension BiologicalSex {
  /// The same value.
  @available(*, deprecated, message: "biologicalSex() answers the value itself")
  public var biologicalSex: BiologicalSex { self }
}

extension BloodType {
  /// The same value.
  @available(*, deprecated, message: "bloodType() answers the value itself")
  public var bloodType: BloodType { self }
}

extension FitzpatrickSkinType {
  /// The same value.
  @available(*, deprecated, message: "fitzpatrickSkinType() answers the value itself")
  public var skinType: FitzpatrickSkinType { self }
}

extension WheelchairUse {
  /// The same value.
  @available(*, deprecated, message: "wheelchairUse() answers the value itself")
  public var wheelchairUse: WheelchairUse { self }
}

extension ActivityMoveMode {
  /// The same value.
  @available(*, deprecated, message: "activityMoveMode() answers the value itself")
  public var activityMoveMode: ActivityMoveMode { self }
}
