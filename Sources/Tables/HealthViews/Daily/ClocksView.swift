import HealthModel
package import HealthTables

/// The days of the journal that are not plain days: those that do not have 24 hours because the
/// clocks changed, and those on which the zone changed.
package enum ClocksView {
  /// The reason why a day is listed.
  fileprivate enum Reason: String {
    /// Less than 24 hours: clocks went forward.
    case clocksForward
    /// More than 24 hours: clocks went back.
    case clocksBack
    /// Samples name another zone than those before them.
    case zoneChange
  }

  /// Returns one row a day and reason, days ascending.
  ///
  /// A change of the clocks is listed for days with samples, each in the zone that counts for the
  /// sample. With a window it is also listed for days without samples, in the view's own calendar,
  /// from the first to the last day with a sample.
  ///
  /// A change of zone is found if a sample or workout names another zone in its HKTimeZone than the
  /// one before it, in the order of their starts; objects that name none do not state where they
  /// were recorded. The change is on the day on which that object starts, by its own clocks. Such a
  /// day begins by the clocks of the zone before its first change, and ends by those of the zone
  /// after its last. If the view's days are those of one zone for all samples, no zone changes.
  package static func table(of journal: ReplayedJournal, in context: ViewContext) throws -> Table {
    let seen = try SeenDays(journal, context)
    let shown = seen.finder.days(of: context.query)
    var rows = clockChanges(seen, shown, isWindow: context.query.hasWindow)
    if context.timeZone == nil { rows += zoneChanges(seen, shown) }
    rows = rows.enumerated()
      .sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }.map(\.element)
    return Table(columns, rows: Array(rows.suffix(context.query.limit ?? .max)))
  }

  /// A day and the reason why it is listed.
  struct Row {
    fileprivate let day: Int
    fileprivate let start: Timestamp
    fileprivate let end: Timestamp
    /// That of the clock by which it ends.
    fileprivate let zone: String
    fileprivate let reason: Reason
    fileprivate var change: (from: String, to: String)?

    fileprivate init(_ day: Int, from first: DayCalendar, to last: DayCalendar, _ reason: Reason) {
      (self.day, self.reason) = (day, reason)
      start = Timestamp(first.start(of: day), in: first.zone)
      end = Timestamp(last.start(of: day + 1), in: last.zone)
      zone = last.zone.name
    }

    /// The length of the day; nil if the day would end before it begins, for example on a journey
    /// across the date line.
    fileprivate var hours: Double? {
      let hours = end.instant.seconds(since: start.instant) / 3600
      return hours < 0 ? nil : hours
    }
  }

  /// The fields of `clocks`.
  static let columns: [RowColumn<Row>] = [
    RowColumn(.date, .time, named: "day", tellsApart: true, rank: .key) {
      .day(CivilDate(dayNumber: $0.day))
    },
    RowColumn("hours", .number) { Cell($0.hours) },
    RowColumn(.start, .time, rank: .detail) { .time($0.start) },
    RowColumn(.end, .time, rank: .detail) { .time($0.end) },
    RowColumn("zone") { .text($0.zone) },
    RowColumn(
      .value, named: "reason", tellsApart: true,
      note: "`clocksForward`, `clocksBack` or `zoneChange`"
    ) {
      .text($0.reason.rawValue)
    },
    RowColumn("from", note: "the zone before a change") { Cell(text: $0.change?.from) },
    RowColumn("to", note: "the zone after a change") { Cell(text: $0.change?.to) },
  ]

  private static func clockChanges(
    _ seen: SeenDays, _ shown: Range<Int>, isWindow: Bool
  ) -> [Row] {
    var days = seen.touched
    let numbers = days.map(\.day)
    if isWindow, let first = numbers.min(), let last = numbers.max() {
      let calendar = seen.finder.calendar(0)
      for day in shown.clamped(to: first..<last + 1) where calendar.length(of: day) != 86_400 {
        days.insert(DayFinder.ZoneDay(cursor: 0, day: day))
      }
    }
    var rows: [(zone: String, row: Row)] = []
    for zoneDay in days where shown.contains(zoneDay.day) {
      let calendar = seen.finder.calendar(zoneDay.cursor)
      let length = calendar.length(of: zoneDay.day)
      guard length != 86_400 else { continue }
      let reason = length < 86_400 ? Reason.clocksForward : .clocksBack
      let row = Row(zoneDay.day, from: calendar, to: calendar, reason)
      rows.append((calendar.zone.name, row))
    }
    return rows.sorted { $0.zone < $1.zone }.map(\.row)
  }

  private static func zoneChanges(_ seen: SeenDays, _ shown: Range<Int>) -> [Row] {
    var changes: [Int: [(from: String, to: String)]] = [:]
    for (before, object) in zip(seen.named, seen.named.dropFirst()) where before.zone != object.zone
    {
      changes[object.day, default: []].append((before.zone, object.zone))
    }
    var rows: [Row] = []
    var finder = seen.finder
    for (day, changes) in changes where shown.contains(day) {
      guard let first = changes.first?.from, let last = changes.last?.to else { continue }
      let calendars = [first, last].map { finder.calendar(finder.cursor(named: $0)) }
      var row = Row(day, from: calendars[0], to: calendars[1], .zoneChange)
      for change in changes {
        row.change = change
        rows.append(row)
      }
    }
    return rows
  }
}

extension ViewQuery {
  /// True if the query names a moment from which or to which it shows.
  fileprivate var hasWindow: Bool { from != nil || to != nil }
}

extension View {
  /// The days that do not have 24 hours, and those on which the zone changed.
  package static let clocks = View(
    "clocks", summary: "days of 23 or 25 hours, and changes of time zone",
    options: NoOptions.self,
    sharing: [.timeZone, .dayStarts, .type] + Option.narrowing + [.limit, .sort],
    details: """
      Shows special days: days of 23 or 25 hours (or 23.5, or no hours) because clocks changed,
      and days on which the time zone changed. `reason` is clocksForward, clocksBack or
      zoneChange. If there is no such day, the exit code is 1.

      A day when clocks changed is shown only if it has samples. Its zone is the zone that counts
      for these samples. With --from or --to you also see days of the journal's zone without
      samples, from the first day with samples to the last.

      The zone changed if a sample or a workout names another HKTimeZone than the previous one, in
      the order of their starts. `from` and `to` are the two zones. Most samples name no zone;
      they do not count here. The day of the change is the day on which the object starts in its
      zone. This day begins by the clocks of the old zone and ends by the clocks of the last new
      zone. For example, on a journey from Berlin to New York it has 30 hours. With --time-zone
      every day is a day of that zone, and no zone changes.

      Examples

        health-journal save bodyMass 70.8 kg --start 2026-03-08T21:00:00-04:00 \\
          --metadata HKTimeZone=America/New_York
        health-journal clocks
        health-journal clocks --from 2026-01-01 --time-zone Europe/Berlin
        health-journal export clocks --format csv -o clocks.csv
      """,
    reads: .asked, hasOwnDays: true,
    presentation: Presentation(
      hasOwnClocks: true,
      nothing: "nothing found: only days of 24 hours, and no change of time zone",
      remarks: ["`clocks` was named `days` before; `days` is a list of days now"]),
    forms: [Form("", ClocksView.columns)]
  ) { request, _ in
    try ClocksView.table(of: request.journal, in: try request.context())
  }
}

/// The days on which samples lie, and the zones that they name.
struct SeenDays {
  /// The days that samples touch, each in the zone that counts for the sample; where no zone can
  /// have changed and all time is shown, at least those on which clocks changed.
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
    let isOfAllTime = !context.query.hasWindow
    var context = context
    context.query = context.query.ofAllTime
    context.query.limit = nil
    try addWorkouts(journal, context, &days)
    let zones = Set(named.map(\.zone)).union(journal.tables.zones.names)
    let isOfOneZone = context.timeZone != nil || zones.count < 2
    let types = try context.query.types(in: journal.tables)
    func add(_ type: String, _ journal: ReplayedJournal, _ selection: inout SampleSelection) throws
    {
      guard let columns = journal.tables.columns(of: type) else { return }
      for row in try selection.rows(of: type) { self.add(columns[row], journal.tables, &days) }
    }
    if isOfOneZone, isOfAllTime, let near = try journal.nearChanges(days, context.query) {
      var selection = try SampleSelection(context.query, near)
      for type in types { try add(type, near, &selection) }
    } else {
      try journal.forEach(types, context.query, add)
    }
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
    guard context.query.types?.contains(WorkoutContent.type) ?? true,
      journal.tables.isDetermined(WorkoutContent.type)
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

extension ReplayedJournal {
  /// Returns the same journal with all samples of a query on the days on which clocks changed; nil
  /// if these samples are not known without the others.
  fileprivate func nearChanges(_ days: DayFinder, _ query: ViewQuery) throws -> ReplayedJournal? {
    guard query.predicate == nil else { return nil }
    var (first, last) = (Int64.max, Int64.min)
    for type in try query.types(in: tables) {
      var own = query
      own.types = [type]
      let groups = tables.types.number(of: type).flatMap { tables.sourceGroups(of: Int($0)) }
      let one = groups == nil ? forOneLook(own).tables : tables
      if groups == nil { try one.read(types: [type]) }
      guard let columns = groups?.rows ?? one.columns(of: type) else { continue }
      first = min(first, columns.starts.min() ?? .max)
      last = max(last, groups?.lasts.max() ?? columns.ends.max() ?? .min)
    }
    return first <= last ? forTimes(days.changes(in: first...last), query) : nil
  }
}
