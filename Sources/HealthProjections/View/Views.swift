/// Every view: one line each, in the order of help. A new one comes before `imports`, which help
/// lists with the commands that import.
package enum Views {
  /// All of them.
  package static let all: [View] = [
    .latest,
    .daily,
    .statistics,
    .compare,
    .trends,
    .summary,
    .days,
    .samples,
    .workouts,
    .routes,
    .swims,
    .runs,
    .sleep,
    .energy,
    .profile,
    .rings,
    .ecg,
    .authorizations,
    .sources,
    .find,
    .imports,
  ]
}
