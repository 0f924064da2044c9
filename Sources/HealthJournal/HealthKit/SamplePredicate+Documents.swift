public import HealthModel

// Documents are values with times; `save(documents:)` saves them, and `objects(of:)` has their
// identities.

extension SamplePredicate<Electrocardiogram> {
  /// Electrocardiograms.
  public static func electrocardiogram(_ predicate: HealthPredicate? = nil) -> Self {
    Self(type: .electrocardiogram, predicate: predicate ?? .all) { saved, _ in
      try? Electrocardiogram(saved.object)
    }
  }
}

extension SamplePredicate<Audiogram> {
  /// Hearing tests.
  public static func audiogram(_ predicate: HealthPredicate? = nil) -> Self {
    Self(type: .audiogram, predicate: predicate ?? .all) { saved, _ in
      try? Audiogram(saved.object)
    }
  }
}

extension SamplePredicate<HeartbeatSeries> {
  /// Series of heartbeats.
  public static func heartbeatSeries(_ predicate: HealthPredicate? = nil) -> Self {
    Self(type: .heartbeatSeries, predicate: predicate ?? .all) { saved, _ in
      try? HeartbeatSeries(saved.object)
    }
  }
}

extension SamplePredicate<StateOfMind> {
  /// States of mind.
  public static func stateOfMind(_ predicate: HealthPredicate? = nil) -> Self {
    Self(type: .stateOfMind, predicate: predicate ?? .all) { saved, _ in
      try? StateOfMind(saved.object)
    }
  }
}

extension SamplePredicate<VisionPrescription> {
  /// Prescriptions of glasses and contact lenses.
  public static func visionPrescription(_ predicate: HealthPredicate? = nil) -> Self {
    Self(type: .visionPrescription, predicate: predicate ?? .all) { saved, _ in
      try? VisionPrescription(saved.object)
    }
  }
}

extension SamplePredicate<WorkoutRoute> {
  /// Routes of workouts.
  public static func workoutRoute(_ predicate: HealthPredicate? = nil) -> Self {
    Self(type: .workoutRoute, predicate: predicate ?? .all) { saved, _ in
      try? WorkoutRoute(saved.object)
    }
  }
}
