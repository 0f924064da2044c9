public import Foundation
public import HealthJournal

// Calls of HealthKit that take a `Date` and cannot be had; the others are in the library
// `HealthJournal`.

extension Workout {
  /// HealthKit's way to make one, which cannot be had.
  @available(*, unavailable, message: "WorkoutBuilder makes one; see also Workout(content:)")
  public init(activityType: WorkoutActivityType, start: Date, end: Date) {
    preconditionFailure("WorkoutBuilder makes one")
  }

  /// HealthKit's way to make one, which cannot be had.
  @available(*, unavailable, message: "WorkoutBuilder makes one; see also Workout(content:)")
  public init(
    activityType: WorkoutActivityType, start: Date, end: Date, workoutEvents: [WorkoutEvent]?,
    totalEnergyBurned: Quantity?, totalDistance: Quantity?, metadata: Metadata?
  ) { preconditionFailure("WorkoutBuilder makes one") }
}

extension HealthStore {
  /// HealthKit's call, which cannot be had.
  @available(
    *, unavailable, message: "it splits by what a phone knows of a person: energyBalance(on:at:)"
  )
  public func splitTotalEnergy(
    _ totalEnergy: Quantity, start: Date, end: Date
  ) async throws(StoreError) {}
}
