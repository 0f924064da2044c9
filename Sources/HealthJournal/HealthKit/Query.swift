public import HealthModel

/// Makers of predicates under the names that HealthKit's HKQuery has for them.
///
///     Query.predicateForSamples(withStart: monday, end: tuesday, options: .strictStartDate)
///       && Query.predicateForQuantitySamples(with: .greater, quantity: limit)
///
/// They are `HealthPredicate`s, which `&&`, `||` and `!` join.
public enum Query {
  /// Samples in a window of time, open where a border is nil.
  public static func predicateForSamples(
    withStart start: Instant?, end: Instant?, options: HealthPredicate.QueryOptions = []
  ) -> HealthPredicate { .samples(from: start, to: end, options: options) }

  /// Quantity samples whose quantity compares so.
  public static func predicateForQuantitySamples(
    with operation: PredicateOperator, quantity: Quantity
  ) -> HealthPredicate {
    .quantitySamples(operator: operation, quantity: quantity.doubleValue, quantity.unit)
  }

  /// Category samples whose raw value compares so.
  public static func predicateForCategorySamples(
    with operation: PredicateOperator, value: Int
  ) -> HealthPredicate { .categorySamples(operator: operation, value: value) }

  /// The object of this uuid.
  public static func predicateForObject(with uuid: ObjectUUID) -> HealthPredicate {
    .object(withUUID: uuid)
  }

  /// The objects of these uuids.
  public static func predicateForObjects(with uuids: Set<ObjectUUID>) -> HealthPredicate {
    .objects(withUUIDs: uuids.sorted())
  }

  /// Samples that are members of no correlation.
  public static func predicateForObjectsWithNoCorrelation() -> HealthPredicate {
    .objectsWithNoCorrelation
  }
}

/// The options of a window of time: HealthKit's HKQueryOptions.
public typealias QueryOptions = HealthPredicate.QueryOptions

/// As a limit: all there is.
public let ObjectQueryNoLimit = 0  // swift-format-ignore: AlwaysUseLowerCamelCase

extension PredicateOperator {
  /// NSComparisonPredicate's name.
  @available(*, deprecated, renamed: "greater")
  public static var greaterThan: PredicateOperator { .greater }
  /// NSComparisonPredicate's name.
  @available(*, deprecated, renamed: "greaterOrEqual")
  public static var greaterThanOrEqualTo: PredicateOperator { .greaterOrEqual }
  /// NSComparisonPredicate's name.
  @available(*, deprecated, renamed: "less")
  public static var lessThan: PredicateOperator { .less }
  /// NSComparisonPredicate's name.
  @available(*, deprecated, renamed: "lessOrEqual")
  public static var lessThanOrEqualTo: PredicateOperator { .lessOrEqual }
  /// NSComparisonPredicate's name.
  @available(*, deprecated, renamed: "equal")
  public static var equalTo: PredicateOperator { .equal }
  /// NSComparisonPredicate's name.
  @available(*, deprecated, renamed: "notEqual")
  public static var notEqualTo: PredicateOperator { .notEqual }
}
