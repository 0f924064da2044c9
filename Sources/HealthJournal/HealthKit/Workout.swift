public import HealthEvents
public import HealthModel

/// A workout: HealthKit's HKWorkout. `WorkoutBuilder` makes one.
///
///     let runs = try await SampleQueryDescriptor(
///       predicates: [.workout(Query.predicateForWorkouts(with: .running))]
///     ).result(for: store)
///     runs.first?.statistics(for: .activeEnergyBurned)?.sumQuantity()
///
/// What a journal's line says of it is `HealthModel.Workout`, here `content`.
public struct Workout: Sample {
  /// What its source said of it: totals, events, parts.
  public let content: HealthModel.Workout
  private let facts: SampleFacts

  /// A new workout with an identity of its own; saving it checks it. The times of `content` are
  /// kept as they are.
  public init(
    content: HealthModel.Workout, device: Device? = nil, metadata: Metadata? = nil
  ) {
    self.content = content
    facts = SampleFacts(content.span.start.instant, content.span.end.instant, device, metadata)
  }

  /// A saved one; nil for another kind of object.
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

  /// What its source computed of a type over the workout; nil: nothing.
  public func statistics(for type: QuantityType) -> Statistics? {
    content.statistics.first { $0.type == type.identifier }.map {
      Statistics($0, from: start, to: end)
    }
  }

  /// What its source computed over the workout, by type.
  public var allStatistics: [QuantityType: Statistics] {
    Statistics.byType(content.statistics, from: start, to: end)
  }

  /// The parts of a multisport workout, in the order of the source.
  public var workoutActivities: [WorkoutActivity] { content.activities }

  /// Its identity, drawn when it is made.
  public var uuid: ObjectUUID { facts.uuid }
  /// The type of workouts.
  public var sampleType: ObjectType { .workout }
  /// When it begins.
  public var start: Instant { facts.start }
  /// When it is over.
  public var end: Instant { facts.end }
  /// The app that it comes from; of one that is not saved yet the owner.
  public var sourceRevision: SourceRevision { facts.source }
  /// The hardware that measured it, where known.
  public var device: Device? { facts.device }
  /// What its source wrote beside it; nil: nothing.
  public var metadata: Metadata? { facts.metadata }

  /// What saves it.
  public func drafts(in zone: ZoneRules) -> [Draft] { [facts.draft(.workout(content))] }
}

extension SamplePredicate<Workout> {
  /// Workouts.
  public static func workout(_ predicate: HealthPredicate? = nil) -> Self {
    Self(type: .workout, predicate: predicate ?? .all) { saved, _ in Workout(saved) }
  }
}
