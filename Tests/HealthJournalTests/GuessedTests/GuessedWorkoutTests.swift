import HealthJournalFoundation
import Testing

/// Workouts and their figures, written as HealthKit's programs write them.
@Suite struct GuessedWorkoutTests {
  private let start = Date(timeIntervalSince1970: 1_772_000_000)
  private let energy = QuantityType(.activeEnergyBurned)
  private let distance = QuantityType(.distanceSwimming)

  private func builder(_ store: HealthStore) -> WorkoutBuilder {
    var configuration = WorkoutConfiguration()
    configuration.activityType = .swimming
    configuration.swimmingLocationType = .pool
    configuration.lapLength = Quantity(unit: .meter(), doubleValue: 25)
    return WorkoutBuilder(healthStore: store, configuration: configuration, device: .local())
  }

  private func samples() -> [QuantitySample] {
    [
      QuantitySample(
        type: energy, quantity: Quantity(unit: .kilocalorie(), doubleValue: 300), start: start,
        end: start + 600),
      QuantitySample(
        type: distance, quantity: Quantity(unit: .meter(), doubleValue: 1_000), start: start,
        end: start + 600),
    ]
  }

  @Test func aBuilderTellsWhatThereIsSoFar() async throws {
    let builder = builder(try HealthStore(inMemory: .gmt))
    #expect(await builder.allStatistics.isEmpty)
    #expect(await builder.elapsedTime(at: start) == 0)
    try await builder.beginCollection(at: start)
    try await builder.addSamples(samples())
    #expect(await builder.startDate == start)
    let sum = await builder.statistics(for: energy)?.sumQuantity()
    #expect(sum?.doubleValue(for: .kilocalorie()) == 300)
    #expect(await builder.allStatistics.count == 2)
    #expect(await builder.statistics(for: QuantityType(.heartRate)) == nil)
    try await builder.addWorkoutEvents([
      WorkoutEvent(
        type: .pause, dateInterval: DateInterval(start: start + 60, duration: 0), metadata: nil),
      WorkoutEvent(
        type: .resume, dateInterval: DateInterval(start: start + 90, duration: 0), metadata: nil),
    ])
    #expect(await builder.workoutEvents.first?.dateInterval.start == start + 60)
    #expect(await builder.elapsedTime(at: start + 50) == 50)
    #expect(await builder.elapsedTime(at: start + 70) == 60)
    #expect(await builder.elapsedTime(at: start + 100) == 70)
    try await builder.endCollection(at: start + 600)
    #expect(await builder.elapsedTime(at: start + 9_000) == 570)
    #expect(await builder.endDate == start + 600)
  }

  @Test func aSwimKeepsItsPoolAndTotals() async throws {
    let store = try HealthStore(inMemory: .gmt)
    let builder = builder(store)
    try await builder.beginCollection(at: start)
    try await builder.addSamples(samples())
    try await builder.endCollection(at: start + 600)
    let workout = try await builder.finishWorkout()
    #expect(workout.metadata?[MetadataKeySwimmingLocationType]?.number == 1)
    #expect(workout.metadata?[MetadataKeyLapLength]?.quantity?.doubleValue(for: .meter()) == 25)
    #expect(workout.totalEnergyBurned?.doubleValue(for: .kilocalorie()) == 300)
    #expect(workout.totalDistance?.doubleValue(for: .meterUnit(with: .kilo)) == 1)
    #expect(workout.totalSwimmingStrokeCount == nil)
    #expect(workout.totalFlightsClimbed == nil)
    #expect(Set(workout.allStatistics.keys) == [energy, distance])
    #expect(workout.allStatistics[energy]?.startDate == start)
    #expect(workout.allStatistics[energy]?.quantityType == energy)
    #expect(workout.workoutActivities.isEmpty)
    func count(_ predicate: HealthPredicate) async throws -> Int {
      try await store.objects(of: .workout, matching: predicate).count
    }
    let mile = Quantity(unit: .mile(), doubleValue: 1)
    #expect(
      try await count(Query.predicateForWorkouts(with: .greater, totalDistance: mile)) == 0)
    let some = Quantity(unit: .kilocalorie(), doubleValue: 299)
    #expect(
      try await count(Query.predicateForWorkouts(with: .greater, totalEnergyBurned: some)) == 1)
    let sum = Query.predicateForWorkouts(
      operatorType: .less, quantityType: energy, sumQuantity: some)
    #expect(try await count(sum) == 0)
  }

  @Test func thePartsOfAWorkoutHaveFiguresAndTimes() {
    let time = Timestamp(instant: Instant(start), offsetMinutes: 0)
    let part = WorkoutActivity(
      activity: WorkoutActivityType.running.exportName, start: time,
      statistics: [WorkoutStatistics(type: energy.identifier, sum: 30, unit: "kcal")])
    #expect(part.workoutActivityType == .running)
    #expect(part.statistics(for: energy)?.sumQuantity()?.doubleValue(for: .kilocalorie()) == 30)
    #expect(part.startDate == start)
    #expect(part.endDate == nil)
    let content = WorkoutContent(
      activity: WorkoutActivityType.swimBikeRun.exportName, span: TimeSpan(time, time), duration: 0,
      activities: [part])
    #expect(Workout(content: content).workoutActivities == [part])
    let lap = WorkoutEvent(
      type: .lap, dateInterval: DateInterval(start: start, duration: 30), metadata: nil)
    #expect(lap.eventType == .lap)
    #expect(lap.dateInterval.duration == 30)
  }

  @Test func partsOfWorkoutsArePredicates() throws {
    let run = Query.predicateForWorkoutActivities(workoutActivityType: .running)
    let long = Query.predicateForWorkoutActivities(operatorType: .greater, duration: 60)
    let both = Query.predicateForWorkouts(activityPredicate: run && long)
    #expect(both != Query.predicateForWorkouts(activityPredicate: run))
  }
}
