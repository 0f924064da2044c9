import HealthJournalFoundation
import Testing

/// Types looked up and compared, written as HealthKit's programs write them, the prefix left out.
@Suite struct GuessedTypeTests {
  @Test func aTypeIsLookedUpByItsConstant() throws {
    // swift-format-ignore: NeverForceUnwrap
    let steps = QuantityType.quantityType(forIdentifier: .stepCount)!
    #expect(steps == QuantityType(.stepCount))
    #expect(CategoryType.categoryType(forIdentifier: .sleepAnalysis) == .sleepAnalysis)
    #expect(CorrelationType.correlationType(forIdentifier: .food) == .food)
    #expect(ObjectType.characteristicType(forIdentifier: .dateOfBirth) == .dateOfBirth)
    #expect(CharacteristicType(.dateOfBirth).identifier.hasSuffix("DateOfBirth"))
    #expect(QuantityType.workoutType() == ObjectType.workoutType())
  }

  @Test func typesOfDocumentsHaveTheirIdentifiers() {
    let types = [
      ObjectType.activitySummaryType(), ObjectType.audiogramSampleType(),
      ObjectType.electrocardiogramType(), ObjectType.stateOfMindType(),
      ObjectType.visionPrescriptionType(), SeriesType.workoutRoute(), SeriesType.heartbeat(),
    ]
    let names = [
      "activitySummary", "audiogram", "electrocardiogram", "stateOfMind", "visionPrescription",
      "workoutRoute", "heartbeatSeries",
    ]
    #expect(types.map(\.shortName) == names)
  }

  @available(*, deprecated, message: "it calls deprecated names on purpose")
  @Test func anIdentifierIsAText() {
    let text = QuantityTypeIdentifier.stepCount.rawValue
    #expect(QuantityTypeIdentifier(rawValue: text) == .stepCount)
    #expect(QuantityTypeIdentifier(rawValue: "HKQuantityTypeIdentifierNone") == nil)
    #expect(CategoryTypeIdentifier(rawValue: text) == nil)
    #expect(CategoryType(rawValue: CategoryType.acne.identifier) == .acne)
    #expect(CorrelationType(rawValue: CorrelationType.food.identifier) == .food)
    #expect(CharacteristicType(rawValue: CharacteristicType.bloodType.identifier) == .bloodType)
    #expect(QuantityType(.stepCount).aggregationStyle == QuantityAggregationStyle.cumulative)
    #expect(WorkoutType.workoutType() == .workout)
  }

  @Test func theTypeOfASampleIsComparedWithOneOfAKind() {
    let steps = QuantityType(.stepCount)
    let walk: any Sample = QuantitySample(
      type: steps, quantity: Quantity(unit: .count(), doubleValue: 1), start: .now, end: .now)
    #expect(walk.sampleType == steps)
    #expect(walk.sampleType != QuantityType(.heartRate))
    #expect(walk.sampleType != CategoryType(.sleepAnalysis))
    #expect(walk.sampleType != .workout)
    #expect(ObjectType.correlation(.food) == CorrelationType(.food))
  }

  @Test func aRequestTakesSetsOfTypesAndCharacteristics() async throws {
    let store = try HealthStore(inMemory: .gmt)
    let share: Set = [QuantityType(.stepCount), QuantityType(.heartRate)]
    try await store.requestAuthorization(toShare: share, read: share)
    try await store.requestAuthorization(
      toShare: [], read: [CharacteristicType(.dateOfBirth), QuantityType(.stepCount)])
    let error = await #expect(throws: StoreError.self) {
      try await store.requestAuthorization(toShare: share, read: share, for: "com.example.app")
    }
    #expect(error?.code == .authorizationNotDetermined)
    #expect(await store.preferredUnits(for: share).count == 2)
  }

  @Test func aValueOfACategoryMakesAPredicate() async throws {
    let store = try HealthStore(inMemory: .gmt)
    let stages: [CategoryValueSleepAnalysis] = [.inBed, .asleepCore, .awake]
    try await store.save(
      stages.map {
        CategorySample(
          type: CategoryType(.sleepAnalysis), value: $0.rawValue, start: Date() - 60, end: Date())
      })
    func found(_ predicate: HealthPredicate) async throws -> [Int] {
      try await SampleQueryDescriptor(
        predicates: [.categorySample(type: CategoryType(.sleepAnalysis), predicate: predicate)],
        sortDescriptors: []
      ).result(for: store).map(\.value)
    }
    let asleep = CategoryValueSleepAnalysis.allAsleepValues
    #expect(try await found(CategoryValueSleepAnalysis.predicateForSamples(equalTo: asleep)) == [3])
    #expect(
      try await found(CategoryValueSleepAnalysis.predicateForSamples(.equal, value: .awake)) == [2])
    try await store.save(
      CategorySample(
        type: CategoryType(.mindfulSession), value: CategoryValue.notApplicable.rawValue,
        start: Date() - 60, end: Date()))
    #expect(try await store.objects(of: .mindfulSession).count == 1)
  }
}
