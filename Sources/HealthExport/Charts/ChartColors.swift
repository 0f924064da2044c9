import HealthModel

/// The colours of charts, by their numbers among the 256 of terminals. Those from 16 on look the
/// same in every theme; each of these has a contrast of 3 to 1 or more with black and with white.
/// No colour is needed to read a chart: characters and words say the same.
enum ChartColors {
  /// Of several types under one axis, in their order; then from the first on again.
  static let series: [UInt8] = [33, 166, 29, 133, 136, 99, 168, 65]
  /// Of the shades of a calendar, from little to much.
  static let levels: [UInt8] = [33, 30, 136, 166]
  /// Of the stages of a night, as hypnograms have them.
  static let stages: [String: UInt8] = [
    "awake": 166, "asleepREM": 30, "asleepCore": 33, "asleepDeep": 99, "asleepUnspecified": 33,
  ]

  /// Of a value of a category; nil: it has none of its own.
  static func stage(_ value: String?, of type: String) -> Paint? {
    guard type == CategoryType.sleepAnalysis.identifier else { return nil }
    return value.flatMap { stages[$0] }.map { .color($0) }
  }

  /// The shade at an index of `count` shades, from little to much.
  static func level(_ index: Int, of count: Int) -> Paint {
    .color(levels[min(index * levels.count / max(count, 1), levels.count - 1)])
  }
}

/// How a chart stands out on a terminal.
struct ChartPaint {
  /// Its title.
  let title: Paint
  /// What is drawn.
  let drawing: Paint
  /// Whether values of categories and shades of days have colours of their own.
  let isColored: Bool

  /// Nothing stands out.
  static let none = ChartPaint(title: .plain, drawing: .plain, isColored: false)
  /// A chart by itself: its drawing is that of one type.
  static let single = ChartPaint(title: .bold, drawing: .plain, isColored: true)

  /// One of several under one axis.
  static func series(_ index: Int) -> ChartPaint {
    let paint = Paint.color(ChartColors.series[index % ChartColors.series.count])
    return ChartPaint(title: paint, drawing: paint, isColored: true)
  }

  /// One of several charts, or the only one.
  init(_ index: Int, of count: Int, isColored: Bool) {
    self = !isColored ? .none : count > 1 ? .series(index) : .single
  }

  private init(title: Paint, drawing: Paint, isColored: Bool) {
    self.title = title
    self.drawing = drawing
    self.isColored = isColored
  }
}
