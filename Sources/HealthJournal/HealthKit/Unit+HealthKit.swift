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
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Grams a mole of glucose: `HKUnitMolarMassBloodGlucose`.
public let UnitMolarMassBloodGlucose = 180.15588000005408
