/// The content of a workout: its totals, events, parts and statistics, as its source gave them.
public struct WorkoutContent: Hashable, Sendable {
  /// The identifier of the type.
  public static let type = "HKWorkoutTypeIdentifier"

  /// The export's word for the activity, as `HKWorkoutActivityTypeSwimming`.
  public var activity: String
  /// The time from start to end, pauses included.
  public var span: TimeSpan
  /// Active time in seconds, pauses excluded, as the source gave it.
  public var duration: Double
  /// Totals, each where the source gave one.
  public var totals: [WorkoutTotal: Amount]
  /// Pauses, laps and the like, in the order of the source.
  public var events: [WorkoutEvent]
  /// The parts of a multisport workout.
  public var activities: [WorkoutActivity]
  /// The figures that the source computed over the workout, by quantity type.
  public var statistics: [WorkoutStatistics]

  /// Creates a workout of this activity.
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

  /// Returns the quantity types whose samples a total adds up; for distance, those of the activity
  /// and of the parts.
  ///
  ///     swim.types(of: .totalDistance)   // ["HKQuantityTypeIdentifierDistanceSwimming"]
  ///
  /// Source: the types that Apple's SDK headers name for each activity; all other activities have
  /// walking and running distance.
  package func types(of total: WorkoutTotal) -> [String] {
    switch total {
    case .totalEnergyBurned: [QuantityType.activeEnergyBurned.identifier]
    case .totalSwimmingStrokeCount: [QuantityType.swimmingStrokeCount.identifier]
    case .totalFlightsClimbed: [QuantityType.flightsClimbed.identifier]
    case .totalDistance:
      Set(([activity] + activities.compactMap(\.activity)).flatMap(Self.distanceTypes)).sorted()
    }
  }

  /// The types whose samples the totals of any workouts add up.
  package static let typesOfTotals = Set(
    WorkoutActivityType.all.flatMap { distanceTypes(of: $0.exportName) } + [
      QuantityType.activeEnergyBurned.identifier, QuantityType.swimmingStrokeCount.identifier,
      QuantityType.flightsClimbed.identifier,
    ])

  /// Returns the types in which the distance of an activity is measured.
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
  /// The finite number.
  public var value: Double
  /// The unit as the source wrote it.
  public var unit: String

  /// Makes an amount of a unit.
  public init(_ value: Double, _ unit: String) {
    self.value = value
    self.unit = unit
  }
}

/// The totals that HealthKit keeps on a workout, by its own property names.
public enum WorkoutTotal: String, Hashable, Sendable, CaseIterable {
  /// The energy.
  case totalEnergyBurned
  /// The distance, a length.
  case totalDistance
  /// The number of swimming strokes.
  case totalSwimmingStrokeCount
  /// The number of flights climbed.
  case totalFlightsClimbed
}

/// A moment or a span of time within a workout: HealthKit's HKWorkoutEvent.
public struct WorkoutEvent: Hashable, Sendable {
  /// The export's word, as `HKWorkoutEventTypeLap`.
  public var type: String
  /// The time at which it began.
  public var date: Timestamp
  /// The duration in seconds; nil for all but laps and segments.
  public var duration: Double?
  /// The values that the source attached to it, by key.
  public var metadata: Metadata

  /// Creates an event of this type.
  public init(
    type: String, date: Timestamp, duration: Double? = nil, metadata: Metadata = Metadata()
  ) {
    self.type = type
    self.date = date
    self.duration = duration
    self.metadata = metadata
  }
}

/// A part of a workout: HealthKit's HKWorkoutActivity.
public struct WorkoutActivity: Hashable, Sendable {
  /// The uuid that the source gave it.
  public var uuid: String?
  /// The export's word for the activity, where the part has its own.
  public var activity: String?
  /// The time at which it began.
  public var start: Timestamp
  /// The time at which it ended; nil if not known.
  public var end: Timestamp?
  /// Active time in seconds, where given.
  public var duration: Double?
  /// The events of the part; the same ones may be in the workout.
  public var events: [WorkoutEvent]
  /// The figures that the source computed over the part.
  public var statistics: [WorkoutStatistics]
  /// The values that the source attached to it, by key.
  public var metadata: Metadata

  /// Creates a part that began at `start`.
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
package enum WorkoutEventName {
  /// A lap or split.
  package static let lap = "HKWorkoutEventTypeLap"
  /// A part that the source set off, as a set of a swim.
  package static let segment = "HKWorkoutEventTypeSegment"
  /// The clock stops.
  package static let pause = "HKWorkoutEventTypePause"
  /// The clock goes on.
  package static let resume = "HKWorkoutEventTypeResume"
  /// The device noticed that nobody moves.
  package static let motionPaused = "HKWorkoutEventTypeMotionPaused"
  /// The device noticed that somebody moves again.
  package static let motionResumed = "HKWorkoutEventTypeMotionResumed"

  /// Laps, and the events that begin and end a span in pairs; each other event is a span by itself.
  static let told: Set = [lap, pause, resume, motionPaused, motionResumed]
}

/// The figures of one quantity type that a source computed over a workout or a part of it, in
/// `unit`.
public struct WorkoutStatistics: Hashable, Sendable {
  /// The quantity type identifier.
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
  /// The unit of all four figures.
  public var unit: String?

  /// Creates statistics of this type.
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

/// A workout with the figures of the samples that belong to it: one row of `workouts --samples`.
public struct WorkoutWithSamples: Hashable, Sendable {
  /// The identity of the workout.
  public var uuid: ObjectUUID
  /// The content as the source gave it; `workout.pauses` are its pauses.
  public var workout: WorkoutContent
  /// The name of its source.
  public var source: String
  /// Kilocalories: the stated total, else that of its samples; nil where neither is known.
  public var energy: Double?
  /// The distance in metres: the stated total, else that of its samples; nil if neither is known.
  public var distance: Double?
  /// The figures of its samples, by type.
  public var samples: [Figures]
  /// True if its samples were found by time and source, because they were not saved with it.
  public var isInferred: Bool
  /// The number 2, 3 … of a further copy of a workout that was saved before it: of the same
  /// activity, source, start and end.
  public var copy: Int?
  /// The workout that counts in its place in totals: the one that it is a copy of, or that of
  /// another source which recorded the same effort; nil: it counts itself.
  public var copyOf: ObjectUUID?
  /// Its laps, segments, markers and pauses, in the order of time.
  public var stretches: [Stretch] = []
  /// The parts of a multisport workout, in the order of the source.
  public var parts: [Part] = []
  /// The figures that the source stated of it and of its parts, compared with those of the samples.
  public var comparison: [ComparedFigure] = []

  /// The figures of the samples of one type, in one unit.
  public struct Figures: Hashable, Sendable {
    /// The type identifier.
    public var type: String
    /// The unit of the figures; empty for category samples.
    public var unit: String
    /// The number of samples that count, also in part.
    public var count: Int
    /// The sum, of a type that adds up.
    public var sum: Double?
    /// The least value, of another type.
    public var minimum: Double?
    /// The average, of another type.
    public var average: Double?
    /// The greatest value, of another type.
    public var maximum: Double?
    /// The part of the sum that adds to a total of the workout: steps on the ride of a triathlon
    /// add no distance.
    package var counting: Double?

    /// Figures, each where there is one.
    package init(
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
      counting = sum
    }
  }

  /// A lap, a segment, a pause, with the figures of the workout's samples in it.
  public struct Stretch: Hashable, Sendable {
    /// The time and the event.
    public var stretch: WorkoutStretch
    /// The figures of the samples, by type. Of a sample that crosses a border, the part inside
    /// counts.
    public var samples: [Figures]

    package init(stretch: WorkoutStretch, samples: [Figures]) {
      self.stretch = stretch
      self.samples = samples
    }
  }

  /// A part of a multisport workout.
  public struct Part: Hashable, Sendable {
    /// The content of the part, as of a workout of its own.
    public var workout: WorkoutContent
    /// Kilocalories: as stated for the part, else those of the samples in it.
    public var energy: Double?
    /// The distance in metres: as stated for the part, else that of the samples in it.
    public var distance: Double?
    /// The figures of the samples in it, by type.
    public var samples: [Figures]

    package init(workout: WorkoutContent, energy: Double?, distance: Double?, samples: [Figures]) {
      self.workout = workout
      self.energy = energy
      self.distance = distance
      self.samples = samples
    }
  }

  package init(
    uuid: ObjectUUID, workout: WorkoutContent, source: String, energy: Double?, distance: Double?,
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

/// A figure that a workout's source stated, and the one computed from the workout's samples.
public struct ComparedFigure: Hashable, Sendable {
  /// The figure of a type's samples that is compared.
  public enum Statistic: String, Hashable, Sendable, CaseIterable {
    /// The sum, for a cumulative type.
    case sum
    /// The average, for a discrete type.
    case average
    /// The minimum, for a discrete type.
    case minimum
    /// The maximum, for a discrete type.
    case maximum
  }

  /// The result of a comparison.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// They differ by no more than the tolerance.
    case agree
    /// The figures differ by more than the tolerance.
    case differ
    /// There are no samples to compute it from.
    case statedOnly
    /// The source stated no figure.
    case samplesOnly

    /// Compares two figures, which agree if they differ by no more than the tolerance.
    package init(stated: Double?, ours: Double?, tolerance: Double) {
      switch (stated, ours) {
      case (nil, _): self = .samplesOnly
      case (_, nil): self = .statedOnly
      case (let stated?, let ours?):
        self = (ours - stated).magnitude <= tolerance ? .agree : .differ
      }
    }
  }

  /// The number of the part that stated it, from 1; nil: the workout itself.
  public var part: Int?
  /// The quantity type identifier.
  public var type: String
  /// The figure that is compared.
  public var statistic: Statistic
  /// The stated figure; nil: there is none.
  public var stated: Double?
  /// The computed figure in the same unit; nil: there is none.
  public var ours: Double?
  /// The unit of both figures.
  public var unit: String

  package init(
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

  /// The result of the comparison.
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

  fileprivate static func power(ofTen exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<exponent.magnitude { power *= 10 }
    return exponent < 0 ? 1 / power : power
  }
}
