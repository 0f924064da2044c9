/// The owner's body on a day, as far as it is known: characteristics, age, height, mass, BMI.
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
  /// The date of birth, HealthKit's dateOfBirthComponents; nil if it is not set.
  public var dateOfBirth: CivilDate?
  /// The biological sex; `.notSet` if the owner never stated one.
  public var biologicalSex = BiologicalSex.notSet
  /// The blood type; `.notSet` if the owner never stated one.
  public var bloodType = BloodType.notSet
  /// The skin type by Fitzpatrick's scale; `.notSet` if the owner never stated one.
  public var fitzpatrickSkinType = FitzpatrickSkinType.notSet
  /// The use of a wheelchair; `.notSet` if the owner never stated it.
  public var wheelchairUse = WheelchairUse.notSet
  /// The figure that the move ring counts; nil if it is not set.
  public var activityMoveMode: ActivityMoveMode?
  /// The latest height, in the unit in which it was saved; nil where there is none.
  public var height: QuantityContent?
  /// The latest mass, in the unit in which it was saved; nil where there is none.
  public var bodyMass: QuantityContent?

  /// Creates a profile without any known fact.
  package init(day: CivilDate) { self.day = day }

  /// The age in full years; nil if the date of birth is not set or later than the day.
  ///
  /// Someone born on 29 February becomes a year older on 1 March of a year without that day, the
  /// same as in `CivilDate.years(until:)`.
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

  /// The time of the BMI: the later of the ends of height and mass.
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

  private static func positive(_ sample: QuantityContent?, in target: Unit) -> Double? {
    guard let sample, let unit = try? Unit(sample.unit),
      let value = try? unit.convert(sample.value, to: target), value > 0
    else { return nil }
    return value
  }

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

  /// The missing inputs of the basal metabolic rate; empty if the rate is known. The formula has no
  /// figures for a sex other than female and male.
  public var missingForRate: [String] {
    guard basalMetabolicRate == nil else { return [] }
    let isFormulaSex = biologicalSex == .female || biologicalSex == .male
    let needed = ["dateOfBirth", "age", "height", "bodyMass"].filter(missing.contains)
    let all = needed + (isFormulaSex ? [] : ["biologicalSex"])
    return all.isEmpty ? ["basalMetabolicRate"] : all
  }

  /// Returns those of `height` and `bodyMass` that end after a moment; none if there is no basal
  /// metabolic rate.
  package func measured(after moment: Instant) -> [String] {
    guard basalMetabolicRate != nil else { return [] }
    return [("height", height), ("bodyMass", bodyMass)].filter { _, sample in
      sample.map { $0.span.end.instant > moment } ?? false
    }.map(\.0)
  }

  /// True if nothing is known.
  public var isEmpty: Bool { self == Profile(day: day) }
}

// MARK: What is missing

/// A value of a characteristic that is one of an enumeration, with HealthKit's raw values.
///
///     BiologicalSex(exportName: "HKBiologicalSexFemale")   // .female
///     BiologicalSex.female.rawValue                        // 1
///
/// Source: Apple's SDK headers.
public protocol CharacteristicValue: RawRepresentable<Int>, CaseIterable, Hashable, Sendable {
  /// The characteristic whose value it is.
  static var type: CharacteristicType { get }
}

extension CharacteristicValue {
  /// Creates the value with this name in an export file and the journal; nil for a word that the
  /// catalogue does not know.
  public init?(exportName: String) {
    guard let value = Self.type.value(exportName: exportName) else { return nil }
    self.init(rawValue: value.rawValue)
  }

  /// The catalogue's short name: `female`.
  public var name: String { Self.type.value(rawValue: rawValue)?.name ?? String(rawValue) }
}

/// The sex: HKBiologicalSex.
public enum BiologicalSex: Int, CharacteristicValue {
  /// Not set, or taken back.
  case notSet = 0
  /// Female.
  case female = 1
  /// Male.
  case male = 2
  /// Other.
  case other = 3

  /// `HKCharacteristicTypeIdentifierBiologicalSex`.
  public static var type: CharacteristicType { .biologicalSex }
}

/// The blood type: HKBloodType.
public enum BloodType: Int, CharacteristicValue {
  /// Not set, or taken back.
  case notSet = 0
  /// A+.
  case aPositive = 1
  /// A−.
  case aNegative = 2
  /// B+.
  case bPositive = 3
  /// B−.
  case bNegative = 4
  /// AB+.
  case abPositive = 5
  /// AB−.
  case abNegative = 6
  /// O+.
  case oPositive = 7
  /// O−.
  case oNegative = 8

  /// `HKCharacteristicTypeIdentifierBloodType`.
  public static var type: CharacteristicType { .bloodType }
}

/// The skin type: HKFitzpatrickSkinType.
public enum FitzpatrickSkinType: Int, CharacteristicValue {
  /// Not set, or taken back.
  case notSet = 0
  /// I.
  case I = 1
  /// II.
  case II = 2
  /// III.
  case III = 3
  /// IV.
  case IV = 4
  /// V.
  case V = 5
  /// VI.
  case VI = 6

  /// `HKCharacteristicTypeIdentifierFitzpatrickSkinType`.
  public static var type: CharacteristicType { .fitzpatrickSkinType }
}

/// The use of a wheelchair: HKWheelchairUse.
public enum WheelchairUse: Int, CharacteristicValue {
  /// Not set, or taken back.
  case notSet = 0
  /// No.
  case no = 1
  /// Yes.
  case yes = 2

  /// `HKCharacteristicTypeIdentifierWheelchairUse`.
  public static var type: CharacteristicType { .wheelchairUse }
}

/// HKActivityMoveMode. It has no value for "not set".
public enum ActivityMoveMode: Int, CharacteristicValue {
  /// The move ring counts active energy.
  case activeEnergy = 1
  /// The move ring counts minutes.
  case appleMoveTime = 2

  /// `HKCharacteristicTypeIdentifierActivityMoveMode`.
  public static var type: CharacteristicType { .activityMoveMode }
}

/// Body mass index: mass over the square of height.
///
///     BodyMassIndex.value(kilograms: 70, metres: 1.75)   // 22.857…
///
/// Source: A. Quetelet, 1835; WHO Technical Report 894 (2000), kg/m².
package enum BodyMassIndex {
  /// Returns kg/m², which HealthKit saves as `count`; nil if mass or height is not above zero or
  /// the result is no finite number.
  package static func value(kilograms: Double, metres: Double) -> Double? {
    guard kilograms > 0, metres > 0 else { return nil }
    let index = kilograms / (metres * metres)
    return index.isFinite && index > 0 ? index : nil
  }
}

extension QuantityContent {
  /// Creates the BMI of a profile, in `count`; nil if height or mass is missing.
  package init?(bodyMassIndexOf profile: Profile) {
    guard let value = profile.bodyMassIndex, let date = profile.bodyMassIndexDate else {
      return nil
    }
    self.init(
      type: QuantityType.bodyMassIndex.identifier, span: TimeSpan(date, date), value: value,
      unit: Unit.count.description)
  }
}
