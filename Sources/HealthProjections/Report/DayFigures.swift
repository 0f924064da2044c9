package import HealthModel

/// What some days of one type come to, from the figures that `daily` has of them.
///
/// Of a type that adds up each day with data weighs the same. The average of another type is that
/// of all its samples, as `statistics` has it.
package struct DayFigures: Hashable, Sendable {
  /// A day's value.
  package struct Day: Hashable, Sendable {
    /// In the unit of the days.
    package var value: Double
    /// The first day that has it.
    package var day: CivilDate
  }

  /// How many days have data.
  package let days: Int
  /// How many samples count on these days.
  package let samples: Int
  /// The sum of the days of a type that adds up; nil for any other.
  package let sum: Double?
  /// The mean of the days' sums, or the average of the samples.
  package let average: Double
  /// The least figure of a day; of a type that does not add up the least value of any sample.
  package let least: Day
  /// The greatest likewise.
  package let greatest: Day

  /// What days of a type come to; nil where none has a figure.
  ///
  /// - Parameter first: the first day of the time, which may have no figures: its number since
  ///   1970-01-01.
  package init?(_ days: some Sequence<DayStatistics>, of type: String, from first: Int) {
    let figures = days.compactMap { day in
      (day.sum ?? day.average).map { (value: $0, day: day) }
    }
    let values = figures.map { $0.value }
    guard let one = figures.first, let mean = SampleSpread.mean(of: values) else { return nil }
    let least = figures.map { Day(value: $0.day.minimum ?? $0.value, day: $0.day.day) }
    let greatest = figures.map { Day(value: $0.day.maximum ?? $0.value, day: $0.day.day) }
    self.days = figures.count
    samples = figures.reduce(0) { $0 + $1.day.count }
    self.sum = one.day.sum == nil ? nil : ExactSum(values).value
    average = figures.map { $0.day }.average(of: type, from: first) ?? mean
    self.least = least.dropFirst().reduce(least[0]) { $1.value < $0.value ? $1 : $0 }
    self.greatest = greatest.dropFirst().reduce(greatest[0]) { $1.value > $0.value ? $1 : $0 }
  }
}
