import HealthModel
import HealthProjections

extension Page {
  /// Bars, one for each part of a period that has a value.
  mutating func bars(
    _ values: [Double?], _ parts: [ReportPeriod.Part], _ plot: Plot, _ days: Range<Int>,
    _ name: StaticString
  ) {
    var path = PathText()
    for (value, part) in zip(values, parts) {
      guard let value, value.isFinite else { continue }
      let left = plot.x(Double(part.days.lowerBound), of: days)
      let right = plot.x(Double(part.days.upperBound), of: days)
      let gap = min((right - left) * 0.2, 3)
      path.rectangle(
        left + gap / 2, plot.y(value), width: right - left - gap,
        height: plot.bottom - plot.y(value))
    }
    self.path(path, name)
  }

  /// A line through the values of parts, broken where too many parts in a row have none. Few
  /// values, and a value between two breaks, are also drawn as dots.
  mutating func line(
    _ values: [Double?], _ parts: [ReportPeriod.Part], _ plot: Plot, _ days: Range<Int>,
    _ name: StaticString, dots: StaticString
  ) {
    let points = Self.points(values, parts, plot, days)
    var (line, marks) = (PathText(), PathText())
    for stretch in points where stretch.count > 1 { line.line(through: stretch) }
    let isSparse = points.reduce(0) { $0 + $1.count } <= 60
    for stretch in points where isSparse || stretch.count == 1 {
      for point in stretch { marks.dot(point.x, point.y) }
    }
    path(line, name)
    path(marks, dots)
  }

  /// Dots at the edge of a plot, for values that lie beyond what is drawn.
  mutating func beyond(
    _ values: [Double?], _ drawn: ClosedRange<Double>, _ parts: [ReportPeriod.Part], _ plot: Plot,
    _ days: Range<Int>, _ dots: StaticString
  ) {
    var marks = PathText()
    for (value, part) in zip(values, parts) {
      guard let value, value.isFinite, !drawn.contains(value) else { continue }
      marks.dot(plot.x(part, of: days), plot.y(value))
    }
    path(marks, dots)
  }

  /// A band between the least and the greatest values of parts.
  mutating func band(
    _ values: [(low: Double, high: Double)?], _ parts: [ReportPeriod.Part], _ plot: Plot,
    _ days: Range<Int>, _ name: StaticString
  ) {
    let highs = Self.points(values.map { $0?.high }, parts, plot, days)
    let lows = Self.points(values.map { $0?.low }, parts, plot, days)
    var path = PathText()
    for (high, low) in zip(highs, lows) { path.area(from: high, to: low) }
    self.path(path, name)
  }

  /// The points of values that follow one another closely enough to be joined.
  private static func points(
    _ values: [Double?], _ parts: [ReportPeriod.Part], _ plot: Plot, _ days: Range<Int>
  ) -> [[PathText.Point]] {
    var stretches: [[PathText.Point]] = []
    var missing = Int.max
    let most = max(3, parts.count / 12)
    for (value, part) in zip(values, parts) {
      guard let value, value.isFinite else {
        if missing < .max { missing += 1 }
        continue
      }
      if missing > most { stretches.append([]) }
      missing = 0
      stretches[stretches.count - 1].append((plot.x(part, of: days), plot.y(value)))
    }
    return stretches
  }
}
