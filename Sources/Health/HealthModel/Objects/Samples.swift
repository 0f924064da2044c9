/// The content of a quantity sample: a number with a unit over a span of time.
public struct QuantityContent: Hashable, Sendable {
  /// The quantity type identifier.
  public var type: String
  /// The time of the measurement.
  public var span: TimeSpan
  /// The number, in `unit`: the sum of a cumulative series, the average of a discrete one.
  public var value: Double
  /// The text of the unit as the source gave it.
  public var unit: String
  /// The figures of the values that the sample condenses; nil if it is a single value.
  public var series: SeriesSummary?

  /// Creates a sample of this value.
  public init(
    type: String, span: TimeSpan, value: Double, unit: String, series: SeriesSummary? = nil
  ) {
    self.type = type
    self.span = span
    self.value = value
    self.unit = unit
    self.series = series
  }
}

/// The figures of a quantity series, in the unit of its sample.
public struct SeriesSummary: Hashable, Sendable {
  /// The number of values.
  public var count: Double?
  /// The least value.
  public var minimum: Double?
  /// The greatest value.
  public var maximum: Double?
  /// The sum of all values.
  public var sum: Double?

  /// Creates a summary of figures; nil for an unknown one.
  public init(
    count: Double? = nil, minimum: Double? = nil, maximum: Double? = nil, sum: Double? = nil
  ) {
    self.count = count
    self.minimum = minimum
    self.maximum = maximum
    self.sum = sum
  }
}

/// The content of a category sample: a named value over a span of time.
public struct CategoryContent: Hashable, Sendable {
  /// The category type identifier.
  public var type: String
  /// The time during which the value was true.
  public var span: TimeSpan
  /// The value, as a number or as the source's word.
  public var value: CategoryCode

  /// Creates a sample of this value.
  public init(type: String, span: TimeSpan, value: CategoryCode) {
    self.type = type
    self.span = span
    self.value = value
  }
}

/// The value of a category sample.
public enum CategoryCode: Hashable, Sendable {
  /// The raw value of HealthKit's enumeration.
  case code(Int)
  /// The export's own word, where the catalogue has no number for it.
  case name(String)
}

/// The content of a correlation: the samples that belong together, by their uuids.
public struct CorrelationContent: Hashable, Sendable {
  /// A correlation type identifier.
  public var type: String
  /// The time from start to end.
  public var span: TimeSpan
  /// The uuids of its samples, saved in the same event or before.
  public var members: [ObjectUUID]

  /// Creates a correlation of these members.
  public init(type: String, span: TimeSpan, members: [ObjectUUID]) {
    self.type = type
    self.span = span
    self.members = members
  }
}

/// A trait of the owner, as the export writes it: `HKBiologicalSexFemale`, `1985-05-12`.
public struct Characteristic: Hashable, Sendable {
  /// A characteristic type identifier.
  public var type: String
  /// The value; empty if it was taken back.
  public var value: String

  /// Creates a trait of this value.
  public init(type: String, value: String) {
    self.type = type
    self.value = value
  }
}

/// The content of a day's activity rings. Their figures are fields of the object, under Apple's
/// names.
public struct SummaryContent: Hashable, Sendable {
  /// The identifier of the type.
  public static let type = "HKActivitySummaryTypeIdentifier"
  /// The day, `yyyy-MM-dd`, as the source gave it (exports have held dates of 1969).
  public var date: String

  /// Creates the rings of this day.
  public init(date: String) { self.date = date }
}

/// An object whose details are in its fields as the source gave them.
public struct Document: Hashable, Sendable {
  /// The kinds that have a view of their own, and all others.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The route of a workout.
    case route
    /// An electrocardiogram.
    case ecg
    /// A hearing test.
    case audiogram
    /// A series of heartbeats.
    case heartbeats
    /// An element that the catalogue does not know, whole.
    case other

    /// The type identifier of the kind.
    public var type: String {
      switch self {
      case .route: "HKWorkoutRouteTypeIdentifier"
      case .ecg: "HKDataTypeIdentifierElectrocardiogram"
      case .audiogram: "HKDataTypeIdentifierAudiogram"
      case .heartbeats: "HKDataTypeIdentifierHeartbeatSeries"
      case .other: "other"
      }
    }
  }

  /// The kind, which decides the view that reads the fields.
  public var kind: Kind
  /// The source's word for the type, if it gave one.
  public var type: String?
  /// The time; nil if the source gave none.
  public var span: TimeSpan?

  /// Creates a document of this kind.
  public init(kind: Kind, type: String? = nil, span: TimeSpan? = nil) {
    self.kind = kind
    self.type = type
    self.span = span
  }
}

/// A finding of a check: copies, samples in the future, values that no person can have.
public struct SampleFinding: Hashable, Sendable {
  /// The check: `future`, `zeroLength`, `absurdLength`, `duplicates`, `implausible`, `wholeSecond`,
  /// `late`, `gaps`, `wear`, `unitChanges` or `overlaps`.
  public var check: String
  /// True if something is wrong; false if the finding is for information.
  public var isProblem: Bool
  /// The type's identifier; nil: it is about several types.
  public var type: String?
  /// The number of samples, workouts, days or other cases that the note describes.
  public var count: Int
  /// The finding in words.
  public var note: String
  /// The first samples or workouts that it is about; none if it is about days or sources.
  public var samples: [ObjectUUID]

  package init(
    check: String, isProblem: Bool, type: String?, count: Int, note: String,
    samples: [ObjectUUID] = []
  ) {
    self.check = check
    self.isProblem = isProblem
    self.type = type
    self.count = count
    self.note = note
    self.samples = samples
  }
}
