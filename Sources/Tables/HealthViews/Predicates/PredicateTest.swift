import HealthModel

/// A predicate whose times, types and activities have been looked up, ready to be asked of rows.
indirect enum PredicateTest: Sendable {
  case constant(Bool)
  case comparison(ComparisonTest)
  case every([PredicateTest])
  case either([PredicateTest])
  case not(PredicateTest)
  /// At least one part of a workout is so.
  case part(PredicateTest)
  /// The line of a sample is so, which has to be read.
  case ofLine(PredicateTest)

  /// - Parameters:
  ///   - times: the moment that a text means.
  ///   - catalogue: the types of the journal.
  /// - Throws: `.time` if a text means no moment; `.unordered` if words are put in order.
  init(
    _ predicate: HealthPredicate, times: (String) -> Instant?, _ catalogue: JournalTypes
  ) throws(ProjectionError) {
    switch predicate {
    case .all: self = .constant(true)
    case .nothing: self = .constant(false)
    case .comparison(let comparison):
      self = .comparison(try ComparisonTest(comparison, times: times, catalogue))
    case .and(let terms): self = .every(try Self.tests(terms, times, catalogue))
    case .or(let terms): self = .either(try Self.tests(terms, times, catalogue))
    case .not(let term): self = .not(try PredicateTest(term, times: times, catalogue))
    case .workoutActivity(let term):
      self = .part(try PredicateTest(term, times: times, catalogue))
    }
  }

  private static func tests(
    _ terms: [HealthPredicate], _ times: (String) -> Instant?, _ catalogue: JournalTypes
  ) throws(ProjectionError) -> [PredicateTest] {
    let tests = try terms.map { (term) throws(ProjectionError) in
      try PredicateTest(term, times: times, catalogue)
    }
    // Units are compared last, so that `value < 72 kg and type = bodyMass` asks no other type for
    // kilograms, whichever stands first.
    return tests.filter { !$0.hasUnits } + tests.filter(\.hasUnits)
  }

  /// True if the test compares in a unit, or orders values by a word; some types refuse this.
  private var hasUnits: Bool {
    comparisons.contains { comparison in
      comparison.ordersWords
        || comparison.operands.contains { operand in
          if case .quantity = operand { return true }
          return false
        }
    }
  }

  /// Returns what holds for every sample of a type, whatever is in the sample; nil: that depends.
  ///
  /// - Throws: `.unitMismatch`, `.unordered` where no sample of the type can be compared so.
  func verdict(of type: String) throws(ProjectionError) -> Bool? {
    switch self {
    case .constant(let holds): return holds
    case .comparison(let comparison): return try comparison.verdict(of: type)
    case .every(let terms): return try Self.verdict(of: type, terms, ending: false)
    case .either(let terms): return try Self.verdict(of: type, terms, ending: true)
    case .not(let term): return try term.verdict(of: type).map { !$0 }
    case .ofLine(let term): return try term.verdict(of: type)
    // A sample has no parts.
    case .part: return false
    }
  }

  /// - Parameter ending: the verdict that decides for all terms if one term has it.
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
    case .not(let term), .part(let term), .ofLine(let term): term.comparisons
    }
  }

  /// True where columns do not have all that it compares of a sample.
  private var needsLine: Bool {
    switch self {
    case .constant, .part: false
    case .comparison(let comparison): comparison.needsLine
    case .every(let terms), .either(let terms): terms.contains(where: \.needsLine)
    case .not(let term): term.needsLine
    case .ofLine: true
    }
  }

  /// The same test for columns: it tests terms that need a line together, after all others.
  var ofColumns: PredicateTest {
    guard needsLine else { return self }
    switch self {
    case .every(let terms): return .every(Self.ofColumns(terms) { .every($0) })
    case .either(let terms): return .either(Self.ofColumns(terms) { .either($0) })
    case .not(let term): return .not(term.ofColumns)
    case .constant, .comparison, .part, .ofLine: return .ofLine(self)
    }
  }

  private static func ofColumns(
    _ terms: [PredicateTest], join: ([PredicateTest]) -> PredicateTest
  ) -> [PredicateTest] {
    terms.filter { !$0.needsLine } + [.ofLine(join(terms.filter(\.needsLine)))]
  }
}

/// A comparison whose values have been looked up.
struct ComparisonTest: Hashable, Sendable {
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
  /// The types of the journal.
  let catalogue: JournalTypes

  init(
    _ comparison: PredicateComparison, times: (String) -> Instant?, _ catalogue: JournalTypes
  ) throws(ProjectionError) {
    self.catalogue = catalogue
    path = comparison.path
    operation = comparison.operation
    switch path {
    case .metadata, .device, .sourceRevision: key = comparison.key
    case _: key = comparison.key.map(Self.typeIdentifier)
    }
    operands = try comparison.values.map { [path] (value) throws(ProjectionError) in
      try Self.operand(value, path, times)
    }
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
      guard case .category(let known)? = catalogue.find(type),
        let value = known.value(named: word) ?? known.value(exportName: word)
      else { throw .unordered(word, in: type) }
      numbers.operands[index] = .number(Double(value.rawValue))
    }
    return numbers
  }

  /// Returns what holds for every sample of a type; nil: that depends on the sample.
  func verdict(of type: String) throws(ProjectionError) -> Bool? {
    switch path {
    case .type: return try holds(Fact.names(of: type), of: type)
    case .quantity, .categoryValue, .average, .min, .max, .sum, .mostRecent:
      let comparison = try ofValues(of: type)
      if case .quantity(let known)? = catalogue.find(type) {
        _ = try comparison.thresholds(in: try? Unit(known.metricUnitText), of: type)
      }
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
    case .text(let tag) where path == .tag: return .text(Note.folded(tag), moment: nil)
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
    TypeCatalogue.meant(by: name)?.identifier ?? name
  }

  /// True if it asks for the mark of what a person entered in an app, which has a flag of its own.
  var asksWhetherByHand: Bool {
    path == .metadata && key == MetadataName.wasUserEntered && operands == [.boolean(true)]
      && (operation == .equal || operation == .notEqual)
  }

  /// True where columns do not have what it compares of a sample.
  var needsLine: Bool {
    switch path {
    case .metadata: key != MetadataName.timeZone && !asksWhetherByHand
    case .average, .count, .max, .min, .mostRecent, .mostRecentDuration, .mostRecentEndDate,
      .mostRecentStartDate, .sum:
      true
    case _: false
    }
  }

  /// Returns what the message of an error names as compared.
  private func label(of type: String) -> String {
    switch path {
    case .quantity, .categoryValue, .average, .min, .max, .sum, .mostRecent: type
    case _: path.rawValue + (key.map { "." + $0 } ?? "")
    }
  }

  /// True if the comparison holds for an object without a value, as `= none` and every `!=` except
  /// `!= none` do.
  var holdsForLacking: Bool { operation == (operands == [.missing] ? .equal : .notEqual) }

  /// Returns whether the comparison holds for an object with these facts: for at least one of them,
  /// or with `!=` where none is equal.
  ///
  /// - Throws: `.unitMismatch` where the units measure different things.
  func holds(_ facts: [Fact], of type: String) throws(ProjectionError) -> Bool {
    if facts.isEmpty { return holdsForLacking }
    let isForAll = operation == .notEqual
    for fact in facts where try holds(fact, of: type) != isForAll { return !isForAll }
    return isForAll
  }

  private func holds(_ fact: Fact, of type: String) throws(ProjectionError) -> Bool {
    switch fact {
    case .text(let text) where operation.isOfParts:
      guard let pattern = operands.first?.word else { return false }
      return matches(text.lowercased(), pattern.lowercased())
    case .quantity(let value, let unit):
      let thresholds = try thresholds(in: unit, of: type)
      return holds { thresholds[$0]?.order(of: value) }
    case .text, .number, .flag, .moment, .day, .uuid:
      return holds { fact.order(to: operands[$0]) }
    }
  }

  /// Returns whether the operator accepts what the value is to each operand: less (−1), equal (0),
  /// more (1); nil where they do not compare.
  @inline(__always)
  func holds(order: (Int) -> Int?) -> Bool {
    switch operation {
    case .equal: order(0) == 0
    case .notEqual: order(0) != 0
    case .less: (order(0) ?? 1) < 0
    case .lessOrEqual: (order(0) ?? 1) <= 0
    case .greater: (order(0) ?? -1) > 0
    case .greaterOrEqual: (order(0) ?? -1) >= 0
    case .in: operands.indices.contains { order($0) == 0 }
    case .between: (order(0) ?? -1) >= 0 && (order(1) ?? 1) <= 0
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

  /// Returns the operands as numbers in a unit; nil for each operand that does not compare with a
  /// number.
  func thresholds(
    in unit: Unit?, of type: String
  ) throws(ProjectionError) -> [Threshold?] {
    try operands.map { (operand) throws(ProjectionError) in
      try threshold(operand, in: unit, of: type)
    }
  }

  private func threshold(
    _ operand: Operand, in unit: Unit?, of type: String
  ) throws(ProjectionError) -> Threshold? {
    switch operand {
    case .number(let number): return Threshold(value: number)
    case .quantity(let number, let own):
      guard let unit else { return nil }
      let label = label(of: type)
      // Of workouts' statistics the key is the type; `mmol/L` means that of its substance.
      let type = path == .metadata ? label : key ?? label
      let own = own.isCompatible(with: unit) ? own : own.entered(of: type)
      guard own.isCompatible(with: unit) else {
        throw .unitMismatch(type: label, unit: own.description)
      }
      if own == unit { return Threshold(value: number) }
      return (try? own.convert(number, to: unit)).map { Threshold(value: $0, isConverted: true) }
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

extension Fact {
  init(_ value: MetadataValue) {
    switch value {
    case .string(let text): self = .text(text)
    case .number(let number): self = .number(number)
    case .boolean(let flag): self = .flag(flag)
    case .date(let date): self = .moment(date.instant.microseconds)
    case .quantity(let number, let unit): self = .quantity(number, try? Unit(unit))
    }
  }

  /// Returns the facts of a value of metadata, for an enumeration also its words. The mark of what
  /// was entered by hand is also one as the text of an export.
  static func facts(of value: MetadataValue, at key: String) -> [Fact] {
    if case .number(let number) = value, let word = MetadataKey.find(key)?.word(of: number) {
      return [.number(number), .text(word.name), .text(word.exportName)]
    }
    let isMark = key == MetadataName.wasUserEntered && value == .string("1")
    return [Fact(value)] + (isMark ? [.flag(true)] : [])
  }

  /// Returns the facts of a category's value: its number and its name, or the export's own word.
  static func facts(of value: CategoryCode, of type: ObjectType?) -> [Fact] {
    switch value {
    case .name(let word): return [.text(word)]
    case .code(let code):
      guard case .category(let known)? = type, let value = known.value(rawValue: code) else {
        return [.number(Double(code))]
      }
      return [.number(Double(code)), .text(value.name), .text(value.exportName)]
    }
  }

  /// Returns the identifier of a type and its short name.
  static func names(of type: String) -> [Fact] {
    [.text(type)] + (TypeCatalogue.find(type).map { [.text($0.shortName)] } ?? [])
  }

  /// Returns what it is to an operand: less (−1), equal (0), more (1); nil where they do not
  /// compare.
  func order(to operand: ComparisonTest.Operand) -> Int? {
    switch (self, operand) {
    case (.text(let text), .text(let other, _)): Self.order(text, other)
    case (.moment(let moment), .moment(let other)), (.moment(let moment), .text(_, let other?)):
      Self.order(moment, other)
    case (.day(let day), .day(let other)): Self.order(day, other)
    case (.uuid(let uuid), .uuid(let other)): Self.order(uuid, other)
    case (.number(let value), .number(let other)): Self.order(value, other)
    case (.number(let value), .boolean(let other)): Self.order(value != 0 ? 1 : 0, other ? 1 : 0)
    case (.flag(let flag), .number(let other)): Self.order(flag ? 1 : 0, other)
    case (.flag(let flag), .boolean(let other)): Self.order(flag ? 1 : 0, other ? 1 : 0)
    case (.text, _), (.number, _), (.quantity, _), (.flag, _), (.moment, _), (.day, _), (.uuid, _):
      nil
    }
  }

  private static func order<Value: Comparable>(_ value: Value, _ other: Value) -> Int {
    value == other ? 0 : value < other ? -1 : 1
  }
}

/// A number with which values are compared.
struct Threshold: Sendable {
  let value: Double
  /// True if the value was converted from another unit, which may lose the last digits.
  var isConverted = false

  /// Returns what a number is to it: less (−1), equal (0), more (1). After a conversion numbers are
  /// equal that differ by no more than 1e-12 of their size.
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
