import ByteTools

/// What a finding says of what it counts: a value, which a page may put into words of another
/// language.
package enum CheckStatement: Hashable, Sendable {
  /// The samples start after they were recorded or exported.
  case ahead
  /// They have no length.
  case withoutLength
  /// They start and end in the same whole second.
  case inOneSecond
  /// They last longer than their type can.
  case tooLong
  /// They are further copies, in this many groups of equal ones.
  case copies(groups: Int)
  /// Their values lie outside of a range.
  case outside(PlausibleRange)
  /// They were recorded or created this many hours after their end.
  case late(hours: Double)
  /// Days without samples, in this many gaps.
  case gaps(Int)
  /// Days with a watch worn for fewer hours, of this many days whose median is known.
  case shortDays(hours: Double, days: Int, median: Double)
  /// Pairs of sources that overlap, on this many days with several sources; of so many sources that
  /// this number of others was not compared.
  case overlaps(pairs: Int, days: Int, others: Int)
  /// Their values are none that is known; of sleep they count as asleep.
  case unknownValues(areAsleep: Bool)
  /// Workouts that state more active time than lies between their start and end.
  case longerThanSpan
  /// Workouts that record the effort of another source's, which counts in their place.
  case sharedEfforts(Int)
  /// Changes between units, of each of which there are this many samples.
  case unitChanges([SamplesOfUnit])

  /// They name a zone that is not known, and their days are those of another.
  case unknownZone(String, used: String)

  /// How many samples have a unit.
  package struct SamplesOfUnit: Hashable, Sendable {
    /// How many.
    package var count: Int
    /// The unit as lines have it.
    package var unit: String
  }
}

extension CheckStatement: CustomStringConvertible {
  /// As `check` says it: `are further copies, in 3 groups`.
  package var description: String {
    switch self {
    case .ahead: "start after they were recorded or exported"
    case .withoutLength: "have no length"
    case .inOneSecond: "start and end in the same whole second"
    case .tooLong: "last longer than their type can"
    case .copies(let groups): "are further copies, in \(counted(groups, "group"))"
    case .outside(let range): "outside \(range)"
    case .late(let hours):
      "recorded or created more than \(LengthWords.hours(hours)) after their end"
    case .gaps(let gaps): "days without samples, in \(counted(gaps, "gap"))"
    case .shortDays(let hours, let days, let median):
      "days with a watch worn for under \(LengthWords.hours(hours)), of \(counted(days, "day")); "
        + "median \(LengthWords.hours(median))"
    case .overlaps(let pairs, let days, let others):
      (pairs == 1 ? "pair of sources that overlaps" : "pairs of sources that overlap")
        + "; \(counted(days, "day")) with several sources"
        + (others == 0 ? "" : "; \(counted(others, "more source")) not compared")
    case .unknownValues(let areAsleep):
      "have a value that is not known here" + (areAsleep ? "; `sleep` counts them as asleep" : "")
    case .longerThanSpan: "state more active time than there is; totals leave it out"
    case .sharedEfforts(let pairs):
      pairs == 1
        ? "pair of sources that recorded one effort, which counts once"
        : "pairs of sources that recorded one effort, which counts once"
    case .unknownZone(let name, let zone):
      "of the time zone \(name), which is not known here; days of \(zone) count in its place"
    case .unitChanges(let units):
      "changes of unit: "
        + units.map { "\($0.count) in \($0.unit)" }.joined(separator: ", ")
    }
  }
}
