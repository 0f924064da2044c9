import ByteTools
package import HealthModel
package import HealthViews

/// The days of a chart as a calendar: each week is a column, each day of the week a line, and a
/// darker shade is a greater figure. Each year has a drawing of its own.
package struct ChartCalendar {
  /// Columns for the names of the days of the week.
  private static let margin = 5

  private let chart: Chart
  private let strokes: Strokes
  private let width: Int
  private let paint: ChartPaint
  private let weekStarts: Weekday
  /// The number of columns for a week.
  private let cell: Int
  /// The number of weeks side by side.
  private let weeks: Int
  /// The figures of the days that have one, by the number of the day.
  private let figures: [Int: Double]
  private let days: ClosedRange<Int>
  /// The days of notes with one of the tags that the chart marks.
  private let tagged: Set<Int>
  /// The greatest figure of each shade.
  private let steps: [Double]

  /// Creates the calendar of a chart of a quantity whose bins are days.
  package init(
    _ chart: Chart, width: Int, weekStarts: Weekday, in drawing: Drawing, isColored: Bool = false
  ) {
    self.chart = chart
    self.width = width
    paint = isColored ? .single : .none
    self.weekStarts = weekStarts
    strokes = drawing == .ascii ? .ascii : .blocks
    cell = (width - Self.margin) / 2 >= 54 ? 2 : 1
    weeks = min(max((width - Self.margin) / cell, 1), 54)
    var figures: [Int: Double] = [:]
    for index in 0..<chart.binCount {
      if let figure = chart.figure(index) { figures[chart.time(index).date.dayNumber] = figure }
    }
    self.figures = figures
    tagged = Set(
      (0..<chart.binCount).filter { index in chart.tagged.contains { $0.isTagged[index] } }
        .map { chart.time($0).date.dayNumber })
    let first = chart.time(0).date.dayNumber
    days = first...max(first, chart.time(chart.binCount - 1).date.dayNumber)
    let sorted = figures.values.sorted()
    let shades = strokes.shades.count
    steps =
      sorted.isEmpty
      ? [] : (1...shades).map { sorted[max(sorted.count * $0 / shades - 1, 0)] }
  }

  /// The lines: a title, the drawing of each year, what the shades mean.
  package var lines: [String] {
    var lines = TextWrap.lines(title, width).map(paint.title.applied) + [""]
    var day = days.lowerBound
    while day <= days.upperBound {
      let year = CivilDate(dayNumber: day).year
      let monday = start(ofWeek: day)
      let end = min(
        days.upperBound, CivilDate(year: year, month: 12, day: 31)?.dayNumber ?? .max,
        monday + 7 * weeks - 1)
      lines += block(day...end, year) + [""]
      day = end + 1
    }
    return lines + legend
  }

  private var title: String {
    let name = TerminalText.escaped(ReadableText.name(chart.type))
    let unit = chart.unitText.map { " (\($0))" } ?? ""
    let figure = chart.style == .cumulative ? "sum" : "average"
    return "\(name)\(unit), the \(figure) of each day, \(figures.count) of \(days.count) days"
  }

  /// The meaning of the shades, in as many lines as it needs.
  private var legend: [String] {
    var words = strokes.nothing == " " ? [] : [(strokes.nothing, "nothing known", quiet)]
    for (index, (shade, limit)) in zip(strokes.shades, limits).enumerated()
    where index == 0 || steps[index] > steps[index - 1] {
      words.append((shade, "to " + limit, level(index)))
    }
    if !chart.tagged.isEmpty {
      let tags = chart.tagged.map { TerminalText.escaped($0.tag) }.joined(separator: ", ")
      words.append((strokes.mark, tags, .plain))
    }
    var lines: [String] = []
    var used = width
    for (shade, text, paint) in words {
      let isFirst = used + 5 + text.count > width
      if isFirst {
        (lines, used) = (lines + [String(repeating: " ", count: Self.margin)], Self.margin)
      }
      lines[lines.count - 1] +=
        (isFirst ? "" : "   ") + paint.applied(to: String(shade)) + " " + text
      used += (isFirst ? 2 : 5) + text.count
    }
    return lines
  }

  private var quiet: Paint { paint.isColored ? .dim : .plain }

  private func level(_ index: Int) -> Paint {
    paint.isColored ? ChartColors.level(index, of: strokes.shades.count) : .plain
  }

  /// The greatest figure of each shade in words: roughly, but with as many digits as it takes to
  /// tell them apart, six at most.
  private var limits: [String] {
    func texts(_ digits: Int?) -> [String] {
      steps.map { ReadableText.number(Self.rounded($0 * chart.factor, to: digits)) }
    }
    let count = Set(steps).count
    var (found, digits) = (texts(nil), 1)
    while Set(found).count < count, digits < 6 {
      digits += 1
      found = texts(digits)
    }
    return found
  }

  /// Returns a figure rounded up to this many significant digits; nil: three, but none after the
  /// point.
  private static func rounded(_ value: Double, to digits: Int?) -> Double {
    guard value != 0, value.isFinite else { return 0 }
    // How many digits stand before the point; of less than 0.1, the zeros after it, negative.
    var (rest, point) = (value.magnitude, 0)
    while rest >= 1 { (rest, point) = (rest / 10, point + 1) }
    while rest < 0.1 { (rest, point) = (rest * 10, point - 1) }
    let decimals = digits.map { $0 - point } ?? min(0, 3 - point)
    var scale = 1.0
    for _ in 0..<abs(decimals) { scale *= 10 }
    let scaled = decimals < 0 ? value / scale : value * scale
    // What the multiplication adds in the last place is no digit of the figure.
    let whole = (scaled - scaled.magnitude * 1e-12).rounded(.up)
    let result = decimals < 0 ? whole * scale : whole / scale
    return result.isFinite ? result : value
  }

  private func start(ofWeek day: Int) -> Int {
    day - weekStarts.daysBefore(CivilDate(dayNumber: day))
  }

  /// Days of a year, side by side.
  private func block(_ days: ClosedRange<Int>, _ year: Int) -> [String] {
    let first = start(ofWeek: days.lowerBound)
    let count = (days.upperBound - first) / 7 + 1
    return [heading(days, first, count, year)]
      + (0..<7).map { line in
        let name = ReadableText.weekday(CivilDate(dayNumber: first + line)) + " "
        var cells = (0..<count).flatMap { week in
          let day = first + 7 * week + line
          return days.contains(day) ? square(day) : Array(repeating: (" ", .plain), count: cell)
        }
        while cells.last?.character == " " { cells.removeLast() }
        return ChartText.trimmed(name + " " + cells.painted)
      }
  }

  /// Returns the year, and the months above the weeks in which they begin.
  private func heading(
    _ days: ClosedRange<Int>, _ first: Int, _ count: Int, _ year: Int
  ) -> String {
    var text = "\(year)"
    for week in 0..<count {
      let begins = (0..<7).map { CivilDate(dayNumber: first + 7 * week + $0) }
        .first { $0.day == 1 && days.contains($0.dayNumber) }
      let column = Self.margin + week * cell
      let hasRoom = text.count < column || week == 0
      guard let begins, hasRoom, column + 3 <= Self.margin + max(count * cell, 4) else { continue }
      text += String(repeating: " ", count: max(1, column - text.count))
      text += ReadableText.month(begins)
    }
    return text
  }

  /// Returns the shade of a day; the mark of a tag replaces it in the last column.
  private func square(_ day: Int) -> [(character: Character, paint: Paint)] {
    var square = Array(repeating: shade(day), count: cell)
    if tagged.contains(day) { square[cell - 1] = (strokes.mark, .plain) }
    return square
  }

  private func shade(_ day: Int) -> (character: Character, paint: Paint) {
    guard let figure = figures[day] else { return (strokes.nothing, quiet) }
    let index = steps.firstIndex { figure <= $0 } ?? steps.count - 1
    return (strokes.shades[index], level(index))
  }
}
