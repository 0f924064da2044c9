import HealthEvents
import HealthJournal
import HealthModel
import Journal
import TestSupport
import Testing

/// Profile, energy and authorization as a program outside this package sees them.
struct HealthStoreProfileTests: StoreSuite {
  private let app = "com.example.app"
  let home = TemporaryFolder()

  private func quantity(
    _ type: QuantityType, _ value: Double, _ unit: String, _ day: String, hour: Int64 = 0
  ) throws -> Content {
    let time = Timestamp(instant: try moment(day, hour: hour), offsetMinutes: 0)
    return .quantity(
      QuantityContent(
        type: type.identifier, span: TimeSpan(time, time), value: value, unit: unit))
  }

  private func moment(_ day: String, hour: Int64) throws -> Instant {
    let number = try #require(CivilDate(day)).dayNumber
    return Instant(wholeSeconds: Int64(number) * 86_400 + hour * 3600)
  }

  private func trait(_ type: CharacteristicType, _ value: String) -> Content {
    .characteristic(Characteristic(type: type.identifier, value: value))
  }

  @Test func readsCharacteristics() async throws {
    try await withStore { store in
      #expect(await store.dateOfBirthComponents() == nil)
      #expect(await store.biologicalSex() == .notSet)
      _ = try await store.save([
        trait(.dateOfBirth, "1984-02-29"), trait(.biologicalSex, "HKBiologicalSexFemale"),
        trait(.bloodType, "HKBloodTypeABNegative"),
        trait(.fitzpatrickSkinType, "HKFitzpatrickSkinTypeIII"),
        trait(.wheelchairUse, "HKWheelchairUseNo"),
        trait(.activityMoveMode, "HKActivityMoveModeAppleMoveTime"),
      ])
      #expect(await store.dateOfBirthComponents() == CivilDate("1984-02-29"))
      #expect(await store.biologicalSex() == .female)
      #expect(await store.bloodType() == .abNegative)
      #expect(await store.fitzpatrickSkinType() == .III)
      #expect(await store.wheelchairUse() == .no)
      #expect(await store.activityMoveMode() == .appleMoveTime)
      let profile = try await store.profile(on: CivilDate("2025-03-01"))
      #expect(profile.age == 41 && profile.missing == ["height", "bodyMass"])
    }
  }

  @Test func savesTheBodyMassIndex() async throws {
    try await withStore { store in
      #expect(try await store.saveBodyMassIndex() == nil)
      _ = try await store.save([
        try quantity(.height, 175, "cm", "2026-01-01", hour: 8),
        try quantity(.bodyMass, 70, "kg", "2026-01-02", hour: 8),
      ])
      let first = try await store.saveBodyMassIndex()
      #expect(first != nil)
      #expect(try await store.saveBodyMassIndex() == first, "known, and not saved again")
      #expect(
        try await store.objects(of: .bodyMassIndex).count == 1)
      let saved = try #require(
        try await store.latestSample(of: .bodyMassIndex))
      #expect(abs(saved.quantity.doubleValue - 22.857_142_857) < 1e-6)
      #expect(saved.quantity.unit == .count && saved.end == saved.start)
      #expect(Timestamp(instant: saved.end, offsetMinutes: 0).description == "2026-01-02T08:00:00Z")
    }
  }

  @Test func balancesEnergy() async throws {
    try await withStore { store in
      _ = try await store.save([
        trait(.dateOfBirth, "1986-01-01"), trait(.biologicalSex, "HKBiologicalSexMale"),
        try quantity(.height, 175, "cm", "2026-01-01"),
        try quantity(.bodyMass, 70, "kg", "2026-01-01"),
        try quantity(.activeEnergyBurned, 300, "kcal", "2026-01-02", hour: 8),
        try quantity(.dietaryEnergyConsumed, 2000, "kcal", "2026-01-02", hour: 9),
      ])
      let day = try #require(CivilDate("2026-01-02"))
      let whole = try #require(try await store.energyBalance(on: day))
      #expect(abs(try #require(whole.net) - (2000 - 300 - 1635)) < 1e-9)
      let noon = try moment("2026-01-02", hour: 12)
      let half = try #require(try await store.energyBalance(on: day, at: noon))
      #expect(abs(try #require(half.resting) - 817.5) < 1e-9)
      #expect(try await store.energyBalance(on: CivilDate("2999-01-01")) == nil)
    }
  }

  @Test func asksForAndDecidesAuthorization() async throws {
    let mass = QuantityType.bodyMass.identifier
    let steps = QuantityType.stepCount.identifier
    try await withStore { store in
      #expect(
        try await store.requestStatus(toShare: [mass], read: [steps], for: app)
          == .shouldRequest)
      try await store.setAuthorization(
        for: app, share: [mass: .authorized], read: [steps: .denied])
      #expect(
        try await store.requestStatus(toShare: [mass], read: [steps], for: app) == .unnecessary)
      #expect(await store.readAuthorizationStatus(for: .stepCount, of: app) == .denied)
      try await store.setAuthorization(for: app, share: [mass: .denied])
      #expect(await store.authorizations(of: app).map(\.shareAfter) == [.denied, .notDetermined])
      #expect(await store.authorizations(of: "com.other").isEmpty)
      let history = await store.authorizationHistory(of: app, for: .bodyMass)
      #expect(history.map(\.share) == [.authorized, .denied])
      #expect(history.map(\.shareBefore) == [.notDetermined, .authorized])
      let exercise = QuantityType.appleExerciseTime.identifier
      await #expect(
        throws: StoreError(Rejection.invalidArgument(.readOnly(type: exercise), index: nil))
      ) {
        try await store.requestStatus(toShare: [exercise], read: [], for: app)
      }
    }
  }
}
