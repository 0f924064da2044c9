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

/// The tables and drawings of one measure over the parts of a period.
extension Page {
  /// Writes a row for each part that has data: its days, samples and figures, and its lines.
  mutating func measureTable(_ measure: Measure, _ data: ReportData) throws {
    let step = data.period.tabled
    let parts = data.parts(step)
    let figures = try data.figures(measure.type, parts)
    guard figures.contains(where: { $0 != nil }) else { return }
    let lines = try data.lines(measure.type, parts)
    let unit = try data.unit(measure.type)
    let (words, decimals) = (data.words, measure.decimals(in: unit.text))
    let adds = figures.contains { $0?.sum != nil }
    func number(_ value: Double) -> String { words.number(value * unit.factor, decimals) }
    var rows: [[String]] = []
    for (part, (figure, lines)) in zip(parts, zip(figures, lines)) {
      guard let figure else { continue }
      rows.append(
        [
          data.text(part, step), words.number(figure.days), words.number(figure.samples),
        ] + (adds ? [number(figure.sum ?? 0)] : [])
          + [number(figure.average), number(figure.least.value), number(figure.greatest.value)]
          + [data.text(lines)])
    }
    let name = words(measure.word) + (unit.text.isEmpty ? "" : " (\(unit.text))")
    details(
      words(.tableOf, words(measure.word)), words(adds ? .sumCaption : .meanCaption, name),
      [.text(words(step.word)), .number(words(.daysHeading)), .number(words(.samples))]
        + (adds ? [.number(words(.sum))] : [])
        + [.number(words(.mean)), .number(words(.least)), .number(words(.greatest))]
        + [.lines(words(.linesHeading))], rows)
  }

  /// Draws the days of a measure as a line.
  mutating func measureLine(
    _ measure: Measure, _ data: ReportData, line: StaticString, dots: StaticString
  ) throws {
    let parts = data.parts(data.period.drawn)
    let drawn = try data.drawn(measure.type)
    try measureFigure(measure, data, parts) { values in
      Plot(ValueScale(values, within: drawn))
    } drawing: { page, values, plot in
      page.line(values, parts, plot, data.period.days, line, dots: dots)
      page.beyond(values, drawn, parts, plot, data.period.days, dots)
    }
  }

  /// Draws the means of the days of each part as bars.
  mutating func measureBars(
    _ measure: Measure, _ data: ReportData, _ name: StaticString
  ) throws {
    let parts = data.parts(data.period.tabled)
    try measureFigure(measure, data, parts) { values in
      Plot(ValueScale(values, fromZero: true), height: 150)
    } drawing: { page, values, plot in
      page.bars(values, parts, plot, data.period.days, name)
    }
  }

  /// Draws the means of the days of each part between the axes of a plot, with a summary of the
  /// measure in words.
  private mutating func measureFigure(
    _ measure: Measure, _ data: ReportData, _ parts: [ReportPeriod.Part],
    in plot: ([Double]) -> Plot, drawing draw: (inout Page, [Double?], Plot) -> Void
  ) throws {
    let figures = try data.figures(measure.type, parts)
    guard let all = try data.figures(measure.type) else { return }
    let unit = try data.unit(measure.type)
    let values = figures.map { $0.map { $0.average * unit.factor } }
    let plot = plot(values.compactMap(\.self))
    let (title, summary) = (data.title(measure, unit), data.summary(all, measure, unit))
    figure(title, summary, height: plot.height) { page in
      page.valueAxis(plot, data.words)
      draw(&page, values, plot)
      page.timeAxis(plot, data.period.days, data.words)
    }
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
