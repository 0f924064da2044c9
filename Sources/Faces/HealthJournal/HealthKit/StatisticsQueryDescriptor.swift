public import HealthModel

/// Statistics of a type: HealthKit's HKStatisticsQueryDescriptor.
///
///     let steps = try await StatisticsQueryDescriptor(
///       predicate: .quantitySample(type: .stepCount, predicate: today), options: .cumulativeSum
///     ).result(for: store)
///     steps?.sumQuantity()?.doubleValue(for: .count())
public struct StatisticsQueryDescriptor: Sendable {
  /// The samples that are meant.
  public let predicate: SamplePredicate<QuantitySample>
  /// The figures that are asked for.
  public let options: StatisticsOptions

  /// Creates a query for these figures of those samples.
  public init(predicate: SamplePredicate<QuantitySample>, options: StatisticsOptions) {
    self.predicate = predicate
    self.options = options
  }

  /// Returns the statistics of all sources together, from the first sample to the last; nil: there
  /// is no sample.
  ///
  /// - Parameters:
  ///   - store: the journal.
  ///   - reader: the owner, or a source, which sees what the owner lets it see.
  /// - Throws: a `StoreError`, `.invalidArgument` if the type cannot have a requested figure.
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
  /// The samples that are meant.
  public let predicate: SamplePredicate<QuantitySample>
  /// The figures that are asked for.
  public let options: StatisticsOptions
  /// The moment from which intervals are counted, in both directions.
  public let anchor: Instant
  /// The length of an interval.
  public let interval: CalendarInterval

  /// Creates a query for these figures of those samples.
  public init(
    predicate: SamplePredicate<QuantitySample>, options: StatisticsOptions, anchor: Instant,
    every interval: CalendarInterval
  ) {
    self.predicate = predicate
    self.options = options
    self.anchor = anchor
    self.interval = interval
  }

  /// Returns the statistics that the query asks for.
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

  /// Returns the present statistics, and new ones whenever the journal's samples change them, as
  /// soon as the store knows it. The sequence ends when the store is closed.
  ///
  /// - Parameters:
  ///   - store: the journal.
  ///   - reader: the owner, or a source, which sees what the owner lets it see.
  /// - Returns: a sequence that throws a `StoreError`.
  public func results(
    for store: HealthStore, as reader: String = EventActor.owner
  ) -> AsyncThrowingStream<Result, any Error> {
    store.answers(ofTypes: [predicate.type], as: reader) {
      Result(statisticsCollection: try await result(for: store, as: reader))
    }
  }

  /// The statistics of all intervals.
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

  // The figures under HealthKit's names, each with its unit; nil where there is none.

  /// Returns the sum of a cumulative type.
  public func sumQuantity() -> Quantity? { quantity(sum) }
  /// Returns the average of a discrete type.
  public func averageQuantity() -> Quantity? { quantity(average) }
  /// Returns the least value of a discrete type.
  public func minimumQuantity() -> Quantity? { quantity(minimum) }
  /// Returns the greatest value of a discrete type.
  public func maximumQuantity() -> Quantity? { quantity(maximum) }
  /// Returns the value of the sample that ends last.
  public func mostRecentQuantity() -> Quantity? { quantity(latest) }

  // MARK: Of one source, where `.separateBySource` was asked for

  /// The sources with separate figures, by their names; nil: figures are not separate.
  public var sources: [Source]? {
    bySource.isEmpty ? nil : bySource.compactMap(\.source).map { Source(name: $0) }
  }
  /// Returns the sum of a source's samples.
  public func sumQuantity(for source: Source) -> Quantity? { of(source)?.sumQuantity() }
  /// Returns the average of a source's samples.
  public func averageQuantity(for source: Source) -> Quantity? { of(source)?.averageQuantity() }
  /// Returns the least value of a source's samples.
  public func minimumQuantity(for source: Source) -> Quantity? { of(source)?.minimumQuantity() }
  /// Returns the greatest value of a source's samples.
  public func maximumQuantity(for source: Source) -> Quantity? { of(source)?.maximumQuantity() }
  /// Returns the value of a source's sample that ends last.
  public func mostRecentQuantity(for source: Source) -> Quantity? {
    of(source)?.mostRecentQuantity()
  }

  private func of(_ source: Source) -> Statistics? {
    bySource.first { $0.source == source.name }
  }

  private func quantity(_ value: Double?) -> Quantity? {
    guard let value, let unit, let known = try? Unit(unit) else { return nil }
    return Quantity(unit: known, doubleValue: value)
  }

  /// The type; nil: it is no quantity type that the catalogue knows.
  public var quantityType: QuantityType? { QuantityType(rawValue: type) }
}

/// The statistics of the intervals from the first sample to the last: HealthKit's
/// HKStatisticsCollection.
public struct StatisticsCollection: Hashable, Sendable {
  /// All, of intervals without samples and of single sources too.
  public let all: [Statistics]

  /// Returns the statistics of the intervals that have samples, of all sources together, the
  /// earliest first.
  public func statistics() -> [Statistics] { merged.filter { $0.count > 0 } }

  /// Returns the statistics of the interval of a moment; nil: it is after the last sample or before
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

  /// Returns the names of the sources, if they were kept apart.
  public func sources() -> Set<String> { Set(all.compactMap(\.source)) }

  private var merged: [Statistics] { all.filter { $0.source == nil } }
}

extension HealthStore {
  /// Returns the statistics of a predicate's samples.
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

/// The figures that are asked for: HealthKit's HKStatisticsOptions. The library computes all
/// figures of the type in any case; it refuses one that the type cannot have.
public struct StatisticsOptions: OptionSet, Hashable, Sendable {
  /// The raw value of HealthKit's option.
  public let rawValue: Int
  /// Creates options of this raw value.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Each source has figures of its own too: `sources` and `sumQuantity(for:)` of `Statistics`.
  public static let separateBySource = StatisticsOptions(rawValue: 1)
  /// The average of a discrete type.
  public static let discreteAverage = StatisticsOptions(rawValue: 2)
  /// The least value of a discrete type.
  public static let discreteMin = StatisticsOptions(rawValue: 4)
  /// The greatest value of a discrete type.
  public static let discreteMax = StatisticsOptions(rawValue: 8)
  /// The sum of a cumulative type.
  public static let cumulativeSum = StatisticsOptions(rawValue: 16)
  /// The value of the sample that ends last.
  public static let mostRecent = StatisticsOptions(rawValue: 32)
  /// The time that the samples cover.
  public static let duration = StatisticsOptions(rawValue: 64)

  private static let discrete: StatisticsOptions = [discreteAverage, discreteMin, discreteMax]

  /// Refuses figures that a type cannot have, for which HealthKit raises an exception.
  func require(for identifier: TypeIdentifier) throws(StoreError) {
    guard case .quantity(let type)? = TypeCatalogue.find(identifier.rawValue) else { return }
    let isCumulative = type.aggregationStyle.isCumulative
    guard !isDisjoint(with: isCumulative ? Self.discrete : .cumulativeSum) else { return }
    throw StoreError(
      code: .invalidArgument,
      description: isCumulative
        ? "\(identifier) adds up; ask for .cumulativeSum"
        : "\(identifier) does not add up; ask for .discreteAverage, .discreteMin or .discreteMax")
  }
}
