import HealthModel
import HealthViews

extension ReportSection {
  /// Mass, body mass index, blood pressure.
  static let body = ReportSection(
    name: "body", title: .bodyTitle, nothing: .noBody
  ) { data, page in
    let measures: [Measure] = [.mass, .index, .fat]
    let known = try measures.filter { try !data.days($0.type).isEmpty }
    let pressure = try PressureReadings(data)
    if known.isEmpty, pressure == nil { return false }
    try page.grid { page in
      for measure in known {
        try page.measureLine(measure, data, line: "line body", dots: "dot body")
      }
      if pressure != nil { try page.pressure(data) }
    }
    if let pressure { page.pressureTable(pressure, data) }
    for measure in known + (pressure == nil ? [] : [.systolic, .diastolic]) {
      try page.measureTable(measure, data)
    }
    return true
  }
}

/// The readings of blood pressure of a period.
private struct PressureReadings {
  let systolic: [ClockSample]
  let diastolic: [ClockSample]

  /// Creates the readings; nil: there are none.
  init?(_ data: ReportData) throws {
    guard let unit = try? Unit("mmHg") else { return nil }
    func readings(_ measure: Measure) throws -> [ClockSample] {
      guard !data.present([measure.type]).isEmpty else { return [] }
      return try ClockSample.all(of: measure.type, in: data.near, data.context, unit: unit)
    }
    systolic = try readings(.systolic)
    diastolic = try readings(.diastolic)
    if systolic.isEmpty, diastolic.isEmpty { return nil }
  }
}

extension Page {
  /// Draws the diastolic to the systolic mean of each part.
  fileprivate mutating func pressure(_ data: ReportData) throws {
    let parts = data.parts(data.period.drawn)
    let high = try data.figures(Measure.systolic.type, parts)
    let low = try data.figures(Measure.diastolic.type, parts)
    let (words, days) = (data.words, data.period.days)
    let values = (high + low).compactMap { $0?.average }
    let plot = Plot(ValueScale(values))
    var bars = PathText()
    for (part, (high, low)) in zip(parts, zip(high, low)) {
      guard let high, let low else { continue }
      let x = plot.x(part, of: days)
      bars.upright(x, from: plot.y(low.average), to: plot.y(high.average))
    }
    let caption = words(
      data.period.drawn.choice(.pressureCaption, .pressureWeekCaption, .pressureMonthCaption))
    figure(words(.pressureTitle), caption, height: plot.height) { page in
      page.valueAxis(plot, words)
      page.path(bars, days.count <= 100 ? "line thick heart" : "line heart")
      page.timeAxis(plot, days, words)
    }
  }

  /// Writes all readings, and those of each quarter of the day.
  fileprivate mutating func pressureTable(_ readings: PressureReadings, _ data: ReportData) {
    let words = data.words
    let quarters: [(Word, Range<Int>)] = [
      (.allDay, 0..<1440), (.night, 0..<360), (.morning, 360..<720), (.afternoon, 720..<1080),
      (.evening, 1080..<1440),
    ]
    let rows = quarters.compactMap { word, minutes -> [String]? in
      let own = [readings.systolic, readings.diastolic].map { readings in
        readings.filter { minutes.contains($0.minute) }
      }
      let (high, low) = (SampleSpread(own[0].map(\.value)), SampleSpread(own[1].map(\.value)))
      guard high != nil || low != nil else { return nil }
      func range(_ mean: SampleSpread?) -> String {
        mean.map { words.number($0.least) + "–" + words.number($0.greatest) } ?? "–"
      }
      return [
        words(word), words.number(max(high?.count ?? 0, low?.count ?? 0)),
        words.number(high?.mean) + " / " + words.number(low?.mean),
        words.number(high?.deviation) + " / " + words.number(low?.deviation), range(high),
        range(low),
        data.text(FigureLines(own.joined().map(\.line))),
      ]
    }
    // The last cell of a row, its lines, has no column in the first table.
    let lines = rows.map { [$0[0], $0[1], $0[$0.count - 1]] }
    element(.h3, text: words(.pressureTitle))
    table(
      words(.pressureTableCaption),
      [
        .text(words(.timeOfDay)), .number(words(.readings)), .number(words(.mean)),
        .number(words(.spread)), .number(words(.systolic)).optional,
        .number(words(.diastolic)).optional,
      ], rows)
    details(
      words(.evidence), words(.pressureEvidence),
      [.text(words(.timeOfDay)), .number(words(.readings)), .lines(words(.linesHeading))], lines)
  }
}
