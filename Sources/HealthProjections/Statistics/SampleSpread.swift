import HealthModel

/// The mean of some numbers, and how far they lie from it.
package struct SampleSpread {
  /// The arithmetic mean.
  package let mean: Double
  /// The standard deviation of a sample, with n − 1; nil of one number.
  package let deviation: Double?

  /// Those of these numbers; nil of none.
  package init?(_ numbers: [Double]) {
    guard let mean = Self.mean(of: numbers) else { return nil }
    var squares = ExactSum()
    for number in numbers { squares.add((number - mean) * (number - mean)) }
    self.mean = mean
    deviation =
      numbers.count > 1 ? (squares.value / Double(numbers.count - 1)).squareRoot() : nil
  }

  /// The arithmetic mean of these numbers; nil of none.
  static func mean(of numbers: [Double]) -> Double? {
    guard let least = numbers.min(), let greatest = numbers.max() else { return nil }
    var sum = ExactSum()
    for number in numbers { sum.add(number) }
    return (sum.value / Double(numbers.count)).within(least, greatest)
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
