/// How the samples of a quantity type add up over time.
///
/// Source: HKQuantityAggregationStyle in Apple's SDK headers.
public enum AggregationStyle: Int, CaseIterable, Hashable, Sendable {
  /// Sums: steps, energy, distance.
  case cumulative = 0
  /// Plain average, minimum and maximum: body mass.
  case discreteArithmetic = 1
  /// Average weighted by how long each value held: heart rate.
  case discreteTemporallyWeighted = 2
  /// Equivalent continuous sound level: audio exposure.
  case discreteEquivalentContinuousLevel = 3

  /// True for the one style whose samples are summed.
  public var isCumulative: Bool { self == .cumulative }
}
