import HealthModel
import HealthViews

extension ReportSection {
  /// The section with the changes against the period before, and the amount of data.
  static let changes = ReportSection(
    name: "changes", title: .changesTitle, nothing: .noData
  ) { data in
    let rows = try ComparedRow.all(data)
    if rows.isEmpty { return [] }
    let words = data.words
    return [
      .note(words(.comparedWith, data.text(data.period.before))),
      .table(
        words(.changesCaption), rows,
        [
          .text(.measure) { $0.title }, .number(.thisPeriod) { $0.mean.now },
          .number(.before) { $0.mean.before }.optional, .number(.difference) { $0.change },
          .number(.range) { $0.range }.optional,
          .number(.daysWithData) {
            words.number($0.days.now) + " / " + words.number($0.days.before)
          },
        ]),
      .details(
        words(.evidence), words(.evidenceCaption), rows,
        [
          .text(.measure) { $0.name }, .number(.samples) { words.number($0.samples.now) },
          .lines(.linesHeading) { $0.lines.now },
          .number(.samplesBefore) { words.number($0.samples.before) },
          .lines(.linesBefore) { $0.lines.before },
        ]),
    ]
  }
}

/// A measure in a period and the one before.
struct ComparedRow {
  /// Its name with its unit, and without it.
  var title: String
  var name: String
  var mean: (now: String, before: String)
  var change: String
  var range: String
  var days: (now: Int, before: Int)
  var samples: (now: Int, before: Int)
  /// The lines behind the figures, in words.
  var lines: (now: String, before: String)

  /// Returns the measures that have data in either period.
  static func all(_ data: ReportData) throws -> [ComparedRow] {
    try Measure.compared.compactMap { try row($0, data, in: data.period) }
      + [sleep(data, in: data.period), workouts(data, in: data.period)].compactMap(\.self)
  }

  /// Returns the row of a measure; nil: neither period has data.
  static func row(
    _ measure: Measure, _ data: ReportData, in period: ReportPeriod
  ) throws -> ComparedRow? {
    let now = try data.figures(measure.type, in: period)
    let before = try data.figures(measure.type, in: period.before)
    guard now != nil || before != nil else { return nil }
    let unit = try data.unit(measure.type)
    let decimals = measure.decimals(in: unit.text)
    let words = data.words
    // A mean of whole numbers says more than they do, and its change is mostly less than one.
    let adds = (now ?? before)?.sum != nil
    let ofMeans = adds ? decimals : max(decimals, 1)
    func number(_ value: Double, _ decimals: Int) -> String {
      words.number(value * unit.factor, decimals)
    }
    func mean(_ figures: DayFigures?) -> String {
      figures.map { number($0.average, ofMeans) } ?? "–"
    }
    let isEnough = period.isEnough(now?.days, before?.days, of: measure.type)
    let change = now.flatMap { now in before.map { (now.average - $0.average) * unit.factor } }
    // The difference is as exact as the greater of the two means.
    let ofChange =
      [now, before].compactMap(\.self)
      .map { Words.decimals(for: $0.average * unit.factor, atLeast: ofMeans) }.min() ?? ofMeans
    return ComparedRow(
      title: data.title(measure, unit), name: words(measure.word), mean: (mean(now), mean(before)),
      change: change == nil || isEnough
        ? words.difference(change, ofChange) : words(.notEnough),
      range: now.map {
        number($0.least.value, decimals) + "–" + number($0.greatest.value, decimals)
      } ?? "–",
      days: (now?.days ?? 0, before?.days ?? 0), samples: (now?.samples ?? 0, before?.samples ?? 0),
      lines: data.texts(try data.bothLines(measure.type), of: measure.type))
  }

  /// Returns the time asleep of a night.
  static func sleep(_ data: ReportData, in period: ReportPeriod) throws -> ComparedRow? {
    let nights = (now: try data.nights(period), before: try data.nights(period.before))
    let now = SampleSpread(nights.now.compactMap(\.asleep))
    let before = SampleSpread(nights.before.compactMap(\.asleep))
    guard now != nil || before != nil else { return nil }
    let words = data.words
    let isEnough = period.isEnough(now?.count, before?.count)
    let change = now.flatMap { now in before.map { now.mean - $0.mean } }
    let lines = (now: try data.lines(nights.now), before: try data.lines(nights.before))
    return ComparedRow(
      title: words(.asleepANight), name: words(.asleepANight),
      mean: (words.hours(now?.mean), words.hours(before?.mean)),
      change: change == nil || isEnough ? words.hoursDifference(change) : words(.notEnough),
      range: now.map { words.hours($0.least) + "–" + words.hours($0.greatest) } ?? "–",
      days: (now?.count ?? 0, before?.count ?? 0), samples: (lines.now.count, lines.before.count),
      lines: data.texts(
        (now: FigureLines(lines.now), before: FigureLines(lines.before)),
        of: CategoryType.sleepAnalysis.identifier))
  }

  /// Returns the number of workouts.
  static func workouts(_ data: ReportData, in period: ReportPeriod) throws -> ComparedRow? {
    let (now, before) = (try data.workouts(period), try data.workouts(period.before))
    guard !now.isEmpty || !before.isEmpty else { return nil }
    let words = data.words
    return ComparedRow(
      title: words(.workoutCount), name: words(.workoutCount),
      mean: (words.number(now.count), words.number(before.count)),
      change: before.isEmpty ? "–" : words.difference(Double(now.count - before.count)),
      range: "–", days: (Set(now.map(\.day)).count, Set(before.map(\.day)).count),
      samples: (now.count, before.count),
      lines: (
        data.text(FigureLines(now.map(\.sequence))), data.text(FigureLines(before.map(\.sequence)))
      ))
  }
}

extension ReportData {
  /// Returns the lines of a type in the period and in the one before, in words.
  fileprivate func texts(
    _ lines: KnownFigures.Lines, of type: String
  ) -> (now: String, before: String) {
    (
      text(lines.now, of: type, on: period.days),
      text(lines.before, of: type, on: period.before.days)
    )
  }
}

extension ReportPeriod {
  /// Returns whether a period and the one before have enough days with data for a difference to
  /// mean something.
  func isEnough(_ now: Int?, _ before: Int?, of type: String? = nil) -> Bool {
    min(now ?? 0, before ?? 0)
      >= DaysWithData.least(of: min(days.count, self.before.days.count), type)
  }
}
