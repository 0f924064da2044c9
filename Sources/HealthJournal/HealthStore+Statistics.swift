public import HealthModel
import HealthProjections

extension HealthStore {
  /// What the samples of a type come to on each local day: HealthKit's HKStatisticsCollectionQuery.
  /// A sample over midnight counts in proportion; a day without samples is not there.
  ///
  ///     let days = try await store.dailyStatistics(of: .stepCount)
  ///     days.last?.sum   // 8122
  ///     let nights = try await store.dailyStatistics(
  ///       of: .stepCount, timeZone: "Europe/Paris", dayStarts: ClockTime("04:00") ?? .midnight)
  ///
  /// - Parameters:
  ///   - type: a quantity or category type.
  ///   - from: the days from that of this moment on; nil: from the first.
  ///   - to: the days that begin before this moment; nil: to the last.
  ///   - sources: what becomes of several sources of a type that adds up.
  ///   - timeZone: the IANA name of the zone whose days count for every sample, as HealthKit's
  ///     query works on one calendar; nil: the sample's own HKTimeZone where it has one, else the
  ///     journal's zone.
  ///   - dayStarts: the time of day at which a day starts; a day has the date on which it starts.
  ///   - unit: the unit of the figures; nil: the preferred one, else the one that the samples have.
  ///   - leavingOutProblems: whether samples are left out whose values nobody can have: what
  ///     `check` calls implausible.
  ///   - reader: who reads: the owner, or a source, which sees of a refused type only what it saved
  ///     itself.
  /// - Returns: days ascending; several of a day for sources that are kept apart, for the values of
  ///   a category, and for units that do not convert.
  /// - Throws: a `StoreError` where the unit does not fit, `reader` never asked for the type, or
  ///   the system does not know the zone.
  public func dailyStatistics(
    of type: TypeIdentifier, from: Instant? = nil, to: Instant? = nil,
    sources: DayStatistics.Sources = .merge, timeZone: String? = nil,
    dayStarts: ClockTime = .midnight, unit: Unit? = nil, leavingOutProblems: Bool = false,
    as reader: String = EventActor.owner
  ) throws(StoreError) -> [DayStatistics] {
    try answering {
      var query = HealthProjections.Query()
      query.types = [type.rawValue]
      query.from = from
      query.to = to
      query.unit = unit
      query.leavesOutProblems = leavingOutProblems
      var options = DailyView.Options()
      options.sources = sources
      var context = ViewContext(query)
      context.timeZone = timeZone
      context.dayStarts = dayStarts
      return try DailyView.statistics(
        of: try replayed(by: reader), in: context, options: options)
    }
  }

  /// Statistics of a type over a range of time, or of each interval of a calendar in it:
  /// HealthKit's HKStatisticsQuery and HKStatisticsCollectionQuery.
  ///
  ///     let months = try await store.statistics(
  ///       of: .stepCount, from: newYear,
  ///       options: Statistics.Options(every: .month))
  ///     months.last?.sum   // 240811
  ///
  /// What of a sample lies outside the range does not count.
  ///
  /// - Parameters:
  ///   - type: a quantity or category type.
  ///   - predicate: which samples take part.
  ///   - from: where the range begins; nil: with the first sample.
  ///   - to: where it ends; nil: with the last sample.
  ///   - options: the intervals, and whether sources are kept apart.
  ///   - unit: the unit of the figures; nil: the preferred one, else the one that the samples have.
  ///   - reader: who reads: the owner, or a source, which sees of a refused type only what it saved
  ///     itself.
  /// - Returns: intervals ascending; for each interval first all sources together, then each
  ///   source, where sources are kept apart. An interval has several elements for the values of a
  ///   category, and for units that do not convert. Nothing where there is no data.
  /// - Throws: a `StoreError` where the unit does not fit, `reader` never asked for the type, the
  ///   system does not know the zone, or there are more than a million intervals.
  public func statistics(
    of type: TypeIdentifier, matching predicate: HealthPredicate = .all, from: Instant? = nil,
    to: Instant? = nil, options: Statistics.Options = Statistics.Options(), unit: Unit? = nil,
    as reader: String = EventActor.owner
  ) throws(StoreError) -> [Statistics] {
    try answering {
      var query = try query(predicate)
      query.types = [type.rawValue]
      query.from = from
      query.to = to
      query.unit = unit
      return try StatisticsView.statistics(
        of: try replayed(by: reader), in: ViewContext(query), options: options)
    }
  }
}
