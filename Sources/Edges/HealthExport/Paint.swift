import HealthModel

/// The look of a cell on a terminal: attributes that every theme has, dark or light, and in
/// drawings colours that both can show.
enum Paint: Hashable {
  case plain
  /// The paint of headings.
  case bold
  /// The paint of what matters less.
  case dim
  /// The paint of errors that were found.
  case red
  /// A part of a drawing, by the number of a colour: see `ChartColors`.
  case color(UInt8)

  /// The code that turns it on; empty: nothing.
  private var code: String {
    switch self {
    case .plain: ""
    case .bold: "\u{1B}[1m"
    case .dim: "\u{1B}[2m"
    case .red: "\u{1B}[31m"
    case .color(let number): "\u{1B}[38;5;\(number)m"
    }
  }

  /// Returns a text between the codes that turn it on and off.
  func applied(to text: String) -> String {
    self == .plain || text.isEmpty ? text : code + text + "\u{1B}[0m"
  }
}

extension Sequence where Element == (character: Character, paint: Paint) {
  /// The characters as one line; neighbours of the same paint are painted together.
  var painted: String {
    var text = ""
    var run = (text: "", paint: Paint.plain)
    for (character, paint) in self {
      if paint != run.paint {
        text += run.paint.applied(to: run.text)
        run = ("", paint)
      }
      run.text.append(character)
    }
    return text + run.paint.applied(to: run.text)
  }
}

/// A line that is put together cell by cell. Spaces are held back until text follows, so that no
/// line ends in one; the codes of a terminal do not count as columns.
struct PaintedLine {
  private var bytes: [UInt8] = []
  private var spaces = 0

  init(indent: String) { append(indent) }

  /// Appends a text unchanged.
  mutating func append(_ text: String) {
    // Of many empty cells each would write the spaces of all before it, and remove them again.
    guard text.utf8.contains(where: { $0 != 0x20 }) else { return spaces += text.utf8.count }
    flush()
    bytes.append(contentsOf: text.utf8)
    while bytes.last == 0x20 {
      bytes.removeLast()
      spaces += 1
    }
  }

  /// Appends a cell of this many columns, to the left or to the right in it.
  mutating func append(_ cell: MeasuredText, width: Int, isRight: Bool, _ paint: Paint) {
    let (text, padding) = (cell.text, max(0, width - cell.width))
    if isRight { spaces += padding }
    if paint == .plain {
      append(text)
    } else if !text.isEmpty {
      flush()
      bytes.append(contentsOf: paint.applied(to: text).utf8)
    }
    if !isRight { spaces += padding }
  }

  private mutating func flush() {
    bytes.append(contentsOf: repeatElement(0x20, count: spaces))
    spaces = 0
  }

  /// Appends the line and its end.
  consuming func end(_ output: inout [UInt8]) {
    output.append(contentsOf: bytes)
    output.append(UInt8(ascii: "\n"))
  }
}

/// The colours of charts, by their numbers among the 256 of terminals. Those from 16 on look the
/// same in every theme; each of these has a contrast of 3 to 1 or more with black and with white.
/// No colour is needed to read a chart: characters and words say the same.
enum ChartColors {
  /// The colours of several types under one axis, in their order; then from the first on again.
  static let series: [UInt8] = [33, 166, 29, 133, 136, 99, 168, 65]
  /// The colours of the shades of a calendar, from little to much.
  static let levels: [UInt8] = [33, 30, 136, 166]
  /// The colours of the stages of a night, as in hypnograms.
  static let stages: [String: UInt8] = [
    "awake": 166, "asleepREM": 30, "asleepCore": 33, "asleepDeep": 99, "asleepUnspecified": 33,
  ]

  /// Returns the paint of a category's value; nil: it has none of its own.
  static func stage(_ value: String?, of type: String) -> Paint? {
    guard type == CategoryType.sleepAnalysis.identifier else { return nil }
    return value.flatMap { stages[$0] }.map { .color($0) }
  }

  /// Returns the shade at an index of `count` shades, from little to much.
  static func level(_ index: Int, of count: Int) -> Paint {
    .color(levels[min(index * levels.count / max(count, 1), levels.count - 1)])
  }
}

/// The paints of a chart on a terminal.
struct ChartPaint {
  let title: Paint
  let drawing: Paint
  /// True if values of categories and shades of days have colours of their own.
  let isColored: Bool

  /// The plain paints, which highlight nothing.
  static let none = ChartPaint(title: .plain, drawing: .plain, isColored: false)
  /// A chart by itself: its drawing is that of one type.
  static let single = ChartPaint(title: .bold, drawing: .plain, isColored: true)

  /// Returns the paint of one of several charts under one axis.
  static func series(_ index: Int) -> ChartPaint {
    let paint = Paint.color(ChartColors.series[index % ChartColors.series.count])
    return ChartPaint(title: paint, drawing: paint, isColored: true)
  }

  /// Creates the paint of one of several charts, or of the only one.
  init(_ index: Int, of count: Int, isColored: Bool) {
    self = !isColored ? .none : count > 1 ? .series(index) : .single
  }

  private init(title: Paint, drawing: Paint, isColored: Bool) {
    self.title = title
    self.drawing = drawing
    self.isColored = isColored
  }
}
