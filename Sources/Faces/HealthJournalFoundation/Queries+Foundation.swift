public import Foundation
public import HealthJournal

extension Query {
  /// Samples in a window of time, open where a border is nil.
  @_disfavoredOverload
  public static func predicateForSamples(
    withStart start: Date?, end: Date?, options: QueryOptions = []
  ) -> HealthPredicate {
    predicateForSamples(
      withStart: start.map { Instant($0) }, end: end.map { Instant($0) }, options: options)
  }

  /// Returns a predicate for the object with this uuid.
  public static func predicateForObject(with uuid: UUID) -> HealthPredicate {
    predicateForObjects(with: [uuid] as Set<UUID>)
  }

  /// Returns a predicate for the objects of these uuids.
  @_disfavoredOverload
  public static func predicateForObjects(with uuids: Set<UUID>) -> HealthPredicate {
    predicateForObjects(with: Set(uuids.compactMap { ObjectUUID($0) }))
  }

  /// Returns a predicate for the day of these components. They must be those of a date; others are
  /// a programmer's error and trap.
  public static func predicateForActivitySummary(
    with components: DateComponents
  ) -> ClosedRange<CivilDate> {
    predicate(forActivitySummariesBetweenStart: components, end: components)
  }

  /// Returns a predicate for the days from one to another, both included; components that are no
  /// date are a programmer's error and trap.
  public static func predicate(
    forActivitySummariesBetweenStart start: DateComponents, end: DateComponents
  ) -> ClosedRange<CivilDate> {
    guard let first = CivilDate(start), let last = CivilDate(end) else {
      preconditionFailure("no days: \(start) to \(end)")
    }
    return predicate(forActivitySummariesBetweenStart: first, end: last)
  }
}

extension CivilDate {
  /// Creates the day of components; nil if year, month or day is not set, or there is no such day.
  public init?(_ components: DateComponents) {
    guard let year = components.year, let month = components.month, let day = components.day,
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    self = date
  }
}

extension DateComponents {
  /// Creates the components of a day, as a `Calendar` expects them.
  public init(_ day: CivilDate) { self.init(year: day.year, month: day.month, day: day.day) }
}

extension ActivitySummary {
  /// Returns the components of its day, in the calendar that the caller passes.
  public func dateComponents(for calendar: Calendar) -> DateComponents {
    var components = DateComponents(day)
    components.calendar = calendar
    return components
  }
}

extension SampleQueryDescriptor {
  /// Creates a query with samples in the order of sort descriptors, as in HealthKit's programs.
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
  /// Creates a query for these figures of those samples.
  ///
  /// - Parameter intervalComponents: one component, as `DateComponents(day: 1)`; several, or one
  ///   that is no whole number of minutes, hours, days, weeks, months or years, are a programmer's
  ///   error and trap.
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
  /// Creates the interval of the one component that is set: minutes, hours, days, weeks of the
  /// year, months or years. Nil if none of these, several or others are set, or it is not 1 to
  /// 10,000.
  public init?(_ components: DateComponents) {
    let known: [(Int?, Component)] = [
      (components.minute, .minute), (components.hour, .hour), (components.day, .day),
      (components.weekOfYear, .week), (components.month, .month), (components.year, .year),
    ]
    let others = [
      components.era, components.quarter, components.weekOfMonth, components.yearForWeekOfYear,
      components.weekday, components.weekdayOrdinal, components.second, components.nanosecond,
    ]
    let set = known.compactMap { count, component in count.map { ($0, component) } }
    guard set.count == 1, others.allSatisfy({ $0 == nil }) else { return nil }
    self.init(set[0].0, set[0].1)
  }
}

extension Statistics {
  /// The start of the interval.
  public var startDate: Date { Date(start) }
  /// The end of the interval.
  public var endDate: Date { Date(end) }

  /// Returns the time span of the sample with the latest end; nil if there is none.
  public func mostRecentQuantityDateInterval() -> DateInterval? {
    guard let start = latestStart, let end = latestEnd, start <= end else { return nil }
    return DateInterval(start: Date(start), end: Date(end))
  }
}

extension StatisticsCollection {
  /// Returns the statistics of the interval that a moment is in; nil if it is after the last sample
  /// or before the first.
  @_disfavoredOverload
  public func statistics(for date: Date) -> Statistics? { statistics(for: Instant(date)) }

  /// Hands out those of each interval between two moments, also where there is no sample between
  /// samples.
  ///
  /// - Parameter body: ends the enumeration by setting its second argument.
  @_disfavoredOverload
  public func enumerateStatistics(
    from start: Date, to end: Date, with body: (Statistics, _ stop: inout Bool) -> Void
  ) {
    enumerateStatistics(from: Instant(start), to: Instant(end), with: body)
  }
}

// Functions with the names of Foundation's classes: HealthKit's programs make predicates and sort
// descriptors with these classes; here the functions return values.

/// Joins predicates by "and".
@available(*, deprecated, message: "join predicates with &&")
public func NSCompoundPredicate(  // swift-format-ignore: AlwaysUseLowerCamelCase
  andPredicateWithSubpredicates predicates: [HealthPredicate]
) -> HealthPredicate { predicates.reduce(.all) { $0 && $1 } }

/// Joins predicates by "or".
@available(*, deprecated, message: "join predicates with ||")
public func NSCompoundPredicate(  // swift-format-ignore: AlwaysUseLowerCamelCase
  orPredicateWithSubpredicates predicates: [HealthPredicate]
) -> HealthPredicate {
  guard let first = predicates.first else { return !.all }
  return predicates.dropFirst().reduce(first) { $0 || $1 }
}

/// Returns the opposite of a predicate.
@available(*, deprecated, message: "write ! before the predicate")
public func NSCompoundPredicate(  // swift-format-ignore: AlwaysUseLowerCamelCase
  notPredicateWithSubpredicate predicate: HealthPredicate
) -> HealthPredicate { !predicate }

/// Returns an order by `SampleSortIdentifierStartDate` or `SampleSortIdentifierEndDate`; any other
/// key traps.
@available(*, deprecated, message: "write .endDate or .endDate.reversed")
public func NSSortDescriptor(  // swift-format-ignore: AlwaysUseLowerCamelCase
  key: String, ascending: Bool
) -> ObjectSort {
  let sort: ObjectSort
  switch key {
  case SampleSortIdentifierStartDate: sort = .startDate
  case SampleSortIdentifierEndDate: sort = .endDate
  default: preconditionFailure("samples are not sorted by '\(key)'")
  }
  return ascending ? sort : sort.reversed
}

@available(*, deprecated)
extension StatisticsCollectionQuery {
  /// Creates a query, which `execute(_:)` begins.
  ///
  /// - Parameter intervalComponents: one component, as for a
  ///   `StatisticsCollectionQueryDescriptor`.
  public convenience init(
    quantityType: QuantityType, quantitySamplePredicate: HealthPredicate?,
    options: StatisticsOptions = [], anchorDate: Date, intervalComponents: DateComponents
  ) {
    guard let interval = CalendarInterval(intervalComponents) else {
      preconditionFailure("no interval of statistics: \(intervalComponents)")
    }
    self.init(
      quantityType: quantityType, quantitySamplePredicate: quantitySamplePredicate,
      options: options, anchor: Instant(anchorDate), every: interval)
  }
}
