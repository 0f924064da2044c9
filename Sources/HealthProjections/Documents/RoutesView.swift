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
      try routes.forEach { row, object in
        let files = object.fields.list("files").compactMap { file in
          if case .text(let name) = file { name } else { nil }
        }
        try body([
          Cell(text: workouts.workout(of: row)?.description),
          Cell(time: object.content.span?.start), Cell(time: object.content.span?.end),
          .whole(object.fields.list("locations").count),
          .text(journal.tables.sourceName(row.provenance)),
          files.isEmpty ? .missing : .names(files), .text(row.uuid.description),
        ])
      }
    }
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
      try routes.forEach { row, object in
        let names: [Cell] = [
          .text(row.uuid.description), Cell(text: workouts.workout(of: row)?.description),
        ]
        let offset = object.content.span?.start.offsetMinutes
        for (index, location) in object.fields.list("locations").enumerated() {
          guard case .fields(let fields) = location else { continue }
          try body(names + [.whole(index + 1)] + cells(fields, offset))
        }
      }
    }.limited(to: limit)
  }

  private static func routes(
    of journal: ReplayedJournal, _ context: ViewContext, _ workout: ObjectUUID?,
    _ workouts: WorkoutsOfLines
  ) throws -> SeenDocuments {
    try SeenDocuments(of: WorkoutRoute.type, in: journal, context.query) { row in
      workout.map { $0 == workouts.workout(of: row) } ?? true
    }
  }

  /// - Parameter offset: that of the clock by which the route is told; files have times in UTC.
  private static func cells(_ fields: [Field], _ offset: Int16?) -> [Cell] {
    var date = fields.text("date")
    if case .text(let text) = date, let time = Timestamp(fieldText: text) {
      date = .time(
        Timestamp(instant: time.instant, offsetMinutes: offset ?? time.offsetMinutes))
    }
    return [date] + pointColumns.dropFirst(4).map { fields.number($0.field) }
  }
}
