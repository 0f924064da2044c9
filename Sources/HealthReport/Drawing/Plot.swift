import HealthModel

/// A plane on which values are drawn over time: 360 wide, so that its letters can be read on a
/// phone.
struct Plot {
  static let width = 360.0
  let left = 40.0
  let right = 354.0
  let top = 8.0
  let bottom: Double
  let scale: ValueScale

  /// - Parameter height: of all of it, the labels of time included.
  init(_ scale: ValueScale, height: Double = 170) {
    self.scale = scale
    bottom = height - 20
  }

  var height: Double { bottom + 20 }

  /// The position of a value.
  func y(_ value: Double) -> Double {
    let share = (value - scale.least) / (scale.greatest - scale.least)
    return bottom - min(max(share, 0), 1) * (bottom - top)
  }

  /// The position of a share of the width.
  func x(share: Double) -> Double { left + min(max(share, 0), 1) * (right - left) }

  /// The position of a day's beginning, or of a moment between two days.
  func x(_ day: Double, of days: Range<Int>) -> Double {
    x(share: (day - Double(days.lowerBound)) / Double(days.count))
  }

  /// The middle of some days.
  func x(_ part: ReportPeriod.Part, of days: Range<Int>) -> Double {
    x(Double(part.days.lowerBound + part.days.upperBound) / 2, of: days)
  }
}

extension Page {
  /// A drawing with its caption: a title, and how it is read.
  ///
  /// - Parameters:
  ///   - kind: what is drawn, where the title does not say it; for who cannot see the drawing.
  ///   - text: all that it shows, for the same; nil: the caption says enough.
  mutating func figure(
    _ title: String, _ caption: String, of kind: String? = nil, read text: String? = nil,
    height: Double, width: Double = Plot.width, drawing: (inout Page) -> Void
  ) {
    let box = "0 0 \(PathText.number(width)) \(PathText.number(height))"
    let label = (kind.map { $0 + " " } ?? "") + title + ": " + (text ?? caption)
    element(.figure) { page in
      page.element(
        .svg,
        [Attribute("viewBox", box), Attribute("role", "img"), Attribute("aria-label", label)],
        drawing)
      page.element(.figcaption) { page in
        page.element(.strong, text: title)
        page.text(" " + caption)
      }
    }
  }

  /// A path of a class.
  mutating func path(_ path: PathText, _ name: StaticString) {
    if path.isEmpty { return }
    element(.path, [.class(name), Attribute("d", path.text)])
  }

  /// A label at a position.
  mutating func label(_ text: String, _ x: Double, _ y: Double, _ name: StaticString? = nil) {
    let position = [
      Attribute("x", PathText.number(x)), Attribute("y", PathText.number(y)),
    ]
    element(.text, position + (name.map { [.class($0)] } ?? []), text: text)
  }

  /// An entry of a legend: a square of a class, and its name.
  mutating func key(_ text: String, _ name: StaticString, _ x: Double, _ y: Double) {
    var square = PathText()
    square.rectangle(x, y, width: 9, height: 9)
    path(square, name)
    label(text, x + 13, y + 8.5)
  }

  /// The lines and labels of the value axis.
  mutating func valueAxis(_ plot: Plot, _ words: Words, text: ((Double) -> String)? = nil) {
    var lines = PathText()
    for mark in plot.scale.marks {
      lines.move(plot.left, plot.y(mark))
      lines.line(plot.right, plot.y(mark))
    }
    path(lines, "axis")
    for mark in plot.scale.marks {
      let name = text?(mark) ?? words.number(mark, plot.scale.decimals)
      label(name, plot.left - 5, plot.y(mark) + 3.8, "end")
    }
  }

  /// The labels of days below a plot.
  mutating func timeAxis(_ plot: Plot, _ days: Range<Int>, _ words: Words) {
    let ticks = TimeTicks.of(days, words)
    var lines = PathText()
    for tick in ticks {
      let x = plot.x(Double(tick.day), of: days)
      lines.upright(x, from: plot.bottom, to: plot.bottom + 4)
    }
    path(lines, "base")
    for tick in ticks {
      let x = plot.x(Double(tick.day), of: days)
      label(tick.text, min(max(x, plot.left), plot.right - 8), plot.bottom + 16, "mid")
    }
  }
}

/// Where a time axis has labels.
enum TimeTicks {
  /// Weeks, months or years, not more than have room.
  static func of(_ days: Range<Int>, _ words: Words) -> [(day: Int, text: String)] {
    if days.count <= 62 {
      let mondays = days.filter { CivilDate(dayNumber: $0).weekday == 1 }
      return thinned(mondays, to: 6).map { ($0, words.shortDay(CivilDate(dayNumber: $0))) }
    }
    if days.count <= 760 {
      let months = days.filter { CivilDate(dayNumber: $0).day == 1 }
      return thinned(months, to: 12).map { ($0, words.month(CivilDate(dayNumber: $0).month)) }
    }
    let years = days.filter { day in
      let date = CivilDate(dayNumber: day)
      return date.day == 1 && date.month == 1
    }
    return thinned(years, to: 9).map { ($0, String(CivilDate(dayNumber: $0).year)) }
  }

  private static func thinned(_ days: [Int], to most: Int) -> [Int] {
    let step = (days.count + most - 1) / most
    return days.enumerated().filter { $0.offset % max(step, 1) == 0 }.map(\.element)
  }
}
