import HealthModel
import HealthViews

extension ReportSection {
  /// Nights by stage, and how regular they are.
  static let sleep = ReportSection(
    name: "sleep", title: .sleepTitle, nothing: .noSleep
  ) { data in
    let nights = try data.nights(data.period)
    if nights.isEmpty { return [] }
    return try [.grid([data.stages(nights), data.windows(nights)])]
      + data.regularity(nights) + [data.nightTable(nights)]
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

  /// Returns one stage of all bars, on top of the stages below it.
  static func bars(
    _ index: Int, of stacks: [[Double]], _ parts: [ReportPeriod.Part], _ plot: Plot
  ) -> PathText {
    var path = PathText()
    for (stack, part) in zip(stacks, parts) where stack[index] > 0 {
      let floor = stack[..<index].reduce(0, +)
      plot.bar(part, from: plot.y(floor), to: plot.y(floor + stack[index]), gap: 2, &path)
    }
    return path
  }

  /// Returns the names of the stages that occur.
  static func legend(_ stacks: [[Double]], _ y: Double, _ words: Words) -> [Shape] {
    var x = 40.0
    var shapes: [Shape] = []
    for (index, stage) in all.enumerated() where stacks.contains(where: { $0[index] > 0 }) {
      let name = words(stage.word)
      shapes += Shape.key(name, stage.shade, x, y)
      x += 24 + Double(name.count) * 6.2
    }
    return shapes
  }
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

extension ReportData {
  fileprivate func stages(_ nights: [SleepSummary]) -> Block {
    let parts = parts(nightStep)
    // A night of which only the time in bed is known has no stage to show.
    let staged = nights.filter { night in Stage.all.contains { $0.seconds(night) != nil } }
    let stacks = self.nights(staged, parts).map { nights in
      Stage.all.map { stage in
        (SampleSpread.mean(of: nights.map { stage.seconds($0) ?? 0 }) ?? 0) / 3600
      }
    }
    let scale = ValueScale(stacks.map { $0.reduce(0, +) }, fromZero: true)
    let plot = Plot(scale, of: period.days, height: 190)
    let mean = SampleSpread(nights.compactMap(\.asleep))
    let caption = words(
      .stagesCaption, words.hours(mean?.mean), words.hours(mean?.least),
      words.hours(mean?.greatest),
      words.share(mean?.count ?? 0, of: period.days.count, .ofOneNight, .ofNightCount),
      words(nightStep.choice(.barIsNight, .barIsWeek, .barIsMonth)))
    let bars = Stage.all.indices.map { index -> Shape in
      .path(Stage.bars(index, of: stacks, parts, plot), Stage.all[index].shade)
    }
    let shapes = plot.framed(bars, words) { words.number($0, plot.scale.decimals) + " h" }
    return .figure(
      Figure(
        title: words(.stagesTitle), caption: caption, height: plot.height + 18,
        shapes: shapes + Stage.legend(stacks, plot.height + 6, words)))
  }

  /// Returns the time from the beginning to the end of each night.
  fileprivate func windows(_ nights: [SleepSummary]) -> Block {
    let parts = parts(period.drawn)
    // From noon to noon, and further where sleep by day does, a mark each six hours.
    func mark(_ minutes: Double, _ rule: FloatingPointRoundingRule) -> Double {
      (min(max(minutes, -1440), 2880) / 360).rounded(rule) * 360
    }
    let first = mark(nights.reduce(0) { min($0, $1.minutes.start) }, .down)
    let last = mark(nights.reduce(1440) { max($0, $1.minutes.end) }, .up)
    let marks = ValueScale(marks: Array(stride(from: first, through: last, by: 360)))
    let plot = Plot(marks, of: period.days, height: 190)
    // Later is further down.
    func y(_ minutes: Double) -> Double {
      plot.y(first + last - min(max(minutes, first), last))
    }
    var lines = PathText()
    for (nights, part) in zip(self.nights(nights, parts), parts) {
      guard let start = SampleSpread.mean(of: nights.map(\.minutes.start)),
        let end = SampleSpread.mean(of: nights.map(\.minutes.end))
      else { continue }
      lines.upright(plot.x(part), from: y(start), to: y(end))
    }
    let name: StaticString =
      parts.count <= 100
      ? "line thick sleep" : parts.count <= 200 ? "line sleep" : "line fine sleep"
    let shapes = plot.framed([.path(lines, name)], words) {
      words.time(minutes: Int(first + last - $0) + 720)
    }
    let caption = period.drawn.choice(
      Word.windowsCaption, .windowsWeekCaption, .windowsMonthCaption)
    return .figure(
      Figure(
        title: words(.windowsTitle), caption: words(caption), height: plot.height, shapes: shapes))
  }

  /// Returns how far the nights' beginnings and ends lie apart.
  fileprivate func regularity(_ nights: [SleepSummary]) throws -> [Block] {
    let all: [(Word, [SleepSummary])] = [
      (.allNights, nights), (.workNights, nights.filter { $0.date.weekday <= 5 }),
      (.freeNights, nights.filter { $0.date.weekday > 5 }),
    ]
    let evidence = try all.filter { !$0.1.isEmpty }.map { word, nights in
      (word: word, lines: try lines(nights))
    }
    func time(_ mean: SampleSpread) -> String {
      words.time(minutes: Int(mean.mean.rounded()) + 720)
    }
    func spread(_ mean: SampleSpread) -> String {
      mean.deviation.map { "± " + words.number($0) + " min" } ?? "–"
    }
    return [
      .heading(words(.regularityTitle)),
      .table(
        words(.regularityCaption), all.compactMap { NightGroup($0, $1) },
        [
          .text(.nights) { words($0.word) },
          .number(.count) { words.number($0.nights.count) }.optional,
          .number(.begins) { time($0.starts) }, .number(.spread) { spread($0.starts) },
          .number(.ends) { time($0.ends) }, .number(.spread) { spread($0.ends) },
          .number(.asleepHeading) { mean($0.nights, \.asleep) }.optional,
        ]),
      .details(
        words(.evidence), words(.nightsEvidence), evidence,
        [
          .text(.nights) { words($0.word) }, .number(.samples) { words.number($0.lines.count) },
          .lines(.linesHeading) { text(FigureLines($0.lines)) },
        ]),
    ]
  }

  /// Returns the means of the nights of each part.
  fileprivate func nightTable(_ nights: [SleepSummary]) throws -> Block {
    let step = period.tabled
    let parts = parts(step)
    let rows = try zip(parts, self.nights(nights, parts)).filter { !$0.1.isEmpty }
      .map { (part: $0, nights: $1, lines: try lines($1)) }
    return .details(
      words(.tableOf, words(.sleepTitle)), words(.nightsCaption), rows,
      [
        .text(step.word) { text($0.part, step) },
        .number(.nights) { words.number($0.nights.count) },
        .number(.inBed) { mean($0.nights, \.inBed) },
        .number(.asleepHeading) { mean($0.nights, \.asleep) },
        .number(.deep) { mean($0.nights, \.deep) }, .number(.core) { mean($0.nights, \.core) },
        .number(.rem) { mean($0.nights, \.rem) }, .number(.awake) { mean($0.nights, \.awake) },
        .lines(.linesHeading) {
          text(FigureLines($0.lines), of: CategoryType.sleepAnalysis.identifier, on: $0.part.days)
        },
      ])
  }

  /// Returns the mean of the nights that have such a time.
  private func mean(_ nights: [SleepSummary], _ seconds: (SleepSummary) -> Double?) -> String {
    words.hours(SampleSpread(nights.compactMap(seconds))?.mean)
  }
}

/// Nights that begin and end about the same.
private struct NightGroup {
  let word: Word
  let nights: [SleepSummary]
  let starts: SampleSpread
  let ends: SampleSpread

  /// Creates a group of nights; nil: there are none.
  init?(_ word: Word, _ nights: [SleepSummary]) {
    guard let starts = SampleSpread(nights.map(\.minutes.start)),
      let ends = SampleSpread(nights.map(\.minutes.end))
    else { return nil }
    (self.word, self.nights, self.starts, self.ends) = (word, nights, starts, ends)
  }
}
