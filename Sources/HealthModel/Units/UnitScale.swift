/// The factor from a unit to its base units, kept as `numerator / denominator × 10^exponent`.
///
/// Powers of ten stay apart because they are where a single double loses its last digit: with
/// them apart 500 mg is 0.5 g, 72 count/min is 1.2 count/s and 12 in is 1 ft, to the bit.
struct UnitScale: Hashable, Sendable {
  var numerator: Double
  var denominator: Double
  var exponent: Int

  static let one = UnitScale(1)

  init(_ numerator: Double, over denominator: Double = 1, e exponent: Int = 0) {
    self.numerator = numerator
    self.denominator = denominator
    self.exponent = exponent
  }

  /// Multiplies by `factor` raised to `power`; a negative power divides.
  mutating func multiply(by factor: UnitScale, power: Int) {
    let up = power < 0 ? factor.denominator : factor.numerator
    let down = power < 0 ? factor.numerator : factor.denominator
    numerator *= Self.raise(up, to: power.magnitude)
    denominator *= Self.raise(down, to: power.magnitude)
    exponent += factor.exponent * power
  }

  /// A value in this scale, expressed in `target`'s.
  ///
  /// Equal scales give the value back bit for bit, NaN and infinity included.
  func convert(_ value: Double, to target: UnitScale) -> Double {
    if self == target { return value }
    let shift = exponent - target.exponent
    let up = numerator * target.denominator * Self.powerOfTen(max(shift, 0))
    let down = denominator * target.numerator * Self.powerOfTen(max(-shift, 0))
    if up == down && up.isFinite { return value }
    let product = value * up
    return product.isFinite ? product / down : value / down * up
  }

  /// `10^n` for `n` ≥ 0, correctly rounded; infinity from 309 on.
  static func powerOfTen(_ n: Int) -> Double {
    if n < exactPowers.count { return exactPowers[n] }
    return Double("1e\(n)") ?? .infinity
  }

  /// The powers of ten that a double holds exactly.
  private static let exactPowers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  private static func raise(_ base: Double, to power: UInt) -> Double {
    var result = 1.0
    var square = base
    var rest = power
    while rest > 0 {
      if rest & 1 == 1 { result *= square }
      square *= square
      rest >>= 1
    }
    return result
  }
}
