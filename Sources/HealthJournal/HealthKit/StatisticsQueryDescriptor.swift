public import HealthModel

/// Statistics of a type: HealthKit's HKStatisticsQueryDescriptor.
///
///     let steps = try await StatisticsQueryDescriptor(
///       predicate: .quantitySample(type: .stepCount, predicate: today), options: .cumulativeSum
///     ).result(for: store)
///     steps?.sumQuantity()?.doubleValue(for: .count())
public struct StatisticsQueryDescriptor: Sendable {
  /// Which samples.
  public let predicate: SamplePredicate<QuantitySample>
  /// Which figures.
  public let options: StatisticsOptions

  /// A query for these figures of those samples.
  public init(predicate: SamplePredicate<QuantitySample>, options: StatisticsOptions) {
    self.predicate = predicate
    self.options = options
  }

  /// The statistics of all sources together, from the first sample to the last; nil: there is no
  /// sample.
  ///
  /// - Parameters:
  ///   - store: the journal that is asked.
  ///   - reader: the owner, or a source, which sees what the owner lets it see.
  /// - Throws: a `StoreError`, `.invalidArgument` where the type cannot have a figure that was
  ///   asked for.
  public func result(
    for store: HealthStore, as reader: String = EventActor.owner
  ) async throws(StoreError) -> Statistics? {
    try options.require(for: predicate.type)
    var settings = Statistics.Options()
    settings.separatesSources = options.contains(.separateBySource)
    return Statistics.withSources(try await store.figures(of: predicate, settings, as: reader))
      .first { $0.source == nil }
  }
}

/// Statistics of each interval of a calendar: HealthKit's HKStatisticsCollectionQueryDescriptor.
///
///     let days = try await StatisticsCollectionQueryDescriptor(
///       predicate: .quantitySample(type: .heartRate), options: .discreteAverage, anchor: midnight, every: .day
///     ).result(for: store)
///     for day in days.statistics() { day.averageQuantity() }
public struct StatisticsCollectionQueryDescriptor: Sendable {
  /// Which samples.
  public let predicate: SamplePredicate<QuantitySample>
  /// Which figures.
  public let options: StatisticsOptions
  /// From where intervals are counted, in both directions.
  public let anchor: Instant
  /// How long they are.
  public let interval: CalendarInterval

  /// A query for these figures of those samples.
  public init(
    predicate: SamplePredicate<QuantitySample>, options: StatisticsOptions, anchor: Instant,
    every interval: CalendarInterval
  ) {
    self.predicate = predicate
    self.options = options
    self.anchor = anchor
    self.interval = interval
  }

  /// The statistics.
  ///
  /// - Parameters:
  ///   - store: the journal that is asked.
  ///   - reader: the owner, or a source, which sees what the owner lets it see.
  /// - Throws: a `StoreError`, `.invalidArgument` where the type cannot have a figure that was
  ///   asked for.
  public func result(
    for store: HealthStore, as reader: String = EventActor.owner
  ) async throws(StoreError) -> StatisticsCollection {
    try options.require(for: predicate.type)
    var settings = Statistics.Options(every: interval, from: anchor)
    settings.includesEmpty = true
    settings.separatesSources = options.contains(.separateBySource)
    return StatisticsCollection(
      all: Statistics.withSources(try await store.figures(of: predicate, settings, as: reader)))
  }

  /// The statistics now, and anew whenever the journal's samples change them, as soon as the store
  /// knows it. The sequence ends when the store is closed.
  ///
  /// - Parameters:
  ///   - store: the journal that is asked.
  ///   - reader: the owner, or a source, which sees what the owner lets it see.
  /// - Returns: a sequence that throws a `StoreError`.
  public func results(
    for store: HealthStore, as reader: String = EventActor.owner
  ) -> AsyncThrowingStream<Result, any Error> {
    store.answers(ofTypes: [predicate.type], as: reader) {
      Result(statisticsCollection: try await result(for: store, as: reader))
    }
  }

  /// What the statistics came to.
  public struct Result: Hashable, Sendable {
    /// All of them, not those alone that changed.
    public let statisticsCollection: StatisticsCollection
  }
}

extension Statistics {
  /// Statistics of intervals; those of all sources together hold those of each source in their
  /// interval.
  fileprivate static func withSources(_ all: [Statistics]) -> [Statistics] {
    let apart = Dictionary(grouping: all.filter { $0.source != nil }, by: \.start)
    guard !apart.isEmpty else { return all }
    return all.map { statistics in
      var statistics = statistics
      if statistics.source == nil { statistics.bySource = apart[statistics.start] ?? [] }
      return statistics
    }
  }
}

/// The statistics of the intervals from the first sample to the last: HealthKit's
/// HKStatisticsCollection.
public struct StatisticsCollection: Hashable, Sendable {
  /// All, of intervals without samples and of single sources too.
  public let all: [Statistics]

  /// Those of intervals with samples, of all sources together, the earliest first.
  public func statistics() -> [Statistics] { merged.filter { $0.count > 0 } }

  /// Those of the interval in which a moment lies; nil: it lies after the last sample or before
  /// the first.
  public func statistics(for moment: Instant) -> Statistics? {
    merged.first { $0.start <= moment && moment < $0.end }
  }

  /// Hands out those of each interval between two moments, also where there is no sample between
  /// samples.
  ///
  /// - Parameters:
  ///   - start: intervals that end after this moment.
  ///   - end: intervals that begin before this moment, or at it.
  ///   - body: ends the enumeration by setting its second argument.
  public func enumerateStatistics(
    from start: Instant, to end: Instant, with body: (Statistics, _ stop: inout Bool) -> Void
  ) {
    var stop = false
    for statistics in merged where statistics.end > start && statistics.start <= end {
      body(statistics, &stop)
      if stop { return }
    }
  }

  /// The names of the sources, where they were kept apart.
  public func sources() -> Set<String> { Set(all.compactMap(\.source)) }

  private var merged: [Statistics] { all.filter { $0.source == nil } }
}

extension HealthStore {
  /// The statistics of a predicate's samples.
  fileprivate func figures(
    of predicate: SamplePredicate<QuantitySample>, _ options: Statistics.Options,
    as reader: String
  ) throws(StoreError) -> [Statistics] {
    try StoreError.typed {
      try statistics(
        of: predicate.type, matching: predicate.predicate, options: options, as: reader)
    }
  }
}
