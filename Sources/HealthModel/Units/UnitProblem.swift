/// Why a unit could not be read or a value could not be converted.
///
///     do { _ = try Unit("mL/kg/min") } catch { print(error) }
///     // unit "mL/kg/min", character 6: a second "/"; put the divisors together: a/(b*c)
///
/// HealthKit raises an Objective-C exception in every one of these cases, which ends the process.
public enum UnitProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text is not a unit; `position` counts Unicode scalars from 1 and may be one
  /// past the end.
  case syntax(Syntax, text: String, position: Int)
  /// The two units measure different things.
  case incompatible(from: Unit, to: Unit)
  /// The converted value is beyond what a double holds; only absurd powers lead here.
  case outOfRange(from: Unit, to: Unit)

  /// What is wrong at the position.
  public enum Syntax: Hashable, Sendable {
    /// No unit has this name; `hint` is HealthKit's word for it where it is a common one.
    case unknownName(String, hint: String?)
    /// A character that no unit contains at this position, white space included.
    case unexpectedCharacter(Character)
    /// `/` stands twice at the top level.
    case secondDivision
    /// `/` stands inside parentheses.
    case divisionInParentheses
    /// An operator, a parenthesis or the end stands where a unit should.
    case missingFactor
    /// Two factors follow each other without an operator.
    case missingOperator
    /// `^` is not followed by a whole number.
    case missingPower
    /// `^` follows a power; write `(m^2)^2`.
    case chainedPower
    /// A power beyond ±99.
    case powerOutOfRange
    /// `(` is never closed.
    case unclosedParenthesis
    /// `)` was never opened.
    case unopenedParenthesis
    /// `()` may stand alone but not in a product.
    case nullInProduct
    /// `mol<…>` needs a positive decimal number.
    case badMolarMass
    /// More than 256 characters.
    case tooLong
  }

  /// One line: what, where, what to do. Holds no health value; foreign text is escaped.
  public var description: String {
    switch self {
    case .syntax(let syntax, let text, let position):
      "unit \(Self.quote(text)), character \(position): \(syntax.message)"
    case .incompatible(let from, let to):
      "unit \(from) (\(from.dimension)) does not convert to \(to) (\(to.dimension))"
    case .outOfRange(let from, let to):
      "a value in \(from) is too large to express in \(to)"
    }
  }

  /// Foreign text between quotes: letters and ASCII as they are, the rest as `\u{…}`.
  static func quote(_ text: String) -> String {
    var quoted = ""
    for scalar in text.unicodeScalars.prefix(80) {
      let isPlain = scalar == "·" || (!scalar.isASCII && scalar.properties.isAlphabetic)
      quoted += isPlain ? String(scalar) : scalar.escaped(asASCII: true)
    }
    return "\"\(quoted)\(text.unicodeScalars.count > 80 ? "…" : "")\""
  }
}

extension UnitProblem.Syntax {
  fileprivate var message: String {
    switch self {
    case .unknownName(let name, let hint?):
      "no unit is named \(UnitProblem.quote(name)); HealthKit writes \(hint)"
    case .unknownName(let name, nil): "no unit is named \(UnitProblem.quote(name))"
    case .unexpectedCharacter(let character):
      "\(UnitProblem.quote(String(character))) has no meaning here"
    case .secondDivision: "a second \"/\"; put the divisors together: a/(b*c)"
    case .divisionInParentheses: "\"/\" inside parentheses; write a negative power: s^-1"
    case .missingFactor: "a unit is missing here"
    case .missingOperator: "an operator is missing here; join units with * or ·"
    case .missingPower: "a whole number must follow \"^\""
    case .chainedPower: "a power of a power; write (m^2)^2"
    case .powerOutOfRange: "the power is beyond 99"
    case .unclosedParenthesis: "this parenthesis is never closed"
    case .unopenedParenthesis: "this parenthesis was never opened"
    case .nullInProduct: "the null unit () cannot be part of a product"
    case .badMolarMass: "a positive number must stand inside mol<…>, grams per mole"
    case .tooLong: "a unit has at most \(UnitParser.maximumLength) characters"
    }
  }
}
