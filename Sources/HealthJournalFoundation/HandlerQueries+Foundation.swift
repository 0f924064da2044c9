public import Foundation
public import HealthJournal

// Functions with the names of Foundation's classes: HealthKit's programs make predicates and sort
// descriptors with these classes; here the functions return values.

/// Predicates joined by "and".
@available(*, deprecated, message: "join predicates with &&")
public func NSCompoundPredicate(  // swift-format-ignore: AlwaysUseLowerCamelCase
  andPredicateWithSubpredicates predicates: [HealthPredicate]
) -> HealthPredicate { predicates.reduce(.all) { $0 && $1 } }

/// Predicates joined by "or".
@available(*, deprecated, message: "join predicates with ||")
public func NSCompoundPredicate(  // swift-format-ignore: AlwaysUseLowerCamelCase
  orPredicateWithSubpredicates predicates: [HealthPredicate]
) -> HealthPredicate {
  guard let first = predicates.first else { return !.all }
  return predicates.dropFirst().reduce(first) { $0 || $1 }
}

/// The opposite of a predicate.
@available(*, deprecated, message: "write ! before the predicate")
public func NSCompoundPredicate(  // swift-format-ignore: AlwaysUseLowerCamelCase
  notPredicateWithSubpredicate predicate: HealthPredicate
) -> HealthPredicate { !predicate }

/// An order by `SampleSortIdentifierStartDate` or `SampleSortIdentifierEndDate`; any other key
/// traps.
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
  /// A query, which `execute(_:)` begins.
  ///
  /// - Parameter intervalComponents: one component, as of a `StatisticsCollectionQueryDescriptor`.
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
