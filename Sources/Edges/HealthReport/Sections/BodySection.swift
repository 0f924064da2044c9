import HealthModel
import HealthViews

extension ReportSection {
  /// Mass, body mass index, blood pressure.
  static let body = ReportSection(
    name: "body", title: .bodyTitle, nothing: .noBody
  ) { data in
    let known = try data.known([.mass, .index, .fat])
    let pressure = try PressureReadings(data)
    if known.isEmpty, pressure == nil { return [] }
    let figures = try known.flatMap {
      try data.measureLine($0, line: "line body", dots: "dot body")
    }
    let measures = known + (pressure == nil ? [] : [.systolic, .diastolic])
    return try [.grid(pressure == nil ? figures : figures + [data.pressure()])]
      + (pressure.map(data.pressureTable) ?? []) + measures.flatMap(data.measureTable)
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

extension PressureReadings {
  /// The readings of a part of the day.
  fileprivate struct Quarter {
    let word: Word
    let high: SampleSpread?
    let low: SampleSpread?
    let lines: FigureLines

    var count: Int { max(high?.count ?? 0, low?.count ?? 0) }
  }

  /// All readings, and those of each quarter of the day that has some.
  fileprivate var quarters: [Quarter] {
    let quarters: [(Word, Range<Int>)] = [
      (.allDay, 0..<1440), (.night, 0..<360), (.morning, 360..<720), (.afternoon, 720..<1080),
      (.evening, 1080..<1440),
    ]
    return quarters.compactMap { word, minutes in
      let own = [systolic, diastolic].map { $0.filter { minutes.contains($0.minute) } }
      let spreads = own.map { SampleSpread($0.map(\.value)) }
      guard spreads.contains(where: { $0 != nil }) else { return nil }
      return Quarter(
        word: word, high: spreads[0], low: spreads[1],
        lines: FigureLines(own.joined().map(\.line)))
    }
  }
}

extension ReportData {
  /// Returns bars from the diastolic to the systolic mean of each part.
  fileprivate func pressure() throws -> Block {
    let parts = parts(period.drawn)
    let high = try figures(Measure.systolic.type, parts)
    let low = try figures(Measure.diastolic.type, parts)
    let plot = Plot(ValueScale((high + low).compactMap { $0?.average }), of: period.days)
    var bars = PathText()
    for (part, (high, low)) in zip(parts, zip(high, low)) {
      guard let high, let low else { continue }
      bars.upright(plot.x(part), from: plot.y(low.average), to: plot.y(high.average))
    }
    let name: StaticString = period.days.count <= 100 ? "line thick heart" : "line heart"
    let caption = period.drawn.choice(
      Word.pressureCaption, .pressureWeekCaption, .pressureMonthCaption)
    return .figure(
      Figure(
        title: words(.pressureTitle), caption: words(caption), height: plot.height,
        shapes: plot.framed([.path(bars, name)], words)))
  }

  /// Returns a table of all readings, and of those of each quarter of the day.
  fileprivate func pressureTable(_ readings: PressureReadings) -> [Block] {
    let rows = readings.quarters
    func range(_ values: SampleSpread?) -> String {
      values.map { words.number($0.least) + "–" + words.number($0.greatest) } ?? "–"
    }
    return [
      .heading(words(.pressureTitle)),
      .table(
        words(.pressureTableCaption), rows,
        [
          .text(.timeOfDay) { words($0.word) }, .number(.readings) { words.number($0.count) },
          .number(.mean) { words.number($0.high?.mean) + " / " + words.number($0.low?.mean) },
          .number(.spread) {
            words.number($0.high?.deviation) + " / " + words.number($0.low?.deviation)
          },
          .number(.systolic) { range($0.high) }.optional,
          .number(.diastolic) { range($0.low) }.optional,
        ]),
      .details(
        words(.evidence), words(.pressureEvidence), rows,
        [
          .text(.timeOfDay) { words($0.word) }, .number(.readings) { words.number($0.count) },
          .lines(.linesHeading) { text($0.lines) },
        ]),
    ]
  }
}
