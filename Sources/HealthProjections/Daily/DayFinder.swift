import HealthModel
import HealthTables

/// Which local day a moment belongs to, in the zone that counts for a sample.
struct DayFinder {
  private var cursors: [DayCursor]
  /// The cursor of each zone number of the tables; the journal's zone is the first.
  private var cursorOfZone: [Int]
  private var starts: [ZoneDay: Int64] = [:]

  private struct ZoneDay: Hashable {
    var cursor: Int
    var day: Int
  }

  /// The journal's zone and those that samples name; a sample whose zone this system does not know
  /// counts in the journal's.
  init(_ tables: HealthTables, zones: ZoneCatalogue) throws(ProjectionError) {
    var zones = zones
    do {
      cursors = [DayCursor(try zones.rules(named: tables.settings.timeZone))]
    } catch {
      throw .zone(error)
    }
    cursorOfZone = []
    for name in tables.zones.names {
      if name != tables.settings.timeZone, let rules = try? zones.rules(named: name) {
        cursors.append(DayCursor(rules))
        cursorOfZone.append(cursors.count - 1)
      } else {
        cursorOfZone.append(0)
      }
    }
  }

  /// The cursor for a sample's zone number.
  func cursor(zone: UInt32) -> Int { zone == SampleRow.none ? 0 : cursorOfZone[Int(zone)] }

  /// The day of a moment.
  mutating func day(of moment: Int64, cursor: Int) -> Int {
    cursors[cursor].day(of: Instant(microseconds: moment))
  }

  /// The first moment of a day.
  mutating func start(of day: Int, cursor: Int) -> Int64 {
    let key = ZoneDay(cursor: cursor, day: day)
    if let known = starts[key] { return known }
    let start = cursors[cursor].zone.startOfDay(day).microseconds
    starts[key] = start
    return start
  }

  /// The days that a query shows, whole days of the journal's zone: from that of its first moment to
  /// that of its last; none where it ends before it begins.
  func days(of query: Query) -> Range<Int> {
    let zone = cursors[0].zone
    if let from = query.from, let to = query.to, to <= from { return 0..<0 }
    let all = CivilDate.dayNumbers
    let first = query.from.map { zone.localDay(of: $0) } ?? all.lowerBound
    let last = query.to.map { zone.localDay(of: $0.adding(microseconds: -1)) } ?? all.upperBound
    return first..<max(first, last) + 1
  }

  /// The days over which a sample is split that starts and ends on different ones.
  ///
  /// Where clocks go back over midnight, an hour shows the date before although that day is over: it
  /// belongs to the day that has begun.
  mutating func split(
    _ row: SampleRow, _ shown: ClosedRange<Int>, cursor: Int
  ) -> ClosedRange<Int> {
    var first = shown.lowerBound
    if row.start >= start(of: first + 1, cursor: cursor) { first += 1 }
    var last = max(first, shown.upperBound)
    if row.end > start(of: last + 1, cursor: cursor) { last += 1 }
    return first...last
  }
}

/// The local day of each row of a log: that of its own HKTimeZone where it has one, else of the
/// journal's zone.
struct LogDays {
  private var days: DayFinder
  private var zones: ZoneCatalogue

  init(_ tables: HealthTables, zones: ZoneCatalogue) throws(ProjectionError) {
    days = try DayFinder(tables, zones: zones)
    self.zones = zones
  }

  mutating func date(of moment: Instant, _ metadata: Metadata) -> CivilDate {
    if case .string(let name)? = metadata[MetadataName.timeZone],
      let zone = try? zones.rules(named: name)
    {
      return CivilDate(dayNumber: zone.localDay(of: moment))
    }
    return CivilDate(dayNumber: days.day(of: moment.microseconds, cursor: 0))
  }
}
