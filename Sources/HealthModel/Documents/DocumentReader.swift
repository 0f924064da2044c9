/// Reads named values of a document, and says which one is wrong.
///
/// Numbers may stand as text, as elements of an export keep them. A number may have its unit
/// beside it: `sphere` and `sphereUnit`.
struct DocumentReader {
  /// What stands before a name in a problem: `beats 2 `.
  private let path: String
  private let fields: [Field]

  /// The fields of a document.
  init(_ fields: [Field], path: String = "") {
    self.fields = fields
    self.path = path
  }

  /// The problem that a field is not this.
  func problem(_ name: String, _ expected: String) -> DocumentProblem {
    DocumentProblem(field: path + name, expected: expected)
  }

  /// A field's value; nil where it is missing or null.
  func value(_ name: String) -> FieldValue? {
    let value = fields[name]
    return value == .null ? nil : value
  }

  // MARK: Single values

  func text(_ name: String) throws(DocumentProblem) -> String? {
    guard let value = value(name) else { return nil }
    guard case .text(let text) = value else { throw problem(name, "text") }
    return text
  }

  /// True or false, also in an export's words, `YES` and `NO`.
  func flag(_ name: String) throws(DocumentProblem) -> Bool? {
    switch value(name) {
    case nil: return nil
    case .boolean(let flag)?: return flag
    case .text("YES")?: return true
    case .text("NO")?: return false
    case .some: throw problem(name, "true or false")
    }
  }

  func time(_ name: String) throws(DocumentProblem) -> Timestamp? {
    guard let text = try text(name) else { return nil }
    guard let time = Timestamp(fieldText: text) else {
      throw problem(name, "a time, as 2026-11-20T08:00:00+01:00")
    }
    return time
  }

  /// A number in a range, converted where its unit stands beside it.
  ///
  /// - Parameters:
  ///   - unit: the unit that comes out; a number without a unit is in it.
  ///   - unitName: the field of the unit, else the name with `Unit` after it.
  func number(
    _ name: String, in unit: Unit? = nil, unitName: String? = nil,
    _ range: ClosedRange<Double> = -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude
  ) throws(DocumentProblem) -> Double? {
    guard let value = value(name) else { return nil }
    guard var number = Self.number(value) else { throw problem(name, "a number") }
    let unitName = unitName ?? name + "Unit"
    if let unit, let text = try text(unitName) {
      guard let stated = try? Unit(text), let converted = try? stated.convert(number, to: unit)
      else { throw problem(unitName, "a unit that converts to \(unit)") }
      number = converted
    }
    guard range.contains(number) else { throw problem(name, Self.words(range)) }
    return number
  }

  func requiredNumber(
    _ name: String, in unit: Unit? = nil, unitName: String? = nil,
    _ range: ClosedRange<Double>
  ) throws(DocumentProblem) -> Double {
    guard let number = try number(name, in: unit, unitName: unitName, range) else {
      throw problem(name, "a number")
    }
    return number
  }

  private static func number(_ value: FieldValue) -> Double? {
    switch value {
    case .number(let number): number.isFinite ? number : nil
    case .text(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    case .null, .boolean, .list, .fields: nil
    }
  }

  private static func words(_ range: ClosedRange<Double>) -> String {
    if range.upperBound == .greatestFiniteMagnitude {
      return range.lowerBound == .leastNonzeroMagnitude
        ? "a number above 0" : "a number of \(range.lowerBound) or more"
    }
    return "a number from \(range.lowerBound) to \(range.upperBound)"
  }

  // MARK: Named values

  func named<Value: NamedEnumeration>(_ name: String) throws(DocumentProblem) -> Value? {
    guard let value = value(name) else { return nil }
    guard let known = Value(value) else { throw problem(name, Value.expectation) }
    return known
  }

  func requiredNamed<Value: NamedEnumeration>(_ name: String) throws(DocumentProblem) -> Value {
    guard let value: Value = try named(name) else { throw problem(name, Value.expectation) }
    return value
  }

  func namedList<Value: NamedEnumeration>(_ name: String) throws(DocumentProblem) -> [Value] {
    var values: [Value] = []
    for (index, element) in try list(name).enumerated() {
      guard let value = Value(element) else {
        throw problem("\(name) \(index + 1)", Value.expectation)
      }
      values.append(value)
    }
    return values
  }

  // MARK: Lists and parts

  /// The elements of a list; none where it is missing.
  func list(_ name: String) throws(DocumentProblem) -> [FieldValue] {
    guard let value = value(name) else { return [] }
    guard case .list(let elements) = value else { throw problem(name, "a list") }
    return elements
  }

  /// The elements of a list of numbers.
  func numbers(_ name: String) throws(DocumentProblem) -> [Double] {
    var numbers: [Double] = []
    for (index, element) in try list(name).enumerated() {
      guard let number = Self.number(element) else {
        throw problem("\(name) \(index + 1)", "a number")
      }
      numbers.append(number)
    }
    return numbers
  }

  /// The elements of a list of parts.
  func parts(_ name: String) throws(DocumentProblem) -> [DocumentReader] {
    var parts: [DocumentReader] = []
    for (index, element) in try list(name).enumerated() {
      guard case .fields(let fields) = element else {
        throw problem("\(name) \(index + 1)", "an object")
      }
      parts.append(DocumentReader(fields, path: "\(path)\(name) \(index + 1) "))
    }
    return parts
  }

  /// A part with fields of its own.
  func part(_ name: String) throws(DocumentProblem) -> DocumentReader? {
    guard let value = value(name) else { return nil }
    guard case .fields(let fields) = value else { throw problem(name, "an object") }
    return DocumentReader(fields, path: "\(path)\(name) ")
  }
}

extension ClosedRange<Double> {
  /// Every finite number above 0.
  static var positive: ClosedRange<Double> { .leastNonzeroMagnitude ... .greatestFiniteMagnitude }
  /// Every finite number from 0 on.
  static var notNegative: ClosedRange<Double> { 0 ... .greatestFiniteMagnitude }
}

extension [Field] {
  /// Adds a field where there is a value.
  mutating func add(_ name: String, ifAny number: Double?) {
    if let number { append(Field(name, .number(number))) }
  }

  mutating func add(_ name: String, ifAny flag: Bool?) {
    if let flag { append(Field(name, .boolean(flag))) }
  }

  mutating func add(_ name: String, ifAny text: String?) {
    if let text { append(Field(name, .text(text))) }
  }

  /// Adds a list where it holds anything.
  mutating func add(_ name: String, _ elements: [FieldValue]) {
    if !elements.isEmpty { append(Field(name, .list(elements))) }
  }
}
