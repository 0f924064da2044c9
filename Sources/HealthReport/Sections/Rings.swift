import HealthEvents
import HealthModel
import HealthProjections
import HealthTables

/// A ring on the days of a period, as `rings` has it; move in kilocalories and in minutes is two.
struct RingDays {
  /// What it is called.
  private let word: Word
  /// A day each, of which something is stated or measured.
  private let figures: [RingFigure]

  private static let names: [String: Word] = [
    "move": .ringMove, "exercise": .ringExercise, "stand": .ringStand,
  ]

  /// Those that have days; a reader who never asked for summaries gets none.
  static func all(_ data: ReportData) throws -> [RingDays] {
    guard data.journal.tables.isDetermined(ActivitySummary.type) else {
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

  /// The cells of its row: days, mean, days on which the goal was reached, days that agree.
  fileprivate func cells(_ words: Words) -> [String] {
    let mean = SampleSpread(figures.compactMap { $0.stated ?? $0.own })
    // Stand hours are whole numbers, so their mean needs a decimal.
    let isHours = figures[0].unit == .count
    let unit = isHours ? " h" : UnitText(figures[0].unit.description).suffix
    let withGoal = figures.filter { $0.stated != nil && ($0.goal ?? 0) > 0 }
    let reached = withGoal.count { ($0.stated ?? 0) >= ($0.goal ?? 0) }
    let compared = figures.filter { $0.difference != nil }
    let agree = compared.count { $0.verdict == .agree }
    func share(_ count: Int, of all: Int) -> String {
      all == 0 ? "–" : words(.ofDays, words.number(count), words.number(all))
    }
    return [
      words(word), words.number(figures.count),
      words.number(mean?.mean, isHours ? 1 : 0) + unit, share(reached, of: withGoal.count),
      share(agree, of: compared.count),
    ]
  }

  /// The lines of its summaries, and those of its samples.
  fileprivate func evidence(_ data: ReportData) throws -> [String] {
    let summaries = FigureLines(figures.compactMap { $0.line.map { UInt32($0) } })
    return [
      data.words(word), data.text(summaries), data.text(try data.bothLines(figures[0].type).now),
    ]
  }
}

extension Page {
  /// A row a ring, and its lines.
  mutating func rings(_ rings: [RingDays], _ data: ReportData) throws {
    let words = data.words
    element(.h3, text: words(.ringsTitle))
    table(
      words(.ringsCaption),
      [
        .text(words(.ring)), .number(words(.daysHeading)), .number(words(.mean)),
        .number(words(.goalReached)), .number(words(.statedAgrees)).optional,
      ], rings.map { $0.cells(words) })
    let evidence = try rings.map { try $0.evidence(data) }
    details(
      words(.evidence), words(.ringsEvidence),
      [.text(words(.ring)), .lines(words(.summaryLines)), .lines(words(.sampleLines))], evidence)
  }
}
