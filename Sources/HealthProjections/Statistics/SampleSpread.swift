import HealthModel

/// The mean of some numbers, how far they lie from it, and between which they lie.
package struct SampleSpread {
  /// The number of them.
  package let count: Int
  /// The least of them.
  package let least: Double
  /// The greatest of them.
  package let greatest: Double
  /// The arithmetic mean.
  package let mean: Double
  /// The standard deviation of a sample, with n − 1; nil of one number.
  package let deviation: Double?

  /// Those of these numbers; nil of none.
  package init?(_ numbers: [Double]) {
    guard let mean = Self.mean(of: numbers), let least = numbers.min(),
      let greatest = numbers.max()
    else { return nil }
    (count, self.least, self.greatest) = (numbers.count, least, greatest)
    let squares = ExactSum(numbers.lazy.map { ($0 - mean) * ($0 - mean) })
    self.mean = mean
    deviation =
      numbers.count > 1 ? (squares.value / Double(numbers.count - 1)).squareRoot() : nil
  }

  /// The arithmetic mean of these numbers; nil of none.
  package static func mean(of numbers: [Double]) -> Double? {
    guard let least = numbers.min(), let greatest = numbers.max() else { return nil }
    return (ExactSum(numbers).value / Double(numbers.count)).within(least, greatest)
  }

  /// The number below which a share of some numbers lies, between two of them in proportion: 0 is
  /// the first, 0.5 the median, 1 the last (type 7 of Hyndman and Fan, "Sample Quantiles in
  /// Statistical Packages", 1996; NumPy's default).
  ///
  /// - Parameter ordered: ascending; one at least.
  package static func quantile(_ share: Double, of ordered: [Double]) -> Double {
    let position = share * Double(ordered.count - 1)
    let lower = Int(position)
    let upper = min(lower + 1, ordered.count - 1)
    let part = position - Double(lower)
    return ordered[lower] * (1 - part) + ordered[upper] * part
  }

  /// The numbers below which so many percent of some numbers lie, see `quantile`. Empty of none,
  /// and where one of them is not finite.
  static func percentiles(_ percents: [Double], of numbers: [Double]) -> [Double: Double] {
    guard !numbers.isEmpty, !percents.isEmpty, numbers.allSatisfy(\.isFinite) else { return [:] }
    let ordered = numbers.sorted()
    var found: [Double: Double] = [:]
    for percent in percents where (0...100).contains(percent) {
      found[percent] = quantile(percent / 100, of: ordered)
    }
    return found
  }
}

extension Double {
  /// A mean of numbers between these two, which lies between them too: a sum is rounded before it
  /// is divided, which can take the mean of equal numbers out by a step. What is not finite stays.
  func within(_ least: Double, _ greatest: Double) -> Double {
    guard isFinite else { return self }
    return self < least ? least : self > greatest ? greatest : self
  }
}
