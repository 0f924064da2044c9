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

  /// The columns of what a part comes to.
  static func columns(
    energy: Unit = .kilocalorie, distance: Unit = .meter
  ) -> [Column] {
    [
      Column("duration", .duration, unit: "s"),
      Column("energy", .quantity, unit: energy.description),
      Column("distance", .distance, unit: distance.description),
      Column("heartRate", .quantity, unit: "count/min"),
    ]
  }

  /// The cells of these columns.
  func cells(_ figures: WorkoutFigures) -> [Cell] {
    [
      .number(workout.duration), Cell(figures.energy(leg, self.figures)),
      Cell(figures.distance(leg, self.figures)),
      Cell(figures.heartRate(workout, self.figures)),
    ]
  }
}

extension MeasuredWorkout {
  /// The cell that lists figures of its samples.
  func samples(_ figures: [TypeFigures]) -> Cell {
    .list(figures.map { $0.cells(isInferred: members.inferred.contains($0.type)) })
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
