/// The values that HealthKit gives names to, beyond those of types: weather, stroke styles, eyes.
///
///     Enumeration.find("HKSwimmingStrokeStyle")?.value(rawValue: 2)?.name   // "freestyle"
///     Enumeration.find("HKSwimmingStrokeStyle")?.allows(7)                  // false
///
/// Source: Apple's SDK headers.
public struct Enumeration: Hashable, Sendable {
  /// HealthKit's name for it: `HKSwimmingStrokeStyle`.
  public let name: String
  /// Its values, by raw value.
  public let values: [NamedValue]

  init(_ name: String, _ values: [NamedValue]) {
    self.name = name
    self.values = values
  }

  init(_ name: String, _ names: KeyValuePairs<Int, String>) {
    self.init(name, .named(name, names))
  }

  /// Every enumeration, those of workout activities and workout events included.
  public static var all: [Enumeration] { EnumerationTable.rows + workouts }

  /// The enumeration of this name; nil where its values are not known.
  ///
  /// - Complexity: O(1).
  public static func find(_ name: String) -> Enumeration? { byName[name] }

  /// True when there is such a value.
  public func allows(_ rawValue: Int) -> Bool { values.contains { $0.rawValue == rawValue } }

  /// The value with this raw value.
  public func value(rawValue: Int) -> NamedValue? { values.current(rawValue) }

  /// The value with this short name, in any case and with any separators.
  public func value(named name: String) -> NamedValue? { values.named(name) }

  /// The value with this name in Apple's headers: `HKVisionEyeLeft`.
  public func value(exportName: String) -> NamedValue? { values.exported(exportName) }

  /// What a value must be, in words; where there are few values, they are listed.
  ///
  ///     Enumeration.find("HKInsulinDeliveryReason")?.expectation
  ///     // "a value of HKInsulinDeliveryReason: 1 basal, 2 bolus"
  public var expectation: String {
    let listed = values.map { "\($0.rawValue) \($0.name)" }.joined(separator: ", ")
    return "a value of " + name + (values.count <= 8 ? ": " + listed : "")
  }

  private static let byName: [String: Enumeration] = Dictionary(
    uniqueKeysWithValues: all.map { ($0.name, $0) })

  private static let workouts = [
    Enumeration(
      "HKWorkoutActivityType",
      WorkoutActivityType.all.map { NamedValue($0.rawValue, $0.name, $0.exportName) }),
    Enumeration(
      "HKWorkoutEventType",
      WorkoutEventType.all.map { NamedValue($0.rawValue, $0.name, $0.exportName) }),
  ]
}
