import HealthModel
import HealthProjections
import ViewTables

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
  /// The name of an activity; one that has no word here is HealthKit's: `water polo`.
  func activity(_ name: String) -> String {
    let short = WorkoutActivityType.find(name)?.name ?? name
    return OtherNames.activities[short].map { self($0) } ?? spaced(short)
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

/// The heart rates of all workouts that lie in one band.
private struct HeartBand {
  /// Its number among those of `HeartRateBands`.
  let index: Int
  var seconds = 0.0
  var lines: [UInt32] = []

  /// Every band, the lowest first; none where no workout has heart rates.
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

  /// `120–139`.
  func name(_ words: Words) -> String {
    let bands = HeartRateBands.starts
    if index == 0 { return "< " + words.number(bands[1]) }
    if index == bands.count - 1 { return "≥ " + words.number(bands[index]) }
    return words.number(bands[index]) + "–" + words.number(bands[index + 1] - 1)
  }
}

extension [WorkoutRecord] {
  /// Active seconds, all in all.
  fileprivate var seconds: Double { reduce(0) { $0 + ($1.possibleDuration ?? 0) } }
}

extension Page {
  /// What the workouts of each activity come to.
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

  /// What some workouts come to.
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

  /// The text of the drawings: a row a part of the period, and one a band of heart rates.
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

  /// How long the heart beat at which rate during workouts.
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

  /// The newest workouts.
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
}
