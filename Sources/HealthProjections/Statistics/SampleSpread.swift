import HealthModel

/// The mean of some numbers, and how far they lie from it.
package struct SampleSpread {
  /// The arithmetic mean.
  package let mean: Double
  /// The standard deviation of a sample, with n − 1; nil of one number.
  package let deviation: Double?

  /// Those of these numbers; nil of none.
  package init?(_ numbers: [Double]) {
    guard !numbers.isEmpty else { return nil }
    var sum = ExactSum()
    for number in numbers { sum.add(number) }
    let mean = sum.value / Double(numbers.count)
    var squares = ExactSum()
    for number in numbers { squares.add((number - mean) * (number - mean)) }
    self.mean = mean
    deviation =
      numbers.count > 1 ? (squares.value / Double(numbers.count - 1)).squareRoot() : nil
  }
}
