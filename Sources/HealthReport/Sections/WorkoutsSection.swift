import HealthModel
import HealthProjections

extension ReportSection {
  /// Workouts by activity, heart rates, swims by length, routes.
  static let workouts = ReportSection(
    name: "workouts", title: .workoutsTitle, nothing: .noWorkouts
  ) { data, page in
    let workouts = try data.workouts().now
    if workouts.isEmpty { return false }
    page.activities(workouts, data)
    try page.grid { page in
      page.workoutBars(workouts, data)
      page.heartBands(workouts, data)
      try page.lengths(workouts, data)
    }
    try page.swims(workouts, data)
    page.workoutList(workouts, data)
    try page.routes(data)
    return true
  }
}

extension Words {
  /// The name of an activity as HealthKit's word has it: `traditional strength training`.
  func activity(_ name: String) -> String {
    let short = WorkoutActivityType.find(name)?.name ?? name
    switch short {
    case "running": return self(.running)
    case "walking": return self(.walking)
    case "cycling": return self(.cycling)
    case "swimming": return self(.swimming)
    case "hiking": return self(.hiking)
    case "yoga": return self(.yoga)
    default: break
    }
    return spaced(short)
  }

  /// `traditionalStrengthTraining` as words.
  func spaced(_ name: String) -> String {
    var text = ""
    for character in name {
      text += character.isUppercase ? " " + character.lowercased() : String(character)
    }
    return text
  }

  /// Metres as kilometres.
  func kilometres(_ metres: Double?) -> String {
    metres.map { number($0 / 1000, 2) + " km" } ?? "–"
  }
}

extension Page {
  /// What the workouts of each activity come to.
  fileprivate mutating func activities(_ workouts: [WorkoutRecord], _ data: ReportData) {
    let words = data.words
    let groups = Dictionary(grouping: workouts, by: \.activity)
      .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    func sum(_ numbers: [Double]) -> Double? {
      if numbers.isEmpty { return nil }
      var sum = ExactSum()
      for number in numbers { sum.add(number) }
      return sum.value
    }
    let rows = groups.map { activity, workouts in
      [
        words.activity(activity), words.number(workouts.count),
        words.hours(sum(workouts.map(\.duration))),
        words.kilometres(sum(workouts.compactMap(\.distance))),
        sum(workouts.compactMap(\.energy)).map { words.number($0) + " kcal" } ?? "–",
        words.number(Mean(workouts.compactMap(\.heartRate))?.value),
        data.text(FigureLines(workouts.map(\.sequence))),
      ]
    }
    table(
      words(.activitiesCaption),
      [
        .text(words(.activity)), .number(words(.count)), .number(words(.time)),
        .number(words(.distance)), .number(words(.energy)).optional,
        .number(words(.meanRate)).optional, .wide(words(.linesHeading)).optional,
      ], rows)
  }

  /// Hours of workouts in each part.
  fileprivate mutating func workoutBars(_ workouts: [WorkoutRecord], _ data: ReportData) {
    let (words, days) = (data.words, data.period.days)
    let parts = data.parts(data.period.tabled)
    let hours = parts.map { part -> Double? in
      let own = workouts.filter { part.days.contains($0.day) }
      return own.isEmpty ? nil : own.reduce(0) { $0 + $1.duration } / 3600
    }
    let plot = Plot(ValueScale(hours.compactMap(\.self), fromZero: true), height: 150)
    let caption = words(
      .workoutBarsCaption, words.number(workouts.count),
      words.hours(workouts.reduce(0) { $0 + $1.duration }))
    figure(words(.workoutBarsTitle), caption) { page in
      page.drawing(words(.workoutBarsTitle) + ": " + caption, height: plot.height) { page in
        page.valueAxis(plot, words) { words.number($0, plot.scale.decimals) + " h" }
        page.bars(hours, parts, plot, days, "f-swim")
        page.timeAxis(plot, days, words)
      }
    }
  }

  /// How long the heart beat at which rate during workouts.
  fileprivate mutating func heartBands(_ workouts: [WorkoutRecord], _ data: ReportData) {
    let measured = workouts.compactMap(\.bands?.seconds)
    guard !measured.isEmpty else { return }
    let (words, bands) = (data.words, HeartRateBands.starts)
    let seconds = bands.indices.map { band in measured.reduce(0) { $0 + $1[band] } }
    let all = max(seconds.reduce(0, +), 1)
    let names = bands.indices.map { band -> String in
      if band == 0 { return "< " + words.number(bands[1]) }
      if band == bands.count - 1 { return "≥ " + words.number(bands[band]) }
      return words.number(bands[band]) + "–" + words.number(bands[band + 1] - 1)
    }
    let caption = words(
      .bandsCaption, words.number(measured.count), words.number(workouts.count))
    let texts = zip(names, seconds).map { "\($0): \(words.hours($1))" }
    figure(words(.bandsTitle), caption) { page in
      page.drawing(
        words(.bandsTitle) + ": " + texts.joined(separator: "; "),
        height: Double(bands.count) * 22 + 8
      ) { page in
        for (band, (name, seconds)) in zip(names, seconds).enumerated() {
          let y = 4 + Double(bands.count - 1 - band) * 22
          page.label(name, 62, y + 12.5, "end")
          var bar = PathText()
          bar.rectangle(70, y + 2, width: max(seconds / all * 210, seconds > 0 ? 1 : 0), height: 14)
          page.path(bar, "f-heart")
          page.label(words.hours(seconds), 76 + seconds / all * 210, y + 12.5)
        }
      }
    }
  }

  /// The newest workouts.
  fileprivate mutating func workoutList(_ workouts: [WorkoutRecord], _ data: ReportData) {
    let words = data.words
    let rows = workouts.prefix(40).map { workout in
      [
        words.moment(workout.span.start), words.activity(workout.activity),
        words.clock(workout.duration), words.kilometres(workout.distance),
        workout.energy.map { words.number($0) + " kcal" } ?? "–",
        words.number(workout.heartRate), words.source(workout.source),
        words.number(Int(workout.sequence)),
      ]
    }
    details(words(.newest, words.number(rows.count), words.number(workouts.count))) { page in
      page.table(
        words(.workoutListCaption),
        [
          .text(words(.when)), .text(words(.activity)), .number(words(.time)),
          .number(words(.distance)), .number(words(.energy)), .number(words(.meanRate)),
          .text(words(.source)), .number(words(.line)),
        ], rows)
    }
  }
}

// MARK: Swims

extension ReportData {
  /// The newest swims, at most so many, and the line of each.
  fileprivate func swims(
    _ workouts: [WorkoutRecord], most: Int
  ) throws -> [(swim: LoggedSwim, line: UInt32)] {
    // So that no more workouts are read than those.
    let water = workouts.filter { record in
      let name = WorkoutActivityType.find(record.activity)?.name ?? ""
      return name == "swimming" || name == "swimBikeRun"
    }
    guard let last = water.prefix(most).last else { return [] }
    var context = context
    context.query.from = last.span.start.instant
    context.query.foldsCopies = true
    let lines = Dictionary(workouts.map { ($0.uuid, $0.sequence) }) { first, _ in first }
    return try SwimsView.swims(of: journal, in: context).prefix(most).compactMap { swim in
      lines[swim.uuid].map { (swim, $0) }
    }
  }
}

extension Page {
  /// The lengths of the newest swim of which they are known.
  fileprivate mutating func lengths(_ workouts: [WorkoutRecord], _ data: ReportData) throws {
    let swims = try data.swims(workouts, most: 12)
    guard let swim = swims.first(where: { $0.swim.lengths.count > 1 })?.swim else { return }
    let words = data.words
    let lengths = swim.lengths.prefix(120)
    let plot = Plot(ValueScale(lengths.map(\.duration), fromZero: true), height: 150)
    let caption =
      words(
        .lengthsCaption, words.day(swim.date), words.number(swim.lengths.count),
        words.clock(swim.pace)) + (swim.swolf.map { ", SWOLF " + words.number($0, 1) } ?? "") + "."
    figure(words(.lengthsTitle), caption) { page in
      page.drawing(words(.lengthsTitle) + ": " + caption, height: plot.height) { page in
        page.valueAxis(plot, words) { words.number($0) + " s" }
        var bars = PathText()
        let width = (plot.right - plot.left) / Double(lengths.count)
        for (place, length) in lengths.enumerated() {
          let gap = min(width * 0.2, 3)
          bars.rectangle(
            plot.left + Double(place) * width + gap / 2, plot.y(length.duration),
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
  }

  /// The newest swims.
  fileprivate mutating func swims(_ workouts: [WorkoutRecord], _ data: ReportData) throws {
    let swims = try data.swims(workouts, most: 12)
    if swims.isEmpty { return }
    let words = data.words
    let rows = swims.map { swim, line in
      [
        words.day(swim.date), words.number(swim.metres) + (swim.metres == nil ? "" : " m"),
        words.number(swim.laps), words.clock(swim.totalTime),
        words.clock(swim.pace) + (swim.pace == nil ? "" : " /100 m"),
        words.number(swim.swolf, 1), swim.styles.map(\.name).joined(separator: ", "),
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
