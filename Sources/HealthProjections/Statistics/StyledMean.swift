import CLibrary
import HealthModel

/// The average of samples as their type's aggregation style has it.
///
/// - arithmetic: the plain mean of the values;
/// - temporally weighted: each value weighs as long as it holds, see `SampleHolds`;
/// - equivalent continuous level: the mean of the powers 10^(L/10) over time, as a level again,
///   10·log10 of it (Leq, IEC 61672).
///
/// The average of a week or a year is that of its samples, not of its days: every view makes it
/// from the same parts.
struct StyledMean {
  private let style: AggregationStyle
  private var parts = AverageParts()
  /// How many values weigh 1, as all of an arithmetic mean do.
  private var ones = 0

  init(_ style: AggregationStyle) { self.style = style }

  /// Adds a value that held for this many seconds.
  @inline(__always)
  mutating func add(_ value: Double, seconds: Double) {
    if style.isWeightedByTime {
      addWeighted(value, seconds)
    } else {
      ones += 1
      parts.sum.add(value)
    }
  }

  private mutating func addWeighted(_ value: Double, _ seconds: Double) {
    let part = style == .discreteEquivalentContinuousLevel ? pow(10, value / 10) : value
    parts.sum.add(part * seconds)
    parts.weight.add(seconds)
  }

  /// Notes that a value that was added began in the part of time before.
  mutating func carry(_ value: Double) {
    guard !style.isWeightedByTime else { return }
    parts.carried.sum.add(value)
    parts.carried.count += 1
  }

  /// Adds what another average is made of.
  ///
  /// - Parameter isFirst: whether nothing comes before it, in which its carried values count.
  mutating func add(_ other: AverageParts, isFirst: Bool = true) {
    parts.sum.add(other.sum)
    parts.weight.add(other.weight)
    if isFirst || other.carried.count == 0 { return }
    parts.sum.subtract(other.carried.sum)
    parts.weight.add(-Double(other.carried.count))
  }

  /// What it is made of.
  var allParts: AverageParts {
    var all = parts
    all.weight.add(Double(ones))
    return all
  }

  /// The average; nil of nothing.
  var value: Double? {
    let all = allParts
    guard all.weight.value > 0 else { return nil }
    let mean = all.sum.value / all.weight.value
    return style == .discreteEquivalentContinuousLevel ? 10 * log10(mean) : mean
  }
}

extension AggregationStyle {
  /// Whether a value weighs as long as it holds.
  var isWeightedByTime: Bool {
    switch self {
    case .cumulative, .discreteArithmetic: false
    case .discreteTemporallyWeighted, .discreteEquivalentContinuousLevel: true
    }
  }
}

extension Sequence<DayStatistics> {
  /// The average of these days of a discrete type, as `statistics` has it of all their time; nil
  /// where none has one.
  ///
  /// - Parameter first: the first day of the time, which may have no figures: its number since
  ///   1970-01-01.
  func average(of type: String, from first: Int) -> Double? {
    var mean = StyledMean(AggregationStyle.of(type))
    var (least, greatest) = (Double.infinity, -Double.infinity)
    for day in self {
      guard let average = day.average, let parts = day.parts else { continue }
      mean.add(parts, isFirst: day.day.dayNumber == first)
      least = Swift.min(least, day.minimum ?? average)
      greatest = Swift.max(greatest, day.maximum ?? average)
    }
    return mean.value?.within(least, greatest)
  }
}
