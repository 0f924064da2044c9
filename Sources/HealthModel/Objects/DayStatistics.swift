/// What the samples of a type come to on a local day: HealthKit's HKStatistics of one day. A figure
/// that the type does not have is nil, never 0.
public struct DayStatistics: Hashable, Sendable {
  /// What becomes of several sources of a type that adds up.
  public enum Sources: String, Hashable, Sendable, CaseIterable {
    /// At each instant, only the first source in the order that has a sample there counts.
    case merge
    /// On each day, only the first source in the order that has samples on it counts.
    case first
    /// All add up.
    case all
    /// Statistics for each.
    case separate
  }

  /// The local day.
  public var day: CivilDate
  /// The source, where sources are kept apart.
  public var source: String?
  /// The value of a category that these statistics are about, by its name.
  public var value: String?
  /// The text of the unit of all figures of a quantity.
  public var unit: String?
  /// The sum of a cumulative type.
  public var sum: Double?
  /// The least value of a discrete type.
  public var minimum: Double?
  /// The average of a discrete type.
  public var average: Double?
  /// The greatest value of a discrete type.
  public var maximum: Double?
  /// The latest value of a discrete type.
  public var latest: Double?
  /// How many samples count.
  public var count: Int
  /// How long a category had the value, in seconds.
  public var duration: Double?

  /// Statistics of a day, each where known.
  public init(
    day: CivilDate, source: String? = nil, value: String? = nil, unit: String? = nil,
    sum: Double? = nil, minimum: Double? = nil, average: Double? = nil, maximum: Double? = nil,
    latest: Double? = nil, count: Int = 0, duration: Double? = nil
  ) {
    self.day = day
    self.source = source
    self.value = value
    self.unit = unit
    self.sum = sum
    self.minimum = minimum
    self.average = average
    self.maximum = maximum
    self.latest = latest
    self.count = count
    self.duration = duration
  }
}
