import HealthModel
import TestSupport
import Testing

/// Age, BMI, and the energy of a body at rest, against worked values.
@Suite struct ProfileTests {
  @Test(arguments: [
    // Born on 29 February: a year older on 1 March of a common year, on the day itself of a leap
    // year.
    ("1984-02-29", "2025-02-28", 40), ("1984-02-29", "2025-03-01", 41),
    ("1984-02-29", "2024-02-28", 39), ("1984-02-29", "2024-02-29", 40),
    ("1896-02-29", "1900-02-28", 3), ("1896-02-29", "1900-03-01", 4),
    ("1985-05-12", "2026-05-11", 40), ("1985-05-12", "2026-05-12", 41),
    ("1985-12-31", "1986-01-01", 0), ("2026-05-12", "2026-05-12", 0),
  ])
  func age(_ born: String, _ day: String, _ years: Int) throws {
    #expect(try profile(born: born, on: day).age == years)
  }

  @Test func nobodyHasAnAgeBeforeBirth() throws {
    let unborn = try profile(born: "2026-05-12", on: "2026-05-11")
    #expect(unborn.age == nil)
    #expect(unborn.missing.contains("age") && !unborn.missing.contains("dateOfBirth"))
    #expect(unborn.missingForRate.contains("age"))
  }

  private static let bodies: [(Double, Double, Double)] = [
    (70, 1.75, 22.857_142_857_142_858), (100, 2, 25), (50, 1, 50),
  ]

  @Test(arguments: bodies)
  func bodyMassIndex(_ kilograms: Double, _ metres: Double, _ index: Double) {
    #expect(BodyMassIndex.value(kilograms: kilograms, metres: metres) == index)
  }

  private static let noBodies: [(Double, Double)] = [
    (0, 1.75), (70, 0), (-70, 1.75), (70, -1.75), (.nan, 1), (1, .nan), (1, 1e-200), (1e-300, 1e20),
    (.infinity, 1),
  ]

  @Test(arguments: noBodies)
  func noBodyHasNoIndex(_ kilograms: Double, _ metres: Double) {
    #expect(BodyMassIndex.value(kilograms: kilograms, metres: metres) == nil)
  }

  private static let rates: [(BiologicalSex, Double, Double, Int, Double)] = [
    // 66 + 966 + 875 − 204; 655 + 576 + 297 − 188; 66 + 1104 + 900 − 272.
    (.male, 70, 175, 30, 1703), (.female, 60, 165, 40, 1340),
    (.male, 80, 180, 40, 1798), (.female, 50, 150, 0, 1405), (.male, 50, 150, 0, 1506),
  ]

  @Test(arguments: rates)
  func basalMetabolicRate(
    _ sex: BiologicalSex, _ kilograms: Double, _ centimetres: Double, _ years: Int, _ rate: Double
  ) throws {
    let computed = try #require(
      BasalMetabolicRate.kilocaloriesPerDay(
        sex: sex, kilograms: kilograms, centimetres: centimetres, years: years))
    #expect(abs(computed - rate) < 1e-9)
  }

  private static let noRates: [(BiologicalSex, Double, Double, Int)] = [
    (.notSet, 70, 175, 30), (.other, 70, 175, 30), (.male, 0, 175, 30),
    (.male, 70, 0, 30), (.male, 70, 175, -1), (.male, 1, 1, 900), (.female, .infinity, 165, 40),
  ]

  @Test(arguments: noRates)
  func noRate(_ sex: BiologicalSex, _ kilograms: Double, _ centimetres: Double, _ years: Int) {
    let rate = BasalMetabolicRate.kilocaloriesPerDay(
      sex: sex, kilograms: kilograms, centimetres: centimetres, years: years)
    #expect(rate == nil)
  }

  @Test func unitsDoNotMatter() throws {
    var profile = try profile(born: "1985-05-12", on: "2026-11-20")
    profile.biologicalSex = .female
    profile.height = sample(.height, 175, "cm", 1)
    profile.bodyMass = sample(.bodyMass, 70_000, "g", 31)
    let index = try #require(profile.bodyMassIndex)
    #expect(abs(index - 22.857_142_857_142_858) < 1e-12)
    #expect(profile.bodyMassIndexDate?.description == "1970-02-01T01:00:00+01:00")
    // 655 + 9.6 · 70 + 1.8 · 175 − 4.7 · 41
    #expect(abs(try #require(profile.basalMetabolicRate) - 1449.3) < 1e-9)
    #expect(profile.missingForRate.isEmpty)
    profile.height?.value = 1e-200
    #expect(profile.bodyMassIndex == nil && profile.missing.last == "bodyMassIndex")
    profile.bodyMass?.unit = "stones of old"
    #expect(profile.bodyMassIndex == nil && profile.missing.contains("bodyMass"))
  }

  @Test func namesWhatIsMissing() throws {
    let nothing = Profile(day: try #require(CivilDate("2026-11-20")))
    #expect(nothing.isEmpty)
    #expect(
      nothing.missing == [
        "dateOfBirth", "biologicalSex", "bloodType", "fitzpatrickSkinType", "wheelchairUse",
        "activityMoveMode", "height", "bodyMass",
      ])
    #expect(nothing.missingForRate == ["dateOfBirth", "height", "bodyMass", "biologicalSex"])
    #expect(nothing.bodyMassIndex == nil && nothing.basalMetabolicRate == nil)
    var other = nothing
    other.biologicalSex = .other
    #expect(!other.missing.contains("biologicalSex"))
    #expect(other.missingForRate.contains("biologicalSex"))
  }

  /// The enumerations say what the catalogue says.
  @Test func enumerationsAreThoseOfTheCatalogue() {
    func check<Value: CharacteristicValue>(_ kind: Value.Type) {
      #expect(Value.allCases.map(\.rawValue) == kind.type.values.map(\.rawValue))
      for value in kind.type.values {
        let read = Value(exportName: value.exportName)
        #expect(read?.name == value.name && read.map { "\($0)" } == value.name)
      }
      #expect(Value(exportName: "HKFromTheFuture") == nil)
    }
    check(BiologicalSex.self)
    check(BloodType.self)
    check(FitzpatrickSkinType.self)
    check(WheelchairUse.self)
    check(ActivityMoveMode.self)
  }

  private func profile(born: String, on day: String) throws -> Profile {
    var profile = Profile(day: try #require(CivilDate(day)))
    profile.dateOfBirth = CivilDate(born)
    return profile
  }

  private func sample(
    _ type: QuantityType, _ value: Double, _ unit: String, _ day: Int64
  ) -> QuantityContent {
    let time = Timestamp(instant: Instant(wholeSeconds: day * 86_400), offsetMinutes: 60)
    return QuantityContent(
      type: type.identifier, span: TimeSpan(time, time), value: value, unit: unit)
  }
}

/// What is left of a day's energy, and what is said where something is not known.
@Suite struct EnergyBalanceTests {
  private func balance(
    _ active: Double?, _ rate: Double?, _ consumed: Double?, share: Double? = 0.5
  ) -> EnergyBalance {
    var balance = EnergyBalance(
      day: CivilDate(dayNumber: 0), moment: Timestamp(instant: .epoch, offsetMinutes: 0),
      shareOfDay: share)
    balance.active = active
    balance.basalMetabolicRate = rate
    balance.missingForRate = rate == nil ? ["height"] : []
    balance.consumed = consumed
    return balance
  }

  @Test func isWhatWasEatenLessWhatWasBurned() {
    let whole = balance(300, 1600, 900)
    #expect(whole.resting == 800 && whole.net == -200 && whole.missing == [])
  }

  @Test func aMissingPieceIsNamedAndNotZero() {
    #expect(balance(nil, 1600, 900).net == nil)
    #expect(balance(nil, 1600, 900).missing == ["activeEnergyBurned"])
    #expect(balance(300, nil, 900).net == nil)
    #expect(balance(300, nil, 900).missing == ["height"])
    #expect(balance(300, 1600, nil).net == nil)
    #expect(balance(300, 1600, nil).missing == ["dietaryEnergyConsumed"])
    #expect(balance(0, 1600, 0).net == -800)
    #expect(balance(nil, nil, nil).isEmpty && !balance(nil, 1600, nil).isEmpty)
    #expect(balance(300, 1600, 900, share: nil).resting == nil)
  }

  @Test(
    .enabled(if: Zones.arePresent),
    arguments: [
      ("Europe/Paris", "2026-03-29", 1_774_778_400, 11.0 / 23),
      ("Europe/Paris", "2026-10-25", 1_792_926_000, 13.0 / 25),
      ("Europe/Paris", "2026-10-25", 1_792_800_000, 0), ("UTC", "1970-01-01", 86_400, 1),
      ("UTC", "1970-01-01", 99_999, 1), ("UTC", "1970-01-01", 21_600, 0.25),
      ("Pacific/Apia", "2011-12-30", 1_325_239_200, nil),
    ] as [(String, String, Int64, Double?)])
  func shareOfTheDay(_ name: String, _ day: String, _ second: Int64, _ share: Double?) throws {
    let zone = name == "UTC" ? ZoneRules.utc : try Zones.zone(name)
    let moment = Instant(wholeSeconds: second)
    #expect(DayCalendar(zone).share(ofDay: try dayNumber(day), goneAt: moment) == share)
  }
}
