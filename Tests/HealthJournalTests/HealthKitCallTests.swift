import HealthJournal
import Testing

/// What HealthKit's calls leave in the journal, and what they answer.
@Suite struct HealthKitCallTests {
  private let start = Instant(wholeSeconds: 1_772_000_000)
  private let app = "com.example.app"

  private func store() throws -> HealthStore { try HealthStore(inMemory: "Europe/Berlin") }

  private func sample(
    _ type: QuantityType, _ unit: Unit, _ value: Double, zone: String? = nil
  ) -> QuantitySample {
    QuantitySample(
      type: type, quantity: Quantity(unit: unit, doubleValue: value), start: start,
      end: start + 60, metadata: zone.map { [MetadataKeyTimeZone: .string($0)] })
  }

  private func workout(
    _ activity: WorkoutActivityType, _ samples: [any Sample], in store: HealthStore,
    zone: String? = nil, by source: String = EventActor.owner
  ) async throws -> Workout {
    let builder = WorkoutBuilder(
      healthStore: store, configuration: WorkoutConfiguration(activityType: activity),
      source: source)
    try await builder.beginCollection(at: start)
    if !samples.isEmpty { try await builder.addSamples(samples) }
    if let zone { try await builder.addMetadata([MetadataKeyTimeZone: .string(zone)]) }
    try await builder.endCollection(at: start + 3_600)
    return try await builder.finishWorkout()
  }

  /// The offset of the clocks at the start of an object, in minutes.
  private func offset(of uuid: ObjectUUID, in store: HealthStore) async throws -> Int? {
    let saved = try await store.object(uuid)
    return saved?.object.content.span.map { Int($0.start.offsetMinutes) }
  }

  @Test func aTotalAddsUpTheTypesOfItsActivity() async throws {
    let ways = [
      sample(.distanceSwimming, .meter(), 1_000),
      sample(.distanceCycling, .meterUnit(with: .kilo), 20),
      sample(.distanceWalkingRunning, .meterUnit(with: .kilo), 2),
      sample(.distanceWalkingRunning, .meterUnit(with: .kilo), 3),
    ]
    let store = try store()
    let all = try await workout(.swimBikeRun, ways, in: store)
    #expect(all.content.totals == [.totalDistance: Amount(26_000, "m")])
    let ride = try await workout(.cycling, Array(ways[1...].map { copy($0) }), in: store)
    #expect(ride.content.totals == [.totalDistance: Amount(20, "km")])
    #expect(ride.statistics(for: .distanceWalkingRunning)?.sum == 5)
    let wheels = sample(.distanceWheelchair, .meterUnit(with: .kilo), 4)
    let roll = try await workout(.wheelchairRunPace, [wheels], in: store)
    #expect(roll.content.totals == [.totalDistance: Amount(4, "km")])
    let rest = try await workout(.rowing, [copy(ways[2])], in: store)
    #expect(rest.content.totals.isEmpty)
  }

  /// The same with another identity.
  private func copy(_ sample: QuantitySample) -> QuantitySample {
    QuantitySample(
      type: sample.quantityType, quantity: sample.quantity, start: sample.start, end: sample.end)
  }

  @Test func aWorkoutAndItsSamplesHaveTheClocksOfTheirZones() async throws {
    let store = try store()
    let samples = [
      sample(.stepCount, .count(), 1), sample(.stepCount, .count(), 2, zone: "Asia/Kolkata"),
    ]
    let abroad = try await workout(.running, samples, in: store, zone: "Asia/Tokyo")
    #expect(abroad.content.span.start.offsetMinutes == 540)
    #expect(try await offset(of: abroad.uuid, in: store) == 540)
    #expect(try await offset(of: samples[0].uuid, in: store) == 60)
    #expect(try await offset(of: samples[1].uuid, in: store) == 330)
    let home = try await workout(.running, [], in: store)
    #expect(home.content.span.start.offsetMinutes == 60)
  }

  @Test func aSampleOfACorrelationHasTheClocksOfItsZone() async throws {
    let store = try store()
    let members = [
      sample(.bloodPressureSystolic, .millimeterOfMercury(), 120, zone: "Asia/Kolkata"),
      sample(.bloodPressureDiastolic, .millimeterOfMercury(), 80),
    ]
    let pressure = Correlation(
      type: .bloodPressure, start: start, end: start + 60, objects: members,
      metadata: [MetadataKeyTimeZone: "Asia/Tokyo"])
    try await store.save(pressure)
    #expect(try await offset(of: pressure.uuid, in: store) == 540)
    #expect(try await offset(of: members[0].uuid, in: store) == 330)
    #expect(try await offset(of: members[1].uuid, in: store) == 540)
  }

  @Test func buildersAnswerWhatWasSaved() async throws {
    let store = try store()
    let types = ["HKWorkoutTypeIdentifier", QuantityType.heartRate.identifier]
    try await store.setAuthorization(
      for: app, share: Dictionary(uniqueKeysWithValues: types.map { ($0, .authorized) }), read: [:])
    let made = try await workout(.running, [], in: store, by: app)
    let saved = try await store.object(made.uuid).flatMap { Workout($0) }
    #expect(made.sourceRevision.name == app && made == saved)
    let series = QuantitySeriesSampleBuilder(
      healthStore: store, quantityType: .heartRate, start: start, source: app)
    try await series.insert(
      Quantity(unit: Unit(from: "count/min"), doubleValue: 61), at: start)
    let beats = try await series.finishSeries(at: start + 60)
    let read = try await store.object(beats.uuid).flatMap { QuantitySample($0) }
    #expect(beats.sourceRevision.name == app && beats == read)
  }

  @Test func sourcesOfOneNameStandInOneOrder() async throws {
    let store = try store()
    let bundles = ["h", "c", "a", "g", "b", "f", "e", "d"]
    for bundle in bundles {
      var draft = sample(.stepCount, .count(), 1).drafts(in: .utc)[0]
      draft.source = Source(name: "Watch", bundle: bundle)
      try await store.perform(.save(SaveRequest(objects: [draft])))
    }
    let sources = try await SourceQueryDescriptor(
      predicate: .quantitySample(type: .stepCount)
    ).result(for: store)
    #expect(sources.map(\.bundle) == bundles.sorted())
  }

  @Test func aWorkoutIsASample() async throws {
    let store = try store()
    let made = try await workout(.running, [], in: store)
    let found = try await SampleQueryDescriptor(
      predicates: [.sample(type: ObjectType.workoutType())]
    ).result(for: store)
    #expect(found.map(\.uuid) == [made.uuid] && found.first is Workout)
  }

  @Test(arguments: [
    (0.000_01, "mol<0.00001>"), (1.5e-5, "mol<0.000015>"), (0.5, "mol<0.5>"), (18, "mol<18>"),
    (2e16, "mol<20000000000000000>"), (1.234_567_890_123_45e20, "mol<123456789012345000000>"),
  ])
  func aMolarMassIsWrittenWithoutExponent(_ grams: Double, _ text: String) {
    #expect(Unit.moleUnit(molarMass: grams).unitString == text)
  }

  @Test func everyMolarMassMakesAUnit() {
    for power in -100...100 {
      guard let grams = Double("1e\(power)") else { continue }
      #expect(Unit.moleUnit(with: .milli, molarMass: grams).isCompatible(with: .gram()), "\(power)")
    }
    let long = Unit.moleUnit(with: .milli, molarMass: 1.234_567_890_123_456_7e-100)
    #expect(long.isCompatible(with: .gram()))
  }
}
