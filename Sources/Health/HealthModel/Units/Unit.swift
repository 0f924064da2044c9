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
  /// A named unit to a power: `kg` to the power −1 in `count/kg`.
  package struct Factor: Hashable, Sendable {
    let element: UnitElement
    /// The power; never 0.
    package let power: Int

    /// The canonical name with its prefix: `mL`, `kcal`, `mmol<180.1558800000541>`.
    package var name: String { element.name }

    /// Returns true if name and power agree.
    package static func == (left: Factor, right: Factor) -> Bool {
      left.power == right.power && left.name == right.name
    }

    /// Feeds name and power.
    package func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(power)
    }
  }

  /// The factors, each name once, in the order of the text.
  package let factors: [Factor]

  package let dimension: UnitDimension

  private let scale: UnitScale

  /// The reading of a bare temperature's scale at 0 °C; nil for every other unit.
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

  /// Creates a unit whose text is part of the program; anything else is a programmer's error and
  /// traps.
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

  /// Returns true if the factors agree.
  public static func == (left: Unit, right: Unit) -> Bool { left.factors == right.factors }

  /// Hashes the factors.
  public func hash(into hasher: inout Hasher) { hasher.combine(factors) }

  /// The size of a unit, whatever the unit is called.
  package struct Size: Hashable, Sendable {
    private let dimension: UnitDimension
    private let factor: Double
    private let zeroCelsius: Double?

    fileprivate init(_ unit: Unit) {
      (dimension, zeroCelsius) = (unit.dimension, unit.zeroCelsius)
      factor = unit.scale.convert(1, to: .one)
    }
  }

  package var size: Size { Size(self) }

  /// True for the empty product, `()`.
  package var isNull: Bool { factors.isEmpty }

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

  /// Returns true if values convert between the two units.
  ///
  ///     try Unit("L").isCompatible(with: Unit("m^2*in"))   // true
  ///     try Unit("count/min").isCompatible(with: Unit("Hz")) // false
  public func isCompatible(with other: Unit) -> Bool { dimension == other.dimension }

  /// Returns true if a value is the same number in both units, to a part in 10^9: `kcal` and `Cal`,
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

  /// Returns the product of two units: `m` and `m` make `m^2`. The null unit changes nothing.
  package func multiplied(by other: Unit) -> Unit { combined(with: other, power: 1) }

  /// Returns the quotient of two units: `count` and `min` make `count/min`.
  package func divided(by other: Unit) -> Unit { combined(with: other, power: -1) }

  /// Returns the unit to a power; 0 gives the null unit and 1 an equal unit.
  ///
  ///     try Unit("m/s").raised(to: -2).description   // "s^2/m^2"
  package func raised(to power: Int) -> Unit {
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

  // Units that the views and the commands name themselves.

  /// The null unit `()`, the empty product.
  public static let null = Unit(known: "()")
  /// The unit `count`.
  public static let count = Unit(known: "count")
  /// `%`, a fraction from 0 to 1.
  public static let percent = Unit(known: "%")
  /// `count/min`, in which heart rates are shown.
  public static let countPerMinute = Unit(known: "count/min")
  /// The unit `kcal`.
  public static let kilocalorie = Unit(known: "kcal")
  /// The unit `s`.
  public static let second = Unit(known: "s")
  /// The unit `min`.
  public static let minute = Unit(known: "min")
  /// The unit `hr`.
  public static let hour = Unit(known: "hr")
  /// The unit `m`.
  public static let meter = Unit(known: "m")
  /// The unit `cm`.
  public static let centimeter = Unit(known: "cm")
  /// The unit `km`.
  public static let kilometer = Unit(known: "km")
  /// The unit `mi`.
  package static let mile = Unit(known: "mi")
  /// The unit `kg`.
  public static let kilogram = Unit(known: "kg")
  /// The unit `mg/dL`.
  package static let milligramsPerDeciliter = Unit(known: "mg/dL")
  /// Millimoles of glucose a litre, as the Health app exports them.
  package static let millimolesOfGlucosePerLiter =
    Unit(known: "mmol/L").ofMoles(weighing: .glucose)
  /// The unit `degC`.
  public static let degreeCelsius = Unit(known: "degC")

  /// A unit that has a name of its own, for help pages.
  package struct Named: Hashable, Sendable {
    /// The name as HealthKit writes it: `kcal`.
    package let name: String
    package let dimension: UnitDimension
    /// True if the name may have a metric prefix.
    package let takesPrefix: Bool
  }

  /// Every named unit, in the order of the table.
  package static var named: [Named] {
    UnitTable.roots.map {
      Named(name: $0.name, dimension: $0.dimension, takesPrefix: $0.takesPrefix)
    }
  }

  /// The metric prefixes, the smallest first.
  package static var prefixes: [String] {
    UnitTable.prefixes.sorted { $0.exponent < $1.exponent }.map(\.name)
  }

  /// The UCUM code of the unit; nil if UCUM has none.
  ///
  ///     try Unit("mL/min·kg").ucum   // "mL/min/kg"
  ///     try Unit("count/min").ucum   // "/min"
  ///     try Unit("count").ucum       // "{count}"
  ///
  /// A count has the factor 1 and disappears if there are other factors. Percent has a code only if
  /// it is alone, because HealthKit's percent is a fraction: multiply its values by 100. Source:
  /// UCUM 2.2, ucum.org/ucum.
  package var ucum: String? {
    var above: [String] = []
    var below: [String] = []
    for factor in factors {
      guard let code = Self.code(factor) else { return nil }
      if factor.element.root.name == "%", factors.count > 1 || factor.power != 1 { return nil }
      if code.hasPrefix("{"), factors.count > 1 || factor.power != 1 { continue }
      let power = factor.power.magnitude
      let text = power == 1 ? code : code + String(power)
      if factor.power > 0 { above.append(text) } else { below.append("/" + text) }
    }
    let code = above.joined(separator: ".") + below.joined()
    return code.isEmpty ? "1" : code
  }

  /// True for percent by itself, whose values are fractions here and hundredths in UCUM.
  package var isPercent: Bool {
    factors.count == 1 && factors[0].power == 1 && factors[0].name == "%"
  }

  private static func code(_ factor: Factor) -> String? {
    let element = factor.element
    guard let root = element.root.ucum else { return nil }
    guard let prefix = UnitTable.prefixes.first(where: { element.hasPrefix($0) }) else {
      return root
    }
    return prefix.ucum + root
  }

  /// Reads a code of UCUM, as far as HealthKit has such units; nil for others.
  ///
  ///     Unit(ucum: "/min")?.description           // "count/min"
  ///     Unit(ucum: "{beats}/min")?.description    // "count/min"
  ///     Unit(ucum: "[lb_av]")?.description        // "lb"
  ///     Unit(ucum: "10*3/uL")                     // nil
  package init?(ucum code: String) {
    guard code.utf8.count <= UnitParser.maximumLength else { return nil }
    var names = (above: [String](), below: [String]())
    var isBelow = false
    for part in Self.parts(of: code) {
      switch part {
      case "/": isBelow = true
      case ".": isBelow = false
      default:
        guard let name = Self.name(ofTerm: part) else { return nil }
        if name.isEmpty { continue }
        if isBelow { names.below.append(name) } else { names.above.append(name) }
      }
    }
    let above = names.above.isEmpty ? "count" : names.above.joined(separator: "*")
    let below = names.below.joined(separator: "*")
    guard let unit = try? Unit(below.isEmpty ? above : "\(above)/(\(below))") else { return nil }
    self = unit
  }

  /// Terms and operators; those inside of brackets and braces are letters.
  private static func parts(of code: String) -> [Substring] {
    var parts: [Substring] = []
    var start = code.startIndex
    var depth = 0
    for index in code.indices {
      let character = code[index]
      if character == "[" || character == "{" { depth += 1 }
      if character == "]" || character == "}" { depth -= 1 }
      guard depth == 0, character == "/" || character == "." else { continue }
      if start < index { parts.append(code[start..<index]) }
      parts.append(code[index...index])
      start = code.index(after: index)
    }
    if start < code.endIndex { parts.append(code[start...]) }
    return parts
  }

  /// Returns HealthKit's text for a term, empty for 1; nil if there is none.
  private static func name(ofTerm term: Substring) -> String? {
    if let known = codes[String(term)] { return known }
    let bare = term.prefix { $0 != "{" }
    if bare.isEmpty || bare == "1" { return "" }
    let digits = bare.reversed().prefix { ("0"..."9").contains($0) }.count
    guard let name = codes[String(bare.dropLast(digits))] else { return nil }
    guard digits > 0 else { return name }
    return "\(name)^\(bare.suffix(digits))"
  }

  /// HealthKit's names by UCUM's codes, with every prefix that goes with them.
  private static let codes: [String: String] = {
    var codes: [String: String] = [:]
    for root in UnitTable.roots {
      guard let code = root.ucum, code != "{count}" else { continue }
      codes[code] = root.name
      guard root.takesPrefix else { continue }
      for prefix in UnitTable.prefixes { codes[prefix.ucum + code] = prefix.name + root.name }
    }
    codes["l"] = "L"
    for prefix in UnitTable.prefixes { codes[prefix.ucum + "l"] = prefix.name + "L" }
    return codes
  }()
}

extension UnitElement {
  /// Returns true if it is its root with this prefix.
  fileprivate func hasPrefix(_ prefix: UnitPrefix) -> Bool {
    root.takesPrefix && exponent == prefix.exponent && name.hasPrefix(prefix.name)
  }
}
