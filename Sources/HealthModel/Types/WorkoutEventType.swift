/// What happened during a workout: a pause, a lap, a segment.
///
///     WorkoutEventType.find("HKWorkoutEventTypeLap")?.allowsDuration   // true
///
/// Source: Apple's SDK headers.
public struct WorkoutEventType: Hashable, Sendable {
  let index: UInt8

  private var row: WorkoutEventRow { WorkoutEventTable.rows[Int(index)] }

  /// The eight kinds, by name.
  public static var all: [WorkoutEventType] {
    WorkoutEventTable.rows.indices.map { WorkoutEventType(index: UInt8($0)) }
  }

  /// The integer that HealthKit stores, 1 to 8.
  public var rawValue: Int { row.rawValue }

  /// The short name: `lap`.
  public var name: String { row.name }

  /// The string that export files contain: `HKWorkoutEventTypeLap`.
  public var exportName: String { row.exportName }

  /// The iOS version that introduced it.
  public var introduced: String { row.introduced }

  /// True for laps and segments, which last; the others are moments.
  public var allowsDuration: Bool { row.allowsDuration }

  /// The kind with this raw value.
  public init?(rawValue: Int) {
    guard let index = WorkoutEventTable.rows.firstIndex(where: { $0.rawValue == rawValue })
    else { return nil }
    self.init(index: UInt8(index))
  }

  init(index: UInt8) { self.index = index }

  /// The kind that an export file calls so; nil for one that the table does not know.
  public static func find(_ exportName: String) -> WorkoutEventType? {
    all.first { $0.exportName == exportName }
  }

  /// A kind by export string, short name in any case and with any separators, or digits.
  ///
  /// - Throws: `UnknownType` with the nearest short names.
  public static func resolve(_ text: String) throws(UnknownType) -> WorkoutEventType {
    if let known = find(text) ?? byName.find(text) { return known }
    if let known = Int(text).flatMap(WorkoutEventType.init(rawValue:)) { return known }
    throw UnknownType(kind: .workoutEvent, name: text, suggestions: byName.suggestions(for: text))
  }

  private static let byName = NameIndex(
    all.map { NameIndex.Entry(name: $0.name, shown: $0.name, value: $0) })
}

/// One row of the table of workout events.
struct WorkoutEventRow: Sendable {
  let rawValue: Int
  let name: String
  let exportName: String
  let introduced: String
  let allowsDuration: Bool

  init(_ rawValue: Int, _ name: String, since: String, duration: Bool = false) {
    self.rawValue = rawValue
    self.name = name
    exportName = "HKWorkoutEventType" + NameMatching.capital(name)
    introduced = since
    allowsDuration = duration
  }
}
