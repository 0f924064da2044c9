public import Foundation
public import HealthJournal

extension Query {
  /// Samples in a window of time, open where a border is nil.
  public static func predicateForSamples(
    withStart start: Date?, end: Date?, options: QueryOptions = []
  ) -> HealthPredicate {
    predicateForSamples(
      withStart: start.map { Instant($0) }, end: end.map { Instant($0) }, options: options)
  }
}

extension SampleQueryDescriptor {
  /// A query whose samples are sorted as HealthKit's programs say it.
  ///
  /// - Parameter limit: at most this many of the sorted ones; nil, 0 and less: all.
  public init(
    predicates: [SamplePredicate<Element>], sortDescriptors: [SortDescriptor<Element>],
    limit: Int? = nil
  ) {
    self.init(predicates: predicates, limit: limit) {
      sortDescriptors.compare($0, $1) == .orderedAscending
    }
  }
}

extension StatisticsCollectionQueryDescriptor {
  /// A query for these figures of those samples.
  ///
  /// - Parameter intervalComponents: one component, as `DateComponents(day: 1)`; several, or one that is no whole number
  ///   of minutes, hours, days, weeks, months or years, are a programmer's error and trap.
  public init(
    predicate: SamplePredicate<QuantitySample>, options: StatisticsOptions, anchorDate: Date,
    intervalComponents: DateComponents
  ) {
    guard let interval = CalendarInterval(intervalComponents) else {
      preconditionFailure("no interval of statistics: \(intervalComponents)")
    }
    self.init(
      predicate: predicate, options: options, anchor: Instant(anchorDate), every: interval)
  }
}

extension CalendarInterval {
  /// The interval of the one component that is set; nil where none or several are, or it is not 1 to 10,000.
  public init?(_ components: DateComponents) {
    let known: [(Int?, Component)] = [
      (components.minute, .minute), (components.hour, .hour), (components.day, .day),
      (components.weekOfYear, .week), (components.month, .month), (components.year, .year),
    ]
    let set = known.compactMap { count, component in count.map { ($0, component) } }
    guard set.count == 1 else { return nil }
    self.init(set[0].0, set[0].1)
  }
}

extension Statistics {
  /// Where the interval begins.
  public var startDate: Date { Date(start) }
  /// Where it ends.
  public var endDate: Date { Date(end) }
}

extension StatisticsCollection {
  /// Those of the interval in which a moment lies; nil: it lies behind the last sample or before the first.
  public func statistics(for date: Date) -> Statistics? { statistics(for: Instant(date)) }

  /// Hands out those of each interval between two moments, also where there is no sample between samples.
  ///
  /// - Parameter body: ends the enumeration by setting its second argument.
  public func enumerateStatistics(
    from start: Date, to end: Date, with body: (Statistics, _ stop: inout Bool) -> Void
  ) {
    enumerateStatistics(from: Instant(start), to: Instant(end), with: body)
  }
}
