public import HealthModel

// Documents are values with times; `save(documents:)` saves them, and `objects(of:)` has their
// identities.

extension SamplePredicate<Electrocardiogram> {
  /// Electrocardiograms.
  public static func electrocardiogram(_ predicate: HealthPredicate? = nil) -> Self {
    Self(documents: predicate)
  }
}

extension SamplePredicate<Audiogram> {
  /// Hearing tests.
  public static func audiogram(_ predicate: HealthPredicate? = nil) -> Self {
    Self(documents: predicate)
  }
}

extension SamplePredicate<HeartbeatSeries> {
  /// Series of heartbeats.
  public static func heartbeatSeries(_ predicate: HealthPredicate? = nil) -> Self {
    Self(documents: predicate)
  }
}

extension SamplePredicate<StateOfMind> {
  /// States of mind.
  public static func stateOfMind(_ predicate: HealthPredicate? = nil) -> Self {
    Self(documents: predicate)
  }
}

extension SamplePredicate<VisionPrescription> {
  /// Prescriptions of glasses and contact lenses.
  public static func visionPrescription(_ predicate: HealthPredicate? = nil) -> Self {
    Self(documents: predicate)
  }
}

extension SamplePredicate<WorkoutRoute> {
  /// Routes of workouts.
  public static func workoutRoute(_ predicate: HealthPredicate? = nil) -> Self {
    Self(documents: predicate)
  }
}

extension SamplePredicate where Element: DocumentValue {
  /// Documents of a kind; nil: all.
  private init(documents predicate: HealthPredicate?) {
    self.init(type: TypeIdentifier(Element.type), predicate: predicate ?? .all) { saved, _ in
      try? Element(saved.object)
    }
  }
}
