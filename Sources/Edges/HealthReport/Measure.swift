import HealthModel
import HealthViews

/// A type that a report shows: its name and how many decimals its figures have.
struct Measure {
  let type: String
  let word: Word
  let decimals: Int

  init(_ name: String, _ word: Word, _ decimals: Int = 0) {
    type = "HKQuantityTypeIdentifier" + name
    self.word = word
    self.decimals = decimals
  }

  static let steps = Measure("StepCount", .steps)
  static let distance = Measure("DistanceWalkingRunning", .distance, 1)
  static let flights = Measure("FlightsClimbed", .flights)
  static let activeEnergy = Measure("ActiveEnergyBurned", .activeEnergy)
  static let exercise = Measure("AppleExerciseTime", .exercise)
  static let heartRate = Measure("HeartRate", .heartRate)
  static let resting = Measure("RestingHeartRate", .restingHeartRate)
  static let walkingRate = Measure("WalkingHeartRateAverage", .walkingHeartRate)
  static let variability = Measure("HeartRateVariabilitySDNN", .variability)
  static let oxygen = Measure("OxygenSaturation", .oxygen, 1)
  static let breathing = Measure("RespiratoryRate", .breathing, 1)
  static let fitness = Measure("VO2Max", .fitness, 1)
  static let mass = Measure("BodyMass", .mass, 1)
  static let index = Measure("BodyMassIndex", .bodyMassIndex, 1)
  static let fat = Measure("BodyFatPercentage", .fat, 1)
  static let height = Measure("Height", .height, 2)
  static let temperature = Measure("BodyTemperature", .temperature, 1)
  static let systolic = Measure("BloodPressureSystolic", .systolic)
  static let diastolic = Measure("BloodPressureDiastolic", .diastolic)
  static let glucose = Measure("BloodGlucose", .glucose, 0)

  /// The measures that are compared with the period before.
  static let compared = [
    steps, distance, flights, activeEnergy, exercise, resting, heartRate, walkingRate,
    variability, fitness, oxygen, breathing, mass, fat, systolic, diastolic, glucose,
  ]

  /// The measures of the latest values.
  static let vital = [
    heartRate, resting, walkingRate, variability, systolic, diastolic, oxygen, breathing,
    temperature, glucose, mass, height, index, fat, fitness,
  ]

  /// Returns the number of decimals of figures in a unit.
  func decimals(in unit: String) -> Int {
    switch (type, unit) {
    case (Self.height.type, "cm"): 0
    case (Self.glucose.type, _) where unit.hasPrefix("mmol"): 1
    default: decimals
    }
  }
}

/// The blocks that sections show of one measure over the parts of a period.
extension ReportData {
  /// Returns the measures that have data.
  func known(_ measures: [Measure]) throws -> [Measure] {
    try measures.filter { try !days($0.type).isEmpty }
  }

  /// Returns a row for each part that has data: its days, samples and figures, and its lines.
  func measureTable(_ measure: Measure) throws -> [Block] {
    let step = period.tabled
    let parts = parts(step)
    let figures = try figures(measure.type, parts)
    let lines = try zip(figures, lines(measure.type, parts))
    let rows = zip(parts, lines).compactMap { part, row in
      row.0.map { (part: part, figures: $0, lines: row.1) }
    }
    if rows.isEmpty { return [] }
    let unit = try unit(measure.type)
    let decimals = measure.decimals(in: unit.text)
    let adds = rows.contains { $0.figures.sum != nil }
    func number(_ value: Double) -> String { words.number(value * unit.factor, decimals) }
    var columns: [TableColumn<(part: ReportPeriod.Part, figures: DayFigures, lines: FigureLines)>] =
      [
        .text(step.word) { text($0.part, step) },
        .number(.daysHeading) { words.number($0.figures.days) },
        .number(.samples) { words.number($0.figures.samples) },
      ]
    if adds { columns.append(.number(.sum) { number($0.figures.sum ?? 0) }) }
    columns += [
      .number(.mean) { number($0.figures.average) },
      .number(.least) { number($0.figures.least.value) },
      .number(.greatest) { number($0.figures.greatest.value) },
      .lines(.linesHeading) { text($0.lines, of: measure.type, on: $0.part.days) },
    ]
    let name = words(measure.word) + (unit.text.isEmpty ? "" : " (\(unit.text))")
    let caption = words(adds ? .sumCaption : .meanCaption, name)
    return [.details(words(.tableOf, words(measure.word)), caption, rows, columns)]
  }

  /// Returns the days of a measure as a line, or the means of longer parts before its days.
  func measureLine(
    _ measure: Measure, line: StaticString, dots: StaticString, specks speck: StaticString
  ) throws -> [Block] {
    let parts = parts(period.drawn)
    let drawn = try drawn(measure.type)
    // Behind weekly means the days are specks; in more years they would be a block.
    let days = period.drawn == .week ? self.parts(.day) : []
    let factor = try unit(measure.type).factor
    let specks = try figures(measure.type, days).map { $0.map { $0.average * factor } }
    let caption = period.drawn.choice(nil, Word.weekLine, Word.monthLine)
    return try measureFigure(measure, parts, caption.map { words($0) }) { values in
      let all = (values + specks).compactMap(\.self)
      let plot = Plot(ValueScale(all, within: drawn), of: period.days)
      return (
        plot,
        [.path(plot.dots(specks, days), speck)] + plot.line(values, parts, line, dots: dots)
          + plot.beyond(values, drawn, parts, dots)
      )
    }
  }

  /// Returns the means of the days of each part as bars.
  func measureBars(_ measure: Measure, _ name: StaticString) throws -> [Block] {
    let parts = parts(period.tabled)
    return try measureFigure(measure, parts) { values in
      let scale = ValueScale(values.compactMap(\.self), fromZero: true)
      let plot = Plot(scale, of: period.days, height: 150)
      return (plot, plot.bars(values, parts, name))
    }
  }

  /// Returns the means of the days of each part between the axes of a plot, with the figures of the
  /// measure in words.
  private func measureFigure(
    _ measure: Measure, _ parts: [ReportPeriod.Part], _ caption: String? = nil,
    drawing draw: ([Double?]) -> (plot: Plot, shapes: [Shape])
  ) throws -> [Block] {
    guard let all = try figures(measure.type) else { return [] }
    let unit = try unit(measure.type)
    let drawn = draw(try figures(measure.type, parts).map { $0.map { $0.average * unit.factor } })
    let figure = Figure(
      title: title(measure, unit),
      caption: ([summary(all, measure, unit)] + [caption].compactMap(\.self))
        .joined(separator: " "),
      height: drawn.plot.height, shapes: drawn.plot.framed(drawn.shapes, words))
    return [.figure(figure)]
  }
}

extension ReportData {
  /// Returns `Resting heart rate, /min`.
  func title(_ measure: Measure, _ unit: UnitText) -> String {
    words(measure.word) + (unit.text.isEmpty ? "" : ", \(unit.text)")
  }

  /// Returns a sentence that summarizes the days of the period.
  func summary(_ all: DayFigures, _ measure: Measure, _ unit: UnitText) -> String {
    let decimals = measure.decimals(in: unit.text)
    func number(_ value: Double) -> String { words.number(value * unit.factor, decimals) }
    // A year's days tell themselves apart without it.
    let day = period.days.count > 366 ? words.day : words.shortDay
    return words(
      .summary, number(all.average), number(all.least.value), day(all.least.day),
      number(all.greatest.value), day(all.greatest.day),
      words.share(all.days, of: period.days.count, .ofOneDay, .ofDayCount))
  }
}

extension ReportPeriod.Step {
  var word: Word { choice(.day, .week, .month) }
}
