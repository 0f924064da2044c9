public import HealthModel

/// Predicates on workouts and on their parts.
extension Query {
  /// Samples that belong to a workout.
  public static func predicateForObjects(from workout: Workout) -> HealthPredicate {
    .objects(fromWorkout: workout.uuid)
  }

  /// Workouts of this activity.
  public static func predicateForWorkouts(
    with activity: WorkoutActivityType
  ) -> HealthPredicate { .workouts(activity: activity) }

  /// Workouts whose active time in seconds compares so.
  public static func predicateForWorkouts(
    with operation: PredicateOperator, duration seconds: Double
  ) -> HealthPredicate { .workouts(operator: operation, duration: seconds) }

  /// Workouts whose stated energy compares so.
  public static func predicateForWorkouts(
    with operation: PredicateOperator, totalEnergyBurned energy: Quantity
  ) -> HealthPredicate {
    .workouts(operator: operation, totalEnergyBurned: energy.doubleValue, energy.unit)
  }

  /// Workouts whose stated distance compares so.
  public static func predicateForWorkouts(
    with operation: PredicateOperator, totalDistance distance: Quantity
  ) -> HealthPredicate {
    .workouts(operator: operation, totalDistance: distance.doubleValue, distance.unit)
  }

  /// Workouts over which the sum of a type compares so.
  public static func predicateForWorkouts(
    operatorType operation: PredicateOperator, quantityType type: QuantityType,
    sumQuantity sum: Quantity
  ) -> HealthPredicate {
    .workouts(operator: operation, sumQuantityType: type, sum.doubleValue, sum.unit)
  }

  /// Workouts that have a part of which this holds.
  public static func predicateForWorkouts(
    activityPredicate: HealthPredicate
  ) -> HealthPredicate { .workouts(activityPredicate: activityPredicate) }

  /// Parts of workouts of this activity.
  public static func predicateForWorkoutActivities(
    workoutActivityType activity: WorkoutActivityType
  ) -> HealthPredicate { .workoutActivities(activity: activity) }

  /// Parts of workouts whose active time in seconds compares so.
  public static func predicateForWorkoutActivities(
    operatorType operation: PredicateOperator, duration seconds: Double
  ) -> HealthPredicate { .workoutActivities(operator: operation, duration: seconds) }
}
