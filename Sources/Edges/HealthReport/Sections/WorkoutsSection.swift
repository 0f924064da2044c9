import ByteTools
import HealthModel
import HealthTables
import HealthViews

extension ReportSection {
  /// Workouts by activity, heart rates, kilometres, swims by length, routes.
  static let workouts = ReportSection(
    name: "workouts", title: .workoutsTitle, nothing: .noWorkouts
  ) { data in
    let workouts = try data.workouts(data.period)
    if workouts.isEmpty { return [] }
    let words = data.words
    let swims = try data.swims(workouts, most: 12)
    let swim = swims.first { $0.swim.lengths.count > 1 }
    let bands = HeartBand.all(workouts)
    let figures =
      [data.workoutBars(workouts)] + HeartBand.figure(bands, of: workouts, words)
      + (swim.map { [$0.swim.lengthsFigure(words)] } ?? [])
    return try [data.activities(workouts), .grid(figures), data.workoutTables(workouts, bands)]
      + data.splits(workouts)
      + (swim.map { [Block.lengths(of: $0, words)] } ?? []) + Block.swims(swims, words)
      + [data.workoutList(workouts)] + data.routes()
  }
}

extension Words {
  /// Returns the name of an activity; one that has no word here has HealthKit's: `water polo`.
  package func activity(_ name: String) -> String {
    let short = WorkoutActivityType.find(name)?.name ?? name
    return named("activity.\(short)") ?? TypeCatalogue.words(short)
  }

  func kilometres(_ metres: Double?) -> String {
    metres.map { number($0 / 1000, 2) + " km" } ?? "–"
  }

  /// Kilocalories.
  func energy(_ energy: Double?) -> String { energy.map { number($0) + " kcal" } ?? "–" }

  func style(_ style: SwimmingStrokeStyle) -> String { named("style.\(style.name)") ?? style.name }
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

  /// Returns how long the heart beat at each rate during workouts.
  static func figure(
    _ bands: [HeartBand], of workouts: [WorkoutRecord], _ words: Words
  ) -> [Block] {
    if bands.isEmpty { return [] }
    let measured = workouts.count { $0.bands != nil }
    let caption = words(.bandsCaption, words.number(measured), words.number(workouts.count))
    return [.figure(.bands(bands.map(\.seconds), caption, words))]
  }
}

extension [WorkoutRecord] {
  /// The total of active seconds.
  var seconds: Double { reduce(0) { $0 + ($1.possibleDuration ?? 0) } }
}

/// Workouts that are in a row together.
private struct WorkoutGroup {
  let name: String
  let workouts: [WorkoutRecord]

  /// Returns the columns of the groups' totals, after a column of their names.
  static func columns(_ name: Word, _ data: ReportData) -> [TableColumn<WorkoutGroup>] {
    let words = data.words
    func sum(_ numbers: [Double]) -> Double? {
      numbers.isEmpty ? nil : ExactSum(numbers).value
    }
    return [
      .text(name) { $0.name }, .number(.count) { words.number($0.workouts.count) },
      .number(.time) { words.hours(sum($0.workouts.compactMap(\.possibleDuration))) },
      .number(.distance) { words.kilometres(sum($0.workouts.compactMap(\.distance))) },
      .number(.energy) { words.energy(sum($0.workouts.compactMap(\.energy))) },
      .number(.meanRate) {
        words.number(SampleSpread($0.workouts.compactMap(\.heartRate))?.mean)
      },
      .lines(.linesHeading) { data.text(FigureLines($0.workouts.map(\.sequence))) },
    ]
  }
}

extension ReportData {
  /// Returns the totals of the workouts of each activity.
  fileprivate func activities(_ workouts: [WorkoutRecord]) -> Block {
    let groups = Dictionary(grouping: workouts, by: \.activity)
      .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
      .map { WorkoutGroup(name: words.activity($0), workouts: $1) }
    let columns = WorkoutGroup.columns(.activity, self).enumerated()
      .map { index, column in index > 3 ? column.optional : column }
    return .table(words(.activitiesCaption), groups, columns)
  }

  /// Returns the drawings as text: a table with a row for each part of the period, and one with a
  /// row for each band of heart rates.
  fileprivate func workoutTables(_ workouts: [WorkoutRecord], _ bands: [HeartBand]) -> Block {
    let step = period.tabled
    let groups = parts(step).map { part in
      WorkoutGroup(
        name: text(part, step), workouts: workouts.filter { part.days.contains($0.day) })
    }.filter { !$0.workouts.isEmpty }
    let times = Block.table(
      words(.workoutPartsCaption), groups, WorkoutGroup.columns(step.word, self))
    let rates = Block.table(
      words(.bandsTitle), bands,
      [
        .text(.range) { words.band($0.index) }, .number(.time) { words.hours($0.seconds) },
        .number(.samples) { words.number($0.lines.count) },
        .lines(.linesHeading) { text(FigureLines($0.lines)) },
      ])
    return .details(
      words(.tableOf, words(.workoutsTitle)), bands.isEmpty ? [times] : [times, rates])
  }

  /// Hours of workouts in each part.
  fileprivate func workoutBars(_ workouts: [WorkoutRecord]) -> Block {
    let parts = parts(period.tabled)
    let hours = parts.map { part -> Double? in
      let own = workouts.filter { part.days.contains($0.day) }
      return own.isEmpty ? nil : own.seconds / 3600
    }
    let scale = ValueScale(hours.compactMap(\.self), fromZero: true)
    let plot = Plot(scale, of: period.days, height: 150)
    let caption = words(
      .workoutBarsCaption, words.count(workouts.count, .oneWorkout, .workouts),
      words.hours(workouts.seconds))
    let shapes = plot.framed(plot.bars(hours, parts, "f-swim"), words) {
      words.number($0, plot.scale.decimals) + " h"
    }
    return .figure(
      Figure(
        title: words(.workoutBarsTitle), caption: caption, height: plot.height, shapes: shapes))
  }

  /// Returns the newest workouts.
  fileprivate func workoutList(_ workouts: [WorkoutRecord]) -> Block {
    let rows = workouts.prefix(40)
    return .details(
      words(.newest, words.number(rows.count), words.number(workouts.count)),
      words(.workoutListCaption), rows,
      [
        .text(.when) { moment($0.span.start) }, .text(.activity) { words.activity($0.activity) },
        .number(.time) { words.clock($0.duration) },
        .number(.distance) { words.kilometres($0.distance) },
        .number(.energy) { words.energy($0.energy) },
        .number(.meanRate) { words.number($0.heartRate) },
        .sentence(.source) { words.source($0.source) },
        .number(.line) { words.number(Int($0.sequence)) },
      ])
  }

  /// Returns the kilometres of the newest workout that has some, of a few that were no swims.
  fileprivate func splits(_ workouts: [WorkoutRecord]) throws -> [Block] {
    let far = workouts.lazy.filter { workout in
      workout.distance ?? 0 > 1000 && WorkoutActivityType.find(workout.activity) != .swimming
    }
    for workout in far.prefix(8) {
      var context = context
      var query = ViewQuery()
      (query.object, query.leavesOutProblems) = (workout.uuid, context.query.leavesOutProblems)
      context.query = query
      let splits = try WorkoutSplitsView.splits(of: journal, in: context, every: .kilometer)
      guard splits.count > 1 else { continue }
      let title = words(.splitsTitle)
      let table = Block.details(
        words(.tableOf, title), words(.splitsTableCaption, moment(workout.span.start)),
        splits.prefix(LoggedSwim.mostLengths),
        [
          .number(under: "km") { words.number($0.number) },
          .number(.distance) { words.kilometres($0.metres) },
          .number(.time) { words.clock($0.figures.duration) },
          .number(.pace) { words.clock($0.pace) + ($0.pace == nil ? "" : " /km") },
          .number(.meanRate) { words.number($0.figures.heartRate) },
          .number(.line) { _ in words.number(Int(workout.sequence)) },
        ])
      let bars = splits.map { split in
        BarRow(
          words.number(split.number), split.figures.duration, words.clock(split.figures.duration))
      }
      let caption = words(.splitsTableCaption, moment(workout.span.start))
      return (Figure.times(title, caption, bars).map { [.figure($0)] } ?? []) + [table]
    }
    return []
  }

  /// Returns the routes of the newest workouts that have some.
  fileprivate func routes() throws -> [Block] {
    let figures = try RouteLine.newest(8, self).map { line -> Block in
      let caption =
        words.number(line.kilometres, 1) + " km, " + words(.points, words.number(line.count))
        + (line.sequence.map { ", " + words(.lineOf, words.number(Int($0))) } ?? "")
      return .figure(line.figure(line.start.map { words.day(date(of: $0)) } ?? "", caption, words))
    }
    if figures.isEmpty { return [] }
    return [.heading(words(.routesTitle)), .note(words(.routesCaption)), .small(figures)]
  }
}

extension LoggedSwim {
  /// The most lengths that are shown.
  fileprivate static let mostLengths = 120

  fileprivate var shownLengths: some Collection<SwimLength> { lengths.prefix(Self.mostLengths) }

  /// Returns a drawing of the seconds of each length.
  package func lengthsFigure(_ words: Words) -> Block {
    let lengths = shownLengths
    let plot = Plot(ValueScale(lengths.map(\.duration), fromZero: true), height: 150)
    let caption =
      words(
        .lengthsCaption, words.day(date), words.number(self.lengths.count), words.clock(pace))
      + (swolf.map { ", SWOLF " + words.number($0, 1) } ?? "") + "."
    var bars = PathText()
    let width = (plot.right - plot.left) / Double(lengths.count)
    for (index, length) in lengths.enumerated() {
      let gap = min(width * 0.2, 3)
      bars.rectangle(
        plot.left + Double(index) * width + gap / 2, plot.y(length.duration),
        width: width - gap, height: plot.bottom - plot.y(length.duration))
    }
    let step = max(1, lengths.count / 6)
    let numbers = stride(from: 1, through: lengths.count, by: step).map { number -> Shape in
      let x = plot.left + (Double(number) - 0.5) * width
      return .label(words.number(number), x, plot.bottom + 16, "mid")
    }
    return .figure(
      Figure(
        title: words(.lengthsTitle), caption: caption, height: plot.height,
        shapes: plot.valueAxis(words) { words.number($0) + " s" } + [.path(bars, "f-swim")]
          + numbers))
  }
}

extension Block {
  /// Returns the lengths of a swim as a table.
  fileprivate static func lengths(of saved: SavedSwim, _ words: Words) -> Block {
    .details(
      words(.tableOf, words(.lengthsTitle)),
      words(.lengthsTableCaption, words.day(saved.swim.date)), saved.swim.shownLengths,
      [
        .number(.length) { words.number($0.number) },
        .number(under: "m") { words.number($0.metres) },
        .number(under: "s") { words.number($0.duration, 1) },
        .number(.strokes) { words.number($0.strokes) },
        .text(.style) { $0.style.map(words.style) ?? "–" },
        .number(.line) { _ in words.number(Int(saved.line)) },
      ])
  }

  /// Returns the newest swims.
  fileprivate static func swims(_ swims: [SavedSwim], _ words: Words) -> [Block] {
    if swims.isEmpty { return [] }
    let table = Block.table(
      words(.swimsCaption, words.number(swims.count)), swims,
      [
        .text(.day) { words.day($0.swim.date) },
        .number(.distance) {
          words.number($0.swim.metres) + ($0.swim.metres == nil ? "" : " m")
        },
        .number(.laps) { words.number($0.swim.laps) },
        .number(.time) { words.clock($0.swim.totalTime) },
        .number(.pace) { words.clock($0.swim.pace) + ($0.swim.pace == nil ? "" : " /100 m") },
        .number(under: "SWOLF") { words.number($0.swim.swolf, 1) }.optional,
        .text(.styles) { $0.swim.styles.map(words.style).joined(separator: ", ") }.optional,
        .number(.line) { words.number(Int($0.line)) }.optional,
      ])
    return [.heading(words(.swimsTitle)), table]
  }
}

extension RouteLine {
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
