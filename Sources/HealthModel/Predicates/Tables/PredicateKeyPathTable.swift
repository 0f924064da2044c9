/// One row of the table of predicate key paths.
struct PredicateKeyPathRow: Sendable {
  let path: PredicateKeyPath
  let constantName: String
  let keyPath: String
  let kind: PredicateValueKind
  let key: PredicateKeyRule
  let aliases: [String]

  init(
    _ path: PredicateKeyPath, _ constantName: String, _ keyPath: String,
    _ kind: PredicateValueKind, key: PredicateKeyRule = .none, aliases: [String] = []
  ) {
    self.path = path
    self.constantName = constantName
    self.keyPath = keyPath
    self.kind = kind
    self.key = key
    self.aliases = aliases
  }
}

/// HealthKit's predicate key paths. Source: Apple's SDK headers.
enum PredicateKeyPathTable {
  static let byPath = Dictionary(uniqueKeysWithValues: rows.map { ($0.path, $0) })

  static let rows: [PredicateKeyPathRow] = [
    PredicateKeyPathRow(
      .average, "HKPredicateKeyPathAverage", "quantity", .quantity, aliases: ["mean"]),
    PredicateKeyPathRow(
      .averageHeartRate, "HKPredicateKeyPathAverageHeartRate", "ecg_average_heart_rate", .quantity,
      aliases: ["averageHeartRate"]),
    PredicateKeyPathRow(
      .categoryValue, "HKPredicateKeyPathCategoryValue", "value", .value, aliases: ["categoryValue"]
    ),
    PredicateKeyPathRow(
      .clinicalRecordFHIRResourceIdentifier,
      "HKPredicateKeyPathClinicalRecordFHIRResourceIdentifier", "FHIRResource.identifier", .text),
    PredicateKeyPathRow(
      .clinicalRecordFHIRResourceType, "HKPredicateKeyPathClinicalRecordFHIRResourceType",
      "FHIRResource.resourceType", .text),
    PredicateKeyPathRow(.correlation, "HKPredicateKeyPathCorrelation", "correlation", .uuid),
    PredicateKeyPathRow(.count, "HKPredicateKeyPathCount", "count", .number),
    PredicateKeyPathRow(
      .dateComponents, "HKPredicateKeyPathDateComponents", "dateComponents", .day, aliases: ["day"]),
    PredicateKeyPathRow(.device, "HKPredicateKeyPathDevice", "device", .text, key: .optional),
    PredicateKeyPathRow(
      .ecgClassification, "HKPredicateKeyPathECGClassification", "ecg_public_classification", .text,
      aliases: ["classification"]),
    PredicateKeyPathRow(
      .ecgSymptomsStatus, "HKPredicateKeyPathECGSymptomsStatus", "ecg_symptoms_status", .text,
      aliases: ["symptomsStatus"]),
    PredicateKeyPathRow(.endDate, "HKPredicateKeyPathEndDate", "endDate", .time, aliases: ["end"]),
    PredicateKeyPathRow(.max, "HKPredicateKeyPathMax", "max", .quantity, aliases: ["maximum"]),
    PredicateKeyPathRow(
      .metadata, "HKPredicateKeyPathMetadata", "metadata", .value, key: .required),
    PredicateKeyPathRow(.min, "HKPredicateKeyPathMin", "min", .quantity, aliases: ["minimum"]),
    PredicateKeyPathRow(.mostRecent, "HKPredicateKeyPathMostRecent", "most_recent", .quantity),
    PredicateKeyPathRow(
      .mostRecentDuration, "HKPredicateKeyPathMostRecentDuration", "most_recent_duration", .quantity
    ),
    PredicateKeyPathRow(
      .mostRecentEndDate, "HKPredicateKeyPathMostRecentEndDate", "most_recent_end_date", .time),
    PredicateKeyPathRow(
      .mostRecentStartDate, "HKPredicateKeyPathMostRecentStartDate", "most_recent_start_date", .time
    ),
    PredicateKeyPathRow(.quantity, "HKPredicateKeyPathQuantity", "quantity", .quantity),
    PredicateKeyPathRow(.source, "HKPredicateKeyPathSource", "source", .text),
    PredicateKeyPathRow(
      .sourceRevision, "HKPredicateKeyPathSourceRevision", "sourceRevision", .text, key: .optional),
    PredicateKeyPathRow(
      .startDate, "HKPredicateKeyPathStartDate", "startDate", .time, aliases: ["start"]),
    PredicateKeyPathRow(.status, "HKPredicateKeyPathStatus", "status", .text),
    PredicateKeyPathRow(.sum, "HKPredicateKeyPathSum", "quantity", .quantity),
    PredicateKeyPathRow(.uuid, "HKPredicateKeyPathUUID", "UUID", .uuid),
    PredicateKeyPathRow(.workout, "HKPredicateKeyPathWorkout", "workout", .uuid),
    PredicateKeyPathRow(
      .workoutActivity, "HKPredicateKeyPathWorkoutActivity", "workoutActivity", .part),
    PredicateKeyPathRow(
      .workoutActivityAverageQuantity, "HKPredicateKeyPathWorkoutActivityAverageQuantity",
      "activityAverageQuantity", .quantity, key: .type),
    PredicateKeyPathRow(
      .workoutActivityDuration, "HKPredicateKeyPathWorkoutActivityDuration", "activityDuration",
      .quantity),
    PredicateKeyPathRow(
      .workoutActivityEndDate, "HKPredicateKeyPathWorkoutActivityEndDate", "activityEndDate", .time),
    PredicateKeyPathRow(
      .workoutActivityMaximumQuantity, "HKPredicateKeyPathWorkoutActivityMaximumQuantity",
      "activityMaximumQuantity", .quantity, key: .type),
    PredicateKeyPathRow(
      .workoutActivityMinimumQuantity, "HKPredicateKeyPathWorkoutActivityMinimumQuantity",
      "activityMinimumQuantity", .quantity, key: .type),
    PredicateKeyPathRow(
      .workoutActivityStartDate, "HKPredicateKeyPathWorkoutActivityStartDate", "activityStartDate",
      .time),
    PredicateKeyPathRow(
      .workoutActivitySumQuantity, "HKPredicateKeyPathWorkoutActivitySumQuantity",
      "activitySumQuantity", .quantity, key: .type),
    PredicateKeyPathRow(
      .workoutActivityType, "HKPredicateKeyPathWorkoutActivityType", "activityType", .activity),
    PredicateKeyPathRow(
      .workoutAverageQuantity, "HKPredicateKeyPathWorkoutAverageQuantity", "averageQuantity",
      .quantity, key: .type),
    PredicateKeyPathRow(
      .workoutDuration, "HKPredicateKeyPathWorkoutDuration", "duration", .quantity),
    PredicateKeyPathRow(
      .workoutMaximumQuantity, "HKPredicateKeyPathWorkoutMaximumQuantity", "maximumQuantity",
      .quantity, key: .type),
    PredicateKeyPathRow(
      .workoutMinimumQuantity, "HKPredicateKeyPathWorkoutMinimumQuantity", "minimumQuantity",
      .quantity, key: .type),
    PredicateKeyPathRow(
      .workoutSumQuantity, "HKPredicateKeyPathWorkoutSumQuantity", "sumQuantity", .quantity,
      key: .type),
    PredicateKeyPathRow(
      .workoutTotalDistance, "HKPredicateKeyPathWorkoutTotalDistance", "totalDistance", .quantity,
      aliases: ["distance"]),
    PredicateKeyPathRow(
      .workoutTotalEnergyBurned, "HKPredicateKeyPathWorkoutTotalEnergyBurned", "totalEnergyBurned",
      .quantity, aliases: ["energy"]),
    PredicateKeyPathRow(
      .workoutTotalFlightsClimbed, "HKPredicateKeyPathWorkoutTotalFlightsClimbed",
      "totalFlightsClimbed", .quantity),
    PredicateKeyPathRow(
      .workoutTotalSwimmingStrokeCount, "HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount",
      "totalSwimmingStrokeCount", .quantity, aliases: ["strokes"]),
    PredicateKeyPathRow(
      .workoutType, "HKPredicateKeyPathWorkoutType", "workoutType", .activity,
      aliases: ["workoutType"]),
  ]
}
