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

  /// The quantity types whose samples a total adds up: of distance those of the activity and of the
  /// parts.
  ///
  ///     swim.types(of: .totalDistance)   // ["HKQuantityTypeIdentifierDistanceSwimming"]
  ///
  /// Source: the types that Apple's SDK headers name for each activity; all other activities have
  /// walking and running distance.
  public func types(of total: WorkoutTotal) -> [String] {
    switch total {
    case .totalEnergyBurned: [QuantityType.activeEnergyBurned.identifier]
    case .totalSwimmingStrokeCount: [QuantityType.swimmingStrokeCount.identifier]
    case .totalFlightsClimbed: [QuantityType.flightsClimbed.identifier]
    case .totalDistance:
      Set(([activity] + activities.compactMap(\.activity)).flatMap(Self.distanceTypes)).sorted()
    }
  }

  /// The types in which the distance of an activity is measured.
  private static func distanceTypes(of activity: String) -> [String] {
    let endings =
      switch WorkoutActivityType.find(activity)?.name {
      case "cycling", "handCycling": ["Cycling"]
      case "swimming", "underwaterDiving", "waterFitness", "waterPolo": ["Swimming"]
      case "wheelchairWalkPace", "wheelchairRunPace": ["Wheelchair"]
      case "downhillSkiing", "snowSports", "snowboarding": ["DownhillSnowSports"]
      case "crossCountrySkiing": ["CrossCountrySkiing"]
      case "paddleSports": ["PaddleSports"]
      case "rowing": ["Rowing"]
      case "skatingSports": ["SkatingSports"]
      case "swimBikeRun", "transition": ["Cycling", "Swimming", "WalkingRunning"]
      case _: ["WalkingRunning"]
      }
    return endings.map { "HKQuantityTypeIdentifierDistance" + $0 }
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

/// A workout with what the samples that belong to it come to: one row of `workouts --samples`.
public struct WorkoutWithSamples: Hashable, Sendable {
  /// Its identity.
  public var uuid: ObjectUUID
  /// What its source told; `workout.pauses` are its pauses.
  public var workout: Workout
  /// The name of its source.
  public var source: String
  /// Kilocalories: the stated total, else that of its samples; nil where neither is known.
  public var energy: Double?
  /// Metres: likewise.
  public var distance: Double?
  /// What its samples come to, by type.
  public var samples: [Figures]
  /// Whether its samples were found by time and source, as they were not saved with it.
  public var isInferred: Bool
  /// 2, 3 … where it is a further copy of a workout that was saved before it: of the same activity,
  /// source, start and end.
  public var copy: Int?
  /// The workout that counts in its place in totals: the one that it is a copy of, or that of
  /// another source which recorded the same effort; nil: it counts itself.
  public var copyOf: ObjectUUID?
  /// Its laps, segments, markers and pauses, in the order of time.
  public var stretches: [Stretch] = []
  /// The parts of a multisport workout, in the order of the source.
  public var parts: [Part] = []
  /// What its source stated of it and of its parts, beside what the samples come to.
  public var comparison: [ComparedFigure] = []

  /// What the samples of one type come to, in one unit.
  public struct Figures: Hashable, Sendable {
    /// A type identifier.
    public var type: String
    /// The unit of the figures; empty for category samples.
    public var unit: String
    /// How many samples there are of which something counts.
    public var count: Int
    /// The sum, of a type that adds up.
    public var sum: Double?
    /// The least value, of another type.
    public var minimum: Double?
    /// The average, of another type.
    public var average: Double?
    /// The greatest value, of another type.
    public var maximum: Double?

    /// Figures, each where there is one.
    public init(
      type: String, unit: String, count: Int, sum: Double? = nil, minimum: Double? = nil,
      average: Double? = nil, maximum: Double? = nil
    ) {
      self.type = type
      self.unit = unit
      self.count = count
      self.sum = sum
      self.minimum = minimum
      self.average = average
      self.maximum = maximum
    }
  }

  /// A lap, a segment, a pause, with what the workout's samples come to in it.
  public struct Stretch: Hashable, Sendable {
    /// When it was, and what it is.
    public var stretch: WorkoutStretch
    /// What the samples come to, by type; of one that reaches over its borders, the part inside
    /// counts.
    public var samples: [Figures]

    /// A stretch of these figures.
    public init(stretch: WorkoutStretch, samples: [Figures]) {
      self.stretch = stretch
      self.samples = samples
    }
  }

  /// A part of a multisport workout.
  public struct Part: Hashable, Sendable {
    /// What the source told of it, as of a workout of its own.
    public var workout: Workout
    /// Kilocalories: as stated for the part, else those of the samples in it.
    public var energy: Double?
    /// Metres: likewise.
    public var distance: Double?
    /// What the samples come to in it, by type.
    public var samples: [Figures]

    /// A part of these figures.
    public init(workout: Workout, energy: Double?, distance: Double?, samples: [Figures]) {
      self.workout = workout
      self.energy = energy
      self.distance = distance
      self.samples = samples
    }
  }

  /// A workout of these figures.
  public init(
    uuid: ObjectUUID, workout: Workout, source: String, energy: Double?, distance: Double?,
    samples: [Figures], isInferred: Bool
  ) {
    self.uuid = uuid
    self.workout = workout
    self.source = source
    self.energy = energy
    self.distance = distance
    self.samples = samples
    self.isInferred = isInferred
  }
}

/// A figure that a workout's source stated, beside the one computed from the workout's samples.
public struct ComparedFigure: Hashable, Sendable {
  /// What of a type's samples is meant.
  public enum Statistic: String, Hashable, Sendable, CaseIterable {
    /// Of a cumulative type.
    case sum
    /// Of a discrete type.
    case average
    /// Of a discrete type.
    case minimum
    /// Of a discrete type.
    case maximum
  }

  /// What the comparison says.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// They differ by no more than the tolerance.
    case agree
    /// They differ by more.
    case differ
    /// There are no samples to compute it from.
    case statedOnly
    /// The source stated none.
    case samplesOnly

    /// What two figures say that agree where they lie no further apart than the tolerance.
    package init(stated: Double?, ours: Double?, tolerance: Double) {
      switch (stated, ours) {
      case (nil, _): self = .samplesOnly
      case (_, nil): self = .statedOnly
      case (let stated?, let ours?):
        self = (ours - stated).magnitude <= tolerance ? .agree : .differ
      }
    }
  }

  /// Which part of a multisport workout stated it, from 1; nil: the workout itself.
  public var part: Int?
  /// A quantity type identifier.
  public var type: String
  /// What of its samples.
  public var statistic: Statistic
  /// The stated figure; nil: there is none.
  public var stated: Double?
  /// The computed figure in the same unit; nil: there is none.
  public var ours: Double?
  /// The unit of both.
  public var unit: String

  /// A comparison of these.
  public init(
    part: Int? = nil, type: String, statistic: Statistic, stated: Double?, ours: Double?,
    unit: String
  ) {
    self.part = part
    self.type = type
    self.statistic = statistic
    self.stated = stated
    self.ours = ours
    self.unit = unit
  }

  /// The computed figure less the stated one; nil where one of them is missing.
  public var difference: Double? {
    guard let stated, let ours else { return nil }
    return ours - stated
  }

  /// Whether they agree.
  public var verdict: Verdict { Verdict(stated: stated, ours: ours, tolerance: tolerance) }

  /// The greatest difference at which they agree: one step of the sixth digit of the stated figure.
  /// Exports round to six digits: half a step is for the stated figure, half for the samples. Zeros
  /// at the end, which exports leave out, count as digits. For a sum of energy, 0.1 kcal is added.
  ///
  ///     1704.91   // ± 0.01
  ///     240       // ± 0.001: 240.000
  public var tolerance: Double {
    guard let stated, stated != 0, stated.isFinite else { return energyTolerance }
    // A step that is exactly one in decimals may be a little more in binary.
    return Double.power(ofTen: stated.decimalExponent - 5) * 1.000_001 + energyTolerance
  }

  private var energyTolerance: Double {
    guard statistic == .sum, let unit = try? Unit(unit) else { return 0 }
    return (try? Unit.kilocalorie.convert(0.1, to: unit)) ?? 0
  }
}

extension Double {
  /// The power of ten of its first digit: 2 for 168.
  fileprivate var decimalExponent: Int {
    var exponent = 0
    while Double.power(ofTen: exponent) > magnitude { exponent -= 1 }
    while Double.power(ofTen: exponent + 1) <= magnitude { exponent += 1 }
    return exponent
  }

  /// Ten to a power.
  fileprivate static func power(ofTen exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<exponent.magnitude { power *= 10 }
    return exponent < 0 ? 1 / power : power
  }
}
