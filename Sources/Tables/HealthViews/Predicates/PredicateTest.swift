import HealthModel

/// A predicate whose times, types and activities have been looked up, ready to be asked of rows.
indirect enum PredicateTest: Sendable {
  case constant(Bool)
  case comparison(ComparisonTest)
  case every([PredicateTest])
  case either([PredicateTest])
  case not(PredicateTest)
  case part(PredicateTest)

  /// - Parameter times: the moment that a text means.
  /// - Throws: `.time` if a text means none; `.unordered` if words are put in order.
  init(
    _ predicate: HealthPredicate, times: (String) -> Instant?
  ) throws(ProjectionError) {
    switch predicate {
    case .all: self = .constant(true)
    case .nothing: self = .constant(false)
    case .comparison(let comparison):
      self = .comparison(try ComparisonTest(comparison, times: times))
    case .and(let terms): self = .every(try Self.tests(terms, times))
    case .or(let terms): self = .either(try Self.tests(terms, times))
    case .not(let term): self = .not(try PredicateTest(term, times: times))
    case .workoutActivity(let term): self = .part(try PredicateTest(term, times: times))
    }
  }

  private static func tests(
    _ terms: [HealthPredicate], _ times: (String) -> Instant?
  ) throws(ProjectionError) -> [PredicateTest] {
    var tests: [PredicateTest] = []
    for term in terms { tests.append(try PredicateTest(term, times: times)) }
    // Units are compared last, so that `value < 72 kg and type = bodyMass` asks no other type for
    // kilograms, whichever stands first.
    return tests.filter { !$0.hasUnits } + tests.filter(\.hasUnits)
  }

  /// True if it compares in a unit, or orders values by a word, which is an error for some types.
  private var hasUnits: Bool {
    comparisons.contains { comparison in
      comparison.ordersWords
        || comparison.operands.contains { operand in
          if case .quantity = operand { return true }
          return false
        }
    }
  }

  /// Returns the result of the predicate for every sample of a type, whatever is in the sample; nil
  /// if that depends on the sample.
  ///
  /// - Throws: `.unitMismatch`, `.unordered` if no sample of the type can be compared so.
  func verdict(of type: String) throws(ProjectionError) -> Bool? {
    switch self {
    case .constant(let holds): return holds
    case .comparison(let comparison): return try comparison.verdict(of: type)
    case .every(let terms): return try Self.verdict(of: type, terms, ending: false)
    case .either(let terms): return try Self.verdict(of: type, terms, ending: true)
    case .not(let term): return try term.verdict(of: type).map { !$0 }
    // A sample has no parts.
    case .part: return false
    }
  }

  /// - Parameter ending: the verdict on one term that is the verdict on all.
  private static func verdict(
    of type: String, _ terms: [PredicateTest], ending: Bool
  ) throws(ProjectionError) -> Bool? {
    var isDecided = true
    for term in terms {
      let verdict = try term.verdict(of: type)
      if verdict == ending { return ending }
      isDecided = isDecided && verdict != nil
    }
    return isDecided ? !ending : nil
  }

  var comparisons: [ComparisonTest] {
    switch self {
    case .constant: []
    case .comparison(let comparison): [comparison]
    case .every(let terms), .either(let terms): terms.flatMap(\.comparisons)
    case .not(let term), .part(let term): term.comparisons
    }
  }

  /// True if the columns of a sample are not enough, so that its line has to be read again.
  var needsLine: Bool { comparisons.contains(where: \.needsLine) }
}

/// A comparison whose values have been looked up.
struct ComparisonTest: Sendable {
  /// An operand that a fact is compared with.
  enum Operand: Hashable, Sendable {
    /// A text, and the moment that it means, if any.
    case text(String, moment: Int64?)
    case number(Double)
    case quantity(Double, Unit)
    case boolean(Bool)
    case moment(Int64)
    case day(Int)
    case uuid(ObjectUUID)
    case missing
  }

  let path: PredicateKeyPath
  /// The key after the point; of statistics the identifier of the type.
  let key: String?
  let operation: PredicateOperator
  private(set) var operands: [Operand]
  /// True if values are compared by the order of words, which each type has of its own.
  private(set) var ordersWords = false

  init(
    _ comparison: PredicateComparison, times: (String) -> Instant?
  ) throws(ProjectionError) {
    path = comparison.path
    operation = comparison.operation
    switch path {
    case .metadata, .device, .sourceRevision: key = comparison.key
    case _: key = comparison.key.map(Self.typeIdentifier)
    }
    var operands: [Operand] = []
    for value in comparison.values {
      operands.append(try Self.operand(value, path, times))
    }
    self.operands = operands
    guard operation.isOrder else { return }
    guard path.isOrdered else { throw .unordered(path.rawValue, in: path.rawValue) }
    ordersWords = path == .categoryValue && operands.contains { $0.word != nil }
  }

  /// Returns the comparison for the values of a type, with words that give an order replaced by
  /// their numbers.
  ///
  ///     value > awake   // of sleep: value > 2
  ///
  /// - Throws: `.unordered` if a word has no number of the type.
  func ofValues(of type: String) throws(ProjectionError) -> ComparisonTest {
    guard ordersWords else { return self }
    var numbers = self
    numbers.ordersWords = false
    for (index, operand) in operands.enumerated() {
      guard let word = operand.word else { continue }
      guard case .category(let known)? = TypeCatalogue.find(type),
        let value = known.value(named: word) ?? known.value(exportName: word)
      else { throw .unordered(word, in: type) }
      numbers.operands[index] = .number(Double(value.rawValue))
    }
    return numbers
  }

  /// Returns the result of the comparison for every sample of a type; nil if that depends on the
  /// sample.
  func verdict(of type: String) throws(ProjectionError) -> Bool? {
    switch path {
    case .type: return try holds(PredicateSubject.typeFacts(type), of: type)
    case .quantity, .categoryValue, .average, .min, .max, .sum, .mostRecent:
      _ = try ofValues(of: type)
      guard case .quantity(let known)? = TypeCatalogue.find(type) else { return nil }
      let unit = try? Unit(known.metricUnitText)
      for operand in operands { _ = try threshold(operand, in: unit, of: type) }
      return nil
    case _: return nil
    }
  }

  private static func operand(
    _ value: PredicateValue, _ path: PredicateKeyPath, _ times: (String) -> Instant?
  ) throws(ProjectionError) -> Operand {
    switch value {
    case .text(let name) where path == .type: return .text(typeIdentifier(name), moment: nil)
    case .text(let name) where path == .workoutType || path == .workoutActivityType:
      let known = try? WorkoutActivityType.resolve(name)
      return .text(known?.exportName ?? name, moment: nil)
    case .text(let name) where path.isOfNames: return .text(SourceName.typed(name), moment: nil)
    case .text(let text):
      return .text(text, moment: path == .metadata ? times(text)?.microseconds : nil)
    case .time(let text):
      guard let instant = times(text) else { throw .time(text) }
      return .moment(instant.microseconds)
    case .number(let number), .quantity(let number, _):
      guard number.isFinite else { throw .unordered("\(number)", in: path.rawValue) }
      if case .quantity(_, let unit) = value { return .quantity(number, unit) }
      return .number(number)
    case .boolean(let flag): return .boolean(flag)
    case .day(let day): return .day(day.dayNumber)
    case .uuid(let uuid): return .uuid(uuid)
    case .missing: return .missing
    }
  }

  private static func typeIdentifier(_ name: String) -> String {
    (try? TypeCatalogue.resolve(name))?.identifier ?? name
  }

  /// True if it asks for the mark of what a person entered in an app, which has a flag of its own.
  var asksWhetherByHand: Bool {
    path == .metadata && key == MetadataName.wasUserEntered && operands == [.boolean(true)]
      && (operation == .equal || operation == .notEqual)
  }

  /// True if the columns of a sample are not enough.
  var needsLine: Bool {
    switch path {
    case .metadata: key != MetadataName.timeZone && !asksWhetherByHand
    case .average, .count, .max, .min, .mostRecent, .mostRecentDuration, .mostRecentEndDate,
      .mostRecentStartDate, .sum:
      true
    case _: false
    }
  }

  /// Returns true if the comparison holds for the facts of an object: for at least one of them, or
  /// with `!=` if none is equal. Without facts `= none` and every `!=` but `!= none` hold.
  ///
  /// - Parameter what: the subject of the facts, for the message of an error.
  /// - Throws: `.unitMismatch` if the units measure different things.
  func holds(_ facts: [Fact], of what: String) throws(ProjectionError) -> Bool {
    if operands == [.missing] { return (operation == .equal) == facts.isEmpty }
    if operation == .notEqual {
      for fact in facts where try order(fact, operands[0], of: what) == 0 { return false }
      return true
    }
    for fact in facts where try holds(fact, of: what) { return true }
    return false
  }

  private func holds(_ fact: Fact, of what: String) throws(ProjectionError) -> Bool {
    switch operation {
    case .contains, .beginsWith, .like:
      guard case .text(let text) = fact, case .text(let pattern, _)? = operands.first else {
        return false
      }
      return matches(text.lowercased(), pattern.lowercased())
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .in, .between: break
    }
    var orders: [Int?] = []
    for operand in operands { orders.append(try order(fact, operand, of: what)) }
    guard operation == .in || !orders.contains(nil) else { return false }
    return holds(count: orders.count) { orders[$0] ?? 1 }
  }

  /// Returns true if the operator accepts the order of the value to each operand: less (−1), equal
  /// (0), more (1).
  @inline(__always)
  func holds(count: Int, order: (Int) -> Int) -> Bool {
    switch operation {
    case .equal: order(0) == 0
    case .notEqual: order(0) != 0
    case .less: order(0) < 0
    case .lessOrEqual: order(0) <= 0
    case .greater: order(0) > 0
    case .greaterOrEqual: order(0) >= 0
    case .in: (0..<count).contains { order($0) == 0 }
    case .between: order(0) >= 0 && order(1) <= 0
    case .contains, .beginsWith, .like: false
    }
  }

  private func matches(_ text: String, _ pattern: String) -> Bool {
    switch operation {
    case .beginsWith: text.hasPrefix(pattern)
    case .contains: Wildcards.contains(Array(text), Array(pattern))
    case .like: Wildcards.matches(Array(text), Array(pattern))
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .in, .between: false
    }
  }

  /// Returns the order of a fact to an operand: less (−1), equal (0), more (1); nil if they do not
  /// compare.
  private func order(
    _ fact: Fact, _ operand: Operand, of what: String
  ) throws(ProjectionError) -> Int? {
    switch (fact, operand) {
    case (.quantity(let value, let unit?), .quantity):
      return try threshold(operand, in: unit, of: what)?.order(of: value)
    case (.quantity(let value, _), .number(let number)), (.number(let value), .number(let number)):
      return Threshold(number, isConverted: false).order(of: value)
    case (.text(let text), .text(let other, _)):
      return text == other ? 0 : text < other ? -1 : 1
    case (.moment(let moment), .moment(let other)), (.moment(let moment), .text(_, let other?)):
      return (moment > other ? 1 : 0) - (moment < other ? 1 : 0)
    case (.day(let day), .day(let other)): return (day - other).signum()
    case (.uuid(let uuid), .uuid(let other)): return uuid == other ? 0 : uuid < other ? -1 : 1
    case (.flag(let flag), .boolean(let other)): return (flag ? 1 : 0) - (other ? 1 : 0)
    case (.flag(let flag), .number(let number)):
      return Threshold(number, isConverted: false).order(of: flag ? 1 : 0)
    case (.number(let number), .boolean(let flag)): return (number != 0 ? 1 : 0) - (flag ? 1 : 0)
    case (.text, _), (.number, _), (.quantity, _), (.flag, _), (.moment, _), (.day, _), (.uuid, _):
      return nil
    }
  }

  /// Returns an operand in a fact's unit; nil if it does not compare with a number.
  func threshold(
    _ operand: Operand, in unit: Unit?, of what: String
  ) throws(ProjectionError) -> Threshold? {
    switch operand {
    case .number(let number): return Threshold(number, isConverted: false)
    case .quantity(let number, let own):
      guard let unit else { return nil }
      // Of workouts' statistics the key is the type; `mmol/L` means that of its substance.
      let type = path == .metadata ? what : key ?? what
      let own = own.isCompatible(with: unit) ? own : own.entered(of: type)
      guard own.isCompatible(with: unit) else {
        throw .unitMismatch(type: what, unit: own.description)
      }
      if own == unit { return Threshold(number, isConverted: false) }
      return (try? own.convert(number, to: unit)).map { Threshold($0, isConverted: true) }
    case .text, .boolean, .moment, .day, .uuid, .missing: return nil
    }
  }
}

extension ComparisonTest.Operand {
  /// The text of a word.
  fileprivate var word: String? {
    if case .text(let text, _) = self { text } else { nil }
  }
}

/// A fact of an object at a key path.
enum Fact: Hashable, Sendable {
  case text(String)
  case number(Double)
  /// A number and its unit; nil where nobody knows the unit.
  case quantity(Double, Unit?)
  case flag(Bool)
  /// A moment in microseconds since 1970.
  case moment(Int64)
  /// A day as the number of days since 1970.
  case day(Int)
  case uuid(ObjectUUID)
}

/// A number with which values are compared.
struct Threshold: Sendable {
  let value: Double
  /// True if it was converted from another unit, which may cost the last digits.
  let isConverted: Bool

  init(_ value: Double, isConverted: Bool) {
    self.value = value
    self.isConverted = isConverted
  }

  /// Returns the order of a number to it: less (−1), equal (0), more (1). After a conversion
  /// numbers are equal that differ by no more than 1e-12 of their size.
  @inline(__always)
  func order(of number: Double) -> Int {
    if isConverted, (number - value).magnitude <= 1e-12 * value.magnitude { return 0 }
    return number == value ? 0 : number < value ? -1 : 1
  }
}

/// Patterns with `*` for any characters and `?` for one.
enum Wildcards {
  static func matches(_ text: [Character], _ pattern: [Character]) -> Bool {
    var (t, p) = (0, 0)
    // Where to go on when what follows the last `*` turns out not to fit.
    var retry: (text: Int, pattern: Int)?
    while t < text.count {
      if p < pattern.count, pattern[p] == "*" {
        p += 1
        retry = (t, p)
      } else if p < pattern.count, pattern[p] == "?" || pattern[p] == text[t] {
        p += 1
        t += 1
      } else if let last = retry {
        t = last.text + 1
        p = last.pattern
        retry = (t, p)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == "*" }
  }

  /// Returns true if a text contains another, in which `*` and `?` are plain characters.
  static func contains(_ text: [Character], _ part: [Character]) -> Bool {
    guard part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }
}
