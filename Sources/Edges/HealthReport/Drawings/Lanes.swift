package import HealthModel
import HealthViews

/// A lane of a drawing over time: what lasted, from its beginning to its end.
///
///     Lane("REM", [Lane.Bar(start, end, "rem", Linked("REM 01:10–01:40"))])
package struct Lane {
  /// A time in a lane. It says what it is when it is pointed at, and may lead somewhere.
  package struct Bar {
    let start: Instant
    let end: Instant
    let shade: StaticString
    package var link: Linked

    package init(_ start: Instant, _ end: Instant, _ shade: StaticString, _ link: Linked) {
      (self.start, self.end, self.shade, self.link) = (start, end, shade, link)
    }
  }

  let name: String
  let bars: [Bar]

  /// Creates a lane; one without bars is the heading of those below it.
  package init(_ name: String, _ bars: [Bar] = []) { (self.name, self.bars) = (name, bars) }
}

extension Figure {
  /// The height of a lane, and of the bars in it.
  private static let lane = (height: 18.0, bar: 12.0)
  /// The room of a letter, on average.
  private static let letter = 6.2

  /// Returns lanes one below the other, on one axis of time.
  package static func lanes(
    _ title: String, _ caption: String, _ lanes: [Lane], over time: TimeStretch, _ words: Words
  ) -> Figure {
    let names = lanes.filter { !$0.bars.isEmpty }.map { $0.name.count }
    let left = min(max(Double(names.max() ?? 0) * letter + 8, 40), 130)
    let height = Double(lanes.count) * lane.height + 34
    let plot = Plot(ValueScale([0, 1]), height: height, left: left)
    let shapes = lanes.enumerated().flatMap { index, lane -> [Shape] in
      let y = plot.top + Double(index) * Self.lane.height
      if lane.bars.isEmpty { return [.label(lane.name, 0, y + 12)] }
      return [.label(lane.short(in: left), left - 5, y + 11, "end")]
        + lane.bars.compactMap { plot.bar($0, at: y + 1, Self.lane.bar, time) }
    }
    var base = PathText()
    base.move(left, plot.bottom)
    base.line(plot.right, plot.bottom)
    return Figure(
      title: title, caption: caption, height: plot.height,
      shapes: shapes + [.path(base, "axis")] + plot.clockAxis(time, words))
  }

  /// Returns rows with a bar each, whose lengths are shares of a whole.
  ///
  /// - Parameters:
  ///   - whole: the value that is as long as a bar can be.
  ///   - shade: the class of the bars.
  package static func bars(
    _ title: String, _ caption: String, _ rows: [BarRow], of whole: Double, _ shade: StaticString
  ) -> Figure {
    let shapes = rows.enumerated().flatMap { index, row -> [Shape] in
      let y = 4 + Double(index) * 22
      let width = whole > 0 ? min(max(row.value / whole, 0), 1) * 210 : 0
      var bar = PathText()
      if row.value > 0 { bar.rectangle(70, y + 2, width: width, height: 14) }
      return [
        .label(row.name, 62, y + 12.5, "end"), .path(bar, shade),
        .label(row.text, 76 + width, y + 12.5),
      ]
    }
    return Figure(
      title: title, caption: caption,
      read: rows.map { "\($0.name): \($0.text)" }.joined(separator: "; "),
      height: Double(rows.count) * 22 + 8, shapes: shapes)
  }
}

extension Figure {
  /// The most bars of a drawing.
  private static let mostBars = 120

  /// Returns the times of laps or of kilometres as bars; nil if there is one only, or too many.
  package static func times(_ title: String, _ caption: String, _ rows: [BarRow]) -> Figure? {
    guard rows.count > 1, rows.count <= mostBars else { return nil }
    return .bars(title, caption, rows, of: rows.map(\.value).max() ?? 0, "f-move")
  }

  /// Returns how long the heart beat in each band of its rate, the highest first.
  package static func bands(_ seconds: [Double], _ caption: String, _ words: Words) -> Figure {
    let rows = seconds.enumerated().reversed().map { index, seconds in
      BarRow(words.band(index), seconds, words.hours(seconds))
    }
    return .bars(
      words(.bandsTitle), caption, rows, of: max(seconds.reduce(0, +), 1), "f-heart")
  }
}

extension Words {
  /// Returns the name of a band of heart rates, such as `120–139`.
  func band(_ index: Int) -> String {
    let bands = HeartRateBands.starts
    if index == 0 { return "< " + number(bands[1]) }
    if index == bands.count - 1 { return "≥ " + number(bands[index]) }
    return number(bands[index]) + "–" + number(bands[index + 1] - 1)
  }
}

/// A row of a drawing of bars: its name, how long its bar is, and what stands after the bar.
package struct BarRow {
  package let name: String
  package let value: Double
  package let text: String

  package init(_ name: String, _ value: Double, _ text: String) {
    (self.name, self.value, self.text) = (name, value, text)
  }
}

extension Lane {
  /// Returns the name, as much of it as has room.
  fileprivate func short(in room: Double) -> String {
    let most = Int((room - 8) / 6.2)
    return name.count <= most ? name : name.prefix(most - 1) + "…"
  }
}

extension Plot {
  /// Returns a bar of a lane; nil: it lies outside the time that is shown.
  fileprivate func bar(
    _ bar: Lane.Bar, at y: Double, _ height: Double, _ time: TimeStretch
  ) -> Shape? {
    guard let shown = time.shown(from: bar.start, to: bar.end) else { return nil }
    var path = PathText()
    let start = x(share: shown.start)
    path.rectangle(start, y, width: x(share: shown.end) - start, height: height)
    return .titled(bar.link, [.path(path, bar.shade)])
  }
}
