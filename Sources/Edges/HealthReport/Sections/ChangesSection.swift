import HealthModel
import HealthViews

extension ReportSection {
  /// The section with the changes against the period before, and the amount of data.
  static let changes = ReportSection(
    name: "changes", title: .changesTitle, nothing: .noData
  ) { data, page in
    let rows = try ComparedRow.all(data)
    if rows.isEmpty { return false }
    let words = data.words
    page.note(words(.comparedWith, data.text(data.period.before)))
    page.table(
      words(.changesCaption),
      [
        .text(words(.measure)), .number(words(.thisPeriod)), .number(words(.before)),
        .number(words(.difference)), .number(words(.range)).optional,
        .number(words(.daysWithData)),
      ], rows.map(\.cells))
    page.details(
      words(.evidence), words(.evidenceCaption),
      [
        .text(words(.measure)), .number(words(.samples)), .lines(words(.linesHeading)),
        .number(words(.samplesBefore)), .lines(words(.linesBefore)),
      ], rows.map(\.evidence))
    return true
  }
}

/// A measure in both periods.
private struct ComparedRow {
  var cells: [String]
  var evidence: [String]

  /// Returns the measures that have data in either period.
  static func all(_ data: ReportData) throws -> [ComparedRow] {
    var rows: [ComparedRow] = []
    for measure in Measure.compared {
      if let row = try row(measure, data) { rows.append(row) }
    }
    if let row = try sleep(data) { rows.append(row) }
    if let row = try workouts(data) { rows.append(row) }
    return rows
  }

  private static func row(
    _ measure: Measure, _ data: ReportData
  ) throws -> ComparedRow? {
    let now = try data.figures(measure.type)
    let before = try data.figuresBefore(measure.type)
    guard now != nil || before != nil else { return nil }
    let unit = try data.unit(measure.type)
    let decimals = measure.decimals(in: unit.text)
    let words = data.words
    // A mean of whole numbers says more than they do, and its change is mostly less than one.
    let adds = (now ?? before)?.sum != nil
    let ofMeans = adds ? decimals : max(decimals, 1)
    func text(_ value: Double?) -> String {
      value.map { words.number($0 * unit.factor, ofMeans) } ?? "–"
    }
    let isEnough = data.period.isEnough(now?.days, before?.days, of: measure.type)
    let change = now.flatMap { now in before.map { (now.average - $0.average) * unit.factor } }
    // The difference is as exact as the greater of the two means.
    let ofChange =
      [now, before].compactMap(\.self)
      .map { Words.decimals(for: $0.average * unit.factor, atLeast: ofMeans) }.min() ?? ofMeans
    let range = now.map { now in
      words.number(now.least.value * unit.factor, decimals) + "–"
        + words.number(now.greatest.value * unit.factor, decimals)
    }
    let lines = try data.bothLines(measure.type)
    return ComparedRow(
      cells: [
        data.title(measure, unit), text(now?.average), text(before?.average),
        change == nil
          ? "–"
          : isEnough ? words.difference(change, ofChange) : words(.notEnough),
        range ?? "–", words.number(now?.days ?? 0) + " / " + words.number(before?.days ?? 0),
      ],
      evidence: [
        words(measure.word), words.number(now?.samples ?? 0), data.text(lines.now),
        words.number(before?.samples ?? 0), data.text(lines.before),
      ])
  }

  /// Returns the time asleep of a night.
  private static func sleep(_ data: ReportData) throws -> ComparedRow? {
    let nights = (now: try data.nights(data.period), before: try data.nights(data.period.before))
    let now = SampleSpread(nights.now.compactMap(\.asleep))
    let before = SampleSpread(nights.before.compactMap(\.asleep))
    guard now != nil || before != nil else { return nil }
    let words = data.words
    let isEnough = data.period.isEnough(now?.count, before?.count)
    let change = now.flatMap { now in before.map { now.mean - $0.mean } }
    let lines = (now: try data.lines(nights.now), before: try data.lines(nights.before))
    return ComparedRow(
      cells: [
        words(.asleepANight), words.hours(now?.mean), words.hours(before?.mean),
        change == nil || isEnough ? words.hoursDifference(change) : words(.notEnough),
        now.map { words.hours($0.least) + "–" + words.hours($0.greatest) } ?? "–",
        words.number(now?.count ?? 0) + " / " + words.number(before?.count ?? 0),
      ],
      evidence: [
        words(.asleepANight), words.number(lines.now.count), data.text(FigureLines(lines.now)),
        words.number(lines.before.count), data.text(FigureLines(lines.before)),
      ])
  }

  /// Returns the number of workouts.
  private static func workouts(_ data: ReportData) throws -> ComparedRow? {
    let (now, before) = try data.workouts()
    guard !now.isEmpty || !before.isEmpty else { return nil }
    let words = data.words
    let days = [now, before].map { Set($0.map(\.day)).count }
    return ComparedRow(
      cells: [
        words(.workoutCount), words.number(now.count), words.number(before.count),
        before.isEmpty ? "–" : words.difference(Double(now.count - before.count)), "–",
        words.number(days[0]) + " / " + words.number(days[1]),
      ],
      evidence: [
        words(.workoutCount), words.number(now.count),
        data.text(FigureLines(now.map(\.sequence))), words.number(before.count),
        data.text(FigureLines(before.map(\.sequence))),
      ])
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
