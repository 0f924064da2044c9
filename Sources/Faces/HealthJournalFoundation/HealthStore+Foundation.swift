public import Foundation
public import HealthJournal

extension HealthStore {
  /// Creates a new journal in memory, for tests: it is gone with the store.
  ///
  /// - Parameter timeZone: the zone whose days count.
  /// - Throws: a `StoreError` if the system does not know the zone.
  public init(inMemory timeZone: TimeZone) throws(StoreError) {
    try self.init(inMemory: timeZone.identifier)
  }

  /// Opens the journal in a folder.
  ///
  /// - Throws: a `StoreError` where there is none, it is damaged, or another writer has it open.
  public init(at folder: URL) throws(StoreError) {
    try self.init(at: folder.path(percentEncoded: false))
  }

  /// Opens the journal in a folder to read only, with or without a writer at work.
  ///
  /// - Throws: a `StoreError` if there is none, or it is damaged.
  public init(reading folder: URL) throws(StoreError) {
    try self.init(reading: folder.path(percentEncoded: false))
  }

  /// Imports what another program exported, as `importFile(at:_:progress:)` does.
  ///
  /// - Throws: a `StoreError`.
  public func importExport(
    at file: URL, _ options: ImportOptions = ImportOptions()
  ) throws(StoreError) -> ImportSummary {
    try importFile(at: file.path(percentEncoded: false), options)
  }

  /// Returns the journal of an earlier moment: a store that only reads, and does not change.
  ///
  /// - Throws: a `StoreError`, `.invalidArgument` if the journal had not begun.
  @_disfavoredOverload
  public func asOf(_ date: Date) throws(StoreError) -> HealthStore { try asOf(Instant(date)) }

  /// Explains the figure of a type on the day of the journal's zone that a moment is in.
  ///
  /// - Throws: a `StoreError`.
  @_disfavoredOverload
  public func explain(_ type: some SampleType, on date: Date) throws(StoreError) -> ViewRows {
    try explain(type, on: try day(of: Instant(date)))
  }

  /// The first moment that samples may have: there is no bound.
  nonisolated public func earliestPermittedSampleDate() -> Date { .distantPast }

  /// HealthKit's call, which cannot be had.
  @available(
    *, unavailable, message: "it splits by what a phone knows of a person: energyBalance(on:at:)"
  )
  public func splitTotalEnergy(
    _ totalEnergy: Quantity, start: Date, end: Date
  ) async throws(StoreError) {}
}

extension WorkoutBuilder {
  /// Begins the workout.
  ///
  /// - Throws: a `StoreError` if it has begun or is over.
  @_disfavoredOverload
  public func beginCollection(at start: Date) throws(StoreError) {
    try beginCollection(at: Instant(start))
  }

  /// Ends the workout; its samples and metadata can still be added.
  ///
  /// - Throws: a `StoreError` if it has not begun, or ends before it starts.
  @_disfavoredOverload
  public func endCollection(at end: Date) throws(StoreError) {
    try endCollection(at: Instant(end))
  }

  /// The start; nil if it has not begun.
  public var startDate: Date? { start.map { Date($0) } }
  /// The end; nil if it has not ended.
  public var endDate: Date? { end.map { Date($0) } }

  /// Returns the active time in seconds from the start to a moment, pauses excluded; 0 before the
  /// start.
  @_disfavoredOverload
  public func elapsedTime(at date: Date) -> Double { elapsedTime(at: Instant(date)) }
}

extension QuantitySeriesSampleBuilder {
  /// Creates a builder of a series that begins at this date.
  public init(
    healthStore: HealthStore, quantityType: QuantityType, startDate: Date, device: Device? = nil
  ) {
    self.init(
      healthStore: healthStore, quantityType: quantityType, start: Instant(startDate),
      device: device)
  }

  /// Adds a value.
  ///
  /// - Throws: a `StoreError` where its unit does not fit the type, its time is before the start,
  ///   or the series is over.
  @_disfavoredOverload
  public func insert(_ quantity: Quantity, at date: Date) throws(StoreError) {
    try insert(quantity, at: Instant(date))
  }
}

extension WorkoutEvent {
  /// Creates an event of a new workout; the builder gives its time the offset of the workout's
  /// zone.
  ///
  /// - Parameter dateInterval: the time of the event. Only laps and segments last; the end of the
  ///   others is left out.
  public init(type: WorkoutEventType, dateInterval: DateInterval, metadata: Metadata?) {
    self.init(
      type: type, start: Instant(dateInterval.start), duration: dateInterval.duration,
      metadata: metadata)
  }
}

// Calls of HealthKit that take a `Date` and cannot be had; the others are in the library
// `HealthJournal`.

extension Workout {
  /// Marks HealthKit's initializer as unavailable: `WorkoutBuilder` makes workouts.
  @available(*, unavailable, message: "WorkoutBuilder makes one; see also Workout(content:)")
  public init(activityType: WorkoutActivityType, start: Date, end: Date) {
    preconditionFailure("WorkoutBuilder makes one")
  }

  /// Marks HealthKit's initializer as unavailable: `WorkoutBuilder` makes workouts.
  @available(*, unavailable, message: "WorkoutBuilder makes one; see also Workout(content:)")
  public init(
    activityType: WorkoutActivityType, start: Date, end: Date, workoutEvents: [WorkoutEvent]?,
    totalEnergyBurned: Quantity?, totalDistance: Quantity?, metadata: Metadata?
  ) { preconditionFailure("WorkoutBuilder makes one") }
}
