public import HealthModel

extension Unit {
  /// The unit of a text that is part of the program: HealthKit's HKUnit(from:). Text from elsewhere
  /// is read by `try Unit(text)`.
  ///
  ///     Unit(from: "kg/m^2") == .gramUnit(with: .kilo).unitDivided(by: .meter().unitRaised(toPower: 2))
  ///
  /// A text that is no unit is a programmer's error and traps with the position of the fault, where
  /// HealthKit raises an exception.
  public init(from text: String) {
    do {
      self = try Unit(text)
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// The text of the unit: `kg/m^2`, as `description`.
  public var unitString: String { description }

  /// True for the empty product, `()`.
  public func isNull() -> Bool { factors.isEmpty }

  /// The product: `m` and `m` make `m^2`.
  public func unitMultiplied(by unit: Unit) -> Unit { multiplied(by: unit) }

  /// The quotient: `count` and `min` make `count/min`.
  public func unitDivided(by unit: Unit) -> Unit { divided(by: unit) }

  /// The power: `m` to the power 2 is `m^2`.
  public func unitRaised(toPower power: Int) -> Unit { raised(to: power) }

  /// One through the unit: `1/s` of `s`.
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

  /// The decimal of a number without an exponent, which the text of a unit has not: `0.00001`, not
  /// `1e-05`.
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

  /// Moles of a substance.
  public static func moleUnit(withMolarMass molarMass: Double) -> Unit {
    moleUnit(molarMass: molarMass)
  }

  // Counts and fractions.

  /// What is counted: `count`.
  public static func count() -> Unit { Unit(from: "count") }

  /// A fraction from 0 to 1: `%`.
  public static func percent() -> Unit { Unit(from: "%") }

  /// International units of a substance: `IU`.
  public static func internationalUnit() -> Unit { Unit(from: "IU") }

  /// Apple's score of effort, 1 to 10: `appleEffortScore`.
  public static func appleEffortScore() -> Unit { Unit(from: "appleEffortScore") }

  // Mass.

  /// Grams: `g`.
  public static func gram() -> Unit { Unit(from: "g") }

  /// Grams with a prefix.
  public static func gramUnit(with prefix: MetricPrefix) -> Unit {
    Unit(from: prefix.rawValue + "g")
  }

  /// Ounces: `oz`.
  public static func ounce() -> Unit { Unit(from: "oz") }

  /// Pounds: `lb`.
  public static func pound() -> Unit { Unit(from: "lb") }

  /// Stones: `st`.
  public static func stone() -> Unit { Unit(from: "st") }

  // Length.

  /// Metres: `m`.
  public static func meter() -> Unit { Unit(from: "m") }

  /// Metres with a prefix.
  public static func meterUnit(with prefix: MetricPrefix) -> Unit {
    Unit(from: prefix.rawValue + "m")
  }

  /// Inches: `in`.
  public static func inch() -> Unit { Unit(from: "in") }

  /// Feet: `ft`.
  public static func foot() -> Unit { Unit(from: "ft") }

  /// Yards: `yd`.
  public static func yard() -> Unit { Unit(from: "yd") }

  /// Miles: `mi`.
  public static func mile() -> Unit { Unit(from: "mi") }

  // Volume.

  /// Litres: `L`.
  public static func liter() -> Unit { Unit(from: "L") }

  /// Litres with a prefix.
  public static func literUnit(with prefix: MetricPrefix) -> Unit {
    Unit(from: prefix.rawValue + "L")
  }

  /// Fluid ounces of the United States: `fl_oz_us`.
  public static func fluidOunceUS() -> Unit { Unit(from: "fl_oz_us") }

  /// Imperial fluid ounces: `fl_oz_imp`.
  public static func fluidOunceImperial() -> Unit { Unit(from: "fl_oz_imp") }

  /// Pints of the United States: `pt_us`.
  public static func pintUS() -> Unit { Unit(from: "pt_us") }

  /// Imperial pints: `pt_imp`.
  public static func pintImperial() -> Unit { Unit(from: "pt_imp") }

  /// Cups of the United States: `cup_us`.
  public static func cupUS() -> Unit { Unit(from: "cup_us") }

  /// Imperial cups: `cup_imp`.
  public static func cupImperial() -> Unit { Unit(from: "cup_imp") }

  // Time and frequency.

  /// Seconds: `s`.
  public static func second() -> Unit { Unit(from: "s") }

  /// Seconds with a prefix.
  public static func secondUnit(with prefix: MetricPrefix) -> Unit {
    Unit(from: prefix.rawValue + "s")
  }

  /// Minutes: `min`.
  public static func minute() -> Unit { Unit(from: "min") }

  /// Hours: `hr`.
  public static func hour() -> Unit { Unit(from: "hr") }

  /// Days: `d`.
  public static func day() -> Unit { Unit(from: "d") }

  /// Hertz: `Hz`.
  public static func hertz() -> Unit { Unit(from: "Hz") }

  /// Hertz with a prefix.
  public static func hertzUnit(with prefix: MetricPrefix) -> Unit {
    Unit(from: prefix.rawValue + "Hz")
  }

  // Energy and power.

  /// Joules: `J`.
  public static func joule() -> Unit { Unit(from: "J") }

  /// Joules with a prefix.
  public static func jouleUnit(with prefix: MetricPrefix) -> Unit {
    Unit(from: prefix.rawValue + "J")
  }

  /// Kilocalories: `kcal`.
  public static func kilocalorie() -> Unit { Unit(from: "kcal") }

  /// Calories, 4.184 J: `cal`.
  public static func smallCalorie() -> Unit { Unit(from: "cal") }

  /// Calories of food, 4184 J: `Cal`.
  public static func largeCalorie() -> Unit { Unit(from: "Cal") }

  /// Watts: `W`.
  public static func watt() -> Unit { Unit(from: "W") }

  /// Watts with a prefix.
  public static func wattUnit(with prefix: MetricPrefix) -> Unit {
    Unit(from: prefix.rawValue + "W")
  }

  // Temperature.

  /// Kelvin: `K`.
  public static func kelvin() -> Unit { Unit(from: "K") }

  /// Degrees Celsius: `degC`.
  public static func degreeCelsius() -> Unit { Unit(from: "degC") }

  /// Degrees Fahrenheit: `degF`.
  public static func degreeFahrenheit() -> Unit { Unit(from: "degF") }

  // Pressure.

  /// Pascals: `Pa`.
  public static func pascal() -> Unit { Unit(from: "Pa") }

  /// Pascals with a prefix.
  public static func pascalUnit(with prefix: MetricPrefix) -> Unit {
    Unit(from: prefix.rawValue + "Pa")
  }

  /// Millimetres of mercury: `mmHg`.
  public static func millimeterOfMercury() -> Unit { Unit(from: "mmHg") }

  /// Inches of mercury: `inHg`.
  public static func inchesOfMercury() -> Unit { Unit(from: "inHg") }

  /// Centimetres of water: `cmAq`.
  public static func centimeterOfWater() -> Unit { Unit(from: "cmAq") }

  /// Atmospheres: `atm`.
  public static func atmosphere() -> Unit { Unit(from: "atm") }

  // Electricity, light and sound.

  /// Siemens: `S`.
  public static func siemen() -> Unit { Unit(from: "S") }

  /// Siemens with a prefix.
  public static func siemenUnit(with prefix: MetricPrefix) -> Unit {
    Unit(from: prefix.rawValue + "S")
  }

  /// Volts: `V`.
  public static func volt() -> Unit { Unit(from: "V") }

  /// Volts with a prefix.
  public static func voltUnit(with prefix: MetricPrefix) -> Unit {
    Unit(from: prefix.rawValue + "V")
  }

  /// Lux: `lx`.
  public static func lux() -> Unit { Unit(from: "lx") }

  /// Lux with a prefix.
  public static func luxUnit(with prefix: MetricPrefix) -> Unit {
    Unit(from: prefix.rawValue + "lx")
  }

  /// Decibels of sound pressure, A-weighted: `dBASPL`.
  public static func decibelAWeightedSoundPressureLevel() -> Unit { Unit(from: "dBASPL") }

  /// Decibels of hearing level: `dBHL`.
  public static func decibelHearingLevel() -> Unit { Unit(from: "dBHL") }

  // Angles and lenses.

  /// Radians: `rad`.
  public static func radianAngle() -> Unit { Unit(from: "rad") }

  /// Radians with a prefix.
  public static func radianAngleUnit(with prefix: MetricPrefix) -> Unit {
    Unit(from: prefix.rawValue + "rad")
  }

  /// Degrees of an angle: `deg`.
  public static func degreeAngle() -> Unit { Unit(from: "deg") }

  /// Diopters: `D`.
  public static func diopter() -> Unit { Unit(from: "D") }

  /// Prism diopters: `pD`.
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
