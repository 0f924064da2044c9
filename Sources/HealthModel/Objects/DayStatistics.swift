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
  /// What the average is made of, from which one of several days can be made.
  package var parts: AverageParts?

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

/// What an average is made of: the sum of its values, each as often as it weighs, and what they
/// weigh together.
package struct AverageParts: Hashable, Sendable {
  /// Of levels the sum of their powers.
  package var sum = ExactSum()
  /// Samples, or seconds.
  package var weight = ExactSum()
  /// What of both is of samples that began on an earlier day and weigh as one there too: where days
  /// follow one another, they count on the first alone.
  package var carried = Carried()

  /// See `AverageParts.carried`.
  package struct Carried: Hashable, Sendable {
    /// The sum of their values.
    package var sum = ExactSum()
    /// The number of them.
    package var count = 0

    /// None.
    package init() {}
  }

  /// Those of nothing.
  package init() {}
}
