import ByteTools
import HealthModel
package import HealthViews

/// A chart as lines of text for a terminal: bars for what adds up, ranges with their average for
/// discrete values, a lane a value for categories. Without colour no escape sequences; with it the
/// same characters.
package struct ChartText {
  /// Columns for the labels of the vertical axis.
  private static let labels = 10
  /// Columns for the names of category values.
  private static let names = 20
  /// The width of the widest bar.
  private static let widestBar = 6

  private let chart: Chart
  private let width: Int
  private let drawing: Drawing
  private let paint: ChartPaint
  private let height: Int
  private let strokes: Strokes
  private let usesDots: Bool
  private let margin: Int
  private let room: Int
  private let barWidth: Int

  /// Returns the number of columns for the bins in a chart of `width` columns, or in several charts
  /// under one axis.
  package static func room(in width: Int, hasCategories: Bool) -> Int {
    max(1, width - 2 - (hasCategories ? names : labels))
  }

  /// Creates a drawing of a chart whose bins fit in `width`.
  ///
  /// - Parameter hasCategories: true if one of the charts has names of category values next to
  ///   the axis.
  private init(
    _ chart: Chart, _ width: Int, _ height: Int, _ drawing: Drawing, _ hasCategories: Bool,
    _ paint: ChartPaint
  ) {
    self.chart = chart
    self.width = width
    self.drawing = drawing
    self.paint = paint
    self.height = max(height, 2)
    strokes = drawing == .ascii ? .ascii : .blocks
    usesDots = drawing == .braille
    margin = hasCategories ? Self.names : Self.labels
    room = Self.room(in: width, hasCategories: hasCategories)
    barWidth = min(max(room / max(chart.binCount, 1), 1), Self.widestBar)
  }

  /// Returns the lines of charts over the same time, whose bins fit in `width`: a title and a
  /// drawing for each, then the common axis of time, then bands of the heart rate.
  ///
  /// - Parameter height: the number of lines of a quantity's vertical axis.
  package static func lines(
    of charts: [Chart], width: Int, height: Int, in drawing: Drawing, isColored: Bool = false
  ) -> [String] {
    let hasCategories = charts.contains { $0.style == .category }
    return lines(
      charts.enumerated().map { index, chart in
        ChartText(
          chart, width, height, drawing, hasCategories,
          ChartPaint(index, of: charts.count, isColored: isColored))
      })
  }

  private static func lines(_ charts: [ChartText]) -> [String] {
    let drawings = Array(charts.map(\.body).joined(separator: [""])) + (charts.last?.axis ?? [])
    let tags = charts.last?.tagLines ?? []
    return (drawings + tags + charts.flatMap(\.bands)).map(trimmed)
  }

  private var body: [String] {
    let drawing =
      switch chart.style {
      case .cumulative: usesDots ? dots : bars
      case .discrete: usesDots ? dots : ranges
      case .category: lanes
      }
    return title.map(titlePaint.applied) + [""] + drawing
  }

  /// The lines below the axis with the time of the heart rate in each band.
  private var bands: [String] {
    guard let bands = chart.bands else { return [] }
    return [""] + BandsText(bands, margin: margin, width: width, in: drawing, paint).lines
  }

  // MARK: Around the drawing

  private var title: [String] {
    let name = TerminalText.escaped(ReadableText.name(chart.type))
    let unit = chart.unitText.map { " (\($0))" } ?? ""
    let samples = counted(chart.count, "sample")
    let meaning =
      switch chart.style {
      case .discrete where chart.isPair: "from diastolic to systolic"
      case .discrete where chart.isOfPairs: "measured with the blood pressure"
      case .discrete:
        (usesDots ? "least to greatest" : "\(strokes.range) range, \(strokes.average) average")
          + (isCut ? ", \(strokes.beyond.above)\(strokes.beyond.below) beyond" : "")
      case .cumulative, .category: ""
      }
    let step = chart.interval.map(Self.words) ?? step
    let whole = "\(name)\(unit), \(samples), \(step) a \(column)"
    let line = meaning.isEmpty ? whole : whole + ", " + meaning
    let lines = TextWrap.lines(line, width)
    guard lines.count > 1, !meaning.isEmpty else { return lines }
    return TextWrap.lines(whole, width) + TextWrap.lines(meaning, width)
  }

  private var isCut: Bool { bins.contains { $0.isCutAbove || $0.isCutBelow } }

  /// A title has the colour of its drawing; above stages of sleep, which have colours of their own,
  /// it is bold.
  private var titlePaint: Paint {
    let isStaged = chart.lanes.contains { ChartColors.stage($0.value, of: chart.type) != nil }
    return paint.isColored && isStaged ? .bold : paint.title
  }

  private var column: String { chart.style == .cumulative ? "bar" : "column" }

  /// Returns an interval of the calendar: `a week`, `2 weeks`.
  private static func words(_ interval: CalendarInterval) -> String {
    interval.count == 1 ? "a \(interval)" : "\(interval)"
  }

  /// The length of a bin: where bins differ in length, as days do, the most frequent length, and of
  /// equally frequent ones the longest.
  private var step: String {
    var counts: [Int64: Int] = [:]
    for (start, end) in zip(chart.edges, chart.edges.dropFirst()) {
      counts[end - start, default: 0] += 1
    }
    let commonest = counts.max { ($0.value, $0.key) < ($1.value, $1.key) }
    let seconds = Double(commonest?.key ?? 0) / 1e6
    for (name, size) in [("d", 86_400.0), ("h", 3_600.0), ("min", 60.0)] where seconds >= size {
      return "\(ReadableText.number((seconds / size * 10 + 0.5).rounded(.down) / 10)) \(name)"
    }
    return "\(ReadableText.number((seconds * 10 + 0.5).rounded(.down) / 10)) s"
  }

  private var axis: [String] {
    let columns = chart.binCount * barWidth
    let line = TextWrap.padded("", margin) + " " + String(strokes.corner)
    let from = ReadableText.time(chart.time(0), seconds: false, offset: false)
    let to = ReadableText.time(chart.time(chart.binCount), seconds: false, offset: false)
    let level = line + String(ticks(columns))
    let indent = TextWrap.padded("", margin + 2)
    // Where one line has no room for both, each has its own.
    guard from.count + 2 + to.count <= room else {
      return [level, indent + from, indent + TextWrap.padded(to, columns)]
    }
    let gap = max(2, columns - from.count - to.count)
    return [level, indent + from + String(repeating: " ", count: gap) + to]
  }

  /// The lines below the axis: for each tag a bar over the time of its notes.
  private var tagLines: [String] {
    chart.tagged.map { tagged in
      let name = TextWrap.shortened(
        MeasuredText(escaping: tagged.tag), margin, with: strokes.ellipsis)
      let bar = strokes.eighths[strokes.eighths.count / 2]
      let cells = tagged.isTagged.flatMap { isTagged in
        Array(repeating: isTagged ? bar : " ", count: barWidth)
      }
      return TextWrap.padded(name.text, margin) + "  " + String(cells)
    }
  }

  /// Returns the line of the axis, with a tick at the moments that the chart marks; a tick at the
  /// end of the window or after it is in the last column.
  private func ticks(_ columns: Int) -> [Character] {
    var ticks = [Character](repeating: strokes.level, count: columns)
    for mark in chart.marks {
      let after = chart.edges.firstIndex { $0 > mark } ?? chart.binCount
      guard after > 0 else { continue }
      ticks[(after - 1) * barWidth] = strokes.notch
    }
    return ticks
  }

  /// Returns a line of the drawing with its label and its axis.
  private func line(_ label: String, _ cells: [Character], _ paint: Paint? = nil) -> String {
    let stroke = label.isEmpty ? strokes.upright : strokes.tick
    return TextWrap.padded(label, margin) + " " + String(stroke)
      + (paint ?? self.paint.drawing).applied(to: Self.trimmed(String(cells)))
  }

  static func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }

  // MARK: Quantities

  private var bins: [Chart.Bin] { chart.lanes.first?.bins ?? [] }

  /// The bars from zero.
  private var bars: [String] {
    let top = max(bins.map(\.sum).filter(\.isFinite).max() ?? 0, 0)
    return (0..<height).map { row in
      let floor = height - 1 - row
      let cells = bins.flatMap { bin in
        let filled = top > 0 ? bin.sum / top * Double(height) - Double(floor) : 0
        let eighth = Self.step(filled, of: 8)
        // What is there shows, however little it is.
        let isTrace = floor == 0 && bin.sum > 0 && eighth == 0
        return bar(strokes.eighths[isTrace ? 1 : eighth])
      }
      return line(label(row, from: 0, to: top), cells)
    }
  }

  private func bar(_ cell: Character) -> [Character] {
    let gap = barWidth > 2 ? 1 : 0
    return Array(repeating: cell, count: barWidth - gap) + Array(repeating: " ", count: gap)
  }

  /// The least to the greatest value of each bin, and the average.
  private var ranges: [String] {
    let shown = bins.filter { $0.count > 0 }
    let low = shown.map(\.minimum).min() ?? 0
    let high = shown.map(\.maximum).max() ?? 0
    func row(_ value: Double) -> Int {
      guard high > low else { return height / 2 }
      // Halves are subtracted, because the difference of the values may overflow a double.
      return Self.step((high / 2 - value / 2) / (high / 2 - low / 2), of: height - 1)
    }
    return (0..<height).map { line in
      let cells = bins.flatMap { bin -> [Character] in
        var cell: Character = " "
        if bin.count > 0 {
          if bin.isCutAbove, row(bin.maximum) == line {
            cell = strokes.beyond.above
          } else if bin.isCutBelow, row(bin.minimum) == line {
            cell = strokes.beyond.below
          } else
          // Values that add up to more than a double holds have no average.
          if bin.average.isFinite, row(bin.average) == line {
            cell = strokes.average
          } else if (row(bin.maximum)...row(bin.minimum)).contains(line) {
            cell = strokes.range
          }
        }
        return [cell] + Array(repeating: " ", count: barWidth - 1)
      }
      let single = line == height / 2 ? figure(low) : ""
      return self.line(high > low ? label(line, from: low, to: high) : single, cells)
    }
  }

  /// The drawing in dots, two a column and four a line: bars from zero, or the least to the
  /// greatest value.
  private var dots: [String] {
    let isSum = chart.style == .cumulative
    let shown = bins.filter { $0.count > 0 }
    let low = isSum ? 0 : shown.map(\.minimum).min() ?? 0
    let high = (isSum ? shown.map(\.sum).filter(\.isFinite) : shown.map(\.maximum)).max() ?? 0
    var canvas = DotCanvas(columns: chart.binCount * barWidth, lines: height)
    var marks: [(line: Int, column: Int, mark: Character)] = []
    for (index, bin) in bins.enumerated() where bin.count > 0 {
      func row(_ value: Double) -> Int {
        high > low ? Self.step((value / 2 - low / 2) / (high / 2 - low / 2), of: 4 * height - 1) : 0
      }
      let rows = isSum ? 0...row(bin.sum) : row(bin.minimum)...row(bin.maximum)
      let width = 2 * barWidth
      let columns = index * width..<(index + 1) * width - (width > 2 ? 1 : 0)
      for column in columns where !isSum || bin.sum > 0 {
        for row in rows { canvas.set(column, row) }
      }
      func mark(_ row: Int, _ mark: Character) {
        marks.append((height - 1 - row / 4, index * barWidth, mark))
      }
      if bin.isCutBelow { mark(rows.lowerBound, strokes.beyond.below) }
      if bin.isCutAbove { mark(rows.upperBound, strokes.beyond.above) }
    }
    return (0..<height).map { row in
      var cells = canvas.line(row)
      for mark in marks where mark.line == row { cells[mark.column] = mark.mark }
      return line(label(row, from: low, to: high), cells)
    }
  }

  /// Returns the figure at the top, at the bottom and, if there is room, in the middle of the axis.
  private func label(_ row: Int, from low: Double, to high: Double) -> String {
    if row == 0 { return figure(high) }
    if row == height - 1 { return figure(low) }
    guard height % 2 == 1, row == height / 2 else { return "" }
    return figure(low / 2 + high / 2)
  }

  /// Returns the nearest of this many steps to a part of the whole; 0 for NaN.
  private static func step(_ part: Double, of steps: Int) -> Int {
    part.isNaN ? 0 : Int(min(max(part, 0), 1) * Double(steps) + 0.5)
  }

  /// Returns a figure that fits next to the axis.
  private func figure(_ saved: Double) -> String {
    // Those of pairs are averages.
    let value = chart.isPair ? (saved * 10).rounded() / 10 : saved * chart.factor
    guard value.isFinite else { return "" }
    let text = ReadableText.number(value)
    guard text.count > Self.labels else { return text }
    var rest = value
    var power = 0
    while rest.magnitude >= 10 { (rest, power) = (rest / 10, power + 1) }
    while rest != 0, rest.magnitude < 1 { (rest, power) = (rest * 10, power - 1) }
    return "\(ReadableText.number((rest * 100).rounded(.towardZero) / 100))e\(power)"
  }

  // MARK: Categories

  private var lanes: [String] {
    inOrder.map { lane in
      let cells = lane.bins.enumerated().flatMap { index, bin in
        Array(repeating: shade(bin, index), count: barWidth)
      }
      let stage = paint.isColored ? ChartColors.stage(lane.value, of: chart.type) : nil
      return line(name(lane.value ?? ""), cells, stage)
    }
  }

  /// The lanes: those of sleep from awake down to the deepest stage, as in hypnograms; others in
  /// the chart's order.
  private var inOrder: [Chart.Lane] {
    guard chart.type == CategoryType.sleepAnalysis.identifier else { return chart.lanes }
    let depth = ["awake", "asleepREM", "asleepCore", "asleepDeep", "asleepUnspecified", "inBed"]
    func rank(_ lane: Chart.Lane) -> Int { depth.firstIndex(of: lane.value ?? "") ?? depth.count }
    return chart.lanes.enumerated()
      .sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }.map(\.element)
  }

  private func shade(_ bin: Chart.Bin, _ index: Int) -> Character {
    guard bin.count > 0 else { return " " }
    let length = Double(chart.edges[index + 1] - chart.edges[index]) / 1e6
    guard bin.sum > 0, length > 0 else { return strokes.mark }
    let count = strokes.shades.count
    return strokes.shades[Int(min(bin.sum / length * Double(count), Double(count - 1)))]
  }

  private func name(_ value: String) -> String {
    TextWrap.shortened(MeasuredText(escaping: value), Self.names, with: strokes.ellipsis).text
  }
}

extension Chart {
  /// The unit as people see it; nil: there is none.
  var unitText: String? {
    guard let unit, !unit.isEmpty else { return nil }
    return TerminalText.escaped(FigureStyle.unitText(unit, of: type))
  }

  /// The factor of figures for people: percent are saved as parts of one.
  var factor: Double { unit == Unit.percent.description ? 100 : 1 }
}

/// The time that the heart rate of a workout was in each band: a line a band with the time, its
/// share of the time that has a heart rate, and a bar.
struct BandsText {
  private let bands: HeartRateBands
  private let margin: Int
  private let width: Int
  private let drawing: Drawing
  private let paint: ChartPaint

  /// Creates the text of the bands.
  ///
  /// - Parameters:
  ///   - margin: columns for the names of the bands.
  ///   - width: columns for a line.
  init(
    _ bands: HeartRateBands, margin: Int, width: Int, in drawing: Drawing, _ paint: ChartPaint
  ) {
    self.bands = bands
    self.margin = margin
    self.width = width
    self.drawing = drawing
    self.paint = paint
  }

  /// The lines: what is shown, and a band each.
  var lines: [String] {
    let whole = ReadableText.duration(bands.end.seconds(since: bands.start)) ?? ""
    let title =
      "time in bands of 20/min, not training zones; \(Self.time(bands.measured)) of \(whole) has a "
      + "heart rate"
    return TextWrap.lines(title, width).map(paint.title.applied) + [""] + rows
  }

  private var rows: [String] {
    let dash = drawing == .ascii ? "-" : "–"
    let names = HeartRateBands.starts.indices.map { HeartRateBands.name($0, dash: dash) }
    let times = bands.seconds.map(Self.time)
    let timeWidth = times.map(\.count).max() ?? 0
    let room = width - margin - timeWidth - 11
    let most = bands.seconds.max() ?? 0
    return names.indices.map { band in
      let seconds = bands.seconds[band]
      let share = bands.measured > 0 ? 100 * seconds / bands.measured : 0
      let line =
        TextWrap.padded(names[band], margin) + "  " + TextWrap.padded(times[band], timeWidth) + "  "
        + TextWrap.padded("\(ReadableText.number(share.rounded())) %", 5) + "  "
      return line + paint.drawing.applied(to: bar(most > 0 ? seconds / most : 0, room))
    }
  }

  /// Returns a bar over this part of the room; any part above 0 shows.
  private func bar(_ part: Double, _ room: Int) -> String {
    let steps = drawing == .ascii ? ["#"] : drawing == .braille ? ["⡇", "⣿"] : Self.eighths
    guard part > 0, room > 0 else { return "" }
    let count = max(Int((part * Double(room * steps.count)).rounded()), 1)
    let (whole, rest) = count.quotientAndRemainder(dividingBy: steps.count)
    return String(repeating: steps[steps.count - 1], count: whole)
      + (rest > 0 ? steps[rest - 1] : "")
  }

  /// The eighths of a column, from the left.
  private static let eighths = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

  private static func time(_ seconds: Double) -> String { ReadableText.duration(seconds) ?? "" }
}

/// The characters that draw a chart.
package enum Drawing: Hashable, Sendable {
  /// Blocks, eighths of them, and lines.
  case blocks
  /// The dots of Braille: twice the columns and four times the lines.
  case braille
  /// The characters of ASCII.
  case ascii
}

/// The characters that a chart is drawn with.
struct Strokes {
  /// The bars, by eighths of a line.
  let eighths: [Character]
  /// The character from the least to the greatest value of a bin.
  let range: Character
  /// The character of a bin's average.
  let average: Character
  /// The characters for the part of a bin that a category value fills, from little to all of it,
  /// and for the amount of a day.
  let shades: [Character]
  /// A value above or below what is drawn.
  let beyond: (above: Character, below: Character)
  /// A category value without duration.
  let mark: Character
  /// The character of a day without data.
  let nothing: Character
  let corner: Character
  let upright: Character
  let tick: Character
  /// The character of a moment that the axis of time marks.
  let notch: Character
  let level: Character
  let ellipsis: String

  static let blocks = Strokes(
    eighths: Array(" ▁▂▃▄▅▆▇█"), range: "┃", average: "●", shades: Array("░▒▓█"),
    beyond: ("▲", "▼"), mark: "●",
    nothing: "·", corner: "└", upright: "│", tick: "┤", notch: "┴", level: "─", ellipsis: "…")
  static let ascii = Strokes(
    eighths: Array(" ..:::###"), range: "|", average: "o", shades: Array(".-+#"),
    beyond: ("^", "v"), mark: "o",
    nothing: " ", corner: "+", upright: "|", tick: "+", notch: "'", level: "-", ellipsis: "~")
}

/// Dots of Braille, two a column and four a line.
struct DotCanvas {
  private let lines: Int
  private var cells: [[UInt8]]
  /// The bit of each dot of a character: of the left column from below, then of the right one.
  private static let bits: [[UInt8]] = [[0x40, 0x04, 0x02, 0x01], [0x80, 0x20, 0x10, 0x08]]

  init(columns: Int, lines: Int) {
    self.lines = lines
    cells = [[UInt8]](repeating: [UInt8](repeating: 0, count: columns), count: lines)
  }

  /// Sets a dot; rows are counted from below.
  mutating func set(_ column: Int, _ row: Int) {
    cells[lines - 1 - row / 4][column / 2] |= Self.bits[column % 2][row % 4]
  }

  /// Returns a line of characters, counted from above; a space where no dot is set.
  func line(_ line: Int) -> [Character] {
    cells[line].map { bits in
      bits == 0 ? " " : Character(Unicode.Scalar(0x2800 + UInt32(bits)) ?? " ")
    }
  }
}
