import HealthModel
import HealthTables

extension Check {
  /// Samples of no length of types that are measured over time. What a person typed in has the one
  /// moment that they gave, which is no fault.
  static let zeroLength = Check(
    name: "zeroLength", level: .problem,
    summary: "samples of no length of types that are measured over time"
  ) { subject in
    let tables = subject.journal.tables
    return try subject.findings("have no length") { _, samples, row in
      guard SampleLength.takesTime(samples.type), samples.length(row) == 0,
        !samples.columns.flags[row].contains(.userEntered),
        !tables.isByHand(samples.columns.provenance(row))
      else { return nil }
      return "starts and ends at once"
    }
  }

  /// Samples that last longer than any of their type can.
  static let absurdLength = Check(
    name: "absurdLength", level: .problem,
    summary: "samples longer than a day, or than eight days where weeks are measured"
  ) { subject in
    try subject.findings("last longer than their type can") { _, samples, row in
      guard let longest = SampleLength.longest(samples.type),
        samples.length(row) > longest
      else { return nil }
      return "\(LengthWords.of(samples.length(row))) long"
    }
  }
}

/// How long samples of a type are.
private enum SampleLength {
  /// Types that add up and are written of a moment: a meal, a dose, a drink, a fall. Apple's phones write
  /// flights of stairs so too, most of them in real exports.
  private static let events: Set = [
    "HKQuantityTypeIdentifierFlightsClimbed",
    "HKQuantityTypeIdentifierInhalerUsage", "HKQuantityTypeIdentifierInsulinDelivery",
    "HKQuantityTypeIdentifierNumberOfAlcoholicBeverages",
    "HKQuantityTypeIdentifierNumberOfTimesFallen",
  ]

  /// Categories that are a stretch of time.
  private static let stretches: Set = [
    "HKCategoryTypeIdentifierSleepAnalysis", "HKCategoryTypeIdentifierMindfulSession",
    "HKCategoryTypeIdentifierAppleStandHour",
  ]

  /// Whether a sample without a length says nothing: of types that add up over time, and of those for
  /// which HealthKit itself demands a length.
  static func takesTime(_ type: String) -> Bool {
    if case .quantity(let known)? = TypeCatalogue.find(type), known.isMinimumDurationRestricted {
      return true
    }
    return stretches.contains(type) || isMeasuredOverTime(type)
  }

  private static func isMeasuredOverTime(_ type: String) -> Bool {
    AggregationStyle.isCumulative(type) && !events.contains(type)
      && !type.hasPrefix("HKQuantityTypeIdentifierDietary")
  }

  private static let day: Int64 = 86_400_000_000

  /// The greatest length in microseconds; nil: any.
  ///
  /// What adds up is a measurement of at most a day: longer ones hide on which day it was. The longest
  /// measurement of other quantities is that of a week, as of atrial fibrillation burden (Apple's
  /// documentation: calculated once a week); clocks may change meanwhile. A symptom or a
  /// pregnancy lasts as long as it does.
  static func longest(_ type: String) -> Int64? {
    if stretches.contains(type) { return day }
    guard case .quantity? = TypeCatalogue.find(type) else { return nil }
    // A day of 25 hours is one.
    return AggregationStyle.isCumulative(type) ? day + day / 24 : 8 * day
  }
}
