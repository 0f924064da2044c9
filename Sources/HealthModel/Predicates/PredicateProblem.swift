/// Why a text is no predicate.
///
///     do { _ = try HealthPredicate("start > ") } catch { print(error) }
///     // predicate, character 9: a time is missing here, as 2026-03-01
public struct PredicateProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  public let syntax: Syntax
  /// Where: Unicode scalars counted from 1; it may be one past the end.
  public let position: Int

  /// What is wrong at the position.
  public enum Syntax: Hashable, Sendable {
    /// A comparison, `not`, `all`, `none` or a parenthesis should stand here.
    case missingComparison
    /// No key path has this name.
    case unknownKeyPath(String, suggestions: [String])
    /// The key path needs a key after a point.
    case missingKey(PredicateKeyPath)
    /// The key path takes no key, or not this one.
    case unknownKey(PredicateKeyPath, String)
    /// An operator should stand here.
    case missingOperator
    /// The key path is not compared so.
    case unfitOperator(PredicateOperator, PredicateKeyPath)
    /// A value should stand here.
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
    /// After a comparison only `and`, `or` and `)` may stand.
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

  /// One line: where, what, what to do; foreign text is escaped.
  public var description: String { "predicate, character \(position): \(syntax.message)" }
}

extension PredicateProblem.Syntax {
  fileprivate var message: String {
    switch self {
    case .missingComparison: "a comparison is missing here, as start >= 2026-03-01"
    case .unknownKeyPath(let name, let near):
      "nothing is named \(UnitProblem.quote(name))"
        + (near.isEmpty ? "; see `help predicates`" : "; did you mean \(Self.list(near))?")
    case .missingKey(let path): "\(path.rawValue) needs a name, as \(Self.example(path))"
    case .unknownKey(let path, let key):
      "\(path.rawValue) has no \(UnitProblem.quote(key))"
    case .missingOperator: "an operator is missing here: = != < <= > >= in between contains …"
    case .unfitOperator(let operation, let path):
      "\(path.rawValue) is not compared by \(operation.rawValue)"
    case .missingValue(let path):
      "\(Self.value(path).noun) is missing here, as \(Self.value(path).example)"
    case .missingList(let operation):
      "\(operation.rawValue) takes values in braces, as "
        + (operation == .in ? "in {a, b}" : "between {1, 2}")
    case .unfitValue(let path):
      "\(path.rawValue) is compared with \(Self.value(path).noun), as \(Self.value(path).example)"
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

  /// What a key path is compared with.
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
    case .value: ("a word or a number with its unit", "'Apple Watch' or 5 km")
    }
  }
}
