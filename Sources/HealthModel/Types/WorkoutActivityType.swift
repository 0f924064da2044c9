/// What a workout was: running, swimming, yoga.
///
///     WorkoutActivityType.find("HKWorkoutActivityTypeRunning")?.name   // "running"
///     try WorkoutActivityType.resolve("hiit").name   // "highIntensityIntervalTraining"
///
/// Source: Apple's SDK headers.
public struct WorkoutActivityType: Hashable, Sendable {
  let index: UInt8

  private var row: WorkoutActivityRow { WorkoutActivityTable.rows[Int(index)] }

  /// The 84 activities, by name.
  public static var all: [WorkoutActivityType] {
    WorkoutActivityTable.rows.indices.map { WorkoutActivityType(index: UInt8($0)) }
  }

  /// The integer that HealthKit stores; `other` is 3000.
  public var rawValue: Int { row.rawValue }

  /// The short name: `running`.
  public var name: String { row.name }

  /// The string that export files contain: `HKWorkoutActivityTypeRunning`.
  public var exportName: String { row.exportName }

  /// The iOS version that introduced it.
  public var introduced: String { row.introduced }

  /// The iOS version that deprecated it; nil while it is in use.
  public var deprecated: String? { row.deprecated }

  /// The activity with this raw value.
  public init?(rawValue: Int) {
    guard let index = WorkoutActivityTable.rows.firstIndex(where: { $0.rawValue == rawValue })
    else { return nil }
    self.init(index: UInt8(index))
  }

  init(index: UInt8) { self.index = index }

  /// The activity that an export file calls so; nil for one that the table does not know.
  ///
  /// - Complexity: O(1).
  public static func find(_ exportName: String) -> WorkoutActivityType? { byExport[exportName] }

  /// An activity by export string, short name in any case and with any separators, alias or digits.
  ///
  /// - Throws: `UnknownType` with the nearest short names.
  public static func resolve(_ text: String) throws(UnknownType) -> WorkoutActivityType {
    if let known = find(text) ?? byName.find(text) { return known }
    if let known = Int(text).flatMap(WorkoutActivityType.init(rawValue:)) { return known }
    throw UnknownType(
      kind: .workoutActivity, name: text, suggestions: byName.suggestions(for: text))
  }

  private static let byExport: [String: WorkoutActivityType] = Dictionary(
    uniqueKeysWithValues: all.map { ($0.exportName, $0) })

  private static let byName = NameIndex(
    all.map { NameIndex.Entry(name: $0.name, shown: $0.name, value: $0) }
      + Aliases.workoutActivities.compactMap { alias in
        all.first { $0.name == alias.value }
          .map { NameIndex.Entry(name: alias.key, shown: $0.name, value: $0) }
      })
}

/// One row of the table of workout activities.
struct WorkoutActivityRow: Sendable {
  let rawValue: Int
  let name: String
  let exportName: String
  let introduced: String
  let deprecated: String?

  init(_ rawValue: Int, _ name: String, since: String, deprecated: String? = nil) {
    self.rawValue = rawValue
    self.name = name
    exportName = "HKWorkoutActivityType" + NameMatching.capital(name)
    introduced = since
    self.deprecated = deprecated
  }
}
