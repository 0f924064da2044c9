public import HealthEvents
public import HealthModel

// Names of HealthKit that cannot be had. The compiler says what to write instead, in a word or two;
// Docs/FROM_HEALTHKIT.md says why.

/// HealthKit's HKSourceQuery, which passes the sources to a function. It is unavailable.
@available(*, unavailable, message: "write: try await SourceQueryDescriptor(…).result(for: store)")
public enum SourceQuery {}

/// HealthKit's HKCorrelationQuery, which passes the correlations to a function. It is unavailable.
@available(
  *, unavailable,
  message: "write: SampleQueryDescriptor with .correlation(type: …)"
)

public enum CorrelationQuery {}

/// HealthKit's HKActivitySummaryQuery, which passes the rings to a function. It is unavailable.
@available(
  *, unavailable,
  message: "write: try await ActivitySummaryQueryDescriptor(…).result(for: store)"
)

public enum ActivitySummaryQuery {}

/// HealthKit's HKQueryDescriptor, a type and a predicate. It is unavailable.
@available(*, unavailable, message: "an observer is of one type: observe(types:) takes several")
public struct QueryDescriptor {
  /// Creates one in HealthKit's way.
  public init(sampleType: some SampleType, predicate: HealthPredicate?) {}
}

/// HealthKit's HKLiveWorkoutBuilder, which fills a workout from sensors. It is unavailable.
@available(
  *, unavailable,
  message: "a journal has no sensors: WorkoutBuilder, or startWorkout(activity:) of a store"
)

public enum LiveWorkoutBuilder {}

/// HealthKit's HKLiveWorkoutDataSource, the sensors of a workout. It is unavailable.
@available(
  *, unavailable,
  message: "a journal has no sensors: WorkoutBuilder, or startWorkout(activity:) of a store"
)

public enum LiveWorkoutDataSource {}

/// HealthKit's HKWorkoutRouteBuilder, a builder of a route. It is unavailable.
@available(*, unavailable, message: "a route is saved whole: save(documents:) takes a WorkoutRoute")
public struct WorkoutRouteBuilder {
  /// Creates one in HealthKit's way.
  public init(healthStore: HealthStore, device: Device?) {}
}

/// HealthKit's HKHeartbeatSeriesBuilder, a builder of a series of beats. It is unavailable.
@available(
  *, unavailable,
  message: "a series is saved whole: save(documents:) takes a HeartbeatSeries"
)

public struct HeartbeatSeriesBuilder {
  /// Creates one in HealthKit's way.
  public init(healthStore: HealthStore, device: Device?, start: Instant) {}
}

/// HealthKit's HKWorkoutRouteQueryDescriptor, which reads the places of a route. It is unavailable.
@available(
  *, unavailable, message: "a route is read whole: SampleQueryDescriptor with .workoutRoute()"
)

public struct WorkoutRouteQueryDescriptor {
  /// Creates one in HealthKit's way.
  public init(_ route: WorkoutRoute) {}
}

/// HealthKit's HKHeartbeatSeriesQueryDescriptor, which reads the beats of a series. It is
/// unavailable.
@available(
  *, unavailable, message: "a series is read whole: SampleQueryDescriptor with .heartbeatSeries()"
)

public struct HeartbeatSeriesQueryDescriptor {
  /// Creates one in HealthKit's way.
  public init(_ series: HeartbeatSeries) {}
}

/// HealthKit's HKElectrocardiogramQueryDescriptor, which reads the voltages of an
/// electrocardiogram. It is unavailable.
@available(
  *, unavailable, message: "it is read whole: SampleQueryDescriptor with .electrocardiogram()"
)

public struct ElectrocardiogramQueryDescriptor {
  /// Creates one in HealthKit's way.
  public init(_ recording: Electrocardiogram) {}
}

/// HealthKit's HKQuantitySeriesSampleQueryDescriptor, which reads the values of a series. It is
/// unavailable.
@available(
  *, unavailable,
  message: "of a series its count, least, greatest and sum are kept: sample.series"
)

public struct QuantitySeriesSampleQueryDescriptor {
  /// Creates one in HealthKit's way.
  public init(predicate: SamplePredicate<QuantitySample>) {}
}

/// HealthKit's HKWorkoutEffortRelationshipQueryDescriptor, which relates efforts to workouts. It is
/// unavailable.
@available(*, unavailable, message: "efforts are samples of workoutEffortScore")
public enum WorkoutEffortRelationshipQueryDescriptor {}

/// HealthKit's HKClinicalRecord, a clinical record. It is unavailable.
@available(
  *, unavailable,
  message: "a journal reads none of them: objects(of:) has what an export tells of it"
)

public enum ClinicalRecord {}

/// HealthKit's HKDocumentSample, a clinical document. It is unavailable.
@available(*, unavailable, message: "a journal reads none of them")
public enum DocumentSample {}

/// HealthKit's HKCDADocumentSample, a clinical document. It is unavailable.
@available(*, unavailable, message: "a journal reads none of them")
public enum CDADocumentSample {}

/// HealthKit's HKVerifiableClinicalRecord, a signed clinical record. It is unavailable.
@available(*, unavailable, message: "a journal reads none of them")
public enum VerifiableClinicalRecord {}

/// HealthKit's HKAttachmentStore, the files attached to samples. It is unavailable.
@available(*, unavailable, message: "a journal keeps no files beside samples")
public struct AttachmentStore {
  /// Creates one in HealthKit's way.
  public init(healthStore: HealthStore) {}
}

/// HealthKit's HKUserAnnotatedMedicationQueryDescriptor, which reads the list of medications. It is
/// unavailable.
@available(
  *, unavailable,
  message: "objects(of:) has what an export tells of medications"
)

public enum UserAnnotatedMedicationQueryDescriptor {}

/// The frequency with which HealthKit starts a program.
@available(*, unavailable, message: "a journal starts no program")
public enum UpdateFrequency: Int, Sendable {
  /// A start for each change.
  case immediate = 1
  /// A start each hour.
  case hourly = 2
  /// A start each day.
  case daily = 3
  /// A start each week.
  case weekly = 4
}

extension HealthStore {
  /// Replaces HealthKit's call, which is unavailable.
  @available(
    *, unavailable,
    message:
      "a journal starts no program; use observe(types:), or read what `health-journal watch` prints"
  )
  public func enableBackgroundDelivery(
    for type: some SampleType, frequency: UpdateFrequency
  ) async throws(StoreError) {}

  /// Replaces HealthKit's call, which is unavailable.
  @available(*, unavailable, message: "a journal starts no program")
  public func disableBackgroundDelivery(for type: some SampleType) async throws(StoreError) {}

  /// Replaces HealthKit's call, which is unavailable.
  @available(*, unavailable, message: "a journal starts no program")
  public func disableAllBackgroundDelivery() async throws(StoreError) {}

  /// Replaces HealthKit's call, which is unavailable.
  @available(
    *, unavailable,
    message: "WorkoutBuilder saves a workout with its samples; later ones: save(_:workout:)"
  )
  public func addSamples(
    _ samples: [any Sample], to workout: Workout
  ) async throws(StoreError) {}

  /// Replaces HealthKit's call, which is unavailable.
  @available(
    *, unavailable, message: "it splits by what a phone knows of a person: energyBalance(on:at:)"
  )
  public func splitTotalEnergy(
    _ totalEnergy: Quantity, start: Instant, end: Instant
  ) async throws(StoreError) {}

  /// Replaces HealthKit's call, which is unavailable.
  @available(*, unavailable, message: "write: try await store.save(sample)")
  public func save(
    _ object: any Sample, withCompletion completion: @escaping (Bool, (any Error)?) -> Void
  ) {}

  /// Replaces HealthKit's call, which is unavailable.
  @available(*, unavailable, message: "write: try await store.save(samples)")
  public func save(
    _ objects: [any Sample], withCompletion completion: @escaping (Bool, (any Error)?) -> Void
  ) {}
}

extension WorkoutBuilder {
  /// Replaces HealthKit's call, which is unavailable.
  @available(
    *, unavailable,
    message: "parts of a workout: save a Workout(content:) whose content has activities"
  )
  public func addWorkoutActivity(_ activity: WorkoutActivity) async throws(StoreError) {}
}

extension Workout {
  /// Creates one in HealthKit's way, which is unavailable.
  @available(*, unavailable, message: "WorkoutBuilder makes one; see also Workout(content:)")
  public init(activityType: WorkoutActivityType, start: Instant, end: Instant) {
    preconditionFailure("WorkoutBuilder makes one")
  }
}

extension WorkoutSession {
  /// HealthKit's way to make one, which cannot be had.
  @available(
    *, unavailable,
    message: "a journal has no sensors: WorkoutBuilder, or startWorkout(activity:) of a store"
  )
  public init(healthStore: HealthStore, configuration: WorkoutConfiguration) throws(StoreError) {
    preconditionFailure("startWorkout(activity:) begins one")
  }
}
