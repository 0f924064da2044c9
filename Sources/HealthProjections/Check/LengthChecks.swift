import HealthModel
import HealthTables

extension Check {
  /// Samples of no length of types that are measured over time, at a time that is told to a
  /// fraction of a second. What a person typed in has the one moment that they gave, which is no
  /// fault.
  static let zeroLength = Check(
    name: "zeroLength", level: .problem,
    summary: "samples of no length of types that are measured over time, to less than a second"
  ) { subject in
    try subject.findings(.withoutLength) { subject, samples, row in
      subject.lacksLength(row, of: samples) && !samples.startsOnSecond(row)
        ? "starts and ends at once" : nil
    }
  }

  /// The same at a whole second: exports cut times to seconds, so that what lasted less than one
  /// begins and ends at once.
  static let wholeSecond = Check(
    name: "wholeSecond", level: .note,
    summary: "samples of no length at a whole second, to which exports cut times"
  ) { subject in
    try subject.findings(.inOneSecond) { subject, samples, row in
      subject.lacksLength(row, of: samples) && samples.startsOnSecond(row)
        ? "starts and ends in one second" : nil
    }
  }

  /// Samples that last longer than any of their type can.
  static let absurdLength = Check(
    name: "absurdLength", level: .problem,
    summary: "samples longer than a day, or than eight days where weeks are measured"
  ) { subject in
    try subject.findings(.tooLong) { _, samples, row in
      SampleLength.absurdity(samples.length(row), beyond: samples.longest)
    }
  }
}

extension CheckSubject {
  /// Whether a sample has no length though its type is measured over time, and no person typed it
  /// in.
  fileprivate func lacksLength(_ row: Int, of samples: TypeRows) -> Bool {
    samples.takesTime && samples.length(row) == 0
      && !samples.columns.flags[row].contains(.userEntered)
      && !journal.tables.isByHand(samples.columns.provenance(row))
  }
}

extension CheckSubject.TypeRows {
  /// Whether a row starts on a whole second.
  fileprivate func startsOnSecond(_ row: Int) -> Bool { columns.starts[row] % 1_000_000 == 0 }
}

/// How long samples of a type are.
enum SampleLength {
  /// Types that add up and are written of a moment: a meal, a dose, a drink, a fall. Apple's phones
  /// write flights of stairs so too, most of them in real exports.
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

  /// Whether a sample without a length says nothing: of types that add up over time, and of those
  /// for which HealthKit itself demands a length.
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

  /// How long a sample is that lasts longer than any of its type can; nil: it does not.
  static func absurdity(_ length: Int64, beyond longest: Int64?) -> String? {
    guard let longest, length > longest else { return nil }
    return "\(LengthWords.of(length)) long"
  }

  private static let day: Int64 = 86_400_000_000

  /// The greatest length in microseconds; nil: any.
  ///
  /// What adds up is a measurement of at most a day: longer ones hide on which day it was. The
  /// longest measurement of other quantities is that of a week, as of atrial fibrillation burden
  /// (Apple's documentation: calculated once a week); clocks may change meanwhile. A symptom or a
  /// pregnancy lasts as long as it does.
  static func longest(_ type: String) -> Int64? {
    if stretches.contains(type) { return day }
    guard case .quantity? = TypeCatalogue.find(type) else { return nil }
    // A day of 25 hours is one.
    return AggregationStyle.isCumulative(type) ? day + day / 24 : 8 * day
  }
}
