import CLibrary

/// An axis of values: from a round number to a round number, with a few round ones between.
struct ValueScale {
  /// Where marks stand, ascending; at least two.
  let marks: [Double]
  /// How many decimals the marks need.
  let decimals: Int

  var least: Double { marks.first ?? 0 }
  var greatest: Double { marks.last ?? 1 }

  /// An axis ends here: what lies further out is drawn at its end, and no difference overflows.
  private static let most = 1e300
  /// Less than this is no step: the powers of ten below lose their digits and end in 0.
  private static let finest = 1e-300

  /// A scale that holds these values.
  ///
  /// - Parameters:
  ///   - drawn: beyond this no value makes it longer.
  ///   - fromZero: whether it begins with 0, as bars do.
  init(
    _ values: [Double], within drawn: ClosedRange<Double> = -.infinity ... .infinity,
    fromZero: Bool = false
  ) {
    let shown = values.map { min(max($0, drawn.lowerBound), drawn.upperBound) }
    let finite = shown.filter(\.isFinite).map { min(max($0, -Self.most), Self.most) }
    var (low, high) = (finite.min() ?? 0, finite.max() ?? 1)
    if fromZero { (low, high) = (min(low, 0), max(high, 0)) }
    let magnitude = max(high.magnitude, low.magnitude)
    if high - low < max(magnitude * 1e-6, 5 * Self.finest) {
      // From 1e16 on, a number and 1 more may be the same.
      let margin = max(1, magnitude * 1e-9)
      (low, high) = fromZero ? (low, max(high, low + 1)) : (low - margin, high + margin)
    }
    let step = Self.step((high - low) / 4)
    let first = (low / step).rounded(.down)
    let last = (high / step).rounded(.up)
    let count = min(max(Int(last - first), 1), 12)
    marks = (0...count).map { (first + Double($0)) * step }
    decimals = Self.decimals(of: step)
  }

  /// These marks, which are whole numbers.
  init(marks: [Double]) {
    self.marks = marks
    decimals = 0
  }

  /// How many decimals a step has, 12 at most: 0.025 has 3.
  private static func decimals(of step: Double) -> Int {
    (0..<12).first { count in
      let scaled = step * pow(10, Double(count))
      return abs(scaled - scaled.rounded()) < scaled * 1e-6
    } ?? 12
  }

  /// The next of 1, 2, 2.5, 5 and 10 times a power of ten.
  static func step(_ rough: Double) -> Double {
    guard rough >= finest, rough.isFinite else { return 1 }
    let power = pow(10, floor(log10(rough)))
    let part = rough / power
    let round = [1.0, 2, 2.5, 5, 10].first { part <= $0 * 1.0001 } ?? 10
    return round * power
  }
}
