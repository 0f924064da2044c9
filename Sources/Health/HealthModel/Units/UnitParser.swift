/// Reads HealthKit's unit strings, by the rules of `HKUnit(from:)` in HealthKit's documentation:
///
///     unit    := "" | null | product | product "/" product
///     null    := "()", nested to any depth
///     product := factor { ("*" | "." | "·") factor }
///     factor  := name [ "^" integer ] | "(" product ")" [ "^" integer ] | "1"
struct UnitParser {
  static let maximumLength = 256
  static let maximumPower = 99

  private typealias Term = (element: UnitElement, power: Int)

  private let text: String
  private let characters: [Unicode.Scalar]
  private var position = 0

  init(_ text: String) {
    self.text = text
    characters = Array(text.unicodeScalars.prefix(Self.maximumLength + 1))
  }

  /// Returns the factors of the whole text, each name once, in no particular order.
  mutating func parse() throws(UnitProblem) -> [Unit.Factor] {
    guard characters.count <= Self.maximumLength else {
      throw problem(.tooLong, at: Self.maximumLength)
    }
    if isNull { return [] }
    var terms = try product(opened: nil)
    if next == "/" {
      position += 1
      for term in try product(opened: nil) { terms.append((term.element, -term.power)) }
    }
    guard let rest = next else { return try merged(terms) }
    throw problem(rest == "/" ? .secondDivision : afterFactor(rest), at: position)
  }

  /// The empty text, and `()` in any nesting.
  private var isNull: Bool {
    let half = characters.count / 2
    return characters.count % 2 == 0 && characters[..<half].allSatisfy { $0 == "(" }
      && characters[half...].allSatisfy { $0 == ")" }
  }

  private var next: Unicode.Scalar? { position < characters.count ? characters[position] : nil }

  private func problem(_ syntax: UnitProblem.Syntax, at index: Int) -> UnitProblem {
    .syntax(syntax, text: text, position: index + 1)
  }

  /// Factors joined by an operator, up to a character that cannot continue them.
  private mutating func product(opened: Int?) throws(UnitProblem) -> [Term] {
    var terms = try factor(opened: opened)
    while let character = next, character == "*" || character == "." || character == "·" {
      position += 1
      terms += try factor(opened: opened)
    }
    return terms
  }

  private mutating func factor(opened: Int?) throws(UnitProblem) -> [Term] {
    guard let character = next else { throw problem(.missingFactor, at: position) }
    switch character {
    case "(": return try group()
    case "1": return try placeholder()
    case ")" where opened == nil: throw problem(.unopenedParenthesis, at: position)
    case ")", "/", "*", ".", "·", "^": throw problem(.missingFactor, at: position)
    case _ where Self.startsName(character): break
    default: throw problem(.unexpectedCharacter(Character(character)), at: position)
    }
    let element = try name()
    return [(element, try power() ?? 1)]
  }

  /// Reads `( product )` with an optional power, which multiplies the powers inside.
  private mutating func group() throws(UnitProblem) -> [Term] {
    let start = position
    position += 1
    if next == nil { throw problem(.unclosedParenthesis, at: start) }
    if next == ")" { throw problem(.nullInProduct, at: start) }
    let terms = try product(opened: start)
    guard let close = next else { throw problem(.unclosedParenthesis, at: start) }
    guard close == ")" else {
      throw problem(close == "/" ? .divisionInParentheses : afterFactor(close), at: position)
    }
    position += 1
    guard let power = try power() else { return terms }
    return terms.map { ($0.element, $0.power * power) }
  }

  /// Reads `1`, which holds the place of a numerator and has neither digits nor a power after it.
  private mutating func placeholder() throws(UnitProblem) -> [Term] {
    position += 1
    if let after = next, Self.isDigit(after) || after == "^" {
      throw problem(.unexpectedCharacter(Character(after)), at: position)
    }
    return []
  }

  private mutating func name() throws(UnitProblem) -> UnitElement {
    let start = position
    if next == "%" {
      position += 1
    } else {
      while let character = next, Self.continuesName(character) { position += 1 }
    }
    let name = string(start..<position)
    guard let element = UnitTable.element(named: name) else {
      throw problem(.unknownName(name, hint: UnitTable.hints[name]), at: start)
    }
    return next == "<" ? try molar(element) : element
  }

  /// Reads `<180.1558800000541>` after a mole.
  private mutating func molar(_ mole: UnitElement) throws(UnitProblem) -> UnitElement {
    guard mole.rootIndex == UnitTable.moleIndex else {
      throw problem(.unexpectedCharacter("<"), at: position)
    }
    let start = position
    guard let end = characters[start...].firstIndex(of: ">"),
      let mass = MolarMass(string((start + 1)..<end))
    else { throw problem(.badMolarMass, at: start) }
    position = end + 1
    var element = mole
    element.name += "<\(mass.text)>"
    element.molarMass = mass.grams
    return element
  }

  /// Reads `^` and a whole number; returns nil if there is no `^`.
  private mutating func power() throws(UnitProblem) -> Int? {
    guard next == "^" else { return nil }
    position += 1
    let start = position
    if next == "-" { position += 1 }
    let digits = position
    while let character = next, Self.isDigit(character) { position += 1 }
    guard position > digits else { throw problem(.missingPower, at: position) }
    guard let power = Int(string(start..<position)),
      power.magnitude <= Self.maximumPower
    else { throw problem(.powerOutOfRange, at: start) }
    if next == "^" { throw problem(.chainedPower, at: position) }
    return power
  }

  /// Returns the problem with a character that follows a complete factor.
  private func afterFactor(_ character: Unicode.Scalar) -> UnitProblem.Syntax {
    switch character {
    case ")": .unopenedParenthesis
    case "(", "1": .missingOperator
    case "^": .chainedPower
    case _ where Self.startsName(character): .missingOperator
    default: .unexpectedCharacter(Character(character))
    }
  }

  /// Adds up the powers of equal names.
  private func merged(_ terms: [Term]) throws(UnitProblem) -> [Unit.Factor] {
    var factors: [Unit.Factor] = []
    for term in terms {
      Unit.add(term.element, power: term.power, to: &factors)
    }
    guard factors.allSatisfy({ $0.power.magnitude <= Self.maximumPower }) else {
      throw problem(.powerOutOfRange, at: characters.count - 1)
    }
    return factors
  }

  private func string(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    for character in characters[range] { view.append(character) }
    return String(view)
  }

  private static func startsName(_ character: Unicode.Scalar) -> Bool {
    character == "%" || continuesName(character)
  }

  private static func continuesName(_ character: Unicode.Scalar) -> Bool {
    switch character {
    case "a"..."z", "A"..."Z", "_": true
    default: !character.isASCII && character.properties.isAlphabetic
    }
  }

  private static func isDigit(_ character: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(character)
  }
}

/// The reason why a unit could not be read or a value could not be converted.
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

  /// The problem at the position.
  public enum Syntax: Hashable, Sendable {
    /// An unknown unit name; `hint` is HealthKit's word for it if the name is a common one.
    case unknownName(String, hint: String?)
    /// A character that no unit contains at this position, white space included.
    case unexpectedCharacter(Character)
    /// A second `/` at the top level.
    case secondDivision
    /// A `/` inside parentheses.
    case divisionInParentheses
    /// An operator, a parenthesis or the end, where a unit should be.
    case missingFactor
    /// Two factors follow each other without an operator.
    case missingOperator
    /// `^` is not followed by a whole number.
    case missingPower
    /// `^` follows a power; write `(m^2)^2`.
    case chainedPower
    /// A power beyond ±99.
    case powerOutOfRange
    /// A `(` that is never closed.
    case unclosedParenthesis
    /// A `)` that was never opened.
    case unopenedParenthesis
    /// A `()` in a product; it is allowed only alone.
    case nullInProduct
    /// `mol<…>` needs a positive decimal number.
    case badMolarMass
    /// More than 256 characters.
    case tooLong
  }

  /// One line: the problem, its position, the remedy. It holds no health value; foreign text is
  /// escaped.
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

  /// Returns foreign text between quotes: letters and ASCII as they are, the rest as `\u{…}`.
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

/// The number inside `mol<…>`: grams per mole.
///
/// HealthKit prints it with 16 significant digits, so the constant 180.15588000005408 and the
/// `180.1558800000541` of an export name the same unit. The text is normalised the same way.
struct MolarMass: Sendable {
  let text: String
  let grams: Double

  private static let significantDigits = 16

  /// That of glucose, as the Health app exports it.
  static let glucose = known("180.1558800000541")

  /// Returns the mass for a text that is part of the program; anything else is a programmer's error
  /// and traps.
  private static func known(_ text: String) -> MolarMass {
    guard let mass = MolarMass(text) else { preconditionFailure("not a mass: \(text)") }
    return mass
  }

  /// Reads digits with at most one dot; nil for anything else, for zero and for infinity.
  ///
  ///     MolarMass("180.15588000005408")?.text   // "180.1558800000541"
  ///     MolarMass("12.50")?.text                // "12.5"
  init?(_ input: String) {
    var digits: [UInt8] = []
    var pointIndex: Int?
    for byte in input.utf8 {
      switch byte {
      case UInt8(ascii: "."):
        guard pointIndex == nil else { return nil }
        pointIndex = digits.count
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits.append(byte - UInt8(ascii: "0"))
      default: return nil
      }
    }
    let text = Self.normalised(digits, point: pointIndex ?? digits.count)
    guard let grams = Double(text), grams > 0, grams.isFinite else { return nil }
    self.text = text
    self.grams = grams
  }

  /// Rounds to 16 significant digits, half up, and drops the zeros that say nothing.
  private static func normalised(_ digits: [UInt8], point: Int) -> String {
    var digits = digits
    var point = point
    if let first = digits.firstIndex(where: { $0 != 0 }) {
      let end = first + significantDigits
      if end < digits.count {
        let roundsUp = digits[end] >= 5
        for index in end..<digits.count { digits[index] = 0 }
        if roundsUp && carry(into: &digits, before: end) { point += 1 }
      }
    }
    let ascii = digits.map { Character(UnicodeScalar($0 + UInt8(ascii: "0"))) }
    let whole = String(ascii[..<point].drop { $0 == "0" })
    var fraction = String(ascii[point...])
    while fraction.last == "0" { fraction.removeLast() }
    let front = whole.isEmpty ? "0" : whole
    return fraction.isEmpty ? front : "\(front).\(fraction)"
  }

  /// Adds one to the last digit before `end`; true if the number grew by a digit.
  private static func carry(into digits: inout [UInt8], before end: Int) -> Bool {
    for index in (0..<end).reversed() {
      if digits[index] < 9 {
        digits[index] += 1
        return false
      }
      digits[index] = 0
    }
    digits.insert(1, at: 0)
    return true
  }
}
