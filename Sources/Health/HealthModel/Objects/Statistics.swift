/// The figures of a type's samples in an interval of time: HealthKit's HKStatistics. A figure that
/// the type does not have, or that is not known, is nil, never 0.
public struct Statistics: Hashable, Sendable {
  /// The identifier of the type.
  public var type: String
  /// The start of the interval.
  public var start: Instant
  /// The end of the interval, which is not part of it.
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
  /// The start of the sample of `latest`.
  public var latestStart: Instant?
  /// The end of the sample of `latest`.
  public var latestEnd: Instant?
  /// The number of samples that count; 0 in an interval without data.
  public var count = 0
  /// The seconds of the interval that these samples cover; where several do, once.
  public var duration: Double?
  /// The statistics of each source alone; only in the statistics of all sources, from a query that
  /// separates sources.
  public var bySource: [Statistics] = []
  /// The percentiles that were asked for, of the values of a discrete type's samples.
  public var percentiles: [Double: Double] = [:]

  /// Creates statistics of an interval without any known figure.
  package init(type: String, start: Instant, end: Instant, source: String? = nil) {
    self.type = type
    self.start = start
    self.end = end
    self.source = source
  }

  /// The ways to combine several sources of a cumulative type.
  public enum Sources: String, Hashable, Sendable, CaseIterable {
    /// At each instant, only the first source in the order that has a sample there counts.
    case merge
    /// The first source in the order that has samples in an interval, and only that one, counts in
    /// it.
    case first
    /// All sources add up.
    case all
  }

  /// The options of a computation of statistics.
  public struct Options: Hashable, Sendable {
    /// The length of the intervals; nil: one interval over the whole range.
    public var interval: CalendarInterval?
    /// The moment from which they are counted, in both directions; nil: the midnight with which a
    /// day begins near the start of the range, its week, or of months and years its year.
    public var anchor: Instant?
    /// The IANA name of the zone whose calendar counts; nil: the journal's.
    public var timeZone: String?
    /// The way to combine several sources.
    public var sources = Sources.merge
    /// True to compute statistics of each source too, from its samples alone: HealthKit's
    /// `separateBySource`.
    public var separatesSources = false
    /// The percentiles to compute, 0 to 100; others have no value.
    public var percentiles: [Double] = []
    /// True to leave out samples that `check` calls implausible: no person can have their values.
    public var leavesOutProblems = false
    /// True to include intervals without data.
    public var includesEmpty = false
    /// The samples at the borders of the range that are left out whole.
    public var border: HealthPredicate.QueryOptions = []

    /// Makes options for one interval, with the sources merged.
    public init() {}

    /// Intervals of the calendar, sources merged.
    public init(every interval: CalendarInterval, from anchor: Instant? = nil) {
      self.interval = interval
      self.anchor = anchor
    }
  }
}

/// The figures of a type's samples on a local day: HealthKit's HKStatistics of one day. A figure
/// that the type does not have is nil, never 0.
public struct DayStatistics: Hashable, Sendable {
  /// The ways to combine several sources of a cumulative type.
  public enum Sources: String, Hashable, Sendable, CaseIterable {
    /// At each instant, only the first source in the order that has a sample there counts.
    case merge
    /// On each day, only the first source in the order that has samples on it counts.
    case first
    /// All sources add up.
    case all
    /// Statistics for each source.
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
  /// The number of samples that count.
  public var count: Int
  /// The time during which a category had the value, in seconds.
  public var duration: Double?
  /// The parts of the average, from which an average over several days can be computed.
  package var parts: AverageParts?

  /// Statistics of a day, each where known.
  package init(
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

/// The parts of an average: the sum of its weighted values, and the sum of the weights.
package struct AverageParts: Hashable, Sendable {
  /// The way in which the values are weighted.
  package var style = AggregationStyle.discreteArithmetic
  /// The sum of the values; for levels the sum of their powers.
  package var sum = ExactSum()
  /// The weight: the number of samples, or the seconds.
  package var weight = ExactSum()
  /// The part of both from samples that began on an earlier day and count as one there too: over
  /// days in a row, they count on the first day alone.
  package var carried = Carried()

  /// The sum and number of the carried samples; see `AverageParts.carried`.
  package struct Carried: Hashable, Sendable {
    /// The sum of their values.
    package var sum = ExactSum()
    /// The number of carried samples.
    package var count = 0

    package init() {}
  }

  package init() {}
}

/// A sum of doubles that is right to the last bit, whatever their order: the value is rounded once,
/// at the end.
///
/// Two doubles hold the sum and its rounding error exactly, which is enough for nearly all sums of
/// measurements (Knuth, "The Art of Computer Programming", volume 2, 4.2.2, theorem B). What they
/// cannot hold goes to partial sums that do not overlap (Shewchuk, "Adaptive Precision
/// Floating-Point Arithmetic", 1997), as Python's `math.fsum` keeps them.
///
/// It is public only so that the compiler can inline it in other modules, which it does not do for
/// package types: views call it for every sample.
public struct ExactSum: Sendable {
  @usableFromInline var high = 0.0
  @usableFromInline var low = 0.0
  /// Empty for nearly all sums, so that the many sums of a view stay small. Else two lists of
  /// partial sums: of what the two doubles cannot hold, and, times 2^-64, of numbers that took the
  /// sum beyond the greatest double.
  @usableFromInline var partials: [[Double]] = []

  /// Makes a sum of zero.
  @inlinable
  public init() {}

  /// Creates the sum of some finite numbers.
  @inlinable
  public init(_ numbers: some Sequence<Double>) {
    for number in numbers { add(number) }
  }

  /// Adds a finite number.
  @inlinable @inline(__always)
  public mutating func add(_ number: Double) {
    let next = Self.added(high, number)
    let second = Self.added(low, next.lacking)
    // Where the sum is infinite, `lacking` is NaN, which is not 0 either.
    if second.lacking != 0 {
      guard next.sum.isFinite else { return addHuge(number) }
      addRest(second.lacking)
    }
    high = next.sum
    low = second.sum
  }

  /// Adds what another sum holds, as exactly as its numbers one by one.
  public mutating func add(_ other: ExactSum) { add(other, sign: 1) }

  /// Takes what another sum holds away again.
  public mutating func subtract(_ other: ExactSum) { add(other, sign: -1) }

  private mutating func add(_ other: ExactSum, sign: Double) {
    add(other.high * sign)
    add(other.low * sign)
    guard other.partials.count == 2 else { return }
    for part in other.partials[0] { add(part * sign) }
    if other.partials[1].isEmpty { return }
    if partials.isEmpty { partials = [[], []] }
    for part in other.partials[1] { Self.keep(part * sign, in: &partials[1]) }
  }

  /// Adds a number that takes the sum beyond the greatest double, perhaps only until other numbers
  /// follow.
  @usableFromInline
  mutating func addHuge(_ number: Double) {
    if partials.isEmpty { partials = [[], []] }
    Self.keep(high * 0x1p-64, in: &partials[1])
    Self.keep(number * 0x1p-64, in: &partials[1])
    high = 0
  }

  /// Adds what the two doubles cannot hold.
  @usableFromInline
  mutating func addRest(_ number: Double) {
    if partials.isEmpty { partials = [[], []] }
    Self.keep(number, in: &partials[0])
  }

  /// The sum as the nearest double; ties to even. Infinite if it is beyond the greatest.
  @inlinable
  public var value: Double {
    // The nearest double of two is what their addition gives.
    partials.isEmpty ? high + low : roundedPartials
  }

  @usableFromInline var roundedPartials: Double {
    let (parts, huge) = (partials[0] + [low, high], partials[1])
    // What is huge still leaves no bit to numbers so small that their 2^64th part would lose some.
    let isHuge = huge.contains { $0.magnitude > 0x1p900 }
    var partials: [Double] = []
    for part in huge { Self.keep(isHuge ? part : part * 0x1p64, in: &partials) }
    for part in parts { Self.keep(isHuge ? part * 0x1p-64 : part, in: &partials) }
    return Self.rounded(partials) * (isHuge ? 0x1p64 : 1)
  }

  /// The nearest double of a sum, and what it lacks.
  @inlinable @inline(__always)
  static func added(_ a: Double, _ b: Double) -> (sum: Double, lacking: Double) {
    let sum = a + b
    let second = sum - a
    return (sum, (a - (sum - second)) + (b - second))
  }

  /// Adds a number to partial sums, the smallest first.
  @usableFromInline
  static func keep(_ number: Double, in partials: inout [Double]) {
    var x = number
    var kept = 0
    for index in partials.indices {
      let (sum, lacking) = added(x, partials[index])
      if lacking != 0 {
        partials[kept] = lacking
        kept += 1
      }
      x = sum
    }
    partials.removeSubrange(kept...)
    partials.append(x)
  }

  /// Returns the sum of partial sums, rounded once.
  @usableFromInline
  static func rounded(_ partials: [Double]) -> Double {
    var index = partials.count - 1
    var high = partials[index]
    var low = 0.0
    while index > 0, low == 0 {
      index -= 1
      (high, low) = added(high, partials[index])
    }
    // Half-way cases: the partials below decide on which side of the tie the sum lies.
    if index > 0, (low < 0) == (partials[index - 1] < 0), low != 0 {
      let doubled = low * 2
      let rounded = high + doubled
      if doubled == rounded - high { high = rounded }
    }
    return high
  }
}

extension ExactSum: Hashable {
  /// Returns whether two sums have the same value.
  public static func == (a: ExactSum, b: ExactSum) -> Bool { a.value == b.value }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
