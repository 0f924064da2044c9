import ByteTools
import HealthModel
import HealthTables
import JournalFile

/// The finder of the local day of a moment, in the zone that counts for a sample (D24).
struct DayFinder {
  private var cursors: [DayCursor]
  /// The cursor of each zone number of the tables; that of the view's own calendar is the first.
  private var cursorOfZone: [Int] = []
  /// The names that were asked for.
  private var names = Numbering<String>()
  private var cursorOfName: [Int] = []
  /// The zones that this system does not know: the days are those of the view's own calendar then.
  private(set) var unknownNames: Set<String> = []
  private var context: ViewContext
  private var starts: [ZoneDay: Int64] = [:]
  private var recent = Window(zone: SampleRow.none, day: 0, start: 0, end: 0)
  /// The window before `recent`: after a sample that was saved late, the next samples mostly lie
  /// here again.
  private var before = Window(zone: SampleRow.none, day: 0, start: 0, end: 0)

  /// Time that belongs to one day by the clocks that count for samples of a zone: the whole day, or
  /// what of it lies on one side of a change of the clocks.
  struct Window {
    /// The number of the zone.
    var zone: UInt32
    /// The number of the day since 1970-01-01.
    var day: Int
    /// The start in microseconds.
    var start: Int64
    /// The end in microseconds.
    var end: Int64
  }

  /// A day of one of the calendars.
  struct ZoneDay: Hashable {
    var cursor: Int
    /// The number of the day since 1970-01-01.
    var day: Int
  }

  /// Creates the finder of the days of the zone that the context names, for every sample; else of
  /// the zones that samples name, and of the journal's for the others: those that name none, or one
  /// that this system does not know.
  init(_ tables: HealthTables, _ context: ViewContext) throws(ProjectionError) {
    self.context = context
    cursors = [DayCursor(try context.calendar(of: tables))]
    for name in tables.zones.names { cursorOfZone.append(cursor(named: name)) }
  }

  /// Returns the cursor for a sample that names this zone.
  mutating func cursor(named name: String) -> Int {
    guard context.timeZone == nil else { return 0 }
    if let known = names.number(of: name) { return cursorOfName[known] }
    var cursor = 0
    if name != cursors[0].calendar.zone.name {
      if let zone = try? context.zones.rules(named: name) {
        cursor = cursors.count
        cursors.append(DayCursor(DayCalendar(zone, startsAt: context.dayStarts)))
      } else {
        unknownNames.insert(name)
      }
    }
    names.append(name)
    cursorOfName.append(cursor)
    return cursor
  }

  func calendar(_ cursor: Int) -> DayCalendar { cursors[cursor].calendar }

  /// Returns the cursor for a sample's zone number.
  func cursor(zone: UInt32) -> Int { zone == SampleRow.none ? 0 : cursorOfZone[Int(zone)] }

  mutating func day(of moment: Int64, cursor: Int) -> Int {
    cursors[cursor].day(of: Instant(microseconds: moment))
  }

  /// Returns the window around a moment. If asked for the samples of a type one after the other, it
  /// has mostly been found before.
  @inline(__always)
  mutating func window(of moment: Int64, zone: UInt32) -> Window {
    if recent.zone == zone, recent.start <= moment, moment < recent.end { return recent }
    return findWindow(of: moment, zone: zone)
  }

  private mutating func findWindow(of moment: Int64, zone: UInt32) -> Window {
    swap(&recent, &before)
    if recent.zone == zone, recent.start <= moment, moment < recent.end { return recent }
    let found = cursors[cursor(zone: zone)].stretch(of: Instant(microseconds: moment))
    recent = Window(zone: zone, day: found.day, start: found.start, end: found.end)
    return recent
  }

  /// Returns the first moment of a day.
  mutating func start(of day: Int, cursor: Int) -> Int64 {
    let key = ZoneDay(cursor: cursor, day: day)
    if let known = starts[key] { return known }
    let start = cursors[cursor].calendar.start(of: day).microseconds
    starts[key] = start
    return start
  }

  /// Returns the end of the day of a moment, in the zone of this number, or another moment if that
  /// is before it.
  @inline(__always)
  mutating func end(ofDayAt moment: Int64, zone: UInt32, before other: Int64) -> Int64 {
    if other <= window(of: moment, zone: zone).end { return other }
    return cursors[cursor(zone: zone)].end(ofDayAt: moment, before: other)
  }

  func zone(of cursor: Int) -> ZoneRules { cursors[cursor].calendar.zone }

  /// Returns the time in which samples may lie on some days by the clocks that count for them, in
  /// microseconds; nil: always.
  func time(of days: Range<Int>) -> ClosedRange<Int64>? {
    let all = CivilDate.dayNumbers
    let (first, last) = (days.lowerBound, days.upperBound)
    let from = first <= all.lowerBound ? .min : moments(first).min() ?? .min
    let to = last > all.upperBound ? .max : moments(last).max() ?? .max
    return from == .min && to == .max ? nil : from...max(from, to)
  }

  /// Returns the time, in microseconds, of the days that some clocks change on between two moments.
  func changes(in time: ClosedRange<Int64>) -> [ClosedRange<Int64>] {
    // A day is shorter than that, even where a date comes twice.
    let reach: Int64 = 3 * 86_400_000_000
    func around(_ moment: Instant) -> (from: Instant, to: Instant) {
      (moment.adding(microseconds: -reach), moment.adding(microseconds: reach))
    }
    let from = around(Instant(microseconds: time.lowerBound)).from
    let to = around(Instant(microseconds: time.upperBound)).to
    return cursors.flatMap { $0.calendar.zone.changes(after: from, upTo: to) }.map { change in
      let near = around(change)
      return near.from.microseconds...near.to.microseconds
    }
  }

  /// Returns the moments at which a day begins by the clocks of each zone.
  private func moments(_ day: Int) -> [Int64] {
    cursors.map { $0.calendar.start(of: day).microseconds }
  }

  /// Returns the days that a query shows, as whole days of the view's own calendar: the days that
  /// it names, else from the day of its first moment to the day of its last; none if it ends before
  /// it begins.
  func days(of query: ViewQuery) -> Range<Int> {
    let calendar = cursors[0].calendar
    let isOfDates = query.firstDay != nil && query.endDay != nil
    if !isOfDates, let from = query.from, let to = query.to, to <= from { return 0..<0 }
    let all = CivilDate.dayNumbers
    let first = query.firstDay ?? query.from.map { calendar.day(of: $0) } ?? all.lowerBound
    let end =
      query.endDay
      ?? (query.to.map { calendar.day(of: $0.adding(microseconds: -1)) } ?? all.upperBound) + 1
    return first..<max(first, end)
  }
}

/// The local day of each row of a log: that of the zone that the context names, else of its own
/// HKTimeZone if it has one, else of the journal's zone.
struct LogDays {
  private var days: DayFinder

  init(_ tables: HealthTables, _ context: ViewContext) throws(ProjectionError) {
    days = try DayFinder(tables, context)
  }

  mutating func date(of moment: Instant, _ metadata: Metadata) -> CivilDate {
    let cursor = metadata.timeZone.map { days.cursor(named: $0) } ?? 0
    return CivilDate(dayNumber: days.day(of: moment.microseconds, cursor: cursor))
  }
}

extension ViewContext {
  /// Returns the same context with a window that holds every row whose own day the query shows,
  /// whatever zone the row names: a bound at the start of a day lies two days further out. A bound
  /// within a day is a moment, and stays.
  func reachingOwnDays(of tables: HealthTables) throws(ProjectionError) -> ViewContext {
    let calendar = try calendar(of: tables)
    func moved(_ bound: Instant, days: Int64) -> Instant {
      guard calendar.start(of: calendar.day(of: bound)) == bound else { return bound }
      return bound.adding(microseconds: days * 86_400_000_000)
    }
    var context = self
    context.query.from = query.from.map { moved($0, days: -2) }
    context.query.to = query.to.map { moved($0, days: 2) }
    return context
  }
}

extension Metadata {
  /// The name of the zone of the event: HKTimeZone.
  var timeZone: String? {
    if case .string(let name)? = self[MetadataName.timeZone] { name } else { nil }
  }
}

/// The part of a sample that counts to one day.
struct DayStretch {
  /// The number of the day since 1970-01-01.
  var day: Int
  /// The start in microseconds.
  var start: Int64
  /// Microseconds; equal to `start` for an instant.
  var end: Int64
  /// True if the sample starts with the stretch.
  var isFirst: Bool

  /// Ten years in microseconds. A longer sample is no measurement: it is not split, for it would
  /// outweigh the samples of all its days, but counts whole on the day of its start.
  private static let longest: Int64 = 3_653 * 86_400_000_000

  /// Returns true if a sample is so long that it counts whole to the day of its start.
  static func isEndless(_ start: Int64, _ end: Int64) -> Bool { end - start > longest }

  /// Calls `body` with the stretches of a sample, one for each day that it touches; one alone if it
  /// counts whole to the day on which it starts.
  static func forEach(
    of row: SampleRow, _ attribution: DailyView.Attribution, days: inout DayFinder,
    _ body: (DayStretch) -> Void
  ) {
    forEach(row.start, row.end, zone: row.zone, attribution, days: &days, body)
  }

  /// Calls `body` likewise for a sample from `start` to `end` that names the zone of this number.
  @inline(__always)
  static func forEach(
    _ start: Int64, _ end: Int64, zone: UInt32, _ attribution: DailyView.Attribution,
    days: inout DayFinder, _ body: (DayStretch) -> Void
  ) {
    if let whole = whole(start, end, zone: zone, days: &days) { return body(whole) }
    for stretch in stretches(start, end, zone, attribution, &days) { body(stretch) }
  }

  /// Returns the only stretch of a sample that lies on one day, as nearly all do; nil if it may lie
  /// on several.
  @inline(__always)
  static func whole(
    _ start: Int64, _ end: Int64, zone: UInt32, days: inout DayFinder
  ) -> DayStretch? {
    let window = days.window(of: start, zone: zone)
    guard end <= window.end else { return nil }
    return DayStretch(day: window.day, start: start, end: end, isFirst: true)
  }

  /// Returns the stretches of any sample, see `forEach`.
  static func stretches(
    _ start: Int64, _ end: Int64, _ zone: UInt32, _ attribution: DailyView.Attribution,
    _ days: inout DayFinder
  ) -> [DayStretch] {
    let cursor = days.cursor(zone: zone)
    let first = days.day(of: start, cursor: cursor)
    let isEndless = Self.isEndless(start, end)
    let isSplit = attribution == .split && end > start && !isEndless
    // A sample that ends as a day begins does not touch that day.
    let last = isSplit ? days.day(of: end - 1, cursor: cursor) : first
    guard last > first else {
      return [DayStretch(day: first, start: start, end: isEndless ? start : end, isFirst: true)]
    }
    return (first...last).compactMap { day in
      let (from, to) = (
        days.start(of: day, cursor: cursor), days.start(of: day + 1, cursor: cursor)
      )
      return DayStretch(day, of: start, end, between: from, to)
    }
  }

  /// Returns the end of the part of a sample before a moment; nil if there is no such part. A
  /// sample that is longer than any measurement stays whole.
  static func end(_ start: Int64, _ end: Int64, before moment: Int64) -> Int64? {
    if end <= moment { return end }
    guard start <= moment else { return nil }
    if isEndless(start, end) { return end }
    return start < moment ? moment : nil
  }
}

extension DayStretch {
  /// Creates the part of a sample from `start` to `end` between two moments; nil if there is none.
  init?(_ day: Int, of start: Int64, _ end: Int64, between from: Int64, _ to: Int64) {
    self.init(day: day, start: max(start, from), end: min(end, to), isFirst: from <= start)
    if self.start >= self.end { return nil }
  }
}
