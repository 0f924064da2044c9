import HealthModel
import HealthTables
import ViewTables

/// A workout, the samples that belong to it, and what they come to.
struct MeasuredWorkout {
  var row: ObjectRow
  /// What its source told, as far as the reader may see it.
  var workout: Workout
  /// What its source wrote beside it.
  var metadata: Metadata
  /// Whether it counts, beside others of the same effort.
  var mark: WorkoutEfforts.Mark
  var members: WorkoutMembers.Members
  var figures: [TypeFigures]

  /// All of it as an effort.
  var leg: WorkoutLeg { WorkoutLeg(workout: workout, metadata: metadata) }
}

/// A lap, a segment or an activity of a workout, as a workout of its own, and what the samples in
/// it come to.
struct MeasuredPart {
  /// As its source told of it.
  var workout: Workout
  /// The same with all that happened in its time.
  var leg: WorkoutLeg
  var figures: [TypeFigures]
}

/// What a part of a workout comes to.
struct PartFigures {
  /// In seconds.
  var duration: Double
  var energy: Double?
  var distance: Double?
  /// In beats a minute.
  var heartRate: Double?

  init(_ part: MeasuredPart, _ figures: WorkoutFigures) {
    duration = part.workout.duration
    energy = figures.energy(part.leg, part.figures)
    distance = figures.distance(part.leg, part.figures)
    heartRate = figures.heartRate(part.workout, part.figures)
  }

  /// The columns of these figures.
  static func columns(
    energy: Unit = .kilocalorie, distance: Unit = .meter
  ) -> [RowColumn<PartFigures>] {
    [
      RowColumn("duration", .duration, unit: "s") { .number($0.duration) },
      RowColumn("energy", .quantity, unit: energy.description) { Cell($0.energy) },
      RowColumn("distance", .distance, unit: distance.description) { Cell($0.distance) },
      RowColumn("heartRate", .quantity, unit: "count/min") { Cell($0.heartRate) },
    ]
  }
}

extension MeasuredWorkout {
  /// Figures of its samples, with what is known of these.
  func listed(_ figures: [TypeFigures]) -> [ListedFigures] {
    figures.map { ListedFigures(figures: $0, isInferred: members.inferred.contains($0.type)) }
  }

  /// What its events tell of, in the order of time, with the figures of the samples there.
  func stretches(
    _ measure: WorkoutFigures
  ) -> [(stretch: WorkoutStretch, part: MeasuredPart)] {
    let timeline = MemberTimeline(members, in: measure.tables)
    return workout.stretches.map { stretch in
      let part = Workout(
        activity: workout.activity, span: stretch.span, duration: stretch.duration)
      let window = WorkoutWindow(part.span, of: workout)
      let leg = WorkoutLeg(workout: part, metadata: Metadata(), window: window)
      return (stretch, measured(part, leg, timeline, measure))
    }
  }

  /// Its activities, in the order of the source.
  func parts(_ measure: WorkoutFigures) -> [MeasuredPart] {
    let timeline = MemberTimeline(members, in: measure.tables)
    return zip(workout.parts, leg.parts).map { part, leg in
      measured(part, leg, timeline, measure)
    }
  }

  private func measured(
    _ part: Workout, _ leg: WorkoutLeg, _ timeline: MemberTimeline, _ measure: WorkoutFigures
  ) -> MeasuredPart {
    MeasuredPart(
      workout: part, leg: leg,
      figures: measure.figures(timeline.touching(leg.window), within: leg.window))
  }
}
