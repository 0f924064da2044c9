import HealthModel
import HealthTables
import HealthViews

extension ReportSection {
  /// The latest vital signs with their age, source and line.
  static let vitals = ReportSection(
    name: "vitals", title: .vitalsTitle, nothing: .noVitals
  ) { data, page in
    let latest = try data.latest(data.present(Measure.vital.map(\.type)))
    let words = data.words
    let rows = Measure.vital.flatMap { measure in
      latest.filter { $0.type == measure.type }.compactMap { vital -> [String]? in
        guard let quantity = vital.quantity else { return nil }
        let unit = UnitText(quantity.unit)
        let value = words.number(quantity.value * unit.factor, measure.decimals(in: unit.text))
        let day = data.date(of: vital.sample.endTime)
        return [
          words(measure.word), value + unit.suffix,
          words.age(data.period.last.dayNumber - day.dayNumber),
          data.moment(vital.sample.endTime), words.source(vital.source),
          words.number(Int(vital.sample.sequence)),
        ]
      }
    }
    if rows.isEmpty { return false }
    page.table(
      words(.vitalsCaption, words.day(data.period.last)),
      [
        .text(words(.measure)), .number(words(.value)), .number(words(.age)),
        .text(words(.when)).optional, .sentence(words(.source)).optional, .number(words(.line)),
      ], rows)
    return true
  }

  /// Resting heart rate, the range of each day, variability.
  static let heart = ReportSection(
    name: "heart", title: .heartTitle, nothing: .noHeart
  ) { data, page in
    let measures: [Measure] = [.resting, .heartRate, .variability, .walkingRate, .fitness]
    let known = try measures.filter { try !data.days($0.type).isEmpty }
    if known.isEmpty { return false }
    try page.grid { page in
      for measure in known {
        if measure.type == Measure.heartRate.type {
          try page.heartBand(data)
        } else {
          try page.measureLine(measure, data, line: "line heart", dots: "dot heart")
        }
      }
    }
    for measure in known { try page.measureTable(measure, data) }
    return true
  }
}

extension ReportData {
  /// Returns the latest values of some types up to the end of the period.
  fileprivate func latest(_ types: [String]) throws -> [LatestView.Row] {
    // Most types have one in these days, whose samples other sections look at too.
    let recent = try LatestView.rows(of: near, in: context(days: bothPeriods, types: types))
    let missing = Set(types).subtracting(recent.filter { $0.quantity != nil }.map(\.type))
    if missing.isEmpty { return recent }
    var earlier = context(types: missing.sorted())
    earlier.query.from = nil
    return try recent + LatestView.rows(of: journal, in: earlier)
  }
}

extension Words {
  /// Returns the number of days before the last one of a period, in words.
  func age(_ days: Int) -> String {
    days < 1 ? self(.lastDay) : count(days, .oneDay, .days)
  }
}

extension Page {
  /// Draws the least to the greatest value of each part, and the mean of the days.
  fileprivate mutating func heartBand(_ data: ReportData) throws {
    let measure = Measure.heartRate
    let parts = data.parts(data.period.drawn)
    let figures = try data.figures(measure.type, parts)
    guard let all = try data.figures(measure.type) else { return }
    let unit = try data.unit(measure.type)
    let drawn = try data.drawn(measure.type)
    let plot = Plot(
      ValueScale(
        figures.compactMap(\.self).flatMap { [$0.least.value, $0.greatest.value] }, within: drawn))
    let (words, days) = (data.words, data.period.days)
    let caption = data.summary(all, measure, unit) + " " + words(.bandCaption)
    let title = data.title(measure, unit)
    figure(title, caption, height: plot.height) { page in
      page.valueAxis(plot, words)
      page.band(
        figures.map { $0.map { (low: $0.least.value, high: $0.greatest.value) } }, parts, plot,
        days, "f-heart pale")
      page.line(
        figures.map { $0?.average }, parts, plot, days, "line heart",
        dots: "dot heart")
      for ends in [figures.map { $0?.least.value }, figures.map { $0?.greatest.value }] {
        page.beyond(ends, drawn, parts, plot, days, "dot heart")
      }
      page.timeAxis(plot, days, words)
    }
  }
}
