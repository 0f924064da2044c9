/// The words, numbers and signs of a predicate's text.
struct PredicateScanner {
  private let characters: [Unicode.Scalar]
  private(set) var position = 0
  /// Whether the text has more characters than it may.
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

  /// Whether nothing but blanks is left.
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

  /// Takes the time of a day that stands after a day: `08:00` of `2026-03-01 08:00`.
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

  /// Takes a number and, where asked for, its unit; nil where no number is next.
  ///
  /// - Parameter inList: whether a comma parts values, and does not stand between thousands.
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

  /// The digits of a number, without commas between thousands.
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
      || first == "("
    guard startsUnit, !(isAttached && first == "(") else { return nil }
    let text = takeUnitText()
    do {
      return try Unit(entered: text)
    } catch {
      throw PredicateProblem(.unit(error), at: start)
    }
  }

  /// A unit reaches to the next blank or sign; parentheses and `mol<…>` inside it belong to it.
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
