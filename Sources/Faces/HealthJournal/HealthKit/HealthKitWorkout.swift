public import HealthEvents
public import HealthModel

/// A workout: HealthKit's HKWorkout. `WorkoutBuilder` makes one.
///
///     let runs = try await SampleQueryDescriptor(
///       predicates: [.workout(Query.predicateForWorkouts(with: .running))]
///     ).result(for: store)
///     runs.first?.statistics(for: .activeEnergyBurned)?.sumQuantity()
///
/// A line of the journal holds a `WorkoutContent` for it, here `content`.
public struct Workout: Sample {
  /// The totals, events and parts, as the source gave them.
  public let content: WorkoutContent
  private let facts: SampleFacts

  /// Creates a new workout with an identity of its own; saving it checks it. The times of `content`
  /// are kept unchanged.
  public init(
    content: WorkoutContent, device: Device? = nil, metadata: Metadata? = nil
  ) {
    self.content = content
    facts = SampleFacts(content.span.start.instant, content.span.end.instant, device, metadata)
  }

  /// Creates a workout from a saved one; nil for another kind of object.
  public init?(_ saved: SavedObject) {
    guard case .workout(let content) = saved.object.content else { return nil }
    self.content = content
    facts = SampleFacts(saved, content.span)
  }

  /// The activity; `other` where the catalogue does not know it.
  public var workoutActivityType: WorkoutActivityType {
    WorkoutActivityType.find(content.activity) ?? .other
  }

  /// Active time in seconds, pauses excluded.
  public var duration: Double { content.duration }

  /// Pauses, laps and the like, in the order of the source; nil: none.
  public var workoutEvents: [WorkoutEvent]? { content.events.isEmpty ? nil : content.events }

  /// Returns the figures of a type that the source computed over the workout; nil: none.
  public func statistics(for type: QuantityType) -> Statistics? {
    content.statistics.first { $0.type == type.identifier }.map {
      Statistics($0, from: start, to: end)
    }
  }

  /// The figures that the source computed over the workout, by type.
  public var allStatistics: [QuantityType: Statistics] {
    Statistics.byType(content.statistics, from: start, to: end)
  }

  /// The parts of a multisport workout, in the order of the source.
  public var workoutActivities: [WorkoutActivity] { content.activities }

  /// Its identity, drawn when it is made.
  public var uuid: ObjectUUID { facts.uuid }
  /// The type of workouts.
  public var sampleType: ObjectType { .workout }
  /// The moment at which it begins.
  public var start: Instant { facts.start }
  /// The moment at which it ends.
  public var end: Instant { facts.end }
  /// The app that it comes from; of one that is not saved yet the owner.
  public var sourceRevision: SourceRevision { facts.source }
  /// The hardware that measured it, where known.
  public var device: Device? { facts.device }
  /// The values that its source attached to it, by key; nil: none.
  public var metadata: Metadata? { facts.metadata }

  /// Returns the draft that saves it.
  public func drafts(in zone: ZoneRules) -> [Draft] { [facts.draft(.workout(content))] }

  // The totals under HealthKit's names, as the source stated them; nil where it stated none.

  /// The energy burned in motion.
  public var totalEnergyBurned: Quantity? { total(.totalEnergyBurned) }
  /// The distance of the whole workout.
  public var totalDistance: Quantity? { total(.totalDistance) }
  /// The number of strokes of a swim.
  public var totalSwimmingStrokeCount: Quantity? { total(.totalSwimmingStrokeCount) }
  /// The number of flights of stairs.
  public var totalFlightsClimbed: Quantity? { total(.totalFlightsClimbed) }

  private func total(_ total: WorkoutTotal) -> Quantity? {
    guard let amount = content.totals[total], let unit = try? Unit(amount.unit) else { return nil }
    return Quantity(unit: unit, doubleValue: amount.value)
  }
}

extension SamplePredicate<Workout> {
  /// Returns a predicate of workouts, which are read as `Workout`.
  public static func workout(_ predicate: HealthPredicate? = nil) -> Self {
    Self(type: .workout, predicate: predicate ?? .all) { saved, _ in Workout(saved) }
  }
}

extension WorkoutActivity {
  /// The activity of the part; nil if it is that of the workout, or the catalogue does not know it.
  public var workoutActivityType: WorkoutActivityType? {
    activity.flatMap { WorkoutActivityType.find($0) }
  }

  /// Returns the figures of a type that the source computed over the part; nil: none.
  public func statistics(for type: QuantityType) -> Statistics? { allStatistics[type] }

  /// The figures that the source computed over the part, by type.
  public var allStatistics: [QuantityType: Statistics] {
    Statistics.byType(statistics, from: start.instant, to: (end ?? start).instant)
  }
}

extension WorkoutEvent {
  /// The kind of event; nil if the catalogue does not know it.
  public var eventType: WorkoutEventType? { WorkoutEventType.find(type) }

  /// Creates an event of a new workout; the builder gives its time the offset of the workout's
  /// zone.
  ///
  /// - Parameter seconds: the duration; only laps and segments have one, for the others it is
  ///   left out.
  public init(
    type: WorkoutEventType, start: Instant, duration seconds: Double = 0, metadata: Metadata? = nil
  ) {
    self.init(
      type: type.exportName, date: Timestamp(instant: start, offsetMinutes: 0),
      duration: type.allowsDuration ? seconds : nil, metadata: metadata ?? Metadata())
  }
}

extension Statistics {
  /// Creates the statistics that a source stated for a type over a workout or a part of it.
  init(_ stated: WorkoutStatistics, from start: Instant, to end: Instant) {
    self.init(
      type: stated.type, start: stated.start?.instant ?? start, end: stated.end?.instant ?? end)
    unit = stated.unit
    sum = stated.sum
    average = stated.average
    minimum = stated.minimum
    maximum = stated.maximum
  }

  /// Returns a source's statements, by types that the catalogue knows; if a type was stated twice,
  /// the first counts.
  static func byType(
    _ stated: [WorkoutStatistics], from start: Instant, to end: Instant
  ) -> [QuantityType: Statistics] {
    let known = stated.compactMap { figures in
      QuantityType(rawValue: figures.type).map { ($0, Statistics(figures, from: start, to: end)) }
    }
    return Dictionary(known) { first, _ in first }
  }
}

/// The plan of a workout: HealthKit's HKWorkoutConfiguration, here a value.
public struct WorkoutConfiguration: Hashable, Sendable {
  /// The activity.
  public var activityType: WorkoutActivityType
  /// The place: under a roof or outside.
  public var locationType: WorkoutSessionLocationType
  /// The water of a swim.
  public var swimmingLocationType: WorkoutSwimmingLocationType
  /// The length of one lap in a pool; nil: not known.
  public var lapLength: Quantity?

  /// Creates the configuration of a workout of this activity.
  public init(
    activityType: WorkoutActivityType = .other,
    locationType: WorkoutSessionLocationType = .unknown,
    swimmingLocationType: WorkoutSwimmingLocationType = .unknown, lapLength: Quantity? = nil
  ) {
    self.activityType = activityType
    self.locationType = locationType
    self.swimmingLocationType = swimmingLocationType
    self.lapLength = lapLength
  }

  /// The entries for it in the metadata of the workout.
  var metadata: Metadata {
    var metadata = Metadata()
    if locationType != .unknown {
      metadata[MetadataKeyIndoorWorkout] = .boolean(locationType == .indoor)
    }
    if swimmingLocationType != .unknown {
      metadata[MetadataKeySwimmingLocationType] = .number(Double(swimmingLocationType.rawValue))
    }
    if let lapLength { metadata[MetadataKeyLapLength] = .quantity(lapLength) }
    return metadata
  }
}

/// The water of a swim: HealthKit's HKWorkoutSwimmingLocationType.
public enum WorkoutSwimmingLocationType: Int, Hashable, Sendable, CaseIterable {
  /// Not known.
  case unknown = 0
  /// A pool, whose length is known.
  case pool = 1
  /// A lake or the sea.
  case openWater = 2
}

/// The place of a workout: HealthKit's HKWorkoutSessionLocationType.
public enum WorkoutSessionLocationType: Int, Hashable, Sendable, CaseIterable {
  /// Not known.
  case unknown = 1
  /// Under a roof.
  case indoor = 2
  /// Outside.
  case outdoor = 3
}

extension WorkoutEventType {
  /// A lap or split.
  public static let lap = WorkoutEventType(named: WorkoutEventName.lap)
  /// A moment of note.
  public static let marker = WorkoutEventType(named: "HKWorkoutEventTypeMarker")
  /// The device noticed that nobody moves.
  public static let motionPaused = WorkoutEventType(named: WorkoutEventName.motionPaused)
  /// The device noticed that somebody moves again.
  public static let motionResumed = WorkoutEventType(named: WorkoutEventName.motionResumed)
  /// The stop of the clock.
  public static let pause = WorkoutEventType(named: WorkoutEventName.pause)
  /// Somebody asked on another device for the clock to stop or go on.
  public static let pauseOrResumeRequest = WorkoutEventType(
    named: "HKWorkoutEventTypePauseOrResumeRequest")
  /// The restart of the clock.
  public static let resume = WorkoutEventType(named: WorkoutEventName.resume)
  /// A part that the source set off, as a set of a swim.
  public static let segment = WorkoutEventType(named: WorkoutEventName.segment)

  /// Creates a kind whose name is part of the program; anything else traps.
  private init(named name: String) {
    guard let known = Self.find(name) else { preconditionFailure("not a workout event: \(name)") }
    self = known
  }
}
