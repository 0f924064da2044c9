import HealthEvents
import HealthModel
import HealthTables
import JournalFile

/// Which lines of a stretch of the journal touched what: so that a figure that changed can name the
/// events that changed it.
struct TouchedRows {
  private struct DayKey: Hashable {
    var type: String
    var day: Int
  }

  private var byUUID: [ObjectUUID: Set<UInt64>] = [:]
  private var byType: [String: Set<UInt64>] = [:]
  private var byDay: [DayKey: Set<UInt64>] = [:]
  private var spans: [(start: Int64, end: Int64, line: UInt64)] = []
  private var settings: Set<UInt64> = []

  /// The lines behind `first` that a journal holds.
  ///
  /// - Throws: `ProjectionError.zone`; what reading lines throws.
  init(_ journal: ReplayedJournal, behind first: UInt64, zones: ZoneCatalogue) throws {
    var lines: [ObjectUUID: Set<UInt64>] = [:]
    try journal.forEachEntry(from: first + 1) { entry in
      switch entry.event {
      case .save(let save)?:
        for object in save.objects { lines[object.uuid, default: []].insert(entry.sequence) }
        for uuid in save.replaces { lines[uuid, default: []].insert(entry.sequence) }
        if let workout = save.workout { byUUID[workout, default: []].insert(entry.sequence) }
      case .delete(let deletion)?:
        for uuid in deletion.objects { lines[uuid, default: []].insert(entry.sequence) }
      case .configure?, .authorize?: settings.insert(entry.sequence)
      case .open?, .origin?, .importReceipt?, .erase?, nil: break
      }
      return true
    }
    byUUID.merge(lines) { $0.union($1) }
    try place(lines, journal.tables, zones)
  }

  /// Notes the types, days and times of the objects that the lines touched.
  private mutating func place(
    _ lines: [ObjectUUID: Set<UInt64>], _ tables: HealthTables, _ zones: ZoneCatalogue
  ) throws {
    var days = try DayFinder(tables, zones: zones)
    for (number, columns) in tables.samples.enumerated() {
      let type = tables.types.names[number]
      for row in 0..<columns.count {
        guard let touching = lines[columns.uuids[row]] else { continue }
        byType[type, default: []].formUnion(touching)
        for line in touching { spans.append((columns.starts[row], columns.ends[row], line)) }
        DayStretch.forEach(of: columns[row], .split, days: &days) { stretch in
          byDay[DayKey(type: type, day: stretch.day), default: []].formUnion(touching)
        }
      }
    }
    for object in tables.objects {
      guard let touching = lines[object.uuid] else { continue }
      byType[tables.types.names[Int(object.type)], default: []].formUnion(touching)
    }
  }

  /// The lines that can have changed a row of a view: those that touched its object, its type on its day,
  /// or samples in its time; where there are none, those that changed settings.
  func lines(of row: [String: Cell]) -> [UInt64] {
    var found: Set<UInt64> = []
    if case .text(let text)? = row["uuid"], let uuid = ObjectUUID(text) {
      found.formUnion(byUUID[uuid] ?? [])
    }
    if case .identifier(let type)? = row["type"] {
      if case .day(let day)? = row["day"] {
        found.formUnion(byDay[DayKey(type: type, day: day.dayNumber)] ?? [])
      } else {
        found.formUnion(byType[type] ?? [])
      }
    }
    if found.isEmpty, case .time(let start)? = row["start"], case .time(let end)? = row["end"] {
      let (start, end) = (start.instant.microseconds, end.instant.microseconds)
      for span in spans where span.start <= end && span.end >= start { found.insert(span.line) }
    }
    return (found.isEmpty ? settings : found).sorted()
  }
}
