package import HealthModel
package import HealthTables

/// A sample with the time that local clocks showed at its start.
package struct ClockSample: Hashable, Sendable {
  /// In the unit that was asked for.
  package var value: Double
  /// As the line states it.
  package var stated: Double
  /// The unit in which the line states it.
  package var unit: Unit
  /// The local day, as a number since 1970-01-01.
  package var day: Int
  /// Minutes of the local clock since midnight.
  package var minute: Int
  /// The line that saved it.
  package var line: UInt32
}

extension ClockSample {
  /// The live quantity samples of a type that start in the window of a query, by their start; those
  /// whose unit does not convert are left out. The clock is that of the sample's own HKTimeZone
  /// where it has one, else the journal's.
  package static func all(
    of type: String, in journal: ReplayedJournal, _ context: ViewContext, unit: Unit
  ) throws -> [ClockSample] {
    var query = context.query
    query.types = [type]
    let journal = journal.forWindow(query)
    var selection = try SampleSelection(query, journal)
    guard let columns = journal.tables.columns(of: type) else { return [] }
    let rows = try selection.rows(of: type).filter { row in
      !columns.flags[row].contains(.category)
        && query.touches(start: columns.starts[row], end: columns.starts[row])
    }
    let plan = try UnitPlan(
      type, columns, RowSelection(rows), asked: unit, in: journal.tables)
    let days = try DayFinder(journal.tables, context)
    let order = columns.byStart(rows)
    return order.compactMap { row in
      let step = plan[columns.unit(row)]
      let value = step.apply(columns.values[row])
      guard value.isFinite, (try? Unit(step.shown)) == unit else { return nil }
      let zone = days.zone(of: days.cursor(zone: columns.zone(row)))
      let time = Timestamp(Instant(microseconds: columns.starts[row]), in: zone)
      return ClockSample(
        value: value, stated: columns.values[row], unit: step.from ?? unit,
        day: time.date.dayNumber, minute: time.hour * 60 + time.minute,
        line: columns.sequences[row])
    }
  }
}
