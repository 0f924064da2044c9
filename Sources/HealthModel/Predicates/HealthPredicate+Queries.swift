extension HealthPredicate {
  /// How samples at the borders of a window of time count: HKQueryOptions.
  public struct QueryOptions: OptionSet, Hashable, Sendable {
    /// The raw value of HealthKit's option.
    public let rawValue: Int
    /// Options of this raw value.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// What starts before the window is left out.
    public static let strictStartDate = QueryOptions(rawValue: 1)
    /// What ends at the window's end or later is left out.
    public static let strictEndDate = QueryOptions(rawValue: 2)
  }

  /// Samples in a window of time, open where a border is nil.
  ///
  /// Without options what overlaps it: ends at `start` or later and begins before `end`. Source:
  /// predicateForSamples(withStart:end:options:).
  public static func samples(
    from start: Instant?, to end: Instant?, options: QueryOptions = []
  ) -> HealthPredicate {
    var terms: [HealthPredicate] = []
    let isStrict = !options.isEmpty
    if options.contains(.strictStartDate) {
      if let start { terms.append(.compare(.startDate, .greaterOrEqual, .instant(start))) }
      if let end { terms.append(.compare(.startDate, .less, .instant(end))) }
    }
    if options.contains(.strictEndDate) {
      if let start { terms.append(.compare(.endDate, .greaterOrEqual, .instant(start))) }
      if let end { terms.append(.compare(.endDate, .less, .instant(end))) }
    }
    if !isStrict, let start { terms.append(.compare(.endDate, .greaterOrEqual, .instant(start))) }
    if !isStrict, let end { terms.append(.compare(.startDate, .less, .instant(end))) }
    return every(terms)
  }

  /// Objects of these sources, by name or bundle.
  public static func objects(from sources: [String]) -> HealthPredicate {
    .comparison(PredicateComparison(.source, .in, sources.map { .text($0) }))
  }

  /// Objects of these versions of sources; one without a version stands for all of them.
  public static func objects(fromSourceRevisions sources: [Source]) -> HealthPredicate {
    either(
      sources.map { source in
        let own = compare(.source, .equal, .text(source.bundle ?? source.name))
        guard let version = source.version else { return own }
        return own && compare(.sourceRevision, .equal, .text(version))
      })
  }

  /// The object of this uuid.
  public static func object(withUUID uuid: ObjectUUID) -> HealthPredicate {
    compare(.uuid, .equal, .uuid(uuid))
  }

  /// The objects of these uuids.
  public static func objects(withUUIDs uuids: [ObjectUUID]) -> HealthPredicate {
    .comparison(PredicateComparison(.uuid, .in, uuids.map { .uuid($0) }))
  }

  /// Objects of these devices, by their names.
  public static func objects(fromDevices names: [String]) -> HealthPredicate {
    .comparison(PredicateComparison(.device, .in, names.map { .text($0) }))
  }

  /// Objects whose device has one of these values.
  public static func objects(
    withDeviceProperty property: DeviceProperty, allowedValues: [String]
  ) -> HealthPredicate {
    .comparison(
      PredicateComparison(.device, key: property.rawValue, .in, allowedValues.map { .text($0) }))
  }

  /// Samples that are members of no correlation.
  public static var objectsWithNoCorrelation: HealthPredicate {
    compare(.correlation, .equal, .missing)
  }

  /// Samples that belong to a workout.
  public static func objects(fromWorkout workout: ObjectUUID) -> HealthPredicate {
    compare(.workout, .equal, .uuid(workout))
  }

  // MARK: Metadata

  /// Objects that have this key in their metadata.
  public static func metadata(key: String) -> HealthPredicate {
    compare(.metadata, key: key, .notEqual, .missing)
  }

  /// Objects whose metadata has one of these values.
  public static func metadata(key: String, allowedValues: [MetadataValue]) -> HealthPredicate {
    .comparison(
      PredicateComparison(.metadata, key: key, .in, allowedValues.map { PredicateValue($0) }))
  }

  /// Objects whose metadata compares so.
  public static func metadata(
    key: String, operator operation: PredicateOperator, value: MetadataValue
  ) -> HealthPredicate {
    compare(.metadata, key: key, operation, PredicateValue(value))
  }

  // MARK: Values

  /// Quantity samples whose quantity compares so.
  public static func quantitySamples(
    operator operation: PredicateOperator, quantity value: Double, _ unit: Unit
  ) -> HealthPredicate {
    compare(.quantity, operation, .quantity(value, unit))
  }

  /// Category samples whose raw value compares so.
  public static func categorySamples(
    operator operation: PredicateOperator, value: Int
  ) -> HealthPredicate {
    compare(.categoryValue, operation, .number(Double(value)))
  }

  /// Category samples of one of these raw values.
  public static func categorySamples(equalTo values: [Int]) -> HealthPredicate {
    .comparison(
      PredicateComparison(.categoryValue, .in, values.map { .number(Double($0)) }))
  }

  // MARK: Workouts

  /// Workouts of this activity.
  public static func workouts(activity: WorkoutActivityType) -> HealthPredicate {
    compare(.workoutType, .equal, .text(activity.name))
  }

  /// Workouts whose active time in seconds compares so.
  public static func workouts(
    operator operation: PredicateOperator, duration seconds: Double
  ) -> HealthPredicate {
    compare(.workoutDuration, operation, .quantity(seconds, .second))
  }

  /// Workouts whose energy compares so.
  public static func workouts(
    operator operation: PredicateOperator, totalEnergyBurned value: Double, _ unit: Unit
  ) -> HealthPredicate {
    compare(.workoutTotalEnergyBurned, operation, .quantity(value, unit))
  }

  /// Workouts whose distance compares so.
  public static func workouts(
    operator operation: PredicateOperator, totalDistance value: Double, _ unit: Unit
  ) -> HealthPredicate {
    compare(.workoutTotalDistance, operation, .quantity(value, unit))
  }

  /// Workouts over which the sum of a type compares so.
  public static func workouts(
    operator operation: PredicateOperator, sumQuantityType type: QuantityType,
    _ value: Double, _ unit: Unit
  ) -> HealthPredicate {
    compare(.workoutSumQuantity, key: type.shortName, operation, .quantity(value, unit))
  }

  /// Workouts that have a part of which this holds.
  public static func workouts(activityPredicate: HealthPredicate) -> HealthPredicate {
    .workoutActivity(activityPredicate)
  }

  /// Parts of workouts of this activity.
  public static func workoutActivities(activity: WorkoutActivityType) -> HealthPredicate {
    compare(.workoutActivityType, .equal, .text(activity.name))
  }

  /// Parts of workouts whose active time in seconds compares so.
  public static func workoutActivities(
    operator operation: PredicateOperator, duration seconds: Double
  ) -> HealthPredicate {
    compare(.workoutActivityDuration, operation, .quantity(seconds, .second))
  }

  /// Parts of workouts that overlap a window of time, open where a border is nil.
  public static func workoutActivities(
    start: Instant?, end: Instant?
  ) -> HealthPredicate {
    every(
      [
        start.map { .compare(.workoutActivityEndDate, .greaterOrEqual, .instant($0)) },
        end.map { .compare(.workoutActivityStartDate, .less, .instant($0)) },
      ].compactMap { $0 })
  }
}

/// The properties of a device that predicates compare: HKDevicePropertyKey.
public enum DeviceProperty: String, Hashable, Sendable, CaseIterable {
  /// As `Apple Watch`.
  case name
  /// As `Apple Inc.`.
  case manufacturer
  /// As `Watch`.
  case model
  /// As `Watch7,2`.
  case hardware
  /// The firmware version.
  case firmware
  /// The software version.
  case software
  /// The name that this phone gave it.
  case localIdentifier
  /// The device part of a UDI.
  case udi
}

extension PredicateValue {
  /// A value of metadata; a quantity whose unit is not valid is its number.
  public init(_ value: MetadataValue) {
    switch value {
    case .string(let text): self = .text(text)
    case .number(let number): self = .number(number)
    case .boolean(let flag): self = .boolean(flag)
    case .date(let date): self = .text(date.description)
    case .quantity(let number, let unit):
      self = (try? Unit(unit)).map { .quantity(number, $0) } ?? .number(number)
    }
  }
}
