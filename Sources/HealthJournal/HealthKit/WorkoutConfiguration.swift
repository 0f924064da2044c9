public import HealthModel

/// What a workout is going to be: HealthKit's HKWorkoutConfiguration, here a value.
public struct WorkoutConfiguration: Hashable, Sendable {
  /// What is done.
  public var activityType: WorkoutActivityType
  /// Whether under a roof.
  public var locationType: WorkoutSessionLocationType
  /// In which water, of a swim.
  public var swimmingLocationType: WorkoutSwimmingLocationType
  /// The length of one lap in a pool; nil: not known.
  public var lapLength: Quantity?

  /// A workout of this activity.
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

  /// What it says in the metadata of the workout.
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

/// In which water a swim takes place: HealthKit's HKWorkoutSwimmingLocationType.
public enum WorkoutSwimmingLocationType: Int, Hashable, Sendable, CaseIterable {
  /// Not known.
  case unknown = 0
  /// A pool, whose length is known.
  case pool = 1
  /// A lake or the sea.
  case openWater = 2
}

/// Where a workout takes place: HealthKit's HKWorkoutSessionLocationType.
public enum WorkoutSessionLocationType: Int, Hashable, Sendable, CaseIterable {
  /// Not known.
  case unknown = 1
  /// Under a roof.
  case indoor = 2
  /// Outside.
  case outdoor = 3
}

extension WorkoutEventType {
  /// One lap or split.
  public static let lap = WorkoutEventType(named: WorkoutEventName.lap)
  /// A moment of note.
  public static let marker = WorkoutEventType(named: "HKWorkoutEventTypeMarker")
  /// The device noticed that nobody moves.
  public static let motionPaused = WorkoutEventType(named: WorkoutEventName.motionPaused)
  /// The device noticed that somebody moves again.
  public static let motionResumed = WorkoutEventType(named: WorkoutEventName.motionResumed)
  /// The clock stops.
  public static let pause = WorkoutEventType(named: WorkoutEventName.pause)
  /// Somebody asked on another device for the clock to stop or go on.
  public static let pauseOrResumeRequest = WorkoutEventType(
    named: "HKWorkoutEventTypePauseOrResumeRequest")
  /// The clock goes on.
  public static let resume = WorkoutEventType(named: WorkoutEventName.resume)
  /// A part that the source set off, as a set of a swim.
  public static let segment = WorkoutEventType(named: WorkoutEventName.segment)

  /// A kind whose name is part of the program; anything else traps.
  private init(named name: String) {
    guard let known = Self.find(name) else { preconditionFailure("not a workout event: \(name)") }
    self = known
  }
}

extension WorkoutEvent {
  /// An event of a new workout; the builder gives its time the offset of the workout's zone.
  ///
  /// - Parameter seconds: how long it lasted; only laps and segments last, of the others it is left
  ///   out.
  public init(
    type: WorkoutEventType, start: Instant, duration seconds: Double = 0, metadata: Metadata? = nil
  ) {
    self.init(
      type: type.exportName, date: Timestamp(instant: start, offsetMinutes: 0),
      duration: type.allowsDuration ? seconds : nil, metadata: metadata ?? Metadata())
  }
}
