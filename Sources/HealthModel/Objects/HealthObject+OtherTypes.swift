// What objects state of types that are not their own. Who takes a type away, for a reader or for
// good, has to look here: sums over samples and copies of traits say what the samples and traits
// said.

extension HealthObject {
  /// The types, beside its own, of which it states figures or copies.
  package var otherTypes: Set<String> {
    var types: Set<String> = []
    _ = keeping { stated in
      types.formUnion(stated)
      return true
    }
    types.remove(content.type)
    return types
  }

  /// Returns the same object without what it states of some types beside its own. The figures of a
  /// day's rings stay, as they are what the day's object is.
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

// MARK: Fields

extension Content {
  /// The types that fields of an object state, by the names of the fields.
  fileprivate var fieldTypes: [String: String] {
    switch self {
    case .document(let document) where document.kind == .ecg: Self.ofRecordings
    case .summary: ActivitySummary.figureTypes
    case .quantity: Self.ofSamples
    case .category, .correlation, .workout, .characteristic, .document: [:]
    }
  }

  private static let ofRecordings = ["averageHeartRate": QuantityType.heartRate.identifier]
  /// The beats that a variability was made of, as Apple's exports have them beside it.
  private static let ofSamples = ["beatsPerMinute": QuantityType.heartRate.identifier]
}

extension ActivitySummary {
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

  /// The types whose figure the value of a key is. Source: Apple's SDK headers.
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

extension Workout {
  /// Returns the same workout without totals and statistics of types that may not stay. What these
  /// tell of the sport of a part stands in its name.
  fileprivate func keeping(_ mayStay: ([String]) -> Bool) -> Workout {
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
  /// How many lines of an electrocardiogram's header tell of the person: those before the time of
  /// the recording, whatever their language is; all, where there is no such time.
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
  /// Whether it is a line of a header whose value is a time.
  fileprivate var isTime: Bool {
    guard case .fields(let fields) = self, case .text(let value)? = fields["value"] else {
      return false
    }
    return Timestamp(fieldText: value) != nil
  }
}
