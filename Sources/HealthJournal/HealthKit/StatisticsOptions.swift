import HealthModel

/// Which figures are asked for: HealthKit's HKStatisticsOptions. All that the type has are computed
/// whichever are named; one that it cannot have is refused.
public struct StatisticsOptions: OptionSet, Hashable, Sendable {
  /// The raw value of HealthKit's option.
  public let rawValue: Int
  /// Options of this raw value.
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
  /// How long the samples last.
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
