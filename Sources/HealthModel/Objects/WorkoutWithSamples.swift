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
