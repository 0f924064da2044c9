import ByteTools
import HealthModel
import HealthViews

/// A plane on which values are drawn over time: 360 wide, so that its letters can be read on a
/// phone.
package struct Plot {
  package static let width = 360.0
  package let left: Double
  package let right: Double
  package let top = 8.0
  package let bottom: Double
  package let scale: ValueScale
  /// The days from its left to its right end.
  private let days: Range<Int>

  /// Creates a plot.
  ///
  /// - Parameters:
  ///   - days: the days from its left to its right end, if it shows days.
  ///   - height: the whole height, including the labels of time.
  package init(
    _ scale: ValueScale, of days: Range<Int> = 0..<1, height: Double = 170,
    left: Double = 40, width: Double = Plot.width
  ) {
    self.scale = scale
    self.left = left
    right = width - 6
    self.days = days
    bottom = height - 20
  }

  package var height: Double { bottom + 20 }

  /// Returns the position of a value.
  package func y(_ value: Double) -> Double {
    let share = (value - scale.least) / (scale.greatest - scale.least)
    return bottom - min(max(share, 0), 1) * (bottom - top)
  }

  /// Returns the position of a share of the width.
  package func x(share: Double) -> Double { left + min(max(share, 0), 1) * (right - left) }

  /// Returns the position of a day's beginning, or of a moment between two days.
  package func x(_ day: Double) -> Double {
    x(share: (day - Double(days.lowerBound)) / Double(days.count))
  }

  /// Returns the position of the middle of some days.
  package func x(_ part: ReportPeriod.Part) -> Double {
    x(Double(part.days.lowerBound + part.days.upperBound) / 2)
  }
}

/// The shapes that are drawn on the plot.
extension Plot {
  /// Shapes between the value axis and the labels of days.
  package func framed(
    _ shapes: [Shape], _ words: Words, text: ((Double) -> String)? = nil
  ) -> [Shape] {
    valueAxis(words, text: text) + shapes + timeAxis(words)
  }

  /// Returns the lines and labels of the value axis.
  package func valueAxis(_ words: Words, text: ((Double) -> String)? = nil) -> [Shape] {
    var lines = PathText()
    for mark in scale.marks { level(mark, &lines) }
    return [.path(lines, "axis")]
      + scale.marks.map { mark in
        let name = text?(mark) ?? words.number(mark, scale.decimals)
        return .label(name, left - 5, y(mark) + 3.8, "end")
      }
  }

  /// Adds a line from the left to the right end at a value.
  package func level(_ value: Double, _ lines: inout PathText) {
    lines.move(left, y(value))
    lines.line(right, y(value))
  }

  /// Returns the labels of days below the plot.
  private func timeAxis(_ words: Words) -> [Shape] {
    let ticks = TimeTicks.of(days, words, most: Int((right - left) / 26))
    return axis(ticks.map { (x(Double($0.day)), $0.text) }, room: 8)
  }

  /// Returns ticks below the plot with their texts; the last ends before its right end and a room.
  func axis(_ ticks: [(x: Double, text: String)], room: Double) -> [Shape] {
    var lines = PathText()
    for tick in ticks { lines.upright(tick.x, from: bottom, to: bottom + 4) }
    return [.path(lines, "base")]
      + ticks.map { .label($0.text, min(max($0.x, left), right - room), bottom + 16, "mid") }
  }

  /// Adds a bar of a part of the period between two values.
  ///
  /// - Parameter gap: the most that it leaves to the next one.
  package func bar(
    _ part: ReportPeriod.Part, from floor: Double, to top: Double, gap most: Double,
    _ path: inout PathText
  ) {
    let start = x(Double(part.days.lowerBound))
    let width = x(Double(part.days.upperBound)) - start
    let gap = min(width * 0.2, most)
    path.rectangle(start + gap / 2, top, width: width - gap, height: floor - top)
  }

  /// Bars, one for each part of a period that has a value.
  package func bars(
    _ values: [Double?], _ parts: [ReportPeriod.Part], _ name: StaticString
  ) -> [Shape] {
    var path = PathText()
    for (value, part) in zip(values, parts) {
      guard let value, value.isFinite else { continue }
      bar(part, from: bottom, to: y(value), gap: 3, &path)
    }
    return [.path(path, name)]
  }

  /// Returns a line through the values of parts; too many parts in a row without a value break it.
  /// Few values, and a value between two breaks, are also drawn as dots.
  package func line(
    _ values: [Double?], _ parts: [ReportPeriod.Part], _ name: StaticString, dots: StaticString
  ) -> [Shape] {
    let points = points(values, parts)
    var (line, marks) = (PathText(), PathText())
    for stretch in points where stretch.count > 1 { line.line(through: stretch) }
    let isSparse = points.reduce(0) { $0 + $1.count } <= 60
    for stretch in points where isSparse || stretch.count == 1 {
      for point in stretch { marks.dot(point.x, point.y) }
    }
    return [.path(line, name), .path(marks, dots)]
  }

  /// Returns a dot for each part that has a value.
  package func dots(_ values: [Double?], _ parts: [ReportPeriod.Part]) -> PathText {
    var path = PathText()
    for (value, part) in zip(values, parts) {
      if let value, value.isFinite { path.dot(x(part), y(value)) }
    }
    return path
  }

  /// Dots at the edge, for values that lie beyond what is drawn.
  package func beyond(
    _ values: [Double?], _ drawn: ClosedRange<Double>, _ parts: [ReportPeriod.Part],
    _ dots: StaticString
  ) -> [Shape] {
    let beyond = values.map { value in value.flatMap { drawn.contains($0) ? nil : $0 } }
    return [.path(self.dots(beyond, parts), dots)]
  }

  /// Returns a band between the least and the greatest values of parts.
  package func band(
    _ lows: [Double?], _ highs: [Double?], _ parts: [ReportPeriod.Part], _ name: StaticString
  ) -> [Shape] {
    var path = PathText()
    for (high, low) in zip(points(highs, parts), points(lows, parts)) {
      path.area(from: high, to: low)
    }
    return [.path(path, name)]
  }

  /// Returns the points of values that follow one another closely enough to be joined.
  private func points(
    _ values: [Double?], _ parts: [ReportPeriod.Part]
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
      stretches[stretches.count - 1].append((x(part), y(value)))
    }
    return stretches
  }
}

/// The positions of a time axis's labels.
package enum TimeTicks {
  /// Weeks, months or years, not more than have room.
  package static func of(
    _ days: Range<Int>, _ words: Words, most: Int = 12
  ) -> [(day: Int, text: String)] {
    if days.count <= 62 {
      let mondays = days.filter { CivilDate(dayNumber: $0).weekday == 1 }
      return thinned(mondays, to: min(most, 6)).map {
        ($0, words.shortDay(CivilDate(dayNumber: $0)))
      }
    }
    if days.count <= 760 {
      let months = days.filter { CivilDate(dayNumber: $0).day == 1 }
      return thinned(months, to: most).map { ($0, words.month(CivilDate(dayNumber: $0).month)) }
    }
    let years = days.filter { day in
      let date = CivilDate(dayNumber: day)
      return date.day == 1 && date.month == 1
    }
    return thinned(years, to: min(most, 9)).map { ($0, String(CivilDate(dayNumber: $0).year)) }
  }

  private static func thinned(_ days: [Int], to most: Int) -> [Int] {
    let step = (days.count + most - 1) / most
    return days.enumerated().filter { $0.offset % max(step, 1) == 0 }.map(\.element)
  }
}

/// An axis of values: from a round number to a round number, with a few round ones between.
package struct ValueScale {
  /// The values of the marks, ascending; at least two.
  package let marks: [Double]
  /// The number of decimals that the marks need.
  package let decimals: Int

  package var least: Double { marks.first ?? 0 }
  package var greatest: Double { marks.last ?? 1 }

  /// An axis ends here: what lies further out is drawn at its end, and no difference overflows.
  private static let most = 1e300
  /// Less than this is no step: the powers of ten below lose their digits and end in 0.
  private static let finest = 1e-300

  /// Creates a scale that holds these values.
  ///
  /// - Parameters:
  ///   - drawn: the limit; no value beyond it makes the scale longer.
  ///   - fromZero: true if it begins with 0, as for bars.
  package init(
    _ values: [Double], within drawn: ClosedRange<Double> = -.infinity ... .infinity,
    fromZero: Bool = false
  ) {
    let shown = values.map { min(max($0, drawn.lowerBound), drawn.upperBound) }
    let finite = shown.filter(\.isFinite).map { min(max($0, -Self.most), Self.most) }
    var (low, high) = (finite.min() ?? 0, finite.max() ?? 1)
    if fromZero { (low, high) = (min(low, 0), max(high, 0)) }
    let magnitude = max(high.magnitude, low.magnitude)
    if high - low < max(magnitude * 1e-6, 5 * Self.finest) {
      // From 1e16 on, a number and 1 more may be the same.
      let margin = max(1, magnitude * 1e-9)
      (low, high) = fromZero ? (low, max(high, low + 1)) : (low - margin, high + margin)
    }
    let step = Self.step((high - low) / 4)
    let first = (low / step).rounded(.down)
    let last = (high / step).rounded(.up)
    let count = min(max(Int(last - first), 1), 12)
    marks = (0...count).map { (first + Double($0)) * step }
    decimals = Self.decimals(of: step)
  }

  /// Creates the scale of these marks, which are whole numbers.
  package init(marks: [Double]) {
    self.marks = marks
    decimals = 0
  }

  /// Returns the number of decimals of a step, 12 at most: 0.025 has 3.
  private static func decimals(of step: Double) -> Int {
    (0..<12).first { count in
      let scaled = step * pow(10, Double(count))
      return abs(scaled - scaled.rounded()) < scaled * 1e-6
    } ?? 12
  }

  /// Returns the next of 1, 2, 2.5, 5 and 10 times a power of ten.
  package static func step(_ rough: Double) -> Double {
    guard rough >= finest, rough.isFinite else { return 1 }
    let power = pow(10, floor(log10(rough)))
    let part = rough / power
    let round = [1.0, 2, 2.5, 5, 10].first { part <= $0 * 1.0001 } ?? 10
    return round * power
  }
}

/// The `d` of a path: coordinates to a tenth, in shortest form, so that equal drawings are equal
/// bytes.
///
///     var path = PathText()
///     path.move(1, 2.04)
///     path.line(3.25, 4)          // M1 2L3.3 4
package struct PathText: Sendable {
  package typealias Point = (x: Double, y: Double)

  /// The least length that is surely seen.
  private static let least = 1.0

  private var bytes: [UInt8] = []

  package init() {}

  package var text: String { String(decoding: bytes, as: UTF8.self) }
  package var isEmpty: Bool { bytes.isEmpty }

  package mutating func move(_ x: Double, _ y: Double) { point("M", x, y) }
  package mutating func line(_ x: Double, _ y: Double) { point("L", x, y) }

  /// Adds a line through points. For a single point it adds a dot, because a line of no length
  /// paints nothing.
  package mutating func line(through points: [Point]) {
    for (index, point) in points.enumerated() {
      if index == 0 { move(point.x, point.y) } else { line(point.x, point.y) }
    }
    if points.count == 1 { command("h", 0) }
  }

  /// Adds a filled area between two lines, whose points are one above the other. For single points
  /// it is a narrow rectangle. It is at least one unit high.
  package mutating func area(from high: [Point], to low: [Point]) {
    guard high.count > 1 else {
      for (high, low) in zip(high, low) {
        rectangle(high.x - 0.5, high.y, width: 1, height: low.y - high.y)
      }
      return
    }
    let seen = zip(high, low).map { (x: $1.x, y: max($1.y, $0.y + Self.least)) }
    line(through: high + seen.reversed())
    bytes.append(UInt8(ascii: "z"))
  }

  /// Adds a filled rectangle. One thinner than one unit would be invisible: it grows up and to the
  /// right.
  package mutating func rectangle(_ x: Double, _ y: Double, width: Double, height: Double) {
    let (width, seen) = (max(width, Self.least), max(height, Self.least))
    move(x, y + height - seen)
    command("h", width)
    command("v", seen)
    command("h", -width)
    bytes.append(UInt8(ascii: "z"))
  }

  /// Adds a line straight up or down, at least one unit long.
  package mutating func upright(_ x: Double, from start: Double, to end: Double) {
    move(x, start)
    command("V", abs(end - start) < Self.least ? start - Self.least : end)
  }

  /// Adds a dot, drawn by the round ends of a line of no length: its class must have such ends.
  package mutating func dot(_ x: Double, _ y: Double) {
    move(x, y)
    command("h", 0)
  }

  private mutating func point(_ letter: Character, _ x: Double, _ y: Double) {
    bytes.append(contentsOf: letter.utf8)
    append(x)
    let before = bytes.count
    append(y)
    // A minus sign separates two numbers, so no space is needed before it.
    if bytes[before] != UInt8(ascii: "-") { bytes.insert(UInt8(ascii: " "), at: before) }
  }

  private mutating func command(_ letter: Character, _ value: Double) {
    bytes.append(contentsOf: letter.utf8)
    append(value)
  }

  private mutating func append(_ value: Double) {
    bytes.append(contentsOf: PathText.number(value).utf8)
  }

  /// Returns a coordinate: `12`, `12.3`, `-0.5`; 0 for NaN.
  package static func number(_ value: Double) -> String {
    // NaN stays NaN through `min` and `max`.
    if value.isNaN { return "0" }
    let tenths = Int((min(max(value, -99_999), 99_999) * 10).rounded())
    let (whole, rest) = (abs(tenths) / 10, abs(tenths) % 10)
    return (tenths < 0 ? "-" : "") + "\(whole)" + (rest > 0 ? ".\(rest)" : "")
  }
}
