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

  /// When; an instant where start and end are equal.
  var span: TimeSpan { get }
  /// What it says, by name, as a journal's line holds it.
  var fields: [Field] { get }

  /// Reads an object.
  ///
  /// - Throws: the first field that is missing or not what it must be.
  init(_ object: HealthObject) throws(DocumentProblem)
}

extension DocumentValue {
  /// The object's content; its details stand in `fields`.
  public var content: Content {
    .document(Document(kind: Self.kind, type: Self.type, span: span))
  }

  /// The object that holds it.
  public func object(uuid: ObjectUUID, metadata: Metadata = Metadata()) -> HealthObject {
    HealthObject(uuid: uuid, content: content, metadata: metadata, fields: fields)
  }

  /// The document of an object, where it is of this type.
  static func document(of object: HealthObject) throws(DocumentProblem) -> Document {
    guard case .document(let document) = object.content, document.kind == kind else {
      throw DocumentProblem(field: "kind", expected: "that of \(type)")
    }
    guard kind == .other ? document.type == type : document.type ?? type == type else {
      throw DocumentProblem(field: "type", expected: type)
    }
    return document
  }

  /// When the document of an object was made, where it is of this type.
  static func span(of object: HealthObject) throws(DocumentProblem) -> TimeSpan {
    guard let span = try document(of: object).span else {
      throw DocumentProblem(field: "start", expected: "a time")
    }
    return span
  }
}

/// A document of any type that has a value of its own.
public enum TypedDocument: Hashable, Sendable {
  /// An electrocardiogram.
  case electrocardiogram(Electrocardiogram)
  /// A hearing test.
  case audiogram(Audiogram)
  /// The beats of a heart.
  case heartbeatSeries(HeartbeatSeries)
  /// How somebody felt.
  case stateOfMind(StateOfMind)
  /// Glasses or contact lenses.
  case visionPrescription(VisionPrescription)
  /// Answers on anxiety.
  case gad7(ScoredAssessment<GAD7>)
  /// Answers on depression.
  case phq9(ScoredAssessment<PHQ9>)
  /// Where a workout went.
  case workoutRoute(WorkoutRoute)

  /// Reads an object; nil for one that is no document, or of a type that has no value of its own.
  ///
  /// - Throws: the first field that is missing or not what it must be.
  public init?(_ object: HealthObject) throws(DocumentProblem) {
    guard case .document(let document) = object.content else { return nil }
    switch document.kind {
    case .ecg: self = .electrocardiogram(try Electrocardiogram(object))
    case .audiogram: self = .audiogram(try Audiogram(object))
    case .heartbeats: self = .heartbeatSeries(try HeartbeatSeries(object))
    case .route: self = .workoutRoute(try WorkoutRoute(object))
    case .other where document.type == StateOfMind.type:
      self = .stateOfMind(try StateOfMind(object))
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
