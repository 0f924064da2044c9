public import HealthModel
import HealthProjections

extension HealthStore {
  /// Sleep by night or day, the time of each stage, no instant counted twice.
  ///
  ///     let nights = try await store.sleep()
  ///     nights.last?.asleep   // 26520, in seconds
  ///
  /// - Parameters:
  ///   - period: nights, each with the date on which it ends and the naps of that date, or days.
  ///   - from: the nights from the one whose date is the day of this moment; nil: from the first.
  ///   - to: the nights whose dates begin before this moment; nil: to the last.
  ///   - sources: what becomes of several sources.
  ///   - reader: who reads: the owner, or a source, which sees of a refused type only what it saved
  ///     itself.
  /// - Returns: dates ascending; nights of which nothing is known are not there.
  /// - Throws: a `StoreError` where `reader` never asked for sleep, or the system does not know the
  ///   journal's zone.
  public func sleep(
    by period: SleepSummary.Period = .night, from: Instant? = nil, to: Instant? = nil,
    sources: SleepSummary.Sources = .merge, as reader: String = EventActor.owner
  ) throws(StoreError) -> [SleepSummary] {
    try answering {
      var query = HealthProjections.Query()
      query.from = from
      query.to = to
      return try SleepView.summaries(
        of: try replayed(by: reader), in: ViewContext(query), SleepView.Rule(by: period, sources))
    }
  }
}
