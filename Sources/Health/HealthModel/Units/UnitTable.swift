/// A named unit: its factor to the base units, its dimension, and if it can have a prefix.
struct UnitRoot: Sendable {
  let name: String
  let scale: UnitScale
  let dimension: UnitDimension
  let takesPrefix: Bool
  /// The value of this temperature scale at 0 °C; nil for everything that is not a temperature.
  let zeroCelsius: Double?
  /// UCUM's code for the unit; nil if UCUM has no such unit. A code in braces is UCUM's annotation,
  /// which counts as 1.
  let ucum: String?

  init(
    _ name: String, _ scale: UnitScale, _ dimension: UnitDimension, prefix: Bool = false,
    zeroCelsius: Double? = nil, ucum: String?
  ) {
    self.name = name
    self.ucum = ucum
    self.scale = scale
    self.dimension = dimension
    self.takesPrefix = prefix
    self.zeroCelsius = zeroCelsius
  }
}

/// A metric prefix: `mc` is 10^-6.
struct UnitPrefix: Sendable {
  let name: String
  let exponent: Int
  /// UCUM's letter for the prefix.
  let ucum: String

  init(_ name: String, _ exponent: Int) {
    self.name = name
    self.exponent = exponent
    ucum = name == "mc" ? "u" : name
  }
}

/// Every unit name that HealthKit knows. The factors are those with which HealthKit computes, not
/// the rounded ones of its header: mmHg is 101325/760 Pa.
///
/// Source: Apple's SDK headers and Apple's SDK headers. The order of the roots is the order of
/// factors in a unit's text; it puts time before mass because HealthKit prints `mL/min·kg` and
/// `kcal/hr·kg`. The codes of UCUM are those of its specification 2.2 (ucum.org/ucum), each held to
/// it in the tests by the parser of the Python package ucumvert.
enum UnitTable {
  typealias D = UnitDimension

  private static let scalar = D([(.scalar, 1)])
  private static let length = D([(.length, 1)])
  private static let volume = D([(.length, 3)])
  private static let mass = D([(.mass, 1)])
  private static let time = D([(.time, 1)])
  private static let temperature = D([(.temperature, 1)])
  private static let pressure = D([(.mass, 1), (.length, -1), (.time, -2)])
  private static let energy = D([(.mass, 1), (.length, 2), (.time, -2)])
  private static let power = D([(.mass, 1), (.length, 2), (.time, -3)])
  private static let frequency = D([(.time, -1)])
  private static let angle = D([(.angle, 1)])

  /// The index of `mol` in `roots`: the one name that may carry a molar mass.
  static let moleIndex = roots.firstIndex { $0.name == "mol" } ?? 0

  /// The dimension of a mole with a molar mass.
  static let moleWithMass = mass

  /// The named units, in the order in which a unit's text shows them.
  static let roots: [UnitRoot] = [
    UnitRoot("count", .one, scalar, ucum: "{count}"),
    UnitRoot("%", .one, scalar, ucum: "%"),
    UnitRoot("IU", .one, D([(.internationalUnit, 1)]), ucum: "[iU]"),
    UnitRoot("appleEffortScore", .one, D([(.effortScore, 1)]), ucum: "{appleEffortScore}"),
    UnitRoot("dBASPL", .one, D([(.soundPressureLevel, 1)]), ucum: "dB[SPL]"),
    UnitRoot("dBHL", .one, D([(.hearingLevel, 1)]), ucum: "dB{HL}"),
    UnitRoot("D", .one, D([(.diopter, 1)]), ucum: "[diop]"),
    UnitRoot("pD", .one, D([(.prismDiopter, 1)]), ucum: "[p'diop]"),
    UnitRoot("kcal", UnitScale(4184), energy, ucum: "kcal"),
    UnitRoot("Cal", UnitScale(4184), energy, ucum: "[Cal]"),
    UnitRoot("cal", UnitScale(4184, e: -3), energy, ucum: "cal"),
    UnitRoot("J", .one, energy, prefix: true, ucum: "J"),
    UnitRoot("W", .one, power, prefix: true, ucum: "W"),
    UnitRoot("V", .one, D([(.electricPotential, 1)]), prefix: true, ucum: "V"),
    UnitRoot("S", .one, D([(.conductance, 1)]), prefix: true, ucum: "S"),
    UnitRoot("lx", .one, D([(.illuminance, 1)]), prefix: true, ucum: "lx"),
    UnitRoot("Pa", .one, pressure, prefix: true, ucum: "Pa"),
    UnitRoot("mmHg", UnitScale(101_325, over: 760), pressure, ucum: "mm[Hg]"),
    UnitRoot("inHg", UnitScale(338_638_816, e: -5), pressure, ucum: "[in_i'Hg]"),
    UnitRoot("cmAq", UnitScale(2_490_889, over: 254, e: -2), pressure, ucum: "cm[H2O]"),
    UnitRoot("atm", UnitScale(101_325), pressure, ucum: "atm"),
    UnitRoot("L", UnitScale(1, e: -3), volume, prefix: true, ucum: "L"),
    UnitRoot("fl_oz_us", UnitScale(295_735_295_625, e: -16), volume, ucum: "[foz_us]"),
    UnitRoot("fl_oz_imp", UnitScale(284_130_625, e: -13), volume, ucum: "[foz_br]"),
    UnitRoot("cup_us", UnitScale(2_365_882_365, e: -13), volume, ucum: "[cup_us]"),
    UnitRoot("cup_imp", UnitScale(284_130_625, e: -12), volume, ucum: nil),
    UnitRoot("pt_us", UnitScale(473_176_473, e: -12), volume, ucum: "[pt_us]"),
    UnitRoot("pt_imp", UnitScale(56_826_125, e: -11), volume, ucum: "[pt_br]"),
    UnitRoot("m", .one, length, prefix: true, ucum: "m"),
    UnitRoot("in", UnitScale(254, e: -4), length, ucum: "[in_i]"),
    UnitRoot("ft", UnitScale(3048, e: -4), length, ucum: "[ft_i]"),
    UnitRoot("yd", UnitScale(9144, e: -4), length, ucum: "[yd_i]"),
    UnitRoot("mi", UnitScale(1_609_344, e: -3), length, ucum: "[mi_i]"),
    UnitRoot("rad", .one, angle, prefix: true, ucum: "rad"),
    UnitRoot("deg", UnitScale(.pi, over: 180), angle, ucum: "deg"),
    UnitRoot("Hz", .one, frequency, prefix: true, ucum: "Hz"),
    UnitRoot("s", .one, time, prefix: true, ucum: "s"),
    UnitRoot("min", UnitScale(60), time, ucum: "min"),
    UnitRoot("hr", UnitScale(3600), time, ucum: "h"),
    UnitRoot("d", UnitScale(86_400), time, ucum: "d"),
    UnitRoot("K", .one, temperature, prefix: true, zeroCelsius: 273.15, ucum: "K"),
    UnitRoot("degC", .one, temperature, zeroCelsius: 0, ucum: "Cel"),
    UnitRoot("degF", UnitScale(5, over: 9), temperature, zeroCelsius: 32, ucum: "[degF]"),
    UnitRoot("g", UnitScale(1, e: -3), mass, prefix: true, ucum: "g"),
    UnitRoot("oz", UnitScale(28_349_523_125, e: -12), mass, ucum: "[oz_av]"),
    UnitRoot("lb", UnitScale(45_359_237, e: -8), mass, ucum: "[lb_av]"),
    UnitRoot("st", UnitScale(635_029_318, e: -8), mass, ucum: "[stone_av]"),
    UnitRoot("mol", .one, D([(.amount, 1)]), prefix: true, ucum: "mol"),
  ]

  /// The metric prefixes, two letters before one.
  static let prefixes: [UnitPrefix] = [
    UnitPrefix("mc", -6), UnitPrefix("da", 1), UnitPrefix("f", -15), UnitPrefix("p", -12),
    UnitPrefix("n", -9), UnitPrefix("m", -3), UnitPrefix("c", -2), UnitPrefix("d", -1),
    UnitPrefix("h", 2), UnitPrefix("k", 3), UnitPrefix("M", 6), UnitPrefix("G", 9),
    UnitPrefix("T", 12),
  ]

  /// The names that people write, with HealthKit's names for them.
  static let hints: [String: String] = [
    "percent": "%", "bpm": "count/min", "/min": "count/min", "ug": "mcg", "µg": "mcg", "μg": "mcg",
    "micrograms": "mcg", "milligram": "mg", "milligrams": "mg", "gram": "g", "grams": "g",
    "kilogram": "kg", "kilograms": "kg", "kilo": "kg", "kilos": "kg", "kgs": "kg", "Kg": "kg",
    "KG": "kg", "pound": "lb", "pounds": "lb", "lbs": "lb", "stone": "st", "stones": "st",
    "ounce": "oz", "ounces": "oz", "h": "hr", "hour": "hr", "hours": "hr", "hrs": "hr",
    "second": "s", "seconds": "s", "sec": "s", "secs": "s", "minute": "min", "minutes": "min",
    "mins": "min", "day": "d", "days": "d", "kCal": "kcal", "calories": "kcal",
    "kilocalories": "kcal", "kilojoules": "kJ", "steps": "count", "milliliters": "mL",
    "millilitres": "mL", "liter": "L", "liters": "L", "litre": "L", "litres": "L",
    "centimeters": "cm", "centimetres": "cm", "meter": "m", "meters": "m", "metre": "m",
    "metres": "m", "kilometer": "km", "kilometers": "km", "kilometre": "km", "kilometres": "km",
    "kms": "km", "inch": "in", "inches": "in", "foot": "ft", "feet": "ft", "yard": "yd",
    "yards": "yd", "mile": "mi", "miles": "mi", "mph": "mi/hr", "kph": "km/hr", "kmh": "km/hr",
    "C": "degC", "F": "degF", "celsius": "degC", "fahrenheit": "degF", "mmhg": "mmHg",
  ]

  private static let indices: [String: Int] = {
    var indices: [String: Int] = ["l": roots.firstIndex { $0.name == "L" } ?? 0]
    for (index, root) in roots.enumerated() { indices[root.name] = index }
    return indices
  }()

  /// Returns the unit with a name: it tries the whole name first, then prefix and root.
  ///
  ///     UnitTable.element(named: "ml")?.name   // "mL"
  ///     UnitTable.element(named: "kWh")        // nil
  static func element(named text: String) -> UnitElement? {
    if let index = indices[text] {
      return UnitElement(name: roots[index].name, rootIndex: index)
    }
    for prefix in prefixes where text.hasPrefix(prefix.name) {
      guard let index = indices[String(text.dropFirst(prefix.name.count))],
        roots[index].takesPrefix
      else { continue }
      return UnitElement(
        name: prefix.name + roots[index].name, rootIndex: index, exponent: prefix.exponent)
    }
    return nil
  }
}

/// A named unit with its prefix and, for a mole, its molar mass: one kind of factor.
struct UnitElement: Sendable {
  /// The canonical name: `mL`, `mmol<180.1558800000541>`.
  var name: String
  /// The index of the root in `UnitTable.roots`.
  var rootIndex: Int
  /// The prefix as a power of ten.
  var exponent = 0
  /// Grams per mole, where the unit is a mole of a known substance.
  var molarMass: Double?

  var root: UnitRoot { UnitTable.roots[rootIndex] }

  /// The factor to the base units.
  var scale: UnitScale {
    if let molarMass { return UnitScale(molarMass, e: exponent - 3) }
    var scale = root.scale
    scale.exponent += exponent
    return scale
  }

  /// The unit's dimension; a mole of a known substance is a mass.
  var dimension: UnitDimension {
    molarMass == nil ? root.dimension : UnitTable.moleWithMass
  }

  /// The value of this scale at 0 °C, in its own unit; nil for everything but a temperature.
  var zeroCelsius: Double? {
    guard let zero = root.zeroCelsius else { return nil }
    return exponent < 0
      ? zero * UnitScale.powerOfTen(-exponent) : zero / UnitScale.powerOfTen(exponent)
  }
}

/// The dimension of a unit, reduced to base dimensions: `L` is length³, `J` is length²·mass/time².
///
///     try Unit("km/hr").dimension.description   // "length/time"
///
/// Two units convert into each other exactly when their dimensions are equal. Counting is a
/// dimension of its own (`count/min` is not `1/min`), as in HealthKit. Source: HKUnit in
/// HealthKit's documentation and in Apple's SDK headers.
package struct UnitDimension: Hashable, Sendable, CustomStringConvertible {
  /// An independent dimension; every unit is a product of powers of these.
  package enum Base: Int, CaseIterable, Hashable, Sendable {
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
    package var name: String {
      String(describing: self).reduce(into: "") { name, letter in
        name += letter.isUppercase ? " " + letter.lowercased() : String(letter)
      }
    }
  }

  /// The power of each base, at the index of its raw value.
  private var powers: SIMD16<Int32>

  /// The dimension of the null unit: every power is 0.
  package static let none = UnitDimension([])

  /// Creates a product of powers of bases; the powers of a base that is named twice are added.
  init(_ terms: [(Base, Int32)]) {
    powers = .zero
    for (base, power) in terms { powers[base.rawValue] += power }
  }

  /// Returns the power of a base; 0 if the dimension does not contain it.
  ///
  ///     try Unit("m/s").dimension.power(of: .time)   // -1
  package func power(of base: Base) -> Int { Int(powers[base.rawValue]) }

  /// Adds `factor` raised to `power`.
  mutating func multiply(by factor: UnitDimension, power: Int) {
    powers &+= factor.powers &* Int32(truncatingIfNeeded: power)
  }

  /// The dimension as text: `mass/length^3`; "none" for the null unit.
  package var description: String {
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

  /// Converts a value of this scale to the scale of `target`.
  ///
  /// Equal scales return the value bit for bit, NaN and infinity included.
  func convert(_ value: Double, to target: UnitScale) -> Double {
    if self == target { return value }
    let shift = exponent - target.exponent
    let up = numerator * target.denominator * Self.powerOfTen(max(shift, 0))
    let down = denominator * target.numerator * Self.powerOfTen(max(-shift, 0))
    if up == down && up.isFinite { return value }
    let product = value * up
    return product.isFinite ? product / down : value / down * up
  }

  /// Returns `10^n` for `n` ≥ 0, correctly rounded; infinity from 309 on.
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
