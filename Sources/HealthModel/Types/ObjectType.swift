/// A type of health object that the catalogue knows.
///
///     TypeCatalogue.find("HKQuantityTypeIdentifierStepCount")?.shortName   // "stepCount"
///
/// A type that the catalogue does not know has no `ObjectType`; its identifier is kept as text.
public enum ObjectType: Hashable, Sendable {
  /// Numbers with a unit.
  case quantity(QuantityType)
  /// Values of an enumeration.
  case category(CategoryType)
  /// Groups of quantity samples.
  case correlation(CorrelationType)
  /// Facts about the person.
  case characteristic(CharacteristicType)
  /// Workouts.
  case workout
  /// Everything with fields of its own.
  case other(OtherType)

  /// The identifier of the workout type.
  public static let workoutIdentifier = "HKWorkoutTypeIdentifier"

  /// Apple's full identifier.
  public var identifier: String {
    switch self {
    case .quantity(let type): type.identifier
    case .category(let type): type.identifier
    case .correlation(let type): type.identifier
    case .characteristic(let type): type.identifier
    case .workout: Self.workoutIdentifier
    case .other(let type): type.identifier
    }
  }

  /// The name without its prefix: `stepCount`, `workout`.
  public var shortName: String {
    switch self {
    case .quantity(let type): type.shortName
    case .category(let type): type.shortName
    case .correlation(let type): type.shortName
    case .characteristic(let type): type.shortName
    case .workout: "workout"
    case .other(let type): type.shortName
    }
  }

  /// False where HealthKit lets no app save it: read-only types and characteristics.
  public var isWritable: Bool {
    switch self {
    case .quantity(let type): type.isWritable
    case .category(let type): type.isWritable
    case .correlation, .workout: true
    case .characteristic: false
    case .other(let type): type.isWritable
    }
  }

  /// True where the person picks the single objects that an app may read.
  public var needsPerObjectAuthorization: Bool {
    switch self {
    case .other(let type): type.needsPerObjectAuthorization
    case .quantity, .category, .correlation, .characteristic, .workout: false
    }
  }
}
