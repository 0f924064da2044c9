public import HealthModel

/// A type of the catalogue, whichever kind it is of: HealthKit's HKObjectType and HKSampleType.
///
/// An identifier and its type are one value here: `QuantityType.stepCount` is both, so that
/// `QuantityType(.stepCount)` and `.stepCount` mean the same.
public protocol SampleType: Hashable, Sendable {
  /// Apple's full identifier: `HKQuantityTypeIdentifierStepCount`.
  var identifier: String { get }
  /// It as one of all kinds.
  var objectType: ObjectType { get }
}

extension SampleType {
  /// It as the calls of a store take it.
  var typeIdentifier: TypeIdentifier { TypeIdentifier(identifier) }
}

extension QuantityType: SampleType {
  /// The type of a constant: HealthKit's HKQuantityType(_:).
  public init(_ identifier: QuantityType) { self = identifier }

  /// It as one of all kinds.
  public var objectType: ObjectType { .quantity(self) }

  /// Whether values in this unit can be stored.
  public func `is`(compatibleWith unit: Unit) -> Bool { accepts(unit) }
}

extension CategoryType: SampleType {
  /// The type of a constant: HealthKit's HKCategoryType(_:).
  public init(_ identifier: CategoryType) { self = identifier }

  /// It as one of all kinds.
  public var objectType: ObjectType { .category(self) }
}

extension CorrelationType: SampleType {
  /// The type of a constant: HealthKit's HKCorrelationType(_:).
  public init(_ identifier: CorrelationType) { self = identifier }

  /// It as one of all kinds.
  public var objectType: ObjectType { .correlation(self) }
}

extension ObjectType: SampleType {
  /// Itself.
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
