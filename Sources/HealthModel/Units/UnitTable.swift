/// One named unit: its factor to the base units, what it measures, whether it takes a prefix.
struct UnitRoot: Sendable {
  let name: String
  let scale: UnitScale
  let dimension: UnitDimension
  let takesPrefix: Bool
  /// Where this temperature scale reads 0 °C; nil for everything that is not a temperature.
  let zeroCelsius: Double?

  init(
    _ name: String, _ scale: UnitScale, _ dimension: UnitDimension, prefix: Bool = false,
    zeroCelsius: Double? = nil
  ) {
    self.name = name
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

  init(_ name: String, _ exponent: Int) {
    self.name = name
    self.exponent = exponent
  }
}

/// Every unit name that HealthKit knows.
///
/// Source: Apple's SDK headers and Apple's SDK headers. The order of the roots is the order
/// of factors in a unit's text; it puts time before mass because HealthKit prints `mL/min·kg` and
/// `kcal/hr·kg`.
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

  /// The place of `mol` in `roots`: the one name that may carry a molar mass.
  static let molePlace = roots.firstIndex { $0.name == "mol" } ?? 0

  /// What a mole with a molar mass measures.
  static let moleWithMass = mass

  /// The named units, in the order in which a unit's text shows them.
  static let roots: [UnitRoot] = [
    UnitRoot("count", .one, scalar),
    UnitRoot("%", .one, scalar),
    UnitRoot("IU", .one, D([(.internationalUnit, 1)])),
    UnitRoot("appleEffortScore", .one, D([(.effortScore, 1)])),
    UnitRoot("dBASPL", .one, D([(.soundPressureLevel, 1)])),
    UnitRoot("dBHL", .one, D([(.hearingLevel, 1)])),
    UnitRoot("D", .one, D([(.diopter, 1)])),
    UnitRoot("pD", .one, D([(.prismDiopter, 1)])),
    UnitRoot("kcal", UnitScale(4184), energy),
    UnitRoot("Cal", UnitScale(4184), energy),
    UnitRoot("cal", UnitScale(4184, e: -3), energy),
    UnitRoot("J", .one, energy, prefix: true),
    UnitRoot("W", .one, power, prefix: true),
    UnitRoot("V", .one, D([(.electricPotential, 1)]), prefix: true),
    UnitRoot("S", .one, D([(.conductance, 1)]), prefix: true),
    UnitRoot("lx", .one, D([(.illuminance, 1)]), prefix: true),
    UnitRoot("Pa", .one, pressure, prefix: true),
    UnitRoot("mmHg", UnitScale(101_325, over: 760), pressure),
    UnitRoot("inHg", UnitScale(338_638_816, e: -5), pressure),
    UnitRoot("cmAq", UnitScale(2_490_889, over: 254, e: -2), pressure),
    UnitRoot("atm", UnitScale(101_325), pressure),
    UnitRoot("L", UnitScale(1, e: -3), volume, prefix: true),
    UnitRoot("fl_oz_us", UnitScale(295_735_295_625, e: -16), volume),
    UnitRoot("fl_oz_imp", UnitScale(284_130_625, e: -13), volume),
    UnitRoot("cup_us", UnitScale(2_365_882_365, e: -13), volume),
    UnitRoot("cup_imp", UnitScale(284_130_625, e: -12), volume),
    UnitRoot("pt_us", UnitScale(473_176_473, e: -12), volume),
    UnitRoot("pt_imp", UnitScale(56_826_125, e: -11), volume),
    UnitRoot("m", .one, length, prefix: true),
    UnitRoot("in", UnitScale(254, e: -4), length),
    UnitRoot("ft", UnitScale(3048, e: -4), length),
    UnitRoot("yd", UnitScale(9144, e: -4), length),
    UnitRoot("mi", UnitScale(1_609_344, e: -3), length),
    UnitRoot("rad", .one, angle, prefix: true),
    UnitRoot("deg", UnitScale(.pi, over: 180), angle),
    UnitRoot("Hz", .one, frequency, prefix: true),
    UnitRoot("s", .one, time, prefix: true),
    UnitRoot("min", UnitScale(60), time),
    UnitRoot("hr", UnitScale(3600), time),
    UnitRoot("d", UnitScale(86_400), time),
    UnitRoot("K", .one, temperature, prefix: true, zeroCelsius: 273.15),
    UnitRoot("degC", .one, temperature, zeroCelsius: 0),
    UnitRoot("degF", UnitScale(5, over: 9), temperature, zeroCelsius: 32),
    UnitRoot("g", UnitScale(1, e: -3), mass, prefix: true),
    UnitRoot("oz", UnitScale(28_349_523_125, e: -12), mass),
    UnitRoot("lb", UnitScale(45_359_237, e: -8), mass),
    UnitRoot("st", UnitScale(635_029_318, e: -8), mass),
    UnitRoot("mol", .one, D([(.amount, 1)]), prefix: true),
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

  private static let places: [String: Int] = {
    var places: [String: Int] = ["l": roots.firstIndex { $0.name == "L" } ?? 0]
    for (place, root) in roots.enumerated() { places[root.name] = place }
    return places
  }()

  /// The unit a name stands for: a whole name first, then prefix and root.
  ///
  ///     UnitTable.element(named: "ml")?.name   // "mL"
  ///     UnitTable.element(named: "kWh")        // nil
  static func element(named text: String) -> UnitElement? {
    if let place = places[text] {
      return UnitElement(name: roots[place].name, place: place)
    }
    for prefix in prefixes where text.hasPrefix(prefix.name) {
      guard let place = places[String(text.dropFirst(prefix.name.count))],
        roots[place].takesPrefix
      else { continue }
      return UnitElement(
        name: prefix.name + roots[place].name, place: place, exponent: prefix.exponent)
    }
    return nil
  }
}

/// A named unit with its prefix and, for a mole, its molar mass: one kind of factor.
struct UnitElement: Sendable {
  /// The canonical name: `mL`, `mmol<180.1558800000541>`.
  var name: String
  /// The place of the root in `UnitTable.roots`.
  var place: Int
  /// The prefix as a power of ten.
  var exponent = 0
  /// Grams per mole, where the unit is a mole of a known substance.
  var molarMass: Double?

  var root: UnitRoot { UnitTable.roots[place] }

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
