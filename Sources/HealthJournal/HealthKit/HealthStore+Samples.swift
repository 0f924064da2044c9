import HealthEvents
public import HealthModel

/// Saving and deleting as HealthKit's programs write it. What is refused comes out as a
/// `StoreError`, with the code that HealthKit's HKError has for it.
extension HealthStore {
  /// Saves a sample; a correlation with its samples, all or none.
  ///
  /// - Parameters:
  ///   - sample: what is saved.
  ///   - source: who asks, a bundle identifier; the owner by default.
  /// - Throws: a `StoreError`.
  public func save(_ sample: any Sample, by source: String = EventActor.owner) throws(StoreError) {
    try save([sample], by: source)
  }

  /// Saves samples, all or none, in one line.
  ///
  /// - Parameters:
  ///   - samples: what is saved; a correlation brings its own samples.
  ///   - source: who asks, a bundle identifier; the owner by default.
  /// - Throws: a `StoreError`; `.invalidArgument` where there is none.
  public func save(_ samples: [any Sample], by source: String = EventActor.owner) throws(StoreError)
  {
    try StoreError.typed {
      var zones = try SampleZones(usual: timeZone)
      _ = try perform(.save(SaveRequest(objects: zones.drafts(of: samples))), by: source)
    }
  }

  /// Deletes a sample; of a correlation the samples stay, as in HealthKit.
  ///
  /// - Throws: a `StoreError` where it is not there or not the source's own.
  public func delete(_ sample: any Sample, by source: String = EventActor.owner) throws(StoreError)
  {
    try delete([sample], by: source)
  }

  /// Deletes samples, all or none.
  ///
  /// - Throws: a `StoreError` where one is not there or not the source's own.
  public func delete(_ samples: [any Sample], by source: String = EventActor.owner)
    throws(StoreError)
  {
    try StoreError.typed {
      _ = try perform(.delete(Deletion(objects: samples.map(\.uuid))), by: source)
    }
  }

  /// Deletes the objects of a type that a predicate holds for: those that `source` saved, all where
  /// the owner asks.
  ///
  /// - Returns: how many were deleted; 0 is no error.
  /// - Throws: a `StoreError`.
  @discardableResult
  public func deleteObjects(
    of type: some SampleType, predicate: HealthPredicate, by source: String = EventActor.owner
  ) throws(StoreError) -> Int {
    try StoreError.typed {
      try deleteObjects(of: type.typeIdentifier, predicate: predicate, by: source)
    }
  }
}
