/// One row of the table of predicate key paths.
struct PredicateKeyPathRow: Sendable {
  let path: PredicateKeyPath
  let constantName: String
  let keyPath: String
  let kind: PredicateValueKind
  let key: PredicateKeyRule
  let aliases: [String]

  /// A row of a path. `keyPath` stands where HealthKit's string is not the word that people type,
  /// `constant` where the constant is not named like the path.
  init(
    _ path: PredicateKeyPath, _ kind: PredicateValueKind, keyPath: String? = nil,
    constant: String? = nil, key: PredicateKeyRule = .none, aliases: [String] = []
  ) {
    self.path = path
    constantName =
      "HKPredicateKeyPath" + (constant ?? NameMatching.capital(String(describing: path)))
    self.keyPath = keyPath ?? path.rawValue
    self.kind = kind
    self.key = key
    self.aliases = aliases
  }
}

/// HealthKit's predicate key paths. Source: Apple's SDK headers.
enum PredicateKeyPathTable {
  static let byPath = Dictionary(uniqueKeysWithValues: rows.map { ($0.path, $0) })

  static let rows: [PredicateKeyPathRow] = [
    PredicateKeyPathRow(.average, .quantity, keyPath: "quantity", aliases: ["mean"]),
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
    PredicateKeyPathRow(.sum, .quantity, keyPath: "quantity"),
    PredicateKeyPathRow(.uuid, .uuid, keyPath: "UUID", constant: "UUID"),
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
    PredicateKeyPathRow(.workoutType, .activity, keyPath: "workoutType", aliases: ["workoutType"]),
  ]
}
