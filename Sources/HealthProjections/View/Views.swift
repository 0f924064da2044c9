/// Every view: one line each, in the order of help.
package enum Views {
  /// All of them.
  package static let all: [View] = [
    .latest,
    .daily,
    .statistics,
    .days,
    .samples,
    .workouts,
    .swims,
    .runs,
    .sleep,
    .energy,
    .profile,
    .rings,
    .authorizations,
    .sources,
    .imports,
  ]
}
