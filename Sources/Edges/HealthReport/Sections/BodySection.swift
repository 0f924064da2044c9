import HealthModel
import HealthViews

extension ReportSection {
  /// Mass, body mass index, blood pressure.
  static let body = ReportSection(
    name: "body", title: .bodyTitle, nothing: .noBody
  ) { data in
    let known = try data.known([.mass, .index, .fat])
    let pressures = try data.known([.systolic, .diastolic])
    let readings = try data.pressures(data.period)
    if known.isEmpty, pressures.isEmpty { return [] }
    let figures = try known.flatMap {
      try data.measureLine($0, line: "line body", dots: "dot body", specks: "dot speck body")
    }
    return try [.grid(figures + data.pressure(readings))] + data.pressureTable(readings)
      + (known + pressures).flatMap(data.measureTable)
  }
}

/// The readings of blood pressure of a part of the day.
private struct PressureQuarter {
  let word: Word
  let figures: PressureFigures

  /// Returns all readings, and those of each quarter of the day that has some.
  static func all(_ readings: [PressureView.Reading]) -> [PressureQuarter] {
    let quarters: [(Word, Range<Int>)] = [
      (.allDay, 0..<24), (.night, 0..<6), (.morning, 6..<12), (.afternoon, 12..<18),
      (.evening, 18..<24),
    ]
    return quarters.compactMap { word, hours in
      PressureFigures(readings.filter { hours.contains($0.clock.hour) })
        .map { PressureQuarter(word: word, figures: $0) }
    }
  }
}

extension PressureFigures {
  /// Returns `135/85`.
  static func limitText(_ words: Words) -> String {
    words.number(limits.systolic) + "/" + words.number(limits.diastolic)
  }

  /// Returns the number and the share of high readings in words.
  func highText(_ words: Words) -> String {
    words(
      .pressureHigh, words.number(high), words.number(count), Self.limitText(words),
      words.number(highShare) + "\u{A0}%")
  }
}

extension Plot {
  /// Returns the lines of the limits of blood pressure.
  func pressureLimits() -> Shape {
    var lines = PathText()
    for limit in [PressureFigures.limits.systolic, PressureFigures.limits.diastolic] {
      level(limit, &lines)
    }
    return .path(lines, "base dash")
  }
}

extension ReportData {
  /// The most readings that are drawn one by one.
  private static let mostReadings = 800

  /// Returns the readings beside the limits; none if there are no pairs.
  fileprivate func pressure(_ readings: [PressureView.Reading]) -> [Block] {
    guard let figures = PressureFigures(readings) else { return [] }
    let limits = PressureFigures.limits
    let values = [figures.systolic, figures.diastolic].compactMap(\.self)
      .flatMap { [$0.least, $0.greatest] }
    let plot = Plot(
      ValueScale(values + [limits.systolic, limits.diastolic]), of: period.days, height: 200)
    let isMany = readings.count > Self.mostReadings
    let shapes = isMany ? pressureBands(readings, plot) : Self.pressureDots(readings, plot)
    let caption =
      words(isMany ? .pressureBandCaption : .pressureCaption) + " "
      + words(.pressureLimits, PressureFigures.limitText(words)) + " " + figures.highText(words)
      + "."
    return [
      .figure(
        Figure(
          title: words(.pressureTitle), caption: caption, height: plot.height,
          shapes: plot.framed([plot.pressureLimits()] + shapes, words)))
    ]
  }

  /// Returns two dots for each reading.
  private static func pressureDots(_ readings: [PressureView.Reading], _ plot: Plot) -> [Shape] {
    var (high, low) = (PathText(), PathText())
    for reading in readings {
      let share = Double(reading.clock.hour * 60 + reading.clock.minute) / 1440
      let x = plot.x(Double(reading.clock.date.dayNumber) + share)
      if let value = reading.systolic { high.dot(x, plot.y(value)) }
      if let value = reading.diastolic { low.dot(x, plot.y(value)) }
    }
    return [.path(high, "dot heart"), .path(low, "dot sleep")]
  }

  /// Returns the means of each month as lines, in bands from the least to the greatest figure.
  private func pressureBands(_ readings: [PressureView.Reading], _ plot: Plot) -> [Shape] {
    let parts = parts(.month)
    let figures = parts.map { part in
      PressureFigures(readings.filter { part.days.contains($0.clock.date.dayNumber) })
    }
    let (high, low) = (figures.map { $0?.systolic }, figures.map { $0?.diastolic })
    return plot.band(high.map { $0?.least }, high.map { $0?.greatest }, parts, "f-heart pale")
      + plot.band(low.map { $0?.least }, low.map { $0?.greatest }, parts, "f-sleep pale")
      + plot.line(high.map { $0?.mean }, parts, "line heart", dots: "dot heart")
      + plot.line(low.map { $0?.mean }, parts, "line sleep", dots: "dot sleep")
  }

  /// Returns a table of all readings, and of those of each quarter of the day.
  fileprivate func pressureTable(_ readings: [PressureView.Reading]) -> [Block] {
    let rows = PressureQuarter.all(readings)
    if rows.isEmpty { return [] }
    let hasPulse = rows.contains { $0.figures.pulse != nil }
    func range(_ values: SampleSpread?) -> String {
      values.map { words.number($0.least) + "–" + words.number($0.greatest) } ?? "–"
    }
    return [
      .heading(words(.pressureTitle)),
      .table(
        words(.pressureTableCaption, PressureFigures.limitText(words)), rows,
        [
          .text(.timeOfDay) { words($0.word) },
          .number(.readings) { words.number($0.figures.count) },
          .number(.mean) {
            words.number($0.figures.systolic?.mean) + " / "
              + words.number($0.figures.diastolic?.mean)
          },
          .number(.spread) {
            words.number($0.figures.systolic?.deviation) + " / "
              + words.number($0.figures.diastolic?.deviation)
          }.optional,
          .number(.systolic) { range($0.figures.systolic) }.optional,
          .number(.diastolic) { range($0.figures.diastolic) }.optional,
          .number(.highReadings) { words.number($0.figures.highShare) + " %" },
        ]
          + (hasPulse ? [.number(.meanRate) { words.number($0.figures.pulse?.mean) }] : [])),
      .details(
        words(.evidence), words(.pressureEvidence), rows,
        [
          .text(.timeOfDay) { words($0.word) },
          .number(.readings) { words.number($0.figures.count) },
          .lines(.linesHeading) { text(FigureLines($0.figures.lines)) },
        ]),
    ]
  }
}
