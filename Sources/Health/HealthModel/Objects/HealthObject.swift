/// An object as a `save` event holds it.
public struct HealthObject: Hashable, Sendable {
  /// Its identity, used once for ever.
  public var uuid: ObjectUUID
  /// The content, by kind.
  public var content: Content
  /// The seq of the line that states its source and device; nil if the owner entered it by hand.
  public var origin: UInt64?
  /// The time at which the source created it (Apple's creationDate); nil if not known.
  public var created: Timestamp?
  /// The values that the source attached to it, by key.
  public var metadata: Metadata
  /// The values for which the model has no property, as the source gave them.
  public var fields: [Field]

  /// Creates an object of this content.
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

  /// The types, besides its own, that it states figures or copies of.
  package var otherTypes: Set<String> {
    var types: Set<String> = []
    _ = keeping { stated in
      types.formUnion(stated)
      return true
    }
    types.remove(content.type)
    return types
  }

  /// Returns the same object without what it states of some types besides its own. The figures of a
  /// day's rings stay, as they are the content of the day's object.
  package func without(_ types: Set<String>) -> HealthObject {
    if case .summary = content { return self }
    return keeping(types.isDisjoint)
  }

  /// Returns the same object with those of its statements of other types that may stay: totals,
  /// statistics and lap lengths of a workout, a day's rings, the average heart rate of an
  /// electrocardiogram and the name and date of birth before it, the beats that a variability was
  /// made of, and metadata that are figures.
  ///
  /// - Parameter mayStay: takes the types that one statement is about.
  package func keeping(_ mayStay: ([String]) -> Bool) -> HealthObject {
    var rest = self
    rest.metadata = metadata.keeping(mayStay, of: content)
    rest.fields.removeAll { field in
      guard let type = content.fieldTypes[field.name] else { return false }
      return !mayStay([type])
    }
    switch content {
    case .workout(let workout): rest.content = .workout(workout.keeping(mayStay))
    case .document(let document) where document.kind == .ecg && fields.personLines > 0:
      if !mayStay([CharacteristicType.dateOfBirth.identifier]) { rest.fields.removePersonLines() }
    case .quantity, .category, .correlation, .characteristic, .summary, .document: break
    }
    return rest
  }
}

/// The content of an object, by kind.
public enum Content: Hashable, Sendable {
  /// A number with a unit over a span of time.
  case quantity(QuantityContent)
  /// A named value of a type over a span of time.
  case category(CategoryContent)
  /// Samples that belong together, as the two figures of a blood pressure.
  case correlation(CorrelationContent)
  /// A workout as its source told it.
  case workout(WorkoutContent)
  /// A trait of the owner.
  case characteristic(Characteristic)
  /// Apple's activity rings of a day.
  case summary(SummaryContent)
  /// A kind whose details only its own view reads.
  case document(Document)

  /// The identifier of the object's type: what share authorization is asked for.
  public var type: String {
    switch self {
    case .quantity(let sample): sample.type
    case .category(let sample): sample.type
    case .correlation(let correlation): correlation.type
    case .workout: WorkoutContent.type
    case .characteristic(let characteristic): characteristic.type
    case .summary: SummaryContent.type
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

  /// The types that fields of an object state, by the names of the fields.
  fileprivate var fieldTypes: [String: String] {
    switch self {
    case .document(let document) where document.kind == .ecg: Self.ofRecordings
    case .summary: SummaryContent.figureTypes
    case .quantity: Self.ofSamples
    case .category, .correlation, .workout, .characteristic, .document: [:]
    }
  }

  private static let ofRecordings = ["averageHeartRate": QuantityType.heartRate.identifier]
  /// The field of the beats that a variability was made of, as Apple's exports have them.
  private static let ofSamples = ["beatsPerMinute": QuantityType.heartRate.identifier]
}

/// A span of time from `start` to `end`, both with the UTC offset that the source gave; an instant
/// where they are equal.
public struct TimeSpan: Hashable, Sendable {
  /// The first moment.
  public var start: Timestamp
  /// The moment at which it is over.
  public var end: Timestamp

  /// Creates the span between these two.
  public init(_ start: Timestamp, _ end: Timestamp) {
    self.start = start
    self.end = end
  }

  /// Creates a moment: it starts and ends at the same time.
  public init(at moment: Timestamp) { self.init(moment, moment) }

  /// Creates the span of some seconds from a moment on; it ends with the offset with which it
  /// starts.
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

// What objects state of types that are not their own. Who takes a type away, for a reader or for
// good, has to look here: sums over samples and copies of traits say what the samples and traits
// said.

// MARK: Fields

extension SummaryContent {
  /// The types of the samples that its figures add up, by Apple's names of the figures.
  package static let figureTypes = [
    "activeEnergyBurned": QuantityType.activeEnergyBurned.identifier,
    "appleMoveTime": QuantityType.appleMoveTime.identifier,
    "appleExerciseTime": QuantityType.appleExerciseTime.identifier,
    "appleStandHours": CategoryType.appleStandHour.identifier,
  ]
}

// MARK: Metadata

extension Metadata {
  fileprivate func keeping(_ mayStay: ([String]) -> Bool, of content: Content) -> Metadata {
    if entries.isEmpty { return self }
    let kept = entries.filter { entry in
      let types = Self.types(of: entry.key, in: content)
      return types.isEmpty || mayStay(types)
    }
    return kept.count == entries.count ? self : Metadata(kept)
  }

  /// Returns the types whose figure is the value of a key. Source: Apple's SDK headers.
  private static func types(of key: String, in content: Content) -> [String] {
    switch content {
    case .workout(let workout) where ofDistance.contains(key): workout.types(of: .totalDistance)
    case .category(let sample) where key == "HKMetadataKeyAudioExposureLevel":
      exposures[sample.type].map { [$0] } ?? []
    default: ofAnyObject[key].map { [$0] } ?? []
    }
  }

  private static let ofAnyObject = [
    "HKAverageMETs": "HKQuantityTypeIdentifierPhysicalEffort",
    "HKCrossTrainerDistance": "HKQuantityTypeIdentifierDistanceWalkingRunning",
    "HKIndoorBikeDistance": "HKQuantityTypeIdentifierDistanceCycling",
    "HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate": QuantityType.heartRate.identifier,
    "HKVO2MaxValue": "HKQuantityTypeIdentifierVO2Max",
    MetadataName.swolfScore: QuantityType.swimmingStrokeCount.identifier,
  ]

  /// The keys of workouts that tell how far it was: with the time, or with the number of laps.
  private static let ofDistance = ["HKAverageSpeed", "HKMaximumSpeed", MetadataName.lapLength]

  /// The types whose level an event of loud sound states.
  private static let exposures = [
    "HKCategoryTypeIdentifierAudioExposureEvent":
      "HKQuantityTypeIdentifierEnvironmentalAudioExposure",
    "HKCategoryTypeIdentifierEnvironmentalAudioExposureEvent":
      "HKQuantityTypeIdentifierEnvironmentalAudioExposure",
    "HKCategoryTypeIdentifierHeadphoneAudioExposureEvent":
      "HKQuantityTypeIdentifierHeadphoneAudioExposure",
  ]
}

// MARK: Workouts

extension WorkoutContent {
  /// Returns the same workout without totals and statistics of types that may not stay. The name of
  /// a part keeps what these show about its sport.
  fileprivate func keeping(_ mayStay: ([String]) -> Bool) -> WorkoutContent {
    let content = Content.workout(self)
    var rest = self
    rest.totals = totals.filter { mayStay(types(of: $0.key)) }
    rest.statistics.removeAll { !mayStay([$0.type]) }
    rest.events = events.keeping(mayStay, of: content)
    // What is left of the distances would name a part otherwise.
    let losesDistances = !activities.isEmpty && !mayStay(types(of: .totalDistance))
    for (index, part) in activities.enumerated() {
      rest.activities[index].statistics.removeAll { !mayStay([$0.type]) }
      rest.activities[index].events = part.events.keeping(mayStay, of: content)
      rest.activities[index].metadata = part.metadata.keeping(mayStay, of: content)
      if losesDistances { rest.activities[index].activity = part.sport(in: self) }
    }
    return rest
  }
}

extension [WorkoutEvent] {
  fileprivate func keeping(_ mayStay: ([String]) -> Bool, of workout: Content) -> [WorkoutEvent] {
    map { event in
      var event = event
      event.metadata = event.metadata.keeping(mayStay, of: workout)
      return event
    }
  }
}

// MARK: Headers of electrocardiograms

extension Field {
  fileprivate static let header = "header"
}

extension [Field] {
  /// The number of lines of an electrocardiogram's header that are about the person: those before
  /// the time of the recording, in any language; all if there is no such time.
  fileprivate var personLines: Int {
    guard case .list(let lines)? = self[Field.header] else { return 0 }
    return lines.firstIndex(where: \.isTime) ?? lines.count
  }

  fileprivate mutating func removePersonLines() {
    guard case .list(let lines)? = self[Field.header],
      let index = firstIndex(where: { $0.name == Field.header })
    else { return }
    self[index].value = .list([FieldValue](lines.dropFirst(personLines)))
  }
}

extension FieldValue {
  /// True if it is a line of a header whose value is a time.
  fileprivate var isTime: Bool {
    guard case .fields(let fields) = self, case .text(let value)? = fields["value"] else {
      return false
    }
    return Timestamp(fieldText: value) != nil
  }
}

/// An object of the journal, with the source and device that HealthKit's HKObject has, and the line
/// that saved it.
public struct SavedObject: Hashable, Sendable {
  /// The object as its line holds it.
  public var object: HealthObject
  /// The app that it comes from: HealthKit's source revision. The name is `owner` for what the
  /// owner entered by hand.
  public var source: Source
  /// The hardware that measured it, where known.
  public var device: Device?
  /// The seq of the line that saved it.
  public var sequence: UInt64

  /// Creates an object of this source in this line.
  package init(object: HealthObject, source: Source, device: Device? = nil, sequence: UInt64) {
    self.object = object
    self.source = source
    self.device = device
    self.sequence = sequence
  }
}

/// The order of a query's objects. Equal ones keep the order in which they were saved.
public struct ObjectSort: Hashable, Sendable {
  /// The property that is compared.
  public enum Key: Hashable, Sendable {
    /// HealthKit's startDate.
    case startDate
    /// HealthKit's endDate.
    case endDate
    /// The line that saved it.
    case sequence
  }

  /// The property that is compared.
  public var key: Key
  /// True if the greatest is first.
  public var isReversed = false

  /// The order with the earliest start first.
  public static let startDate = ObjectSort(key: .startDate)
  /// The order with the earliest end first.
  public static let endDate = ObjectSort(key: .endDate)
  /// The order of the lines.
  public static let sequence = ObjectSort(key: .sequence)

  /// The reverse order.
  public var reversed: ObjectSort { ObjectSort(key: key, isReversed: !isReversed) }
}

/// The changes after an anchor, as the handler of HealthKit's HKAnchoredObjectQuery receives them.
public struct HealthChanges: Hashable, Sendable {
  /// The new objects that are neither deleted nor replaced, in the order in which they were saved.
  public var added: [HealthObject]
  /// The objects that were deleted or replaced, also those that were saved after the anchor.
  public var deleted: [DeletedObject]
  /// The position from which the next query continues.
  public var anchor: ChangeAnchor

  /// Creates these changes up to that anchor.
  package init(added: [HealthObject] = [], deleted: [DeletedObject] = [], anchor: ChangeAnchor) {
    self.added = added
    self.deleted = deleted
    self.anchor = anchor
  }

  /// True if nothing was added and nothing was deleted.
  public var isEmpty: Bool { added.isEmpty && deleted.isEmpty }
}

/// The identity and type of an object that was deleted or replaced: HealthKit's HKDeletedObject.
public struct DeletedObject: Hashable, Sendable {
  /// The identity of the former object.
  public var uuid: ObjectUUID
  /// The identifier of its type; nil where its line was erased.
  public var type: String?

  /// Creates the record of a deleted object with this uuid.
  package init(uuid: ObjectUUID, type: String? = nil) {
    self.uuid = uuid
    self.type = type
  }
}

/// A position in a journal after which changes are asked for: HealthKit's HKQueryAnchor.
///
///     let changes = try await store.changes()
///     let text = changes.anchor.description   // "12-9f86d081…": keep it
///     try await store.changes(since: ChangeAnchor(text) ?? .beginning)
///
/// The chain value shows if the line is still the same. A journal that was restored from an older
/// copy and then continued has other lines under the same numbers (D67).
public struct ChangeAnchor: Hashable, Sendable, LosslessStringConvertible {
  /// The anchor before the first line.
  public static let beginning = ChangeAnchor(
    sequence: 0, chain: String(repeating: "0", count: 64))

  /// The number of the last line that was looked at; 0: none.
  public let sequence: UInt64
  /// The chain value of that line: 64 lower-case hex digits.
  public let chain: String

  /// Creates the anchor after a line.
  package init(sequence: UInt64, chain: String) {
    self.sequence = sequence
    self.chain = chain
  }

  /// Reads the anchor from a text that `description` made; nil if the text is not an anchor.
  public init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let sequence = UInt64(parts[0]) else { return nil }
    self.init(sequence: sequence, chain: String(parts[1]))
    guard description == text, Self.isChain(chain) else { return nil }
  }

  /// Number and chain value, with a hyphen between them.
  public var description: String { "\(sequence)-\(chain)" }

  /// Returns true if a text is 64 lower-case hex digits.
  package static func isChain(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      }
  }
}
