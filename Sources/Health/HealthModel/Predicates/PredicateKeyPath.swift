/// A property that a predicate compares: HealthKit's 46 predicate key paths, the type, the tags
/// of notes, and copies.
///
///     PredicateKeyPath.workoutType.rawValue       // "activity", the word that people type
///
/// `Docs/PREDICATES.md` explains each. Source: Apple's SDK headers.
public enum PredicateKeyPath: String, Hashable, Sendable, CaseIterable {
  /// The average of a discrete sample's values.
  case average
  /// The average heart rate during an electrocardiogram.
  case averageHeartRate = "ecg_average_heart_rate"
  /// The value of a category sample; of a quantity sample its quantity.
  case categoryValue = "value"
  /// The identifier of a clinical record's FHIR resource.
  case clinicalRecordFHIRResourceIdentifier = "FHIRResource.identifier"
  /// The type of a clinical record's FHIR resource.
  case clinicalRecordFHIRResourceType = "FHIRResource.resourceType"
  /// The correlation that a sample is a member of.
  case correlation
  /// The number of values that a sample condenses.
  case count
  /// The day of an activity summary.
  case dateComponents
  /// The device that measured.
  case device
  /// The classification of an electrocardiogram.
  case ecgClassification = "ecg_public_classification"
  /// The symptoms of an electrocardiogram.
  case ecgSymptomsStatus = "ecg_symptoms_status"
  /// The end.
  case endDate
  /// The greatest of a discrete sample's values.
  case max
  /// A value of metadata.
  case metadata
  /// The least of a discrete sample's values.
  case min
  /// The last of a discrete sample's values.
  case mostRecent = "most_recent"
  /// The duration of the last of a sample's values.
  case mostRecentDuration = "most_recent_duration"
  /// The end of the last of a sample's values.
  case mostRecentEndDate = "most_recent_end_date"
  /// The start of the last of a sample's values.
  case mostRecentStartDate = "most_recent_start_date"
  /// The quantity of a quantity sample.
  case quantity
  /// The source, by name or bundle.
  case source
  /// The version of the source.
  case sourceRevision
  /// The start.
  case startDate
  /// The status of a dose of medication.
  case status
  /// The sum of a cumulative sample.
  case sum
  /// The identity.
  case uuid = "UUID"
  /// The workout that a sample belongs to.
  case workout
  /// A part of a workout.
  case workoutActivity
  /// The average of a type over a part of a workout.
  case workoutActivityAverageQuantity = "activityAverageQuantity"
  /// The active time of a part of a workout.
  case workoutActivityDuration = "activityDuration"
  /// The end of a part of a workout.
  case workoutActivityEndDate = "activityEndDate"
  /// The greatest value of a type over a part of a workout.
  case workoutActivityMaximumQuantity = "activityMaximumQuantity"
  /// The least value of a type over a part of a workout.
  case workoutActivityMinimumQuantity = "activityMinimumQuantity"
  /// The start of a part of a workout.
  case workoutActivityStartDate = "activityStartDate"
  /// The sum of a type over a part of a workout.
  case workoutActivitySumQuantity = "activitySumQuantity"
  /// The activity of a part of a workout.
  case workoutActivityType = "activityType"
  /// The average of a type over a workout.
  case workoutAverageQuantity = "averageQuantity"
  /// The active time of a workout; of another sample its length.
  case workoutDuration = "duration"
  /// The greatest value of a type over a workout.
  case workoutMaximumQuantity = "maximumQuantity"
  /// The least value of a type over a workout.
  case workoutMinimumQuantity = "minimumQuantity"
  /// The sum of a type over a workout.
  case workoutSumQuantity = "sumQuantity"
  /// The distance of a workout.
  case workoutTotalDistance = "totalDistance"
  /// The energy of a workout.
  case workoutTotalEnergyBurned = "totalEnergyBurned"
  /// The flights of stairs of a workout.
  case workoutTotalFlightsClimbed = "totalFlightsClimbed"
  /// The strokes of a swim.
  case workoutTotalSwimmingStrokeCount = "totalSwimmingStrokeCount"
  /// The activity of a workout.
  case workoutType = "activity"
  /// The type of the object, which HealthKit asks for separately from the predicate.
  case type
  /// The tags of the notes whose time overlaps or touches that of the object.
  case tag
  /// True for an object that is too many: `dedupe` deletes it.
  case copy

  /// The name of HealthKit's constant; nil for those that HealthKit does not have.
  package var constantName: String? { row?.constantName }

  /// Returns the key path of this word, alias or constant, in any case and with any separators.
  ///
  ///     PredicateKeyPath.named("most-recent")   // .mostRecent
  package static func named(_ word: String) -> PredicateKeyPath? { byName.find(word) }

  /// Returns up to three words that may have been meant.
  static func suggestions(for word: String) -> [String] { byName.suggestions(for: word) }

  /// The kind of the values that it is compared with.
  var kind: PredicateValueKind {
    row?.kind ?? (self == .tag ? .text : self == .copy ? .flag : .type)
  }

  /// True where its values are more or less than others.
  package var isOrdered: Bool { kind.isOrdered }

  /// True if its texts are names that a person types as a keyboard writes them.
  package var isOfNames: Bool { self == .source || self == .device }

  /// The rule for a key after a point: `metadata.HKTimeZone`.
  var key: PredicateKeyRule { row?.key ?? .none }

  private var row: PredicateKeyPathRow? { PredicateKeyPathTable.byPath[self] }

  private static let byName: NameIndex<PredicateKeyPath> = {
    var entries = allCases.map {
      NameIndex.Entry(name: $0.rawValue, shown: $0.rawValue, value: $0)
    }
    for row in PredicateKeyPathTable.rows {
      for name in row.aliases + [row.constantName] {
        entries.append(
          NameIndex.Entry(name: name, shown: row.path.rawValue, value: row.path))
      }
    }
    return NameIndex(entries)
  }()
}

/// The kind of the values that a key path is compared with.
enum PredicateValueKind: Sendable {
  case text
  /// A workout activity.
  case activity
  /// An object type.
  case type
  /// A moment.
  case time
  /// A day of the calendar.
  case day
  /// A number with a unit, or without one.
  case quantity
  /// A number without a unit.
  case number
  case uuid
  /// Yes or no.
  case flag
  /// Whatever it is: words, a number with a unit or without, yes or no.
  case value
  /// A uuid, or a predicate of its own.
  case part

  /// True where values are more or less than others, which words and uuids are not.
  var isOrdered: Bool { [.time, .day, .quantity, .number, .value].contains(self) }
}

/// The rule for the text after the point of a key path.
enum PredicateKeyRule: Sendable {
  /// No key.
  case none
  /// A name, which may be left out.
  case optional
  /// A required name.
  case required
  /// The name of a quantity type.
  case type
}

/// A row of the table of predicate key paths.
struct PredicateKeyPathRow: Sendable {
  let path: PredicateKeyPath
  let constantName: String
  let kind: PredicateValueKind
  let key: PredicateKeyRule
  let aliases: [String]

  /// Creates a row of a path. `constant` is given if the constant is not named like the path.
  init(
    _ path: PredicateKeyPath, _ kind: PredicateValueKind, constant: String? = nil,
    key: PredicateKeyRule = .none, aliases: [String] = []
  ) {
    self.path = path
    constantName =
      "HKPredicateKeyPath" + (constant ?? NameMatching.capital(String(describing: path)))
    self.kind = kind
    self.key = key
    self.aliases = aliases
  }
}

/// HealthKit's predicate key paths. Source: Apple's SDK headers.
enum PredicateKeyPathTable {
  static let byPath = Dictionary(uniqueKeysWithValues: rows.map { ($0.path, $0) })

  static let rows: [PredicateKeyPathRow] = [
    PredicateKeyPathRow(.average, .quantity, aliases: ["mean"]),
    PredicateKeyPathRow(.averageHeartRate, .quantity, aliases: ["averageHeartRate"]),
    PredicateKeyPathRow(.categoryValue, .value, aliases: ["categoryValue"]),
    PredicateKeyPathRow(.clinicalRecordFHIRResourceIdentifier, .text),
    PredicateKeyPathRow(.clinicalRecordFHIRResourceType, .text),
    PredicateKeyPathRow(.correlation, .uuid),
    PredicateKeyPathRow(.count, .number),
    PredicateKeyPathRow(.dateComponents, .day, aliases: ["day"]),
    PredicateKeyPathRow(.device, .text, key: .optional),
    PredicateKeyPathRow(
      .ecgClassification, .text, constant: "ECGClassification", aliases: ["classification"]),
    PredicateKeyPathRow(
      .ecgSymptomsStatus, .text, constant: "ECGSymptomsStatus", aliases: ["symptomsStatus"]),
    PredicateKeyPathRow(.endDate, .time, aliases: ["end"]),
    PredicateKeyPathRow(.max, .quantity, aliases: ["maximum"]),
    PredicateKeyPathRow(.metadata, .value, key: .required),
    PredicateKeyPathRow(.min, .quantity, aliases: ["minimum"]),
    PredicateKeyPathRow(.mostRecent, .quantity),
    PredicateKeyPathRow(.mostRecentDuration, .quantity),
    PredicateKeyPathRow(.mostRecentEndDate, .time),
    PredicateKeyPathRow(.mostRecentStartDate, .time),
    PredicateKeyPathRow(.quantity, .quantity),
    PredicateKeyPathRow(.source, .text),
    PredicateKeyPathRow(.sourceRevision, .text, key: .optional),
    PredicateKeyPathRow(.startDate, .time, aliases: ["start"]),
    PredicateKeyPathRow(.status, .text),
    PredicateKeyPathRow(.sum, .quantity),
    PredicateKeyPathRow(.uuid, .uuid, constant: "UUID"),
    PredicateKeyPathRow(.workout, .uuid),
    PredicateKeyPathRow(.workoutActivity, .part),
    PredicateKeyPathRow(.workoutActivityAverageQuantity, .quantity, key: .type),
    PredicateKeyPathRow(.workoutActivityDuration, .quantity),
    PredicateKeyPathRow(.workoutActivityEndDate, .time),
    PredicateKeyPathRow(.workoutActivityMaximumQuantity, .quantity, key: .type),
    PredicateKeyPathRow(.workoutActivityMinimumQuantity, .quantity, key: .type),
    PredicateKeyPathRow(.workoutActivityStartDate, .time),
    PredicateKeyPathRow(.workoutActivitySumQuantity, .quantity, key: .type),
    PredicateKeyPathRow(.workoutActivityType, .activity),
    PredicateKeyPathRow(.workoutAverageQuantity, .quantity, key: .type),
    PredicateKeyPathRow(.workoutDuration, .quantity),
    PredicateKeyPathRow(.workoutMaximumQuantity, .quantity, key: .type),
    PredicateKeyPathRow(.workoutMinimumQuantity, .quantity, key: .type),
    PredicateKeyPathRow(.workoutSumQuantity, .quantity, key: .type),
    PredicateKeyPathRow(.workoutTotalDistance, .quantity, aliases: ["distance"]),
    PredicateKeyPathRow(.workoutTotalEnergyBurned, .quantity, aliases: ["energy"]),
    PredicateKeyPathRow(.workoutTotalFlightsClimbed, .quantity),
    PredicateKeyPathRow(.workoutTotalSwimmingStrokeCount, .quantity, aliases: ["strokes"]),
    PredicateKeyPathRow(.workoutType, .activity, aliases: ["workoutType"]),
  ]
}
