public import HealthModel

/// The one value of types that have no enumeration of their own: HealthKit's HKCategoryValue.
public enum CategoryValue: Int, Hashable, Sendable, CaseIterable {
  /// `HKCategoryValueNotApplicable`.
  case notApplicable = 0
}

/// Values of a category type that make predicates: HealthKit's HKCategoryValuePredicateProviding.
public protocol CategoryValuePredicateProviding: RawRepresentable<Int>, Hashable, Sendable {}

extension CategoryValuePredicateProviding {
  /// Category samples of one of these values.
  public static func predicateForSamples(equalTo values: Set<Self>) -> HealthPredicate {
    .categorySamples(equalTo: values.map(\.rawValue).sorted())
  }

  /// Category samples whose value compares so.
  public static func predicateForSamples(
    _ operation: PredicateOperator, value: Self
  ) -> HealthPredicate { .categorySamples(operator: operation, value: value.rawValue) }
}

extension CategoryValueSleepAnalysis {
  /// The stages in which somebody sleeps.
  public static var allAsleepValues: Set<CategoryValueSleepAnalysis> {
    [.asleepUnspecified, .asleepCore, .asleepDeep, .asleepREM]
  }
}

extension CategoryValueAppetiteChanges: CategoryValuePredicateProviding {}
extension CategoryValueAppleStandHour: CategoryValuePredicateProviding {}
extension CategoryValueAppleWalkingSteadinessEvent: CategoryValuePredicateProviding {}
extension CategoryValueCervicalMucusQuality: CategoryValuePredicateProviding {}
extension CategoryValueContraceptive: CategoryValuePredicateProviding {}
extension CategoryValueEnvironmentalAudioExposureEvent: CategoryValuePredicateProviding {}
extension CategoryValueHeadphoneAudioExposureEvent: CategoryValuePredicateProviding {}
extension CategoryValueLowCardioFitnessEvent: CategoryValuePredicateProviding {}
extension CategoryValueOvulationTestResult: CategoryValuePredicateProviding {}
extension CategoryValuePregnancyTestResult: CategoryValuePredicateProviding {}
extension CategoryValuePresence: CategoryValuePredicateProviding {}
extension CategoryValueProgesteroneTestResult: CategoryValuePredicateProviding {}
extension CategoryValueSeverity: CategoryValuePredicateProviding {}
extension CategoryValueSleepAnalysis: CategoryValuePredicateProviding {}
extension CategoryValueVaginalBleeding: CategoryValuePredicateProviding {}
