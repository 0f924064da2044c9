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

  /// Reads the predicate that is the whole text.
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
    let position = scanner.positionOfNext
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

  /// Reads a key path with its key: the word up to the first point, unless all of it is a key path.
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
    guard operation.takesList else { return [try value(of: path, operation)] }
    let start = scanner.positionOfNext
    guard scanner.take("{") else { throw PredicateProblem(.missingList(operation), at: start) }
    var values: [PredicateValue] = []
    if !scanner.take("}") {
      repeat { values.append(try value(of: path, operation)) } while scanner.take(",")
      guard scanner.take("}") else {
        throw PredicateProblem(.missingList(operation), at: scanner.position)
      }
    }
    guard operation == .in || values.count == 2 else {
      throw PredicateProblem(.missingList(operation), at: start)
    }
    return values
  }

  // MARK: Values

  private mutating func value(
    of path: PredicateKeyPath, _ operation: PredicateOperator
  ) throws(PredicateProblem) -> PredicateValue {
    let start = scanner.positionOfNext
    if scanner.take(keyword: "none") {
      guard operation == .equal || operation == .notEqual else {
        throw PredicateProblem(.unfitValue(path), at: start)
      }
      return .missing
    }
    let kind = path.kind
    if [.quantity, .number, .value].contains(kind),
      let number = try scanner.takeNumber(
        withUnit: kind != .number, inList: operation.takesList)
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
      } else if kind == .type, !name.hasPrefix("HK"), !DeclaredType.isIdentifier(name) {
        _ = try TypeCatalogue.resolve(name)
      }
    } catch {
      throw PredicateProblem(.unknownName(error), at: start)
    }
  }

  /// Returns the value of a word after a key path of this kind; nil if it has none.
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
      return flag(text).map { .boolean($0) } ?? .text(text)
    case .flag: return flag(text).map { .boolean($0) }
    }
  }

  private static func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes": true
    case "false", "no": false
    default: nil
    }
  }
}

/// The properties of a source's revision that predicates compare.
enum SourceRevisionProperty {
  /// The names after the point.
  static let names = ["version", "productType", "operatingSystem"]
}

extension PredicateValueKind {
  /// Returns true if values of this kind can be compared with this operator.
  fileprivate func allows(_ operation: PredicateOperator) -> Bool {
    if operation.isOrder { return isOrdered }
    if operation.isOfParts { return [.text, .activity, .type, .value].contains(self) }
    return operation != .in || self != .part
  }
}

/// The words, numbers and signs of a predicate's text.
struct PredicateScanner {
  private let characters: [Unicode.Scalar]
  private(set) var position = 0
  /// True if the text has more characters than allowed.
  let isTooLong: Bool

  init(_ text: String, limit: Int) {
    characters = Array(text.unicodeScalars.prefix(limit + 1))
    isTooLong = characters.count > limit
  }

  // MARK: Signs

  mutating func skipBlanks() {
    while position < characters.count, characters[position].properties.isWhitespace {
      position += 1
    }
  }

  /// The next character that is no blank.
  var next: Unicode.Scalar? {
    mutating get {
      skipBlanks()
      return position < characters.count ? characters[position] : nil
    }
  }

  /// The position of the next character that is no blank.
  var positionOfNext: Int {
    mutating get {
      skipBlanks()
      return position
    }
  }

  /// True if nothing but blanks is left.
  var isAtEnd: Bool { mutating get { next == nil } }

  /// Takes a sign, if it is the next.
  mutating func take(_ sign: String) -> Bool {
    skipBlanks()
    guard characters[position...].starts(with: sign.unicodeScalars) else { return false }
    position += sign.unicodeScalars.count
    return true
  }

  /// Takes `!` that begins no `!=`.
  mutating func takeExclamation() -> Bool {
    guard next == "!", position + 1 >= characters.count || characters[position + 1] != "=" else {
      return false
    }
    position += 1
    return true
  }

  /// Takes a keyword, in either case of its letters, if it is the next word.
  mutating func take(keyword: String) -> Bool {
    skipBlanks()
    let start = position
    if takeWord().lowercased() == keyword { return true }
    position = start
    return false
  }

  /// Takes an operator, if one is next.
  mutating func takeOperator() -> PredicateOperator? {
    let signs: [(String, PredicateOperator)] = [
      ("==", .equal), ("=", .equal), ("!=", .notEqual), ("<>", .notEqual), ("<=", .lessOrEqual),
      ("<", .less), (">=", .greaterOrEqual), (">", .greater),
    ]
    if let (_, operation) = signs.first(where: { take($0.0) }) { return operation }
    let words: [PredicateOperator] = [.in, .between, .contains, .beginsWith, .like]
    return words.first { take(keyword: $0.rawValue.lowercased()) }
  }

  // MARK: Words

  /// Takes everything up to a blank or a sign.
  mutating func takeWord() -> String {
    skipBlanks()
    return take { !Self.endsWord($0) }
  }

  private static func endsWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "(", ")", "{", "}", ",", "=", "!", "<", ">", "\"", "&", "|": true
    default: scalar.properties.isWhitespace
    }
  }

  private mutating func take(while isWanted: (Unicode.Scalar) -> Bool) -> String {
    let start = position
    while position < characters.count, isWanted(characters[position]) { position += 1 }
    return text(start..<position)
  }

  private func text(_ range: Range<Int>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: characters[range])
    return String(view)
  }

  /// Takes words in quotes, `"` or `'`, in which `\` protects the next character; nil where the
  /// next character is no quote.
  mutating func takeQuoted() throws(PredicateProblem) -> String? {
    guard let quote = next, quote == "\"" || quote == "'" else { return nil }
    let start = position
    var view = String.UnicodeScalarView()
    position += 1
    while position < characters.count, characters[position] != quote {
      if characters[position] == "\\", position + 1 < characters.count { position += 1 }
      view.append(characters[position])
      position += 1
    }
    guard position < characters.count else { throw PredicateProblem(.unclosedQuote, at: start) }
    position += 1
    return String(view)
  }

  /// Reads the time of a day after the day: `08:00` of `2026-03-01 08:00`.
  mutating func takeClock() -> String? {
    let start = position
    let word = takeWord()
    if word.unicodeScalars.first.map(PredicateText.isDigit) ?? false, word.contains(":") {
      return word
    }
    position = start
    return nil
  }

  // MARK: Numbers

  /// Reads a number and, if asked for, its unit; nil if no number is next.
  ///
  /// - Parameter inList: true if a comma separates values, and is not a separator of thousands.
  mutating func takeNumber(
    withUnit takesUnit: Bool, inList: Bool
  ) throws(PredicateProblem) -> PredicateValue? {
    skipBlanks()
    let start = position
    guard let digits = takeDecimal(withCommas: !inList), let number = Double(digits),
      number.isFinite
    else {
      position = start
      return nil
    }
    // What goes on as a date or a name does is no number.
    if position < characters.count, "-+:.".unicodeScalars.contains(characters[position]) {
      position = start
      return nil
    }
    guard takesUnit, let unit = try takeUnit() else { return .number(number) }
    return .quantity(unit.value(entered: digits) ?? number, unit)
  }

  /// Reads the digits of a number, without commas between thousands.
  private mutating func takeDecimal(withCommas: Bool) -> String? {
    let start = position
    if position < characters.count, "+-".unicodeScalars.contains(characters[position]) {
      position += 1
    }
    let digits = take { PredicateText.isDigit($0) || $0 == "." || withCommas && $0 == "," }
    guard digits.unicodeScalars.contains(where: PredicateText.isDigit) else { return nil }
    let mantissa = position
    if position < characters.count, "eE".unicodeScalars.contains(characters[position]) {
      position += 1
      if position < characters.count, "+-".unicodeScalars.contains(characters[position]) {
        position += 1
      }
      if take(while: PredicateText.isDigit).isEmpty { position = mantissa }
    }
    return text(start..<position).withoutThousands
  }

  /// Takes a unit; nil where a connective, a sign or the end is next.
  private mutating func takeUnit() throws(PredicateProblem) -> Unit? {
    let isAttached = position == positionOfNext
    let start = position
    let isConnective = ["and", "or"].contains(takeWord().lowercased())
    position = start
    guard !isConnective, let first = next else { return nil }
    let startsUnit =
      PredicateText.isLetter(first) || !first.isASCII || first == "%" || first == "1"
      || first == "(" || first == "/"
    guard startsUnit, !(isAttached && first == "(") else { return nil }
    let text = takeUnitText()
    do {
      return try Unit(entered: text)
    } catch {
      throw PredicateProblem(.unit(error), at: start)
    }
  }

  /// Reads a unit, up to the next blank or sign; parentheses and `mol<…>` inside it belong to it.
  private mutating func takeUnitText() -> String {
    let start = position
    var open = 0
    while position < characters.count {
      let scalar = characters[position]
      if scalar == "<", text(start..<position).hasSuffix("mol") {
        _ = take { $0 != ">" }
      } else if scalar == "(" {
        open += 1
      } else if scalar == ")" {
        open -= 1
        if open < 0 { break }
      } else if Self.endsWord(scalar) {
        break
      }
      position = min(position + 1, characters.count)
    }
    return text(start..<position)
  }
}
