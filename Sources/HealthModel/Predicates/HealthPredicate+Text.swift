extension HealthPredicate: CustomStringConvertible {
  /// Reads a predicate as people type it; `Docs/PREDICATES.md` has the grammar.
  ///
  ///     try HealthPredicate("activity = other and not (duration >= 30 min)")
  ///
  /// - Throws: `PredicateProblem`, which points at the character.
  public init(_ text: String) throws(PredicateProblem) {
    var parser = PredicateParser(text)
    self = try parser.parse()
  }

  /// The canonical text; reading it gives an equal predicate.
  public var description: String {
    switch self {
    case .all: "all"
    case .nothing: "none"
    case .comparison(let comparison): comparison.description
    case .and(let terms):
      terms.isEmpty ? "all" : terms.map { $0.text(under: 2) }.joined(separator: " and ")
    case .or(let terms):
      terms.isEmpty ? "none" : terms.map { $0.text(under: 1) }.joined(separator: " or ")
    case .not(let term): "not \(term.text(under: 3))"
    case .workoutActivity(let term): "\(PredicateKeyPath.workoutActivity.rawValue) (\(term))"
    }
  }

  /// The text, in parentheses where a neighbour binds as tightly or tighter.
  private func text(under strength: Int) -> String {
    let own =
      switch self {
      case .or: 1
      case .and: 2
      case .not: 3
      case .all, .nothing, .comparison, .workoutActivity: 4
      }
    return own > strength || own == 3 && strength == 3 ? description : "(\(description))"
  }
}

extension PredicateComparison: CustomStringConvertible {
  /// The canonical text.
  public var description: String {
    let name = path.rawValue + (key.map { "." + PredicateText.key($0) } ?? "")
    let texts = values.map { $0.text(of: path.kind) }
    let list = "{\(texts.joined(separator: ", "))}"
    switch operation {
    case .in, .between: return "\(name) \(operation.rawValue) \(list)"
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .contains,
      .beginsWith, .like:
      return "\(name) \(operation.rawValue) \(texts[0])"
    }
  }
}

extension PredicateValue {
  /// The text of a value after a key path of this kind.
  fileprivate func text(of kind: PredicateValueKind) -> String {
    switch self {
    case .text(let text): PredicateText.word(text, startsWithLetter: true)
    case .time(let text): PredicateText.word(text, startsWithLetter: false)
    case .number(let number): PredicateText.number(number)
    case .quantity(let number, let unit) where unit.isPercent:
      "\(PercentNumber.hundredfold(of: PredicateText.number(number))) \(unit)"
    case .quantity(let number, let unit): "\(PredicateText.number(number)) \(unit)"
    case .boolean(let flag): flag ? "true" : "false"
    case .day(let day): day.description
    case .uuid(let uuid): uuid.description
    case .missing: "none"
    }
  }
}

/// How words and numbers stand in a predicate.
enum PredicateText {
  /// Words that mean something else without quotes.
  static let reserved: Set<String> = [
    "all", "none", "and", "or", "not", "true", "false", "yes", "no", "in", "between", "contains",
    "beginswith", "like",
  ]

  /// A word as it is where it can be nothing else, otherwise in quotes.
  static func word(_ text: String, startsWithLetter: Bool) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      isLetter($0) || isDigit($0) || "._-".unicodeScalars.contains($0)
        || !startsWithLetter && ":+".unicodeScalars.contains($0)
    }
    let start = text.unicodeScalars.first.map { !startsWithLetter || isLetter($0) } ?? false
    return isPlain && start && !reserved.contains(text.lowercased()) ? text : quoted(text)
  }

  /// The key of a key path.
  static func key(_ text: String) -> String {
    let isPlain = text.unicodeScalars.allSatisfy {
      isLetter($0) || isDigit($0) || "_-".unicodeScalars.contains($0)
    }
    return isPlain && !text.isEmpty ? text : quoted(text)
  }

  /// The shortest decimal that reads back to the same double.
  static func number(_ number: Double) -> String {
    if number.magnitude < 1e15, number == Double(Int64(number)),
      !(number == 0 && number.sign == .minus)
    {
      return String(Int64(number))
    }
    return "\(number)"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.unicodeScalars.append("\\") }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }

  /// Whether a text begins as numbers do.
  static func startsNumber(_ text: String) -> Bool {
    text.unicodeScalars.first.map { isDigit($0) || "+-.".unicodeScalars.contains($0) } ?? false
  }

  static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}
