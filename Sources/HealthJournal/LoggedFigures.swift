package import HealthEvents
package import HealthModel
import HealthProjections
package import HealthTables

// What `swim` and `run` save, and what they say of it.

extension HealthTables {
  /// The body mass at a moment in kilograms, in whatever unit it was saved: the latest one by then, else
  /// the first one after it; nil where there is none that a person can have, or none that the reader
  /// may see.
  package func mass(at moment: Instant, seenBy reader: String = Actor.owner) -> Double? {
    var query = Query()
    query.reader = reader
    let type = QuantityType.bodyMass.identifier
    guard let row = LatestView.row(of: type, at: moment, in: self, query: query),
      row.unit != SampleRow.none, let unit = try? Unit(units.names[Int(row.unit)])
    else { return nil }
    let mass = try? unit.convert(row.value, to: .kilogram)
    return mass.flatMap { $0 > 0 && $0 <= 1_000 ? $0 : nil }
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
        && sourceName(columns.provenance(row)) == Actor.owner
    }
    return row.map { (UInt64(columns.sequences[$0]), columns.uuids[$0]) }
  }
}

extension JournalSession {
  /// What saves a swim: its workout and its energy, in one event.
  ///
  /// - Parameter source: who saves it. A body mass that it may not read is not known.
  /// - Throws: `UnknownBodyMass` where the energy is neither stated nor to be computed.
  package func request(
    saving swim: Swim, by source: String = Actor.owner
  ) throws(UnknownBodyMass) -> (request: SaveRequest, kilocalories: Double) {
    let mass = tables.mass(at: swim.span.end.instant, seenBy: source)
    guard let energy = swim.kilocalories(kilograms: mass) else {
      throw UnknownBodyMass()
    }
    let objects = swim.objects(kilocalories: energy, workout: drawUUID(), energy: drawUUID())
    return (SaveRequest(objects: objects.map { Draft($0) }), energy)
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
