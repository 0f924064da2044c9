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
  /// 2, 3 … where it is a further copy of an earlier one.
  var copy: Int?
  var members: WorkoutMembers.Members
  var figures: [TypeFigures]
}

/// A lap, a segment or an activity of a workout, as a workout of its own, and what the samples in
/// it come to.
struct MeasuredPart {
  var workout: Workout
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
      .number(workout.duration), Cell(figures.energy(workout, self.figures)),
      Cell(figures.distance(workout, self.figures)),
      Cell(figures.heartRate(workout, self.figures)),
    ]
  }
}

extension MeasuredWorkout {
  /// The cell that lists figures of its samples.
  func samples(_ figures: [TypeFigures]) -> Cell {
    .list(figures.map { $0.cells(isInferred: members.isInferred) })
  }

  /// What its events tell of, in the order of time, with the figures of the samples there.
  func stretches(
    _ measure: WorkoutFigures
  ) -> [(stretch: WorkoutStretch, part: MeasuredPart)] {
    let timeline = MemberTimeline(members, in: measure.tables)
    return workout.stretches.map { stretch in
      let part = Workout(
        activity: workout.activity, span: stretch.span, duration: stretch.duration)
      return (stretch, measured(part, timeline, measure))
    }
  }

  /// Its activities, in the order of the source.
  func parts(_ measure: WorkoutFigures) -> [MeasuredPart] {
    let timeline = MemberTimeline(members, in: measure.tables)
    return workout.parts.map { measured($0, timeline, measure) }
  }

  private func measured(
    _ part: Workout, _ timeline: MemberTimeline, _ measure: WorkoutFigures
  ) -> MeasuredPart {
    let window = WorkoutWindow(part.span, of: workout)
    return MeasuredPart(
      workout: part, figures: measure.figures(timeline.touching(window), within: window))
  }
}
