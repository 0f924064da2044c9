/// A record of how a person felt: HealthKit's HKStateOfMind.
///
///     let mood = StateOfMind(span: now, kind: .dailyMood, valence: 0.5, labels: [.calm, .hopeful])
///     mood.valenceClassification   // .pleasant
public struct StateOfMind: DocumentValue {
  /// The kind: of a moment or of a day.
  public enum Kind: Int, NamedEnumeration {
    /// The values of HKStateOfMindKind.
    case momentaryEmotion = 1, dailyMood

    /// HealthKit's name for it.
    public static let enumeration = "HKStateOfMindKind"
  }

  /// The seven steps from very unpleasant to very pleasant.
  public enum ValenceClassification: Int, NamedEnumeration {
    /// The values of HKStateOfMindValenceClassification.
    case veryUnpleasant = 1, unpleasant, slightlyUnpleasant, neutral, slightlyPleasant, pleasant,
      veryPleasant

    /// HealthKit's name for it.
    public static let enumeration = "HKStateOfMindValenceClassification"

    /// Creates the step of a valence from −1 to 1; nil beyond: seven equal ones, as far as is
    /// known.
    public init?(valence: Double) {
      guard (-1...1).contains(valence) else { return nil }
      self.init(rawValue: min(Int((valence + 1) / 2 * 7), 6) + 1)
    }
  }

  /// The words for the feeling.
  public enum Label: Int, NamedEnumeration {
    /// The values of HKStateOfMindLabel.
    case amazed = 1, amused, angry, anxious, ashamed, brave, calm, content, disappointed,
      discouraged, disgusted, embarrassed, excited, frustrated, grateful, guilty, happy, hopeless,
      irritated, jealous, joyful, lonely, passionate, peaceful, proud, relieved, sad, scared,
      stressed, surprised, worried, annoyed, confident, drained, hopeful, indifferent, overwhelmed,
      satisfied

    /// HealthKit's name for it.
    public static let enumeration = "HKStateOfMindLabel"
  }

  /// The parts of life that a feeling is about.
  public enum Association: Int, NamedEnumeration {
    /// The values of HKStateOfMindAssociation.
    case community = 1, currentEvents, dating, education, family, fitness, friends, health, hobbies,
      identity, money, partner, selfCare, spirituality, tasks, travel, work, weather

    /// HealthKit's name for it.
    public static let enumeration = "HKStateOfMindAssociation"
  }

  /// The kind of the object that holds it: there is none of its own.
  public static let kind = Document.Kind.other
  /// HealthKit's identifier of its type.
  public static let type = "HKDataTypeStateOfMind"

  /// The time; a daily mood belongs to the day on which it starts.
  public var span: TimeSpan
  /// The kind: of a moment or of a day.
  public var kind: Kind
  /// The pleasantness, from −1 (very unpleasant) to 1 (very pleasant).
  public var valence: Double
  /// The words for the feeling.
  public var labels: [Label]
  /// The parts of life that a feeling is about.
  public var associations: [Association]

  /// Creates a state of mind of this valence, −1 to 1.
  public init(
    span: TimeSpan, kind: Kind, valence: Double, labels: [Label] = [],
    associations: [Association] = []
  ) {
    self.span = span
    self.kind = kind
    self.valence = valence
    self.labels = labels
    self.associations = associations
  }

  /// The step of the valence; nil if the valence is not from −1 to 1.
  public var valenceClassification: ValenceClassification? {
    ValenceClassification(valence: valence)
  }

  /// Reads an object. A valence classification that a source states must be one, and is not kept:
  /// it follows from the valence.
  ///
  /// - Throws: the first field that is missing or not what it must be.
  public init(_ object: HealthObject) throws(DocumentProblem) {
    span = try Self.span(of: object)
    let reader = DocumentReader(object.fields)
    kind = try reader.requiredNamed("stateOfMindKind")
    valence = try reader.requiredNumber("valence", -1...1)
    labels = try reader.namedList("labels")
    associations = try reader.namedList("associations")
    let _: ValenceClassification? = try reader.named("valenceClassification")
  }

  /// The fields of the journal's line.
  public var fields: [Field] {
    var fields = [
      Field("stateOfMindKind", .text(kind.name)), Field("valence", .number(valence)),
    ]
    fields.add("valenceClassification", ifAny: valenceClassification?.name)
    fields.add("labels", labels.map { .text($0.name) })
    fields.add("associations", associations.map { .text($0.name) })
    return fields
  }
}

/// The questions of a `ScoredAssessment`, and HealthKit's names for their answers.
public protocol Questionnaire: Sendable {
  /// HealthKit's word for it: `GAD7`.
  static var name: String { get }
  /// The number of questions.
  static var questions: Int { get }
  /// The question, from 1, that a person may prefer not to answer; nil: there is none.
  static var sensitiveQuestion: Int? { get }
}

/// Seven questions on anxiety: HealthKit's HKGAD7Assessment.
public enum GAD7: Questionnaire {
  /// HealthKit's word for it.
  public static let name = "GAD7"
  /// The number of questions.
  public static let questions = 7
  /// The number of the question that a person may decline to answer; there is none.
  public static let sensitiveQuestion: Int? = nil
}

/// Nine questions on depression: HealthKit's HKPHQ9Assessment.
public enum PHQ9: Questionnaire {
  /// HealthKit's word for it.
  public static let name = "PHQ9"
  /// The number of questions.
  public static let questions = 9
  /// The number of the question that a person may decline to answer, from 1.
  public static let sensitiveQuestion: Int? = 9
}

/// A questionnaire on mental health that somebody answered.
///
///     let test = ScoredAssessment<GAD7>(span: now, answers: [1, 1, 2, 0, 0, 1, 0])
///     test.score   // 5
///     test.risk    // "mild"
///
/// Source of scores and risks: K. Kroenke et al., The Patient Health Questionnaire Somatic,
/// Anxiety, and Depressive Symptom Scales, 2010. The names are HealthKit's.
public struct ScoredAssessment<Asked: Questionnaire>: DocumentValue {
  /// The kind of the object that holds it: there is none of its own.
  public static var kind: Document.Kind { .other }
  /// HealthKit's identifier of its type.
  public static var type: String { "HKScoredAssessmentTypeIdentifier" + Asked.name }
  /// The answer that adds nothing: the person preferred to give none.
  private static var withheld: Int { 4 }
  private static var answer: Enumeration? { Enumeration.find("HK\(Asked.name)AssessmentAnswer") }
  private static var riskValues: [NamedValue] {
    Enumeration.find("HK\(Asked.name)AssessmentRisk")?.values ?? []
  }

  /// The time of the answers.
  public var span: TimeSpan
  /// The answers in the order of the questions: 0 (not at all) to 3 (nearly every day), or 4 where
  /// the person preferred not to answer the sensitive question.
  public var answers: [Int]

  /// Makes an assessment; the journal requires one answer to each question.
  public init(span: TimeSpan, answers: [Int]) {
    self.span = span
    self.answers = answers
  }

  /// The sum of the answers.
  public var score: Int { answers.reduce(0) { $0 + ($1 == Self.withheld ? 0 : $1) } }

  /// HealthKit's word for how serious the score is, `mild`: a step every five points.
  public var risk: String { riskValue?.name ?? "" }

  private var riskValue: NamedValue? {
    let values = Self.riskValues
    return score < 0 ? nil : values.dropFirst(score / 5).first ?? values.last
  }

  /// The fields of the journal's line.
  public var fields: [Field] {
    [
      Field("answers", .list(answers.map { .number(Double($0)) })),
      Field("score", .number(Double(score))), Field("risk", .text(risk)),
    ]
  }

  /// Reads an object. A score and a risk that a source states must be those of the answers.
  ///
  /// - Throws: the first field that is missing or not what it must be.
  public init(_ object: HealthObject) throws(DocumentProblem) {
    let reader = DocumentReader(object.fields)
    self.init(span: try Self.span(of: object), answers: try Self.answers(reader))
    if let stated = try reader.number("score"), stated != Double(score) {
      throw reader.problem("score", "\(score), the sum of the answers, or absent")
    }
    if let stated = reader.value("risk"),
      Self.riskValues.rawValue(statedBy: stated) != riskValue?.rawValue
    {
      throw reader.problem("risk", "\(risk), that of the score, or absent")
    }
  }

  private static func answers(_ reader: DocumentReader) throws(DocumentProblem) -> [Int] {
    let stated = try reader.list("answers")
    guard stated.count == Asked.questions else {
      throw reader.problem("answers", "\(Asked.questions) answers, not \(stated.count)")
    }
    var answers: [Int] = []
    for (index, value) in stated.enumerated() {
      let most = Asked.sensitiveQuestion == index + 1 ? withheld : withheld - 1
      guard let answer = (Self.answer?.values ?? []).rawValue(statedBy: value),
        (0...most).contains(answer)
      else { throw reader.problem("answers \(index + 1)", "a whole number from 0 to \(most)") }
      answers.append(answer)
    }
    return answers
  }

  /// Returns true if an object is an assessment of this type. An element of an export is kept as it
  /// came, whatever its content.
  static func isHeld(by object: HealthObject, _ document: Document) -> Bool {
    document.type == type && object.fields["element"] == nil
  }
}
