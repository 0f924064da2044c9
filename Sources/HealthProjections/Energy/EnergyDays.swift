import HealthModel
import HealthTables

/// From when to when the days of energy last: by the clocks of the place where the day's samples
/// were measured, as `daily` counts them, and by those of the view where none names a zone.
///
/// The samples of energy at rest decide, for the formula fills what they leave of the day; where
/// there are none those of active energy, else those of what was eaten. A day on which they name
/// several zones runs from its start by the first one to its end by the last, as in `days`.
struct EnergyDays {
  /// A day's first moment, and the moment after its last.
  struct Bounds {
    var start: Instant
    var end: Instant
    /// The zones whose clocks say so.
    var zones: (first: ZoneRules, last: ZoneRules)

    /// Returns how much of it is gone at a moment, 0 to 1; nil for a date that was skipped.
    func share(goneAt moment: Instant) -> Double? {
      guard start < end else { return nil }
      return min(max(moment.seconds(since: start) / end.seconds(since: start), 0), 1)
    }

    /// Its length in microseconds.
    var length: Int64 { end.microseconds - start.microseconds }
  }

  private let finder: DayFinder
  /// The cursors of the first and the last sample of each day.
  private var cursors: [Int: (first: Int, last: Int)] = [:]

  /// - Parameter days: days since 1970-01-01.
  init(
    _ tables: HealthTables, _ days: ClosedRange<Int>, in context: ViewContext
  ) throws(ProjectionError) {
    var finder = try DayFinder(tables, context)
    let types = [QuantityType.basalEnergyBurned, .activeEnergyBurned, .dietaryEnergyConsumed]
    let near = types.map { Self.rows(of: $0.identifier, near: days, tables) }
    // Mostly no sample of energy names a zone.
    let isAway = near.contains { columns, rows in
      rows.contains { columns.zone($0) != SampleRow.none }
    }
    if context.timeZone == nil, isAway {
      for (columns, rows) in near {
        let found = Self.cursors(of: rows, columns, days, &finder)
        cursors.merge(found) { known, _ in known }
      }
    }
    self.finder = finder
  }

  private static func rows(
    of type: String, near days: ClosedRange<Int>, _ tables: HealthTables
  ) -> (SampleColumns, [Int]) {
    guard !tables.zones.names.isEmpty, let columns = tables.columns(of: type) else {
      return (SampleColumns(), [])
    }
    let all = SampleSelection.chosenRows(of: type, Query(), in: tables)
    return (columns, columns.rows(columns.rows(all, near: Range(days))))
  }

  private static func cursors(
    of rows: [Int], _ columns: SampleColumns, _ days: ClosedRange<Int>, _ finder: inout DayFinder
  ) -> [Int: (first: Int, last: Int)] {
    var ends: [Int: (first: (Int64, Int), last: (Int64, Int))] = [:]
    for row in rows {
      let zone = columns.zone(row)
      let cursor = finder.cursor(zone: zone)
      DayStretch.forEach(
        columns.starts[row], columns.ends[row], zone: zone, .split, days: &finder
      ) { stretch in
        guard days.contains(stretch.day) else { return }
        let (first, last) = ((stretch.start, cursor), (stretch.end, cursor))
        let known = ends[stretch.day] ?? (first, last)
        ends[stretch.day] = (
          first < known.first ? first : known.first, last > known.last ? last : known.last
        )
      }
    }
    return ends.mapValues { ($0.first.1, $0.last.1) }
  }

  /// When a day begins and ends.
  func bounds(of day: Int) -> Bounds {
    let (first, last) = cursors[day] ?? (0, 0)
    let bounds = bounds(of: day, first, last)
    // Who flies west over the date line may reach the end of a date before its beginning.
    return bounds.start <= bounds.end ? bounds : self.bounds(of: day, last, last)
  }

  private func bounds(of day: Int, _ first: Int, _ last: Int) -> Bounds {
    Bounds(
      start: finder.calendar(first).start(of: day), end: finder.calendar(last).start(of: day + 1),
      zones: (finder.zone(of: first), finder.zone(of: last)))
  }
}
