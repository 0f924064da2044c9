/// One named unit: its factor to the base units, what it measures, whether it takes a prefix.
struct UnitRoot: Sendable {
  let name: String
  let scale: UnitScale
  let dimension: UnitDimension
  let takesPrefix: Bool
  /// Where this temperature scale reads 0 °C; nil for everything that is not a temperature.
  let zeroCelsius: Double?
  /// What UCUM calls it; nil: UCUM has no such unit. A code in braces is UCUM's annotation, which
  /// counts as 1.
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
  /// UCUM's letter for it.
  let ucum: String

  init(_ name: String, _ exponent: Int) {
    self.name = name
    self.exponent = exponent
    ucum = name == "mc" ? "u" : name
  }
}

/// Every unit name that HealthKit knows.
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

  /// What a mole with a molar mass measures.
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

  /// What people write, and what HealthKit calls it.
  static let hints: [String: String] = [
    "percent": "%", "bpm": "count/min", "ug": "mcg", "µg": "mcg", "μg": "mcg", "h": "hr",
    "hour": "hr", "hours": "hr", "sec": "s", "minute": "min", "minutes": "min", "day": "d",
    "days": "d", "lbs": "lb", "Kg": "kg", "KG": "kg", "kCal": "kcal", "calories": "kcal",
    "steps": "count", "liter": "L", "litre": "L", "inch": "in", "feet": "ft", "miles": "mi",
    "mph": "mi/hr", "kph": "km/hr", "kmh": "km/hr", "C": "degC", "F": "degF", "mmhg": "mmHg",
  ]

  private static let indices: [String: Int] = {
    var indices: [String: Int] = ["l": roots.firstIndex { $0.name == "L" } ?? 0]
    for (index, root) in roots.enumerated() { indices[root.name] = index }
    return indices
  }()

  /// The unit a name stands for: a whole name first, then prefix and root.
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

  /// What it measures; a mole of a known substance is a mass.
  var dimension: UnitDimension {
    molarMass == nil ? root.dimension : UnitTable.moleWithMass
  }

  /// Where this scale reads 0 °C, in its own unit; nil for everything but a temperature.
  var zeroCelsius: Double? {
    guard let zero = root.zeroCelsius else { return nil }
    return exponent < 0
      ? zero * UnitScale.powerOfTen(-exponent) : zero / UnitScale.powerOfTen(exponent)
  }
}
