import HealthJournalFoundation
import Testing

/// The page of calls that a developer of HealthKit wrote before the API was looked at:
/// `Fixtures/guessed/page.txt`. GuessedPageTests holds it to that text.
@Suite struct GuessedTests {
  let start = Date(timeIntervalSince1970: 1_772_000_000)
  var end: Date { start.addingTimeInterval(1_800) }
  let steps = QuantityType(.stepCount)
  let heartRate = QuantityType(.heartRate)
  let perMinute = Unit.count().unitDivided(by: .minute())

  func store() throws -> HealthStore {
    // swift-format-ignore: NeverForceUnwrap
    try HealthStore(inMemory: TimeZone(identifier: "Europe/Berlin")!)
  }

  // 1–3 types
  func types() {
    _ = QuantityType(.bodyMass)
    _ = CategoryType(.sleepAnalysis)
    _ = CorrelationType(.bloodPressure)
    _ = ObjectType.workoutType()
    _ = ObjectType.quantityType(forIdentifier: .heartRate)
    _ = steps.identifier
    _ = steps.aggregationStyle == .cumulative
    _ = steps.is(compatibleWith: .count())
  }

  // 4–7 authorization
  @available(*, deprecated)
  func authorization(_ store: HealthStore) async throws {
    guard HealthStore.isHealthDataAvailable() else { return }
    try await store.requestAuthorization(
      toShare: [steps, heartRate], read: [steps, CategoryType(.sleepAnalysis)])
    #expect(store.authorizationStatus(for: steps) == .sharingAuthorized)
    let status = try await store.statusForAuthorizationRequest(toShare: [steps], read: [steps])
    #expect(status == .unnecessary)
  }

  // 8–12 units and quantities
  func quantities() {
    let kilometer = Unit.meterUnit(with: .kilo)
    let distance = Quantity(unit: kilometer, doubleValue: 5)
    #expect(distance.doubleValue(for: .meter()) == 5_000)
    #expect(distance.is(compatibleWith: .mile()))
    #expect(distance.compare(Quantity(unit: .mile(), doubleValue: 3)) == .orderedDescending)
    #expect(Unit(from: "kg/m^2").unitString == "kg/m^2")
    #expect(
      Unit.gramUnit(with: .kilo).unitDivided(by: .meter().unitRaised(toPower: 2))
        == Unit(from: "kg/m^2"))
    #expect(Unit.literUnit(with: .milli).unitMultiplied(by: .count()).isNull() == false)
    _ = [Unit.kilocalorie(), Unit.percent(), Unit.degreeCelsius(), Unit.secondUnit(with: .milli)]
    _ = distance.description
  }

  // 13–18 saving and deleting
  @available(*, deprecated)
  func saving(_ store: HealthStore) async throws {
    let sample = QuantitySample(
      type: steps, quantity: Quantity(unit: .count(), doubleValue: 812), start: start, end: end)
    let entered = QuantitySample(
      type: heartRate, quantity: Quantity(unit: perMinute, doubleValue: 61), start: start,
      end: start,
      device: .local(), metadata: [MetadataKeyWasUserEntered: true])
    try await store.save(sample)
    try await store.save([entered])
    let night = CategorySample(
      type: CategoryType(.sleepAnalysis), value: CategoryValueSleepAnalysis.asleepREM.rawValue,
      start: start, end: end)
    try await store.save(night)
    try await store.delete(entered)
    try await store.deleteObjects(
      of: steps, predicate: Query.predicateForSamples(withStart: start, end: end))
    _ = sample.uuid
    _ = sample.quantity
    _ = sample.startDate
    _ = sample.endDate
    _ = sample.sampleType
    _ = sample.sourceRevision.source.name
    _ = sample.device?.name
    _ = sample.metadata?[MetadataKeyTimeZone]
  }

  // 19 a correlation of samples
  func correlation(_ store: HealthStore) async throws {
    let systolic = QuantitySample(
      type: QuantityType(.bloodPressureSystolic),
      quantity: Quantity(unit: .millimeterOfMercury(), doubleValue: 120), start: start, end: start)
    let diastolic = QuantitySample(
      type: QuantityType(.bloodPressureDiastolic),
      quantity: Quantity(unit: .millimeterOfMercury(), doubleValue: 80), start: start, end: start)
    let pressure = Correlation(
      type: CorrelationType(.bloodPressure), start: start, end: start,
      objects: [systolic, diastolic])
    try await store.save(pressure)
    #expect(pressure.objects(for: QuantityType(.bloodPressureSystolic)).count == 1)
  }

  // 20–23 queries
  @available(*, deprecated)
  func queries(_ store: HealthStore) async throws {
    let day = Query.predicateForSamples(withStart: start, end: end, options: .strictStartDate)
    let query = SampleQueryDescriptor(
      predicates: [.quantitySample(type: heartRate, predicate: day)],
      sortDescriptors: [SortDescriptor(\.endDate, order: .reverse)], limit: 10)
    let samples = try await query.result(for: store)
    _ = samples.first?.quantity.doubleValue(for: perMinute)
    let compound = NSCompoundPredicate(andPredicateWithSubpredicates: [
      day,
      Query.predicateForQuantitySamples(
        with: .greaterThan, quantity: Quantity(unit: perMinute, doubleValue: 100)),
    ])
    _ = SampleQueryDescriptor(
      predicates: [.sample(type: heartRate, predicate: compound)],
      sortDescriptors: [SortDescriptor(\.startDate)])
    _ = SampleQuery(
      sampleType: heartRate, predicate: day, limit: ObjectQueryNoLimit,
      sortDescriptors: [NSSortDescriptor(key: SampleSortIdentifierEndDate, ascending: false)]
    ) { _, _, _ in }
  }

  // 24–26 statistics
  func statistics(_ store: HealthStore) async throws {
    let sum = try await StatisticsQueryDescriptor(
      predicate: .quantitySample(
        type: steps, predicate: Query.predicateForSamples(withStart: start, end: end)),
      options: .cumulativeSum
    ).result(for: store)?.sumQuantity()?.doubleValue(for: .count())
    #expect(sum != nil)
    let collection = try await StatisticsCollectionQueryDescriptor(
      predicate: .quantitySample(type: heartRate),
      options: [.discreteAverage, .discreteMin, .discreteMax],
      anchorDate: Calendar.current.startOfDay(for: start),
      intervalComponents: DateComponents(day: 1)
    ).result(for: store)
    collection.enumerateStatistics(from: start, to: end) { statistics, _ in
      _ = statistics.averageQuantity()?.doubleValue(for: perMinute)
    }
    _ = collection.statistics().map { $0.startDate }
  }

  // 27–29 anchors and observers
  @available(*, deprecated)
  func changes(_ store: HealthStore) async throws {
    let query = AnchoredObjectQueryDescriptor(
      predicates: [.quantitySample(type: steps)], anchor: nil)
    let result = try await query.result(for: store)
    _ = result.addedSamples
    _ = result.deletedObjects.map(\.uuid)
    let later = AnchoredObjectQueryDescriptor(
      predicates: [.quantitySample(type: steps)], anchor: result.newAnchor)
    for try await update in later.results(for: store) { _ = update.addedSamples; break }
    let observer = ObserverQuery(sampleType: steps, predicate: nil) { _, completion, _ in
      completion()
    }
    store.execute(observer)
    store.stop(observer)
  }

  // 30–33 workouts
  func workouts(_ store: HealthStore) async throws {
    var configuration = WorkoutConfiguration()
    configuration.activityType = .running
    configuration.locationType = .outdoor
    let builder = WorkoutBuilder(healthStore: store, configuration: configuration, device: .local())
    try await builder.beginCollection(at: start)
    try await builder.addSamples([
      QuantitySample(
        type: QuantityType(.activeEnergyBurned),
        quantity: Quantity(unit: .kilocalorie(), doubleValue: 300),
        start: start, end: end)
    ])
    try await builder.addWorkoutEvents([
      WorkoutEvent(
        type: .pause, dateInterval: DateInterval(start: start, duration: 60), metadata: nil)
    ])
    try await builder.addMetadata([MetadataKeyIndoorWorkout: false])
    try await builder.endCollection(at: end)
    let workout = try await builder.finishWorkout()
    _ = workout.statistics(for: QuantityType(.activeEnergyBurned))?.sumQuantity()
    _ = workout.workoutActivityType == .running
    _ = workout.duration
    _ = Query.predicateForObjects(from: workout)
    _ = Query.predicateForWorkouts(with: .running)
  }

  // 34–36 characteristics, preferred units, sources
  @available(*, deprecated)
  func profile(_ store: HealthStore) async throws {
    _ = await store.dateOfBirthComponents()?.year
    _ = await store.biologicalSex().biologicalSex == .female
    _ = await store.bloodType().bloodType
    _ = await store.wheelchairUse().wheelchairUse
    _ = await store.preferredUnits(for: [steps])
    _ = Source.default().bundleIdentifier
    _ = try await SourceQueryDescriptor(predicate: .quantitySample(type: steps)).result(for: store)
    _ = store.earliestPermittedSampleDate()
  }

  // 37 rings, 38 series
  func more(_ store: HealthStore) async throws {
    _ = try await ActivitySummaryQueryDescriptor(predicate: nil).result(for: store)
    let series = QuantitySeriesSampleBuilder(
      healthStore: store, quantityType: heartRate, startDate: start, device: nil)
    try await series.insert(Quantity(unit: perMinute, doubleValue: 61), at: start)
    _ = try await series.finishSeries(metadata: nil)
  }

  // 39 errors
  @available(*, deprecated)
  func errors(_ store: HealthStore) async {
    do { try await store.save([]) } catch let error
      where error.code == .errorAuthorizationDenied
    {
      _ = error.localizedDescription
    } catch {}
  }

  // 40 what HealthKit has not
  func beyond(_ store: HealthStore) async throws {
    let outcome = try await store.importExport(at: URL(filePath: "export.zip"))
    _ = outcome.saved
    let past = try await store.asOf(start)
    _ = try await past.explain(steps, on: start)
    try await store.export("daily", as: "csv") { _ in }
    let reader = try HealthStore(reading: URL(filePath: "my.journal"))
    _ = reader
  }
}
