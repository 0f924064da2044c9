package import HealthModel
package import HealthTables

/// The samples of one symptom, or of one kind of warning, in some time.
package struct Episodes {
  package let type: String
  /// The number of samples.
  package let count: Int
  /// The start of the newest one.
  package let latest: Timestamp
  /// The greatest value, where the values are degrees of severity.
  package let worst: NamedValue?
  /// The lines of the samples.
  package let lines: [UInt32]

  /// The types of symptoms: those that a person rates, or notes as present.
  package static let symptoms = CategoryType.all.filter {
    ratings.contains($0.enumeration)
  }.map(\.identifier)

  /// The types of the warnings that a watch gives.
  package static let warnings = [
    CategoryType.highHeartRateEvent, .lowHeartRateEvent, .irregularHeartRhythmEvent,
    .hypertensionEvent, .sleepApneaEvent, .lowCardioFitnessEvent, .appleWalkingSteadinessEvent,
  ].map(\.identifier)

  private static let severity = "HKCategoryValueSeverity"
  private static let ratings: Set = [
    severity, "HKCategoryValuePresence", "HKCategoryValueAppetiteChanges",
  ]

  /// Returns the episodes of each of some types in the window of a query, the newest type first. A
  /// symptom that was noted as absent is none.
  package static func all(
    of types: [String], in journal: ReplayedJournal, _ query: ViewQuery
  ) throws -> [Episodes] {
    try MatchingObjects.samples(query, of: types, in: journal).compactMap { type, rows in
      guard case .category(let known)? = TypeCatalogue.find(type) else { return nil }
      let isRated = ratings.contains(known.enumeration)
      // Each rating has the same number for "not present" and "no change".
      let own = rows.filter { !isRated || $0.value != 1 }
      guard let newest = own.max(by: { $0.start < $1.start }) else { return nil }
      let greatest = known.enumeration == severity ? own.map(\.value).max() : nil
      return Episodes(
        type: type, count: own.count, latest: newest.startTime,
        worst: greatest.flatMap { $0 > 0 ? known.value(rawValue: Int($0)) : nil },
        lines: own.map(\.sequence))
    }.sorted { ($1.latest.instant, $0.type) < ($0.latest.instant, $1.type) }
  }
}
