package import HealthEvents
package import HealthModel
import HealthProjections
package import HealthTables

// What `swim` and `run` save, and what they say of it.

extension HealthTables {
  /// The body mass at a moment in kilograms, in whatever unit it was saved, and when it was
  /// measured: the latest one by then, else the first one after it, as for `energy`; nil where
  /// there is none that a person can have, or none that the reader may see.
  package func mass(
    at moment: Instant, seenBy reader: String = EventActor.owner
  ) -> (kilograms: Double, measured: Timestamp)? {
    guard let seen = try? seen(by: reader),
      let row = LatestView.rowForFormula(of: .bodyMass, at: moment, in: seen, query: Query()),
      row.unit != SampleRow.none, let unit = try? Unit(units.names[Int(row.unit)]),
      let mass = try? unit.convert(row.value, to: .kilogram), mass > 0, mass <= 1_000
    else { return nil }
    return (mass, row.endTime)
  }
}

extension HealthTables {
  /// The line and the uuid of the owner's live sample that says the same; nil: there is none.
  package func known(_ sample: QuantitySample) -> (sequence: UInt64, uuid: ObjectUUID)? {
    guard let columns = columns(of: sample.type) else { return nil }
    let row = (0..<columns.count).last { row in
      columns.isLive(row) && columns.unit(row) != SampleRow.none
        && columns.values[row] == sample.value
        && units.names[Int(columns.unit(row))] == sample.unit
        && columns.starts[row] == sample.span.start.instant.microseconds
        && columns.ends[row] == sample.span.end.instant.microseconds
        && sourceName(columns.provenance(row)) == EventActor.owner
    }
    return row.map { (UInt64(columns.sequences[$0]), columns.uuids[$0]) }
  }
}

extension JournalSession {
  /// What saves a swim: its workout and its energy, in one event.
  ///
  /// - Parameter source: who saves it. A body mass that it may not read is not known.
  /// - Returns: the request, the energy, and when the mass that it takes was measured, if that was
  ///   after the swim.
  /// - Throws: `UnknownBodyMass` where the energy is neither stated nor to be computed.
  package func request(
    saving swim: Swim, by source: String = EventActor.owner
  ) throws(UnknownBodyMass) -> (
    request: SaveRequest, kilocalories: Double, measuredLater: Timestamp?
  ) {
    let end = swim.span.end.instant
    let mass = tables.mass(at: end, seenBy: source)
    guard let energy = swim.kilocalories(kilograms: mass?.kilograms) else {
      throw UnknownBodyMass()
    }
    let objects = swim.objects(kilocalories: energy, workout: drawUUID(), energy: drawUUID())
    let later = mass.flatMap { swim.kilocalories == nil && $0.measured.instant > end ? $0 : nil }
    return (SaveRequest(objects: objects.map { Draft($0) }), energy, later?.measured)
  }

  /// What saves a run: its distance, heart rates and energy, in one event.
  package func request(saving run: Run) -> SaveRequest {
    SaveRequest(objects: run.objects { drawUUID() }.map { Draft($0) })
  }
}

extension Swim {
  /// What was swum, in words.
  package func text(kilocalories: Double) -> String {
    let figures = [
      "\(laps) laps", metres.short + " m", minutes.short + " min",
      kilocalories.short + " kcal (" + (kilocalories * 4.184).short + " kJ)",
    ]
    return figures.joined(separator: ", ")
  }
}

extension Run {
  /// What was run, in words.
  package var text: String {
    var figures = [
      "\(distance.value.exact) \(distance.unit)", (span.duration / 60).short + " min",
    ]
    if let heartRateStart { figures.append("\(heartRateStart.short) count/min at its start") }
    if let heartRateEnd { figures.append("\(heartRateEnd.short) count/min at its end") }
    if let kilocalories { figures.append(kilocalories.short + " kcal") }
    return figures.joined(separator: ", ")
  }
}

extension Double {
  /// As it is, a whole number without a point.
  fileprivate var exact: String { Int64(exactly: self).map { String($0) } ?? String(self) }

  /// To one decimal, without one that is zero.
  fileprivate var short: String {
    ((self * 10 + 0.5).rounded(.down) / 10).exact
  }
}
