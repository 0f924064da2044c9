/// An object as a `save` event holds it.
public struct HealthObject: Hashable, Sendable {
  /// Its identity, used once for ever.
  public var uuid: ObjectUUID
  /// What it says.
  public var content: Content
  /// The seq of the line that tells its source and device; nil: entered by hand by the owner.
  public var origin: UInt64?
  /// When the source created it (Apple's creationDate), where known.
  public var created: Timestamp?
  /// What the source wrote beside it.
  public var metadata: Metadata
  /// What the source said beyond all of this.
  public var fields: [Field]

  /// An object of this content.
  public init(
    uuid: ObjectUUID, content: Content, origin: UInt64? = nil, created: Timestamp? = nil,
    metadata: Metadata = Metadata(), fields: [Field] = []
  ) {
    self.uuid = uuid
    self.content = content
    self.origin = origin
    self.created = created
    self.metadata = metadata
    self.fields = fields
  }
}

/// What an object says, by kind.
public enum Content: Hashable, Sendable {
  /// A number with a unit over a span of time.
  case quantity(QuantitySample)
  /// One of a type's named values over a span of time.
  case category(CategorySample)
  /// Samples that belong together, as the two figures of a blood pressure.
  case correlation(Correlation)
  /// A workout as its source told it.
  case workout(Workout)
  /// A trait of the owner.
  case characteristic(Characteristic)
  /// Apple's activity rings of a day.
  case summary(ActivitySummary)
  /// A kind whose details only its own view reads.
  case document(Document)
}

extension Content {
  /// The identifier of the object's type: what share authorization is asked for.
  public var type: String {
    switch self {
    case .quantity(let sample): sample.type
    case .category(let sample): sample.type
    case .correlation(let correlation): correlation.type
    case .workout: Workout.type
    case .characteristic(let characteristic): characteristic.type
    case .summary: ActivitySummary.type
    case .document(let document): document.type ?? document.kind.type
    }
  }

  /// Start and end, for kinds that have them.
  public var span: TimeSpan? {
    switch self {
    case .quantity(let sample): sample.span
    case .category(let sample): sample.span
    case .correlation(let correlation): correlation.span
    case .workout(let workout): workout.span
    case .characteristic, .summary: nil
    case .document(let document): document.span
    }
  }
}

/// A span of time from `start` to `end`, both with the UTC offset that the source gave; an instant
/// where they are equal.
public struct TimeSpan: Hashable, Sendable {
  /// The first moment.
  public var start: Timestamp
  /// The moment at which it is over.
  public var end: Timestamp

  /// The span between these two.
  public init(_ start: Timestamp, _ end: Timestamp) {
    self.start = start
    self.end = end
  }

  /// A moment: it starts and ends then.
  public init(at moment: Timestamp) { self.init(moment, moment) }

  /// The span of some seconds from a moment on; it ends with the offset with which it starts.
  public init(from start: Timestamp, seconds: Double) {
    let end = start.instant.adding(microseconds: Int64((seconds * 1e6).clamped))
    self.init(start, Timestamp(instant: end, offsetMinutes: start.offsetMinutes))
  }

  /// Its length in seconds.
  public var duration: Double { end.instant.seconds(since: start.instant) }
}

extension Double {
  /// The nearest number of microseconds that a moment can be moved by; 0 for NaN.
  fileprivate var clamped: Double { isNaN ? 0 : min(max(self, -4e18), 4e18) }
}
