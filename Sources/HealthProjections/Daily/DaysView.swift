import HealthModel
package import HealthTables
package import ViewTables

/// The days of the journal that are not plain days: those that do not have 24 hours because the
/// clocks changed, and those on which the zone changed.
package enum DaysView {
  /// The columns that identify a row.
  package static let rowKey = RowKey("day", "reason")

  /// Why a day is listed.
  private enum Reason: String {
    /// Less than 24 hours: clocks went forward.
    case clocksForward
    /// More than 24 hours: clocks went back.
    case clocksBack
    /// Samples name another zone than those before them.
    case zoneChange
  }

  /// One row a day and reason, days ascending.
  ///
  /// A change of the clocks is listed for days with samples, each in the zone that counts for the
  /// sample. With a window it is also listed for days without samples, in the view's own calendar,
  /// from the first to the last day with a sample.
  ///
  /// A change of zone is found where a sample or workout names another zone in its HKTimeZone than
  /// the one before it, in the order of their starts; objects that name none say nothing of where
  /// they were taken. It is on the day on which that object starts, by its own clocks. Such a day
  /// begins by the clocks of the zone before its first change, and ends by those of the zone after
  /// its last. Where the view's days are those of one zone for all samples, no zone changes.
  package static func table(of journal: ReplayedJournal, in context: ViewContext) throws -> Table {
    let seen = try SeenDays(journal, context)
    let shown = seen.finder.days(of: context.query)
    var rows = clockChanges(seen, shown, isWindow: context.query.hasWindow)
    if context.timeZone == nil { rows += zoneChanges(seen, shown) }
    let cells = rows.enumerated()
      .sorted { ($0.element.day, $0.offset) < ($1.element.day, $1.offset) }.map(\.element.cells)
    return Table(
      columns: columns, rows: context.query.limit.map { Array(cells.prefix($0)) } ?? cells)
  }

  /// The fields of `days`.
  static let columns = [
    Column("day", .time, rank: .key), Column("hours", .number),
    Column("start", .time, rank: .detail), Column("end", .time, rank: .detail), Column("zone"),
    Column("reason", note: "`clocksForward`, `clocksBack` or `zoneChange`"),
    Column("from", note: "a zone, of a change"), Column("to", note: "a zone, of a change"),
  ]

  private struct Row {
    var day: Int
    var cells: [Cell]
  }

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
      let cells = cells(zoneDay.day, from: calendar, to: calendar, reason)
      rows.append((calendar.zone.name, Row(day: zoneDay.day, cells: cells)))
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
      let cells = cells(day, from: calendars[0], to: calendars[1], .zoneChange)
      rows += changes.map {
        Row(day: day, cells: cells.dropLast(2) + [.text($0.from), .text($0.to)])
      }
    }
    return rows
  }

  /// A row of a day; one that would end before it begins, as on a journey across the date line, has
  /// no hours.
  private static func cells(
    _ day: Int, from first: DayCalendar, to last: DayCalendar, _ reason: Reason
  ) -> [Cell] {
    let (start, end) = (first.start(of: day), last.start(of: day + 1))
    let hours = end.seconds(since: start) / 3600
    return [
      .day(CivilDate(dayNumber: day)), hours < 0 ? .missing : .number(hours),
      .time(Timestamp(start, in: first.zone)), .time(Timestamp(end, in: last.zone)),
      .text(last.zone.name), .text(reason.rawValue), .missing, .missing,
    ]
  }
}

extension Query {
  /// Whether it names a moment from which or to which it shows.
  fileprivate var hasWindow: Bool { from != nil || to != nil }
}
