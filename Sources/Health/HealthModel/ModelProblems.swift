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

  /// The fault at the position.
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

  /// A description in one line: the problem, its position, the remedy. It holds no health value;
  /// foreign text is escaped.
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

/// A name that the catalogue does not know, with what may have been meant.
///
///     do { _ = try TypeCatalogue.resolve("stepcout") } catch { print(error) }
///     // unknown type "stepcout"; did you mean stepCount?
public struct UnknownType: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of thing that was looked for.
  public enum Kind: String, Hashable, Sendable {
    /// An object type.
    case type = "type"
    /// A workout activity.
    case workoutActivity = "workout activity"
    /// A kind of workout event.
    case workoutEvent = "workout event"
    /// A value of a category type.
    case categoryValue = "category value"
    /// A value of a characteristic.
    case characteristicValue = "characteristic value"
  }

  /// The kind of thing that was looked for.
  public let kind: Kind
  /// The name as it was given.
  public let name: String
  /// Up to three short names, nearest first; empty where nothing is near.
  public let suggestions: [String]

  /// Creates an error about a name; `suggestions` are short names, nearest first.
  public init(kind: Kind, name: String, suggestions: [String]) {
    self.kind = kind
    self.name = name
    self.suggestions = suggestions
  }

  /// A description in one line; foreign text is escaped.
  public var description: String {
    let start = "unknown \(kind.rawValue) \(UnitProblem.quote(name))"
    guard let last = suggestions.last else { return start }
    let others = suggestions.dropLast().joined(separator: ", ")
    return "\(start); did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
  }
}

/// The reason why a text is no predicate.
///
///     do { _ = try HealthPredicate("start > ") } catch { print(error) }
///     // predicate, character 9: a time is missing here, such as 2026-03-01
public struct PredicateProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The fault.
  public let syntax: Syntax
  /// The position in Unicode scalars counted from 1; it may be one past the end.
  public let position: Int

  /// The problem at the position.
  public enum Syntax: Hashable, Sendable {
    /// A comparison, `not`, `all`, `none` or a parenthesis is missing here.
    case missingComparison
    /// No key path has this name.
    case unknownKeyPath(String, suggestions: [String])
    /// The key path needs a key after a point.
    case missingKey(PredicateKeyPath)
    /// The key path takes no key, or not this one.
    case unknownKey(PredicateKeyPath, String)
    /// An operator is missing here.
    case missingOperator
    /// The key path is not compared so.
    case unfitOperator(PredicateOperator, PredicateKeyPath)
    /// A value is missing here.
    case missingValue(PredicateKeyPath)
    /// `in` and `between` take a list in braces; `between` of two values.
    case missingList(PredicateOperator)
    /// This is not the kind of value that the key path is compared with.
    case unfitValue(PredicateKeyPath)
    /// The text is not a unit.
    case unit(UnitProblem)
    /// No type or activity has this name.
    case unknownName(UnknownType)
    /// The quote is never closed.
    case unclosedQuote
    /// The parenthesis is never closed.
    case unclosedParenthesis
    /// A word other than `and`, `or` and `)` follows a comparison.
    case missingConnective
    /// `(` in `(`, or `not` of `not`, more than 64 deep.
    case tooDeep
    /// More than 65,536 characters.
    case tooLong
  }

  init(_ syntax: Syntax, at index: Int) {
    self.syntax = syntax
    position = index + 1
  }

  /// A description in one line: the place, the fault, the remedy; foreign text is escaped.
  public var description: String { "predicate, character \(position): \(syntax.message)" }
}

extension PredicateProblem.Syntax {
  fileprivate var message: String {
    switch self {
    case .missingComparison: "a comparison is missing here, such as start >= 2026-03-01"
    case .unknownKeyPath(let name, let near):
      "nothing is named \(UnitProblem.quote(name))"
        + (near.isEmpty ? "; see `help predicates`" : "; did you mean \(Self.list(near))?")
    case .missingKey(let path): "\(path.rawValue) needs a name, such as \(Self.example(path))"
    case .unknownKey(let path, let key):
      "\(path.rawValue) has no \(UnitProblem.quote(key))"
    case .missingOperator: "an operator is missing here: = != < <= > >= in between contains …"
    case .unfitOperator(let operation, let path):
      "\(path.rawValue) is not compared by \(operation.rawValue)"
    case .missingValue(let path):
      "\(Self.value(path).noun) is missing here, such as \(Self.value(path).example)"
    case .missingList(let operation):
      "\(operation.rawValue) takes values in braces, such as "
        + (operation == .in ? "in {a, b}" : "between {1, 2}")
    case .unfitValue(let path):
      "\(path.rawValue) is compared with \(Self.value(path).noun), such as "
        + Self.value(path).example
    case .unit(let problem): problem.description
    case .unknownName(let unknown): unknown.description
    case .unclosedQuote: "this quote is never closed"
    case .unclosedParenthesis: "this parenthesis is never closed"
    case .missingConnective:
      "and, or, or the end should stand here; words with blanks take quotes"
    case .tooDeep: "more than \(PredicateParser.deepest) levels deep"
    case .tooLong: "a predicate has at most \(PredicateParser.longest) characters"
    }
  }

  private static func list(_ names: [String]) -> String { names.joined(separator: " or ") }

  private static func example(_ path: PredicateKeyPath) -> String {
    path == .metadata ? "metadata.HKTimeZone" : "\(path.rawValue).activeEnergyBurned"
  }

  /// Describes the values that a key path is compared with.
  private static func value(_ path: PredicateKeyPath) -> (noun: String, example: String) {
    switch path.kind {
    case .text: ("a word", "'Apple Watch'")
    case .activity: ("an activity", "running")
    case .type: ("a type", "heartRate")
    case .time: ("a time", "2026-03-01")
    case .day: ("a day", "2026-03-01")
    case .quantity: ("a number with its unit", "5 km")
    case .number: ("a number", "5")
    case .uuid, .part: ("a uuid or none", "3F2504E0-4F89-41D3-9A0C-0305E82C3301")
    case .flag: ("true or false", "true")
    case .value: ("a word or a number with its unit", "'Apple Watch' or 5 km")
    }
  }
}

/// The reason why an object's fields are not the document of its type: the wrong field, and the
/// right value.
///
///     do { _ = try StateOfMind(object) } catch { print(error) }
///     // the field valence must be a number from -1.0 to 1.0
public struct DocumentProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The field, with the position in a list counted from 1: `sensitivityPoints 2 leftEarValue`.
  public let field: String
  /// The right value, in words.
  public let expected: String

  /// Creates the problem that this field is not as expected.
  public init(field: String, expected: String) {
    self.field = field
    self.expected = expected
  }

  /// A description in one line, without the value.
  public var description: String { "the field \(field) must be \(expected)" }
}

/// The reason why the figures of a swim or a run are refused: no person can reach them. They are
/// typing errors, and all figures computed from them would be wrong.
public enum FigureProblem<Rule>: Error, Hashable, Sendable, CustomStringConvertible
where Rule: RawRepresentable<String> & Hashable & Sendable {
  /// A figure is outside its range.
  case outOfRange(figure: String, range: String)
  /// The figures break a rule of the swim, or of the run.
  case rule(Rule)

  /// A description of the problem in one line.
  public var description: String {
    switch self {
    case .outOfRange(let figure, let range): "\(figure) must be \(range)"
    case .rule(let rule): rule.rawValue
    }
  }

  /// Checks a figure where there is one.
  static func require(
    _ figure: String, _ value: Double?, _ range: String, _ isRight: (Double) -> Bool
  ) throws(Self) {
    guard let value, !isRight(value) else { return }
    throw .outOfRange(figure: figure, range: range)
  }
}

/// The reason why the bytes of a TZif file do not make a time zone.
///
/// ```swift
/// do { zone = try ZoneRules(name: "Europe/Paris", tzif: bytes) }
/// catch .notTZif { … }   // not a zone file: check the path
/// ```
///
/// The caller can only choose another file: use another copy of the zone database. Source: RFC
/// 9636.
public enum ZoneProblem: Error, Hashable, Sendable {
  /// The name is not one that `ZoneRules.isValidName` accepts; ask for another.
  ///
  /// `.invalidName("../etc/passwd")`.
  case invalidName(String)

  /// The file does not begin with `TZif`: it is no zone file at all.
  ///
  /// `.notTZif` for an empty file or `zone1970.tab`. Source: RFC 9636 §3.1, `magic`.
  case notTZif

  /// The file's version is not 1 to 4; the byte of the file, 0x00 or an ASCII digit.
  ///
  /// `.unsupportedVersion(0x39)` for version 9. Source: RFC 9636 §3.1, `ver`.
  case unsupportedVersion(UInt8)

  /// The file ends before what its header promises; the offset where more bytes were needed.
  ///
  /// `.truncated(at: 44)` for a header without data. Bytes from the file's start.
  case truncated(at: Int)

  /// A count in a header contradicts the others; the offset of that header.
  ///
  /// `.invalidHeader(at: 0)` for a zone with no local time type. Source: RFC 9636 §3.1.
  case invalidHeader(at: Int)

  /// Transition times do not ascend; the index of the first that does not.
  ///
  /// `.unorderedTransition(3)`. From 0. Source: RFC 9636 §3.2, `transition times`.
  case unorderedTransition(Int)

  /// A transition names a local time type that the file does not have; its index.
  ///
  /// `.unknownType(transition: 3)`. From 0. Source: RFC 9636 §3.2, `transition types`.
  case unknownType(transition: Int)

  /// An offset lies outside −24:59:59 to +25:59:59; in seconds east of UTC.
  ///
  /// `.offsetOutOfRange(100_000)`. Source: RFC 9636 §3.2, `utoff`.
  case offsetOutOfRange(Int)

  /// The file counts leap seconds (the `right/` zones), which journals and HealthKit do not.
  ///
  /// `.leapSeconds`: take the zone of the same name without `right/`. Source: RFC 9636 §3.2.
  case leapSeconds

  /// The rule for times after the last transition cannot be read; its text, shortened.
  ///
  /// `.invalidFooter("CET-1CEST,M13.5.0,M10.5.0/3")`. Source: RFC 9636 §3.3.
  case invalidFooter(String)
}
