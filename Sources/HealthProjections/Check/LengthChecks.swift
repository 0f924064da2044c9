import HealthModel
import HealthTables

extension Check {
  /// Samples without length of types that are measured over time, whose start has a fraction of a
  /// second. A sample that a person typed in has only the moment that the person gave, which is no
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

  /// Samples that last longer than any of their type can, and workouts that state more active time,
  /// of the whole or of a part, than there is.
  static let absurdLength = Check(
    name: "absurdLength", level: .problem,
    summary: "samples longer than their type can last, and workouts than their start and end allow"
  ) { subject in
    try impossibleWorkouts(subject)
      + subject.findings(.tooLong) { _, samples, row in
        SampleLength.absurdity(samples.length(row), beyond: samples.longest)
      }
  }

  private static func impossibleWorkouts(_ subject: CheckSubject) -> [CheckFinding] {
    let found = subject.workouts.compactMap { listed in
      ([listed.leg.workout] + listed.leg.workout.parts).first { $0.possibleDuration == nil }
        .map { (listed, $0) }
    }
    if found.isEmpty { return [] }
    return [
      CheckFinding(
        type: Workout.type, count: found.count, says: .longerThanSpan,
        lines: found.map(\.0.row.sequence),
        examples: found.prefix(subject.options.examples).map { listed, part in
          let words = [part.duration, part.span.duration].map(LengthWords.ofSeconds)
          return subject.example(listed, note: "states \(words[0]) within \(words[1])")
        })
    ]
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
  /// Cumulative types whose samples have no length: a dose, a drink, a fall. Apple's phones write
  /// most flights of stairs in real exports without length too.
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

  /// In words, the length of a sample that is longer than its type allows; nil: it is not.
  static func absurdity(_ length: Int64, beyond longest: Int64?) -> String? {
    guard let longest, length > longest else { return nil }
    return "\(LengthWords.of(length)) long"
  }

  private static let day: Int64 = 86_400_000_000

  /// The greatest length in microseconds; nil: any.
  ///
  /// A sample of a cumulative type lasts at most a day: a longer one hides on which day the amount
  /// came. The longest measurement of other quantities is that of a week, as of atrial fibrillation
  /// burden (Apple's documentation: calculated once a week); clocks may change meanwhile. Symptoms
  /// and pregnancies have no limit.
  static func longest(_ type: String) -> Int64? {
    if stretches.contains(type) { return day }
    guard case .quantity? = TypeCatalogue.find(type) else { return nil }
    // A day may have 25 hours.
    return AggregationStyle.isCumulative(type) ? day + day / 24 : 8 * day
  }
}
