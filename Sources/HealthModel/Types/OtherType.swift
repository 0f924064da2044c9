/// A type with fields of its own: workouts, routes, audiograms, clinical records and the like.
///
/// Source: Apple's SDK headers.
public struct OtherType: Hashable, Sendable {
  let index: UInt8

  private var row: OtherRow { OtherTable.rows[Int(index)] }

  /// The 23 types, by identifier; the workout type is one of them.
  public static var all: [OtherType] {
    OtherTable.rows.indices.map { OtherType(index: UInt8($0)) }
  }

  /// Apple's full identifier: `HKWorkoutRouteTypeIdentifier`.
  public var identifier: String { row.identifier }

  /// The short name: `workoutRoute`.
  public var shortName: String { row.shortName }

  /// HealthKit's class for its objects, `HKWorkoutRoute`; nil for a private type.
  public var className: String? { row.className }

  /// The iOS version that introduced it; nil for a private type.
  public var introduced: String? { row.introduced }

  /// False where HealthKit lets no app save it.
  public var isWritable: Bool { row.isWritable }

  /// True where the person picks the single objects that an app may read.
  public var needsPerObjectAuthorization: Bool { row.isPerObject }
}

/// One row of the table of other types.
struct OtherRow: Sendable {
  let identifier: String
  let shortName: String
  let className: String?
  let introduced: String?
  let isWritable: Bool
  let isPerObject: Bool

  init(
    _ identifier: String, _ shortName: String, _ className: String?, since: String?,
    writable: Bool = true, perObject: Bool = false
  ) {
    self.identifier = identifier
    self.shortName = shortName
    self.className = className
    introduced = since
    isWritable = writable
    isPerObject = perObject
  }
}
