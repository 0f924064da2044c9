import HealthExport
import HealthModel
import HealthReport
import HealthTables
import HealthViews

extension PageKind {
  /// A workout: its figures, heart rate, route and parts, and why its figures are as they are.
  static let workout = PageKind("workout", words: 1...1) { visit in
    let uuid = try visit.uuid(visit.address.words[0], includingSamples: false)
    let context = try visit.request.context()
    let hasRates = visit.request.tables.isDetermined(WorkoutDrawings.rate)
    guard
      let charted = try ChartView.workout(
        uuid, visit.request.journal, context.query, bands: hasRates)
    else { throw NothingThere("there is no workout \(uuid)") }
    let own = OptionValues(["uuid": uuid.description])
    let table = try visit.table(.workouts, own)
    let activity = try table.allRows().first.flatMap { row -> String? in
      guard case .identifier(let name)? = table.columns.cellsByRole(row)[.activity] else {
        return nil
      }
      return visit.words.activity(name)
    }
    let start = Timestamp(charted.span.start.instant, in: try visit.zone())
    let day = try charted.date(of: visit.request.tables, in: context)
    var body = PageBody(
      "\(activity ?? ""), \(visit.words.moment(start))",
      near: [visit.link(visit.words.day(day), visit.period(day))],
      calls: [visit.call(["workouts"], own)])
    body.blocks = try visit.rows(table, of: View.workouts.name, View.workouts.summary)
    var drawings = try WorkoutDrawings(uuid, charted).blocks(&visit)
    var details = try visit.swim(uuid)
    for (option, word) in [
      ("splits", Word.splitsTitle), ("activities", .workoutParts), ("events", .lapTimes),
      ("samples", .samples), ("explain", .whyFigures),
    ] {
      let values = OptionValues([option: "yes"]).adding(own)
      let table = try visit.table(.workouts, values)
      if try table.rowCount() == 0 { continue }
      let rows = try visit.rows(
        table, of: View.workouts.name, visit.call(["workouts"], values),
        listsAlone: option == "samples")
      if rows.isEmpty { continue }
      visit.name(.workouts, values)
      drawings += try visit.times(table, option)
      details.append(.section(name: option, visit.words(word), rows))
    }
    if !drawings.isEmpty { body.blocks.append(.grid(drawings)) }
    body.blocks += details
    return body
  }
}

/// The drawings of a workout.
private struct WorkoutDrawings {
  private let uuid: ObjectUUID
  private let charted: ChartedWorkout
  static let rate = QuantityType.heartRate.identifier
  /// The parts of the time that the heart rate is drawn in.
  private static let parts = 100

  init(_ uuid: ObjectUUID, _ charted: ChartedWorkout) {
    (self.uuid, self.charted) = (uuid, charted)
  }

  func blocks(_ visit: inout Visit) throws -> [Block] {
    try heart(&visit) + route(&visit)
  }

  /// Returns the heart rate over time, and the time in each band of it.
  private func heart(_ visit: inout Visit) throws -> [Block] {
    guard visit.request.tables.isDetermined(Self.rate) else { return [] }
    var context = try visit.request.context()
    (context.query.from, context.query.to) = (charted.span.start.instant, charted.span.end.instant)
    var chart = try ChartView.chart(
      of: Self.rate, visit.request.journal, in: context, step: .none, parts: Self.parts,
      includesEnd: true)
    // One reading is no curve.
    if chart?.lanes.first?.bins.count(where: { $0.count > 0 }) ?? 0 < 2 { chart = nil }
    chart?.marks = charted.laps
    chart?.bands = charted.bands
    let words = visit.words
    let drawn = chart.map { chart -> Block in
      .figure(
        .chart(
          chart.withinPlausible(), words(.heartRate) + ", " + UnitText(chart.unit ?? "").text,
          words(.rateCaption), words, line: "line heart", fill: "f-heart", pale: "f-heart pale"))
    }
    let bands = charted.bands.map { bands -> Block in
      .figure(.bands(bands.seconds, words(.bandsOfWorkout), words))
    }
    return [drawn, bands].compactMap(\.self)
  }

  /// Returns the heights of the route over time, and the route as a line.
  private func route(_ visit: inout Visit) throws -> [Block] {
    guard visit.request.tables.isDetermined(WorkoutRoute.type) else { return [] }
    let table = try visit.table(.workouts, OptionValues(["route": uuid.description]))
    var (line, heights, start) = ([RouteLine.Point](), [CurvePoint](), Timestamp?.none)
    try table.forEachRow { row in
      let cells = table.columns.cellsByRole(row)
      guard case .time(let time)? = cells[.date] else { return }
      start = start ?? time
      let segment = if case .whole(let segment)? = cells[.segment] { segment } else { 0 }
      if case .number(let height)? = cells[.altitude] {
        heights.append(CurvePoint(time.instant, height, segment: segment))
      }
      if case (.number(let latitude)?, .number(let longitude)?) =
        (cells[.latitude], cells[.longitude])
      {
        line.append((latitude, longitude, segment))
      }
    }
    let words = visit.words
    var blocks: [Block] = []
    if let first = heights.first, let last = heights.last, heights.count > 1 {
      let time = TimeStretch(first.time, last.time, in: try visit.zone())
      blocks.append(
        .figure(
          .curve(
            words(.elevation), words(.elevationCaption), heights, over: time, words, "line move")))
    }
    if let drawn = RouteLine(line, start: start) {
      let caption =
        words.number(drawn.kilometres, 1) + " km, " + words(.points, words.number(drawn.count))
      blocks.append(.small([.figure(drawn.figure(words(.route), caption, words))]))
    }
    return blocks
  }
}

extension Visit {
  /// Returns the times of the laps or of the splits of a workout; none for other rows.
  fileprivate func times(_ table: Table, _ option: String) throws -> [Block] {
    let isOfLaps = option == "events"
    guard isOfLaps || option == "splits" else { return [] }
    let rows = try table.allRows().compactMap { row -> BarRow? in
      let cells = table.columns.cellsByRole(row)
      guard !isOfLaps || cells[.event] == .identifier("HKWorkoutEventTypeLap"),
        case .whole(let number)? = cells[isOfLaps ? .index : .part],
        case .number(let seconds)? = cells[.duration]
      else { return nil }
      return BarRow(words.number(number), seconds, words.clock(seconds))
    }
    let caption = words(isOfLaps ? .lapTimesCaption : .splitsCaption)
    return Figure.times(words(isOfLaps ? .lapTimes : .splitsTitle), caption, rows)
      .map { [.figure($0)] } ?? []
  }

  /// Returns the sets and lengths of a workout that is a swim or has one.
  fileprivate mutating func swim(_ uuid: ObjectUUID) throws -> [Block] {
    var context = try request.context()
    context.query.object = uuid
    let swims = try SwimsView.swims(of: request.journal, in: context)
      .filter { !$0.lengths.isEmpty }
    if swims.isEmpty { return [] }
    let calls = ["sets", "lengths"].map { option in
      name(.swims, OptionValues([option: "yes", "where": "uuid = \(uuid)"]))
    }
    return swims.map { $0.lengthsFigure(words) }
      + [
        .section(
          name: "lengths", words(.swimsTitle),
          try rows(SwimsView.sets(of: swims), of: View.swims.name, calls[0])
            + rows(SwimsView.lengths(of: swims), of: View.swims.name, calls[1]))
      ]
  }
}
