public import HealthModel

/// Makers of predicates under the names that HealthKit's HKQuery has for them.
///
///     Query.predicateForSamples(withStart: monday, end: tuesday, options: .strictStartDate)
///       && Query.predicateForQuantitySamples(with: .greater, quantity: limit)
///
/// They are `HealthPredicate`s, which `&&`, `||` and `!` join.
public enum Query {
  /// Samples in a window of time, open where a border is nil.
  public static func predicateForSamples(
    withStart start: Instant?, end: Instant?, options: HealthPredicate.QueryOptions = []
  ) -> HealthPredicate { .samples(from: start, to: end, options: options) }

  /// Returns a predicate for quantity samples by a comparison of their quantity.
  public static func predicateForQuantitySamples(
    with operation: PredicateOperator, quantity: Quantity
  ) -> HealthPredicate {
    .quantitySamples(operator: operation, quantity: quantity.doubleValue, quantity.unit)
  }

  /// Returns a predicate for category samples by a comparison of their raw value.
  public static func predicateForCategorySamples(
    with operation: PredicateOperator, value: Int
  ) -> HealthPredicate { .categorySamples(operator: operation, value: value) }

  /// Returns a predicate for the object with this uuid.
  public static func predicateForObject(with uuid: ObjectUUID) -> HealthPredicate {
    .object(withUUID: uuid)
  }

  /// Returns a predicate for the objects of these uuids.
  public static func predicateForObjects(with uuids: Set<ObjectUUID>) -> HealthPredicate {
    .objects(withUUIDs: uuids.sorted())
  }

  /// Samples that are members of no correlation.
  public static func predicateForObjectsWithNoCorrelation() -> HealthPredicate {
    .objectsWithNoCorrelation
  }

  // Predicates on where objects come from, and on their metadata.

  /// Returns a predicate for objects of a source.
  public static func predicateForObjects(from source: Source) -> HealthPredicate {
    predicateForObjects(from: [source] as Set<Source>)
  }

  /// Returns a predicate for objects of these sources.
  public static func predicateForObjects(from sources: Set<Source>) -> HealthPredicate {
    .objects(from: sources.map { $0.bundle ?? $0.name }.sorted())
  }

  /// Objects of these devices, by their names; of one that has no name there are none.
  public static func predicateForObjects(from devices: Set<Device>) -> HealthPredicate {
    .objects(fromDevices: devices.compactMap(\.name).sorted())
  }

  /// Objects whose device has one of these values.
  public static func predicateForObjects(
    withDeviceProperty property: DeviceProperty, allowedValues: Set<String>
  ) -> HealthPredicate {
    .objects(withDeviceProperty: property, allowedValues: allowedValues.sorted())
  }

  /// Objects that have this key in their metadata.
  public static func predicateForObjects(withMetadataKey key: String) -> HealthPredicate {
    .metadata(key: key)
  }

  /// Objects whose metadata has one of these values.
  public static func predicateForObjects(
    withMetadataKey key: String, allowedValues: [any MetadataConvertible]
  ) -> HealthPredicate {
    .metadata(key: key, allowedValues: allowedValues.map(\.metadataValue))
  }

  /// Objects whose metadata compares so.
  public static func predicateForObjects(
    withMetadataKey key: String, operatorType operation: PredicateOperator,
    value: any MetadataConvertible
  ) -> HealthPredicate { .metadata(key: key, operator: operation, value: value.metadataValue) }

  // Predicates on workouts and on their parts.

  /// Samples that belong to a workout.
  public static func predicateForObjects(from workout: Workout) -> HealthPredicate {
    .objects(fromWorkout: workout.uuid)
  }

  /// Returns a predicate for workouts of this activity.
  public static func predicateForWorkouts(
    with activity: WorkoutActivityType
  ) -> HealthPredicate { .workouts(activity: activity) }

  /// Workouts whose active time in seconds compares so.
  public static func predicateForWorkouts(
    with operation: PredicateOperator, duration seconds: Double
  ) -> HealthPredicate { .workouts(operator: operation, duration: seconds) }

  /// Workouts whose stated energy compares so.
  public static func predicateForWorkouts(
    with operation: PredicateOperator, totalEnergyBurned energy: Quantity
  ) -> HealthPredicate {
    .workouts(operator: operation, totalEnergyBurned: energy.doubleValue, energy.unit)
  }

  /// Workouts whose stated distance compares so.
  public static func predicateForWorkouts(
    with operation: PredicateOperator, totalDistance distance: Quantity
  ) -> HealthPredicate {
    .workouts(operator: operation, totalDistance: distance.doubleValue, distance.unit)
  }

  /// Workouts over which the sum of a type compares so.
  public static func predicateForWorkouts(
    operatorType operation: PredicateOperator, quantityType type: QuantityType,
    sumQuantity sum: Quantity
  ) -> HealthPredicate {
    .workouts(operator: operation, sumQuantityType: type, sum.doubleValue, sum.unit)
  }

  /// Returns a predicate for workouts with a part that matches this one.
  public static func predicateForWorkouts(
    activityPredicate: HealthPredicate
  ) -> HealthPredicate { .workouts(activityPredicate: activityPredicate) }

  /// Parts of workouts of this activity.
  public static func predicateForWorkoutActivities(
    workoutActivityType activity: WorkoutActivityType
  ) -> HealthPredicate { .workoutActivities(activity: activity) }

  /// Parts of workouts whose active time in seconds compares so.
  public static func predicateForWorkoutActivities(
    operatorType operation: PredicateOperator, duration seconds: Double
  ) -> HealthPredicate { .workoutActivities(operator: operation, duration: seconds) }
}

/// The options of a window of time: HealthKit's HKQueryOptions.
public typealias QueryOptions = HealthPredicate.QueryOptions

/// The limit of a query that gives everything.
public let ObjectQueryNoLimit = 0  // swift-format-ignore: AlwaysUseLowerCamelCase

extension PredicateOperator {
  /// NSComparisonPredicate's name.
  @available(*, deprecated, renamed: "greater")
  public static var greaterThan: PredicateOperator { .greater }
  /// NSComparisonPredicate's name.
  @available(*, deprecated, renamed: "greaterOrEqual")
  public static var greaterThanOrEqualTo: PredicateOperator { .greaterOrEqual }
  /// NSComparisonPredicate's name.
  @available(*, deprecated, renamed: "less")
  public static var lessThan: PredicateOperator { .less }
  /// NSComparisonPredicate's name.
  @available(*, deprecated, renamed: "lessOrEqual")
  public static var lessThanOrEqualTo: PredicateOperator { .lessOrEqual }
  /// NSComparisonPredicate's name.
  @available(*, deprecated, renamed: "equal")
  public static var equalTo: PredicateOperator { .equal }
  /// NSComparisonPredicate's name.
  @available(*, deprecated, renamed: "notEqual")
  public static var notEqualTo: PredicateOperator { .notEqual }
}

/// The name of a device, for example `Apple Watch`.
public let DevicePropertyKeyName = DeviceProperty.name  // swift-format-ignore

/// The manufacturer of a device, for example `Apple Inc.`.
public let DevicePropertyKeyManufacturer = DeviceProperty.manufacturer  // swift-format-ignore

/// The model of a device, for example `Watch`.
public let DevicePropertyKeyModel = DeviceProperty.model  // swift-format-ignore

/// The hardware of a device, for example `Watch7,2`.
public let DevicePropertyKeyHardwareVersion = DeviceProperty.hardware  // swift-format-ignore

/// The firmware of a device, by its version.
public let DevicePropertyKeyFirmwareVersion = DeviceProperty.firmware  // swift-format-ignore

/// The software of a device, by its version.
public let DevicePropertyKeySoftwareVersion = DeviceProperty.software  // swift-format-ignore

/// The name that the phone gave to a device.
public let DevicePropertyKeyLocalIdentifier = DeviceProperty.localIdentifier  // swift-format-ignore

/// The device part of a device's UDI.
public let DevicePropertyKeyUDIDeviceIdentifier = DeviceProperty.udi  // swift-format-ignore
