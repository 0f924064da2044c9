import HealthEvents
public import HealthModel
import HealthProjections

extension HealthStore {
  /// Saves a swim in a pool: its workout and its energy, in one event.
  ///
  ///     try await store.saveSwim(Swim(laps: 24, metresPerLap: 50, minutes: 40, pace: 6, span: span))
  ///
  /// The energy is the stated one, else kg × pace × hours with the latest body mass, in whatever unit
  /// that was saved.
  ///
  /// - Returns: the uuid of the workout.
  /// - Throws: `FigureProblem` where nobody can have swum it; `UnknownBodyMass` where there is no energy to compute, and nothing is saved; the
  ///   `Rejection` of the rule that it breaks; a `StoreError`.
  @discardableResult
  public func saveSwim(_ swim: Swim, by source: String = Actor.owner) throws -> ObjectUUID {
    try swim.check()
    let request = try session.request(saving: swim).request
    try perform(.save(request), by: source)
    return request.objects[0].object.uuid
  }

  /// The swim log: swims that were saved so and swimming workouts, newest first.
  ///
  /// - Parameters:
  ///   - limit: at most so many.
  /// - Throws: a `StoreError` where the journal cannot be read.
  public func swims(limit: Int? = nil) throws -> [LoggedSwim] {
    var query = Query()
    query.limit = limit
    return try StoreError.rethrowing {
      try SwimsView.swims(of: try session.replayed(), in: ViewContext(query))
    }
  }
}
