import HealthModel
import HealthProjections

extension ReportSection {
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

extension Page {
  /// From the least to the greatest value of each part, and the mean of the days.
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
