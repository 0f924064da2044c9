import HealthModel
import HealthTables

/// The days on which samples lie, and the zones that they name.
struct SeenDays {
  /// The days that samples touch, each in the zone that counts for the sample.
  private(set) var touched: Set<DayFinder.ZoneDay> = []
  /// The objects that name a zone, by when they start.
  private(set) var named: [Named] = []
  /// The calendars of those days.
  private(set) var finder: DayFinder
  private var recent: DayFinder.ZoneDay?

  /// An object that names a zone: when it starts, and on which day there.
  struct Named: Comparable {
    var start: Int64
    var zone: String
    var day: Int

    static func < (a: Named, b: Named) -> Bool { (a.start, a.zone) < (b.start, b.zone) }
  }

  /// - Throws: as `SampleSelection` and `WorkoutList`.
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
    named.sort()
    finder = days
  }

  private mutating func add(
    _ row: SampleRow, _ tables: borrowing HealthTables, _ days: inout DayFinder
  ) {
    let cursor = days.cursor(zone: row.zone)
    DayStretch.forEach(of: row, .split, days: &days) { touch($0.day, cursor) }
    guard row.zone != SampleRow.none else { return }
    let day = days.day(of: row.start, cursor: cursor)
    let zone = tables.zones.names[Int(row.zone)]
    named.append(Named(start: row.start, zone: zone, day: day))
  }

  /// Workouts too say where they took place. A reader who never asked for them gets none.
  private mutating func addWorkouts(
    _ journal: ReplayedJournal, _ context: ViewContext, _ days: inout DayFinder
  ) throws {
    guard context.query.types?.contains(Workout.type) ?? true,
      journal.tables.isDetermined(Workout.type)
    else { return }
    for listed in try WorkoutList(journal, context.query).shown {
      let (row, zone) = (listed.row, listed.object.metadata.timeZone)
      let cursor = zone.map { days.cursor(named: $0) } ?? 0
      let first = days.day(of: row.start, cursor: cursor)
      let isEndless = DayStretch.isEndless(row.start, row.end)
      let last = isEndless ? first : max(first, days.day(of: row.end - 1, cursor: cursor))
      for day in first...last { touch(day, cursor) }
      if let zone { named.append(Named(start: row.start, zone: zone, day: first)) }
    }
  }

  private mutating func touch(_ day: Int, _ cursor: Int) {
    let key = DayFinder.ZoneDay(cursor: cursor, day: day)
    if recent == key { return }
    recent = key
    touched.insert(key)
  }
}
