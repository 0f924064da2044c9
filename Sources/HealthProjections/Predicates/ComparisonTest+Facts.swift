import HealthModel

/// What an object says to a key path.
enum Fact: Hashable, Sendable {
  case text(String)
  case number(Double)
  /// A number and its unit; nil where nobody knows the unit.
  case quantity(Double, Unit?)
  case flag(Bool)
  /// Microseconds since 1970.
  case moment(Int64)
  /// Days since 1970.
  case day(Int)
  case uuid(ObjectUUID)
}

extension ComparisonTest {
  /// Whether the comparison holds for the facts of an object: for at least one of them, or with
  /// `!=` where none is equal. Without facts `= none` and every `!=` but `!= none` hold.
  ///
  /// - Parameter what: what the facts are of, for the message of an error.
  /// - Throws: `.unitMismatch` where the units measure different things.
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

  /// Whether the operator accepts what the value is to each operand: less (−1), equal (0), more
  /// (1).
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

  /// What a fact is to an operand: less (−1), equal (0), more (1); nil where they do not compare.
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

  /// An operand in a fact's unit; nil where it does not compare with a number.
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

/// A number with which values are compared.
struct Threshold: Sendable {
  let value: Double
  /// Whether it was converted from another unit, which may cost the last digits.
  let isConverted: Bool

  init(_ value: Double, isConverted: Bool) {
    self.value = value
    self.isConverted = isConverted
  }

  /// What a number is to it: less (−1), equal (0), more (1). After a conversion numbers are equal
  /// that differ by no more than 1e-12 of their size.
  @inline(__always)
  func order(of number: Double) -> Int {
    if isConverted, (number - value).magnitude <= 1e-12 * value.magnitude { return 0 }
    return number == value ? 0 : number < value ? -1 : 1
  }
}

/// Patterns with `*` for any characters and `?` for one.
enum Wildcards {
  /// Whether a text is as the pattern.
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

  /// Whether a text contains another, in which `*` and `?` stand for themselves.
  static func contains(_ text: [Character], _ part: [Character]) -> Bool {
    guard part.count <= text.count else { return false }
    return (0...(text.count - part.count)).contains { text[$0...].starts(with: part) }
  }
}
