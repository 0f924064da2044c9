import ByteTools
import HealthModel

// What objects say of types beside their own. Rights hold for these statements too, and HealthKit
// hands out no more of an object than its properties.

extension ReadAccess {
  /// An object of another source as the reader sees it: without what it says of types that the
  /// reader may not see, and without what the journal knows no type for.
  func seen(_ object: HealthObject) -> HealthObject {
    guard !isOwners else { return object }
    var seen = object
    seen.metadata = self.seen(object.metadata, of: object.content)
    seen.fields = self.seen(object.fields, of: object.content)
    if case .workout(let workout) = object.content { seen.content = .workout(self.seen(workout)) }
    return seen
  }

  private func mayState(_ types: [String]) -> Bool { types.allSatisfy(maySeeAll) }

  // MARK: Fields

  private func seen(_ fields: [Field], of content: Content) -> [Field] {
    switch content {
    case .document(let document) where document.kind == .other:
      // The element whole is what the type stands for.
      fields.filter { $0.name != "resource" || mayRead(resource: $0.value) }
    case .document(let document) where document.kind == .ecg:
      fields.filter { field in Self.ofRecordings[field.name].map { mayState($0) } ?? false }
    case .summary:
      fields.filter { !Self.leftovers.contains($0.name) && mayState(Self.ofDays[$0.name] ?? []) }
    case .quantity, .category, .correlation, .workout, .characteristic, .document:
      fields.filter { !Self.leftovers.contains($0.name) && mayState(Self.ofSamples[$0.name] ?? []) }
    }
  }

  /// Where an import keeps what it does not know of an element: statistics that it could not read
  /// may be among it.
  private static let leftovers: Set<String> = ["attributes", "children", "text"]

  /// What a source hears of an electrocardiogram, by the types that it states: the properties of
  /// HKElectrocardiogram. The beginning of an export's file has the person's name and date of
  /// birth, and the symptoms in words, which are samples of types of their own.
  private static let ofRecordings: [String: [String]] = [
    "classification": [], "classificationText": [], "symptomsStatus": [], "samplingFrequency": [],
    "voltages": [], "averageHeartRate": [QuantityType.heartRate.identifier],
  ]

  /// The figures of a day's summary by their types; goals are of none.
  private static let ofDays: [String: [String]] = [
    "activeEnergyBurned": [QuantityType.activeEnergyBurned.identifier],
    "appleMoveTime": [QuantityType.appleMoveTime.identifier],
    "appleExerciseTime": [QuantityType.appleExerciseTime.identifier],
    "appleStandHours": [CategoryType.appleStandHour.identifier],
  ]

  /// Other fields by the types that they state: the beats of a heart rate variability.
  private static let ofSamples: [String: [String]] = [
    "beatsPerMinute": [QuantityType.heartRate.identifier]
  ]

  // MARK: Metadata

  private func seen(_ metadata: Metadata, of content: Content) -> Metadata {
    var types = Self.ofMetadata
    if case .workout(let workout) = content {
      for key in Self.ofDistance { types[key] = workout.types(of: .totalDistance) }
    }
    if case .category(let sample) = content, let exposure = Self.exposures[sample.type] {
      types["HKMetadataKeyAudioExposureLevel"] = [exposure]
    }
    let seen = metadata.entries.filter { mayState(types[$0.key] ?? []) }
    return seen.count == metadata.entries.count ? metadata : Metadata(seen)
  }

  /// The keys whose values are figures of types. Source: what Apple's SDK headers say of each key.
  private static let ofMetadata: [String: [String]] = [
    "HKAverageMETs": ["HKQuantityTypeIdentifierPhysicalEffort"],
    "HKCrossTrainerDistance": ["HKQuantityTypeIdentifierDistanceWalkingRunning"],
    "HKIndoorBikeDistance": ["HKQuantityTypeIdentifierDistanceCycling"],
    "HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate": [
      QuantityType.heartRate.identifier
    ],
    "HKVO2MaxValue": ["HKQuantityTypeIdentifierVO2Max"],
    MetadataName.swolfScore: [QuantityType.swimmingStrokeCount.identifier],
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

extension ReadAccess {
  /// A workout without the totals and statistics of types that the reader may not see; what these
  /// tell of the sport of a part stands in its name, as the workout is seen.
  private func seen(_ whole: Workout) -> Workout {
    let content = Content.workout(whole)
    var workout = whole
    workout.totals = whole.totals.filter { mayState(whole.types(of: $0.key)) }
    workout.statistics = seen(whole.statistics)
    workout.events = seen(whole.events, of: content)
    // What is left of the distances would name a part otherwise.
    let hidesDistances = !mayState(whole.types(of: .totalDistance))
    for (index, part) in whole.activities.enumerated() {
      workout.activities[index].statistics = seen(part.statistics)
      workout.activities[index].events = seen(part.events, of: content)
      workout.activities[index].metadata = seen(part.metadata, of: content)
      if hidesDistances { workout.activities[index].activity = part.sport(in: whole) }
    }
    return workout
  }

  private func seen(_ events: [WorkoutEvent], of workout: Content) -> [WorkoutEvent] {
    events.map { event in
      var event = event
      event.metadata = seen(event.metadata, of: workout)
      return event
    }
  }

  private func seen(_ statistics: [WorkoutStatistics]) -> [WorkoutStatistics] {
    statistics.filter { maySeeAll(of: $0.type) }
  }
}

// MARK: FHIR resources

extension ReadAccess {
  /// Whether the reader may see all types that a clinical record's resource has figures of, and the
  /// traits that it names. A resource is given whole or not at all; one that cannot be read is not.
  private func mayRead(resource: FieldValue) -> Bool {
    guard case .text(let text) = resource else { return true }
    let bytes = Array(text.utf8)
    guard let resource = try? JSONValue(parsing: bytes.rawBytes) else { return false }
    return mayRead(resource)
  }

  private func mayRead(_ value: JSONValue) -> Bool {
    switch value {
    case .null, .boolean, .number, .string: true
    case .array(let values): values.allSatisfy(mayRead)
    case .object(let members):
      members.allSatisfy { mayState(Self.types(of: $0)) && mayRead($0.value) }
    }
  }

  /// The types that a member of a resource is about.
  private static func types(of member: JSONMember) -> [String] {
    if let trait = traits[member.key] { return [trait] }
    guard member.key == "code", case .string(let code) = member.value else { return [] }
    return codes[code] ?? []
  }

  private static let traits = [
    "birthDate": CharacteristicType.dateOfBirth.identifier,
    "gender": CharacteristicType.biologicalSex.identifier,
  ]

  /// Types by their codes of LOINC, which are like no code of another system.
  private static let codes: [String: [String]] = {
    var codes: [String: [String]] = [:]
    for type in QuantityType.all {
      if let code = type.loinc { codes[code, default: []].append(type.identifier) }
    }
    for type in CorrelationType.all { codes[type.loinc, default: []].append(type.identifier) }
    return codes
  }()
}
