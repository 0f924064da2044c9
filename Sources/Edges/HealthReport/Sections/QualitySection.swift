import HealthEvents
import HealthModel
import HealthViews

extension ReportSection {
  /// The section with the sources of the data, the merging of a day of several sources, and the
  /// findings of checks.
  static let quality = ReportSection(
    name: "quality", title: .qualityTitle, nothing: .noData
  ) { data, page in
    let sources = try SourceRow.all(data)
    if sources.isEmpty { return false }
    try page.sources(sources, data)
    try page.mergedDay(data)
    try page.findings(data)
    return true
  }
}

// MARK: Sources

/// The sources of a type in their order.
private struct SourceRow {
  var type: String
  var isRanked = false
  var sources: [(name: String, samples: Int)] = []

  /// Returns the sources of the report's types that have samples in the period.
  static func all(_ data: ReportData) throws -> [SourceRow] {
    let types = data.present(
      (Measure.compared + Measure.vital).map(\.type) + [CategoryType.sleepAnalysis.identifier])
    let all = try SourcesView.rows(
      of: data.near, in: data.context(types: Array(Set(types)).sorted()))
    var rows: [SourceRow] = []
    for row in all {
      if rows.last?.type != row.type {
        rows.append(SourceRow(type: row.type, isRanked: row.rank != nil))
      }
      rows[rows.count - 1].sources.append((data.words.source(row.source), row.samples))
    }
    return rows
  }
}

extension Words {
  /// Returns the name of a type: that of a measure, or else HealthKit's.
  func type(_ identifier: String) -> String {
    if identifier == CategoryType.sleepAnalysis.identifier { return self(.sleepTitle) }
    if identifier == Workout.type { return self(.workoutsTitle) }
    let measures = Measure.compared + Measure.vital
    if let measure = measures.first(where: { $0.type == identifier }) { return self(measure.word) }
    guard let name = TypeCatalogue.find(identifier)?.shortName else { return identifier }
    return OtherNames.types[name].map { self($0) } ?? spaced(name)
  }

  /// Returns the name of a source; the owner's data was typed in.
  func source(_ name: String) -> String { name == EventActor.owner ? self(.byHand) : name }
}

extension Page {
  fileprivate mutating func sources(_ rows: [SourceRow], _ data: ReportData) throws {
    let words = data.words
    let cells = rows.map { row in
      let shown = row.sources.prefix(6).enumerated().map { index, source in
        (row.isRanked ? "\(index + 1). " : "") + source.name + " (\(words.number(source.samples)))"
      }
      let rest = row.sources.count > 6 ? [words(.more, words.number(row.sources.count - 6))] : []
      return [
        words.type(row.type), words.number(row.sources.reduce(0) { $0 + $1.samples }),
        (shown + rest).joined(separator: " · "),
      ]
    }
    table(
      words(.sourcesCaption),
      [.text(words(.measure)), .number(words(.samples)), .sentence(words(.sources))], cells)
    let evidence = try zip(rows, cells).map { row, cells in
      [cells[0], cells[1], data.text(try data.bothLines(row.type).now)]
    }
    details(
      words(.evidence), words(.sourcesEvidence),
      [.text(words(.measure)), .number(words(.samples)), .lines(words(.linesHeading))], evidence)
  }

  /// Writes the last day on which several sources counted steps, and the fate of each.
  fileprivate mutating func mergedDay(_ data: ReportData) throws {
    let measure = Measure.steps
    guard let day = try data.lastMergedDay(measure) else { return }
    let rows = try DailyExplanation.rows(
      of: measure.type, on: day, data.near, in: data.context, options: DailyView.Options())
    // Sources come in their order before the samples do.
    var shares = rows.filter { $0.what == .source }.map { SourceShare(name: $0.source ?? "") }
    for row in rows where row.what == .counted || row.what == .suppressed {
      guard let index = shares.firstIndex(where: { $0.name == row.source }) else { continue }
      shares[index].samples += 1
      if let part = row.counted {
        shares[index].counted += 1
        shares[index].sum += part
      }
      if let line = row.sequence { shares[index].lines.append(line) }
    }
    let total = rows.last { $0.what == .total }?.counted
    let words = data.words
    element(.h3, text: words(.mergedTitle, words.day(day)))
    note(words(.mergedCaption))
    self.table(
      words(.mergedTableCaption, words.number(total)),
      [
        .sentence(words(.source)), .number(words(.samples)), .number(words(.counted)),
        .number(words(.steps)), .lines(words(.linesHeading)),
      ],
      shares.filter { $0.samples > 0 }.map { share in
        [
          words.source(share.name), words.number(share.samples), words.number(share.counted),
          words.number(share.sum), data.text(FigureLines(share.lines)),
        ]
      })
  }

  /// The most findings that are shown.
  private static let mostFindings = 24

  /// Writes the findings of checks of the period's samples; checks of the recording times of lines
  /// are left to `check`.
  mutating func findings(_ data: ReportData) throws {
    var options = CheckOptions()
    options.readsLines = false
    options.only = Set(Check.all.map(\.name)).subtracting(["late", "future", "wholeSecond"])
    options.examples = 0
    let report = try CheckReport(data.near, in: data.context, options: options)
    let words = data.words
    element(.h3, text: words(.findingsTitle))
    let findings = Finding.all(report)
    let samples = words.count(report.samples, .inOneSample, .inSamples)
    if findings.isEmpty { return note(words(.noFindings, samples)) }
    let shown = findings.prefix(Self.mostFindings)
    let columns: [TableColumn] = [
      .text(words(.measure)), .text(words(.check)).optional, .text(words(.kind)).optional,
      .number(words(.count)),
    ]
    table(
      words(
        .findingsCaption, words.count(findings.count, .oneFinding, .findings), samples,
        words.number(Self.mostFindings)),
      columns + [.sentence(words(.whatItSays))],
      shown.map { $0.name(words) + [words.statement($0.found.says)] })
    let evidence = try shown.map { $0.name(words) + [data.text(try $0.lines(data))] }
    details(
      words(.findingLines), words(.findingLinesCaption),
      columns + [.lines(words(.linesHeading))], evidence)
  }
}

// MARK: A merged day

/// The part that one source added to a day.
private struct SourceShare {
  var name: String
  var samples = 0
  var counted = 0
  var sum = 0.0
  var lines: [UInt32] = []
}

extension ReportData {
  /// Returns the last day of the period on which a part of a measure does not count, because
  /// another source measured the same time; or else the last on which several sources have samples;
  /// nil: there is none.
  fileprivate func lastMergedDay(_ measure: Measure) throws -> CivilDate? {
    let merged = try days(measure.type)
    func rows(_ sources: DailyView.Sources) throws -> [DayStatistics] {
      var options = DailyView.Options()
      options.sources = sources
      return try DailyView.statistics(
        of: near, in: context(types: [measure.type]), options: options)
    }
    if merged.isEmpty { return nil }
    let all = Dictionary(try rows(.all).map { ($0.day, $0.sum ?? 0) }) { first, _ in first }
    if let last = merged.last(where: { all[$0.day, default: 0] > ($0.sum ?? 0) + 0.5 }) {
      return last.day
    }
    let apart = try rows(.separate)
    return zip(apart, apart.dropFirst()).reversed().first { $0.day == $1.day }?.0.day
  }
}

/// A finding of a check, and the check.
private struct Finding {
  var check: Check
  var found: CheckFinding

  /// Returns the findings of a report, the most important first.
  static func all(_ report: CheckReport) -> [Finding] {
    report.found.flatMap { check, findings in findings.map { Finding(check: check, found: $0) } }
      .sorted { ($0.rank, -$0.found.count) < ($1.rank, -$1.found.count) }
  }

  private var rank: Int { check.level == .problem ? 0 : 1 }

  /// Returns the cells that identify it: measure, check, kind, count.
  func name(_ words: Words) -> [String] {
    [
      found.type.map(words.type) ?? words(.severalMeasures), words.check(check.name),
      words(check.level == .problem ? .problem : .remark), words.number(found.count),
    ]
  }

  /// Returns the lines that it counts; if it counts days or sources, those of all samples.
  func lines(_ data: ReportData) throws -> FigureLines {
    guard found.lines.isEmpty, let type = found.type else { return FigureLines(found.lines) }
    return try data.bothLines(type).now
  }
}
