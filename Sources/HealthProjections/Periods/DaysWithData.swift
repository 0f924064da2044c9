import HealthModel

/// The least number of days with data for the mean of a stretch to say something of it, and to be
/// set beside that of another: in `trends` and in reports.
package enum DaysWithData {
  /// Three days, of whatever is measured now and then: a scale that is stepped on once a week says
  /// something in a month.
  package static let leastOfAll = 3
  /// Of what a day has always, a week.
  private static let most = 7

  /// A quarter of the days, from three to seven of them: 3 of 7, 7 of 28 and of a year; of what is
  /// measured now and then three. A stretch of fewer days needs them all.
  package static func least(of days: Int, _ type: String? = nil) -> Int {
    let isOccasional = type.map(occasional.contains) ?? false
    return min(days, isOccasional ? leastOfAll : min(max(days / 4, leastOfAll), most))
  }

  /// Types that are measured now and then.
  private static let occasional = Set(
    [
      "BodyMass", "BodyMassIndex", "BodyFatPercentage", "BloodPressureSystolic",
      "BloodPressureDiastolic", "BloodGlucose", "VO2Max",
    ].map { "HKQuantityTypeIdentifier" + $0 })
}
