import HealthEvents
public import HealthModel
import JournalFile

/// Makes a workout step by step, with its samples and events, and saves all of it in one line:
/// HealthKit's HKWorkoutBuilder.
///
///     let builder = WorkoutBuilder(healthStore: store, configuration: configuration, device: .local())
///     try await builder.beginCollection(at: start)
///     try await builder.addSamples([energy])
///     try await builder.endCollection(at: end)
///     let workout = try await builder.finishWorkout()
///
/// Until it is finished nothing is on the disk; for a workout that survives the end of the program
/// there is `startWorkout(activity:)` of the store.
public actor WorkoutBuilder {
  /// The activity and the place.
  public let workoutConfiguration: WorkoutConfiguration
  /// The hardware that measures it.
  public let device: Device?
  /// The moment at which it began; nil if it has not begun.
  public private(set) var start: Instant?
  /// The moment at which it ended; nil if it has not ended.
  public private(set) var end: Instant?
  private let store: HealthStore
  private let source: String
  private var samples: [QuantitySample] = []
  private var others: [any Sample] = []
  /// Pauses, laps and the like that were added, in the order in which they were.
  public private(set) var workoutEvents: [WorkoutEvent] = []
  /// The metadata of the workout.
  public private(set) var metadata: Metadata
  private var isOver = false

  /// Creates a builder of a workout of this kind.
  ///
  /// - Parameters:
  ///   - healthStore: the journal in which it is saved.
  ///   - configuration: the kind of the workout.
  ///   - device: the hardware that measures it; nil if unknown.
  ///   - source: the bundle identifier of the source that saves it; the owner by default.
  public init(
    healthStore: HealthStore, configuration: WorkoutConfiguration, device: Device? = nil,
    source: String = EventActor.owner
  ) {
    store = healthStore
    workoutConfiguration = configuration
    self.device = device
    self.source = source
    metadata = configuration.metadata
  }

  /// Begins the workout.
  ///
  /// - Throws: a `StoreError` if it has begun or is over.
  public func beginCollection(at start: Instant) throws(StoreError) {
    try require(self.start == nil && !isOver, "the workout has begun already")
    self.start = start
  }

  /// Adds samples that belong to it.
  ///
  /// - Throws: a `StoreError` if it has not begun or is over, there is no sample, or one starts
  ///   before the workout.
  public func addSamples(_ added: [any Sample]) throws(StoreError) {
    try requireRunning()
    try require(!added.isEmpty, "there is no sample to add")
    let isInside = start.map { start in added.allSatisfy { $0.start >= start } } ?? false
    try require(isInside, "a sample of a workout does not start before it")
    for sample in added {
      if let quantity = sample as? QuantitySample {
        samples.append(quantity)
      } else {
        others.append(sample)
      }
    }
  }

  /// Adds pauses, laps and the like.
  ///
  /// - Throws: a `StoreError` if it has not begun or is over.
  public func addWorkoutEvents(_ added: [WorkoutEvent]) throws(StoreError) {
    try requireRunning()
    workoutEvents += added
  }

  /// Adds metadata; the newer value of a key stays.
  ///
  /// - Throws: a `StoreError` where the workout is over.
  public func addMetadata(_ added: Metadata) throws(StoreError) {
    try require(!isOver, "the workout is finished")
    for entry in added.entries { metadata[entry.key] = entry.value }
  }

  /// Ends the workout; its samples and metadata can still be added.
  ///
  /// - Throws: a `StoreError` if it has not begun, or ends before it starts.
  public func endCollection(at end: Instant) throws(StoreError) {
    try requireRunning()
    try require(start.map { $0 <= end } ?? false, "a workout ends after its start")
    self.end = end
  }

  /// Saves the workout with its samples, all or none.
  ///
  /// - Returns: the workout as it was saved.
  /// - Throws: a `StoreError` if it has not ended, or the journal's rules refuse it: then it can
  ///   be finished again.
  @discardableResult
  public func finishWorkout() async throws(StoreError) -> Workout {
    try require(!isOver, "the workout is finished")
    guard let start, let end else {
      throw StoreError(
        code: .invalidArgument,
        description: "the workout has not ended; call endCollection(at:) first")
    }
    isOver = true
    do {
      return try await store.save(parts(from: start, to: end), by: source)
    } catch {
      isOver = false
      throw error
    }
  }

  /// Gives it up: nothing of it is saved.
  public func discardWorkout() {
    isOver = true
    samples = []
    others = []
  }

  // MARK: What there is so far

  /// Returns the figures of a type's samples so far; nil: there is none, or the workout has not
  /// begun.
  public func statistics(for type: QuantityType) -> Statistics? { allStatistics[type] }

  /// The figures of the samples so far, by type; none before the workout begins.
  public var allStatistics: [QuantityType: Statistics] {
    guard let start else { return [:] }
    let last = end ?? samples.map(\.end).reduce(start, max)
    return parts(from: start, to: last).workout(in: .utc).allStatistics
  }

  /// Returns the active time in seconds from the start to a moment, pauses excluded; 0 before the
  /// start. It does not grow any more after the workout has ended.
  public func elapsedTime(at moment: Instant) -> Double {
    guard let start, moment > start else { return 0 }
    let last = min(moment, end ?? moment)
    var sofar = parts(from: start, to: last)
    sofar.events.removeAll { $0.date.instant > last }
    return sofar.workout(in: .utc).duration
  }

  private func parts(from start: Instant, to end: Instant) -> WorkoutParts {
    WorkoutParts(
      activity: workoutConfiguration.activityType, start: start, end: end, samples: samples,
      others: others, events: workoutEvents, device: device, metadata: metadata)
  }

  private func requireRunning() throws(StoreError) {
    try require(start != nil, "the workout has not begun; call beginCollection(at:) first")
    try require(!isOver, "the workout is finished")
  }

  private func require(_ holds: Bool, _ words: String) throws(StoreError) {
    guard !holds else { return }
    throw StoreError(code: .invalidArgument, description: words)
  }
}

/// The parts of a workout that a builder has collected.
struct WorkoutParts: Sendable {
  var activity: WorkoutActivityType
  var start: Instant
  var end: Instant
  var samples: [QuantitySample]
  var others: [any Sample]
  var events: [WorkoutEvent]
  var device: Device?
  var metadata: Metadata

  /// Returns the workout with the statistics of its samples.
  ///
  /// - Parameter zone: the zone of the workout.
  func workout(in zone: ZoneRules) -> Workout {
    let span = TimeSpan(Timestamp(start, in: zone), Timestamp(end, in: zone))
    let events = events.sorted { $0.date.instant < $1.date.instant }.map { event in
      var event = event
      event.date = Timestamp(event.date.instant, in: zone)
      return event
    }
    var content = WorkoutContent(
      activity: activity.exportName, span: span, duration: span.duration, events: events)
    content.duration = content.activeDuration
    content.statistics = statistics(span)
    for total in WorkoutTotal.allCases {
      content.totals[total] = amount(ofTypes: content.types(of: total))
    }
    return Workout(
      content: content, device: device, metadata: metadata.isEmpty ? nil : metadata)
  }

  /// Returns the sum of the samples of these types, in the unit of the first sample; nil if there
  /// is none.
  private func amount(ofTypes types: [String]) -> Amount? {
    let quantities = samples.filter { types.contains($0.quantityType.identifier) }.map(\.quantity)
    guard let unit = quantities.first?.unit else { return nil }
    let values = quantities.compactMap { try? $0.value(in: unit) }
    return Amount(values.reduce(0, +), unit.description)
  }

  /// Returns the sums of samples that add up, and the least, greatest and plain average of the
  /// others, in the unit of the first.
  private func statistics(_ span: TimeSpan) -> [WorkoutStatistics] {
    var types: [QuantityType] = []
    for sample in samples where !types.contains(sample.quantityType) {
      types.append(sample.quantityType)
    }
    return types.map { type in
      let quantities = samples.filter { $0.quantityType == type }.map(\.quantity)
      let unit = quantities[0].unit
      let values = quantities.compactMap { try? $0.value(in: unit) }
      let sum = values.reduce(0, +)
      var figures = WorkoutStatistics(
        type: type.identifier, start: span.start, end: span.end, unit: unit.description)
      if type.aggregationStyle.isCumulative {
        figures.sum = sum
      } else {
        figures.average = sum / Double(values.count)
        figures.minimum = values.min()
        figures.maximum = values.max()
      }
      return figures
    }
  }
}

extension HealthStore {
  /// Saves a workout with its samples, all or none.
  ///
  /// - Returns: the workout as it was saved.
  func save(_ parts: WorkoutParts, by source: String) throws(StoreError) -> Workout {
    try StoreError.typed {
      var zones = try SampleZones(usual: timeZone)
      let workout = parts.workout(in: zones.zone(of: parts.metadata))
      let samples: [any Sample] = [workout] + parts.samples + parts.others
      let request = SaveRequest(objects: zones.drafts(of: samples), workout: workout.uuid)
      _ = try perform(.save(request), by: source)
      return (try? object(workout.uuid)).flatMap { Workout($0) } ?? workout
    }
  }
}
