import HealthModel
import HealthTables

/// The days on which samples lie, and the zones that they name.
struct SeenDays {
  /// The days that samples touch, each in the zone that counts for the sample.
  private(set) var touched: Set<DayFinder.ZoneDay> = []
  /// For each day the zones that samples name which start on it.
  private(set) var named: [Int: [Named]] = [:]
  /// The calendars of those days.
  private(set) var finder: DayFinder
  private var recent: DayFinder.ZoneDay?

  /// A zone that samples of a day name, and the starts of the first and the last of them.
  struct Named {
    var zone: String
    var first: Int64
    var last: Int64
  }

  /// - Throws: as `SampleSelection` and `WorkoutsView.workouts`.
  init(_ journal: ReplayedJournal, _ context: ViewContext) throws {
    finder = try DayFinder(journal.tables, context)
    var days = finder
    var context = context
    context.query = context.query.ofAllTime
    context.query.limit = nil
    var selection = try SampleSelection(context.query, journal)
    for type in try selection.types() {
      guard let columns = journal.tables.columns(of: type) else { continue }
      for row in try selection.rows(of: type) { add(columns[row], journal.tables, &days) }
    }
    try addWorkouts(journal, context, &days)
    finder = days
  }

  private mutating func add(
    _ row: SampleRow, _ tables: borrowing HealthTables, _ days: inout DayFinder
  ) {
    let cursor = days.cursor(zone: row.zone)
    DayStretch.forEach(of: row, .split, days: &days) { touch($0.day, cursor) }
    guard row.zone != SampleRow.none else { return }
    let day = days.day(of: row.start, cursor: cursor)
    note(tables.zones.names[Int(row.zone)], on: day, row.start)
  }

  /// Workouts too say where they took place. A reader who never asked for them gets none.
  private mutating func addWorkouts(
    _ journal: ReplayedJournal, _ context: ViewContext, _ days: inout DayFinder
  ) throws {
    let access = ReadAccess(context.query.reader, in: journal.tables)
    guard context.query.types?.contains(Workout.type) ?? true,
      (try? access.requireDetermined(Workout.type)) != nil
    else { return }
    for (row, object) in try WorkoutsView.workouts(of: journal, in: context, activities: nil) {
      let zone = object.metadata.timeZone
      let cursor = zone.map { days.cursor(named: $0) } ?? 0
      let first = days.day(of: row.start, cursor: cursor)
      let last = max(first, days.day(of: row.end - 1, cursor: cursor))
      for day in first...last { touch(day, cursor) }
      if let zone { note(zone, on: first, row.start) }
    }
  }

  private mutating func touch(_ day: Int, _ cursor: Int) {
    let key = DayFinder.ZoneDay(cursor: cursor, day: day)
    if recent == key { return }
    recent = key
    touched.insert(key)
  }

  /// Notes that something of this start names a zone.
  private mutating func note(_ zone: String, on day: Int, _ start: Int64) {
    var zones = named[day] ?? []
    if let place = zones.firstIndex(where: { $0.zone == zone }) {
      zones[place].first = min(zones[place].first, start)
      zones[place].last = max(zones[place].last, start)
    } else {
      zones.append(Named(zone: zone, first: start, last: start))
    }
    named[day] = zones
  }
}
