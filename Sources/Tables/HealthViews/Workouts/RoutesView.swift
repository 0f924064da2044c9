import ByteTools
package import HealthModel
package import HealthTables

/// The view of the routes of workouts.
package enum RoutesView {
  /// The objects that the rows are made of.
  static let reads = Reads.types(
    [WorkoutRoute.type, WorkoutContent.type], requiring: [WorkoutRoute.type])

  package struct Route: Sendable {
    /// The uuid of its first part.
    package let uuid: ObjectUUID
    /// The line that saved its first part.
    package let sequence: UInt32
    package let points: Int
    fileprivate let workout: ObjectUUID?
    fileprivate let span: TimeSpan?
    fileprivate let segments: Int
    fileprivate let source: String
    /// The names of the files in an export.
    fileprivate let files: [String]
    fileprivate let parts: [ObjectRow]
  }

  /// The fields of `routes`.
  static let columns: [RowColumn<Route>] = [
    RowColumn("workout", rank: .detail, note: "the uuid of its workout") {
      Cell(text: $0.workout?.description)
    },
    RowColumn(.start, .time, rank: .key) { Cell(time: $0.span?.start) },
    RowColumn(.end, .time) { Cell(time: $0.span?.end) },
    RowColumn("points", .count) { .whole($0.points) },
    RowColumn(.source, rank: .detail) { .text($0.source) },
    RowColumn("files", hidden: true, note: "the names of their files in an export") {
      $0.files.isEmpty ? .missing : .names($0.files)
    },
    RowColumn(.object, tellsApart: true, hidden: true) { .text($0.uuid.description) },
    RowColumn("segments", .count, hidden: true, note: "the way between two of them is not known") {
      $0.segments > 1 ? .whole($0.segments) : .missing
    },
  ]

  /// Returns one row a route, newest first.
  ///
  /// - Parameter workout: the only workout whose routes are shown; nil: all.
  package static func table(
    of journal: ReplayedJournal, in context: ViewContext, workout: ObjectUUID? = nil
  ) throws -> Table {
    let workouts = try WorkoutsOfLines(journal.tables)
    let routes = try routes(of: journal, context, workout, workouts)
    return Table(columns) { body in
      for parts in routes {
        if let route = try route(parts, journal, workouts) { try body(route) }
      }
    }
  }

  /// Returns every route, newest first; each is held in memory without its points.
  package static func routes(
    of journal: ReplayedJournal, in context: ViewContext
  ) throws -> [Route] {
    let workouts = try WorkoutsOfLines(journal.tables)
    return try routes(of: journal, context, nil, workouts)
      .compactMap { try route($0, journal, workouts) }
  }

  /// Returns a route from the lines of its parts, without its points.
  private static func route(
    _ parts: [ObjectRow], _ journal: ReplayedJournal, _ workouts: WorkoutsOfLines
  ) throws -> Route? {
    var (files, points) = ([String](), SegmentCounter())
    var span: TimeSpan?
    try journal.forEach(parts) { _, object in
      span = object.content.span
      points.begin(object.fields)
      files = object.fields.list("files").compactMap { file in
        if case .text(let name) = file { name } else { nil }
      }
    }
    return parts.first.map { row in
      Route(
        uuid: row.uuid, sequence: row.sequence, points: points.points,
        workout: workouts.workout(of: row), span: span, segments: points.segments,
        source: journal.tables.sourceName(row.provenance), files: files, parts: parts)
    }
  }

  /// Counts points and segments from part to part of a route.
  private struct SegmentCounter {
    var points = 0
    var segments = 0
    /// The end of each segment of the part, as the index of a point.
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

    /// Returns the segment of a point of the part.
    func segment(of index: Int) -> Int { first + (ends.firstIndex { index < $0 } ?? 0) }
  }

  package struct Point {
    /// The uuid of the route.
    fileprivate let uuid: String
    fileprivate let workout: String?
    fileprivate let number: Int
    fileprivate let fields: [Field]
    /// That of the clock by which the route is told; files have times in UTC.
    fileprivate let offset: Int16?
    /// The segment of the route that it lies in, from 1: between two the way is not known.
    package let segment: Int

    /// The time at which it was passed.
    package var time: Timestamp? {
      fields.text("date").flatMap { Timestamp(fieldText: $0) }.map { time in
        Timestamp(instant: time.instant, offsetMinutes: offset ?? time.offsetMinutes)
      }
    }

    /// The latitude in degrees.
    package var latitude: Double? { fields.number("latitude") }
    /// The longitude in degrees.
    package var longitude: Double? { fields.number("longitude") }
    /// The place, if all of it is known.
    var place: Place? { latitude.flatMap { latitude in longitude.map { (latitude, $0) } } }
  }

  /// A place on the earth, in degrees.
  package typealias Place = (latitude: Double, longitude: Double)

  /// Returns the metres between two places that are near each other. A degree of longitude is
  /// shorter than one of latitude by the cosine of the latitude.
  package static func metres(from one: Place, to other: Place) -> Double {
    let north = other.latitude - one.latitude
    let east =
      (other.longitude - one.longitude).remainder(dividingBy: 360)
      * cos((one.latitude + other.latitude) / 2 * .pi / 180)
    return (north * north + east * east).squareRoot() * 111_195
  }

  /// The fields of `routes --points`.
  static let pointColumns: [RowColumn<Point>] = [
    RowColumn(.object, tellsApart: true, hidden: true, note: "the uuid of the route") {
      .text($0.uuid)
    },
    RowColumn("workout", hidden: true) { Cell(text: $0.workout) },
    RowColumn("point", .number, tellsApart: true, rank: .key) { .whole($0.number) },
    RowColumn(.date, .time) { point in
      point.time.map { .time($0) } ?? Cell(text: point.fields.text("date"))
    },
    RowColumn(.latitude, .number, unit: "deg") { Cell($0.latitude) },
    RowColumn(.longitude, .number, unit: "deg") { Cell($0.longitude) },
    figure(.altitude, "m"), figure(.horizontalAccuracy, "m", rank: .detail),
    figure(.verticalAccuracy, "m", rank: .detail), figure(.course, "deg", rank: .detail),
    figure(.speed, "m/s"),
    RowColumn(.segment, .number, hidden: true, note: "its number in the route, from 1") {
      .whole($0.segment)
    },
  ]

  /// Returns the column of a figure as the source has it, under the source's name for it.
  private static func figure(
    _ role: Column.Role, _ unit: String, rank: Column.Rank = .usual
  ) -> RowColumn<Point> {
    RowColumn(role, .quantity, unit: unit, rank: rank) { Cell($0.fields.number(role.rawValue)) }
  }

  /// Returns one row a point, in the order of each route.
  package static func points(
    of journal: ReplayedJournal, in context: ViewContext, workout: ObjectUUID? = nil
  ) throws -> Table {
    let limit = context.query.limit
    var context = context
    context.query.limit = nil
    let workouts = try WorkoutsOfLines(journal.tables)
    let routes = try routes(of: journal, context, workout, workouts)
    return Table(pointColumns) { body in
      for parts in routes {
        guard let row = parts.first else { continue }
        try forEachPoint(parts, workouts.workout(of: row), journal, body)
      }
    }.limited(to: limit)
  }

  /// Calls `body` with each point of a route, in order.
  package static func forEachPoint(
    of route: Route, in journal: ReplayedJournal, _ body: (Point) throws -> Void
  ) throws {
    try forEachPoint(route.parts, route.workout, journal, body)
  }

  /// Calls `body` with each point of the route of these parts, in order.
  static func forEachPoint(
    of parts: [ObjectRow], in journal: ReplayedJournal, _ body: (Point) throws -> Void
  ) throws {
    try forEachPoint(parts, nil, journal, body)
  }

  private static func forEachPoint(
    _ parts: [ObjectRow], _ workout: ObjectUUID?, _ journal: ReplayedJournal,
    _ body: (Point) throws -> Void
  ) throws {
    guard let row = parts.first else { return }
    let (uuid, workout) = (row.uuid.description, workout?.description)
    var counter = SegmentCounter()
    try journal.forEach(parts) { _, object in
      let before = counter.points
      counter.begin(object.fields)
      let offset = object.content.span?.start.offsetMinutes
      for (index, location) in object.fields.list("locations").enumerated() {
        guard case .fields(let fields) = location else { continue }
        try body(
          Point(
            uuid: uuid, workout: workout, number: before + index + 1, fields: fields,
            offset: offset, segment: counter.segment(of: index)))
      }
    }
  }

  /// Returns the parts of each route of each workout; none if the reader may not see routes.
  static func routesOfWorkouts(
    in journal: ReplayedJournal
  ) throws -> [ObjectUUID: [[ObjectRow]]] {
    guard journal.tables.isDetermined(WorkoutRoute.type) else { return [:] }
    let workouts = try WorkoutsOfLines(journal.tables)
    var found: [ObjectUUID: [[ObjectRow]]] = [:]
    for parts in try routes(of: journal, ViewContext(), nil, workouts) {
      guard let workout = workouts.workout(of: parts[0]) else { continue }
      found[workout, default: []].append(parts)
    }
    return found
  }

  /// Returns the parts of each route that is meant, newest first.
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
}

/// The options of `routes`.
struct RoutesOptions: ViewOptions {
  /// The only workout; nil: all.
  var workout: ObjectUUID?
  /// Asks for a row for each point.
  var showsPoints = false

  static let declared: [DeclaredOption<Self>] =
    [
      .value(\.workout, "workout", "UUID", "only the routes of this workout, or last") {
        try $0.uuid($1)
      },
      .flag(\.showsPoints, "points", "show each point"),
    ] + shared(Option.narrowing + [.limit, .sort])

  static let choosesTypes = false
}

extension View {
  /// The view of the routes of workouts.
  package static let routes = View(
    "routes", summary: "routes of workouts, newest first, by route or point",
    options: RoutesOptions.self,
    details: """
      Shows the routes of workouts, the newest first: workout, start, end, number of points,
      source. Formats for programs also have `segments`; the way between two segments is not
      known. A route has no points if its file was missing in the export. --workout names one
      workout.

      --points shows the points in their order: time, latitude and longitude (degrees), altitude
      (m), accuracies (m), course (degrees from north) and speed (m/s), as the source has them. An
      accuracy, course or speed below 0 means that it is not known.

      Points can be written as GPX 1.1: with --format gpx, or into a file whose name ends in .gpx.
      `workouts --route UUID` is a short form for one workout. A route becomes a track, and its
      times are in UTC. `speed`, `course`, `hAcc` and `vAcc` are in the `extensions` of a point,
      as the Health app writes them. So an import reads the same points again. Segments stay
      separate.

      Examples

        health-journal routes --from 2026-01-01 --limit 5
        health-journal export routes --points --from 2026-01-01 -o points.csv
        health-journal export routes --points --workout 3F2504E0-4F89-41D3-9A0C-0305E82C3304 -o run.gpx
      """,
    reads: RoutesView.reads, isNewestFirst: true,
    forms: [Form("", RoutesView.columns), Form("--points", RoutesView.pointColumns)]
  ) { request, options in
    let context = try request.context()
    return options.showsPoints
      ? try RoutesView.points(of: request.journal, in: context, workout: options.workout)
      : try RoutesView.table(of: request.journal, in: context, workout: options.workout)
  }
}

/// The live documents of a type that a query means, newest first. What they say is read again from
/// their lines, one at a time: a route or a recording takes a hundred times the memory of its row.
struct SeenDocuments: Sendable {
  /// The rows in order.
  let rows: [ObjectRow]
  private let journal: ReplayedJournal

  /// - Parameters:
  ///   - type: an identifier.
  ///   - isMeant: returns true for the requested rows.
  /// - Throws: `.readNotDetermined`; the errors of reading lines.
  init(
    of type: String, in journal: ReplayedJournal, _ query: ViewQuery,
    where isMeant: (ObjectRow) -> Bool
  ) throws {
    let tables = journal.tables
    try tables.requireDetermined(type)
    let number = tables.types.number(of: type)
    var rows = try journal.objectRows(query) { row in
      row.kind == .document && row.type == number
        && query.covers(start: row.start, end: row.end) && isMeant(row)
    }
    rows.sort {
      tables.isNewer($0, than: $1)
    }
    self.rows = Array(rows.prefix(query.limit ?? .max))
    self.journal = journal
  }

  /// Calls `body` with each row and the object of its line.
  func forEach(_ body: (ObjectRow, HealthObject) throws -> Void) throws {
    try journal.forEach(rows, body)
  }
}

extension ReplayedJournal {
  /// Returns the live objects other than samples that a query's sources and predicate let pass, in
  /// the order in which they were saved.
  ///
  /// - Parameter isMeant: returns true for the rows that are asked for.
  func objectRows(
    _ query: ViewQuery, where isMeant: (ObjectRow) -> Bool
  ) throws -> [ObjectRow] {
    try tables.readObjects()
    let passes = query.provenances(in: tables)
    let rows = tables.objects.filter {
      $0.isLive && passes[Int($0.provenance)] && isMeant($0)
    }
    guard var evaluator = try PredicateEvaluator(query, self) else { return rows }
    var kept: [ObjectRow] = []
    try forEach(rows) { row, object in
      if try evaluator.holds(row, object) { kept.append(row) }
    }
    return kept
  }

  /// Calls `body` with each row and the object of its line. A line that saved several that follow
  /// each other is read once.
  func forEach(
    _ rows: [ObjectRow], _ body: (ObjectRow, HealthObject) throws -> Void
  ) throws {
    var rest = rows[...]
    while let first = rest.first {
      let ofLine = rest.prefix { $0.sequence == first.sequence }
      rest = rest.dropFirst(ofLine.count)
      let line = UInt64(first.sequence)
      let objects = try objects(inLines: [line])[line]
      for row in ofLine {
        if let object = objects?[row.uuid] { try body(row, object) }
      }
    }
  }
}

extension [Field] {
  /// Returns the elements of a list; none if there is no list.
  func list(_ name: String) -> [FieldValue] {
    if case .list(let elements)? = self[name] { elements } else { [] }
  }

  /// Returns a number; nil if there is none.
  func number(_ name: String) -> Double? {
    if case .number(let number)? = self[name] { number } else { nil }
  }

  /// Returns a text; nil if there is none.
  func text(_ name: String) -> String? {
    if case .text(let text)? = self[name] { text } else { nil }
  }
}
