/// The values that a source attached to a sample, by key, in the order of the source.
public struct Metadata: Hashable, Sendable {
  /// A key and its value.
  public struct Entry: Hashable, Sendable {
    /// HealthKit's string for a known key (`HKTimeZone`), any other text for a custom one.
    public var key: String
    /// The text, number, truth value, time or quantity under the key.
    public var value: MetadataValue

    /// Creates an entry of this key and value.
    public init(_ key: String, _ value: MetadataValue) {
      self.key = key
      self.value = value
    }
  }

  /// All entries; no key occurs twice.
  public private(set) var entries: [Entry] = []

  /// Makes metadata without entries.
  public init() {}

  /// Creates metadata of these entries; of two with the same key the first stays.
  public init(_ entries: [Entry]) {
    if Self.areDistinct(entries) {
      self.entries = entries
    } else {
      var keys: Set<String> = []
      self.entries = entries.filter { keys.insert($0.key).inserted }
    }
  }

  /// Returns true if no key occurs twice; false too for more than 8 entries, for which a set is
  /// faster than a comparison of each pair.
  private static func areDistinct(_ entries: [Entry]) -> Bool {
    guard entries.count <= 8 else { return false }
    for (index, entry) in entries.enumerated() {
      for other in entries[..<index] where other.key == entry.key { return false }
    }
    return true
  }

  /// True if there are no entries.
  public var isEmpty: Bool { entries.isEmpty }

  /// The value for `key`; setting nil takes the entry away.
  public subscript(key: String) -> MetadataValue? {
    get { entries.first { $0.key == key }?.value }
    set {
      let index = entries.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let value?): entries[index].value = value
      case (let index?, nil): entries.remove(at: index)
      case (nil, let value?): entries.append(Entry(key, value))
      case (nil, nil): break
      }
    }
  }
}

/// A value of metadata: HealthKit allows these five classes.
public enum MetadataValue: Hashable, Sendable {
  /// A text: NSString.
  case string(String)
  /// A finite number: NSNumber.
  case number(Double)
  /// NSNumber made from a truth value.
  case boolean(Bool)
  /// A time: NSDate.
  case date(Timestamp)
  /// HKQuantity: a finite number and the text of its unit.
  case quantity(Double, unit: String)
}

/// The strings of the metadata keys that the journal itself reads or writes.
package enum MetadataName {
  /// The IANA name of the time zone in which a sample was taken.
  package static let timeZone = "HKTimeZone"
  /// The key for a value that a person typed in.
  package static let wasUserEntered = "HKWasUserEntered"
  /// The key for blood glucose measured before (1) or after (2) a meal.
  package static let bloodGlucoseMealTime = "HKBloodGlucoseMealTime"
  /// HKBodyTemperatureSensorLocation: where a body temperature was taken.
  package static let bodyTemperatureSensorLocation = "HKBodyTemperatureSensorLocation"
  /// The length of one lap in a pool.
  package static let lapLength = "HKLapLength"
  /// HKSwimmingStrokeStyle, on a lap event.
  package static let swimmingStrokeStyle = "HKSwimmingStrokeStyle"
  /// Seconds and strokes of a length, or their average.
  package static let swolfScore = "HKSWOLFScore"
  /// HKWorkoutSwimmingLocationType: 1 pool, 2 open water.
  package static let swimmingLocationType = "HKSwimmingLocationType"
  /// The HKWorkoutActivityType of a part of a workout, as Apple's watches write it with the part.
  package static let partActivity = "WOActivityType"
  /// A source's own lasting name for an object.
  package static let syncIdentifier = "HKMetadataKeySyncIdentifier"
  /// The version of that object; a higher one replaces a lower one.
  package static let syncVersion = "HKMetadataKeySyncVersion"
  /// Laps of a swim, as `swim` records them.
  package static let laps = "Laps"
  /// The pace factor of a swim in kcal per kilogram and hour, as `swim` records it.
  package static let paceFactor = "Pace Factor"
  /// On an energy sample of a swim: the uuid of its workout.
  package static let swimSession = "Swim Session"
  /// On each sample of a run: the uuid of its distance sample.
  package static let runSession = "Run Session"
  /// On a heart rate of a run: `start` or `end`.
  package static let runHeartRate = "Run Heart Rate"
}

/// A named value that a source gave and the model has no word for, kept as it came.
public struct Field: Hashable, Sendable {
  /// The name on the line.
  public var name: String
  /// The value as it was read.
  public var value: FieldValue

  /// Creates a field of this name.
  public init(_ name: String, _ value: FieldValue) {
    self.name = name
    self.value = value
  }
}

/// The value of a `Field`: everything that JSON can say.
public enum FieldValue: Hashable, Sendable {
  /// No value.
  case null
  /// A text.
  case text(String)
  /// A finite number.
  case number(Double)
  /// A boolean: true or false.
  case boolean(Bool)
  /// A list of values in order.
  case list([FieldValue])
  /// Named values in order; no name occurs twice.
  case fields([Field])
}

extension FieldValue {
  /// The value of this name among named values; nil: there is none.
  package subscript(name: String) -> FieldValue? {
    if case .fields(let fields) = self { fields[name] } else { nil }
  }
}

extension [Field] {
  /// The value of the field with this name, or nil.
  public subscript(name: String) -> FieldValue? { first { $0.name == name }?.value }
}
