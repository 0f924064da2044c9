import HealthModel
import HealthViews

extension ReportSection {
  /// Nights by stage, and how regular they are.
  static let sleep = ReportSection(
    name: "sleep", title: .sleepTitle, nothing: .noSleep
  ) { data, page in
    let nights = try data.nights(data.period)
    if nights.isEmpty { return false }
    page.grid { page in
      page.stages(nights, data)
      page.windows(nights, data)
    }
    try page.regularity(nights, data)
    try page.nightTable(nights, data)
    return true
  }
}

/// A kind of time in bed.
private struct Stage {
  let word: Word
  let shade: StaticString
  let seconds: @Sendable (SleepSummary) -> Double?

  /// The stages from the floor up.
  static let all: [Stage] = [
    Stage(word: .deep, shade: "deep") { $0.deep },
    Stage(word: .core, shade: "core") { $0.core },
    Stage(word: .rem, shade: "rem") { $0.rem },
    Stage(word: .asleep, shade: "plain") { $0.unspecified },
    Stage(word: .awake, shade: "awake") { $0.awake },
  ]
}

extension SleepSummary {
  /// Minutes from the noon before its morning to when it begins and ends, by the clocks there.
  fileprivate var minutes: (start: Double, end: Double) {
    func minutes(_ time: Timestamp) -> Double {
      let days = time.date.dayNumber - date.dayNumber + 1
      return Double(days * 1440 + time.hour * 60 + time.minute - 720)
    }
    return (minutes(span.start), minutes(span.end))
  }
}

extension ReportData {
  /// Returns the nights of each part.
  fileprivate func nights(
    _ nights: [SleepSummary], _ parts: [ReportPeriod.Part]
  ) -> [[SleepSummary]] {
    parts.map { part in nights.filter { part.days.contains($0.date.dayNumber) } }
  }

  /// The step of a bar of sleep: a night, or the mean of those of a week or month.
  fileprivate var nightStep: ReportPeriod.Step {
    period.days.count <= 62 ? .day : period.days.count <= 800 ? .week : .month
  }
}

extension Page {
  fileprivate mutating func stages(_ nights: [SleepSummary], _ data: ReportData) {
    let (words, days) = (data.words, data.period.days)
    let parts = data.parts(data.nightStep)
    // A night of which only the time in bed is known has no stage to show.
    let staged = nights.filter { night in Stage.all.contains { $0.seconds(night) != nil } }
    let stacks = data.nights(staged, parts).map { nights in
      Stage.all.map { stage in
        (SampleSpread.mean(of: nights.map { stage.seconds($0) ?? 0 }) ?? 0) / 3600
      }
    }
    let plot = Plot(ValueScale(stacks.map { $0.reduce(0, +) }, fromZero: true), height: 190)
    let mean = SampleSpread(nights.compactMap(\.asleep))
    let caption = words(
      .stagesCaption, words.hours(mean?.mean), words.hours(mean?.least),
      words.hours(mean?.greatest),
      words.share(mean?.count ?? 0, of: days.count, .ofOneNight, .ofNightCount),
      words(data.nightStep.choice(.barIsNight, .barIsWeek, .barIsMonth)))
    figure(words(.stagesTitle), caption, height: plot.height + 18) { page in
      page.valueAxis(plot, words) { words.number($0, plot.scale.decimals) + " h" }
      for (index, stage) in Stage.all.enumerated() {
        page.path(page.stack(stacks, index, parts, plot, days), stage.shade)
      }
      page.timeAxis(plot, days, words)
      page.stageLegend(stacks, plot.height + 6, words)
    }
  }

  /// Returns one stage of all bars, on top of those below it.
  private func stack(
    _ stacks: [[Double]], _ index: Int, _ parts: [ReportPeriod.Part], _ plot: Plot,
    _ days: Range<Int>
  ) -> PathText {
    var path = PathText()
    for (stack, part) in zip(stacks, parts) where stack[index] > 0 {
      let floor = stack[..<index].reduce(0, +)
      let left = plot.x(Double(part.days.lowerBound), of: days)
      let right = plot.x(Double(part.days.upperBound), of: days)
      let gap = min((right - left) * 0.2, 2)
      let top = plot.y(floor + stack[index])
      path.rectangle(
        left + gap / 2, top, width: right - left - gap, height: plot.y(floor) - top)
    }
    return path
  }

  private mutating func stageLegend(_ stacks: [[Double]], _ y: Double, _ words: Words) {
    var x = 40.0
    for (index, stage) in Stage.all.enumerated() where stacks.contains(where: { $0[index] > 0 }) {
      let name = words(stage.word)
      key(name, stage.shade, x, y)
      x += 24 + Double(name.count) * 6.2
    }
  }

  /// Draws the beginning and end of each night.
  fileprivate mutating func windows(_ nights: [SleepSummary], _ data: ReportData) {
    let (words, days) = (data.words, data.period.days)
    let parts = data.parts(data.period.drawn)
    // From noon to noon, and further where sleep by day does, a mark each six hours.
    func mark(_ minutes: Double, _ rule: FloatingPointRoundingRule) -> Double {
      (min(max(minutes, -1440), 2880) / 360).rounded(rule) * 360
    }
    let first = mark(nights.reduce(0) { min($0, $1.minutes.start) }, .down)
    let last = mark(nights.reduce(1440) { max($0, $1.minutes.end) }, .up)
    let plot = Plot(
      ValueScale(marks: Array(stride(from: first, through: last, by: 360))), height: 190)
    // Later is further down.
    func y(_ minutes: Double) -> Double {
      plot.y(first + last - min(max(minutes, first), last))
    }
    var lines = PathText()
    for (nights, part) in zip(data.nights(nights, parts), parts) {
      guard let start = SampleSpread.mean(of: nights.map(\.minutes.start)),
        let end = SampleSpread.mean(of: nights.map(\.minutes.end))
      else { continue }
      lines.upright(plot.x(part, of: days), from: y(start), to: y(end))
    }
    let caption = words(
      data.period.drawn.choice(.windowsCaption, .windowsWeekCaption, .windowsMonthCaption))
    figure(words(.windowsTitle), caption, height: plot.height) { page in
      page.valueAxis(plot, words) { words.time(minutes: Int(first + last - $0) + 720) }
      page.path(
        lines,
        parts.count <= 100
          ? "line thick sleep" : parts.count <= 200 ? "line sleep" : "line fine sleep")
      page.timeAxis(plot, days, words)
    }
  }

  /// Writes the spread of the nights' beginnings and ends.
  fileprivate mutating func regularity(_ nights: [SleepSummary], _ data: ReportData) throws {
    let words = data.words
    element(.h3, text: words(.regularityTitle))
    let all: [(Word, [SleepSummary])] = [
      (.allNights, nights), (.workNights, nights.filter { $0.date.weekday <= 5 }),
      (.freeNights, nights.filter { $0.date.weekday > 5 }),
    ]
    let rows = all.compactMap { word, nights -> [String]? in
      guard let starts = SampleSpread(nights.map(\.minutes.start)),
        let ends = SampleSpread(nights.map(\.minutes.end))
      else { return nil }
      func time(_ mean: SampleSpread) -> String {
        words.time(minutes: Int(mean.mean.rounded()) + 720)
      }
      func spread(_ mean: SampleSpread) -> String {
        mean.deviation.map { "± " + words.number($0) + " min" } ?? "–"
      }
      return [
        words(word), words.number(nights.count), time(starts), spread(starts), time(ends),
        spread(ends), words.hours(SampleSpread(nights.compactMap(\.asleep))?.mean),
      ]
    }
    let evidence = try all.filter { !$0.1.isEmpty }.map { word, nights in
      let lines = try data.lines(nights)
      return [words(word), words.number(lines.count), data.text(FigureLines(lines))]
    }
    table(
      words(.regularityCaption),
      [
        .text(words(.nights)), .number(words(.count)).optional, .number(words(.begins)),
        .number(words(.spread)), .number(words(.ends)), .number(words(.spread)),
        .number(words(.asleepHeading)).optional,
      ], rows)
    details(
      words(.evidence), words(.nightsEvidence),
      [.text(words(.nights)), .number(words(.samples)), .lines(words(.linesHeading))], evidence)
  }

  /// Writes the means of the nights of each part.
  fileprivate mutating func nightTable(_ nights: [SleepSummary], _ data: ReportData) throws {
    let (words, step) = (data.words, data.period.tabled)
    let parts = data.parts(step)
    var rows: [[String]] = []
    for (part, nights) in zip(parts, data.nights(nights, parts)) where !nights.isEmpty {
      func mean(_ seconds: (SleepSummary) -> Double?) -> String {
        words.hours(SampleSpread(nights.compactMap(seconds))?.mean)
      }
      rows.append([
        data.text(part, step), words.number(nights.count), mean(\.inBed), mean(\.asleep),
        mean(\.deep), mean(\.core), mean(\.rem), mean(\.awake),
        data.text(FigureLines(try data.lines(nights))),
      ])
    }
    details(
      words(.tableOf, words(.sleepTitle)), words(.nightsCaption),
      [
        .text(words(step.word)), .number(words(.nights)), .number(words(.inBed)),
        .number(words(.asleepHeading)), .number(words(.deep)), .number(words(.core)),
        .number(words(.rem)), .number(words(.awake)), .lines(words(.linesHeading)),
      ], rows)
  }
}
