/// A workout: HealthKit's HKWorkout, with what its source said of it.
public struct Workout: Hashable, Sendable {
  /// The identifier of the type.
  public static let type = "HKWorkoutTypeIdentifier"

  /// The export's word for the activity, as `HKWorkoutActivityTypeSwimming`.
  public var activity: String
  /// From its start to its end, pauses included.
  public var span: TimeSpan
  /// Active time in seconds, pauses excluded, as the source gave it.
  public var duration: Double
  /// Totals, each where the source gave one.
  public var totals: [WorkoutTotal: Amount]
  /// Pauses, laps and the like, in the order of the source.
  public var events: [WorkoutEvent]
  /// The parts of a multisport workout.
  public var activities: [WorkoutActivity]
  /// What the source computed over the workout, by quantity type.
  public var statistics: [WorkoutStatistics]

  /// A workout of this activity.
  public init(
    activity: String, span: TimeSpan, duration: Double, totals: [WorkoutTotal: Amount] = [:],
    events: [WorkoutEvent] = [], activities: [WorkoutActivity] = [],
    statistics: [WorkoutStatistics] = []
  ) {
    self.activity = activity
    self.span = span
    self.duration = duration
    self.totals = totals
    self.events = events
    self.activities = activities
    self.statistics = statistics
  }
}

/// A number and the text of its unit.
public struct Amount: Hashable, Sendable {
  /// The number; finite.
  public var value: Double
  /// The unit as the source wrote it.
  public var unit: String

  /// This many of that unit.
  public init(_ value: Double, _ unit: String) {
    self.value = value
    self.unit = unit
  }
}

/// The totals that HealthKit keeps on a workout, by its own property names.
public enum WorkoutTotal: String, Hashable, Sendable, CaseIterable {
  /// Energy.
  case totalEnergyBurned
  /// Length.
  case totalDistance
  /// Count.
  case totalSwimmingStrokeCount
  /// Count.
  case totalFlightsClimbed
}

/// A moment or stretch within a workout: HealthKit's HKWorkoutEvent.
public struct WorkoutEvent: Hashable, Sendable {
  /// The export's word, as `HKWorkoutEventTypeLap`.
  public var type: String
  /// When it began.
  public var date: Timestamp
  /// How long it lasted in seconds; only laps and segments last.
  public var duration: Double?
  /// What the source wrote beside it.
  public var metadata: Metadata

  /// An event of this type.
  public init(
    type: String, date: Timestamp, duration: Double? = nil, metadata: Metadata = Metadata()
  ) {
    self.type = type
    self.date = date
    self.duration = duration
    self.metadata = metadata
  }
}

/// One part of a workout: HealthKit's HKWorkoutActivity.
public struct WorkoutActivity: Hashable, Sendable {
  /// The uuid that the source gave it.
  public var uuid: String?
  /// The export's word for the activity, where the part has its own.
  public var activity: String?
  /// When it began.
  public var start: Timestamp
  /// When it was over, where known.
  public var end: Timestamp?
  /// Active time in seconds, where given.
  public var duration: Double?
  /// Its events; the same ones may stand on the workout.
  public var events: [WorkoutEvent]
  /// What the source computed over the part.
  public var statistics: [WorkoutStatistics]
  /// What the source wrote beside it.
  public var metadata: Metadata

  /// A part that began at `start`.
  public init(
    uuid: String? = nil, activity: String? = nil, start: Timestamp, end: Timestamp? = nil,
    duration: Double? = nil, events: [WorkoutEvent] = [], statistics: [WorkoutStatistics] = [],
    metadata: Metadata = Metadata()
  ) {
    self.uuid = uuid
    self.activity = activity
    self.start = start
    self.end = end
    self.duration = duration
    self.events = events
    self.statistics = statistics
    self.metadata = metadata
  }
}

/// The export's words for the workout events that the journal itself reads.
public enum WorkoutEventName {
  /// One lap or split.
  public static let lap = "HKWorkoutEventTypeLap"
  /// A part that the source set off, as a set of a swim.
  public static let segment = "HKWorkoutEventTypeSegment"
  /// The clock stops.
  public static let pause = "HKWorkoutEventTypePause"
  /// The clock goes on.
  public static let resume = "HKWorkoutEventTypeResume"
  /// The device noticed that nobody moves.
  public static let motionPaused = "HKWorkoutEventTypeMotionPaused"
  /// The device noticed that somebody moves again.
  public static let motionResumed = "HKWorkoutEventTypeMotionResumed"

  /// Laps, and the events that begin and end a stretch in pairs; each other event is a stretch by
  /// itself.
  static let told: Set = [lap, pause, resume, motionPaused, motionResumed]
}

/// What a source computed of one quantity type over a workout or a part of it, in `unit`.
public struct WorkoutStatistics: Hashable, Sendable {
  /// A quantity type identifier.
  public var type: String
  /// Over which span, where given.
  public var start: Timestamp?
  /// Over which span, where given.
  public var end: Timestamp?
  /// The sum of a cumulative type.
  public var sum: Double?
  /// The average of a discrete type.
  public var average: Double?
  /// The least value of a discrete type.
  public var minimum: Double?
  /// The greatest value of a discrete type.
  public var maximum: Double?
  /// The unit of all four.
  public var unit: String?

  /// Statistics of this type.
  public init(
    type: String, start: Timestamp? = nil, end: Timestamp? = nil, sum: Double? = nil,
    average: Double? = nil, minimum: Double? = nil, maximum: Double? = nil, unit: String? = nil
  ) {
    self.type = type
    self.start = start
    self.end = end
    self.sum = sum
    self.average = average
    self.minimum = minimum
    self.maximum = maximum
    self.unit = unit
  }
}
