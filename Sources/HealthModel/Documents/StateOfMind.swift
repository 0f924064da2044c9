/// How somebody felt: HealthKit's HKStateOfMind.
///
///     let mood = StateOfMind(span: now, kind: .dailyMood, valence: 0.5, labels: [.calm, .hopeful])
///     mood.valenceClassification   // .pleasant
public struct StateOfMind: DocumentValue {
  /// A moment or a day.
  public enum Kind: Int, NamedEnumeration {
    /// The values of HKStateOfMindKind.
    case momentaryEmotion = 1, dailyMood

    /// HealthKit's name for it.
    public static let enumeration = "HKStateOfMindKind"
  }

  /// How pleasant it was, in seven steps.
  public enum ValenceClassification: Int, NamedEnumeration {
    /// The values of HKStateOfMindValenceClassification.
    case veryUnpleasant = 1, unpleasant, slightlyUnpleasant, neutral, slightlyPleasant, pleasant,
      veryPleasant

    /// HealthKit's name for it.
    public static let enumeration = "HKStateOfMindValenceClassification"

    /// The step of a valence from −1 to 1; nil beyond: seven equal ones, as far as is known.
    public init?(valence: Double) {
      guard (-1...1).contains(valence) else { return nil }
      self.init(rawValue: min(Int((valence + 1) / 2 * 7), 6) + 1)
    }
  }

  /// Words for what was felt.
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

  /// What it had to do with.
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

  /// When; a mood is that of the day of its start.
  public var span: TimeSpan
  /// A moment or a day.
  public var kind: Kind
  /// From −1, very unpleasant, to 1, very pleasant.
  public var valence: Double
  /// Words for what was felt.
  public var labels: [Label]
  /// What it had to do with.
  public var associations: [Association]

  /// A state of mind of this valence, −1 to 1.
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

  /// How pleasant it was; nil where the valence is beyond −1 to 1.
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

  /// What it says, by name.
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
