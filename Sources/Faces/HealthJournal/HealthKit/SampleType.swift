public import HealthModel

/// A type of the catalogue, whichever kind it is of: HealthKit's HKObjectType and HKSampleType.
///
/// An identifier and its type are one value here: `QuantityType.stepCount` is both, so that
/// `QuantityType(.stepCount)` and `.stepCount` mean the same.
public protocol SampleType: Hashable, Sendable {
  /// Apple's full identifier: `HKQuantityTypeIdentifierStepCount`.
  var identifier: String { get }
  /// The same type as an `ObjectType`.
  var objectType: ObjectType { get }
}

extension SampleType {
  /// It as the calls of a store take it.
  var typeIdentifier: TypeIdentifier { TypeIdentifier(identifier) }

  /// Returns the type of workouts, for which HealthKit's programs ask any class of types.
  public static func workoutType() -> ObjectType { .workout }

  /// HealthKit's name.
  @available(*, deprecated, renamed: "identifier")
  public var rawValue: String { identifier }
}

extension QuantityType: SampleType {
  /// Creates the type of a constant: HealthKit's HKQuantityType(_:).
  public init(_ identifier: QuantityType) { self = identifier }

  /// The same type as an `ObjectType`.
  public var objectType: ObjectType { .quantity(self) }

  /// Returns true if the journal stores values of the type in this unit.
  public func `is`(compatibleWith unit: Unit) -> Bool { accepts(unit) }
}

extension CategoryType: SampleType {
  /// Creates the type of a constant: HealthKit's HKCategoryType(_:).
  public init(_ identifier: CategoryType) { self = identifier }

  /// The same type as an `ObjectType`.
  public var objectType: ObjectType { .category(self) }
}

extension CorrelationType: SampleType {
  /// Creates the type of a constant: HealthKit's HKCorrelationType(_:).
  public init(_ identifier: CorrelationType) { self = identifier }

  /// The same type as an `ObjectType`.
  public var objectType: ObjectType { .correlation(self) }
}

extension ObjectType: SampleType {
  /// The same type.
  public var objectType: ObjectType { self }
}

/// The identifiers of quantity types: HealthKit's HKQuantityTypeIdentifier.
public typealias QuantityTypeIdentifier = QuantityType

/// The identifiers of category types: HealthKit's HKCategoryTypeIdentifier.
public typealias CategoryTypeIdentifier = CategoryType

/// The identifiers of correlation types: HealthKit's HKCorrelationTypeIdentifier.
public typealias CorrelationTypeIdentifier = CorrelationType

/// The identifiers of characteristic types: HealthKit's HKCharacteristicTypeIdentifier.
public typealias CharacteristicTypeIdentifier = CharacteristicType

// HealthKit looks a type up by its constant; here the constant is the type.

extension QuantityType {
  /// Returns the type of a constant.
  public static func quantityType(forIdentifier type: QuantityType) -> QuantityType? { type }

  /// Creates the quantity type with this name of Apple's; nil: the catalogue does not know it.
  public init?(rawValue identifier: String) {
    guard case .quantity(let type)? = TypeCatalogue.find(identifier) else { return nil }
    self = type
  }
}

extension CategoryType {
  /// Returns the type of a constant.
  public static func categoryType(forIdentifier type: CategoryType) -> CategoryType? { type }

  /// Creates the category type with this name of Apple's; nil: the catalogue does not know it.
  public init?(rawValue identifier: String) {
    guard case .category(let type)? = TypeCatalogue.find(identifier) else { return nil }
    self = type
  }
}

extension CorrelationType {
  /// Returns the type of a constant.
  public static func correlationType(forIdentifier type: CorrelationType) -> CorrelationType? {
    type
  }

  /// Creates the correlation type with this name of Apple's; nil: the catalogue does not know it.
  public init?(rawValue identifier: String) {
    guard case .correlation(let type)? = TypeCatalogue.find(identifier) else { return nil }
    self = type
  }
}

extension CharacteristicType {
  /// Creates the type of a constant: HealthKit's HKCharacteristicType(_:).
  public init(_ identifier: CharacteristicType) { self = identifier }

  /// Returns the type of a constant.
  public static func characteristicType(
    forIdentifier type: CharacteristicType
  ) -> CharacteristicType? { type }

  /// Creates the characteristic type with this name of Apple's; nil: the catalogue does not know
  /// it.
  public init?(rawValue identifier: String) {
    guard case .characteristic(let type)? = TypeCatalogue.find(identifier) else { return nil }
    self = type
  }
}

extension CharacteristicType: SampleType {
  /// The same type as an `ObjectType`.
  public var objectType: ObjectType { .characteristic(self) }
}

extension ObjectType {
  /// Returns the type of a constant.
  public static func quantityType(forIdentifier type: QuantityType) -> QuantityType? { type }

  /// Returns the type of a constant.
  public static func categoryType(forIdentifier type: CategoryType) -> CategoryType? { type }

  /// Returns the type of a constant.
  public static func correlationType(forIdentifier type: CorrelationType) -> CorrelationType? {
    type
  }

  /// Returns the type of a constant.
  public static func characteristicType(
    forIdentifier type: CharacteristicType
  ) -> CharacteristicType? { type }

  /// Returns the type of the activity rings of a day.
  public static func activitySummaryType() -> ObjectType { known(.activitySummary) }

  /// Returns the type of hearing tests.
  public static func audiogramSampleType() -> ObjectType { known(.audiogram) }

  /// Returns the type of electrocardiograms.
  public static func electrocardiogramType() -> ObjectType { known(.electrocardiogram) }

  /// Returns the type of states of mind.
  public static func stateOfMindType() -> ObjectType { known(.stateOfMind) }

  /// Returns the type of prescriptions of glasses and contact lenses.
  public static func visionPrescriptionType() -> ObjectType { known(.visionPrescription) }

  /// Returns a type whose identifier is part of the program.
  fileprivate static func known(_ identifier: TypeIdentifier) -> ObjectType {
    guard let type = TypeCatalogue.find(identifier.rawValue) else {
      preconditionFailure("not a type: \(identifier)")
    }
    return type
  }

  // MARK: Compared with a type of one kind

  /// Returns true if the left is that quantity type.
  public static func == (left: ObjectType, right: QuantityType) -> Bool {
    left == right.objectType
  }
  /// Returns true if the left is that category type.
  public static func == (left: ObjectType, right: CategoryType) -> Bool {
    left == right.objectType
  }
  /// Returns true if the left is that correlation type.
  public static func == (left: ObjectType, right: CorrelationType) -> Bool {
    left == right.objectType
  }
  /// Returns true if the left is not that quantity type.
  public static func != (left: ObjectType, right: QuantityType) -> Bool { !(left == right) }
  /// Returns true if the left is not that category type.
  public static func != (left: ObjectType, right: CategoryType) -> Bool { !(left == right) }
  /// Returns true if the left is not that correlation type.
  public static func != (left: ObjectType, right: CorrelationType) -> Bool { !(left == right) }
}

/// The types of series: HealthKit's HKSeriesType.
public enum SeriesType {
  /// Returns the type of the routes of workouts.
  public static func workoutRoute() -> ObjectType { .known(.workoutRoute) }

  /// Returns the type of series of heartbeats.
  public static func heartbeat() -> ObjectType { .known(.heartbeatSeries) }
}

/// HealthKit's name.
@available(*, deprecated, message: "write ObjectType.workoutType()")
public typealias WorkoutType = ObjectType

/// HealthKit's name.
@available(*, deprecated, renamed: "AggregationStyle")
public typealias QuantityAggregationStyle = AggregationStyle
