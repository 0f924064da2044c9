import HealthModel
import HealthTables

/// A swim as a workout tells of it: the whole of a swimming workout, or a swimming part of one of
/// several sports.
struct SwimPart {
  /// The swim as a workout of its own.
  var workout: Workout
  /// What the source wrote beside the part, then what it wrote beside the workout.
  var metadata: Metadata
  /// Whether it is a part only, to which not all samples of the workout belong.
  var isPart = false

  /// The activities of which a workout may hold a swim.
  static let activities: Set<String> = [
    WorkoutActivityType.swimming.exportName, WorkoutActivityType.swimBikeRun.exportName,
  ]

  /// The swims of a workout, newest first.
  static func all(of workout: Workout, _ metadata: Metadata) -> [SwimPart] {
    guard workout.activity == WorkoutActivityType.swimBikeRun.exportName else {
      return [SwimPart(workout: workout, metadata: metadata)]
    }
    return workout.activities.filter(isSwim)
      .sorted { $0.start.instant > $1.start.instant }
      .map { SwimPart($0, of: workout, metadata) }
  }

  /// A part that says so, or, as exports do not name the activity of a part, that counts metres swum.
  private static func isSwim(_ part: WorkoutActivity) -> Bool {
    if let activity = part.activity {
      return activity == WorkoutActivityType.swimming.exportName
    }
    return part.statistics.contains { $0.type == QuantityType.distanceSwimming.identifier }
  }

  private init(workout: Workout, metadata: Metadata) {
    self.workout = workout
    self.metadata = metadata
  }

  private init(_ part: WorkoutActivity, of whole: Workout, _ metadata: Metadata) {
    let span = TimeSpan(part.start, part.end ?? whole.span.end)
    workout = Workout(
      activity: WorkoutActivityType.swimming.exportName, span: span,
      duration: part.duration ?? span.duration)
    let inside = whole.events.filter {
      $0.date.instant >= span.start.instant && $0.date.instant <= span.end.instant
    }
    workout.events = part.events.isEmpty ? inside : part.events
    let distances = workout.types(of: .totalDistance)
    workout.statistics = part.statistics.filter {
      !$0.type.hasPrefix(WorkoutFigures.distances) || distances.contains($0.type)
    }
    self.metadata = Metadata(part.metadata.entries + metadata.entries)
    isPart = true
  }

  /// Those of a workout's samples that belong to it: of a part, those that start in its time.
  func members(_ all: WorkoutMembers.Members, in figures: WorkoutFigures) -> WorkoutMembers.Members
  {
    guard isPart else { return all }
    let (start, end) = (workout.span.start.instant, workout.span.end.instant)
    var members = all
    members.rows = all.rows.compactMap { type, rows in
      guard let columns = figures.tables.columns(of: type) else { return nil }
      let inside = rows.filter {
        columns.starts[$0] >= start.microseconds && columns.starts[$0] < end.microseconds
      }
      return inside.isEmpty ? nil : (type, inside)
    }
    return members
  }
}
