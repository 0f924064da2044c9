/// An activity: running, swimming, yoga.
///
///     WorkoutActivityType.find("HKWorkoutActivityTypeRunning")?.name   // "running"
///     WorkoutActivityType.yoga.exportName   // "HKWorkoutActivityTypeYoga"
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
  package var introduced: String { row.introduced }

  /// The iOS version that deprecated it; nil while it is in use.
  package var deprecated: String? { row.deprecated }

  /// Creates the activity with this raw value.
  public init?(rawValue: Int) {
    guard let index = WorkoutActivityTable.rows.firstIndex(where: { $0.rawValue == rawValue })
    else { return nil }
    self.init(index: UInt8(index))
  }

  init(index: UInt8) { self.index = index }

  /// Returns the activity with this name in an export file; nil for one that the table does not
  /// know.
  ///
  /// - Complexity: O(1).
  public static func find(_ exportName: String) -> WorkoutActivityType? { byExport[exportName] }

  /// Returns an activity by export string, short name in any case and with any separators, alias or
  /// digits.
  ///
  /// - Throws: `UnknownType` with the nearest short names.
  package static func resolve(_ text: String) throws(UnknownType) -> WorkoutActivityType {
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

/// A row of the table of workout activities.
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

/// The workout activities.
///
/// Source: Apple's SDK headers.
enum WorkoutActivityTable {
  static let rows: [WorkoutActivityRow] = [
    WorkoutActivityRow(1, "americanFootball", since: "8.0"),
    WorkoutActivityRow(2, "archery", since: "8.0"),
    WorkoutActivityRow(3, "australianFootball", since: "8.0"),
    WorkoutActivityRow(4, "badminton", since: "8.0"),
    WorkoutActivityRow(58, "barre", since: "10.0"),
    WorkoutActivityRow(5, "baseball", since: "8.0"),
    WorkoutActivityRow(6, "basketball", since: "8.0"),
    WorkoutActivityRow(7, "bowling", since: "8.0"),
    WorkoutActivityRow(8, "boxing", since: "8.0"),
    WorkoutActivityRow(77, "cardioDance", since: "14.0"),
    WorkoutActivityRow(9, "climbing", since: "8.0"),
    WorkoutActivityRow(80, "cooldown", since: "14.0"),
    WorkoutActivityRow(59, "coreTraining", since: "10.0"),
    WorkoutActivityRow(10, "cricket", since: "8.0"),
    WorkoutActivityRow(60, "crossCountrySkiing", since: "10.0"),
    WorkoutActivityRow(11, "crossTraining", since: "8.0"),
    WorkoutActivityRow(12, "curling", since: "8.0"),
    WorkoutActivityRow(13, "cycling", since: "8.0"),
    WorkoutActivityRow(14, "dance", since: "8.0", deprecated: "14.0"),
    WorkoutActivityRow(15, "danceInspiredTraining", since: "8.0", deprecated: "10.0"),
    WorkoutActivityRow(75, "discSports", since: "13.0"),
    WorkoutActivityRow(61, "downhillSkiing", since: "10.0"),
    WorkoutActivityRow(16, "elliptical", since: "8.0"),
    WorkoutActivityRow(17, "equestrianSports", since: "8.0"),
    WorkoutActivityRow(18, "fencing", since: "8.0"),
    WorkoutActivityRow(19, "fishing", since: "8.0"),
    WorkoutActivityRow(76, "fitnessGaming", since: "13.0"),
    WorkoutActivityRow(62, "flexibility", since: "10.0"),
    WorkoutActivityRow(20, "functionalStrengthTraining", since: "8.0"),
    WorkoutActivityRow(21, "golf", since: "8.0"),
    WorkoutActivityRow(22, "gymnastics", since: "8.0"),
    WorkoutActivityRow(74, "handCycling", since: "11.0"),
    WorkoutActivityRow(23, "handball", since: "8.0"),
    WorkoutActivityRow(63, "highIntensityIntervalTraining", since: "10.0"),
    WorkoutActivityRow(24, "hiking", since: "8.0"),
    WorkoutActivityRow(25, "hockey", since: "8.0"),
    WorkoutActivityRow(26, "hunting", since: "8.0"),
    WorkoutActivityRow(64, "jumpRope", since: "10.0"),
    WorkoutActivityRow(65, "kickboxing", since: "10.0"),
    WorkoutActivityRow(27, "lacrosse", since: "8.0"),
    WorkoutActivityRow(28, "martialArts", since: "8.0"),
    WorkoutActivityRow(29, "mindAndBody", since: "8.0"),
    WorkoutActivityRow(73, "mixedCardio", since: "11.0"),
    WorkoutActivityRow(30, "mixedMetabolicCardioTraining", since: "8.0", deprecated: "11.0"),
    WorkoutActivityRow(3000, "other", since: "8.0"),
    WorkoutActivityRow(31, "paddleSports", since: "8.0"),
    WorkoutActivityRow(79, "pickleball", since: "14.0"),
    WorkoutActivityRow(66, "pilates", since: "10.0"),
    WorkoutActivityRow(32, "play", since: "8.0"),
    WorkoutActivityRow(33, "preparationAndRecovery", since: "8.0"),
    WorkoutActivityRow(34, "racquetball", since: "8.0"),
    WorkoutActivityRow(35, "rowing", since: "8.0"),
    WorkoutActivityRow(36, "rugby", since: "8.0"),
    WorkoutActivityRow(37, "running", since: "8.0"),
    WorkoutActivityRow(38, "sailing", since: "8.0"),
    WorkoutActivityRow(39, "skatingSports", since: "8.0"),
    WorkoutActivityRow(40, "snowSports", since: "8.0"),
    WorkoutActivityRow(67, "snowboarding", since: "10.0"),
    WorkoutActivityRow(41, "soccer", since: "8.0"),
    WorkoutActivityRow(78, "socialDance", since: "14.0"),
    WorkoutActivityRow(42, "softball", since: "8.0"),
    WorkoutActivityRow(43, "squash", since: "8.0"),
    WorkoutActivityRow(44, "stairClimbing", since: "8.0"),
    WorkoutActivityRow(68, "stairs", since: "10.0"),
    WorkoutActivityRow(69, "stepTraining", since: "10.0"),
    WorkoutActivityRow(45, "surfingSports", since: "8.0"),
    WorkoutActivityRow(82, "swimBikeRun", since: "16.0"),
    WorkoutActivityRow(46, "swimming", since: "8.0"),
    WorkoutActivityRow(47, "tableTennis", since: "8.0"),
    WorkoutActivityRow(72, "taiChi", since: "11.0"),
    WorkoutActivityRow(48, "tennis", since: "8.0"),
    WorkoutActivityRow(49, "trackAndField", since: "8.0"),
    WorkoutActivityRow(50, "traditionalStrengthTraining", since: "8.0"),
    WorkoutActivityRow(83, "transition", since: "16.0"),
    WorkoutActivityRow(84, "underwaterDiving", since: "17.0"),
    WorkoutActivityRow(51, "volleyball", since: "8.0"),
    WorkoutActivityRow(52, "walking", since: "8.0"),
    WorkoutActivityRow(53, "waterFitness", since: "8.0"),
    WorkoutActivityRow(54, "waterPolo", since: "8.0"),
    WorkoutActivityRow(55, "waterSports", since: "8.0"),
    WorkoutActivityRow(71, "wheelchairRunPace", since: "10.0"),
    WorkoutActivityRow(70, "wheelchairWalkPace", since: "10.0"),
    WorkoutActivityRow(56, "wrestling", since: "8.0"),
    WorkoutActivityRow(57, "yoga", since: "8.0"),
  ]
}

/// A kind of event during a workout: a pause, a lap, a segment.
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
  package var introduced: String { row.introduced }

  /// True for laps and segments, which last; the others are moments.
  public var allowsDuration: Bool { row.allowsDuration }

  /// Creates the kind with this raw value.
  public init?(rawValue: Int) {
    guard let index = WorkoutEventTable.rows.firstIndex(where: { $0.rawValue == rawValue })
    else { return nil }
    self.init(index: UInt8(index))
  }

  init(index: UInt8) { self.index = index }

  /// Returns the kind with this name in an export file; nil for one that the table does not know.
  public static func find(_ exportName: String) -> WorkoutEventType? {
    all.first { $0.exportName == exportName }
  }

  /// Returns a kind by export string, short name in any case and with any separators, or digits.
  ///
  /// - Throws: `UnknownType` with the nearest short names.
  package static func resolve(_ text: String) throws(UnknownType) -> WorkoutEventType {
    if let known = find(text) ?? byName.find(text) { return known }
    if let known = Int(text).flatMap(WorkoutEventType.init(rawValue:)) { return known }
    throw UnknownType(kind: .workoutEvent, name: text, suggestions: byName.suggestions(for: text))
  }

  private static let byName = NameIndex(
    all.map { NameIndex.Entry(name: $0.name, shown: $0.name, value: $0) })
}

/// A row of the table of workout events.
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

/// The kinds of workout events.
///
/// Source: Apple's SDK headers.
enum WorkoutEventTable {
  static let rows: [WorkoutEventRow] = [
    WorkoutEventRow(3, "lap", since: "10.0", duration: true),
    WorkoutEventRow(4, "marker", since: "10.0"),
    WorkoutEventRow(5, "motionPaused", since: "10.0"),
    WorkoutEventRow(6, "motionResumed", since: "10.0"),
    WorkoutEventRow(1, "pause", since: "8.0"),
    WorkoutEventRow(8, "pauseOrResumeRequest", since: "11.0"),
    WorkoutEventRow(2, "resume", since: "8.0"),
    WorkoutEventRow(7, "segment", since: "11.0", duration: true),
  ]
}
