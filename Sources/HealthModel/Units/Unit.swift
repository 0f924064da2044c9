/// A unit of measurement as HealthKit writes it: a product of named units to whole powers.
///
///     let speed = try Unit("km/hr")
///     try speed.convert(36, to: Unit("m/s"))        // 10
///     try Unit("ml/(kg*min)").description           // "mL/min·kg"
///     try Unit("count/min") == Unit("min^-1*count") // true
///
/// Two units are equal when their factors are, whatever the order they were written in; `kcal` and
/// `Cal` are different units of equal size. Percent is a fraction with the factor 1: 0.98 `%` is
/// 0.98 `count`.
/// Source: HKUnit in HealthKit's documentation and in Apple's SDK headers.
public struct Unit: Hashable, Sendable, CustomStringConvertible {
  /// One named unit to a power: `kg` to the power −1 in `count/kg`.
  public struct Factor: Hashable, Sendable {
    let element: UnitElement
    /// The power; never 0.
    public let power: Int

    /// The canonical name with its prefix: `mL`, `kcal`, `mmol<180.1558800000541>`.
    public var name: String { element.name }

    /// True when name and power agree.
    public static func == (left: Factor, right: Factor) -> Bool {
      left.power == right.power && left.name == right.name
    }

    /// Feeds name and power.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(power)
    }
  }

  /// The factors, each name once, in the order of the text.
  public let factors: [Factor]

  /// What the unit measures.
  public let dimension: UnitDimension

  private let scale: UnitScale

  /// Where the scale of a bare temperature reads 0 °C; nil for every other unit.
  private let zeroCelsius: Double?

  /// Reads a unit: names, prefixes, `*` `.` `·` `/` `^`, parentheses, `mol<x>`.
  ///
  ///     try Unit("mg/dL")
  ///     try Unit("")        // the null unit, as is "()"
  ///     try Unit("percent") // throws: no unit is named "percent"; HealthKit writes %
  ///
  /// - Throws: `UnitProblem.syntax` with the character at fault. White space is refused.
  /// - Complexity: linear in the text, which has at most 256 characters; about a microsecond.
  public init(_ text: String) throws(UnitProblem) {
    var parser = UnitParser(text)
    self.init(factors: try parser.parse())
  }

  /// A unit whose text is part of the program; anything else is a programmer's error and traps.
  init(known text: String) {
    guard let unit = try? Unit(text) else { preconditionFailure("not a unit: \(text)") }
    self = unit
  }

  init(factors unsorted: [Factor]) {
    let factors = unsorted.sorted { left, right in
      (left.element.rootIndex, left.name) < (right.element.rootIndex, right.name)
    }
    var scale = UnitScale.one
    var dimension = UnitDimension.none
    for factor in factors {
      scale.multiply(by: factor.element.scale, power: factor.power)
      dimension.multiply(by: factor.element.dimension, power: factor.power)
    }
    self.factors = factors
    self.scale = scale
    self.dimension = dimension
    let isBare = factors.count == 1 && factors[0].power == 1
    zeroCelsius = isBare ? factors[0].element.zeroCelsius : nil
  }

  /// True when the factors agree.
  public static func == (left: Unit, right: Unit) -> Bool { left.factors == right.factors }

  /// Feeds the factors.
  public func hash(into hasher: inout Hasher) { hasher.combine(factors) }

  /// What a number of the unit is worth, whatever the unit is called.
  package struct Size: Hashable, Sendable {
    private let dimension: UnitDimension
    private let factor: Double
    private let zeroCelsius: Double?

    fileprivate init(_ unit: Unit) {
      (dimension, zeroCelsius) = (unit.dimension, unit.zeroCelsius)
      factor = unit.scale.convert(1, to: .one)
    }
  }

  /// What a number of the unit is worth.
  package var size: Size { Size(self) }

  /// True for the empty product, `()`.
  public var isNull: Bool { factors.isEmpty }

  /// The canonical text; reading it gives an equal unit.
  ///
  ///     try Unit("s^-1").description   // "1/s"
  ///     try Unit("m/m").description    // "()"
  public var description: String {
    if isNull { return "()" }
    let above = factors.filter { $0.power > 0 }.map(Self.text).joined(separator: "·")
    let below = factors.filter { $0.power < 0 }.map(Self.text).joined(separator: "·")
    if below.isEmpty { return above }
    return "\(above.isEmpty ? "1" : above)/\(below)"
  }

  private static func text(of factor: Factor) -> String {
    let size = factor.power.magnitude
    return size == 1 ? factor.name : "\(factor.name)^\(size)"
  }

  /// True when values convert between the two units.
  ///
  ///     try Unit("L").isCompatible(with: Unit("m^2*in"))   // true
  ///     try Unit("count/min").isCompatible(with: Unit("Hz")) // false
  public func isCompatible(with other: Unit) -> Bool { dimension == other.dimension }

  /// True where a value is the same number in both units, to a part in 10^9: `kcal` and `Cal`,
  /// `mmol<180.15588>/L` and `mmol<180.1558800000541>/L`.
  package func isSameSize(as other: Unit) -> Bool {
    guard isCompatible(with: other), zeroCelsius == other.zeroCelsius,
      let one = try? convert(1, to: other)
    else { return false }
    return (one - 1).magnitude <= 1e-9
  }

  /// Expresses a value of this unit in another.
  ///
  ///     try Unit("degF").convert(98.6, to: Unit("degC"))   // 37
  ///     try Unit("mmol<180.1558800000541>/L").convert(5.5, to: Unit("mg/dL")) // 99.0857…
  ///
  /// Between units of equal size (`kcal` and `Cal`, `%` and `count`) the value comes back bit for
  /// bit. The zero point counts only for a bare temperature; inside a compound (`degC/min`) only
  /// the size of the degree does.
  ///
  /// - Throws: `UnitProblem.incompatible`, and `.outOfRange` when a finite value would not be.
  public func convert(_ value: Double, to target: Unit) throws(UnitProblem) -> Double {
    guard isCompatible(with: target) else { throw .incompatible(from: self, to: target) }
    let result: Double
    if let zero = zeroCelsius, let targetZero = target.zeroCelsius {
      if self == target { return value }
      result = scale.convert(value - zero, to: target.scale) + targetZero
    } else {
      result = scale.convert(value, to: target.scale)
    }
    guard result.isFinite || !value.isFinite else { throw .outOfRange(from: self, to: target) }
    return result
  }
}

extension Unit {
  /// The product of two units: `m` and `m` make `m^2`. The null unit changes nothing.
  public func multiplied(by other: Unit) -> Unit { combined(with: other, power: 1) }

  /// The quotient of two units: `count` and `min` make `count/min`.
  public func divided(by other: Unit) -> Unit { combined(with: other, power: -1) }

  /// The unit to a power; 0 gives the null unit and 1 an equal unit.
  ///
  ///     try Unit("m/s").raised(to: -2).description   // "s^2/m^2"
  public func raised(to power: Int) -> Unit {
    Unit(known: "()").combined(with: self, power: power)
  }

  private func combined(with other: Unit, power: Int) -> Unit {
    var result = factors
    for factor in other.factors {
      Self.add(factor.element, power: factor.power * power, to: &result)
    }
    return Unit(factors: result)
  }

  /// Adds a power to the factor of that name; a factor that reaches power 0 disappears.
  static func add(_ element: UnitElement, power: Int, to factors: inout [Factor]) {
    let index = factors.firstIndex { $0.name == element.name }
    let sum = power + (index.map { factors[$0].power } ?? 0)
    if let index { factors.remove(at: index) }
    if sum != 0 { factors.append(Factor(element: element, power: sum)) }
  }
}
