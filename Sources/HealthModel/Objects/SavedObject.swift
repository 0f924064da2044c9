/// An object of the journal, with the source and device that HealthKit's HKObject has, and the line
/// that saved it.
public struct SavedObject: Hashable, Sendable {
  /// What was saved.
  public var object: HealthObject
  /// The app that it comes from: HealthKit's source revision. The name is `owner` for what the
  /// owner entered by hand.
  public var source: Source
  /// The hardware that measured it, where known.
  public var device: Device?
  /// The seq of the line that saved it.
  public var sequence: UInt64

  /// An object of this source in this line.
  public init(object: HealthObject, source: Source, device: Device? = nil, sequence: UInt64) {
    self.object = object
    self.source = source
    self.device = device
    self.sequence = sequence
  }
}

/// In which order a query gives objects; equal ones stand in the order in which they were saved.
public struct ObjectSort: Hashable, Sendable {
  /// What is compared.
  public enum Key: Hashable, Sendable {
    /// HealthKit's startDate.
    case startDate
    /// HealthKit's endDate.
    case endDate
    /// The line that saved it.
    case sequence
  }

  /// What is compared.
  public var key: Key
  /// Whether the greatest comes first.
  public var isReversed = false

  /// The earliest start first.
  public static let startDate = ObjectSort(key: .startDate)
  /// The earliest end first.
  public static let endDate = ObjectSort(key: .endDate)
  /// In the order of the lines.
  public static let sequence = ObjectSort(key: .sequence)

  /// The same the other way round.
  public var reversed: ObjectSort { ObjectSort(key: key, isReversed: !isReversed) }
}
