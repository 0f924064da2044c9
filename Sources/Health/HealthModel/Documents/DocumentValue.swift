/// A document as a value with types of its own, read from an object's fields and written to them.
///
///     let mood = StateOfMind(span: now, kind: .dailyMood, valence: 0.4, labels: [.calm])
///     let object = mood.object(uuid: uuid)
///     try StateOfMind(object) == mood   // true
public protocol DocumentValue: Hashable, Sendable {
  /// The kind of the object that holds it.
  static var kind: Document.Kind { get }
  /// HealthKit's identifier of its type.
  static var type: String { get }

  /// The time; an instant if start and end are equal.
  var span: TimeSpan { get }
  /// The content by name, as a journal's line holds it.
  var fields: [Field] { get }

  /// Reads an object.
  ///
  /// - Throws: the first field that is missing or not what it must be.
  init(_ object: HealthObject) throws(DocumentProblem)
}

extension DocumentValue {
  /// The object's content; its details are in `fields`.
  public var content: Content {
    .document(Document(kind: Self.kind, type: Self.type, span: span))
  }

  /// Returns the object that holds it.
  public func object(uuid: ObjectUUID, metadata: Metadata = Metadata()) -> HealthObject {
    HealthObject(uuid: uuid, content: content, metadata: metadata, fields: fields)
  }

  /// Returns the document of an object, which must be of this type.
  static func document(of object: HealthObject) throws(DocumentProblem) -> Document {
    guard case .document(let document) = object.content, document.kind == kind else {
      throw DocumentProblem(field: "kind", expected: "that of \(type)")
    }
    guard kind == .other ? document.type == type : document.type ?? type == type else {
      throw DocumentProblem(field: "type", expected: type)
    }
    return document
  }

  /// Returns the time of an object's document, which must be of this type.
  static func span(of object: HealthObject) throws(DocumentProblem) -> TimeSpan {
    guard let span = try document(of: object).span else {
      throw DocumentProblem(field: "start", expected: "a time")
    }
    return span
  }
}

/// A document of any type that has a value of its own.
package enum TypedDocument: Hashable, Sendable {
  case electrocardiogram(Electrocardiogram)
  /// A hearing test.
  case audiogram(Audiogram)
  /// The times of heartbeats.
  case heartbeatSeries(HeartbeatSeries)
  case stateOfMind(StateOfMind)
  /// Glasses or contact lenses.
  case visionPrescription(VisionPrescription)
  /// The answers of a questionnaire on anxiety.
  case gad7(ScoredAssessment<GAD7>)
  /// The answers of a questionnaire on depression.
  case phq9(ScoredAssessment<PHQ9>)
  case workoutRoute(WorkoutRoute)
  case note(Note)

  /// Reads an object; nil for one that is no document, or of a type that has no value of its own.
  ///
  /// - Throws: the first field that is missing or not what it must be.
  package init?(_ object: HealthObject) throws(DocumentProblem) {
    guard case .document(let document) = object.content else { return nil }
    switch document.kind {
    case .ecg: self = .electrocardiogram(try Electrocardiogram(object))
    case .audiogram: self = .audiogram(try Audiogram(object))
    case .heartbeats: self = .heartbeatSeries(try HeartbeatSeries(object))
    case .route: self = .workoutRoute(try WorkoutRoute(object))
    case .other where document.type == StateOfMind.type:
      self = .stateOfMind(try StateOfMind(object))
    case .other where document.type == Note.type: self = .note(try Note(object))
    case .other where ScoredAssessment<GAD7>.isHeld(by: object, document):
      self = .gad7(try ScoredAssessment(object))
    case .other where ScoredAssessment<PHQ9>.isHeld(by: object, document):
      self = .phq9(try ScoredAssessment(object))
    case .other where VisionPrescription.isHeld(by: object, document):
      self = .visionPrescription(try VisionPrescription(object))
    case .other: return nil
    }
  }
}

/// A reader of named values of a document, whose errors name the wrong one.
///
/// Numbers may be texts, as elements of an export keep them. A number may have its unit in another
/// field: `sphere` and `sphereUnit`.
struct DocumentReader {
  /// The text before a name in a problem: `beats 2 `.
  private let path: String
  private let fields: [Field]

  init(_ fields: [Field], path: String = "") {
    self.fields = fields
    self.path = path
  }

  /// Returns the problem that a field is not as expected.
  func problem(_ name: String, _ expected: String) -> DocumentProblem {
    DocumentProblem(field: path + name, expected: expected)
  }

  /// Returns a field's value; nil if it is missing or null.
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

  /// Reads true or false, also in an export's words, `YES` and `NO`.
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
      throw problem(name, "a time, such as 2026-11-20T08:00:00+01:00")
    }
    return time
  }

  /// Reads a number in a range, converted if it has a unit.
  ///
  /// - Parameters:
  ///   - unit: the unit of the result; a number without a unit is in it.
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

  /// Returns the elements of a list; none if it is missing.
  func list(_ name: String) throws(DocumentProblem) -> [FieldValue] {
    guard let value = value(name) else { return [] }
    guard case .list(let elements) = value else { throw problem(name, "a list") }
    return elements
  }

  /// Returns the elements of a list of numbers.
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

  /// Returns the elements of a list of parts.
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

  /// Returns a part with fields of its own.
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

  /// Adds a list unless it is empty.
  mutating func add(_ name: String, _ elements: [FieldValue]) {
    if !elements.isEmpty { append(Field(name, .list(elements))) }
  }
}

/// An enumeration of HealthKit's whose values are on a journal's line by their short names.
public protocol NamedEnumeration: RawRepresentable<Int>, CaseIterable, Hashable, Sendable {
  /// HealthKit's name for it: `HKStateOfMindKind`.
  static var enumeration: String { get }
}

extension NamedEnumeration {
  /// The short name: `dailyMood`.
  public var name: String {
    Enumeration.find(Self.enumeration)?.value(rawValue: rawValue)?.name ?? String(rawValue)
  }

  /// The right values, in words.
  static var expectation: String { Enumeration.find(enumeration)?.expectation ?? enumeration }

  /// Reads the value that a field states: by short name, by the name in Apple's headers, or as a
  /// number.
  init?(_ value: FieldValue) {
    let known = Enumeration.find(Self.enumeration)?.values ?? []
    guard let raw = known.rawValue(statedBy: value) else { return nil }
    self.init(rawValue: raw)
  }
}

extension [NamedValue] {
  /// Returns the raw value that a field states: by short name, by the name in Apple's headers, or
  /// as a number.
  func rawValue(statedBy value: FieldValue) -> Int? {
    switch value {
    case .text(let text): first { $0.name == text || $0.exportName == text }?.rawValue
    case .number(let number): Int(exactly: number)
    case .null, .boolean, .list, .fields: nil
    }
  }
}
