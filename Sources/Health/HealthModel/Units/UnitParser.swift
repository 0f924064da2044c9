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

  /// Reads a group, `( product )`, with an optional power, which multiplies the powers inside.
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

  /// Reads `1` in the place of a numerator. Neither digits nor a power follow it.
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

  /// Reads the molar mass after a mole, such as `<180.1558800000541>`.
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

  /// Reads a power: `^` and a whole number. Returns nil if there is no `^`.
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
