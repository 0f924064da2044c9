package import HealthModel
package import HealthViews

/// A value at a moment; where two follow one another in different segments, nothing is known of the
/// way between them.
package struct CurvePoint {
  package let time: Instant
  package let value: Double
  package let segment: Int

  package init(_ time: Instant, _ value: Double, segment: Int = 0) {
    (self.time, self.value, self.segment) = (time, value, segment)
  }
}

extension Figure {
  /// A curve has about this many points, which are enough for its form.
  private static let mostPoints = 300

  /// Returns the curve of values over time, such as of heights above the sea.
  package static func curve(
    _ title: String, _ caption: String, _ points: [CurvePoint], over time: TimeStretch,
    _ words: Words, _ line: StaticString
  ) -> Figure {
    let points = points.filter { $0.value.isFinite }
    let plot = Plot(ValueScale(points.map(\.value)), height: 150)
    let step = max(1, points.count / mostPoints)
    var (path, segment) = (PathText(), [PathText.Point]())
    for (index, point) in points.enumerated() {
      let isEnd = index == points.count - 1 || points[index + 1].segment != point.segment
      guard segment.isEmpty || isEnd || index % step == 0 else { continue }
      segment.append((plot.x(share: time.share(point.time)), plot.y(point.value)))
      guard isEnd else { continue }
      path.line(through: segment)
      segment = []
    }
    return Figure(
      title: title, caption: caption, height: plot.height,
      shapes: plot.valueAxis(words) + [.path(path, line)] + plot.clockAxis(time, words))
  }

  /// Returns the chart of a quantity: bars of sums, or for each bin the range of its values and
  /// their average. Marks, such as the ends of laps, are lines from top to bottom; every other
  /// band of the heart rate is shaded.
  ///
  /// - Parameters:
  ///   - colour: the class of lines; `fill` is that of areas.
  ///   - link: the page that a bin leads to, from its beginning to its end.
  package static func chart(
    _ chart: Chart, _ title: String, _ caption: String, _ words: Words, line: StaticString,
    fill: StaticString, pale: StaticString,
    link: (Instant, Instant) -> String? = { _, _ in nil }
  ) -> Figure {
    let unit = UnitText(chart.unit ?? "")
    let bins = chart.lanes.first?.bins ?? []
    let adds = chart.style == .cumulative
    let values = bins.filter { $0.count > 0 }.flatMap { bin in
      (adds ? [bin.sum] : [bin.minimum, bin.maximum]).map { $0 * unit.factor }
    }
    let plot = Plot(ValueScale(values, fromZero: adds))
    let time = TimeStretch(
      chart.time(0).instant, chart.time(chart.edges.count - 1).instant, in: chart.zone)
    var drawn = ChartPaths(plot, time, unit)
    if chart.bands != nil { drawn.shade(HeartRateBands.starts) }
    for mark in chart.marks { drawn.mark(Instant(microseconds: mark)) }
    var hits: [Shape] = []
    for (index, bin) in bins.enumerated() {
      let (start, end) = (chart.time(index).instant, chart.time(index + 1).instant)
      guard bin.count > 0 else {
        drawn.leaveOut()
        continue
      }
      let (box, text) = drawn.add(bin, start, end, adds: adds, words)
      hits.append(
        .titled(
          Linked(time.text(start, words) + " " + text + unit.suffix, to: link(start, end)),
          [.path(box, "hit")]))
    }
    drawn.leaveOut(all: true)
    return Figure(
      title: title, caption: caption, height: plot.height,
      shapes: plot.valueAxis(words) + [.path(drawn.bands, pale), .path(drawn.areas, pale)]
        + [.path(drawn.bars, fill), .path(drawn.marks, "axis"), .path(drawn.averages, line)]
        + plot.clockAxis(time, words) + hits)
  }
}

/// The paths of a chart while its bins are drawn, from the left to the right.
private struct ChartPaths {
  let plot: Plot
  let time: TimeStretch
  let unit: UnitText
  var bands = PathText()
  var areas = PathText()
  var bars = PathText()
  var marks = PathText()
  var averages = PathText()
  private var stretch: [(x: Double, low: Double, middle: Double, high: Double)] = []
  private var missing = 0
  /// More bins than this without a value break a line.
  private static let mostMissing = 3

  init(_ plot: Plot, _ time: TimeStretch, _ unit: UnitText) {
    (self.plot, self.time, self.unit) = (plot, time, unit)
  }

  /// Shades every second band between these values.
  mutating func shade(_ starts: [Double]) {
    for index in stride(from: 1, to: starts.count, by: 2) {
      let (low, high) = (starts[index], index + 1 < starts.count ? starts[index + 1] : .infinity)
      let (bottom, top) = (plot.y(low * unit.factor), plot.y(high * unit.factor))
      if bottom - top < 0.1 { continue }
      bands.rectangle(plot.left, top, width: plot.right - plot.left, height: bottom - top)
    }
  }

  mutating func mark(_ moment: Instant) {
    marks.upright(plot.x(share: time.share(moment)), from: plot.bottom, to: plot.top)
  }

  /// Adds a bin.
  ///
  /// - Returns: the place where it is pointed at, and its figures.
  mutating func add(
    _ bin: Chart.Bin, _ start: Instant, _ end: Instant, adds: Bool, _ words: Words
  ) -> (box: PathText, text: String) {
    let (left, right) = (plot.x(share: time.share(start)), plot.x(share: time.share(end)))
    var box = PathText()
    box.rectangle(left, plot.top, width: right - left, height: plot.bottom - plot.top)
    func text(_ value: Double) -> String {
      words.number(value * unit.factor, plot.scale.decimals)
    }
    func y(_ value: Double) -> Double { plot.y(value * unit.factor) }
    if adds {
      let gap = min((right - left) * 0.2, 3)
      bars.rectangle(
        left + gap / 2, y(bin.sum), width: right - left - gap, height: plot.bottom - y(bin.sum))
      return (box, text(bin.sum))
    }
    let middle = bin.average.isFinite ? bin.average : (bin.minimum + bin.maximum) / 2
    stretch.append(((left + right) / 2, y(bin.minimum), y(middle), y(bin.maximum)))
    missing = 0
    let isRange = bin.minimum != bin.maximum
    return (
      box, text(middle) + (isRange ? " (\(text(bin.minimum))–\(text(bin.maximum)))" : "")
    )
  }

  /// Notes a bin without values; draws what came before it if there are too many, or `all` is over.
  mutating func leaveOut(all: Bool = false) {
    missing += 1
    guard all || missing > Self.mostMissing, !stretch.isEmpty else { return }
    areas.area(from: stretch.map { ($0.x, $0.high) }, to: stretch.map { ($0.x, $0.low) })
    averages.line(through: stretch.map { ($0.x, $0.middle) })
    stretch = []
  }
}
