import Journal
import HealthEvents
public import HealthModel
import HealthProjections

extension HealthStore {
  /// Saves a run: its distance, and its heart rates and energy as far as they are known, in one
  /// event.
  ///
  ///     let run = Run(distance: Amount(3.1, "mi"), span: span, heartRateStart: 92, heartRateEnd: 161)
  ///     try await store.saveRun(run)
  ///
  /// - Returns: the uuid of the distance sample.
  /// - Throws: a `StoreError`: `.invalidArgument` where nobody can have run it; its `rejection` is
  ///   the rule that it breaks.
  @discardableResult
  public func saveRun(_ run: Run, by source: String = EventActor.owner) throws(StoreError)
    -> ObjectUUID
  {
    try StoreError.typed {
      try run.check()
      let request = try writer().session.request(saving: run)
      try perform(.save(request), by: source)
      return request.objects[0].object.uuid
    }
  }

  /// The run log: runs that were saved so and running workouts, newest first.
  ///
  /// - Parameters:
  ///   - unit: the unit of all distances; else the preferred one, the one that they all have, or
  ///     km.
  ///   - limit: at most so many; nil, 0 and less: all.
  ///   - foldingCopies: whether workouts that do not count are left out, see
  ///     `LoggedRun.copyOf`.
  ///   - reader: who reads: the owner, or a source, which sees what the owner lets it see.
  /// - Throws: a `StoreError` where the journal cannot be read, the unit is none of length, or
  ///   `reader` never asked for walking and running distances.
  public func runs(
    in unit: Unit? = nil, limit: Int? = nil, foldingCopies: Bool = false,
    as reader: String = EventActor.owner
  ) throws(StoreError) -> [LoggedRun] {
    var query = HealthProjections.Query()
    query.unit = unit
    query.limit = Self.limit(limit)
    query.foldsCopies = foldingCopies
    return try answering {
      try RunsView.runs(of: try replayed(by: reader), in: ViewContext(query))
    }
  }
}
