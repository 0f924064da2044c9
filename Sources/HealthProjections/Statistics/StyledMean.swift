import CLibrary
import HealthModel

/// The average of samples as their type's aggregation style has it.
///
/// - arithmetic: the plain mean of the values;
/// - temporally weighted: each value weighs as long as it holds;
/// - equivalent continuous level: the mean of the powers 10^(L/10) over time, as a level again,
///   10·log10 of it (Leq, IEC 61672).
///
/// How much a sample of no length weighs is not published; here it is one second, so that the
/// average of instants is their mean.
struct StyledMean {
  private let style: AggregationStyle
  private var sum = ExactSum()
  /// How many values weigh 1, as nearly all do.
  private var ones = 0
  /// What the others weigh.
  private var weight = ExactSum()

  init(_ style: AggregationStyle) { self.style = style }

  /// Adds a value that held for this many seconds.
  @inline(__always)
  mutating func add(_ value: Double, seconds: Double) {
    if style == .discreteArithmetic || style == .discreteTemporallyWeighted && seconds <= 0 {
      ones += 1
      sum.add(value)
    } else {
      addWeighted(value, seconds)
    }
  }

  private mutating func addWeighted(_ value: Double, _ seconds: Double) {
    let weight = Self.weight(seconds, style) ?? 1
    let part = style == .discreteEquivalentContinuousLevel ? pow(10, value / 10) : value
    sum.add(part * weight)
    self.weight.add(weight)
  }

  /// What a sample weighs that lasts this many seconds; nil: as much as any other.
  static func weight(_ seconds: Double, _ style: AggregationStyle) -> Double? {
    switch style {
    case .cumulative, .discreteArithmetic: nil
    case .discreteTemporallyWeighted, .discreteEquivalentContinuousLevel:
      seconds > 0 ? seconds : 1
    }
  }

  /// The average; nil of nothing.
  var value: Double? {
    var weight = weight
    weight.add(Double(ones))
    guard weight.value > 0 else { return nil }
    let mean = sum.value / weight.value
    return style == .discreteEquivalentContinuousLevel ? 10 * log10(mean) : mean
  }
}
