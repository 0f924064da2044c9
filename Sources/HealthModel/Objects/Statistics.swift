/// What the samples of a type come to in an interval of time: HealthKit's HKStatistics. A figure
/// that the type does not have, or that nothing is known of, is nil, never 0.
public struct Statistics: Hashable, Sendable {
  /// The identifier of the type.
  public var type: String
  /// Where the interval begins.
  public var start: Instant
  /// Where it ends; what happens at that moment is not in it.
  public var end: Instant
  /// The source that these statistics are of alone; nil: all sources, combined by
  /// `Options.sources`.
  public var source: String?
  /// The value of a category that they are about, by its name.
  public var value: String?
  /// The text of the unit of all figures of a quantity.
  public var unit: String?
  /// The sum of a cumulative type.
  public var sum: Double?
  /// The least value of a discrete type.
  public var minimum: Double?
  /// The average of a discrete type, as its aggregation style has it.
  public var average: Double?
  /// The greatest value of a discrete type.
  public var maximum: Double?
  /// The value of the sample that ends last: HealthKit's most recent quantity. Among samples that
  /// end together, the one that starts last counts, then the one that was saved last.
  public var latest: Double?
  /// Where that sample starts.
  public var latestStart: Instant?
  /// Where that sample ends.
  public var latestEnd: Instant?
  /// How many samples count; 0 in an interval without data.
  public var count = 0
  /// The seconds of the interval that these samples cover; where several do, once.
  public var duration: Double?
  /// The statistics of each source alone; only in the statistics of all sources, from a query that
  /// separates sources.
  public var bySource: [Statistics] = []
  /// The percentiles that were asked for, of the values of a discrete type's samples.
  public var percentiles: [Double: Double] = [:]

  /// Statistics of an interval of which nothing is known.
  public init(type: String, start: Instant, end: Instant, source: String? = nil) {
    self.type = type
    self.start = start
    self.end = end
    self.source = source
  }
}

extension Statistics {
  /// What becomes of several sources of a type that adds up.
  public enum Sources: String, Hashable, Sendable, CaseIterable {
    /// At each instant, only the first source in the order that has a sample there counts.
    case merge
    /// In each interval, only the first source in the order that has samples in it counts.
    case first
    /// All add up.
    case all
  }

  /// How statistics are computed.
  public struct Options: Hashable, Sendable {
    /// How long the intervals are; nil: one over the whole range.
    public var interval: CalendarInterval?
    /// From where they are counted, in both directions; nil: `CalendarInterval.usualAnchor` near
    /// the beginning of the range.
    public var anchor: Instant?
    /// The IANA name of the zone whose calendar counts; nil: the journal's.
    public var timeZone: String?
    /// What becomes of several sources.
    public var sources = Sources.merge
    /// Whether each source has statistics of its own too, computed from its samples alone:
    /// HealthKit's `separateBySource`.
    public var separatesSources = false
    /// Which percentiles, 0 to 100; others have no value.
    public var percentiles: [Double] = []
    /// Whether samples are left out whose values nobody can have: what `check` calls implausible.
    public var leavesOutProblems = false
    /// Whether intervals without data are there too.
    public var includesEmpty = false
    /// Which samples at the borders of the range are left out whole.
    public var border: HealthPredicate.QueryOptions = []

    /// One interval, sources merged.
    public init() {}

    /// Intervals of the calendar, sources merged.
    public init(every interval: CalendarInterval, from anchor: Instant? = nil) {
      self.interval = interval
      self.anchor = anchor
    }
  }
}
