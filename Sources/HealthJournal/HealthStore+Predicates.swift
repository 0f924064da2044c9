import Journal
public import HealthModel
import HealthProjections

extension HealthStore {
  /// Deletes the objects of a type that a predicate holds for: those that `source` saved, all where
  /// the owner asks. HealthKit's deleteObjects(of:predicate:).
  ///
  ///     try await store.deleteObjects(
  ///       of: "HKQuantityTypeIdentifierStepCount",
  ///       predicate: .samples(from: morning, to: noon, options: .strictStartDate))
  ///
  /// - Parameters:
  ///   - type: a type identifier.
  ///   - predicate: which objects.
  ///   - source: who asks, a bundle identifier; the owner by default.
  /// - Returns: how many were deleted; 0 is no error.
  /// - Throws: a `StoreError` where the predicate compares in a unit that does not fit or names a
  ///   time that is none, and where the disk refuses.
  @discardableResult
  public func deleteObjects(
    of type: TypeIdentifier, predicate: HealthPredicate, by source: String = EventActor.owner
  ) throws(StoreError) -> Int {
    try changing { session in
      var query = try HealthProjections.Query(predicate, in: session.tables, now: session.now)
      query.types = [type.rawValue]
      let uuids = try session.deletable(query, by: source)
      return try session.delete(uuids, reason: nil, by: source)?.uuids.count ?? 0
    }
  }
}
