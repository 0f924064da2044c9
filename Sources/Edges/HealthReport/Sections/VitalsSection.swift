import HealthModel
import HealthTables
import HealthViews

extension ReportSection {
  /// The latest vital signs with their age, source and line.
  static let vitals = ReportSection(
    name: "vitals", title: .vitalsTitle, nothing: .noVitals
  ) { data in
    let latest = try data.latest(data.present(Measure.vital.map(\.type)))
    let words = data.words
    let rows = Measure.vital.flatMap { measure in
      latest.filter { $0.type == measure.type }.compactMap { vital in
        vital.quantity.map { (measure: measure, quantity: $0, vital: vital) }
      }
    }
    if rows.isEmpty { return [] }
    return [
      .table(
        words(.vitalsCaption, words.day(data.period.last)), rows,
        [
          .text(.measure) { words($0.measure.word) },
          .number(.value) { row in
            let unit = UnitText(row.quantity.unit)
            let decimals = row.measure.decimals(in: unit.text)
            return words.number(row.quantity.value * unit.factor, decimals) + unit.suffix
          },
          .number(.age) { row in
            let day = data.date(of: row.vital.sample.endTime)
            return words.age(data.period.last.dayNumber - day.dayNumber)
          }.optional,
          .text(.when) { data.moment($0.vital.sample.endTime) },
          .sentence(.source) { words.source($0.vital.source) }.optional,
          .number(.line) { words.number(Int($0.vital.sample.sequence)) }.optional,
        ])
    ]
  }

  /// Resting heart rate, the range of each day, variability.
  static let heart = ReportSection(
    name: "heart", title: .heartTitle, nothing: .noHeart
  ) { data in
    let known = try data.known([.resting, .heartRate, .variability, .walkingRate, .fitness])
    if known.isEmpty { return [] }
    let figures = try known.flatMap { measure in
      measure.type == Measure.heartRate.type
        ? try data.heartBand()
        : try data.measureLine(
          measure, line: "line heart", dots: "dot heart", specks: "dot speck heart")
    }
    return try [.grid(figures)] + known.flatMap(data.measureTable)
  }
}

extension ReportData {
  /// Returns the latest values of some types up to the end of the period.
  fileprivate func latest(_ types: [String]) throws -> [LatestView.Row] {
    // Most types have one in these days, whose samples other sections look at too.
    let recent = try LatestView.rows(of: near, in: context(days: allDays, types: types))
    let missing = Set(types).subtracting(recent.filter { $0.quantity != nil }.map(\.type))
    if missing.isEmpty { return recent }
    var earlier = context(types: missing.sorted())
    earlier.query.from = nil
    return try recent + LatestView.rows(of: journal, in: earlier)
  }
}

extension Words {
  /// Returns the number of days before the last one of a period in words: in whole months from 90
  /// days on, in whole years from two years on.
  func age(_ days: Int) -> String {
    switch days {
    case ..<1: self(.lastDay)
    case ..<90: count(days, .oneDay, .days)
    case ..<730: self(.monthCount, number(days * 12 / 365))
    default: self(.years, number(days / 365))
    }
  }
}

extension ReportData {
  /// Returns bands from the least to the greatest value of each part, and the mean of the days.
  fileprivate func heartBand() throws -> [Block] {
    let measure = Measure.heartRate
    let parts = parts(period.drawn)
    let figures = try figures(measure.type, parts)
    guard let all = try self.figures(measure.type) else { return [] }
    let unit = try unit(measure.type)
    let drawn = try drawn(measure.type)
    let (lows, highs) = (figures.map { $0?.least.value }, figures.map { $0?.greatest.value })
    let ends = figures.compactMap(\.self).flatMap { [$0.least.value, $0.greatest.value] }
    let plot = Plot(ValueScale(ends, within: drawn), of: period.days)
    let shapes =
      plot.band(lows, highs, parts, "f-heart pale")
      + plot.line(figures.map { $0?.average }, parts, "line heart", dots: "dot heart")
      + [lows, highs].flatMap { plot.beyond($0, drawn, parts, "dot heart") }
    let figure = Figure(
      title: title(measure, unit), caption: summary(all, measure, unit) + " " + words(.bandCaption),
      height: plot.height, shapes: plot.framed(shapes, words))
    return [.figure(figure)]
  }
}
