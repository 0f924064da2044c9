/// Reads predicates:
///
///     predicate  := term { ("or" | "||") term }
///     term       := factor { ("and" | "&&") factor }
///     factor     := ("not" | "!") factor | "(" predicate ")" | "all" | "none" | comparison
///     comparison := path operator value | path ["not"] "in" "{" value { "," value } "}"
///                 | path "between" "{" value "," value "}" | "workoutActivity" "(" predicate ")"
struct PredicateParser {
  static let longest = 65_536
  static let deepest = 64

  private var scanner: PredicateScanner
  private var depth = 0

  init(_ text: String) {
    scanner = PredicateScanner(text, limit: Self.longest)
  }

  /// The predicate that is the whole text.
  mutating func parse() throws(PredicateProblem) -> HealthPredicate {
    guard !scanner.isTooLong else { throw PredicateProblem(.tooLong, at: Self.longest) }
    let predicate = try alternatives()
    guard scanner.isAtEnd else { throw PredicateProblem(.missingConnective, at: scanner.position) }
    return predicate
  }

  private mutating func alternatives() throws(PredicateProblem) -> HealthPredicate {
    var terms = [try conjunction()]
    while scanner.take(keyword: "or") || scanner.take("||") { terms.append(try conjunction()) }
    return .either(terms)
  }

  private mutating func conjunction() throws(PredicateProblem) -> HealthPredicate {
    var terms = [try factor()]
    while scanner.take(keyword: "and") || scanner.take("&&") { terms.append(try factor()) }
    return .every(terms)
  }

  private mutating func factor() throws(PredicateProblem) -> HealthPredicate {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.deepest else { throw PredicateProblem(.tooDeep, at: scanner.position) }
    if scanner.take(keyword: "not") || scanner.takeExclamation() { return .not(try factor()) }
    if scanner.next == "(" { return try group() }
    if scanner.take(keyword: "all") { return .all }
    if scanner.take(keyword: "none") { return .nothing }
    return try comparison()
  }

  private mutating func group() throws(PredicateProblem) -> HealthPredicate {
    let start = scanner.position
    _ = scanner.take("(")
    let inner = try alternatives()
    if scanner.take(")") { return inner }
    throw PredicateProblem(
      scanner.isAtEnd ? .unclosedParenthesis : .missingConnective,
      at: scanner.isAtEnd ? start : scanner.position)
  }

  // MARK: Comparisons

  private mutating func comparison() throws(PredicateProblem) -> HealthPredicate {
    let (path, key) = try keyPath()
    if path == .workoutActivity, scanner.next == "(" { return .workoutActivity(try group()) }
    scanner.skipBlanks()
    let position = scanner.position
    let isNegated = scanner.take(keyword: "not")
    guard let operation = scanner.takeOperator(), !isNegated || operation == .in else {
      throw PredicateProblem(.missingOperator, at: position)
    }
    guard path.kind.allows(operation) else {
      throw PredicateProblem(.unfitOperator(operation, path), at: position)
    }
    let values = try values(of: path, operation)
    let comparison = PredicateComparison(path, key: key, operation, values)
    return isNegated ? .not(.comparison(comparison)) : .comparison(comparison)
  }

  /// A key path with its key: the word up to the first point, unless all of it is a key path.
  private mutating func keyPath() throws(PredicateProblem) -> (PredicateKeyPath, String?) {
    let start = scanner.positionOfNext
    let word = scanner.takeWord()
    guard !word.isEmpty else { throw PredicateProblem(.missingComparison, at: start) }
    if let path = PredicateKeyPath.named(word), !word.hasSuffix(".") {
      guard path.key != .required, path.key != .type else {
        throw PredicateProblem(.missingKey(path), at: start)
      }
      return (path, nil)
    }
    let name = String(word.prefix { $0 != "." })
    guard let path = PredicateKeyPath.named(name) else {
      let near = PredicateKeyPath.suggestions(for: name)
      throw PredicateProblem(.unknownKeyPath(word, suggestions: near), at: start)
    }
    var key = String(word.dropFirst(name.count + 1))
    if key.isEmpty, let quoted = try scanner.takeQuoted() { key = quoted }
    return (path, try checked(key, of: path, at: start))
  }

  private func checked(
    _ key: String, of path: PredicateKeyPath, at start: Int
  ) throws(PredicateProblem) -> String {
    guard !key.isEmpty else { throw PredicateProblem(.missingKey(path), at: start) }
    switch path.key {
    case .required: return key
    case .none: break
    case .optional:
      let names =
        path == .device ? DeviceProperty.allCases.map(\.rawValue) : SourceRevisionProperty.names
      if names.contains(key) { return key }
    case .type:
      do {
        if case .quantity(let type) = try TypeCatalogue.resolve(key) { return type.shortName }
      } catch {
        throw PredicateProblem(.unknownName(error), at: start)
      }
    }
    throw PredicateProblem(.unknownKey(path, key), at: start)
  }

  private mutating func values(
    of path: PredicateKeyPath, _ operation: PredicateOperator
  ) throws(PredicateProblem) -> [PredicateValue] {
    guard operation == .in || operation == .between else {
      let position = scanner.positionOfNext
      let value = try value(of: path, operation)
      guard value != .missing || operation == .equal || operation == .notEqual else {
        throw PredicateProblem(.unfitValue(path), at: position)
      }
      return [value]
    }
    let start = scanner.positionOfNext
    guard scanner.take("{") else { throw PredicateProblem(.missingList(operation), at: start) }
    var values: [PredicateValue] = []
    if !scanner.take("}") {
      repeat { values.append(try element(of: path, operation)) } while scanner.take(",")
      guard scanner.take("}") else {
        throw PredicateProblem(.missingList(operation), at: scanner.position)
      }
    }
    guard operation == .in || values.count == 2 else {
      throw PredicateProblem(.missingList(operation), at: start)
    }
    return values
  }

  private mutating func element(
    of path: PredicateKeyPath, _ operation: PredicateOperator
  ) throws(PredicateProblem) -> PredicateValue {
    let position = scanner.positionOfNext
    let value = try value(of: path, operation)
    guard value != .missing else { throw PredicateProblem(.unfitValue(path), at: position) }
    return value
  }

  // MARK: Values

  private mutating func value(
    of path: PredicateKeyPath, _ operation: PredicateOperator
  ) throws(PredicateProblem) -> PredicateValue {
    let start = scanner.positionOfNext
    if scanner.take(keyword: "none") { return .missing }
    let kind = path.kind
    if kind == .quantity || kind == .number || kind == .value,
      let number = try scanner.takeNumber(
        withUnit: kind != .number, inList: operation == .in || operation == .between)
    {
      return number
    }
    let quoted = try scanner.takeQuoted()
    var text = quoted ?? scanner.takeWord()
    guard quoted != nil || !text.isEmpty else {
      throw PredicateProblem(.missingValue(path), at: start)
    }
    if kind == .time, quoted == nil, let clock = scanner.takeClock() { text += " " + clock }
    guard let value = Self.value(text, kind, isQuoted: quoted != nil) else {
      throw PredicateProblem(.unfitValue(path), at: start)
    }
    if [.equal, .notEqual, .in].contains(operation) { try check(text, kind, at: start) }
    return value
  }

  /// Refuses names of activities and types that nobody knows; full identifiers may be any.
  private func check(
    _ name: String, _ kind: PredicateValueKind, at start: Int
  ) throws(PredicateProblem) {
    do {
      if kind == .activity, !name.hasPrefix("HKWorkoutActivityType") {
        _ = try WorkoutActivityType.resolve(name)
      } else if kind == .type, !name.hasPrefix("HK") {
        _ = try TypeCatalogue.resolve(name)
      }
    } catch {
      throw PredicateProblem(.unknownName(error), at: start)
    }
  }

  /// What a word means after a key path of this kind; nil: nothing.
  private static func value(
    _ text: String, _ kind: PredicateValueKind, isQuoted: Bool
  ) -> PredicateValue? {
    switch kind {
    case .text, .activity, .type: return .text(text)
    case .time: return .time(text)
    case .day: return CivilDate(text).map { .day($0) }
    case .uuid, .part: return ObjectUUID(text).map { .uuid($0) }
    case .quantity, .number: return nil
    case .value:
      if isQuoted { return .text(text) }
      // A number too large for a double is an error, not a word. Text that is not a number stays a
      // word.
      if PredicateText.startsNumber(text), let number = Double(text), !number.isFinite {
        return nil
      }
      switch text.lowercased() {
      case "true", "yes": return .boolean(true)
      case "false", "no": return .boolean(false)
      default: return .text(text)
      }
    }
  }
}

/// The properties of a source's revision that predicates compare.
enum SourceRevisionProperty {
  /// As they stand after the point.
  static let names = ["version", "productType", "operatingSystem"]
}

extension PredicateValueKind {
  /// Whether values of this kind are compared so.
  fileprivate func allows(_ operation: PredicateOperator) -> Bool {
    switch operation {
    case .equal, .notEqual: true
    case .in: self != .part
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .between:
      [.time, .day, .quantity, .number, .value].contains(self)
    case .contains, .beginsWith, .like: [.text, .activity, .type, .value].contains(self)
    }
  }
}
