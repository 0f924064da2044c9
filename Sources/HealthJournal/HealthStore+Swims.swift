import Journal
import HealthEvents
public import HealthModel
import HealthProjections

extension HealthStore {
  /// Saves a swim in a pool: its workout and its energy, in one event.
  ///
  ///     try await store.saveSwim(Swim(laps: 24, metresPerLap: 50, minutes: 40, pace: 6, span: span))
  ///
  /// The energy is the stated one, else kg × pace × hours with the latest body mass by the swim's
  /// end, else the first one after it, in whatever unit it was saved. A mass that `source` may not
  /// read is as if it were not known.
  ///
  /// - Returns: the uuid of the workout.
  /// - Throws: a `StoreError`: `.invalidArgument` where nobody can have swum it, or no body mass is
  ///   known from which to compute the energy; its `rejection` is the rule that it breaks. Nothing
  ///   is saved then.
  @discardableResult
  public func saveSwim(_ swim: Swim, by source: String = EventActor.owner) throws(StoreError)
    -> ObjectUUID
  {
    try StoreError.typed {
      try swim.check()
      let request = try writer().session.request(saving: swim, by: source).request
      try perform(.save(request), by: source)
      return request.objects[0].object.uuid
    }
  }

  /// The swim log: swims that were saved so, swimming workouts, and the swims in workouts of
  /// several sports, newest first, each with the lengths and sets that its source told of.
  ///
  ///     let swim = try await store.swims(limit: 1).first
  ///     swim?.lengths.map(\.style)      // [.breaststroke, .breaststroke, .freestyle]
  ///     swim?.sets.map(\.metres)        // [100, 50]
  ///
  /// - Parameters:
  ///   - limit: at most so many; nil, 0 and less: all.
  ///   - rest: the seconds of rest that begin a new set; nil: as the source's own sets (segment
  ///     events) have it, else ten.
  ///   - foldingCopies: whether workouts that do not count are left out, see
  ///     `LoggedSwim.copyOf`.
  ///   - reader: who reads: the owner, or a source, which sees what the owner lets it see.
  /// - Throws: a `StoreError` where the journal cannot be read, or `reader` never asked for
  ///   workouts.
  public func swims(
    limit: Int? = nil, restBetweenSets rest: Double? = nil, foldingCopies: Bool = false,
    as reader: String = EventActor.owner
  ) throws(StoreError) -> [LoggedSwim] {
    var query = HealthProjections.Query()
    query.limit = Self.limit(limit)
    query.foldsCopies = foldingCopies
    return try answering {
      try SwimsView.swims(
        of: try replayed(by: reader), in: ViewContext(query), restBetweenSets: rest)
    }
  }
}
