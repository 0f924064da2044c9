public import HealthModel

extension Unit {
  /// Creates the unit of a text that is part of the program: HealthKit's HKUnit(from:). `try
  /// Unit(text)` reads text from elsewhere.
  ///
  ///     Unit(from: "kg/m^2") == .gramUnit(with: .kilo).unitDivided(by: .meter().unitRaised(toPower: 2))
  ///
  /// A text that is no unit is a programmer's error and traps with the position of the fault;
  /// HealthKit raises an exception for it.
  public init(from text: String) {
    do {
      self = try Unit(text)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// The text of the unit: `kg/m^2`, as `description`.
  public var unitString: String { description }

  /// Returns true for the empty product, `()`.
  public func isNull() -> Bool { factors.isEmpty }

  /// Returns the product: `m` and `m` make `m^2`.
  public func unitMultiplied(by unit: Unit) -> Unit { multiplied(by: unit) }

  /// Returns the quotient: `count` and `min` make `count/min`.
  public func unitDivided(by unit: Unit) -> Unit { divided(by: unit) }

  /// Returns the power: `m` to the power 2 is `m^2`.
  public func unitRaised(toPower power: Int) -> Unit { raised(to: power) }

  /// Returns the unit to the power −1: `1/s` for `s`.
  public func reciprocal() -> Unit { raised(to: -1) }

  /// Moles of a substance.
  ///
  ///     Unit.moleUnit(with: .milli, molarMass: UnitMolarMassBloodGlucose).unitDivided(by: .liter())
  ///
  /// - Parameter molarMass: grams a mole, from 1e-100 to 1e100. 0 and less and what makes too long
  ///   a text are a programmer's error and trap.
  public static func moleUnit(
    with prefix: MetricPrefix = .none, molarMass: Double
  ) -> Unit { Unit(from: "\(prefix.rawValue)mol<\(plainText(molarMass))>") }

  /// Returns the decimal of a number without an exponent, which the text of a unit does not have:
  /// `0.00001`, not `1e-05`.
  private static func plainText(_ number: Double) -> String {
    let text = "\(number)"
    let parts = text.split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return text }
    let figures = parts[0].split(separator: ".")
    let digits = figures.joined()
    let point = figures[0].count + exponent
    guard point > 0 else { return "0." + String(repeating: "0", count: -point) + digits }
    // An exponent above 0 stands only where all digits are before the point.
    return digits + String(repeating: "0", count: max(point - digits.count, 0))
  }

  /// Returns the unit for moles of a substance.
  public static func moleUnit(withMolarMass molarMass: Double) -> Unit {
    moleUnit(molarMass: molarMass)
  }

  // Counts and fractions.

  /// Things that are counted: `count`.
  public static func count() -> Unit { Unit(from: "count") }

  /// Returns the unit of a fraction from 0 to 1: `%`.
  public static func percent() -> Unit { Unit(from: "%") }

  /// Returns international units of a substance: `IU`.
  public static func internationalUnit() -> Unit { Unit(from: "IU") }

  /// Returns the unit of Apple's score of effort, 1 to 10: `appleEffortScore`.
  public static func appleEffortScore() -> Unit { Unit(from: "appleEffortScore") }

  // Mass.

  /// Returns grams: `g`.
  public static func gram() -> Unit { Unit(from: "g") }

  /// Returns grams with a prefix.
  public static func gramUnit(with prefix: MetricPrefix) -> Unit {
    Unit(from: prefix.rawValue + "g")
  }

  /// Returns ounces: `oz`.
  public static func ounce() -> Unit { Unit(from: "oz") }

  /// Returns pounds: `lb`.
  public static func pound() -> Unit { Unit(from: "lb") }

  /// Returns stones: `st`.
  public static func stone() -> Unit { Unit(from: "st") }

  // Length.

  /// Returns metres: `m`.
  public static func meter() -> Unit { Unit(from: "m") }

  /// Returns metres with a prefix.
  public static func meterUnit(with prefix: MetricPrefix) -> Unit {
    Unit(from: prefix.rawValue + "m")
  }

  /// Returns inches: `in`.
  public static func inch() -> Unit { Unit(from: "in") }

  /// Returns feet: `ft`.
  public static func foot() -> Unit { Unit(from: "ft") }

  /// Returns yards: `yd`.
  public static func yard() -> Unit { Unit(from: "yd") }

  /// Returns miles: `mi`.
  public static func mile() -> Unit { Unit(from: "mi") }

  // Volume.

  /// Returns litres: `L`.
  public static func liter() -> Unit { Unit(from: "L") }

  /// Returns litres with a prefix.
  public static func literUnit(with prefix: MetricPrefix) -> Unit {
    Unit(from: prefix.rawValue + "L")
  }

  /// Returns fluid ounces of the United States: `fl_oz_us`.
  public static func fluidOunceUS() -> Unit { Unit(from: "fl_oz_us") }

  /// Returns imperial fluid ounces: `fl_oz_imp`.
  public static func fluidOunceImperial() -> Unit { Unit(from: "fl_oz_imp") }

  /// Pints of the United States: `pt_us`.
  public static func pintUS() -> Unit { Unit(from: "pt_us") }

  /// Returns imperial pints: `pt_imp`.
  public static func pintImperial() -> Unit { Unit(from: "pt_imp") }

  /// Cups of the United States: `cup_us`.
  public static func cupUS() -> Unit { Unit(from: "cup_us") }

  /// Returns imperial cups: `cup_imp`.
  public static func cupImperial() -> Unit { Unit(from: "cup_imp") }

  // Time and frequency.

  /// Returns seconds: `s`.
  public static func second() -> Unit { Unit(from: "s") }

  /// Returns seconds with a prefix.
  public static func secondUnit(with prefix: MetricPrefix) -> Unit {
    Unit(from: prefix.rawValue + "s")
  }

  /// Returns minutes: `min`.
  public static func minute() -> Unit { Unit(from: "min") }

  /// Returns hours: `hr`.
  public static func hour() -> Unit { Unit(from: "hr") }

  /// Returns days: `d`.
  public static func day() -> Unit { Unit(from: "d") }

  /// Returns hertz: `Hz`.
  public static func hertz() -> Unit { Unit(from: "Hz") }

  /// Returns hertz with a prefix.
  public static func hertzUnit(with prefix: MetricPrefix) -> Unit {
    Unit(from: prefix.rawValue + "Hz")
  }

  // Energy and power.

  /// Returns joules: `J`.
  public static func joule() -> Unit { Unit(from: "J") }

  /// Returns joules with a prefix.
  public static func jouleUnit(with prefix: MetricPrefix) -> Unit {
    Unit(from: prefix.rawValue + "J")
  }

  /// Returns kilocalories: `kcal`.
  public static func kilocalorie() -> Unit { Unit(from: "kcal") }

  /// Returns calories, 4.184 J: `cal`.
  public static func smallCalorie() -> Unit { Unit(from: "cal") }

  /// Calories of food, 4184 J: `Cal`.
  public static func largeCalorie() -> Unit { Unit(from: "Cal") }

  /// Returns watts: `W`.
  public static func watt() -> Unit { Unit(from: "W") }

  /// Returns watts with a prefix.
  public static func wattUnit(with prefix: MetricPrefix) -> Unit {
    Unit(from: prefix.rawValue + "W")
  }

  // Temperature.

  /// Returns kelvin: `K`.
  public static func kelvin() -> Unit { Unit(from: "K") }

  /// Returns degrees Celsius: `degC`.
  public static func degreeCelsius() -> Unit { Unit(from: "degC") }

  /// Returns degrees Fahrenheit: `degF`.
  public static func degreeFahrenheit() -> Unit { Unit(from: "degF") }

  // Pressure.

  /// Returns pascals: `Pa`.
  public static func pascal() -> Unit { Unit(from: "Pa") }

  /// Returns pascals with a prefix.
  public static func pascalUnit(with prefix: MetricPrefix) -> Unit {
    Unit(from: prefix.rawValue + "Pa")
  }

  /// Millimetres of mercury: `mmHg`.
  public static func millimeterOfMercury() -> Unit { Unit(from: "mmHg") }

  /// Returns inches of mercury: `inHg`.
  public static func inchesOfMercury() -> Unit { Unit(from: "inHg") }

  /// Centimetres of water: `cmAq`.
  public static func centimeterOfWater() -> Unit { Unit(from: "cmAq") }

  /// Returns atmospheres: `atm`.
  public static func atmosphere() -> Unit { Unit(from: "atm") }

  // Electricity, light and sound.

  /// Returns siemens: `S`.
  public static func siemen() -> Unit { Unit(from: "S") }

  /// Returns siemens with a prefix.
  public static func siemenUnit(with prefix: MetricPrefix) -> Unit {
    Unit(from: prefix.rawValue + "S")
  }

  /// Returns volts: `V`.
  public static func volt() -> Unit { Unit(from: "V") }

  /// Returns volts with a prefix.
  public static func voltUnit(with prefix: MetricPrefix) -> Unit {
    Unit(from: prefix.rawValue + "V")
  }

  /// Returns lux: `lx`.
  public static func lux() -> Unit { Unit(from: "lx") }

  /// Returns lux with a prefix.
  public static func luxUnit(with prefix: MetricPrefix) -> Unit {
    Unit(from: prefix.rawValue + "lx")
  }

  /// Decibels of sound pressure, A-weighted: `dBASPL`.
  public static func decibelAWeightedSoundPressureLevel() -> Unit { Unit(from: "dBASPL") }

  /// Decibels of hearing level: `dBHL`.
  public static func decibelHearingLevel() -> Unit { Unit(from: "dBHL") }

  // Angles and lenses.

  /// Returns radians: `rad`.
  public static func radianAngle() -> Unit { Unit(from: "rad") }

  /// Returns radians with a prefix.
  public static func radianAngleUnit(with prefix: MetricPrefix) -> Unit {
    Unit(from: prefix.rawValue + "rad")
  }

  /// Returns degrees of an angle: `deg`.
  public static func degreeAngle() -> Unit { Unit(from: "deg") }

  /// Returns diopters: `D`.
  public static func diopter() -> Unit { Unit(from: "D") }

  /// Returns prism diopters: `pD`.
  public static func prismDiopter() -> Unit { Unit(from: "pD") }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Grams a mole of glucose: `HKUnitMolarMassBloodGlucose`.
public let UnitMolarMassBloodGlucose = 180.15588000005408

/// A power of ten before a unit: HealthKit's HKMetricPrefix.
///
///     Unit.gramUnit(with: .kilo)   // kg
public enum MetricPrefix: String, Hashable, Sendable, CaseIterable {
  /// 1.
  case none = ""
  /// 10^-15.
  case femto = "f"
  /// 10^-12.
  case pico = "p"
  /// 10^-9.
  case nano = "n"
  /// 10^-6.
  case micro = "mc"
  /// 10^-3.
  case milli = "m"
  /// 10^-2.
  case centi = "c"
  /// 10^-1.
  case deci = "d"
  /// 10.
  case deca = "da"
  /// 10^2.
  case hecto = "h"
  /// 10^3.
  case kilo = "k"
  /// 10^6.
  case mega = "M"
  /// 10^9.
  case giga = "G"
  /// 10^12.
  case tera = "T"
}

// The factory methods of HealthKit's HKUnit, each under its name there.
