import HealthEvents
import HealthModel
import HealthTables
import HealthViews

extension ReportSection {
  /// Steps day by day, energy and exercise, and the rings.
  static let activity = ReportSection(
    name: "activity", title: .activityTitle, nothing: .noActivity
  ) { data in
    let known = try data.known([.steps, .distance, .flights, .activeEnergy, .exercise])
    let rings = try RingDays.all(data)
    if known.isEmpty, rings.isEmpty { return [] }
    return try data.heatMap(.steps)
      + [.grid(known.flatMap { try data.measureBars($0, "f-move") })]
      + known.flatMap(data.measureTable) + data.rings(rings)
  }
}

// MARK: Heat map

extension ReportData {
  /// Returns the days of a measure as squares: a column for each week, and for a long period a band
  /// for each year.
  fileprivate func heatMap(_ measure: Measure) throws -> [Block] {
    guard let all = try figures(measure.type) else { return [] }
    let noted = try notedDays()
    let map = HeatMap(
      try days(measure.type), period.days, journal.tables.settings.weekStarts, marking: noted)
    let marks = noted.isEmpty ? "" : " " + words(.heatNotes)
    let figure = Figure(
      title: words(.heatTitle, words(measure.word)),
      caption: summary(all, measure, try unit(measure.type)) + " " + words(.heatCaption) + marks,
      height: map.height, shapes: map.shapes(words))
    return [.figure(figure)]
  }

  /// Returns a table with a row for each ring, and its lines.
  fileprivate func rings(_ rings: [RingDays]) throws -> [Block] {
    if rings.isEmpty { return [] }
    let evidence = try rings.map { (ring: $0, samples: try bothLines($0.type).now) }
    return [
      .heading(words(.ringsTitle)),
      .table(
        words(.ringsCaption), rings,
        [
          .text(.ring) { words($0.word) }, .number(.daysHeading) { words.number($0.days) },
          .number(.mean) { $0.mean(words) }, .number(.goalReached) { $0.reached(words) },
          .number(.statedAgrees) { $0.agree(words) }.optional,
        ]),
      .details(
        words(.evidence), words(.ringsEvidence), evidence,
        [
          .text(.ring) { words($0.ring.word) }, .lines(.summaryLines) { text($0.ring.lines) },
          .lines(.sampleLines) { text($0.samples) },
        ]),
    ]
  }
}

/// The positions of the squares of days, and the shade of each, one of five.
private struct HeatMap {
  private static let shades: [StaticString] = ["h0", "h1", "h2", "h3", "h4"]

  private var levels = [PathText](repeating: PathText(), count: 5)
  /// The dots on the days with notes.
  private var marks = PathText()
  /// The least values of the second to the fifth shade.
  private let bounds: [Double]
  let height: Double
  private let days: Range<Int>
  private let size: Double
  private let columns: Int
  private let first: Int
  private let isByYear: Bool
  /// The left edge of the squares, after the letters of days or the numbers of years.
  private let left: Double
  private let weekStarts: Weekday

  init(
    _ figures: ArraySlice<DayStatistics>, _ days: Range<Int>, _ weekStarts: Weekday,
    marking noted: Set<Int>
  ) {
    self.days = days
    self.weekStarts = weekStarts
    isByYear = days.count > 400
    left = isByYear ? 34 : 26
    columns = isByYear ? 53 : 27
    size = isByYear ? 6 : 12
    first = days.lowerBound - Self.row(days.lowerBound, weekStarts)
    let values = figures.compactMap { $0.sum ?? $0.average }.sorted()
    bounds = Self.bounds(values)
    let years =
      CivilDate(dayNumber: days.upperBound - 1).year - CivilDate(dayNumber: days.lowerBound).year
    let bands = isByYear ? years + 1 : (days.upperBound - 1 - first) / 7 / columns + 1
    height = Double(bands) * (size * 7 + 18) + 18
    for figure in figures {
      guard let value = figure.sum ?? figure.average, days.contains(figure.day.dayNumber) else {
        continue
      }
      let level = bounds.count { value >= $0 }
      let corner = corner(figure.day.dayNumber)
      levels[level].rectangle(corner.x, corner.y, width: size - 1, height: size - 1)
    }
    for day in noted.sorted() {
      let corner = corner(day)
      marks.dot(corner.x + (size - 1) / 2, corner.y + (size - 1) / 2)
    }
  }

  /// Returns four round numbers that divide the days into about equal fifths.
  private static func bounds(_ values: [Double]) -> [Double] {
    let step = ValueScale.step((values.last ?? 1) / 40)
    var bounds: [Double] = []
    for fifth in 1...4 {
      let value = values[min(values.count * fifth / 5, values.count - 1)]
      let rounded = max((value / step).rounded() * step, (bounds.last ?? 0) + step)
      bounds.append(rounded)
    }
    return bounds
  }

  /// Returns the row of a day: 0 for the day with which weeks begin.
  private static func row(_ day: Int, _ weekStarts: Weekday) -> Int {
    weekStarts.daysBefore(CivilDate(dayNumber: day))
  }

  private func cell(_ day: Int) -> (band: Int, column: Int) {
    guard isByYear else {
      let week = (day - first) / 7
      return (week / columns, week % columns)
    }
    let date = CivilDate(dayNumber: day)
    let band = date.year - CivilDate(dayNumber: days.lowerBound).year
    guard let start = CivilDate(year: date.year, month: 1, day: 1)?.dayNumber else {
      return (band, 0)
    }
    return (band, (day - start + Self.row(start, weekStarts)) / 7)
  }

  private func corner(_ day: Int) -> (x: Double, y: Double) {
    let cell = cell(day)
    return (
      left + Double(cell.column) * size,
      Double(cell.band) * (size * 7 + 18) + 14 + Double(Self.row(day, weekStarts)) * size
    )
  }

  /// Returns the squares, the names next to them, and the meaning of the shades.
  func shapes(_ words: Words) -> [Shape] {
    let names = ["< " + words.number(bounds[0])] + bounds.map { words.number($0) + "+" }
    let legend = names.enumerated().flatMap { index, name in
      Shape.key(name, Self.shades[index], 26 + Double(index) * 66, height - 13)
    }
    return levels.enumerated().map { .path($1, Self.shades[$0]) } + [.path(marks, "dot heart")]
      + labels(words).map { .label($0.text, $0.x, $0.y) } + legend
  }

  /// Returns the names of months above their first weeks, and of years or days of the week at the
  /// left.
  private func labels(_ words: Words) -> [(text: String, x: Double, y: Double)] {
    var labels: [(text: String, x: Double, y: Double)] = []
    var bands: Set<Int> = []
    if isByYear {
      for month in 1...12 {
        labels.append((words.month(month), left + Double(month - 1) * 52 / 12 * size, 10))
      }
    }
    for day in days where CivilDate(dayNumber: day).day == 1 || day == days.lowerBound {
      let date = CivilDate(dayNumber: day)
      let cell = cell(day)
      let corner = corner(day)
      let top = Double(cell.band) * (size * 7 + 18) + 10
      if isByYear {
        if bands.insert(cell.band).inserted {
          labels.append((String(date.year), 0, top + 4 + size * 3.5 + 3))
        }
      } else if day != days.lowerBound || date.day < 20 {
        if corner.x < 330 { labels.append((words.month(date.month), corner.x, top)) }
      }
      if !isByYear, bands.insert(cell.band).inserted {
        for row in [0, 2, 4] {
          let weekday = (weekStarts.rawValue - 1 + row) % 7
          labels.append((words.weekdays[weekday], 8, top + 13.5 + Double(row) * size))
        }
      }
    }
    return labels
  }
}

/// A ring on the days of a period, as `rings` has it; move in kilocalories and in minutes is two.
private struct RingDays {
  let word: Word
  /// The figures of each day with a stated or measured value.
  private let figures: [RingFigure]

  private static let names: [String: Word] = [
    "move": .ringMove, "exercise": .ringExercise, "stand": .ringStand,
  ]

  /// Returns the rings that have days; a reader who never asked for summaries gets none.
  static func all(_ data: ReportData) throws -> [RingDays] {
    guard data.journal.tables.isDetermined(SummaryContent.type) else {
      return []
    }
    let figures = try RingsView.figures(of: data.near, in: data.context)
    return RingFigure.names.flatMap { name -> [RingDays] in
      let own = Dictionary(grouping: figures.filter { $0.ring == name }, by: \.type)
      return own.sorted { $0.key < $1.key }.compactMap { _, figures in
        names[name].map { RingDays(word: $0, figures: figures) }
      }
    }
  }

  var days: Int { figures.count }

  /// The type of its samples.
  var type: String { figures[0].type }

  /// The lines of its summaries.
  var lines: FigureLines { FigureLines(figures.compactMap { $0.line.map { UInt32($0) } }) }

  func mean(_ words: Words) -> String {
    let mean = SampleSpread(figures.compactMap { $0.stated ?? $0.own })
    // Stand hours are whole numbers, so their mean needs a decimal.
    let isHours = figures[0].unit == .count
    let unit = isHours ? " h" : UnitText(figures[0].unit.description).suffix
    return words.number(mean?.mean, isHours ? 1 : 0) + unit
  }

  /// Returns the number of days on which the goal was reached, of the days that have one.
  func reached(_ words: Words) -> String {
    let withGoal = figures.filter { $0.stated != nil && ($0.goal ?? 0) > 0 }
    return share(withGoal.count { ($0.stated ?? 0) >= ($0.goal ?? 0) }, of: withGoal, words)
  }

  /// Returns the number of days on which the stated value agrees with the samples.
  func agree(_ words: Words) -> String {
    let compared = figures.filter { $0.difference != nil }
    return share(compared.count { $0.verdict == .agree }, of: compared, words)
  }

  private func share(_ count: Int, of days: [RingFigure], _ words: Words) -> String {
    days.isEmpty ? "–" : words(.ofDays, words.number(count), words.number(days.count))
  }
}
