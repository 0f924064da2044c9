/// What is known of the owner's body on a day: characteristics, age, height, mass, BMI.
///
///     let profile = try await store.profile(on: CivilDate("2026-11-20"))
///     profile.age              // 41
///     profile.bodyMassIndex    // 22.9
///     profile.missing          // ["bloodType"]
///
/// Characteristics have no date: they are the latest ones, whatever the day. Nothing that is
/// missing is 0.
public struct Profile: Hashable, Sendable {
  /// The day that the age, the height and the mass are of.
  public var day: CivilDate
  /// HealthKit's dateOfBirthComponents; nil where it is not set.
  public var dateOfBirth: CivilDate?
  /// The sex.
  public var biologicalSex = BiologicalSex.notSet
  /// The blood type.
  public var bloodType = BloodType.notSet
  /// The skin type.
  public var fitzpatrickSkinType = FitzpatrickSkinType.notSet
  /// Whether the owner uses a wheelchair.
  public var wheelchairUse = WheelchairUse.notSet
  /// What the move ring counts; nil where it is not set.
  public var activityMoveMode: ActivityMoveMode?
  /// The latest height, in the unit in which it was saved; nil where there is none.
  public var height: QuantitySample?
  /// The latest mass, in the unit in which it was saved; nil where there is none.
  public var bodyMass: QuantitySample?

  /// A profile of which nothing is known.
  public init(day: CivilDate) { self.day = day }

  /// Full years; nil where the date of birth is not set or later than the day.
  ///
  /// Someone born on 29 February becomes a year older on 1 March of a year without that day, as
  /// `CivilDate.years(until:)` says.
  public var age: Int? {
    guard let dateOfBirth, dateOfBirth <= day else { return nil }
    return dateOfBirth.years(until: day)
  }

  /// The height in metres; nil where there is none above zero, or its unit is no length.
  public var metres: Double? { Self.positive(height, in: .meter) }

  /// The mass in kilograms; nil where there is none above zero, or its unit is no mass.
  public var kilograms: Double? { Self.positive(bodyMass, in: .kilogram) }

  /// kg/m²; nil where height or mass is missing.
  public var bodyMassIndex: Double? {
    guard let kilograms, let metres else { return nil }
    return BodyMassIndex.value(kilograms: kilograms, metres: metres)
  }

  /// When the BMI was so: the later of the ends of height and mass.
  public var bodyMassIndexDate: Timestamp? {
    guard let height = height?.span.end, let mass = bodyMass?.span.end else { return nil }
    return mass.instant >= height.instant ? mass : height
  }

  /// kcal that the body burns at rest in a day; nil where `missingForRate` names something.
  public var basalMetabolicRate: Double? {
    guard let kilograms, let metres, let age else { return nil }
    return BasalMetabolicRate.kilocaloriesPerDay(
      sex: biologicalSex, kilograms: kilograms, centimetres: metres * 100, years: age)
  }

  private static func positive(_ sample: QuantitySample?, in target: Unit) -> Double? {
    guard let sample, let unit = try? Unit(sample.unit),
      let value = try? unit.convert(sample.value, to: target), value > 0
    else { return nil }
    return value
  }
}

// MARK: What is missing

extension Profile {
  /// The fields that are not known, in their order; age and BMI only where their inputs are known
  /// and still give no value.
  public var missing: [String] {
    let known = [
      ("dateOfBirth", dateOfBirth != nil), ("age", dateOfBirth == nil || age != nil),
      ("biologicalSex", biologicalSex != .notSet), ("bloodType", bloodType != .notSet),
      ("fitzpatrickSkinType", fitzpatrickSkinType != .notSet),
      ("wheelchairUse", wheelchairUse != .notSet),
      ("activityMoveMode", activityMoveMode != nil), ("height", metres != nil),
      ("bodyMass", kilograms != nil),
      ("bodyMassIndex", bodyMassIndex != nil || metres == nil || kilograms == nil),
    ]
    return known.filter { !$0.1 }.map(\.0)
  }

  /// The fields that the basal metabolic rate would need; empty where it is known. The formula has
  /// no figures for a sex other than female and male.
  public var missingForRate: [String] {
    guard basalMetabolicRate == nil else { return [] }
    let isFormulaSex = biologicalSex == .female || biologicalSex == .male
    let needed = ["dateOfBirth", "age", "height", "bodyMass"].filter(missing.contains)
    let all = needed + (isFormulaSex ? [] : ["biologicalSex"])
    return all.isEmpty ? ["basalMetabolicRate"] : all
  }

  /// Those of `height` and `bodyMass` that end after a moment; none where there is no basal
  /// metabolic rate.
  public func measured(after moment: Instant) -> [String] {
    guard basalMetabolicRate != nil else { return [] }
    return [("height", height), ("bodyMass", bodyMass)].filter { _, sample in
      sample.map { $0.span.end.instant > moment } ?? false
    }.map(\.0)
  }

  /// Whether nothing at all is known.
  public var isEmpty: Bool { self == Profile(day: day) }
}
