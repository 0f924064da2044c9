package import HealthEvents
package import HealthModel
import HealthProjections
package import HealthTables

/// A swim in a pool as a person logs it.
package struct SwimEntry: Hashable, Sendable {
  /// How many laps.
  package var laps: Int
  /// Metres of a lap.
  package var metresPerLap: Double
  /// How long, in minutes.
  package var minutes: Double
  /// Kilocalories per kilogram and hour, where the energy was computed from it.
  package var factor: Double?
  /// Energy.
  package var kilocalories: Double
  /// From when to when.
  package var span: TimeSpan

  /// A swim of these figures.
  package init(
    laps: Int, metresPerLap: Double, minutes: Double, factor: Double?, kilocalories: Double,
    span: TimeSpan
  ) {
    self.laps = laps
    self.metresPerLap = metresPerLap
    self.minutes = minutes
    self.factor = factor
    self.kilocalories = kilocalories
    self.span = span
  }

  /// kg × factor × hours.
  package static func kilocalories(kilograms: Double, factor: Double, minutes: Double) -> Double {
    kilograms * factor * minutes / 60
  }

  /// The latest body mass in kilograms, in whatever unit it was saved; nil where there is none that a
  /// person can have.
  package static func latestMass(in tables: HealthTables) -> Double? {
    guard let row = LatestView.row(of: QuantityType.bodyMass.identifier, in: tables),
      row.unit != SampleRow.none, let unit = try? Unit(tables.units.names[Int(row.unit)])
    else { return nil }
    let mass = try? unit.convert(row.value, to: .kilogram)
    return mass.flatMap { $0 > 0 && $0 <= 1_000 ? $0 : nil }
  }

  /// All laps together.
  package var metres: Double { Double(laps) * metresPerLap }

  /// What was swum, in words.
  package var text: String {
    let figures = [
      "\(laps) laps", number(metres) + " m", number(minutes) + " min",
      number(kilocalories) + " kcal (" + number(kilocalories * 4.184) + " kJ)",
    ]
    return figures.joined(separator: ", ")
  }

  private func number(_ value: Double) -> String {
    let rounded = Double(Int64(value * 10 + 0.5)) / 10
    return rounded == Double(Int64(rounded)) ? String(Int64(rounded)) : String(rounded)
  }

  /// The workout and its energy sample, which belong together in one event.
  package func drafts(_ session: borrowing JournalSession) -> [Draft] {
    let workoutUUID = session.drawUUID()
    var metadata = Metadata()
    metadata[MetadataName.lapLength] = .quantity(metresPerLap, unit: "m")
    metadata[MetadataName.swimmingLocationType] = .number(1)
    metadata[MetadataName.laps] = .number(Double(laps))
    if let factor { metadata[MetadataName.paceFactor] = .number(factor) }
    let workout = Workout(
      activity: WorkoutActivityType.swimming.exportName, span: span, duration: minutes * 60,
      totals: [
        .totalEnergyBurned: Amount(kilocalories, "kcal"), .totalDistance: Amount(metres, "m"),
      ])
    let energy = QuantitySample(
      type: QuantityType.activeEnergyBurned.identifier, span: span, value: kilocalories,
      unit: "kcal")
    let link = Metadata.Entry(MetadataName.swimSession, .string(workoutUUID.description))
    return [
      Draft(HealthObject(uuid: workoutUUID, content: .workout(workout), metadata: metadata)),
      Draft(
        HealthObject(
          uuid: session.drawUUID(), content: .quantity(energy),
          metadata: Metadata([link]))),
    ]
  }
}
