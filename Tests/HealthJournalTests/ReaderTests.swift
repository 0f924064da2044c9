import HealthEvents
import HealthJournal
import HealthModel
import Journal
import TestSupport
import Testing

/// What the library tells a source that is not the owner.
struct ReaderTests: StoreSuite {
  private let app = "com.example.app"
  private let mass = QuantityType.bodyMass.identifier
  let home = TemporaryFolder()

  private let span: TimeSpan = {
    let time = Timestamp(instant: Instant(wholeSeconds: 60), offsetMinutes: 0)
    return TimeSpan(time, time)
  }()

  /// Long enough for a swim.
  private var hour: TimeSpan {
    TimeSpan(
      span.start,
      Timestamp(instant: span.start.instant.adding(microseconds: 3_600_000_000), offsetMinutes: 0))
  }

  private func weight(_ value: Double) -> Content {
    .quantity(QuantityContent(type: mass, span: span, value: value, unit: "kg"))
  }

  private func trait(_ type: CharacteristicType, _ value: String) -> Content {
    .characteristic(Characteristic(type: type.identifier, value: value))
  }

  @Test func aCharacteristicThatMayNotBeReadIsNotSet() async throws {
    try await withStore { store in
      _ = try await store.save([
        trait(.dateOfBirth, "1984-02-29"), trait(.biologicalSex, "HKBiologicalSexFemale"),
        trait(.bloodType, "HKBloodTypeABNegative"),
        trait(.fitzpatrickSkinType, "HKFitzpatrickSkinTypeIII"),
        trait(.wheelchairUse, "HKWheelchairUseNo"),
        trait(.activityMoveMode, "HKActivityMoveModeAppleMoveTime"),
      ])
      #expect(await store.dateOfBirthComponents(as: app) == nil)
      #expect(await store.biologicalSex(as: app) == .notSet)
      #expect(await store.bloodType(as: app) == .notSet)
      #expect(await store.fitzpatrickSkinType(as: app) == .notSet)
      #expect(await store.wheelchairUse(as: app) == .notSet)
      #expect(await store.activityMoveMode(as: app) == nil)
      try await store.setAuthorization(
        for: app, read: [CharacteristicType.bloodType.identifier: .authorized])
      #expect(await store.bloodType(as: app) == .abNegative)
    }
  }

  @Test func samplesOfARefusedTypeAreOnesOwn() async throws {
    try await withStore { store in
      let foreign = try await store.save([weight(70)])[0]
      await #expect(throws: StoreError.self) {
        try await store.latestSample(of: .bodyMass, as: app)
      }
      try await store.setAuthorization(
        for: app, share: [mass: .authorized], read: [mass: .denied])
      #expect(try await store.latestSample(of: .bodyMass, as: app) == nil)
      #expect(try await store.object(foreign, as: app) == nil)
      #expect(try await store.object(foreign) != nil)
      #expect(try await store.profile(as: app).bodyMass == nil)
      #expect(try await store.profile().bodyMass?.value == 70)
      let own = try await store.save([weight(71)], by: app)[0]
      #expect(try await store.latestSample(of: .bodyMass, as: app)?.quantity.doubleValue == 71)
      #expect(try await store.object(own, as: app) != nil)
    }
  }

  @Test func energyRunsAndSwimsToo() async throws {
    try await withStore { store in
      let energy = QuantityType.activeEnergyBurned.identifier
      let distance = QuantityType.distanceWalkingRunning.identifier
      try await store.saveSwim(
        Swim(laps: 4, minutes: 5, kilocalories: 50, span: hour))
      try await store.saveRun(Run(distance: Amount(1, "km"), span: hour))
      let day = CivilDate(dayNumber: 0)
      #expect(try await store.energyBalance(on: day)?.active == 50)
      #expect(try await store.energyBalance(on: day, as: app)?.active == nil)
      await #expect(throws: StoreError.self) { try await store.swims(as: app) }
      await #expect(throws: StoreError.self) { try await store.runs(as: app) }
      try await store.setAuthorization(
        for: app, read: [WorkoutContent.type: .authorized, distance: .denied, energy: .denied])
      let swims = try await store.swims(as: app)
      #expect(swims.count == 1 && swims[0].kilocalories == nil)
      #expect(try await store.swims()[0].kilocalories == 50)
      #expect(try await store.runs(as: app).isEmpty)
      #expect(try await store.runs().count == 1)
    }
  }

  @Test func aSwimDoesNotTellAHiddenBodyMass() async throws {
    try await withStore { store in
      _ = try await store.save([weight(70)])
      let energy = QuantityType.activeEnergyBurned.identifier
      try await store.setAuthorization(
        for: app, share: [WorkoutContent.type: .authorized, energy: .authorized],
        read: [mass: .denied])
      let swim = Swim(laps: 24, minutes: 40, pace: 6, span: hour)
      await #expect(throws: StoreError.self) { try await store.saveSwim(swim, by: app) }
      try await store.setAuthorization(for: app, read: [mass: .authorized])
      try await store.saveSwim(swim, by: app)
      #expect(try await store.swims()[0].kilocalories == 280)
    }
  }

  @Test(.timeLimit(.minutes(20))) func anObserverHearsWhatItMaySee() async throws {
    try await withStore { store in
      try await store.setAuthorization(
        for: app, share: [mass: .authorized], read: [mass: .denied])
      var stream = await store.observe(types: [.bodyMass], as: app).makeAsyncIterator()
      _ = try await store.save([weight(70)])
      let own = try await store.save([weight(71)], by: app)
      #expect(await stream.next()?.added.map(\.uuid) == own)
    }
  }

  @Test(arguments: [0, -1]) func aLimitOfNothingIsNone(_ limit: Int) async throws {
    try await withStore { store in
      _ = try await store.save([weight(70), weight(71)])
      try await store.saveRun(Run(distance: Amount(1, "km"), span: hour))
      try await store.saveSwim(Swim(laps: 4, minutes: 5, kilocalories: 50, span: hour))
      #expect(try await store.objects(of: .bodyMass, limit: limit).count == 2)
      #expect(try await store.changes(limit: limit).added.count == 5)
      #expect(try await store.runs(limit: limit).count == 1)
      #expect(try await store.swims(limit: limit).count == 1)
    }
  }
}
