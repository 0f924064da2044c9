package import HealthModel
package import HealthTables
package import ViewTables

/// Where workouts went.
package enum RoutesView {
  /// The columns that identify a row.
  static let rowKey = RowKey("uuid", "point")
  /// What they are made of.
  static let reads = Reads.types(
    [WorkoutRoute.type, Workout.type], requiring: [WorkoutRoute.type])

  /// The fields of `routes`.
  static let columns = [
    Column("workout", rank: .detail, note: "the uuid of its workout"),
    Column("start", .time, rank: .key), Column("end", .time), Column("points", .count),
    Column("source", rank: .detail),
    Column("files", hidden: true, note: "their names in an export"), Column("uuid", hidden: true),
    Column("segments", .count, hidden: true, note: "between which the way is not known"),
  ]

  /// The fields of `routes --points`.
  static let pointColumns = [
    Column("uuid", hidden: true, note: "that of the route"),
    Column("workout", hidden: true), Column("point", .number, rank: .key), Column("date", .time),
    Column("latitude", .number, unit: "deg"), Column("longitude", .number, unit: "deg"),
    Column("altitude", .quantity, unit: "m"),
    Column("horizontalAccuracy", .quantity, unit: "m", rank: .detail),
    Column("verticalAccuracy", .quantity, unit: "m", rank: .detail),
    Column("course", .quantity, unit: "deg", rank: .detail),
    Column("speed", .quantity, unit: "m/s"),
    Column("segment", .number, hidden: true, note: "of the route, from 1"),
  ]

  /// One row a route, newest first.
  ///
  /// - Parameter workout: the only workout whose routes are shown; nil: all.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext, workout: ObjectUUID? = nil
  ) throws -> Table {
    let workouts = WorkoutsOfLines(journal.tables)
    let routes = try routes(of: journal, context, workout, workouts)
    return Table(columns: columns) { body in
      for parts in routes {
        var (files, points) = ([String](), SegmentCounter())
        var span: TimeSpan?
        try journal.forEach(parts) { _, object in
          span = object.content.span
          points.begin(object.fields)
          files = object.fields.list("files").compactMap { file in
            if case .text(let name) = file { name } else { nil }
          }
        }
        guard let row = parts.first else { continue }
        try body([
          Cell(text: workouts.workout(of: row)?.description), Cell(time: span?.start),
          Cell(time: span?.end), .whole(points.points),
          .text(journal.tables.sourceName(row.provenance)),
          files.isEmpty ? .missing : .names(files), .text(row.uuid.description),
          points.segments > 1 ? .whole(points.segments) : .missing,
        ])
      }
    }
  }

  /// Counts points and segments from part to part of a route.
  private struct SegmentCounter {
    var points = 0
    var segments = 0
    /// The segment of each point of the part, by where it ends.
    private var ends: [Int] = []

    mutating func begin(_ part: [Field]) {
      let counts = RouteParts.segments(of: part)
      let goesOn = segments > 0
      segments += max(counts.count - (goesOn ? 1 : 0), 0)
      first = segments - max(counts.count - 1, 0)
      ends = counts.reduce(into: []) { $0.append(($0.last ?? 0) + $1) }
      points += ends.last ?? 0
    }

    private var first = 1

    /// The segment of a point of the part.
    func segment(of index: Int) -> Int { first + (ends.firstIndex { index < $0 } ?? 0) }
  }

  /// One row a point, in the order of each route.
  package static func points(
    of journal: ReplayedJournal, in context: ViewContext, workout: ObjectUUID? = nil
  ) throws -> Table {
    let limit = context.query.limit
    var context = context
    context.query.limit = nil
    let workouts = WorkoutsOfLines(journal.tables)
    let routes = try routes(of: journal, context, workout, workouts)
    return Table(columns: pointColumns) { body in
      for parts in routes {
        guard let row = parts.first else { continue }
        let names: [Cell] = [
          .text(row.uuid.description), Cell(text: workouts.workout(of: row)?.description),
        ]
        var counter = SegmentCounter()
        try journal.forEach(parts) { _, object in
          let before = counter.points
          counter.begin(object.fields)
          let offset = object.content.span?.start.offsetMinutes
          for (index, location) in object.fields.list("locations").enumerated() {
            guard case .fields(let fields) = location else { continue }
            try body(
              names + [.whole(before + index + 1)] + cells(fields, offset)
                + [.whole(counter.segment(of: index))])
          }
        }
      }
    }.limited(to: limit)
  }

  /// The parts of each route that is meant, newest first.
  private static func routes(
    of journal: ReplayedJournal, _ context: ViewContext, _ workout: ObjectUUID?,
    _ workouts: WorkoutsOfLines
  ) throws -> [[ObjectRow]] {
    var query = context.query
    query.limit = nil
    let rows = try SeenDocuments(of: WorkoutRoute.type, in: journal, query) { row in
      workout.map { $0 == workouts.workout(of: row) } ?? true
    }.rows
    struct Key: Hashable {
      var (workout, start, end): (ObjectUUID?, Int64, Int64)
      var provenance: UInt32
    }
    let keys = rows.map {
      Key(
        workout: workouts.workout(of: $0), start: $0.start, end: $0.end, provenance: $0.provenance)
    }
    let groups = Dictionary(grouping: rows.indices) { keys[$0] }
    var routes: [[ObjectRow]] = []
    for index in rows.indices {
      guard let group = groups[keys[index]], group[0] == index else { continue }
      guard group.count > 1 else {
        routes.append([rows[index]])
        continue
      }
      // In the order in which they were saved.
      let parts = group.reversed().map { rows[$0] }
      var numbers: [Int?] = []
      try journal.forEach(parts) { numbers.append(RouteParts.part(of: $1.fields)) }
      guard numbers.count == parts.count else { continue }
      routes += RouteParts.together(numbers).reversed().map { $0.map { parts[$0] } }
    }
    return Array(routes.prefix(context.query.limit ?? .max))
  }

  /// - Parameter offset: that of the clock by which the route is told; files have times in UTC.
  private static func cells(_ fields: [Field], _ offset: Int16?) -> [Cell] {
    var date = fields.text("date")
    if case .text(let text) = date, let time = Timestamp(fieldText: text) {
      date = .time(
        Timestamp(instant: time.instant, offsetMinutes: offset ?? time.offsetMinutes))
    }
    return [date] + pointColumns.dropFirst(4).dropLast().map { fields.number($0.field) }
  }
}
