import ByteTools
import HealthModel
import HealthTables
import HealthViews

extension ReportSection {
  /// Workouts by activity, heart rates, swims by length, routes.
  static let workouts = ReportSection(
    name: "workouts", title: .workoutsTitle, nothing: .noWorkouts
  ) { data, page in
    let workouts = try data.workouts().now
    if workouts.isEmpty { return false }
    let swims = try data.swims(workouts, most: 12)
    page.activities(workouts, data)
    page.grid { page in
      page.workoutBars(workouts, data)
      page.heartBands(workouts, data)
      page.lengths(swims, data.words)
    }
    page.workoutTables(workouts, data)
    page.lengthTable(swims, data.words)
    page.swims(swims, data.words)
    page.workoutList(workouts, data)
    try page.routes(data)
    return true
  }
}

extension Words {
  /// Returns the name of an activity; one that has no word here has HealthKit's: `water polo`.
  func activity(_ name: String) -> String {
    let short = WorkoutActivityType.find(name)?.name ?? name
    return OtherNames.activities[short].map { self($0) } ?? spaced(short)
  }

  /// Returns `traditionalStrengthTraining` as words.
  func spaced(_ name: String) -> String {
    var text = ""
    for character in name {
      text += character.isUppercase ? " " + character.lowercased() : String(character)
    }
    return text
  }

  func kilometres(_ metres: Double?) -> String {
    metres.map { number($0 / 1000, 2) + " km" } ?? "–"
  }

  /// Returns the name of a style of swimming.
  func style(_ style: SwimmingStrokeStyle) -> String {
    switch style {
    case .unknown: self(.unknownStyle)
    case .mixed: self(.mixed)
    case .freestyle: self(.freestyle)
    case .backstroke: self(.backstroke)
    case .breaststroke: self(.breaststroke)
    case .butterfly: self(.butterfly)
    case .kickboard: self(.kickboard)
    }
  }
}

/// The heart rates of all workouts that lie in one band.
private struct HeartBand {
  /// Its number among those of `HeartRateBands`.
  let index: Int
  var seconds = 0.0
  var lines: [UInt32] = []

  /// Returns every band, the lowest first; none if no workout has heart rates.
  static func all(_ workouts: [WorkoutRecord]) -> [HeartBand] {
    let measured = workouts.compactMap(\.bands)
    if measured.isEmpty { return [] }
    return HeartRateBands.starts.indices.map { index in
      var band = HeartBand(index: index)
      for bands in measured {
        band.seconds += bands.seconds[index]
        band.lines += bands.lines[index]
      }
      return band
    }
  }

  /// Returns a name such as `120–139`.
  func name(_ words: Words) -> String {
    let bands = HeartRateBands.starts
    if index == 0 { return "< " + words.number(bands[1]) }
    if index == bands.count - 1 { return "≥ " + words.number(bands[index]) }
    return words.number(bands[index]) + "–" + words.number(bands[index + 1] - 1)
  }
}

extension [WorkoutRecord] {
  /// The total of active seconds.
  fileprivate var seconds: Double { reduce(0) { $0 + ($1.possibleDuration ?? 0) } }
}

extension Page {
  /// Writes the totals of the workouts of each activity.
  fileprivate mutating func activities(_ workouts: [WorkoutRecord], _ data: ReportData) {
    let words = data.words
    let groups = Dictionary(grouping: workouts, by: \.activity)
      .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    table(
      words(.activitiesCaption),
      Self.workoutColumns(words(.activity), words).enumerated()
        .map { index, column in index > 3 ? column.optional : column },
      groups.map { activity, workouts in
        [words.activity(activity)] + Self.workoutCells(workouts, data)
      })
  }

  private static func workoutColumns(_ name: String, _ words: Words) -> [TableColumn] {
    [
      .text(name), .number(words(.count)), .number(words(.time)),
      .number(words(.distance)), .number(words(.energy)), .number(words(.meanRate)),
      .lines(words(.linesHeading)),
    ]
  }

  /// Returns the cells with the totals of some workouts.
  private static func workoutCells(_ workouts: [WorkoutRecord], _ data: ReportData) -> [String] {
    func sum(_ numbers: [Double]) -> Double? {
      numbers.isEmpty ? nil : ExactSum(numbers).value
    }
    let words = data.words
    return [
      words.number(workouts.count), words.hours(sum(workouts.compactMap(\.possibleDuration))),
      words.kilometres(sum(workouts.compactMap(\.distance))),
      sum(workouts.compactMap(\.energy)).map { words.number($0) + " kcal" } ?? "–",
      words.number(SampleSpread(workouts.compactMap(\.heartRate))?.mean),
      data.text(FigureLines(workouts.map(\.sequence))),
    ]
  }

  /// Writes the text of the drawings: a row for each part of the period, and one for each band of
  /// heart rates.
  fileprivate mutating func workoutTables(_ workouts: [WorkoutRecord], _ data: ReportData) {
    let (words, step) = (data.words, data.period.tabled)
    let rows = data.parts(step).compactMap { part -> [String]? in
      let own = workouts.filter { part.days.contains($0.day) }
      return own.isEmpty ? nil : [data.text(part, step)] + Self.workoutCells(own, data)
    }
    let bands = HeartBand.all(workouts)
    details(words(.tableOf, words(.workoutsTitle))) { page in
      page.table(words(.workoutPartsCaption), Self.workoutColumns(words(step.word), words), rows)
      if bands.isEmpty { return }
      page.table(
        words(.bandsTitle),
        [
          .text(words(.range)), .number(words(.time)), .number(words(.samples)),
          .lines(words(.linesHeading)),
        ],
        bands.map { band in
          [
            band.name(words), words.hours(band.seconds), words.number(band.lines.count),
            data.text(FigureLines(band.lines)),
          ]
        })
    }
  }

  /// Hours of workouts in each part.
  fileprivate mutating func workoutBars(_ workouts: [WorkoutRecord], _ data: ReportData) {
    let (words, days) = (data.words, data.period.days)
    let parts = data.parts(data.period.tabled)
    let hours = parts.map { part -> Double? in
      let own = workouts.filter { part.days.contains($0.day) }
      return own.isEmpty ? nil : own.seconds / 3600
    }
    let plot = Plot(ValueScale(hours.compactMap(\.self), fromZero: true), height: 150)
    let caption = words(
      .workoutBarsCaption, words.count(workouts.count, .oneWorkout, .workouts),
      words.hours(workouts.seconds))
    figure(words(.workoutBarsTitle), caption, height: plot.height) { page in
      page.valueAxis(plot, words) { words.number($0, plot.scale.decimals) + " h" }
      page.bars(hours, parts, plot, days, "f-swim")
      page.timeAxis(plot, days, words)
    }
  }

  /// Draws the time in each band of heart rates during workouts.
  fileprivate mutating func heartBands(_ workouts: [WorkoutRecord], _ data: ReportData) {
    let bands = HeartBand.all(workouts)
    if bands.isEmpty { return }
    let words = data.words
    let all = max(bands.reduce(0) { $0 + $1.seconds }, 1)
    let measured = workouts.count { $0.bands != nil }
    let caption = words(.bandsCaption, words.number(measured), words.number(workouts.count))
    let texts = bands.map { "\($0.name(words)): \(words.hours($0.seconds))" }
    let height = Double(bands.count) * 22 + 8
    figure(words(.bandsTitle), caption, read: texts.joined(separator: "; "), height: height) {
      page in
      for (index, band) in bands.enumerated() {
        let y = 4 + Double(bands.count - 1 - index) * 22
        let width = band.seconds / all * 210
        page.label(band.name(words), 62, y + 12.5, "end")
        if band.seconds > 0 {
          var bar = PathText()
          bar.rectangle(70, y + 2, width: width, height: 14)
          page.path(bar, "f-heart")
        }
        page.label(words.hours(band.seconds), 76 + width, y + 12.5)
      }
    }
  }

  /// Writes the newest workouts.
  fileprivate mutating func workoutList(_ workouts: [WorkoutRecord], _ data: ReportData) {
    let words = data.words
    let rows = workouts.prefix(40).map { workout in
      [
        data.moment(workout.span.start), words.activity(workout.activity),
        words.clock(workout.duration), words.kilometres(workout.distance),
        workout.energy.map { words.number($0) + " kcal" } ?? "–",
        words.number(workout.heartRate), words.source(workout.source),
        words.number(Int(workout.sequence)),
      ]
    }
    details(
      words(.newest, words.number(rows.count), words.number(workouts.count)),
      words(.workoutListCaption),
      [
        .text(words(.when)), .text(words(.activity)), .number(words(.time)),
        .number(words(.distance)), .number(words(.energy)), .number(words(.meanRate)),
        .sentence(words(.source)), .number(words(.line)),
      ], rows)
  }

  /// Draws the routes of the newest workouts that have some.
  mutating func routes(_ data: ReportData) throws {
    let lines = try RouteLine.newest(8, data)
    if lines.isEmpty { return }
    let words = data.words
    element(.h3, text: words(.routesTitle))
    note(words(.routesCaption))
    element(.div, [.class("small")]) { page in
      for line in lines {
        let day = line.start.map { words.day(data.date(of: $0)) } ?? ""
        let caption =
          words.number(line.kilometres, 1) + " km, "
          + words(.points, words.number(line.count))
          + (line.sequence.map { ", " + words(.lineOf, words.number(Int($0))) } ?? "")
        page.figure(day, caption, of: words(.route), height: 100, width: 100) { page in
          page.path(line.path, "line swim")
        }
      }
    }
  }

  /// Draws the lengths of the newest swim with known lengths.
  mutating func lengths(_ swims: [SavedSwim], _ words: Words) {
    guard let swim = Self.measured(swims)?.swim else { return }
    let lengths = swim.lengths.prefix(120)
    let plot = Plot(ValueScale(lengths.map(\.duration), fromZero: true), height: 150)
    let caption =
      words(
        .lengthsCaption, words.day(swim.date), words.number(swim.lengths.count),
        words.clock(swim.pace)) + (swim.swolf.map { ", SWOLF " + words.number($0, 1) } ?? "") + "."
    figure(words(.lengthsTitle), caption, height: plot.height) { page in
      page.valueAxis(plot, words) { words.number($0) + " s" }
      var bars = PathText()
      let width = (plot.right - plot.left) / Double(lengths.count)
      for (index, length) in lengths.enumerated() {
        let gap = min(width * 0.2, 3)
        bars.rectangle(
          plot.left + Double(index) * width + gap / 2, plot.y(length.duration),
          width: width - gap, height: plot.bottom - plot.y(length.duration))
      }
      page.path(bars, "f-swim")
      for number in stride(from: 1, through: lengths.count, by: max(1, lengths.count / 6)) {
        page.label(
          words.number(number), plot.left + (Double(number) - 0.5) * width, plot.bottom + 16,
          "mid")
      }
    }
  }

  /// Returns the newest swim with known lengths.
  private static func measured(_ swims: [SavedSwim]) -> SavedSwim? {
    swims.first { $0.swim.lengths.count > 1 }
  }

  /// Writes the same lengths as a table.
  mutating func lengthTable(_ swims: [SavedSwim], _ words: Words) {
    guard let (swim, line) = Self.measured(swims) else { return }
    let rows = swim.lengths.prefix(120).map { length in
      [
        words.number(length.number), words.number(length.metres),
        words.number(length.duration, 1), words.number(length.strokes),
        length.style.map(words.style) ?? "–", words.number(Int(line)),
      ]
    }
    details(
      words(.tableOf, words(.lengthsTitle)), words(.lengthsTableCaption, words.day(swim.date)),
      [
        .number(words(.length)), .number("m"), .number("s"), .number(words(.strokes)),
        .text(words(.style)), .number(words(.line)),
      ], rows)
  }

  /// Writes the newest swims.
  mutating func swims(_ swims: [SavedSwim], _ words: Words) {
    if swims.isEmpty { return }
    let rows = swims.map { swim, line in
      [
        words.day(swim.date), words.number(swim.metres) + (swim.metres == nil ? "" : " m"),
        words.number(swim.laps), words.clock(swim.totalTime),
        words.clock(swim.pace) + (swim.pace == nil ? "" : " /100 m"),
        words.number(swim.swolf, 1), swim.styles.map(words.style).joined(separator: ", "),
        words.number(Int(line)),
      ]
    }
    element(.h3, text: words(.swimsTitle))
    table(
      words(.swimsCaption, words.number(swims.count)),
      [
        .text(words(.day)), .number(words(.distance)), .number(words(.laps)),
        .number(words(.time)), .number(words(.pace)), .number("SWOLF").optional,
        .text(words(.styles)).optional, .number(words(.line)).optional,
      ], rows)
  }
}

/// The form of a workout's route, as a line without a map.
struct RouteLine {
  /// The day and hour of its first point.
  var start: Timestamp?
  /// Kilometres along all its points.
  var kilometres: Double
  var count: Int
  /// The line, in a square of 100.
  var path: PathText
  /// The line of the journal that saved it; nil: not known.
  var sequence: UInt32?

  /// A line has at most this many points, which are enough for its form.
  private static let most = 240

  /// Points that lie less than this many degrees apart, a tenth of a millimetre, make no line.
  private static let finest = 1e-9

  /// A point in degrees, and the segment of the route that it lies in: between two segments the way
  /// is not known.
  typealias Point = (latitude: Double, longitude: Double, segment: Int)

  /// Creates the line through points; nil for fewer than two points, and for points that are all
  /// the same.
  init?(_ points: [Point], start: Timestamp?) {
    guard points.count > 1, let first = points.first else { return nil }
    // A degree of longitude is shorter than one of latitude by the cosine of the latitude.
    let shrink = cos(first.latitude * .pi / 180)
    let plane = points.map { point in
      (x: (point.longitude - first.longitude) * shrink, y: -point.latitude, segment: point.segment)
    }
    let (xs, ys) = (plane.map(\.x), plane.map(\.y))
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max(),
      [left, right, top, bottom].allSatisfy(\.isFinite)
    else { return nil }
    let extent = max(right - left, bottom - top)
    guard extent >= Self.finest, extent.isFinite else { return nil }
    let scale = 92 / extent
    let (padX, padY) = ((100 - (right - left) * scale) / 2, (100 - (bottom - top) * scale) / 2)
    path = PathText()
    var segment: [PathText.Point] = []
    let step = max(1, (plane.count + Self.most - 1) / Self.most)
    for (index, point) in plane.enumerated() {
      let ends = index == plane.count - 1 || plane[index + 1].segment != point.segment
      guard segment.isEmpty || ends || index % step == 0 else { continue }
      segment.append((padX + (point.x - left) * scale, padY + (point.y - top) * scale))
      guard ends else { continue }
      path.line(through: segment)
      segment = []
    }
    kilometres = zip(plane, plane.dropFirst()).reduce(0) { sum, pair in
      guard pair.0.segment == pair.1.segment else { return sum }
      let (x, y) = (pair.1.x - pair.0.x, pair.1.y - pair.0.y)
      return sum + (x * x + y * y).squareRoot() * 111.195
    }
    count = points.count
    self.start = start
  }

  /// Returns the lines of the newest routes of a period.
  fileprivate static func newest(_ most: Int, _ data: ReportData) throws -> [RouteLine] {
    guard data.journal.tables.isDetermined(WorkoutRoute.type) else { return [] }
    var context = data.context
    context.query.types = nil
    // Newest first, and only those that have points.
    let routes = try RoutesView.routes(of: data.journal, in: context).filter { $0.points > 1 }
    return try routes.prefix(most).compactMap { route in
      var points: [Point] = []
      var start: Timestamp??
      try RoutesView.forEachPoint(of: route, in: data.journal) { point in
        if start == nil { start = .some(point.time) }
        guard let latitude = point.latitude, let longitude = point.longitude else { return }
        points.append((latitude, longitude, point.segment))
      }
      var line = RouteLine(points, start: start ?? nil)
      line?.sequence = route.sequence
      return line
    }
  }
}

/// A swim and the line that saved its workout.
typealias SavedSwim = (swim: LoggedSwim, line: UInt32)

extension ReportData {
  /// Returns the newest swims, `most` at most, and the line of each.
  func swims(
    _ workouts: [WorkoutRecord], most: Int
  ) throws -> [SavedSwim] {
    // The query begins with the oldest of them, so that no older workouts are read, and ends after
    // the last, whose own zone may put it on a day of the period that is over in the journal's.
    let water = workouts.filter { record in
      let name = WorkoutActivityType.find(record.activity)?.name ?? ""
      return name == "swimming" || name == "swimBikeRun"
    }
    guard let last = water.prefix(most).last else { return [] }
    var context = context
    context.query.from = last.span.start.instant
    context.query.to = water.map(\.span.end.instant).max()?.adding(microseconds: 1)
    context.query.foldsCopies = true
    let lines = Dictionary(workouts.map { ($0.uuid, $0.sequence) }) { first, _ in first }
    let found: [SavedSwim] = try SwimsView.swims(of: journal, in: context).compactMap { swim in
      lines[swim.uuid].map { (swim, $0) }
    }
    return Array(found.prefix(most))
  }
}
