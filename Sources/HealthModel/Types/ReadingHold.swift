/// How long a reading of one moment stands for the time after it, in an average that is weighted by
/// time: until the next reading of its source, at most so long.
///
/// Apple publishes no such length. These are chosen by how often a source measures while it
/// measures at all.
public struct ReadingHold: Hashable, Sendable {
  /// The most seconds.
  public let seconds: Double
  /// Why so many, in a few words.
  public let reason: String
}

extension QuantityType {
  /// How long a reading of one moment holds; nil where an average is not weighted by time.
  ///
  ///     QuantityType.heartRate.readingHold?.seconds   // 1800
  ///     QuantityType.bodyMass.readingHold             // nil
  public var readingHold: ReadingHold? {
    switch aggregationStyle {
    case .cumulative, .discreteArithmetic: nil
    case .discreteTemporallyWeighted, .discreteEquivalentContinuousLevel: Self.holds[identifier]
    }
  }

  private static let holds: [String: ReadingHold] = {
    var holds: [String: ReadingHold] = [:]
    for (names, seconds, reason) in holdGroups {
      for name in names {
        holds["HKQuantityTypeIdentifier" + name] = ReadingHold(seconds: seconds, reason: reason)
      }
    }
    return holds
  }()

  private static let holdGroups: [([String], Double, String)] = [
    (
      ["HeartRate"], 1800,
      "a watch at rest measures every few minutes; after half an hour it was not worn"
    ),
    (
      ["RestingHeartRate", "WalkingHeartRateAverage", "AtrialFibrillationBurden"], 86_400,
      "one value stands for the day"
    ),
    (
      ["CyclingCadence", "CyclingPower", "CyclingSpeed"], 10,
      "a sensor tells every second or two; after a longer gap the wheel stood or the link was lost"
    ),
    (
      ["EnvironmentalAudioExposure", "EnvironmentalSoundReduction", "HeadphoneAudioExposure"], 60,
      "a level of one moment says little of the next minutes"
    ),
  ]
}
