import HealthModel
import HealthProjections

/// A swim and the line that saved its workout.
typealias SavedSwim = (swim: LoggedSwim, line: UInt32)

extension ReportData {
  /// The newest swims, `most` at most, and the line of each.
  func swims(
    _ workouts: [WorkoutRecord], most: Int
  ) throws -> [SavedSwim] {
    // The query begins with the oldest of them, so that no older workouts are read, and ends after
    // the last, whose own zone may put it on a day of the period that is over in the journal's.
    let water = workouts.filter { record in
      let name = WorkoutActivityType.find(record.activity)?.name ?? ""
      return name == "swimming" || name == "swimBikeRun"
    }
    guard let last = water.prefix(most).last else { return [] }
    var context = context
    context.query.from = last.span.start.instant
    context.query.to = water.map(\.span.end.instant).max()?.adding(microseconds: 1)
    context.query.foldsCopies = true
    let lines = Dictionary(workouts.map { ($0.uuid, $0.sequence) }) { first, _ in first }
    let found: [SavedSwim] = try SwimsView.swims(of: journal, in: context).compactMap { swim in
      lines[swim.uuid].map { (swim, $0) }
    }
    return Array(found.prefix(most))
  }
}

extension Page {
  /// The lengths of the newest swim of which they are known.
  mutating func lengths(_ swims: [SavedSwim], _ words: Words) {
    guard let swim = Self.measured(swims)?.swim else { return }
    let lengths = swim.lengths.prefix(120)
    let plot = Plot(ValueScale(lengths.map(\.duration), fromZero: true), height: 150)
    let caption =
      words(
        .lengthsCaption, words.day(swim.date), words.number(swim.lengths.count),
        words.clock(swim.pace)) + (swim.swolf.map { ", SWOLF " + words.number($0, 1) } ?? "") + "."
    figure(words(.lengthsTitle), caption, height: plot.height) { page in
      page.valueAxis(plot, words) { words.number($0) + " s" }
      var bars = PathText()
      let width = (plot.right - plot.left) / Double(lengths.count)
      for (index, length) in lengths.enumerated() {
        let gap = min(width * 0.2, 3)
        bars.rectangle(
          plot.left + Double(index) * width + gap / 2, plot.y(length.duration),
          width: width - gap, height: plot.bottom - plot.y(length.duration))
      }
      page.path(bars, "f-swim")
      for number in stride(from: 1, through: lengths.count, by: max(1, lengths.count / 6)) {
        page.label(
          words.number(number), plot.left + (Double(number) - 0.5) * width, plot.bottom + 16,
          "mid")
      }
    }
  }

  /// The newest swim of which lengths are known.
  private static func measured(_ swims: [SavedSwim]) -> SavedSwim? {
    swims.first { $0.swim.lengths.count > 1 }
  }

  /// The same as a table.
  mutating func lengthTable(_ swims: [SavedSwim], _ words: Words) {
    guard let (swim, line) = Self.measured(swims) else { return }
    let rows = swim.lengths.prefix(120).map { length in
      [
        words.number(length.number), words.number(length.metres),
        words.number(length.duration, 1), words.number(length.strokes),
        length.style.map(words.style) ?? "–", words.number(Int(line)),
      ]
    }
    details(
      words(.tableOf, words(.lengthsTitle)), words(.lengthsTableCaption, words.day(swim.date)),
      [
        .number(words(.length)), .number("m"), .number("s"), .number(words(.strokes)),
        .text(words(.style)), .number(words(.line)),
      ], rows)
  }

  /// The newest swims.
  mutating func swims(_ swims: [SavedSwim], _ words: Words) {
    if swims.isEmpty { return }
    let rows = swims.map { swim, line in
      [
        words.day(swim.date), words.number(swim.metres) + (swim.metres == nil ? "" : " m"),
        words.number(swim.laps), words.clock(swim.totalTime),
        words.clock(swim.pace) + (swim.pace == nil ? "" : " /100 m"),
        words.number(swim.swolf, 1), swim.styles.map(words.style).joined(separator: ", "),
        words.number(Int(line)),
      ]
    }
    element(.h3, text: words(.swimsTitle))
    table(
      words(.swimsCaption, words.number(swims.count)),
      [
        .text(words(.day)), .number(words(.distance)), .number(words(.laps)),
        .number(words(.time)), .number(words(.pace)), .number("SWOLF").optional,
        .text(words(.styles)).optional, .number(words(.line)).optional,
      ], rows)
  }
}

extension Words {
  /// The name of a style of swimming.
  func style(_ style: SwimmingStrokeStyle) -> String {
    switch style {
    case .unknown: self(.unknownStyle)
    case .mixed: self(.mixed)
    case .freestyle: self(.freestyle)
    case .backstroke: self(.backstroke)
    case .breaststroke: self(.breaststroke)
    case .butterfly: self(.butterfly)
    case .kickboard: self(.kickboard)
    }
  }
}
