/// What a unit measures, reduced to base dimensions: `L` is length³, `J` is length²·mass/time².
///
///     try Unit("km/hr").dimension.description   // "length/time"
///
/// Two units convert into each other exactly when their dimensions are equal. Counting is a
/// dimension of its own (`count/min` is not `1/min`), as HealthKit keeps it.
/// Source: HKUnit in HealthKit's documentation and in Apple's SDK headers.
public struct UnitDimension: Hashable, Sendable, CustomStringConvertible {
  /// One independent dimension; every unit is a product of powers of these.
  public enum Base: Int, CaseIterable, Hashable, Sendable {
    /// Counts and percentages; `%` has the factor 1, not 0.01.
    case scalar
    /// Base unit metre.
    case length
    /// Base unit kilogram; `mol<x>` is a mass as well.
    case mass
    /// Base unit second.
    case time
    /// Base unit kelvin.
    case temperature
    /// Base unit mole without a molar mass.
    case amount
    /// Base unit radian.
    case angle
    /// Base unit siemens.
    case conductance
    /// Base unit volt.
    case electricPotential
    /// Base unit lux.
    case illuminance
    /// A-weighted decibels, never converted to pascals.
    case soundPressureLevel
    /// Decibels of hearing level.
    case hearingLevel
    /// International units of a substance.
    case internationalUnit
    /// Optical power.
    case diopter
    /// Deflection by a prism.
    case prismDiopter
    /// Apple's workout effort score.
    case effortScore

    /// The dimension in words, for messages: `soundPressureLevel` is "sound pressure level".
    public var name: String {
      String(describing: self).reduce(into: "") { name, letter in
        name += letter.isUppercase ? " " + letter.lowercased() : String(letter)
      }
    }
  }

  /// The power of each base, at the index of its raw value.
  private var powers: SIMD16<Int32>

  /// The dimension of the null unit: every power is 0.
  public static let none = UnitDimension([])

  /// A product of powers of bases; a base named twice adds up.
  init(_ terms: [(Base, Int32)]) {
    powers = .zero
    for (base, power) in terms { powers[base.rawValue] += power }
  }

  /// The power of one base; 0 where the dimension does not contain it.
  ///
  ///     try Unit("m/s").dimension.power(of: .time)   // -1
  public func power(of base: Base) -> Int { Int(powers[base.rawValue]) }

  /// Adds `factor` raised to `power`.
  mutating func multiply(by factor: UnitDimension, power: Int) {
    powers &+= factor.powers &* Int32(truncatingIfNeeded: power)
  }

  /// The dimension as text: `mass/length^3`; "none" for the null unit.
  public var description: String {
    var above: [String] = []
    var below: [String] = []
    for base in Base.allCases {
      let power = power(of: base)
      let size = power.magnitude
      let text = size == 1 ? base.name : "\(base.name)^\(size)"
      if power > 0 { above.append(text) }
      if power < 0 { below.append(text) }
    }
    guard !above.isEmpty || !below.isEmpty else { return "none" }
    let top = above.isEmpty ? "1" : above.joined(separator: "·")
    return below.isEmpty ? top : "\(top)/\(below.joined(separator: "·"))"
  }
}
